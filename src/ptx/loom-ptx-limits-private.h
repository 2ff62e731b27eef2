#pragma once

/* The text is hostile: everything that could grow past it has a bound. What a compiler emits stays
 * far below each. */
#define LOOM_PTX_MAX_REGISTERS   (1u << 20)             /* in a module: `%r<1000000000>` is a few
                                                           bytes of text */
#define LOOM_PTX_MAX_OPERANDS    16
#define LOOM_PTX_MAX_VECTOR      16
#define LOOM_PTX_MAX_ARGUMENTS   1024                   /* parameters of a function, arguments of a
                                                           call */
#define LOOM_PTX_MAX_SCOPES      64                     /* `{` within `{` */
#define LOOM_PTX_MAX_NESTING     32                     /* of parentheses and braces in constants */
#define LOOM_PTX_MAX_DIMENSIONS  8
#define LOOM_PTX_MAX_SIZE        (1ull << 40)           /* bytes of a variable */
#define LOOM_PTX_MAX_DATA        (64ull << 20)          /* initial bytes in a module */
#define LOOM_PTX_MAX_ALIGN       (1u << 20)
#define LOOM_PTX_MAX_FILES       65536
#define LOOM_PTX_MAX_TEXT        (256u << 20)           /* bytes of a module's text */
