#pragma once

#include "loom-lexer-private.h"

#include <string.h>

/* A source by its tokens, which are spoken of by their index. What lies behind the last one is no
 * word and no punctuation. */
typedef struct
{
  const char *text;
  GArray     *tokens;           /* (element-type LoomToken) */
  guint       n;
} LoomSourceReader;

static inline const LoomToken *
get_token (const LoomSourceReader *self,
           guint                   index)
{
  return &g_array_index (self->tokens, LoomToken, index);
}

static inline char *
dup_token (const LoomSourceReader *self,
           guint                   index)
{
  const LoomToken *token = get_token (self, index);

  return g_strndup (self->text + token->offset, token->length);
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
