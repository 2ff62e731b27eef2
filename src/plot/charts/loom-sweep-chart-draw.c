/* loom-sweep-chart-draw.c: a sweep as a map, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-chart-private.h"

#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LABEL_SIZE 11
#define GAP 2                   /* around a tile */
#define THUMBNAIL 46            /* a side */
#define BAR 120                 /* colours of the legend, wide */
#define LINE 20                 /* of the legend */
#define PARTLY 0xff8fcfbc
#define WRONG 0xffc01c28
#define MARK 0xff1a5fb4
#define MARK_ON_DARK 0xff62a0ea

/* What drawing has in common. */
typedef struct
{
  const LoomSweepChart  *chart;
  const LoomSweepFigure *figure;
  cairo_t               *cr;
  gboolean               dark;
  double                 scale;
  double                 least, most;    /* of the figure; NaN: no tile has it */
} Pen;

static LoomColor
get_code_color (LoomThumbnailCode code,
                gboolean          dark)
{
  switch (code)
    {
    case LOOM_THUMBNAIL_PARTLY:
      return PARTLY;
    case LOOM_THUMBNAIL_WRITTEN:
      return loom_color_scale_meaning (LOOM_MEANING_COVERED, dark).color;
    case LOOM_THUMBNAIL_REWRITTEN:
      return loom_color_scale_meaning (LOOM_MEANING_REWRITTEN, dark).color;
    case LOOM_THUMBNAIL_EXTRA:
      return loom_color_scale_meaning (LOOM_MEANING_EXTRA, dark).color;
    case LOOM_THUMBNAIL_MISSED:
      return loom_color_scale_meaning (LOOM_MEANING_MISSED, dark).color;
    case LOOM_THUMBNAIL_WRONG:
      return WRONG;
    case LOOM_THUMBNAIL_OUTSIDE:
    case LOOM_THUMBNAIL_UNTOUCHED:
    case LOOM_N_THUMBNAIL_CODES:
    default:
      return loom_color_scale_meaning (LOOM_MEANING_UNWRITTEN, dark).color;
    }
}

static void
find_range (Pen *pen)
{
  const GPtrArray *tiles = pen->chart->sweep->tiles;

  pen->least = pen->most = NAN;
  for (guint i = 0; i < tiles->len; i++)
    {
      const LoomSweepTile *tile = tiles->pdata[i];
      const double value = pen->figure->get (tile);

      if (tile->outcome->state != LOOM_OUTCOME_DONE || isnan (value))
        continue;
      pen->least = fmin (pen->least, value);
      pen->most = fmax (pen->most, value);
    }
}

/* The least is the lightest; a factor is the same step anywhere. */
static LoomColor
get_value_color (const Pen *pen,
                 double     value)
{
  double place = 1;

  if (pen->most > pen->least)
    place = pen->least > 0 ? log (pen->most / value) / log (pen->most / pen->least)
                           : (pen->most - value) / (pen->most - pen->least);
  return loom_color_scale_map (LOOM_COLORMAP_VIRIDIS, place);
}

static void
hatch (const Pen               *pen,
       const cairo_rectangle_t *cell)
{
  const double step = 7 * pen->scale;

  cairo_save (pen->cr);
  cairo_rectangle (pen->cr, cell->x, cell->y, cell->width, cell->height);
  cairo_clip (pen->cr);
  loom_text_color (pen->cr, loom_text_ink (pen->dark), 0.22);
  cairo_set_line_width (pen->cr, 1.2 * pen->scale);
  for (double at = -cell->height; at < cell->width; at += step)
    {
      cairo_move_to (pen->cr, cell->x + at, cell->y + cell->height);
      cairo_line_to (pen->cr, cell->x + at + cell->height, cell->y);
    }
  cairo_stroke (pen->cr);
  cairo_restore (pen->cr);
}

/* Pixels from one on to the right that have its code. */
static guint
count_alike (const LoomThumbnail *thumbnail,
             guint                x,
             guint                y)
{
  const LoomThumbnailCode code = loom_thumbnail_get_code (thumbnail, x, y);
  guint n = 1;

  while (x + n < thumbnail->width && loom_thumbnail_get_code (thumbnail, x + n, y) == code)
    n++;
  return n;
}

static void
draw_thumbnail (const Pen               *pen,
                const cairo_rectangle_t *cell,
                const LoomThumbnail     *thumbnail)
{
  const double side = THUMBNAIL * pen->scale, left = cell->x + (cell->width - side) / 2;
  const double top = cell->y + 3 * pen->scale;

  cairo_save (pen->cr);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_NONE);
  for (guint y = 0; y < thumbnail->height; y++)
    for (guint x = 0, n; x < thumbnail->width; x += n)
      {
        const LoomThumbnailCode code = loom_thumbnail_get_code (thumbnail, x, y);

        n = count_alike (thumbnail, x, y);
        if (code == LOOM_THUMBNAIL_OUTSIDE)
          continue;
        loom_text_color (pen->cr, get_code_color (code, pen->dark), 1);
        cairo_rectangle (pen->cr, left + side * x / thumbnail->width,
                         top + side * y / thumbnail->height, n * side / thumbnail->width + 0.5,
                         side / thumbnail->height + 0.5);
        cairo_fill (pen->cr);
      }
  cairo_restore (pen->cr);
}

/* Its number, or how it ended. */
static char *
dup_label (const Pen           *pen,
           const LoomSweepTile *tile)
{
  const double value = pen->figure->get (tile);

  if (tile->outcome->state != LOOM_OUTCOME_DONE)
    return g_strdup (_loom_sweep_chart_get_state (tile->outcome->state));
  return isnan (value) ? g_strdup ("–") : _loom_sweep_chart_dup_number (value);
}

static void
draw_tile (const Pen           *pen,
           const LoomSweepTile *tile,
           cairo_rectangle_t    cell)
{
  const double value = pen->figure->get (tile);
  const gboolean is_colored = tile->outcome->state == LOOM_OUTCOME_DONE && !isnan (value);
  const LoomColor color
      = is_colored ? get_value_color (pen, value)
                   : loom_color_scale_meaning (LOOM_MEANING_UNWRITTEN, pen->dark).color;
  g_autofree char *label = dup_label (pen, tile);
  const LoomText text = {
    .size = LABEL_SIZE * pen->scale, .x_align = 0.5, .y_align = 0.5, .bold = tile->is_best,
    .room = cell.width - 10 * pen->scale, .color = loom_color_ink_on (color)
  };

  cell = (cairo_rectangle_t) { cell.x + GAP, cell.y + GAP, cell.width - 2 * GAP,
                               cell.height - 2 * GAP };
  loom_text_color (pen->cr, color, 1);
  cairo_rectangle (pen->cr, cell.x, cell.y, cell.width, cell.height);
  cairo_fill (pen->cr);
  if (tile->outcome->state == LOOM_OUTCOME_INFEASIBLE ||
      tile->outcome->state == LOOM_OUTCOME_FAILED)
    hatch (pen, &cell);
  draw_thumbnail (pen, &cell, &tile->outcome->tally.thumbnail);
  loom_text_draw (pen->cr, &text, cell.x + cell.width / 2,
                  cell.y + cell.height - 11 * pen->scale, label);
  if (!tile->is_best)
    return;
  loom_text_color (pen->cr, loom_text_ink (pen->dark), 1);
  cairo_set_line_width (pen->cr, 2.5 * pen->scale);
  cairo_rectangle (pen->cr, cell.x + 1, cell.y + 1, cell.width - 2, cell.height - 2);
  cairo_stroke (pen->cr);
}

static void
draw_columns (const Pen *pen)
{
  const LoomSweepAxis *axis = pen->chart->sweep->axes->pdata[0];
  LoomText text = { .size = LABEL_SIZE * pen->scale, .bold = TRUE, .y_align = 0.5,
                    .color = loom_text_ink (pen->dark) };
  cairo_rectangle_t cell;

  loom_text_draw (pen->cr, &text, LOOM_SWEEP_CHART_LEFT * pen->scale, 12 * pen->scale, axis->name);
  text.bold = FALSE;
  text.x_align = 0.5;
  for (guint i = 0; i < pen->chart->columns; i++)
    {
      loom_sweep_chart_get_cell (pen->chart, pen->scale, i, &cell);
      text.room = cell.width - 4;
      loom_text_draw (pen->cr, &text, cell.x + cell.width / 2, 32 * pen->scale,
                      axis->values->pdata[i]);
    }
}

static void
draw_rows (const Pen *pen)
{
  g_autofree char *names = _loom_sweep_chart_dup_names (pen->chart);
  LoomText text = { .size = LABEL_SIZE * pen->scale, .bold = TRUE, .y_align = 0.5, .x_align = 1,
                    .room = (LOOM_SWEEP_CHART_LEFT - 16) * pen->scale,
                    .color = loom_text_ink (pen->dark) };
  const double right = (LOOM_SWEEP_CHART_LEFT - 8) * pen->scale;
  cairo_rectangle_t cell;

  if (*names == '\0')
    return;
  loom_text_draw (pen->cr, &text, right, 32 * pen->scale, names);
  text.bold = FALSE;
  for (guint i = 0; i < pen->chart->rows; i++)
    {
      g_autofree char *row = _loom_sweep_chart_dup_row (pen->chart, i);

      loom_sweep_chart_get_cell (pen->chart, pen->scale, i * pen->chart->columns, &cell);
      loom_text_draw (pen->cr, &text, right, cell.y + cell.height / 2, row);
    }
}

/* A number of the scale at one end of its colours. */
static double
draw_word (const Pen  *pen,
           double      x,
           double      y,
           const char *word)
{
  const LoomText text = { .size = LABEL_SIZE * pen->scale, .y_align = 0.5,
                          .color = loom_text_ink (pen->dark) };
  double width, height;

  loom_text_draw (pen->cr, &text, x, y, word);
  loom_text_measure (pen->cr, &text, word, &width, &height);
  return x + width;
}

static char *
dup_figure (const Pen *pen)
{
  const LoomSweep *sweep = pen->chart->sweep;
  const LoomFidelity fidelity = loom_sweep_get_fidelity (sweep);
  const gboolean is_ranked = pen->figure == loom_sweep_get_figure (sweep);
  const char *title = _(pen->figure->title), *unit = pen->figure->unit;

  if (is_ranked && fidelity == LOOM_FIDELITY_MEASURED)
    /* Translators: what a number is, and its unit */
    return g_strdup_printf (_("%1$s (%2$s, measured)"), title, unit);
  if (is_ranked && fidelity == LOOM_FIDELITY_SIMULATED)
    return g_strdup_printf (_("%s (simulated)"), title);
  return unit != NULL ? g_strdup_printf ("%s (%s)", title, unit) : g_strdup (title);
}

static void
draw_scale (const Pen *pen,
            double     y)
{
  g_autofree char *title = dup_figure (pen);
  g_autofree char *least = _loom_sweep_chart_dup_number (pen->least);
  g_autofree char *most = _loom_sweep_chart_dup_number (pen->most);
  const double bar = BAR * pen->scale;
  double x = draw_word (pen, LOOM_SWEEP_CHART_MARGIN * pen->scale, y, title) + 14 * pen->scale;

  if (isnan (pen->least))
    return;
  x = draw_word (pen, x, y, least) + 6 * pen->scale;
  for (guint i = 0; pen->most > pen->least && i < BAR; i++)
    {
      loom_text_color (pen->cr, loom_color_scale_map (LOOM_COLORMAP_VIRIDIS,
                                                      1 - (double) i / (BAR - 1)), 1);
      cairo_rectangle (pen->cr, x + bar * i / BAR, y - 6 * pen->scale, bar / BAR + 0.5,
                       12 * pen->scale);
      cairo_fill (pen->cr);
    }
  if (pen->most > pen->least)
    draw_word (pen, x + bar + 6 * pen->scale, y, most);
}

static gboolean
occurs (const LoomSweep   *sweep,
        LoomThumbnailCode  code)
{
  for (guint i = 0; i < sweep->tiles->len; i++)
    {
      const LoomThumbnail *thumbnail
          = &((const LoomSweepTile *) sweep->tiles->pdata[i])->outcome->tally.thumbnail;

      for (guint j = 0; j < (guint) thumbnail->width * thumbnail->height; j++)
        if (thumbnail->codes[j] == code)
          return TRUE;
    }
  return FALSE;
}

/* What the pixels of thumbnails mean, of those that there are. */
static void
draw_codes (const Pen *pen,
            double     y)
{
  static const char * const words[LOOM_N_THUMBNAIL_CODES] = {
    NULL, N_("not written"), N_("written in part"), N_("written once"), N_("more than once"),
    N_("written, but should not be"), N_("missed"), N_("not what is expected"),
  };
  const double side = 11 * pen->scale, left = LOOM_SWEEP_CHART_MARGIN * pen->scale;
  double x = left, width, height;

  loom_sweep_chart_measure (pen->chart, pen->scale, &width, &height);
  for (LoomThumbnailCode code = LOOM_THUMBNAIL_UNTOUCHED; code < LOOM_N_THUMBNAIL_CODES; code++)
    {
      if (!occurs (pen->chart->sweep, code))
        continue;
      if (x > width - 150 * pen->scale)
        {
          x = left;
          y += LINE * pen->scale;
        }
      loom_text_color (pen->cr, get_code_color (code, pen->dark), 1);
      cairo_rectangle (pen->cr, x, y - side / 2, side, side);
      cairo_fill (pen->cr);
      x = draw_word (pen, x + side + 5 * pen->scale, y, _(words[code])) + 16 * pen->scale;
    }
}

static void
draw_below (const Pen *pen)
{
  const double top = (LOOM_SWEEP_CHART_HEAD + pen->chart->rows * LOOM_SWEEP_CHART_TILE + 18)
                     * pen->scale;
  g_autofree char *sentence = loom_sweep_dup_sentence (pen->chart->sweep);
  LoomText text = { .size = LABEL_SIZE * pen->scale, .color = loom_text_ink (pen->dark) };
  double width, height;

  loom_sweep_chart_measure (pen->chart, pen->scale, &width, &height);
  text.width = width - 2 * LOOM_SWEEP_CHART_MARGIN * pen->scale;
  draw_scale (pen, top);
  draw_codes (pen, top + LINE * pen->scale);
  loom_text_draw (pen->cr, &text, LOOM_SWEEP_CHART_MARGIN * pen->scale,
                  top + 1.8 * LINE * pen->scale, sentence);
}

static void
draw_mark (const Pen *pen,
           guint      tile)
{
  cairo_rectangle_t cell;

  loom_sweep_chart_get_cell (pen->chart, pen->scale, tile, &cell);
  loom_text_color (pen->cr, pen->dark ? 0xff000000 : 0xffffffff, 1);
  cairo_set_line_width (pen->cr, 5);
  cairo_rectangle (pen->cr, cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1);
  cairo_stroke_preserve (pen->cr);
  loom_text_color (pen->cr, pen->dark ? MARK_ON_DARK : MARK, 1);
  cairo_set_line_width (pen->cr, 3);
  cairo_stroke (pen->cr);
}

/* What lies outside of what is drawn to is passed over. */
static void
draw_tiles (const Pen *pen)
{
  double left, top, right, bottom;

  cairo_clip_extents (pen->cr, &left, &top, &right, &bottom);
  for (guint i = 0; i < pen->chart->sweep->tiles->len; i++)
    {
      cairo_rectangle_t cell;

      loom_sweep_chart_get_cell (pen->chart, pen->scale, i, &cell);
      if (cell.x < right && cell.x + cell.width > left && cell.y < bottom &&
          cell.y + cell.height > top)
        draw_tile (pen, pen->chart->sweep->tiles->pdata[i], cell);
    }
}

/**
 * loom_sweep_chart_draw:
 * @text_scale: how large words are
 * @marked: a tile that stands out, or -1
 */
void
loom_sweep_chart_draw (const LoomSweepChart *self,
                       cairo_t              *cr,
                       gboolean              dark,
                       double                text_scale,
                       gint                  marked)
{
  Pen pen = { self, _loom_sweep_chart_get_figure (self), cr, dark, text_scale, NAN, NAN };

  find_range (&pen);
  cairo_save (cr);
  draw_columns (&pen);
  draw_rows (&pen);
  draw_tiles (&pen);
  draw_below (&pen);
  if (marked >= 0 && marked < (gint) self->sweep->tiles->len)
    draw_mark (&pen, (guint) marked);
  cairo_restore (cr);
}
