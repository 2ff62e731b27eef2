/* loom-occupancy-chart.c: resident warps over one thing that a launch takes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-occupancy-chart.h"

#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* These grow with the words. */
#define LEFT 26                 /* for the numbers of warps */
#define RIGHT 10
#define ABOVE 22                /* for the title */
#define BELOW 18                /* for the ends of the axis */
#define LABEL_SIZE 10
#define TITLE_SIZE 11
#define LEAST_FOR_BOTH 100      /* ends of the axis, as “0 bytes” and “227.0 KiB” */
#define NOW_RADIUS 4
#define CURVE 0xff3584e4        /* is seen on light and on dark */

struct _LoomOccupancyChart
{
  GArray            *points;    /* (element-type LoomOccupancyPoint) */
  LoomOccupancyAxis  axis;
  guint              now;       /* the point that the launch is at, or the first one behind it */
  guint              most;      /* warps that a multiprocessor holds */
};

static const LoomOccupancyPoint *
get_point (const LoomOccupancyChart *self,
           guint                     at)
{
  return &g_array_index (self->points, LoomOccupancyPoint, at);
}

/**
 * loom_occupancy_chart_new:
 * @profile: the device
 * @use: what the launch takes
 * @axis: what the curve goes over
 *
 * Returns: (transfer full): the curve
 */
LoomOccupancyChart *
loom_occupancy_chart_new (const LoomDeviceProfile *profile,
                          const LoomOccupancyUse  *use,
                          LoomOccupancyAxis        axis)
{
  LoomOccupancyChart *self = g_new0 (LoomOccupancyChart, 1);
  const guint64 values[] = { use->threads, use->registers, use->shared };

  self->points = loom_occupancy_list_curve (profile, use, axis);
  self->axis = axis;
  self->most = (guint) profile->warps.value;
  while (self->now + 1 < self->points->len && get_point (self, self->now)->at < values[axis])
    self->now++;
  return self;
}

void
loom_occupancy_chart_free (LoomOccupancyChart *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->points);
  g_free (self);
}

/* What it goes over, in the user's language. */
static const char *
get_title (const LoomOccupancyChart *self)
{
  static const char * const titles[] = {
    N_("Threads of a block"), N_("Registers of a thread"), N_("Shared memory of a block"),
  };

  return _(titles[self->axis]);
}

/**
 * loom_occupancy_chart_get_now:
 *
 * Returns: the point that the launch is at
 */
guint
loom_occupancy_chart_get_now (const LoomOccupancyChart *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->now;
}

/**
 * loom_occupancy_chart_step:
 * @from: a point
 * @by: how many points further
 *
 * Returns: the point there; the first or the last one where there are no more
 */
guint
loom_occupancy_chart_step (const LoomOccupancyChart *self,
                           guint                     from,
                           gint                      by)
{
  g_return_val_if_fail (self != NULL, 0);

  return (guint) CLAMP ((gint) from + by, 0, (gint) self->points->len - 1);
}

static char *
format_at (const LoomOccupancyChart *self,
           guint64                   at)
{
  return self->axis == LOOM_OCCUPANCY_SHARED ? g_format_size_full (at, G_FORMAT_SIZE_IEC_UNITS)
                                             : g_strdup_printf ("%" PRIu64, at);
}

/**
 * loom_occupancy_chart_dup_text:
 * @point: one of its points
 *
 * Returns: (transfer full): what would be resident there, in words
 */
char *
loom_occupancy_chart_dup_text (const LoomOccupancyChart *self,
                               guint                     point)
{
  const LoomOccupancyPoint *is;
  g_autofree char *at = NULL;

  g_return_val_if_fail (self != NULL && point < self->points->len, NULL);

  is = get_point (self, point);
  at = format_at (self, is->at);
  /* Translators: as "Threads of a block 256: 8 blocks, 64 of 64 warps" */
  return g_strdup_printf (ngettext ("%1$s %2$s: %3$u block, %4$u of %5$u warps",
                                    "%1$s %2$s: %3$u blocks, %4$u of %5$u warps", is->blocks),
                          get_title (self), at, is->blocks, is->warps,
                          self->most);
}

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
get_x (const LoomOccupancyChart *self,
       const cairo_rectangle_t  *area,
       guint                     point)
{
  return area->x + point * area->width / MAX (self->points->len - 1, 1);
}

static double
get_y (const LoomOccupancyChart *self,
       const cairo_rectangle_t  *area,
       guint                     point)
{
  return area->y + area->height * (1 - get_point (self, point)->warps / (double) self->most);
}

/**
 * loom_occupancy_chart_find:
 * @x: across the widget
 *
 * Returns: the nearest point
 */
guint
loom_occupancy_chart_find (const LoomOccupancyChart *self,
                           double                    width,
                           double                    text_scale,
                           double                    x)
{
  const cairo_rectangle_t area = get_area (width, 0, text_scale);

  g_return_val_if_fail (self != NULL, 0);

  return loom_occupancy_chart_step (
      self, 0,
      (gint) round (CLAMP ((x - area.x) / area.width, 0, 1) * (self->points->len - 1)));
}

/* None, half and all of the warps, and the ends of the axis. */
static void
draw_axes (const LoomOccupancyChart *self,
           cairo_t                  *cr,
           const cairo_rectangle_t  *area,
           gboolean                  dark,
           double                    text_scale)
{
  const LoomColor dim = loom_text_dim_ink (dark);
  const double size = LABEL_SIZE * text_scale, below = area->y + area->height + 4 * text_scale;
  g_autofree char *first = format_at (self, get_point (self, 0)->at);
  g_autofree char *last = format_at (self, get_point (self, self->points->len - 1)->at);

  cairo_set_line_width (cr, 1);
  for (guint i = 0; i <= 2; i++)
    {
      const double y = floor (area->y + area->height * (2 - i) / 2) + 0.5;
      g_autofree char *warps = g_strdup_printf ("%u", self->most * i / 2);

      loom_text_color (cr, loom_text_ink (dark), i == 0 ? 0.4 : 0.15);
      cairo_move_to (cr, area->x, y);
      cairo_line_to (cr, area->x + area->width, y);
      cairo_stroke (cr);
      loom_text_draw_words (cr, warps, area->x - 5 * text_scale, y, 1, 0.5, size, dim);
    }
  if (area->width > LEAST_FOR_BOTH * text_scale)
    loom_text_draw_words (cr, first, area->x, below, 0, 0, size, dim);
  loom_text_draw_words (cr, last, area->x + area->width, below, 1, 0, size, dim);
}

static void
draw_line_at (const LoomOccupancyChart *self,
              cairo_t                  *cr,
              const cairo_rectangle_t  *area,
              guint                     point,
              LoomColor                 color,
              double                    alpha)
{
  const double x = floor (get_x (self, area, point)) + 0.5;

  loom_text_color (cr, color, alpha);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x, area->y);
  cairo_line_to (cr, x, area->y + area->height);
  cairo_stroke (cr);
}

static void
draw_now (const LoomOccupancyChart *self,
          cairo_t                  *cr,
          const cairo_rectangle_t  *area,
          gboolean                  dark,
          double                    text_scale)
{
  const LoomColor ink = loom_text_ink (dark);
  g_autofree char *at = format_at (self, get_point (self, self->now)->at);
  const double x = get_x (self, area, self->now);

  draw_line_at (self, cr, area, self->now, ink, 0.5);
  loom_text_color (cr, ink, 1);
  cairo_arc (cr, x, get_y (self, area, self->now), NOW_RADIUS * text_scale, 0, 2 * G_PI);
  cairo_fill (cr);
  /* not over the ends of the axis */
  if (x > area->x + area->width * 0.25 && x < area->x + area->width * 0.7)
    loom_text_draw_words (cr, at, x, area->y + area->height + 4 * text_scale, 0.5, 0,
                          LABEL_SIZE * text_scale, ink);
}

/**
 * loom_occupancy_chart_draw:
 * @dark: whether it lies on a dark ground
 * @text_scale: how large words are
 * @marked: a point that stands out beside that of the launch
 *
 * Draws the curve with its axes and the point that the launch is at.
 */
void
loom_occupancy_chart_draw (const LoomOccupancyChart *self,
                           cairo_t                  *cr,
                           double                    width,
                           double                    height,
                           gboolean                  dark,
                           double                    text_scale,
                           guint                     marked)
{
  const cairo_rectangle_t area = get_area (width, height, text_scale);
  const LoomText title = { .size = TITLE_SIZE * text_scale, .room = width - area.x,
                           .color = loom_text_ink (dark) };

  g_return_if_fail (self != NULL && cr != NULL);

  loom_text_draw (cr, &title, area.x, 2 * text_scale, get_title (self));
  draw_axes (self, cr, &area, dark, text_scale);
  loom_text_color (cr, CURVE, 1);
  cairo_set_line_width (cr, 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->points->len; i++)
    cairo_line_to (cr, get_x (self, &area, i), get_y (self, &area, i));
  cairo_stroke (cr);
  draw_now (self, cr, &area, dark, text_scale);
  if (marked != self->now && marked < self->points->len)
    {
      draw_line_at (self, cr, &area, marked, CURVE, 0.8);
      loom_text_color (cr, CURVE, 1);
      cairo_arc (cr, get_x (self, &area, marked), get_y (self, &area, marked),
                 NOW_RADIUS * text_scale, 0, 2 * G_PI);
      cairo_fill (cr);
    }
}
