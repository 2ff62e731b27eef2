#pragma once

#include "loom-lexer-private.h"

#include <string.h>

/* One that a compiler sees: no comment, no directive. */
typedef struct
{
  LoomToken token;
  gboolean  is_conditional;     /* within an #if whose outcome is not known */
} LoomSourceToken;

GArray *_loom_source_tokens_new (const char *text,
                                 gsize       length);

/* A source by its tokens, which are spoken of by their index. What lies behind the last one is no
 * word and no punctuation. */
typedef struct
{
  const char *text;
  GArray     *tokens;           /* (element-type LoomSourceToken) */
  guint       n;
} LoomSourceReader;

static inline const LoomToken *
get_token (const LoomSourceReader *self,
           guint                   index)
{
  return &g_array_index (self->tokens, LoomSourceToken, index).token;
}

static inline gboolean
is_word (const LoomSourceReader *self,
         guint                   index,
         const char             *word)
{
  return index < self->n && _loom_token_is (get_token (self, index), self->text, word);
}

static inline char
get_punctuation (const LoomSourceReader *self,
                 guint                   index)
{
  const LoomToken *token = index < self->n ? get_token (self, index) : NULL;

  return token != NULL && token->kind == LOOM_TOKEN_PUNCTUATION ? self->text[token->offset] : '\0';
}

/* Whether a token is one of some bytes of punctuation. */
static inline gboolean
is_punctuation (const LoomSourceReader *self,
                guint                   index,
                const char             *any)
{
  char c = get_punctuation (self, index);

  return c != '\0' && strchr (any, c) != NULL;
}

static inline gboolean
is_identifier (const LoomSourceReader *self,
               guint                   index)
{
  return index < self->n && get_token (self, index)->kind == LOOM_TOKEN_IDENTIFIER;
}

/* Two bytes of punctuation without anything between them. */
static inline gboolean
is_pair (const LoomSourceReader *self,
         guint                   index,
         const char             *pair)
{
  return get_punctuation (self, index) == pair[0] && get_punctuation (self, index + 1) == pair[1] &&
         get_token (self, index + 1)->offset == get_token (self, index)->offset + 1;
}

/* Whether two tokens are of one kind and have the same text. */
static inline gboolean
is_same_word (const LoomSourceReader *self,
              guint                   a,
              guint                   b)
{
  const LoomToken *one = get_token (self, a), *other = get_token (self, b);

  return one->kind == other->kind && one->length == other->length &&
         memcmp (self->text + one->offset, self->text + other->offset, one->length) == 0;
}

gboolean  _loom_source_is_any           (const LoomSourceReader *self,
                                         guint                   index,
                                         const char * const     *words);
gboolean  _loom_source_is_assigned      (const LoomSourceReader *self,
                                         guint                   index);
char     *_loom_source_dup_text         (const LoomSourceReader *self,
                                         guint                   first,
                                         guint                   end);
guint     _loom_source_skip_brackets    (const LoomSourceReader *self,
                                         guint                   index);
guint     _loom_source_skip_angles      (const LoomSourceReader *self,
                                         guint                   index);
guint     _loom_source_step_over_angles (const LoomSourceReader *self,
                                         guint                   index);

#define LOOM_NOWHERE G_MAXUINT

/* One declaration at namespace scope: indices of tokens. */
typedef struct
{
  guint    start;
  guint    end;                 /* behind its semicolon or body */
  guint    stop;                /* of its semicolon, or of the brace of its body */
  guint    name, arguments;     /* of a function: name, < behind it or LOOM_NOWHERE */
  guint    paren;               /* of its parameters, or LOOM_NOWHERE */
  guint    equals;              /* or LOOM_NOWHERE */
  gboolean has_body;
  gboolean is_global, is_device, is_constant, is_host, is_type, is_constexpr;
} LoomSourceDeclaration;

void      _loom_source_read_declaration (const LoomSourceReader *self,
                                         guint                   start,
                                         LoomSourceDeclaration  *declaration);
gboolean  _loom_source_is_attribute     (const LoomSourceReader *self,
                                         guint                   index);
guint     _loom_source_find_comma       (const LoomSourceReader *self,
                                         guint                   index,
                                         guint                   end);
char     *_loom_source_dup_param_name   (const LoomSourceReader *self,
                                         guint                   first,
                                         guint                   end);
GStrv     _loom_source_list_params      (const LoomSourceReader *self,
                                         guint                   paren);
