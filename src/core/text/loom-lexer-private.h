#pragma once

#include <glib.h>

typedef enum
{
  LOOM_TOKEN_IDENTIFIER,
  LOOM_TOKEN_NUMBER,
  LOOM_TOKEN_STRING,            /* with its quotes; raw ones too */
  LOOM_TOKEN_CHARACTER,
  LOOM_TOKEN_PUNCTUATION,       /* one byte */
  LOOM_TOKEN_COMMENT,
  LOOM_TOKEN_DIRECTIVE,         /* a whole preprocessor line without its newline */
} LoomTokenKind;

typedef struct
{
  LoomTokenKind kind;
  gsize         offset, length;
  guint         line;           /* of its first byte, from 1 */
  gboolean      is_conditional; /* within an #if whose outcome is not known, where that is asked */
} LoomToken;

/* CUDA C++ text as tokens, as far as finding comments and declarations needs it. Each byte is
 * looked at a bounded number of times, whatever the text; what is never closed ends with the
 * line or the text. Borrows the text. */
typedef struct
{
  const char *text;
  gsize       length;
  gsize       at;
  guint       line;
  gboolean    line_is_empty;    /* nothing but space and comments so far */
} LoomLexer;

void     _loom_lexer_init (LoomLexer   *self,
                           const char  *text,
                           gsize        length);
void     _loom_lexer_init_directive (LoomLexer       *self,
                                     const char      *text,
                                     const LoomToken *directive);
gboolean _loom_lexer_next (LoomLexer   *self,
                           LoomToken   *token);
GArray  *_loom_lexer_tokenize (const char *text);
gboolean _loom_token_is   (const LoomToken *self,
                           const char      *text,
                           const char      *word);
