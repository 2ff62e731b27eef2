/* loom-source-nested.c: device code without the launches that it makes itself
 *
 * A compiler that makes no relocatable code refuses them, and the simulator has none. Where a
 * thread comes to one it stops, so that all else of the text can be run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-plain.h"

#include "loom-lexer-private.h"

#define STOP "__trap ()"
#define BRACKETS 3              /* of "<<<" and ">>>" */
#define MAX_LAUNCH 300          /* tokens that are looked through */

typedef struct
{
  const char *text;
  GArray     *tokens;           /* (element-type LoomToken), no comments */
} Reader;

static const LoomToken *
get_token (const Reader *self,
           guint         index)
{
  return &g_array_index (self->tokens, LoomToken, index);
}

static gboolean
is_at (const Reader *self,
       guint         index,
       const char   *word)
{
  return index < self->tokens->len && _loom_token_is (get_token (self, index), self->text, word);
}

static gboolean
are_brackets (const Reader *self,
              guint         index,
              const char   *bracket)
{
  for (guint i = 0; i < BRACKETS; i++)
    if (!is_at (self, index + i, bracket)
        || get_token (self, index + i)->offset != get_token (self, index)->offset + i)
      return FALSE;
  return TRUE;
}

/* Behind the parenthesis that closes one. */
static guint
pass_parentheses (const Reader *self,
                  guint         index)
{
  const guint end = MIN (self->tokens->len, index + MAX_LAUNCH);
  guint depth = 0;

  do
    {
      depth += is_at (self, index, "(");
      depth -= is_at (self, index, ")");
      index++;
    }
  while (depth > 0 && index < end);
  return index;
}

/* Whether no space is between a token and the next one. */
static gboolean
is_joined (const Reader *self,
           guint         index)
{
  const LoomToken *token = get_token (self, index);

  return token->kind == LOOM_TOKEN_IDENTIFIER
         && token->offset + token->length == get_token (self, index + 1)->offset;
}

/* Where the kernel's name begins: "math::scale<float>" or "::scale" in front of the brackets. */
static guint
find_name (const Reader *self,
           guint         brackets)
{
  guint index = brackets, depth = 0;

  do
    {
      index--;
      depth += is_at (self, index, ">");
      depth -= is_at (self, index, "<") && depth > 0;
    }
  while (index > 0 && brackets - index < MAX_LAUNCH && (depth > 0 || is_at (self, index, "<")));
  while (index >= 2 && is_at (self, index - 1, ":") && is_at (self, index - 2, ":"))
    index -= index >= 3 && is_joined (self, index - 3) ? 3 : 2;
  return index;
}

/* Behind the launch, or 0: it is none. */
static guint
find_end (const Reader *self,
          guint         brackets)
{
  guint index = brackets + BRACKETS;

  while (index < MIN (self->tokens->len, brackets + MAX_LAUNCH) && !is_at (self, index, ";")
         && !are_brackets (self, index, ">"))
    index = is_at (self, index, "(") ? pass_parentheses (self, index) : index + 1;
  if (!are_brackets (self, index, ">") || !is_at (self, index + BRACKETS, "("))
    return 0;
  return pass_parentheses (self, index + BRACKETS);
}

/**
 * loom_source_dup_without_launches:
 * @text: CUDA C++ for the device
 *
 * Writes a text with a stop in place of each launch; what stands behind one stays in its line.
 *
 * Returns: (transfer full): the text
 */
char *
loom_source_dup_without_launches (const char *text,
                                  gsize       length)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  const Reader self = { text, tokens };
  GString *result = g_string_sized_new (length);
  gsize done = 0;
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    if (token.kind != LOOM_TOKEN_COMMENT)
      g_array_append_val (tokens, token);

  for (guint i = 1; i < tokens->len; i++)
    {
      const guint end = are_brackets (&self, i, "<") ? find_end (&self, i) : 0;
      const gsize from = end > 0 ? get_token (&self, find_name (&self, i))->offset : 0;
      const gsize to = end > 0 ? get_token (&self, end - 1)->offset + 1 : 0;

      if (end == 0 || from < done)
        continue;
      g_string_append_len (result, text + done, (gssize) (from - done));
      /* all stays in its line */
      g_string_append (result, STOP);
      for (gsize at = from; at < to; at++)
        if (text[at] == '\n')
          g_string_append_c (result, '\n');
      done = to;
      i = end - 1;
    }
  g_string_append_len (result, text + done, (gssize) (length - done));
  return g_string_free (result, FALSE);
}
