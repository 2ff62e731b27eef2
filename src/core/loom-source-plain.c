/* loom-source-plain.c: a text as a compiler reads it, without what means nothing to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-plain.h"

#include "loom-lexer-private.h"

#include <string.h>

typedef struct
{
  GString *text;
  GString *blanks;              /* that are dropped if the line ends behind them */
} Writer;

/* Blanks behind a backslash keep the line from going on. */
static void
end_blanks (Writer   *self,
            gboolean  line_ends)
{
  const gboolean after_backslash
      = self->text->len > 0 && self->text->str[self->text->len - 1] == '\\';

  if (!line_ends)
    g_string_append_len (self->text, self->blanks->str, (gssize) self->blanks->len);
  else if (after_backslash && self->blanks->len > 0)
    g_string_append_c (self->text, ' ');
  g_string_truncate (self->blanks, 0);
}

static gboolean
ends_line (const char *at,
           const char *end)
{
  return *at == '\n' || (*at == '\r' && at + 1 < end && at[1] == '\n');
}

static void
append_line_end (Writer *self,
                 char    c)
{
  end_blanks (self, TRUE);
  g_string_append_c (self->text, c);
}

/* Between two tokens. */
static void
append_space (Writer     *self,
              const char *at,
              const char *end)
{
  for (; at < end; at++)
    if (*at == ' ' || *at == '\t')
      g_string_append_c (self->blanks, *at);
    else if (ends_line (at, end))
      append_line_end (self, *at);
    else
      {
        end_blanks (self, FALSE);
        g_string_append_c (self->text, *at);
      }
}

/* A blank for each character, so that what stands behind it keeps its column. */
static void
append_comment (Writer     *self,
                const char *at,
                const char *end)
{
  for (; at < end; at++)
    if (ends_line (at, end))
      append_line_end (self, *at);
    else if (((guchar) *at & 0xc0) != 0x80)
      g_string_append_c (self->blanks, *at == '\t' ? '\t' : ' ');
}

/* One that is never closed is a mistake, and a trigraph may be a backslash at the end of a line. */
static gboolean
means_nothing (const char      *text,
               const LoomToken *token)
{
  const char *comment = text + token->offset;

  if (memmem (comment, token->length, "?\?/", 3) != NULL)
    return FALSE;
  return comment[1] == '/'
         || (token->length >= 4 && memcmp (comment + token->length - 2, "*/", 2) == 0);
}

/**
 * loom_source_dup_plain:
 * @text: CUDA C++, with its words in one piece
 *
 * Writes a text as the compiler understands it: blanks in place of comments, and none at the ends
 * of lines. Two texts that differ in nothing else are the same then. What is left stands in the
 * line and at the column, counted in characters, where it stood. Directives stay as they are.
 *
 * Returns: (transfer full): the text
 */
char *
loom_source_dup_plain (const char *text,
                       gsize       length)
{
  Writer writer = { g_string_sized_new (length), g_string_new (NULL) };
  gsize done = 0;
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  while (_loom_lexer_next (&lexer, &token))
    {
      append_space (&writer, text + done, text + token.offset);
      done = token.offset + token.length;
      if (token.kind == LOOM_TOKEN_COMMENT && means_nothing (text, &token))
        {
          append_comment (&writer, text + token.offset, text + done);
          continue;
        }

      end_blanks (&writer, FALSE);
      g_string_append_len (writer.text, text + token.offset, (gssize) token.length);
    }

  append_space (&writer, text + done, text + length);
  end_blanks (&writer, TRUE);
  g_string_free (writer.blanks, TRUE);
  return g_string_free (writer.text, FALSE);
}
