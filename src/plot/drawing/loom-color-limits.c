/* loom-color-limits.c: which values the colours reach from and to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-color-limits.h"

#include <math.h>
#include <string.h>

static gboolean
read_number (const char **text,
             double      *number)
{
  char *end;

  *number = g_ascii_strtod (*text, &end);
  if (end == *text || !isfinite (*number))
    return FALSE;
  *text = end + strspn (end, " \t");
  return TRUE;
}

/**
 * loom_color_limits_parse:
 * @text: (nullable): as a document has it
 * @limits: (out): the limits; untouched if there are none
 *
 * Returns: whether the text says some, with a low one below the high one, or a share below a half
 */
gboolean
loom_color_limits_parse (const char      *text,
                         LoomColorLimits *limits)
{
  LoomColorLimits read = { 0 };

  if (text == NULL || !read_number (&text, &read.low))
    return FALSE;
  if (strcmp (text, "%") == 0)
    {
      if (!(read.low > 0 && read.low < 50))
        return FALSE;
      *limits = (LoomColorLimits) { .cut = read.low };
      return TRUE;
    }
  if (*text++ != ',' || !read_number (&text, &read.high) || *text != '\0'
      || !(read.low < read.high))
    return FALSE;
  *limits = read;
  return TRUE;
}

static void
append_number (GString *text,
               double   number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.9g", number);
  if (g_ascii_strtod (buffer, NULL) != number)
    g_ascii_dtostr (buffer, sizeof buffer, number);
  g_string_append (text, buffer);
}

/**
 * loom_color_limits_format:
 *
 * Returns: (transfer full): the text for a document; empty if they are those of the values
 */
char *
loom_color_limits_format (const LoomColorLimits *self)
{
  GString *text = g_string_new (NULL);

  if (self->cut > 0)
    {
      append_number (text, self->cut);
      g_string_append_c (text, '%');
    }
  else if (self->low < self->high)
    {
      append_number (text, self->low);
      g_string_append_c (text, ',');
      append_number (text, self->high);
    }
  return g_string_free (text, FALSE);
}

gboolean
loom_color_limits_equal (const LoomColorLimits *a,
                         const LoomColorLimits *b)
{
  return a->cut == b->cut && a->low == b->low && a->high == b->high;
}
