/* loom-sweep-chart.c: a sweep as a map: what lies where, and in words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-chart-private.h"

#include "loom-figure-file.h"
#include "loom-number.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define DIGITS 3

static const LoomSweepAxis *
get_axis (const LoomSweepChart *self,
          guint                 axis)
{
  return self->sweep->axes->pdata[axis];
}

/**
 * loom_sweep_chart_new:
 * @sweep: which must outlive the chart
 * @figure: (nullable): what colours the tiles; %NULL: what they are ranked by
 *
 * Returns: (transfer full): a chart
 */
LoomSweepChart *
loom_sweep_chart_new (const LoomSweep       *sweep,
                      const LoomSweepFigure *figure)
{
  LoomSweepChart *self = g_new (LoomSweepChart, 1);

  self->sweep = sweep;
  self->figure = figure;
  self->columns = get_axis (self, 0)->values->len;
  self->rows = sweep->tiles->len / self->columns;
  return self;
}

/* What a simulated sweep is ranked by is known when its first configuration has ended. */
const LoomSweepFigure *
_loom_sweep_chart_get_figure (const LoomSweepChart *self)
{
  return self->figure != NULL ? self->figure : loom_sweep_get_figure (self->sweep);
}

void
loom_sweep_chart_free (LoomSweepChart *self)
{
  g_free (self);
}

/**
 * loom_sweep_chart_measure:
 * @text_scale: how large words are
 * @width: (out): what it takes
 * @height: (out): what it takes
 */
void
loom_sweep_chart_measure (const LoomSweepChart *self,
                          double                text_scale,
                          double               *width,
                          double               *height)
{
  *width = MAX (LOOM_SWEEP_CHART_LEFT + self->columns * LOOM_SWEEP_CHART_TILE +
                LOOM_SWEEP_CHART_MARGIN, LOOM_SWEEP_CHART_LEAST) * text_scale;
  *height = (LOOM_SWEEP_CHART_HEAD + self->rows * LOOM_SWEEP_CHART_TILE +
             LOOM_SWEEP_CHART_BELOW) * text_scale;
}

/**
 * loom_sweep_chart_get_cell:
 * @cell: (out): where a tile is
 */
void
loom_sweep_chart_get_cell (const LoomSweepChart *self,
                           double                text_scale,
                           guint                 tile,
                           cairo_rectangle_t    *cell)
{
  const double side = LOOM_SWEEP_CHART_TILE * text_scale;

  *cell = (cairo_rectangle_t) {
    LOOM_SWEEP_CHART_LEFT * text_scale + tile % self->columns * side,
    LOOM_SWEEP_CHART_HEAD * text_scale + tile / self->columns * side, side, side,
  };
}

/**
 * loom_sweep_chart_find:
 *
 * Returns: the tile at a point, or -1
 */
gint
loom_sweep_chart_find (const LoomSweepChart *self,
                       double                text_scale,
                       double                x,
                       double                y)
{
  const double side = LOOM_SWEEP_CHART_TILE * text_scale;
  const double column = floor ((x - LOOM_SWEEP_CHART_LEFT * text_scale) / side);
  const double row = floor ((y - LOOM_SWEEP_CHART_HEAD * text_scale) / side);

  if (column < 0 || column >= self->columns || row < 0 || row >= self->rows)
    return -1;
  return (gint) (row * self->columns + column);
}

/**
 * loom_sweep_chart_step:
 * @tile: -1: none yet
 *
 * Returns: the tile so many columns and rows further, not beyond the edges
 */
gint
loom_sweep_chart_step (const LoomSweepChart *self,
                       gint                  tile,
                       gint                  columns,
                       gint                  rows)
{
  const gint at = MAX (tile, 0);
  const gint column = CLAMP (at % (gint) self->columns + columns, 0, (gint) self->columns - 1);
  const gint row = CLAMP (at / (gint) self->columns + rows, 0, (gint) self->rows - 1);

  return tile < 0 ? 0 : row * (gint) self->columns + column;
}

/**
 * loom_sweep_chart_find_next_best:
 * @tile: -1: none yet
 *
 * Returns: the tile that is ranked behind that one; the best one behind the last and behind one
 *   without a rank; -1: none has a rank
 */
gint
loom_sweep_chart_find_next_best (const LoomSweepChart *self,
                                 gint                  tile)
{
  const GPtrArray *tiles = self->sweep->tiles;
  const guint rank = tile >= 0 ? ((const LoomSweepTile *) tiles->pdata[tile])->rank : 0;
  gint first = -1;

  for (guint i = 0; i < tiles->len; i++)
    {
      const LoomSweepTile *other = tiles->pdata[i];

      if (other->rank == rank + 1)
        return (gint) i;
      if (other->rank == 1)
        first = (gint) i;
    }
  return first;
}

/* The values of all axes but the first, as all tiles of a row have them. */
char *
_loom_sweep_chart_dup_row (const LoomSweepChart *self,
                           guint                 row)
{
  const LoomSweepTile *tile = self->sweep->tiles->pdata[row * self->columns];
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < self->sweep->axes->len; i++)
    g_string_append_printf (text, "%s%s", i > 1 ? ", " : "",
                            loom_sweep_get_value (self->sweep, tile, i));
  return g_string_free (text, FALSE);
}

/* And the names of these axes. */
char *
_loom_sweep_chart_dup_names (const LoomSweepChart *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < self->sweep->axes->len; i++)
    g_string_append_printf (text, "%s%s", i > 1 ? ", " : "", get_axis (self, i)->name);
  return g_string_free (text, FALSE);
}

/* A count is whole; of a time a few digits say what there is to say. */
char *
_loom_sweep_chart_dup_number (double value)
{
  return value >= 1 && value == floor (value) ? loom_typeset_count ((guint64) value)
         : value >= 0 ? loom_typeset_rough (value) : loom_number_format (value, DIGITS);
}

/* How a configuration ended, in a word. */
const char *
_loom_sweep_chart_get_state (LoomOutcomeState state)
{
  static const char * const words[LOOM_N_OUTCOMES] = {
    N_("waiting"), N_("running"), N_("done"), N_("impossible"), N_("stopped"), N_("wrong"),
    N_("failed"),
  };

  return _(words[state]);
}

static void
append_coverage (GString             *text,
                 const LoomSweepTile *tile)
{
  const LoomArrayCounts *counts = &tile->outcome->tally.counts;
  g_autofree char *written = loom_typeset_count (counts->written);
  g_autofree char *cells = loom_typeset_count (counts->cells);

  if (!loom_sweep_outcome_has_run (tile->outcome))
    return;
  g_string_append_printf (text, _("; %1$s of %2$s cells written"), written, cells);
  if (counts->missed > 0)
    {
      g_autofree char *missed = loom_typeset_count ((guint64) counts->missed);

      g_string_append_printf (text, _(", %s missed"), missed);
    }
  if (tile->outcome->tally.mismatches > 0)
    {
      g_autofree char *wrong = loom_typeset_count (tile->outcome->tally.mismatches);

      g_string_append_printf (text, _(", %s not what is expected"), wrong);
    }
}

/**
 * loom_sweep_chart_dup_text:
 *
 * Returns: (transfer full): a tile in words, for a read-out and a screen reader
 */
char *
loom_sweep_chart_dup_text (const LoomSweepChart *self,
                           guint                 tile)
{
  const LoomSweepTile *shown = self->sweep->tiles->pdata[tile];
  const LoomSweepFigure *figure = _loom_sweep_chart_get_figure (self);
  const double value = figure->get (shown);
  g_autofree char *name = loom_sweep_dup_name (self->sweep, shown);
  g_autofree char *number = _loom_sweep_chart_dup_number (value);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s", name,
                          _loom_sweep_chart_get_state (shown->outcome->state));
  if (shown->is_best)
    g_string_append (text, _(", among the best"));
  else if (shown->rank > 0)
    g_string_append_printf (text, _(", rank %u"), shown->rank);
  if (shown->is_kept)
    g_string_append (text, _(", kept from an earlier sweep"));
  if (!isnan (value))
    g_string_append_printf (text, "; %s: %s%s%s", _(figure->title), number,
                            figure->unit != NULL ? " " : "",
                            figure->unit != NULL ? figure->unit : "");
  append_coverage (text, shown);
  if (shown->outcome->text != NULL)
    g_string_append_printf (text, "; %s", shown->outcome->text);
  return g_string_free (text, FALSE);
}

static void
draw_figure (cairo_t *cr,
             double   width,
             double   height,
             gpointer data)
{
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  loom_sweep_chart_draw (data, cr, FALSE, 1, -1);
}

/**
 * loom_sweep_chart_export:
 * @path: (type filename): a file ending in .png, .svg or .pdf
 *
 * Draws the map into a file, which is there whole or not at all.
 *
 * Errors: those of loom_figure_file_write().
 */
gboolean
loom_sweep_chart_export (const LoomSweepChart  *self,
                         const char            *path,
                         GError               **error)
{
  LoomFigureFile figure = { _("Sweep"), 0, 0, draw_figure, (gpointer) self };

  loom_sweep_chart_measure (self, 1, &figure.width, &figure.height);
  return loom_figure_file_write (&figure, path, error);
}
