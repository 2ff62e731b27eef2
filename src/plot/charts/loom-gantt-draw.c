/* loom-gantt-draw.c: the blocks over time, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt-private.h"

#include "loom-axes.h"
#include "loom-color-scale.h"
#include "loom-figure-file.h"
#include "loom-number.h"
#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* These grow with the words. */
#define LEFT 62                 /* room for names of rows */
#define BELOW 36                /* for the axis of time */
#define ABOVE 8
#define BESIDE 14
#define LABEL_SIZE 11
#define LABEL_SPACE 16
#define LABEL_GAP 6
#define TICK_SPACE 80

#define LEAST_SEEN 0.75         /* pixels of the shortest block */
#define ROW_FILLED 0.86         /* of a row's height, the rest is a gap */
#define THINNEST 1              /* pixels of a lane that is drawn block by block */
#define FIGURE_WIDTH 720
#define ROW_HEIGHT 12
#define LEAST_ROWS 160
#define MOST_ROWS 900
#define MARGIN 18
#define HEAD 56

#define DENSITY_SCALE 2                 /* pixels to a design pixel, so that no screen sees them */
#define MOST_PIXELS 4096        /* to a side of the density */

/**
 * loom_gantt_place:
 * @width: room in design pixels
 * @height: room in design pixels
 * @text_scale: how large words are, 1 on paper
 * @area: (out): where the rows go so that the axes have room
 *
 * Leaves room for the axes.
 */
void
loom_gantt_place (LoomGantt         *self,
                  double             width,
                  double             height,
                  double             text_scale,
                  cairo_rectangle_t *area)
{
  *area = (cairo_rectangle_t) { round (LEFT * text_scale), round (ABOVE * text_scale),
                                MAX (width - round ((LEFT + BESIDE) * text_scale), 1),
                                MAX (height - round ((ABOVE + BELOW) * text_scale), 1) };
}

static double
place_of (const LoomGantt         *self,
          const cairo_rectangle_t *area,
          double                   ns)
{
  return area->x + ns / MAX (self->summary.end_ns, 1) * area->width;
}

static double
lane_height (const LoomGantt         *self,
             const cairo_rectangle_t *area)
{
  return area->height / self->n_rows * ROW_FILLED / self->lanes;
}

/* No bar is too short to be seen. */
static void
place_bar (const LoomGantt         *self,
           const cairo_rectangle_t *area,
           const LoomBar           *bar,
           cairo_rectangle_t       *place)
{
  const double row = area->height / self->n_rows, lane = lane_height (self, area);
  const double x = place_of (self, area, bar->start_ns);

  *place = (cairo_rectangle_t) { x, area->y + bar->row * row + bar->lane * lane,
                                 MAX (place_of (self, area, bar->end_ns) - x, LEAST_SEEN), lane };
}

static LoomColor
color_of_wave (guint wave)
{
  return loom_color_scale_category (wave, 0);
}

/* What lies on a pixel: the colours of blocks, each weighed by the share of the pixel it covers. */
typedef struct
{
  float red, green, blue, covered;
} Share;

typedef struct
{
  Share *shares;
  int    width, height;
} Density;

static void
add_bar (Density                 *density,
         const cairo_rectangle_t *bar,
         LoomColor                color)
{
  const double right = MIN (bar->x + bar->width, density->width);
  const double bottom = MIN (bar->y + bar->height, density->height);
  const float red = (color >> 16) & 0xff, green = (color >> 8) & 0xff, blue = color & 0xff;

  for (int y = (int) bar->y; y < bottom; y++)
    {
      const float down = (float) (MIN (bottom, y + 1) - MAX (bar->y, y));
      Share *row = density->shares + (gsize) y * density->width;

      for (int x = (int) bar->x; x < right; x++)
        {
          const float share = down * (float) (MIN (right, x + 1) - MAX (bar->x, x));

          row[x].red += share * red;
          row[x].green += share * green;
          row[x].blue += share * blue;
          row[x].covered += share;
        }
    }
}

static LoomColor
pixel_of (const Share *share)
{
  /* the shortest blocks are drawn longer than they are: more than a pixel may be covered of it */
  const float scale = share->covered > 1 ? 1 / share->covered : 1;
  const guint alpha = (guint) lrintf (share->covered * scale * 255);

  return alpha << 24 | (guint) lrintf (share->red * scale) << 16 |
         (guint) lrintf (share->green * scale) << 8 | (guint) lrintf (share->blue * scale);
}

static void
paint (const Density           *density,
       cairo_t                 *cr,
       const cairo_rectangle_t *area)
{
  cairo_surface_t *image
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, density->width, density->height);
  guchar *data = cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image);

  for (int y = 0; y < density->height && data != NULL; y++)
    for (int x = 0; x < density->width; x++)
      ((LoomColor *) (data + (gsize) y * stride))[x]
          = pixel_of (&density->shares[(gsize) y * density->width + x]);
  cairo_surface_mark_dirty (image);
  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width / density->width, area->height / density->height);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

/* Draws blocks whose lanes are thinner than a pixel: each pixel shows the mean of what lies under
 * it, and what no block covers stays clear. Takes the time of the pixels under all blocks, a screen
 * or so for each block that a multiprocessor holds at a time. (cairo samples a path, and would lose
 * most of such blocks.) */
static void
draw_density (LoomGantt               *self,
              cairo_t                 *cr,
              const cairo_rectangle_t *area)
{
  Density density = {
    .width = CLAMP ((int) ceil (area->width * DENSITY_SCALE), 1, MOST_PIXELS),
    .height = CLAMP ((int) ceil (area->height * DENSITY_SCALE), 1, MOST_PIXELS),
  };
  const cairo_rectangle_t all = { 0, 0, density.width, density.height };

  density.shares = g_new0 (Share, (gsize) density.width * density.height);
  for (guint64 i = 0; i < self->n_bars; i++)
    {
      cairo_rectangle_t bar;

      place_bar (self, &all, &self->bars[i], &bar);
      add_bar (&density, &bar, color_of_wave (self->bars[i].wave));
    }
  paint (&density, cr, area);
  g_free (density.shares);
}

/* Blocks of one colour in one path: cairo is slow in beginnings. */
static void
draw_bars (LoomGantt               *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *area)
{
  const gboolean gap = area->width / MAX (self->n_bars / MAX (self->n_rows, 1), 1) > 6;

  for (guint color = 0; color < LOOM_CATEGORIES; color++)
    {
      guint64 n = 0;

      for (guint64 i = 0; i < self->n_bars; i++)
        {
          cairo_rectangle_t bar;

          if (self->bars[i].wave % LOOM_CATEGORIES != color)
            continue;
          place_bar (self, area, &self->bars[i], &bar);
          cairo_rectangle (cr, bar.x, bar.y, gap ? MAX (bar.width - 0.5, LEAST_SEEN) : bar.width,
                           bar.height);
          n++;
        }
      if (n == 0)
        continue;
      loom_text_color (cr, color_of_wave (color), 1);
      cairo_fill (cr);
    }
}

static void
draw_tail (LoomGantt               *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *area,
           gboolean                 dark)
{
  const double x = place_of (self, area, self->summary.end_ns - self->summary.tail_ns);

  if (self->summary.tail_ns == 0 || self->summary.n_used < 2)
    return;
  loom_text_color (cr, loom_text_ink (dark), 0.08);
  cairo_rectangle (cr, x, area->y, area->x + area->width - x, area->height);
  cairo_fill (cr);
  loom_text_color (cr, loom_text_ink (dark), 0.7);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, (const double[]) { 4, 3 }, 2, 0);
  cairo_move_to (cr, round (x) + 0.5, area->y);
  cairo_rel_line_to (cr, 0, area->height);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_rows_axis (LoomGantt               *self,
                cairo_t                 *cr,
                const cairo_rectangle_t *area,
                gboolean                 dark,
                double                   text_scale)
{
  const double row = area->height / MAX (self->n_rows, 1);
  const guint64 step = loom_axes_step (row, LABEL_SPACE * text_scale);
  LoomText text = { .size = LABEL_SIZE * text_scale,
                    .x_align = 1,
                    .y_align = 0.5,
                    .color = loom_text_ink (dark) };

  for (guint64 i = 0; i < self->n_rows; i += step)
    {
      g_autofree char *label = g_strdup_printf (_("SM %u"),
                                                self->bars[self->rows[i]].multiprocessor);

      loom_text_draw (cr, &text, area->x - LABEL_GAP * text_scale, area->y + (i + 0.43) * row,
                      label);
    }
}

static void
draw_time_axis (LoomGantt               *self,
                cairo_t                 *cr,
                const cairo_rectangle_t *area,
                gboolean                 dark,
                double                   text_scale)
{
  const double end = self->summary.end_ns / 1000.0;
  const double bottom = area->y + area->height;
  const guint room = (guint) (area->width / (TICK_SPACE * text_scale));
  LoomText text
      = { .size = LABEL_SIZE * text_scale, .x_align = 0.5, .color = loom_text_ink (dark) };
  g_autoptr (GArray) ticks
      = loom_axes_nice_ticks (0, MAX (end, 1e-3), CLAMP (room, 2, 12), FALSE);

  loom_text_color (cr, text.color, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, area->x, round (bottom) + 0.5);
  cairo_rel_line_to (cr, area->width, 0);
  cairo_stroke (cr);
  for (guint i = 0; i < ticks->len; i++)
    {
      const double us = g_array_index (ticks, double, i), x = place_of (self, area, us * 1000);
      g_autofree char *number = loom_number_format (us, 5);
      g_autofree char *label = i + 1 == ticks->len ? g_strdup_printf (_("%s µs"), number)
                                                   : g_strdup (number);

      loom_text_color (cr, text.color, 0.8);
      cairo_move_to (cr, round (x) + 0.5, bottom);
      cairo_rel_line_to (cr, 0, 4);
      cairo_stroke (cr);
      loom_text_draw (cr, &text, x, bottom + LABEL_GAP * text_scale, label);
    }
}

/**
 * loom_gantt_draw_mark:
 * @cr: where to draw
 * @area: where the rows are
 * @dark: for a dark background
 * @marked: the linear number of a block, or %LOOM_NO_BLOCK
 *
 * Draws only the frame around a block.
 */
void
loom_gantt_draw_mark (LoomGantt               *self,
                      cairo_t                 *cr,
                      const cairo_rectangle_t *area,
                      gboolean                 dark,
                      gint64                   marked)
{
  cairo_rectangle_t bar;

  if (marked < 0 || (guint64) marked >= self->n_bars)
    return;
  place_bar (self, area, &self->bars[self->bar_of[marked]], &bar);
  loom_text_color (cr, dark ? 0xff000000 : 0xffffffff, 1);
  cairo_set_line_width (cr, 4);
  cairo_rectangle (cr, bar.x - 1, bar.y - 1, bar.width + 2, bar.height + 2);
  cairo_stroke_preserve (cr);
  loom_text_color (cr, loom_text_ink (dark), 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

/**
 * loom_gantt_draw:
 * @cr: where to draw
 * @area: where the rows go; the axes lie outside of it
 * @dark: for a dark background
 * @text_scale: how large words are, 1 on paper
 * @marked: the linear number of a block to stand out, or %LOOM_NO_BLOCK
 *
 * Draws the blocks, a colour for each wave, the tail and the axes.
 */
void
loom_gantt_draw (LoomGantt               *self,
                 cairo_t                 *cr,
                 const cairo_rectangle_t *area,
                 gboolean                 dark,
                 double                   text_scale,
                 gint64                   marked)
{
  cairo_save (cr);
  if (self->n_bars > 0)
    {
      draw_tail (self, cr, area, dark);
      if (lane_height (self, area) < THINNEST)
        draw_density (self, cr, area);
      else
        draw_bars (self, cr, area);
      loom_gantt_draw_mark (self, cr, area, dark, marked);
    }
  draw_rows_axis (self, cr, area, dark, text_scale);
  draw_time_axis (self, cr, area, dark, text_scale);
  cairo_restore (cr);
}

static void
draw_figure (cairo_t  *cr,
             double    width,
             double    height,
             gpointer  data)
{
  LoomGantt *self = data;
  LoomText title = { .size = 16, .bold = TRUE, .color = loom_text_ink (FALSE) };
  LoomText text = { .size = LABEL_SIZE, .color = loom_text_dim_ink (FALSE) };
  g_autofree char *heading = NULL;
  g_autofree char *sentence = loom_gantt_dup_sentence (self);
  cairo_rectangle_t area;

  loom_text_color (cr, 0xffffffff, 1);
  cairo_paint (cr);
  heading = g_strdup_printf (self->run->fidelity == LOOM_FIDELITY_MODELLED
                                 /* Translators: the name of a kernel */
                                 ? _("%s: blocks over time, modelled")
                                 /* Translators: the name of a kernel */
                                 : _("%s: blocks over time"),
                             self->run->kernel != NULL ? self->run->kernel : "?");
  loom_text_draw (cr, &title, MARGIN, MARGIN, heading);
  loom_text_draw (cr, &text, MARGIN, MARGIN + 26, sentence);
  loom_gantt_place (self, width, height - HEAD - MARGIN, 1, &area);
  area.y += HEAD + MARGIN;
  loom_gantt_draw (self, cr, &area, FALSE, 1, LOOM_NO_BLOCK);
}

/**
 * loom_gantt_export:
 * @path: file to write: .png, .svg or .pdf
 *
 * Writes the schedule as a figure.
 *
 * Sets %LOOM_ERROR_USAGE for another ending, %LOOM_ERROR_FILE if it can't be written.
 */
gboolean
loom_gantt_export (LoomGantt   *self,
                   const char  *path,
                   GError     **error)
{
  const double rows = CLAMP (self->n_rows * ROW_HEIGHT, LEAST_ROWS, MOST_ROWS);
  const LoomFigureFile figure = { _("Blocks over time"), FIGURE_WIDTH,
                                  rows + HEAD + MARGIN + ABOVE + BELOW, draw_figure, self };

  return loom_figure_file_write (&figure, path, error);
}
