/* loom-timeline-draw.c: streams over time, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timeline-private.h"

#include "loom-axes.h"
#include "loom-color-scale.h"
#include "loom-number.h"
#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* These grow with the words. */
#define LEFT 110                /* room for names of streams */
#define ABOVE 22                /* for what colours mean */
#define BELOW 28                /* for the axis of time */
#define BESIDE 14
#define LANE 24
#define LABEL_SIZE 11
#define LABEL_GAP 6
#define TICK_SPACE 80
#define SWATCH 10

#define FILLED 0.7              /* of a lane's height, the rest is a gap */
#define LEAST_SEEN 1            /* pixels of the shortest bar */
#define NEAR 3                  /* pixels beside a bar that still mean it */
#define EVENT 4.5               /* half of the width of its mark */

/* In colours that are seen on light and on dark. */
static const struct
{
  guint       category;
  const char *title;
} classes[LOOM_N_TIMELINE_CLASSES] = {
  [LOOM_TIMELINE_LAUNCH] = { 0, N_("Launch") },
  [LOOM_TIMELINE_TO_DEVICE] = { 7, N_("Host → device") },
  [LOOM_TIMELINE_TO_HOST] = { 8, N_("Device → host") },
  [LOOM_TIMELINE_COPY] = { 4, N_("Copy") },
  [LOOM_TIMELINE_FILL] = { 2, N_("Fill") },
  [LOOM_TIMELINE_EVENT] = { 5, N_("Event") },
};

/**
 * loom_timeline_get_height:
 * @text_scale: how large words are
 *
 * Returns: design pixels that all lanes and what stands around them take
 */
double
loom_timeline_get_height (LoomTimeline *self,
                          double        text_scale)
{
  return ceil ((ABOVE + BELOW + LANE * MAX (self->lanes->len, 1)) * text_scale);
}

/**
 * loom_timeline_place:
 * @width: room in design pixels
 * @height: room in design pixels
 * @text_scale: how large words are
 * @area: (out): where the lanes go so that the rest has room
 *
 * Leaves room for names, colours and the axis of time. Lanes grow no higher than they need to.
 */
void
loom_timeline_place (LoomTimeline      *self,
                     double             width,
                     double             height,
                     double             text_scale,
                     cairo_rectangle_t *area)
{
  const double most = 1.6 * LANE * text_scale * MAX (self->lanes->len, 1);

  *area = (cairo_rectangle_t) {
    round (LEFT * text_scale), round (ABOVE * text_scale),
    MAX (width - round ((LEFT + BESIDE) * text_scale), 1),
    CLAMP (height - round ((ABOVE + BELOW) * text_scale), 1, most)
  };
}

static guint
get_lane (LoomTimeline      *self,
          const LoomRunSpan *span)
{
  return g_array_index (self->lane_of, guint32, span->stream);
}

static double
get_lane_height (LoomTimeline            *self,
                 const cairo_rectangle_t *area)
{
  return area->height / MAX (self->lanes->len, 1);
}

static double
get_x (const cairo_rectangle_t *area,
       const LoomTimeRange     *range,
       double                   ms)
{
  return area->x + (ms - range->start_ms) / (range->end_ms - range->start_ms) * area->width;
}

/* An event is a mark around when it was recorded. */
static void
place_span (LoomTimeline            *self,
            const cairo_rectangle_t *area,
            const LoomTimeRange     *range,
            gint                     index,
            cairo_rectangle_t       *place)
{
  const LoomRunSpan *span = loom_timeline_get_span (self, index);
  const double lane = get_lane_height (self, area), x = get_x (area, range, span->start_ms);
  const gboolean is_event = _loom_timeline_get_class (self, index) == LOOM_TIMELINE_EVENT;

  *place = (cairo_rectangle_t) {
    is_event ? x - EVENT : x, area->y + lane * (get_lane (self, span) + (1 - FILLED) / 2),
    is_event ? 2 * EVENT : MAX (get_x (area, range, span->end_ms) - x, LEAST_SEEN), lane * FILLED
  };
}

static void
draw_span (LoomTimeline            *self,
           cairo_t                 *cr,
           const cairo_rectangle_t *place,
           LoomTimelineClass        class,
           double                   next)
{
  /* a gap between neighbours, where there is room for one */
  const double width = place->width > 4 && next - place->x - place->width < 1 ? place->width - 1
                                                                              : place->width;

  loom_text_color (cr, loom_color_scale_category (classes[class].category, 0), 1);
  if (class == LOOM_TIMELINE_EVENT)
    {
      cairo_move_to (cr, place->x, place->y);
      cairo_rel_line_to (cr, place->width, 0);
      cairo_rel_line_to (cr, -place->width / 2, place->width);
      cairo_close_path (cr);
      cairo_rectangle (cr, place->x + place->width / 2 - 0.75, place->y, 1.5, place->height);
    }
  else
    cairo_rectangle (cr, place->x, place->y, width, place->height);
  cairo_fill (cr);
}

static void
draw_spans (LoomTimeline            *self,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            const LoomTimeRange     *range)
{
  cairo_save (cr);
  cairo_rectangle (cr, area->x - EVENT, area->y, area->width + 2 * EVENT, area->height);
  cairo_clip (cr);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->spans->len; i++)
      {
        const LoomTimelineClass class = _loom_timeline_get_class (self, (gint) i);
        const gint next = loom_timeline_step (self, (gint) i, 1, 0);
        cairo_rectangle_t place, after;

        /* events lie over bars */
        if ((class == LOOM_TIMELINE_EVENT) != (pass == 1))
          continue;
        place_span (self, area, range, (gint) i, &place);
        place_span (self, area, range, next, &after);
        if (place.x + place.width >= area->x && place.x <= area->x + area->width)
          draw_span (self, cr, &place, class, next != (gint) i ? after.x : INFINITY);
      }
  cairo_restore (cr);
}

static void
draw_lanes (LoomTimeline            *self,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            gboolean                 dark,
            double                   text_scale)
{
  const double lane = get_lane_height (self, area);
  const LoomText text = { .size = LABEL_SIZE * text_scale,
                          .x_align = 1,
                          .y_align = 0.5,
                          .room = (LEFT - 2 * LABEL_GAP) * text_scale,
                          .color = loom_text_ink (dark) };

  for (guint i = 0; i < self->lanes->len; i++)
    {
      const char *name
          = g_ptr_array_index (self->run->streams, g_array_index (self->lanes, guint32, i));

      loom_text_color (cr, loom_text_ink (dark), 0.06);
      cairo_rectangle (cr, area->x, area->y + lane * (i + (1 - FILLED) / 2), area->width,
                       lane * FILLED);
      cairo_fill (cr);
      loom_text_draw (cr, &text, area->x - LABEL_GAP * text_scale, area->y + lane * (i + 0.5),
                      *name != '\0' ? name : _("default stream"));
    }
}

static void
draw_axis (cairo_t                 *cr,
           const cairo_rectangle_t *area,
           const LoomTimeRange     *range,
           gboolean                 dark,
           double                   text_scale)
{
  const double bottom = area->y + area->height;
  const guint room = (guint) (area->width / (TICK_SPACE * text_scale));
  const LoomText text
      = { .size = LABEL_SIZE * text_scale, .x_align = 0.5, .color = loom_text_ink (dark) };
  g_autoptr (GArray) ticks
      = loom_axes_nice_ticks (range->start_ms, range->end_ms, CLAMP (room, 2, 12), FALSE);

  loom_text_color (cr, text.color, 0.8);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, area->x, round (bottom) + 0.5);
  cairo_rel_line_to (cr, area->width, 0);
  cairo_stroke (cr);
  for (guint i = 0; i < ticks->len; i++)
    {
      const double ms = g_array_index (ticks, double, i), x = get_x (area, range, ms);
      g_autofree char *number = loom_number_format (ms, 7);
      g_autofree char *label = i + 1 == ticks->len ? g_strdup_printf (_("%s ms"), number)
                                                   : g_strdup (number);

      loom_text_color (cr, text.color, 0.8);
      cairo_move_to (cr, round (x) + 0.5, bottom);
      cairo_rel_line_to (cr, 0, 4);
      cairo_stroke (cr);
      loom_text_draw (cr, &text, x, bottom + LABEL_GAP * text_scale, label);
    }
}

static gboolean
has_class (LoomTimeline      *self,
           LoomTimelineClass  class)
{
  for (guint i = 0; i < self->spans->len; i++)
    if (_loom_timeline_get_class (self, (gint) i) == class)
      return TRUE;
  return FALSE;
}

/* Of all colours that are there, with their words. */
static double
measure_legend (LoomTimeline   *self,
                cairo_t        *cr,
                const LoomText *text,
                double          text_scale)
{
  double all = 0;

  for (LoomTimelineClass class = 0; class < LOOM_N_TIMELINE_CLASSES; class++)
    {
      double width, height;

      if (!has_class (self, class))
        continue;
      loom_text_measure (cr, text, _(classes[class].title), &width, &height);
      all += width + (SWATCH + (all > 0 ? 4 : 1) * LABEL_GAP) * text_scale;
    }
  return all;
}

/* Above the lanes, or further to the left where the words are long. */
static void
draw_legend (LoomTimeline            *self,
             cairo_t                 *cr,
             const cairo_rectangle_t *area,
             gboolean                 dark,
             double                   text_scale)
{
  const double size = SWATCH * text_scale, y = (ABOVE - SWATCH) / 2 * text_scale;
  const LoomText text
      = { .size = LABEL_SIZE * text_scale, .y_align = 0.5, .color = loom_text_ink (dark) };
  const double right = area->x + area->width + BESIDE * text_scale;
  double x = CLAMP (right - measure_legend (self, cr, &text, text_scale), 0, area->x);

  for (LoomTimelineClass class = 0; class < LOOM_N_TIMELINE_CLASSES; class++)
    {
      double width, height;

      if (!has_class (self, class))
        continue;
      draw_span (self, cr, &(cairo_rectangle_t) { x, y, size, size }, class, INFINITY);
      x += size + LABEL_GAP * text_scale;
      loom_text_draw (cr, &text, x, y + size / 2, _(classes[class].title));
      loom_text_measure (cr, &text, _(classes[class].title), &width, &height);
      x += width + 3 * LABEL_GAP * text_scale;
    }
}

/**
 * loom_timeline_draw:
 * @cr: where to draw
 * @area: where the lanes go
 * @range: what is in view
 * @dark: for a dark background
 * @text_scale: how large words are
 *
 * Draws what streams did, a colour for each class of steps, with names and axis.
 */
void
loom_timeline_draw (LoomTimeline            *self,
                    cairo_t                 *cr,
                    const cairo_rectangle_t *area,
                    const LoomTimeRange     *range,
                    gboolean                 dark,
                    double                   text_scale)
{
  draw_legend (self, cr, area, dark, text_scale);
  draw_lanes (self, cr, area, dark, text_scale);
  draw_spans (self, cr, area, range);
  draw_axis (cr, area, range, dark, text_scale);
}

/**
 * loom_timeline_draw_mark:
 * @cr: where to draw
 * @area: where the lanes are
 * @range: what is in view
 * @dark: for a dark background
 * @span: what is to stand out, or %LOOM_NO_SPAN
 *
 * Draws only the frame around a span.
 */
void
loom_timeline_draw_mark (LoomTimeline            *self,
                         cairo_t                 *cr,
                         const cairo_rectangle_t *area,
                         const LoomTimeRange     *range,
                         gboolean                 dark,
                         gint                     span)
{
  cairo_rectangle_t place;

  if (loom_timeline_get_span (self, span) == NULL)
    return;
  place_span (self, area, range, span, &place);
  cairo_save (cr);
  cairo_rectangle (cr, area->x - 4, area->y, area->width + 8, area->height);
  cairo_clip (cr);
  loom_text_color (cr, dark ? 0xff000000 : 0xffffffff, 1);
  cairo_set_line_width (cr, 4);
  cairo_rectangle (cr, place.x - 1, place.y - 1, place.width + 2, place.height + 2);
  cairo_stroke_preserve (cr);
  loom_text_color (cr, loom_text_ink (dark), 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * loom_timeline_find:
 * @area: where the lanes are
 * @range: what is in view
 * @x: of a point
 * @y: of a point
 *
 * Finds what lies at a point, or else nearest to it in its lane within a few pixels.
 *
 * Returns: a number, or %LOOM_NO_SPAN
 */
gint
loom_timeline_find (LoomTimeline            *self,
                    const cairo_rectangle_t *area,
                    const LoomTimeRange     *range,
                    double                   x,
                    double                   y)
{
  const double lane = (y - area->y) / get_lane_height (self, area);
  double least = NEAR;
  gint found = LOOM_NO_SPAN;

  /* what is out of view lies under names and margins */
  if (x < area->x - EVENT || x > area->x + area->width + EVENT)
    return LOOM_NO_SPAN;
  for (guint i = 0; i < self->spans->len; i++)
    {
      cairo_rectangle_t place;
      double distance;

      if (floor (lane) != get_lane (self, loom_timeline_get_span (self, (gint) i)))
        continue;
      place_span (self, area, range, (gint) i, &place);
      distance = MAX (MAX (place.x - x, x - place.x - place.width), 0);
      /* events lie over bars */
      if (distance < least || (distance == 0 && _loom_timeline_get_class (self, (gint) i)
                                                    == LOOM_TIMELINE_EVENT))
        {
          least = distance;
          found = (gint) i;
        }
    }
  return found;
}
