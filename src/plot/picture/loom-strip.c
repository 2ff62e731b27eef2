/* loom-strip.c: how the numbers of a picture are spread, and how they run along a row and a column
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-strip.h"

#include "loom-number.h"
#include "loom-picture-private.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define TEXT_SIZE 10.0          /* design pixels */
#define LEVELS_OF_A_BAR 4
#define DIGITS 4

/* The cells along a row or a column, and what they are between. */
typedef struct
{
  guint64        n;
  LoomValueScale scale;
} Line;

/**
 * loom_strip_list_bars:
 * @picture: a picture
 *
 * Lists the bars of its histogram: on a scale of numbers from the low end to the high one, then
 * what is none; else one for each meaning. What no cell has is left out where there is no scale.
 *
 * Returns: (transfer full) (element-type LoomStripBar): the bars
 */
GArray *
loom_strip_list_bars (LoomPicture *picture)
{
  const LoomCoder *coder = &picture->coder;
  GArray *bars = g_array_new (FALSE, FALSE, sizeof (LoomStripBar));
  const gboolean scale = coder->shows == LOOM_SHOWS_NUMBERS;
  guint step;

  for (guint code = LOOM_CODE_FIRST; code < LOOM_N_CODES; code += step)
    {
      LoomStripBar bar = { .first = (guint8) code };

      step = scale && code < LOOM_CODE_UNWRITTEN ? LEVELS_OF_A_BAR : 1;
      bar.last = (guint8) (code + step - 1);
      for (guint i = code; i < code + step; i++)
        bar.count += coder->counts[i];
      if (bar.count > 0 || step > 1)
        g_array_append_val (bars, bar);
    }
  return bars;
}

static guint8
get_code (LoomPicture         *picture,
          const LoomStripCell *cell)
{
  guint64 index;
  guint8 code = LOOM_CODE_OUTSIDE;

  if (cell->set && loom_picture_index_of (picture, cell->col, cell->row, &index))
    loom_coder_encode (&picture->coder, index, 1, &code);
  return code;
}

static double
get_number (LoomPicture         *picture,
            const LoomStripCell *cell)
{
  guint64 index;

  return cell->set && loom_picture_index_of (picture, cell->col, cell->row, &index)
         ? loom_coder_get_number (&picture->coder, index) : NAN;
}

/* A cell of the line through another. */
static LoomStripCell
get_cell (LoomStrip            strip,
          const LoomStripCell *through,
          guint64              at)
{
  return strip == LOOM_STRIP_ROW ? (LoomStripCell) { TRUE, at, through->row }
                                 : (LoomStripCell) { TRUE, through->col, at };
}

/* Heights mean what colours do, where these stand on a scale. */
static void
find_line (LoomPicture         *picture,
           LoomStrip            strip,
           const LoomStripCell *through,
           Line                *line)
{
  const LoomCoder *coder = &picture->coder;

  *line = (Line) { strip == LOOM_STRIP_ROW ? coder->layout.cols : coder->layout.rows,
                   { INFINITY, -INFINITY, 0 } };
  if (coder->shows == LOOM_SHOWS_NUMBERS && !coder->facts->alternates)
    {
      line->scale = coder->scale;
      return;
    }
  for (guint64 at = 0; at < line->n; at++)
    {
      const LoomStripCell cell = get_cell (strip, through, at);
      const double number = get_number (picture, &cell);

      if (!isfinite (number))
        continue;
      line->scale.low = MIN (line->scale.low, number);
      line->scale.high = MAX (line->scale.high, number);
    }
}

static void
draw_words (LoomPicture *picture,
            cairo_t     *cr,
            char        *words,
            double       x,
            double       y,
            double       x_align,
            double       y_align)
{
  const LoomText text = {
    .size = _loom_picture_scale_text (picture, TEXT_SIZE), .x_align = x_align,
    .y_align = y_align, .color = loom_text_dim_ink (picture->view.dark),
  };

  loom_text_draw (cr, &text, x, y, words);
  g_free (words);
}

/* The words stand above and below what is drawn. */
static cairo_rectangle_t
get_inner (LoomPicture             *picture,
           const cairo_rectangle_t *area)
{
  const double line = _loom_picture_scale_text (picture, TEXT_SIZE) * 1.5;

  return (cairo_rectangle_t) { area->x, area->y + line, MAX (area->width, 1),
                               MAX (area->height - 2 * line, 1) };
}

static void
draw_ground (LoomPicture             *picture,
             cairo_t                 *cr,
             const cairo_rectangle_t *inner)
{
  const double y = floor (inner->y + inner->height) + 0.5;

  loom_text_color (cr, loom_text_ink (picture->view.dark), 0.4);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, inner->x, y);
  cairo_line_to (cr, inner->x + inner->width, y);
  cairo_stroke (cr);
}

static void
draw_bars (LoomPicture             *picture,
           cairo_t                 *cr,
           const cairo_rectangle_t *inner,
           GArray                  *bars,
           guint8                   marked)
{
  const double step = inner->width / MAX (bars->len, 1);
  const LoomColor ink = loom_text_ink (picture->view.dark);
  guint64 most = 1;

  for (guint i = 0; i < bars->len; i++)
    most = MAX (most, g_array_index (bars, LoomStripBar, i).count);
  for (guint i = 0; i < bars->len; i++)
    {
      const LoomStripBar *bar = &g_array_index (bars, LoomStripBar, i);
      const gboolean is_marked = marked >= bar->first && marked <= bar->last;
      const double height
          = bar->count > 0 ? MAX ((double) bar->count / most * inner->height, 1) : 0;

      if (is_marked)
        {
          loom_text_color (cr, ink, 0.25);
          cairo_rectangle (cr, inner->x + i * step, inner->y, step, inner->height);
          cairo_fill (cr);
        }
      cairo_rectangle (cr, inner->x + i * step, inner->y + inner->height - height,
                       MAX (step - (step > 4 ? 1 : 0), 1), height);
      loom_text_color (cr, picture->coder.fills[bar->first + (bar->last - bar->first) / 2].color,
                       1);
      cairo_fill_preserve (cr);
      loom_text_color (cr, ink, is_marked ? 1 : 0.3);
      cairo_set_line_width (cr, is_marked ? 1 : 0.5);
      cairo_stroke (cr);
    }
}

static void
draw_ends (LoomPicture             *picture,
           cairo_t                 *cr,
           const cairo_rectangle_t *area,
           double                   low,
           double                   high)
{
  const double bottom = area->y + area->height;

  if (low > high)
    return;
  draw_words (picture, cr, loom_number_format_set (low, DIGITS), area->x, bottom, 0, 1);
  draw_words (picture, cr, loom_number_format_set (high, DIGITS), area->x + area->width, bottom, 1,
              1);
}

static void
draw_histogram (LoomPicture             *picture,
                cairo_t                 *cr,
                const cairo_rectangle_t *area,
                const LoomStripCell     *cell)
{
  const cairo_rectangle_t inner = get_inner (picture, area);
  g_autoptr (GArray) bars = loom_strip_list_bars (picture);

  draw_bars (picture, cr, &inner, bars, get_code (picture, cell));
  draw_ground (picture, cr, &inner);
  draw_words (picture, cr, g_strdup (_("Histogram")), area->x, area->y, 0, 0);
  if (picture->coder.shows == LOOM_SHOWS_NUMBERS)
    draw_ends (picture, cr, area, picture->coder.scale.low, picture->coder.scale.high);
}

static double
find_height (const Line *line,
             double      number)
{
  return isfinite (number) ? loom_value_scale_get_position (&line->scale, number) : NAN;
}

/* The least and the greatest height of some cells in a row; NaN: none has a number. */
static void
find_span (LoomPicture         *picture,
           LoomStrip            strip,
           const LoomStripCell *through,
           const Line          *line,
           guint64              first,
           guint64              end,
           double               span[2])
{
  span[0] = span[1] = NAN;
  for (guint64 at = first; at < end; at++)
    {
      const LoomStripCell cell = get_cell (strip, through, at);
      const double height = find_height (line, get_number (picture, &cell));

      /* of a number and NaN these give the number */
      span[0] = fmin (span[0], height);
      span[1] = fmax (span[1], height);
    }
}

/* From the lowest of the cells that share a pixel to the highest: none of them is passed over. A
 * cell without a number leaves a gap. */
static void
draw_line (LoomPicture             *picture,
           LoomStrip                strip,
           cairo_t                 *cr,
           const cairo_rectangle_t *inner,
           const LoomStripCell     *through,
           const Line              *line)
{
  const guint64 steps = MIN (line->n, (guint64) MAX (inner->width, 1));
  const double bottom = inner->y + inner->height;
  gboolean is_begun = FALSE;

  for (guint64 i = 0; i < steps; i++)
    {
      const double x = inner->x + (i + 0.5) / steps * inner->width;
      double span[2];

      find_span (picture, strip, through, line, i * line->n / steps, (i + 1) * line->n / steps,
                 span);
      if (isnan (span[0]))
        {
          is_begun = FALSE;
          continue;
        }
      if (is_begun)
        cairo_line_to (cr, x, bottom - span[0] * inner->height);
      else
        cairo_move_to (cr, x, bottom - span[0] * inner->height);
      cairo_line_to (cr, x + 0.01, bottom - span[1] * inner->height);
      is_begun = TRUE;
    }
  loom_text_color (cr, loom_text_ink (picture->view.dark), 0.85);
  cairo_set_line_width (cr, 1.2);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
}

static void
draw_mark (LoomPicture             *picture,
           LoomStrip                strip,
           cairo_t                 *cr,
           const cairo_rectangle_t *inner,
           const LoomStripCell     *cell,
           const Line              *line)
{
  const double height = find_height (line, get_number (picture, cell));
  const guint64 place = strip == LOOM_STRIP_ROW ? cell->col : cell->row;
  const double x = inner->x + (place + 0.5) / line->n * inner->width;
  const guint8 code = get_code (picture, cell);

  loom_text_color (cr, loom_text_ink (picture->view.dark), 0.4);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x, inner->y);
  cairo_line_to (cr, x, inner->y + inner->height);
  cairo_stroke (cr);
  if (isnan (height))
    return;
  cairo_arc (cr, x, inner->y + inner->height * (1 - height), 3.5, 0, 2 * G_PI);
  loom_text_color (cr, picture->coder.fills[code].color, 1);
  cairo_fill_preserve (cr);
  loom_text_color (cr, loom_text_ink (picture->view.dark), 1);
  cairo_stroke (cr);
}

static char *
name_line (LoomStrip            strip,
           const LoomStripCell *cell)
{
  if (!cell->set)
    return g_strdup (strip == LOOM_STRIP_ROW ? _("Along a row: point at a cell")
                                             : _("Along a column: point at a cell"));
  return strip == LOOM_STRIP_ROW ? g_strdup_printf (_("Row %" PRIu64), cell->row)
                                 : g_strdup_printf (_("Column %" PRIu64), cell->col);
}

static void
draw_profile (LoomPicture             *picture,
              LoomStrip                strip,
              cairo_t                 *cr,
              const cairo_rectangle_t *area,
              const LoomStripCell     *cell)
{
  const cairo_rectangle_t inner = get_inner (picture, area);
  const double right = area->x + area->width;
  Line line;

  draw_ground (picture, cr, &inner);
  draw_words (picture, cr, name_line (strip, cell), area->x, area->y, 0, 0);
  if (!cell->set)
    return;
  find_line (picture, strip, cell, &line);
  if (line.scale.low > line.scale.high)
    return;
  draw_words (picture, cr, loom_number_format_set (line.scale.high, DIGITS), right, area->y, 1, 0);
  draw_words (picture, cr, loom_number_format_set (line.scale.low, DIGITS), right,
              area->y + area->height, 1, 1);
  draw_line (picture, strip, cr, &inner, cell, &line);
  draw_mark (picture, strip, cr, &inner, cell, &line);
}

/**
 * loom_strip_draw:
 * @picture: a picture
 * @strip: what of it
 * @cr: where to draw
 * @area: the room for it
 * @cell: that is marked, and whose row and column are meant
 *
 * Draws a strip. Colours are those of the picture.
 */
void
loom_strip_draw (LoomPicture             *picture,
                 LoomStrip                strip,
                 cairo_t                 *cr,
                 const cairo_rectangle_t *area,
                 const LoomStripCell     *cell)
{
  g_return_if_fail (picture != NULL && cr != NULL && area != NULL && cell != NULL);

  if (loom_picture_get_cols (picture) == 0)
    return;
  if (strip == LOOM_STRIP_HISTOGRAM)
    draw_histogram (picture, cr, area, cell);
  else
    draw_profile (picture, strip, cr, area, cell);
}

/**
 * loom_strip_pick:
 * @picture: a picture
 * @strip: a strip of it
 * @area: where that is
 * @x: a place across it
 * @from: the cell that is marked
 * @picked: (out): the cell of the same row or column at the place
 *
 * Returns: whether there is one
 */
gboolean
loom_strip_pick (LoomPicture             *picture,
                 LoomStrip                strip,
                 const cairo_rectangle_t *area,
                 double                   x,
                 const LoomStripCell     *from,
                 LoomStripCell           *picked)
{
  const double share = (x - area->x) / MAX (area->width, 1);
  guint64 n, index;

  g_return_val_if_fail (picture != NULL && picked != NULL, FALSE);

  if (strip == LOOM_STRIP_HISTOGRAM || !from->set || !(share >= 0 && share < 1))
    return FALSE;
  n = strip == LOOM_STRIP_ROW ? loom_picture_get_cols (picture) : loom_picture_get_rows (picture);
  *picked = get_cell (strip, from, (guint64) (share * n));
  return loom_picture_index_of (picture, picked->col, picked->row, &index);
}

static char *
dup_bar_text (LoomPicture *picture,
              guint8       code)
{
  g_autoptr (GArray) bars = loom_strip_list_bars (picture);

  for (guint i = 0; code != LOOM_CODE_OUTSIDE && i < bars->len; i++)
    {
      const LoomStripBar *bar = &g_array_index (bars, LoomStripBar, i);
      g_autofree char *count = NULL;

      if (code < bar->first || code > bar->last)
        continue;
      count = loom_typeset_count (bar->count);
      /* Translators: of a histogram: how many cells have the colour of the one that is meant */
      return g_strdup_printf (ngettext ("%s cell of this colour", "%s cells of this colour",
                                        MIN (bar->count, G_MAXULONG)), count);
    }
  return g_strdup (_("Histogram"));
}

/**
 * loom_strip_dup_text:
 * @picture: a picture
 * @strip: what of it
 * @cell: that is marked
 *
 * Returns: (transfer full): what a strip shows, in words
 */
char *
loom_strip_dup_text (LoomPicture         *picture,
                     LoomStrip            strip,
                     const LoomStripCell *cell)
{
  g_autofree char *name = NULL, *low = NULL, *high = NULL, *here = NULL;
  Line line;

  g_return_val_if_fail (picture != NULL && cell != NULL, NULL);

  if (strip == LOOM_STRIP_HISTOGRAM)
    return dup_bar_text (picture, get_code (picture, cell));
  name = name_line (strip, cell);
  if (!cell->set)
    return g_steal_pointer (&name);
  find_line (picture, strip, cell, &line);
  here = loom_number_format_set (get_number (picture, cell), DIGITS);
  if (line.scale.low > line.scale.high)
    return g_steal_pointer (&name);
  low = loom_number_format_set (line.scale.low, DIGITS);
  high = loom_number_format_set (line.scale.high, DIGITS);
  /* Translators: "Row 3", the number at the cell, and what the line is drawn between */
  return g_strdup_printf (_("%1$s: %2$s, on a scale from %3$s to %4$s"), name, here, low, high);
}
