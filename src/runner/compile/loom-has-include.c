/* loom-has-include.c: finds a question to the compiler whether a file exists
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-has-include.h"

#include <string.h>

#define QUESTION "__has_include"        /* and __has_include_next */

/* A line goes on behind a backslash, in the middle of a word too; "??/" is one to old standards. */
static gsize
splice_length (const char *at)
{
  gsize length = *at == '\\' ? 1 : g_str_has_prefix (at, "?\?/") ? 3 : 0;

  if (length == 0)
    return 0;
  if (at[length] == '\r')
    length++;
  return at[length] == '\n' ? length + 1 : 0;
}

/* The text in whole lines, and the number of the line that each byte came from. */
static char *
splice (const char *text,
        GArray     *lines)
{
  GString *spliced = g_string_sized_new (strlen (text));
  guint line = 1;

  while (*text != '\0')
    {
      gsize skipped = splice_length (text);

      if (skipped > 0)
        {
          text += skipped;
          line++;
          continue;
        }
      g_array_append_val (lines, line);
      line += *text == '\n';
      g_string_append_c (spliced, *text++);
    }

  return g_string_free (spliced, FALSE);
}

/* A beginning of the word, which pasting may complete. */
static gboolean
is_beginning (const char *word,
              gsize       length)
{
  return length < strlen (QUESTION) && strncmp (QUESTION, word, length) == 0;
}

/**
 * loom_has_include_find:
 * @text: a source, or an option
 *
 * Looks for `__has_include`, which tells whether a file exists, wherever it lies: the word itself,
 * split over lines or not, and, in a text that pastes words together, one that it begins with.
 * Comments and strings count too: they are cheap to mend, and telling them apart is not cheap to
 * get right.
 *
 * Returns: the line that it stands in, 0 where it is not
 */
guint
loom_has_include_find (const char *text)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *spliced = splice (text, lines);
  gboolean pastes = strstr (spliced, "##") != NULL || strstr (spliced, "%:%:") != NULL ||
                    strstr (spliced, "?\?=?\?=") != NULL;
  const char *at = strstr (spliced, QUESTION + strlen ("__"));

  if (at != NULL)
    return g_array_index (lines, guint, at - spliced);

  for (at = spliced; pastes && *at != '\0';)
    {
      gsize length = 0;

      while (g_ascii_isalnum (at[length]) || at[length] == '_')
        length++;
      if (length > 0 && is_beginning (at, length))
        return g_array_index (lines, guint, at - spliced);
      at += MAX (length, 1);
    }

  return 0;
}
