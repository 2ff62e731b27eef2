/* loom-histogram.c: how the numbers of an array are spread, as bars
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-histogram.h"

#include "loom-number.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <math.h>

#define TEXT_SIZE 11.0          /* design pixels */
#define DIGITS 4
#define GAP 1.0

static void
draw_text (cairo_t    *cr,
           char       *text,
           double      x,
           double      y,
           double      x_align,
           double      room,
           gboolean    dark,
           double      text_scale)
{
  const LoomText style = {
    .size = TEXT_SIZE * text_scale, .x_align = x_align, .room = room,
    .color = loom_text_dim_ink (dark),
  };

  loom_text_draw (cr, &style, x, y, text);
  g_free (text);
}

/* A bin with a cell is never without a bar. */
static void
draw_bars (const LoomStatistics *statistics,
           cairo_t              *cr,
           const cairo_rectangle_t *area,
           guint64               most,
           LoomColormap          colormap,
           gboolean              dark)
{
  const double step = area->width / statistics->n_bins;
  const double gap = step > 4 * GAP ? GAP : 0;

  for (guint i = 0; i < statistics->n_bins; i++)
    {
      const double share = (double) statistics->bins[i] / most;
      const double height = statistics->bins[i] > 0 ? MAX (share * area->height, 1) : 0;

      cairo_rectangle (cr, area->x + i * step, area->y + area->height - height,
                       step - gap, height);
      loom_text_color (cr, loom_color_scale_map (colormap, (i + 0.5) / statistics->n_bins), 1);
      cairo_fill_preserve (cr);
      /* the ends of a scale are hard to see on the ground that is like them */
      loom_text_color (cr, loom_text_ink (dark), 0.35);
      cairo_set_line_width (cr, 0.5);
      cairo_stroke (cr);
    }
}

/**
 * loom_histogram_draw:
 * @statistics: of an array with finite numbers, else nothing is drawn
 * @cr: where to; the area begins at its origin
 * @colormap: by which values have the colours that they have in the picture
 *
 * Draws how many cells hold numbers of each interval, with the least and the most below and the
 * count of the fullest interval above.
 */
void
loom_histogram_draw (const LoomStatistics *statistics,
                     cairo_t              *cr,
                     double                width,
                     double                height,
                     LoomColormap          colormap,
                     gboolean              dark,
                     double                text_scale)
{
  const double line = TEXT_SIZE * text_scale * 1.5;
  const cairo_rectangle_t area = { 0.5, line, width - 1, height - 2 * line };
  guint64 most = 0;

  g_return_if_fail (statistics != NULL && cr != NULL);

  if (statistics->n_bins == 0 || area.width <= 0 || area.height <= 0)
    return;
  for (guint i = 0; i < statistics->n_bins; i++)
    most = MAX (most, statistics->bins[i]);
  draw_bars (statistics, cr, &area, most, colormap, dark);
  loom_text_color (cr, loom_text_ink (dark), 0.5);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, 0, floor (area.y + area.height) + 0.5);
  cairo_line_to (cr, width, floor (area.y + area.height) + 0.5);
  cairo_stroke (cr);
  draw_text (cr, loom_typeset_count (most), 0, 0, 0, width, dark, text_scale);
  draw_text (cr, loom_number_format_set (statistics->min, DIGITS), 0, height - line + 2, 0,
             width / 2, dark, text_scale);
  if (statistics->max > statistics->min)
    draw_text (cr, loom_number_format_set (statistics->max, DIGITS), width, height - line + 2, 1,
               width / 2, dark, text_scale);
}
