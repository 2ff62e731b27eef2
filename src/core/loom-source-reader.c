/* loom-source-reader.c: finds its way in the tokens of a source: words, brackets, text
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-reader-private.h"

/* (element-type LoomSourceToken) */
GArray *
_loom_source_tokens_new (const char *text,
                         gsize       length)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (LoomSourceToken));
  LoomSourceToken kept = { { 0 } };
  LoomLexer lexer;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &kept.token))
    {
      if (kept.token.kind != LOOM_TOKEN_DIRECTIVE && kept.token.kind != LOOM_TOKEN_COMMENT)
        g_array_append_val (tokens, kept);
    }

  return tokens;
}

/* Template arguments longer than this are not recognised; it bounds the search for each closing
 * bracket. */
#define MAX_ARGUMENTS 128

gboolean
_loom_source_is_any (const LoomSourceReader         *self,
                     guint                           index,
                     const char             * const *words)
{
  for (; *words != NULL; words++)
    {
      if (is_word (self, index, *words))
        return TRUE;
    }

  return FALSE;
}

/* Whether a blank stands between two tokens, or has to since they would be read as one. */
static gboolean
is_apart (const LoomSourceReader *self,
          const LoomToken        *token,
          const LoomToken        *next)
{
  gsize at = token->offset + token->length;

  while (at < next->offset && g_ascii_isspace (self->text[at]))
    at++;
  if (at == next->offset && at > token->offset + token->length)
    return TRUE;
  return token->kind != LOOM_TOKEN_PUNCTUATION && next->kind != LOOM_TOKEN_PUNCTUATION;
}

/* Tokens as one would write them: what stands between them is one blank. */
char *
_loom_source_dup_text (const LoomSourceReader *self,
                       guint                   first,
                       guint                   end)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < end; i++)
    {
      const LoomToken *token = get_token (self, i);

      g_string_append_len (text, self->text + token->offset, token->length);
      if (i + 1 < end && is_apart (self, token, get_token (self, i + 1)))
        g_string_append_c (text, ' ');
    }

  return g_string_free (text, FALSE);
}

/* Behind the bracket that closes the one at `index`, or the end. */
guint
_loom_source_skip_brackets (const LoomSourceReader *self,
                            guint                   index)
{
  char open = get_punctuation (self, index);
  char close = open == '(' ? ')' : open == '[' ? ']' : '}';
  guint depth = 0;

  for (; index < self->n; index++)
    {
      char c = get_punctuation (self, index);

      if (c == open)
        depth++;
      else if (c == close && --depth == 0)
        return index + 1;
    }

  return self->n;
}

/* Behind the > that closes the < at `index`; `index` itself if it is a mere comparison. */
guint
_loom_source_skip_angles (const LoomSourceReader *self,
                          guint                   index)
{
  guint depth = 0, parens = 0;

  for (guint i = index; i < self->n && i - index < MAX_ARGUMENTS; i++)
    {
      char c = get_punctuation (self, i);

      if (c == ';' || c == '{' || c == '}' || (c == ')' && parens == 0))
        break;
      parens += (c == '(') - (c == ')');
      if (parens > 0)
        continue;
      if (c == '<')
        depth++;
      else if (c == '>' && --depth == 0)
        return i + 1;
    }

  return index;
}

/* The same, but never the same place. */
guint
_loom_source_step_over_angles (const LoomSourceReader *self,
                               guint                   index)
{
  guint next = _loom_source_skip_angles (self, index);

  return MAX (next, index + 1);
}
