/* loom-roofline-chart.c: a launch under the roofs of a device
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-roofline-chart.h"

#include "loom-figure-file.h"
#include "loom-number.h"
#include "loom-share.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* These grow with the words. */
#define LEFT 76                 /* for operations in a second */
#define RIGHT 20
#define ABOVE 8
#define BELOW 34                /* for operations for each byte, and what they are */
#define LABEL_SIZE 10
#define RADIUS 5
#define REACH 24                /* from where a point is found */

#define FIGURE_WIDTH 720
#define FIGURE_HEIGHT 460
#define FIGURE_HEAD 66
#define FIGURE_MARGIN 18

#define ROOF 0xff3584e4         /* is seen on light and on dark */

typedef enum
{
  POINT_MODELLED,
  POINT_MEASURED,
  MOST_POINTS
} Point;

struct _LoomRooflineChart
{
  LoomRoofline roofline;
  char        *kernel, *device;
  double       intensity;
  double       rates[MOST_POINTS];
  guint        n_points;        /* none for a launch without memory */
  double       left, right;     /* ends of the axes, exponents of ten */
  double       bottom, top;
};

/* Whole decades that hold the points and the bend of the roof. */
static void
fit_axes (LoomRooflineChart *self)
{
  const LoomRoofline *is = &self->roofline;
  const double x = self->n_points > 0 ? log10 (self->intensity) : 0;
  const double bend = is->peak > 0 ? log10 (is->peak / is->bandwidth) : x;
  const double roof = log10 (loom_roofline_get_roof (is, self->n_points > 0 ? self->intensity : 1));
  double bottom = roof, top = is->peak > 0 ? log10 (is->peak) : roof;

  for (guint i = 0; i < self->n_points; i++)
    {
      bottom = MIN (bottom, log10 (self->rates[i]));
      top = MAX (top, log10 (self->rates[i]));
    }
  self->left = floor (MIN (MIN (x, bend), 0) - 0.3);
  self->right = ceil (MAX (MAX (x, bend), 0) + 0.3);
  self->top = ceil (top + 0.1);
  self->bottom = floor (MIN (bottom - 0.3, self->top - 2));
}

/**
 * loom_roofline_chart_new:
 * @roofline: a launch on a device; it has operations
 * @kernel: its kernel
 * @device: the device's name
 * @measured_ms: how long a GPU took for it; 0: none did
 *
 * Returns: (transfer full): the chart
 */
LoomRooflineChart *
loom_roofline_chart_new (const LoomRoofline *roofline,
                         const char         *kernel,
                         const char         *device,
                         double              measured_ms)
{
  LoomRooflineChart *self;

  g_return_val_if_fail (roofline != NULL && device != NULL, NULL);

  self = g_atomic_rc_box_new0 (LoomRooflineChart);
  self->roofline = *roofline;
  self->kernel = g_strdup (kernel);
  self->device = g_strdup (device);
  self->intensity = loom_roofline_get_intensity (roofline);
  self->rates[POINT_MODELLED] = loom_roofline_get_rate (roofline, roofline->modelled_ms);
  self->rates[POINT_MEASURED] = loom_roofline_get_rate (roofline, measured_ms);
  if (isfinite (self->intensity))
    self->n_points = measured_ms > 0 ? MOST_POINTS : POINT_MEASURED;
  fit_axes (self);
  return self;
}

LoomRooflineChart *
loom_roofline_chart_ref (LoomRooflineChart *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  LoomRooflineChart *self = data;

  g_free (self->kernel);
  g_free (self->device);
}

void
loom_roofline_chart_unref (LoomRooflineChart *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/* -- Where things lie -- */

static cairo_rectangle_t
get_area (double width,
          double height,
          double text_scale)
{
  return (cairo_rectangle_t) {
    LEFT * text_scale, ABOVE * text_scale, MAX (width - (LEFT + RIGHT) * text_scale, 1),
    MAX (height - (ABOVE + BELOW) * text_scale, 1),
  };
}

static double
get_x (const LoomRooflineChart *self,
       const cairo_rectangle_t *area,
       double                   exponent)
{
  return area->x + area->width * (exponent - self->left) / (self->right - self->left);
}

static double
get_y (const LoomRooflineChart *self,
       const cairo_rectangle_t *area,
       double                   exponent)
{
  return area->y + area->height * (self->top - exponent) / (self->top - self->bottom);
}

static void
get_place (const LoomRooflineChart *self,
           const cairo_rectangle_t *area,
           guint                    point,
           double                  *x,
           double                  *y)
{
  *x = get_x (self, area, log10 (self->intensity));
  *y = get_y (self, area, log10 (self->rates[point]));
}

/**
 * loom_roofline_chart_find:
 * @x: across the drawing
 * @y: down
 *
 * Returns: the nearest point, or %LOOM_NO_POINT where none is near
 */
guint
loom_roofline_chart_find (LoomRooflineChart *self,
                          double             width,
                          double             height,
                          double             text_scale,
                          double             x,
                          double             y)
{
  const cairo_rectangle_t area = get_area (width, height, text_scale);
  double nearest = REACH * text_scale;
  guint found = LOOM_NO_POINT;

  g_return_val_if_fail (self != NULL, LOOM_NO_POINT);

  for (guint i = 0; i < self->n_points; i++)
    {
      double point_x, point_y, distance;

      get_place (self, &area, i, &point_x, &point_y);
      distance = hypot (point_x - x, point_y - y);
      if (distance > nearest)
        continue;
      nearest = distance;
      found = i;
    }
  return found;
}

/**
 * loom_roofline_chart_step:
 * @from: a point, or %LOOM_NO_POINT for the first one
 * @by: how many points further
 *
 * Returns: the point there, the first or the last one where there are no more; %LOOM_NO_POINT
 *   without points
 */
guint
loom_roofline_chart_step (LoomRooflineChart *self,
                          guint              from,
                          gint               by)
{
  g_return_val_if_fail (self != NULL, LOOM_NO_POINT);

  if (self->n_points == 0)
    return LOOM_NO_POINT;
  if (from >= self->n_points)
    return 0;
  return (guint) CLAMP ((gint) from + by, 0, (gint) self->n_points - 1);
}

/* -- Words -- */

/**
 * loom_roofline_chart_dup_text:
 * @point: one of its points, or %LOOM_NO_POINT
 *
 * Returns: (transfer full) (nullable): where it lies, in words; %NULL for none
 */
char *
loom_roofline_chart_dup_text (LoomRooflineChart *self,
                              guint              point)
{
  const LoomRoofline *is = &self->roofline;
  g_autofree char *intensity = NULL, *rate = NULL, *share = NULL, *most = NULL;
  double roof;

  g_return_val_if_fail (self != NULL, NULL);

  if (point >= self->n_points)
    return NULL;
  roof = loom_roofline_get_roof (is, self->intensity);
  intensity = loom_typeset_rough (self->intensity);
  rate = loom_roofline_format_rate (is, self->rates[point]);
  share = loom_share_format (self->rates[point], roof);
  most = loom_roofline_format_rate (is, roof);
  return g_strdup_printf (point == POINT_MEASURED
                              /* Translators: 1 is a number, 2 and 4 as "1.2 TFLOP/s", 3 "50 %" */
                              ? _("%1$s operations for each byte: measured %2$s, %3$s of the roof "
                                  "of %4$s")
                              /* Translators: 1 is a number, 2 and 4 as "1.2 TFLOP/s", 3 "50 %" */
                              : _("%1$s operations for each byte: modelled %2$s, %3$s of the roof "
                                  "of %4$s"),
                          intensity, rate, share, most);
}

/* -- Drawing -- */

static void
draw_line (cairo_t *cr,
           double   x1,
           double   y1,
           double   x2,
           double   y2)
{
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x2, y2);
  cairo_stroke (cr);
}

/* A line for each decade; words at as many as there is room for. */
static void
draw_axes (const LoomRooflineChart *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *area,
           gboolean                 dark,
           double                   text_scale)
{
  const LoomColor dim = loom_text_dim_ink (dark);
  const double size = LABEL_SIZE * text_scale, bottom = area->y + area->height;
  const double room = area->height / (self->top - self->bottom);
  const guint every = (guint) MAX (ceil (1.6 * size / MAX (room, 1)), 1);

  cairo_set_line_width (cr, 1);
  for (gint i = (gint) self->bottom; i <= (gint) self->top; i++)
    {
      const double y = floor (get_y (self, area, i)) + 0.5;
      g_autofree char *rate = loom_roofline_format_rate (&self->roofline, pow (10, i));

      loom_text_color (cr, loom_text_ink (dark), 0.12);
      draw_line (cr, area->x, y, area->x + area->width, y);
      if ((guint) (i - (gint) self->bottom) % every == 0)
        loom_text_draw_words (cr, rate, area->x - 5 * text_scale, y, 1, 0.5, size, dim);
    }
  for (gint i = (gint) self->left; i <= (gint) self->right; i++)
    {
      const double x = floor (get_x (self, area, i)) + 0.5;
      g_autofree char *intensity = loom_number_format (pow (10, i), 6);

      loom_text_color (cr, loom_text_ink (dark), 0.12);
      draw_line (cr, x, area->y, x, bottom);
      loom_text_draw_words (cr, intensity, x, bottom + 4 * text_scale, 0.5, 0, size, dim);
    }
  loom_text_draw_words (cr, self->roofline.counts_instructions
                                ? _("Warp instructions for each byte")
                                : _("Operations for each byte"),
                        area->x + area->width / 2, bottom + 18 * text_scale, 0.5, 0, size, dim);
}

/* The bandwidth of memory, up to the peak. */
static void
draw_slope (const LoomRooflineChart *self,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            double                   text_scale)
{
  const LoomRoofline *is = &self->roofline;
  const double slope = log10 (is->bandwidth);
  const double peak = is->peak > 0 ? log10 (is->peak) : self->top;
  const double bend = MIN (peak - slope, self->right), start = MAX (self->left,
                                                                    self->bottom - slope);
  g_autofree char *size = g_format_size ((guint64) is->bandwidth);
  /* Translators: a bandwidth, as "1.5 TB" */
  g_autofree char *words = g_strdup_printf (_("Memory: %s/s"), size);
  const double x1 = get_x (self, area, start), y1 = get_y (self, area, start + slope);
  const double x2 = get_x (self, area, bend), y2 = get_y (self, area, bend + slope);

  loom_text_color (cr, ROOF, 1);
  cairo_set_line_width (cr, 2);
  draw_line (cr, x1, y1, x2, y2);
  cairo_save (cr);
  cairo_translate (cr, (x1 + x2) / 2, (y1 + y2) / 2);
  cairo_rotate (cr, atan2 (y2 - y1, x2 - x1));
  loom_text_draw_words (cr, words, 0, -4 * text_scale, 0.5, 1, LABEL_SIZE * text_scale, ROOF);
  cairo_restore (cr);
}

static void
draw_peak (const LoomRooflineChart *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *area,
           gboolean                 dark,
           double                   text_scale)
{
  const LoomRoofline *is = &self->roofline;
  g_autofree char *rate = NULL, *words = NULL;
  double y;

  if (is->peak <= 0)
    return;
  y = get_y (self, area, log10 (is->peak));
  rate = loom_roofline_format_rate (is, is->peak);
  words = g_strdup_printf ("%s: %s", is->counts_instructions ? _("Instruction issue")
                                                             : _("Arithmetic"), rate);
  loom_text_color (cr, loom_text_ink (dark), 0.9);
  cairo_set_line_width (cr, 2);
  draw_line (cr, get_x (self, area, log10 (is->peak / is->bandwidth)), y, area->x + area->width, y);
  loom_text_draw_words (cr, words, area->x + area->width, y - 4 * text_scale, 1, 1,
                        LABEL_SIZE * text_scale, loom_text_ink (dark));
}

/* What is modelled is a ring, and both hang from the roof. */
static void
draw_points (const LoomRooflineChart *self,
             cairo_t                 *cr,
             const cairo_rectangle_t *area,
             gboolean                 dark,
             double                   text_scale,
             guint                    marked)
{
  const double roof = loom_roofline_get_roof (&self->roofline, self->intensity);

  for (guint i = 0; i < self->n_points; i++)
    {
      double x, y;

      get_place (self, area, i, &x, &y);
      loom_text_color (cr, loom_text_ink (dark), i == marked ? 0.8 : 0.3);
      cairo_set_line_width (cr, 1);
      if (isfinite (roof))
        draw_line (cr, x, y, x, get_y (self, area, log10 (roof)));
      loom_text_color (cr, loom_text_ink (dark), 1);
      cairo_set_line_width (cr, i == marked ? 3 : 2);
      cairo_arc (cr, x, y, RADIUS * text_scale, 0, 2 * G_PI);
      if (i == POINT_MEASURED)
        cairo_fill (cr);
      else
        cairo_stroke (cr);
    }
}

/**
 * loom_roofline_chart_draw:
 * @dark: whether it lies on a dark ground
 * @text_scale: how large words are
 * @marked: a point that stands out, or %LOOM_NO_POINT
 *
 * Draws the roofs and the points.
 */
void
loom_roofline_chart_draw (LoomRooflineChart *self,
                          cairo_t           *cr,
                          double             width,
                          double             height,
                          gboolean           dark,
                          double             text_scale,
                          guint              marked)
{
  const cairo_rectangle_t area = get_area (width, height, text_scale);

  g_return_if_fail (self != NULL && cr != NULL);

  draw_axes (self, cr, &area, dark, text_scale);
  draw_slope (self, cr, &area, text_scale);
  draw_peak (self, cr, &area, dark, text_scale);
  draw_points (self, cr, &area, dark, text_scale, marked);
}

static void
draw_figure (cairo_t  *cr,
             double    width,
             double    height,
             gpointer  data)
{
  LoomRooflineChart *self = data;
  const LoomText title = { .size = 16, .bold = TRUE, .color = loom_text_ink (FALSE) };
  const LoomText text = { .size = 11, .color = loom_text_dim_ink (FALSE),
                          .room = width - 2 * FIGURE_MARGIN };
  g_autofree char *sentence = loom_roofline_dup_sentence (&self->roofline);
  /* Translators: the name of a kernel, and that of a device */
  g_autofree char *heading = g_strdup_printf (_("%1$s on %2$s: roofline, modelled"),
                                              self->kernel != NULL ? self->kernel : "?",
                                              self->device);

  loom_text_color (cr, 0xffffffff, 1);
  cairo_paint (cr);
  loom_text_draw (cr, &title, FIGURE_MARGIN, FIGURE_MARGIN, heading);
  loom_text_draw (cr, &text, FIGURE_MARGIN, FIGURE_MARGIN + 26, sentence);
  cairo_translate (cr, 0, FIGURE_HEAD);
  loom_roofline_chart_draw (self, cr, width, height - FIGURE_HEAD - FIGURE_MARGIN, FALSE, 1,
                            LOOM_NO_POINT);
}

/**
 * loom_roofline_chart_export:
 * @path: file to write: .png, .svg or .pdf
 *
 * Writes the roofline as a figure.
 *
 * Sets %LOOM_ERROR_USAGE for another ending, %LOOM_ERROR_FILE if it can't be written.
 */
gboolean
loom_roofline_chart_export (LoomRooflineChart  *self,
                            const char         *path,
                            GError            **error)
{
  const LoomFigureFile figure = { _("Roofline"), FIGURE_WIDTH, FIGURE_HEIGHT, draw_figure, self };

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  return loom_figure_file_write (&figure, path, error);
}
