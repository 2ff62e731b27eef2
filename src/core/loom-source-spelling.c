/* loom-source-spelling.c: words that lines cut, and signs that are spelt with two
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A backslash at a line's end means nothing wherever it stands, so it is moved behind the word that
 * it cuts. In raw strings it means itself, and comments nobody reads.
 */

#include "config.h"

#include "loom-source-spelling-private.h"

#include "loom-lexer-private.h"

#include <string.h>

typedef struct
{
  char  *text;
  gsize  length;
} Text;

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (guchar) c >= 0x80;
}

static char
get (const Text *self,
     gsize       at)
{
  return at < self->length ? self->text[at] : '\0';
}

/* Behind the line ends at a place that backslashes take back. */
static gsize
skip_splices (const Text *self,
              gsize       at)
{
  while (get (self, at) == '\\')
    {
      if (get (self, at + 1) == '\n')
        at += 2;
      else if (get (self, at + 1) == '\r' && get (self, at + 2) == '\n')
        at += 3;
      else
        break;
    }
  return at;
}

/* Puts what a word goes on with before the line ends that cut it; returns where it ends then. */
static gsize
join_word (Text  *self,
           gsize  end)
{
  gsize at = end, next;
  g_autoptr (GString) splices = NULL;

  while ((next = skip_splices (self, at)) > at && is_word_byte (get (self, next)))
    {
      if (splices == NULL)
        splices = g_string_new (NULL);
      g_string_append_len (splices, self->text + at, (gssize) (next - at));
      for (at = next; is_word_byte (get (self, at)); at++)
        self->text[end++] = self->text[at];
    }
  if (splices != NULL)
    memcpy (self->text + end, splices->str, splices->len);
  return end;
}

/* Strings of a directive can take it as well, but for raw ones. */
static void
join_directive (Text            *self,
                const LoomToken *token)
{
  const gsize end = token->offset + token->length;

  if (g_strstr_len (self->text + token->offset, (gssize) token->length, "R\"") != NULL)
    return;
  for (gsize at = token->offset; at < end; at++)
    if (is_word_byte (self->text[at]) || self->text[at] == '#')
      at = join_word (self, at + 1) - 1;
}

/* The sign that two stand for, or 0. `<::` is `<` and `::`, unless a third sign makes it `[:` and
 * more. */
static char
get_digraph (const Text *self,
             gsize       at)
{
  static const char digraphs[][4] = { "<%{", "%>}", "<:[", ":>]", "%:#" };
  const char third = get (self, at + 2), fourth = third != '\0' ? get (self, at + 3) : '\0';

  for (guint i = 0; i < G_N_ELEMENTS (digraphs); i++)
    if (get (self, at) == digraphs[i][0] && get (self, at + 1) == digraphs[i][1])
      return digraphs[i][2] == '[' && third == ':' && fourth != ':' && fourth != '>'
             ? '\0' : digraphs[i][2];
  return '\0';
}

void
_loom_source_respell (char  *text,
                      gsize  length)
{
  Text self = { text, length };
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      const char sign = token.kind == LOOM_TOKEN_PUNCTUATION ? get_digraph (&self, token.offset)
                                                             : '\0';

      if (token.kind == LOOM_TOKEN_IDENTIFIER || token.kind == LOOM_TOKEN_NUMBER)
        lexer.at = join_word (&self, lexer.at);
      else if (token.kind == LOOM_TOKEN_DIRECTIVE)
        join_directive (&self, &token);
      else if (sign != '\0')
        {
          text[token.offset] = sign;
          text[token.offset + 1] = ' ';
          /* It may begin a directive: it is read once more. */
          lexer.at = token.offset;
          lexer.line_is_empty = sign == '#';
        }
    }
}
