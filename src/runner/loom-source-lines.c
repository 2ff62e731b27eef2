/* loom-source-lines.c: finds lines of a source that the compiler's messages are about
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-lines.h"

#include <string.h>

/**
 * loom_source_count_lines:
 * @source: text
 *
 * Returns: its lines; a last line without an end counts
 */
guint
loom_source_count_lines (const char *source)
{
  guint lines = 0;

  for (const char *at = source; *at != '\0'; at++)
    if (*at == '\n' || at[1] == '\0')
      lines++;

  return MAX (lines, 1);
}

/**
 * loom_source_find_include:
 * @source: text
 * @file: name of a file, as a message gives it
 *
 * Finds the line that includes a file, by the last part of its name.
 *
 * Returns: the line from 1, or 0
 */
guint
loom_source_find_include (const char *source,
                          const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  guint line = 1;

  for (const char *at = source; at != NULL; line++)
    {
      const char *end = strchr (at, '\n');
      gssize length = end != NULL ? end - at : (gssize) strlen (at);
      const char *word = at + strspn (at, " \t");

      if (*word == '#' && g_strstr_len (word, length - (word - at), "include") != NULL &&
          g_strstr_len (at, length, base) != NULL)
        return line;
      at = end != NULL ? end + 1 : NULL;
    }

  return 0;
}
