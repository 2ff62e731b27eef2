/* loom-source-device-blank.c: spaces in place of what is left out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

#include <string.h>

/* `#pragma unroll`, `#pragma omp`: they belong to the statement behind them, which is gone. */
static gboolean
is_of_statement (const char        *text,
                 const DeviceRange *directive)
{
  static const char * const words[] = { "unroll", "nounroll", "omp", "acc" };
  const char *line = text + directive->offset + 1;
  const char *end = text + directive->end;

  while (line < end && g_ascii_isspace (*line))
    line++;
  if (end - line < 6 || memcmp (line, "pragma", 6) != 0)
    return FALSE;
  for (line += 6; line < end && g_ascii_isspace (*line); )
    line++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((gsize) (end - line) >= strlen (words[i]) &&
        memcmp (line, words[i], strlen (words[i])) == 0)
      return TRUE;

  return FALSE;
}

static void
blank (char  *text,
       guint  first,
       guint  end)
{
  for (guint i = first; i < end; i++)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

/* Spaces in place of all but line ends and directives. */
void
_loom_device_blank (const DeviceTokens *tokens,
                    char               *text,
                    DeviceRange         range)
{
  GArray *directives = tokens->directives;
  guint at = range.offset;

  for (guint i = _loom_device_find_place (directives, at); i < directives->len; i++)
    {
      const DeviceRange *directive = &g_array_index (directives, DeviceRange, i);

      if (directive->offset >= range.end)
        break;
      if (is_of_statement (text, directive))
        continue;
      blank (text, at, directive->offset);
      at = MAX (at, directive->end);
    }

  blank (text, at, range.end);
}
