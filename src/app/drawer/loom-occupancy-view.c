/* loom-occupancy-view.c: a curve of occupancy, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-occupancy-view.h"

#include <glib/gi18n-lib.h>

struct _LoomOccupancyView
{
  LoomChartView parent_instance;
};

G_DEFINE_FINAL_TYPE (LoomOccupancyView, loom_occupancy_view, LOOM_TYPE_CHART_VIEW)

static void
loom_occupancy_view_draw (LoomChartView       *view,
                          gpointer             chart,
                          cairo_t             *cr,
                          const LoomChartRoom *room,
                          gint64               marked)
{
  loom_occupancy_chart_draw (chart, cr, room->width, room->height, room->dark, room->text_scale,
                             (guint) marked);
}

static gint64
loom_occupancy_view_find (LoomChartView       *view,
                          gpointer             chart,
                          const LoomChartRoom *room,
                          double               x,
                          double               y)
{
  return loom_occupancy_chart_find (chart, room->width, room->text_scale, x);
}

static gint64
loom_occupancy_view_step (LoomChartView *view,
                          gpointer       chart,
                          gint64         from,
                          int            along,
                          int            across)
{
  return loom_occupancy_chart_step (chart, (guint) from, along);
}

static char *
loom_occupancy_view_dup_text (gpointer chart,
                              gint64   point)
{
  return loom_occupancy_chart_dup_text (chart, (guint) point);
}

static void
loom_occupancy_view_class_init (LoomOccupancyViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Page_Down, 8 }, { GDK_KEY_Page_Up, -8 },
    { GDK_KEY_Home, -G_MAXINT16 }, { GDK_KEY_End, G_MAXINT16 },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Occupancy");
  chart_class->least_width = 84;
  chart_class->least_height = 64;
  chart_class->free_chart = (GDestroyNotify) loom_occupancy_chart_free;
  chart_class->dup_text = loom_occupancy_view_dup_text;
  chart_class->draw = loom_occupancy_view_draw;
  chart_class->find = loom_occupancy_view_find;
  chart_class->step = loom_occupancy_view_step;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "occupancyview");
}

static void
loom_occupancy_view_init (LoomOccupancyView *self)
{
}
