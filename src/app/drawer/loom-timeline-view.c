/* loom-timeline-view.c: what streams did over time, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timeline-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#define ZOOM 1.25               /* of a notch of the wheel, or a key */
#define PAN 0.1                 /* of what is in view, with a notch */
#define LEAST_RANGE 1e-6        /* of all */

struct _LoomTimelineView
{
  GtkWidget      parent_instance;

  LoomTimeline  *timeline;
  LoomTimeRange  range;         /* in view */
  gint           marked, other;
};

G_DEFINE_FINAL_TYPE (LoomTimelineView, loom_timeline_view, GTK_TYPE_WIDGET)

static void
get_area (LoomTimelineView  *self,
          cairo_rectangle_t *area)
{
  GtkWidget *widget = GTK_WIDGET (self);

  loom_timeline_place (self->timeline, gtk_widget_get_width (widget),
                       gtk_widget_get_height (widget), loom_text_scale_get (widget), area);
}

static void
update_label (LoomTimelineView *self)
{
  g_autofree char *text = NULL, *sentence = NULL;

  if (self->timeline != NULL)
    {
      text = loom_timeline_dup_text (self->timeline, self->marked);
      sentence = loom_timeline_dup_sentence (self->timeline);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Streams over time"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

static void
mark (LoomTimelineView *self,
      gint              marked,
      gint              other)
{
  if (self->marked == marked && self->other == other)
    return;
  self->marked = marked;
  self->other = other;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

/* What is in view stays within what there is. */
static void
show_range (LoomTimelineView *self,
            double            start,
            double            length)
{
  const double end = loom_timeline_get_end (self->timeline);

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
  const LoomRunSpan *span = loom_timeline_get_span (self->timeline, index);
  const double length = self->range.end_ms - self->range.start_ms;

  if (span != NULL && (span->start_ms < self->range.start_ms || span->end_ms > self->range.end_ms))
    show_range (self, (span->start_ms + span->end_ms - length) / 2, length);
}

static void
loom_timeline_view_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (widget);
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                  gtk_widget_get_height (widget));
  cairo_rectangle_t area;
  cairo_t *cr;

  if (self->timeline == NULL || all.size.width < 1 || all.size.height < 1)
    return;
  get_area (self, &area);
  cr = gtk_snapshot_append_cairo (snapshot, &all);
  loom_timeline_draw (self->timeline, cr, &area, &self->range, dark, loom_text_scale_get (widget));
  loom_timeline_draw_mark (self->timeline, cr, &area, &self->range, dark, self->other);
  loom_timeline_draw_mark (self->timeline, cr, &area, &self->range, dark, self->marked);
  cairo_destroy (cr);
}

static void
loom_timeline_view_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (widget);

  *minimum = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->timeline != NULL)
    *minimum = (int) loom_timeline_get_height (self->timeline, loom_text_scale_get (widget));
  *natural = *minimum;
}

static void
pressed_cb (LoomTimelineView *self,
            int               n_press,
            double            x,
            double            y,
            GtkGesture       *click)
{
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));
  cairo_rectangle_t area;
  gint span;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->timeline == NULL)
    return;
  get_area (self, &area);
  span = loom_timeline_find (self->timeline, &area, &self->range, x, y);
  if ((state & GDK_SHIFT_MASK) != 0)
    mark (self, self->marked, span);
  else
    mark (self, span, LOOM_NO_SPAN);
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
  double x = 0, y = 0, left, top;

  if (self->timeline == NULL)
    return FALSE;
  if ((state & GDK_CONTROL_MASK) == 0)
    {
      const gboolean is_across = (state & GDK_SHIFT_MASK) != 0;

      if (dx == 0 && !is_across)
        return FALSE;
      pan (self, PAN * (is_across ? dx + dy : dx));
      return TRUE;
    }
  get_area (self, &area);
  gtk_native_get_surface_transform (native, &left, &top);
  gdk_event_get_position (event, &x, &y);
  gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self), x - left, y - top, &x,
                                    &y);
  zoom (self, pow (ZOOM, -dy), CLAMP ((x - area.x) / area.width, 0, 1));
  return TRUE;
}

static gboolean
query_tooltip_cb (LoomTimelineView *self,
                  int               x,
                  int               y,
                  gboolean          keyboard,
                  GtkTooltip       *tooltip)
{
  cairo_rectangle_t area;
  g_autofree char *text = NULL;

  if (self->timeline == NULL)
    return FALSE;
  get_area (self, &area);
  text = loom_timeline_dup_text (
      self->timeline,
      keyboard ? self->marked : loom_timeline_find (self->timeline, &area, &self->range, x, y));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Along a stream, or to another one; with Shift the second mark goes. */
static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (widget);
  gboolean is_second;
  int along, across;
  gint from, to;

  if (self->timeline == NULL)
    return FALSE;
  g_variant_get (args, "(iib)", &along, &across, &is_second);
  from = is_second && self->other != LOOM_NO_SPAN ? self->other : self->marked;
  to = loom_timeline_step (self->timeline, from, along, across);
  if (is_second)
    mark (self, self->marked, to);
  else
    mark (self, to, LOOM_NO_SPAN);
  reveal (self, to);
  return TRUE;
}

static gboolean
zoom_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (widget);
  const double factor = g_variant_get_double (args);

  if (self->timeline == NULL)
    return FALSE;
  if (factor == 0)
    show_range (self, 0, loom_timeline_get_end (self->timeline));
  else
    zoom (self, factor, 0.5);
  return TRUE;
}

static void
loom_timeline_view_dispose (GObject *object)
{
  LoomTimelineView *self = LOOM_TIMELINE_VIEW (object);

  g_clear_pointer (&self->timeline, loom_timeline_unref);

  G_OBJECT_CLASS (loom_timeline_view_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key; int along, across; } rows[] = {
    { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
  };
  static const struct { guint key; double factor; } zooms[] = {
    { GDK_KEY_plus, ZOOM }, { GDK_KEY_KP_Add, ZOOM }, { GDK_KEY_minus, 1 / ZOOM },
    { GDK_KEY_KP_Subtract, 1 / ZOOM }, { GDK_KEY_0, 0 }, { GDK_KEY_KP_0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint second = 0; second < 2; second++)
      gtk_widget_class_add_binding (widget_class, rows[i].key, second ? GDK_SHIFT_MASK : 0, step_cb,
                                    "(iib)", rows[i].along, rows[i].across, second);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_add_binding (widget_class, zooms[i].key, 0, zoom_cb, "d", zooms[i].factor);
}

static void
loom_timeline_view_class_init (LoomTimelineViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_timeline_view_dispose;
  widget_class->snapshot = loom_timeline_view_snapshot;
  widget_class->measure = loom_timeline_view_measure;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "timelineview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_timeline_view_init (LoomTimelineView *self)
{
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->marked = self->other = LOOM_NO_SPAN;
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  loom_connect (scroll, "scroll", scroll_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  update_label (self);
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
  gint marked, other;

  g_return_if_fail (LOOM_IS_TIMELINE_VIEW (self));

  marked = loom_timeline_find_again (timeline, self->timeline, self->marked);
  other = loom_timeline_find_again (timeline, self->timeline, self->other);
  g_clear_pointer (&self->timeline, loom_timeline_unref);
  self->timeline = timeline != NULL ? loom_timeline_ref (timeline) : NULL;
  mark (self, marked, other);
  if (timeline != NULL)
    show_range (self, 0, loom_timeline_get_end (timeline));
  update_label (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

gint
loom_timeline_view_get_marked (LoomTimelineView *self)
{
  g_return_val_if_fail (LOOM_IS_TIMELINE_VIEW (self), 0);

  return self->marked;
}

gint
loom_timeline_view_get_other (LoomTimelineView *self)
{
  g_return_val_if_fail (LOOM_IS_TIMELINE_VIEW (self), 0);

  return self->other;
}
