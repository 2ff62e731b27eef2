/* loom-typeset.c: minus signs and groups of digits in numbers that people read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-typeset.h"

#include <string.h>

#define MINUS "\342\210\222"            /* U+2212 */
/* NARROW NO-BREAK SPACE between groups of three digits (ISO 80000-1), in every language. */
#define GROUP_SPACE "\342\200\257"

/* Before a number or what stands for one, and behind no word, save the e of an exponent. */
static gboolean
is_sign (const char *text,
         const char *at)
{
  const char next = at[1];
  const char before = at > text ? at[-1] : ' ';

  if (*at != '-' || !(g_ascii_isdigit (next) || next == '.' || next == 'i'))
    return FALSE;
  return !g_ascii_isalnum (before)
         || (before == 'e' && at - text >= 2 && g_ascii_isdigit (at[-2]));
}

/**
 * loom_typeset:
 * @number: (transfer full) (nullable): a number, or several as in "(-1, 2e-05)"
 *
 * Sets a number for people: see loom-typeset.h for where.
 *
 * Returns: (transfer full) (nullable): the same with the minus signs of print
 */
char *
loom_typeset (char *number)
{
  GString *text;

  if (number == NULL || strchr (number, '-') == NULL)
    return number;
  text = g_string_sized_new (16);
  for (const char *at = number; *at != '\0'; at++)
    if (is_sign (number, at))
      g_string_append (text, MINUS);
    else
      g_string_append_c (text, *at);
  g_free (number);
  return g_string_free (text, FALSE);
}

/**
 * loom_typeset_count:
 * @count: how many
 *
 * Writes a number with its digits in groups of three; four digits stay together.
 *
 * Returns: (transfer full): text
 */
char *
loom_typeset_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  const gsize length = strlen (digits);
  GString *text;

  if (length <= 4)
    return g_steal_pointer (&digits);
  text = g_string_new (NULL);
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, GROUP_SPACE);
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

/**
 * loom_typeset_rough:
 * @number: not below 0
 *
 * Writes a number with three digits, or as a whole one where it has more before the point.
 *
 * Returns: (transfer full): text
 */
char *
loom_typeset_rough (double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (number >= 999.5 && number < 1e18)
    return loom_typeset_count ((guint64) (number + 0.5));
  return g_strdup (g_ascii_formatd (text, sizeof text, "%.3g", number));
}
