/* loom-format.c: numbers for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-format.h"

#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * loom_format_extents:
 * @extents: of a block or a grid
 *
 * Returns: (transfer full): as in "16 × 16", without the axes at the end that are 1
 */
char *
loom_format_extents (const LoomDim3 *extents)
{
  g_autofree char *x = loom_typeset_count (extents->x), *y = loom_typeset_count (extents->y);
  g_autofree char *z = loom_typeset_count (extents->z);

  if (extents->z > 1)
    return g_strdup_printf ("%s × %s × %s", x, y, z);
  return extents->y > 1 ? g_strdup_printf ("%s × %s", x, y) : g_steal_pointer (&x);
}

/**
 * loom_format_ms:
 * @ms: a time in milliseconds
 *
 * Writes a time with three significant digits in the unit that suits it.
 *
 * Returns: (transfer full): text
 */
char *
loom_format_ms (double ms)
{
  if (ms >= 10000)
    return g_strdup_printf (_("%.1f s"), ms / 1000);
  if (ms >= 100)
    return g_strdup_printf (_("%.0f ms"), ms);
  if (ms >= 1)
    return g_strdup_printf (_("%.1f ms"), ms);
  if (ms >= 0.1)
    return g_strdup_printf (_("%.0f µs"), ms * 1000);
  if (ms >= 0.01)
    return g_strdup_printf (_("%.1f µs"), ms * 1000);
  return g_strdup_printf (_("%.2f µs"), ms * 1000);
}

/**
 * loom_format_moment:
 * @moment: when something was, as clocks of this place show it
 * @now: what they show now
 *
 * Returns: (transfer full): as in "today, 20:51", to the minute
 */
char *
loom_format_moment (GDateTime *moment,
                    GDateTime *now)
{
  const gboolean is_this_year = g_date_time_get_year (moment) == g_date_time_get_year (now);

  if (is_this_year && g_date_time_get_day_of_year (moment) == g_date_time_get_day_of_year (now))
    /* Translators: a time of this day, as g_date_time_format() takes it */
    return g_date_time_format (moment, _("today, %H:%M"));
  /* Translators: a day and a time of it, as g_date_time_format() takes them */
  return g_date_time_format (moment, _("%-d %B %Y, %H:%M"));
}

/**
 * loom_format_share:
 * @part: a number of things
 * @whole: of how many
 *
 * Writes a number with its share of the whole, as `120 (47 %)`.
 *
 * Returns: (transfer full): text
 */
char *
loom_format_share (guint64 part,
                   guint64 whole)
{
  g_autofree char *count = loom_typeset_count (part);
  g_autofree char *share = loom_share_format (part, whole);

  if (whole == 0 || part == 0)
    return g_steal_pointer (&count);
  return g_strdup_printf ("%s (%s)", count, share);
}

/* A file, a setting or a piece of code begins the text: no word of a language has such signs. */
static gboolean
begins_with_name (const char *text)
{
  const gsize length = strcspn (text, " :;,");

  for (gsize i = 0; i < length; i++)
    if (strchr ("._/\\<>()[]#=0123456789", text[i]) != NULL
        || (i > 0 && g_ascii_isupper (text[i])))
      return TRUE;
  return FALSE;
}

/**
 * loom_format_sentence:
 * @text: the message of an error, which begins small because it may follow other words
 *
 * Makes it stand alone: with a capital, unless it begins with a name, which stays as it is written.
 *
 * Returns: (transfer full): text
 */
char *
loom_format_sentence (const char *text)
{
  const char *rest = g_utf8_next_char (text);
  g_autofree char *first = g_utf8_strup (text, rest - text);

  return *text != '\0' && !begins_with_name (text) ? g_strconcat (first, rest, NULL)
                                                   : g_strdup (text);
}

/**
 * loom_format_badge:
 * @fidelity: where a number comes from
 *
 * Time that this computer spent is of no kernel, and has none.
 *
 * Returns: (transfer none): the sign that stands beside every number of that kind
 */
const char *
loom_format_badge (LoomFidelity fidelity)
{
  switch (fidelity)
    {
    case LOOM_FIDELITY_SIMULATED:
      return "◆";
    case LOOM_FIDELITY_MEASURED:
      return "●";
    case LOOM_FIDELITY_MODELLED:
      return "○";
    case LOOM_FIDELITY_HOST:
    default:
      return "";
    }
}

/**
 * loom_format_fidelity:
 * @fidelity: where a number comes from
 *
 * Returns: (transfer none): the same in words, for people
 */
const char *
loom_format_fidelity (LoomFidelity fidelity)
{
  switch (fidelity)
    {
    case LOOM_FIDELITY_SIMULATED:
      return _("simulated");
    case LOOM_FIDELITY_MEASURED:
      return _("measured");
    case LOOM_FIDELITY_MODELLED:
      return _("modelled");
    case LOOM_FIDELITY_HOST:
    default:
      return _("this computer");
    }
}

/**
 * loom_format_compilation:
 * @compilation: where the code of a run comes from
 *
 * Returns: (transfer none): the same in words, for people
 */
const char *
loom_format_compilation (LoomCompilation compilation)
{
  switch (compilation)
    {
    case LOOM_COMPILATION_CACHED:
      return _("cached: this code was compiled before");
    case LOOM_COMPILATION_REUSED:
      return _("cached: compiled for an earlier run");
    case LOOM_COMPILATION_COLD:
    default:
      return _("cold: compiled for this run");
    }
}

/**
 * loom_format_dup_source:
 * @fidelity: where a number comes from
 *
 * Returns: (transfer full): its sign, if it has one, and the same in words
 */
char *
loom_format_dup_source (LoomFidelity fidelity)
{
  return g_strchug (g_strdup_printf ("%s %s", loom_format_badge (fidelity),
                                     loom_format_fidelity (fidelity)));
}
