#pragma once

#include "loom-compiled.h"

/* How the compiler is asked what structs are made of: every name that a member may have, of every
 * struct that a kernel or variable has to do with. Names come from the source's tokens; whether
 * there is such a member, its place and its type from the compiler. */
char     *loom_struct_layout_source        (GPtrArray   *names);
char     *loom_struct_layout_of_kernel     (const char  *expression);
char     *loom_struct_layout_of_variable   (const char  *expression);
void      loom_struct_layout_read_params   (const char  *lowered,
                                            GPtrArray   *names,
                                            GPtrArray   *params);
void      loom_struct_layout_read_variable (const char  *lowered,
                                            GPtrArray   *names,
                                            LoomType    *type);
