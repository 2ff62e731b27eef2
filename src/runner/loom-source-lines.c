/* loom-source-lines.c: finds lines of a source that the compiler's messages are about
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-lines.h"

#include <string.h>

static const char *
find_line (const char *source,
           guint       line)
{
  for (guint i = 1; i < line && source != NULL; i++)
    {
      source = strchr (source, '\n');
      if (source != NULL)
        source++;
    }

  return source;
}

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

/* Past a comment, a string or a character that starts here, else one byte on. */
static const char *
skip_token (const char *at,
            guint      *line)
{
  const char *end;

  if (g_str_has_prefix (at, "//"))
    return at + strcspn (at, "\n");

  if (g_str_has_prefix (at, "/*"))
    {
      end = strstr (at + 2, "*/");
      end = end != NULL ? end + 2 : at + strlen (at);
    }
  else if (*at == '"' || *at == '\'')
    {
      for (end = at + 1; *end != '\0' && *end != *at && *end != '\n'; end++)
        if (*end == '\\' && end[1] != '\0')
          end++;
      if (*end == *at)
        end++;
    }
  else
    end = at + 1;

  for (const char *p = at; p < end; p++)
    *line += *p == '\n';
  return end;
}

/**
 * loom_source_find_end:
 * @source: text
 * @line: where a function's head stands, from 1
 *
 * Finds the line where the function's body ends, by its braces.
 *
 * Returns: the line; @line itself if no body follows
 */
guint
loom_source_find_end (const char *source,
                      guint       line)
{
  const char *at = find_line (source, line);
  guint current = line, depth = 0;

  while (at != NULL && *at != '\0')
    {
      if (*at == '{')
        depth++;
      else if (*at == '}' && depth > 0 && --depth == 0)
        return current;
      else if (*at == ';' && depth == 0)
        return line;
      at = skip_token (at, &current);
    }

  return depth > 0 ? current : line;
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
