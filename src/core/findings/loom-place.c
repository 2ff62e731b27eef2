/* loom-place.c: a line of the document, or of what it includes, in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-place.h"

#include <glib/gi18n-lib.h>

/**
 * loom_place_format:
 * @file: (nullable): of the line; %NULL: the document
 *
 * Returns: (transfer full): a line as sentences about the document have it: the number alone,
 *   unless it is another file's
 */
char *
loom_place_format (const char *file,
                   guint       line)
{
  if (file == NULL)
    return g_strdup_printf ("%u", line);

  /* Translators: goes behind the word “line”: 1 its number, 2 the name of a file */
  return g_strdup_printf (_("%1$u of %2$s"), line, file);
}
