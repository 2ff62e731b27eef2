/* loom-warp-view.c: what the lanes of a warp did, step by step, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-warp-view.h"

#include "loom-class.h"
#include "loom-connect.h"

#include <glib/gi18n-lib.h>

struct _LoomWarpView
{
  LoomChartView parent_instance;

  double        pointer_x, pointer_y;   /* where it moved to last */
};

G_DEFINE_FINAL_TYPE (LoomWarpView, loom_warp_view, LOOM_TYPE_CHART_VIEW)

static void
loom_warp_view_draw (LoomChartView       *view,
                     gpointer             timeline,
                     cairo_t             *cr,
                     const LoomChartRoom *room,
                     gint64               marked)
{
  cairo_rectangle_t area;

  loom_warp_timeline_place (room->width, room->height, room->text_scale, &area);
  loom_warp_timeline_draw (timeline, cr, &area, room->dark, room->text_scale, (gint) marked);
}

static gint64
loom_warp_view_find (LoomChartView       *view,
                     gpointer             timeline,
                     const LoomChartRoom *room,
                     double               x,
                     double               y)
{
  cairo_rectangle_t area;

  loom_warp_timeline_place (room->width, room->height, room->text_scale, &area);
  return loom_warp_timeline_find (timeline, &area, x);
}

/* Across lies where other lanes are active. */
static gint64
loom_warp_view_step (LoomChartView *view,
                     gpointer       timeline,
                     gint64         from,
                     int            along,
                     int            across)
{
  if (across != 0)
    return loom_warp_timeline_find_other (timeline, (gint) from, across);
  return CLAMP (from + along, 0, (gint64) loom_warp_timeline_get_steps (timeline) - 1);
}

static char *
loom_warp_view_dup_text (gpointer timeline,
                         gint64   step)
{
  return loom_warp_timeline_dup_text (timeline, (gint) step);
}

/* GTK tells of a motion as well where a pointer that rests has something new below it: keys that
 * move the mark are not overruled by that. */
static void
motion_cb (LoomWarpView *self,
           double        x,
           double        y)
{
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  g_signal_emit_by_name (self, "hovered", loom_chart_view_find (LOOM_CHART_VIEW (self), x, y));
}

static void
leave_cb (LoomWarpView *self)
{
  g_signal_emit_by_name (self, "hovered", LOOM_NO_MARK);
}

static void
loom_warp_view_class_init (LoomWarpViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Page_Down, 32 }, { GDK_KEY_Page_Up, -32 },
    { GDK_KEY_End, G_MAXINT / 2 }, { GDK_KEY_Home, -G_MAXINT / 2 },
    { GDK_KEY_Right, 0, 1, GDK_CONTROL_MASK }, { GDK_KEY_Left, 0, -1, GDK_CONTROL_MASK },
    { GDK_KEY_Return }, { GDK_KEY_KP_Enter },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Lanes of a warp over its steps");
  chart_class->free_chart = (GDestroyNotify) loom_warp_timeline_unref;
  chart_class->dup_sentence = (LoomChartSentence) loom_warp_timeline_dup_sentence;
  chart_class->dup_text = loom_warp_view_dup_text;
  chart_class->draw = loom_warp_view_draw;
  chart_class->find = loom_warp_view_find;
  chart_class->step = loom_warp_view_step;
  LOOM_SIGNAL_NEW (klass, "hovered", 1, G_TYPE_INT64);
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "warpview");
}

static void
loom_warp_view_init (LoomWarpView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  loom_connect (motion, "motion", motion_cb, self);
  loom_connect (motion, "leave", leave_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}
