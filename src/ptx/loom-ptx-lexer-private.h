#pragma once

#include <glib.h>

typedef enum
{
  LOOM_PTX_TOKEN_END,
  LOOM_PTX_TOKEN_WORD,          /* name or mnemonic, with % and $ */
  LOOM_PTX_TOKEN_DOT,           /* .word, with :: inside; the text is without the dot */
  LOOM_PTX_TOKEN_INTEGER,       /* bits */
  LOOM_PTX_TOKEN_FLOAT,         /* bits of float_bits width */
  LOOM_PTX_TOKEN_STRING,        /* text without the quotes, escapes as written */
  LOOM_PTX_TOKEN_PUNCTUATION,   /* one character: *text */
  LOOM_PTX_TOKEN_BAD,           /* message */
} LoomPtxTokenKind;

typedef struct
{
  LoomPtxTokenKind kind;
  const char      *text;        /* in the source, not terminated */
  gsize            length;
  guint            line;        /* from 1 */
  gboolean         glued;       /* nothing stood between it and the token before */
  gboolean         in_assembly; /* the compiler's comments say so */
  guint64          bits;
  guint            float_bits;  /* 32 or 64 */
  const char      *message;     /* of a bad one, translated */
} LoomPtxToken;

typedef struct
{
  const char *cursor, *end;
  guint       line;
  gboolean    in_assembly;
} LoomPtxLexer;

void     loom_ptx_lexer_init    (LoomPtxLexer       *self,
                                 const char         *text,
                                 gsize               length);
void     loom_ptx_lexer_next    (LoomPtxLexer       *self,
                                 LoomPtxToken       *token);
gboolean loom_ptx_token_is      (const LoomPtxToken *self,
                                 char                punctuation);
gboolean loom_ptx_token_is_text (const LoomPtxToken *self,
                                 LoomPtxTokenKind    kind,
                                 const char         *text);
