/* loom-line-figure.c: what a line of the source cost, in each kind of figure that a profile has
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-line-figure.h"

#include "loom-format.h"
#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Counts beside a line have room for four digits and a prefix. */
static char *
format_short (guint64 count)
{
  static const char prefixes[] = "kMGTPE";
  double number = count;
  guint prefix = 0;

  if (count < 10000)
    return g_strdup_printf ("%u", (guint) count);
  for (number /= 1000; number >= 1000; number /= 1000)
    prefix++;
  return g_strdup_printf (number < 100 ? "%.1f %c" : "%.0f %c", number, prefixes[prefix]);
}

/* -- Executions -- */

static char *
dup_executed (const LoomLineProfile *line)
{
  return line->executed > 0 ? format_short (line->executed) : NULL;
}

static char *
dup_executed_words (const LoomLineProfile *line)
{
  g_autofree char *executed = loom_typeset_count (line->executed);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s warp instruction",
                                       "%s warp instructions", (gulong) line->executed), executed);
}

static double
cost_executed (const LoomLineProfile *line)
{
  return (double) line->executed;
}

/* -- Active lanes -- */

static double
get_lanes (const LoomLineProfile *line)
{
  return line->executed > 0 ? (double) line->lanes / (double) line->executed : LOOM_WARP_LANES;
}

static char *
dup_lanes (const LoomLineProfile *line)
{
  return line->executed > 0 ? loom_share_format (get_lanes (line), LOOM_WARP_LANES) : NULL;
}

static char *
dup_lanes_words (const LoomLineProfile *line)
{
  return g_strdup_printf (_("%.1f of 32 lanes active on average"), get_lanes (line));
}

static double
cost_lanes (const LoomLineProfile *line)
{
  return LOOM_WARP_LANES - get_lanes (line);
}

/* -- Sectors for each request of global memory -- */

static double
get_sectors (const LoomLineProfile *line)
{
  return line->requests > 0 ? (double) line->sectors / (double) line->requests : 0;
}

static char *
dup_sectors (const LoomLineProfile *line)
{
  return line->requests > 0 ? g_strdup_printf ("%.2f", get_sectors (line)) : NULL;
}

static char *
dup_sectors_words (const LoomLineProfile *line)
{
  g_autofree char *requests = loom_typeset_count (line->requests);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%2$.2f sectors for %1$s request of global memory",
                                       "%2$.2f sectors for each of %1$s requests of global memory",
                                       (gulong) line->requests), requests, get_sectors (line));
}

/* -- Bank conflicts -- */

static char *
dup_conflicts (const LoomLineProfile *line)
{
  return line->shared_requests > 0 ? format_short (line->conflicts) : NULL;
}

static char *
dup_conflicts_words (const LoomLineProfile *line)
{
  g_autofree char *conflicts = loom_typeset_count (line->conflicts);
  g_autofree char *requests = loom_typeset_count (line->shared_requests);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%1$s pass more for bank conflicts, in requests of shared "
                                       "memory: %2$s",
                                       "%1$s passes more for bank conflicts, in requests of shared "
                                       "memory: %2$s", (gulong) line->conflicts),
                          conflicts, requests);
}

static double
cost_conflicts (const LoomLineProfile *line)
{
  return (double) line->conflicts;
}

/* -- Bytes of global memory -- */

static char *
dup_bytes (const LoomLineProfile *line)
{
  return line->requests > 0 ? format_short (line->bytes) : NULL;
}

static char *
dup_bytes_words (const LoomLineProfile *line)
{
  g_autofree char *bytes = loom_typeset_count (line->bytes);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s byte of global memory asked for",
                                       "%s bytes of global memory asked for",
                                       (gulong) line->bytes), bytes);
}

static double
cost_bytes (const LoomLineProfile *line)
{
  return (double) line->bytes;
}

static const LoomLineFigure figures[] = {
  { "executions", N_("_Executions"), N_("Full shade: the line with the most executions"),
    dup_executed, dup_executed_words, cost_executed },
  { "active-lanes", N_("_Active Lanes"), N_("Full shade: no lane active; none: all 32"),
    dup_lanes, dup_lanes_words, cost_lanes, LOOM_WARP_LANES },
  { "sectors", N_("_Sectors per Request"), N_("Full shade: a sector for each of 32 lanes"),
    dup_sectors, dup_sectors_words, get_sectors, LOOM_WARP_LANES },
  { "conflicts", N_("Bank _Conflicts"), N_("Full shade: the line with the most conflicts"),
    dup_conflicts, dup_conflicts_words, cost_conflicts },
  { "bytes", N_("_Bytes of Global Memory"), N_("Full shade: the line that asks for the most bytes"),
    dup_bytes, dup_bytes_words, cost_bytes },
};

/**
 * loom_line_figure_get:
 *
 * Returns: (nullable): a kind of figure, or %NULL behind the last
 */
const LoomLineFigure *
loom_line_figure_get (guint index)
{
  return index < G_N_ELEMENTS (figures) ? &figures[index] : NULL;
}

/**
 * loom_line_figure_find:
 * @name: (nullable): of a setting
 *
 * Returns: the kind of that name, or the first one
 */
const LoomLineFigure *
loom_line_figure_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (g_strcmp0 (figures[i].name, name) == 0)
      return &figures[i];
  return &figures[0];
}

/**
 * loom_line_figure_get_most:
 * @profile: what lines of the document cost
 *
 * Returns: the cost that has the full shade; 0: no line has any
 */
double
loom_line_figure_get_most (const LoomLineFigure *self,
                           const LoomProfile    *profile)
{
  double most = self->full;

  g_return_val_if_fail (self != NULL && profile != NULL, 0);

  for (guint i = 0; i < profile->lines->len && self->full <= 0; i++)
    {
      const LoomLineProfile *line = &g_array_index (profile->lines, LoomLineProfile, i);

      if (line->file == NULL && line->line > 0)
        most = MAX (most, self->cost (line));
    }
  return most;
}

/**
 * loom_line_figure_dup_all:
 * @separator: between two figures
 *
 * Returns: (transfer full): all figures that a line has, in words
 */
char *
loom_line_figure_dup_all (const LoomLineProfile *line,
                          const char            *separator)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (line != NULL && separator != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *has = figures[i].dup_short (line);
      g_autofree char *words = has != NULL ? figures[i].dup_words (line) : NULL;

      if (words != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? separator : "", words);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
