/* loom-timeline-view.c: what streams did over time, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timeline-view.h"

#include "loom-connect.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ZOOM 1.25               /* of a notch of the wheel, or a key */
#define PAN 0.1                 /* of what is in view, with a notch */
#define LEAST_RANGE 1e-6        /* of all */

struct _LoomTimelineView
{
  LoomChartView parent_instance;

  LoomTimeRange range;          /* in view */
  gint          other;          /* the second mark */
};

G_DEFINE_FINAL_TYPE (LoomTimelineView, loom_timeline_view, LOOM_TYPE_CHART_VIEW)

static LoomTimeline *
get_timeline (LoomTimelineView *self)
{
  return loom_chart_view_get_chart (LOOM_CHART_VIEW (self));
}

static void
place_lanes (LoomTimeline        *timeline,
             const LoomChartRoom *room,
             cairo_rectangle_t   *area)
{
  loom_timeline_place (timeline, room->width, room->height, room->text_scale, area);
}

/* What is in view stays within what there is. */
static void
show_range (LoomTimelineView *self,
            double            start,
            double            length)
{
  const double end = loom_timeline_get_end (get_timeline (self));

  length = CLAMP (length, end * LEAST_RANGE, end);
  start = CLAMP (start, 0, end - length);
  self->range = (LoomTimeRange) { start, start + length };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* place: in parts of what is in view, what stays where it is. */
static void
zoom (LoomTimelineView *self,
      double            factor,
      double            place)
{
  const double length = self->range.end_ms - self->range.start_ms;

  show_range (self, self->range.start_ms + place * length * (1 - 1 / factor), length / factor);
}

static void
pan (LoomTimelineView *self,
     double            part)
{
  const double length = self->range.end_ms - self->range.start_ms;

  show_range (self, self->range.start_ms + part * length, length);
}

/* Whoever goes along a stream sees where they are. */
static void
reveal (LoomTimelineView *self,
        gint              index)
{
  const LoomRunSpan *span = loom_timeline_get_span (get_timeline (self), index);
  const double length = self->range.end_ms - self->range.start_ms;

  if (span != NULL && (span->start_ms < self->range.start_ms || span->end_ms > self->range.end_ms))
    show_range (self, (span->start_ms + span->end_ms - length) / 2, length);
}

static void
loom_timeline_view_draw (LoomChartView       *view,
                         gpointer             timeline,
                         cairo_t             *cr,
                         const LoomChartRoom *room,
                         gint64               marked)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (view);
  cairo_rectangle_t area;

  place_lanes (timeline, room, &area);
  loom_timeline_draw (timeline, cr, &area, &self->range, room->dark, room->text_scale);
  loom_timeline_draw_mark (timeline, cr, &area, &self->range, room->dark, self->other);
  loom_timeline_draw_mark (timeline, cr, &area, &self->range, room->dark, (gint) marked);
}

static void
loom_timeline_view_get_size (gpointer  timeline,
                             double    text_scale,
                             double   *width,
                             double   *height)
{
  *height = loom_timeline_get_height (timeline, text_scale);
}

static gint64
loom_timeline_view_find (LoomChartView       *view,
                         gpointer             timeline,
                         const LoomChartRoom *room,
                         double               x,
                         double               y)
{
  cairo_rectangle_t area;

  place_lanes (timeline, room, &area);
  return loom_timeline_find (timeline, &area, &LOOM_TIMELINE_VIEW (view)->range, x, y);
}

/* With Shift the second mark goes. */
static void
loom_timeline_view_press (LoomChartView   *view,
                          gint64           span,
                          int              n_press,
                          GdkModifierType  state)
{
  const gboolean is_second = (state & GDK_SHIFT_MASK) != 0;

  LOOM_TIMELINE_VIEW (view)->other = is_second ? (gint) span : LOOM_NO_SPAN;
  loom_chart_view_set_marked (view, is_second ? loom_chart_view_get_marked (view) : span);
}

static gboolean
scroll_cb (LoomTimelineView *self,
           double            dx,
           double            dy,
           GtkEventController *scroll)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (scroll);
  GdkEvent *event = gtk_event_controller_get_current_event (scroll);
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  cairo_rectangle_t area;
  LoomChartRoom room;
  double x = 0, y = 0, left, top;

  if (get_timeline (self) == NULL)
    return FALSE;
  if ((state & GDK_CONTROL_MASK) == 0)
    {
      const gboolean is_across = (state & GDK_SHIFT_MASK) != 0;

      if (dx == 0 && !is_across)
        return FALSE;
      pan (self, PAN * (is_across ? dx + dy : dx));
      return TRUE;
    }
  loom_chart_view_get_room (LOOM_CHART_VIEW (self), &room);
  place_lanes (get_timeline (self), &room, &area);
  gtk_native_get_surface_transform (native, &left, &top);
  gdk_event_get_position (event, &x, &y);
  gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self), x - left, y - top, &x,
                                    &y);
  zoom (self, pow (ZOOM, -dy), CLAMP ((x - area.x) / area.width, 0, 1));
  return TRUE;
}

/* Along a stream, or to another one. */
static gint64
loom_timeline_view_step (LoomChartView *view,
                         gpointer       timeline,
                         gint64         from,
                         int            along,
                         int            across)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (view);
  const gint to = loom_timeline_step (timeline, (gint) from, along, across);

  self->other = LOOM_NO_SPAN;
  reveal (self, to);
  return to;
}

/* The same, of the second mark. */
static gboolean
second_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   data)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (widget);
  LoomChartView *view = LOOM_CHART_VIEW (widget);
  LoomTimeline *timeline = get_timeline (self);
  const gint marked = (gint) loom_chart_view_get_marked (view);
  int along, across;

  if (timeline == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &along, &across);
  self->other = loom_timeline_step (timeline, self->other != LOOM_NO_SPAN ? self->other : marked,
                                    along, across);
  reveal (self, self->other);
  loom_chart_view_set_marked (view, marked);
  return TRUE;
}

static gboolean
zoom_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (widget);
  const double factor = g_variant_get_double (args);

  if (get_timeline (self) == NULL)
    return FALSE;
  if (factor == 0)
    show_range (self, 0, loom_timeline_get_end (get_timeline (self)));
  else
    zoom (self, factor, 0.5);
  return TRUE;
}

static char *
loom_timeline_view_dup_text (gpointer timeline,
                             gint64   span)
{
  return loom_timeline_dup_text (timeline, (gint) span);
}

static void
add_keys (LoomChartViewClass *chart_class)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
  };
  static const struct { guint key; double factor; } zooms[] = {
    { GDK_KEY_plus, ZOOM }, { GDK_KEY_KP_Add, ZOOM }, { GDK_KEY_minus, 1 / ZOOM },
    { GDK_KEY_KP_Subtract, 1 / ZOOM }, { GDK_KEY_0, 0 }, { GDK_KEY_KP_0, 0 },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (chart_class);

  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, GDK_SHIFT_MASK, second_cb, "(ii)",
                                  keys[i].along, keys[i].across);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (widget_class, zooms[i].key, 0, zoom_cb, "d", zooms[i].factor);
}

static void
loom_timeline_view_class_init (LoomTimelineViewClass *klass)
{
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Streams over time");
  chart_class->free_chart = (GDestroyNotify) loom_timeline_unref;
  chart_class->dup_sentence = (LoomChartSentence) loom_timeline_dup_sentence;
  chart_class->dup_text = loom_timeline_view_dup_text;
  chart_class->get_size = loom_timeline_view_get_size;
  chart_class->draw = loom_timeline_view_draw;
  chart_class->find = loom_timeline_view_find;
  chart_class->step = loom_timeline_view_step;
  chart_class->press = loom_timeline_view_press;
  add_keys (chart_class);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "timelineview");
}

static void
loom_timeline_view_init (LoomTimelineView *self)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->other = LOOM_NO_SPAN;
  loom_connect (scroll, "scroll", scroll_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

/**
 * loom_timeline_view_set_timeline:
 * @timeline: (nullable): what to show
 *
 * Shows another run from its beginning to its end. What was marked stays marked where the run did
 * the same again.
 */
void
loom_timeline_view_set_timeline (LoomTimelineView *self,
                                 LoomTimeline     *timeline)
{
  LoomChartView *view;
  LoomTimeline *before;
  gint marked;

  g_return_if_fail (LOOM_IS_TIMELINE_VIEW (self));

  view = LOOM_CHART_VIEW (self);
  before = get_timeline (self);
  marked = loom_timeline_find_again (timeline, before, (gint) loom_chart_view_get_marked (view));
  self->other = loom_timeline_find_again (timeline, before, self->other);
  loom_chart_view_take_chart (view, timeline != NULL ? loom_timeline_ref (timeline) : NULL, marked);
  if (timeline != NULL)
    show_range (self, 0, loom_timeline_get_end (timeline));
}

gint
loom_timeline_view_get_other (LoomTimelineView *self)
{
  g_return_val_if_fail (LOOM_IS_TIMELINE_VIEW (self), 0);

  return self->other;
}
