/* loom-typeset.c: the minus signs of numbers that people read
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-typeset.h"

#include <string.h>

#define MINUS "\342\210\222"            /* U+2212 */

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
