/* loom-roofline-view.c: a launch under the roofs of a device, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-roofline-view.h"

#include <glib/gi18n-lib.h>

struct _LoomRooflineView
{
  LoomChartView parent_instance;
};

G_DEFINE_FINAL_TYPE (LoomRooflineView, loom_roofline_view, LOOM_TYPE_CHART_VIEW)

/* LOOM_NO_MARK and the chart's LOOM_NO_POINT become each other as a guint and as a gint. */
G_STATIC_ASSERT ((guint) LOOM_NO_MARK == LOOM_NO_POINT);

static void
loom_roofline_view_draw (LoomChartView       *view,
                         gpointer             chart,
                         cairo_t             *cr,
                         const LoomChartRoom *room,
                         gint64               marked)
{
  loom_roofline_chart_draw (chart, cr, room->width, room->height, room->dark, room->text_scale,
                            (guint) marked);
}

static gint64
loom_roofline_view_find (LoomChartView       *view,
                         gpointer             chart,
                         const LoomChartRoom *room,
                         double               x,
                         double               y)
{
  return (gint) loom_roofline_chart_find (chart, room->width, room->height, room->text_scale, x, y);
}

static gint64
loom_roofline_view_step (LoomChartView *view,
                         gpointer       chart,
                         gint64         from,
                         int            along,
                         int            across)
{
  return (gint) loom_roofline_chart_step (chart, (guint) from, along);
}

static char *
loom_roofline_view_dup_text (gpointer chart,
                             gint64   point)
{
  return loom_roofline_chart_dup_text (chart, (guint) point);
}

static void
loom_roofline_view_class_init (LoomRooflineViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 1 }, { GDK_KEY_Up, -1 },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Roofline");
  chart_class->least_width = 260;
  chart_class->least_height = 60;
  chart_class->free_chart = (GDestroyNotify) loom_roofline_chart_unref;
  chart_class->dup_text = loom_roofline_view_dup_text;
  chart_class->draw = loom_roofline_view_draw;
  chart_class->find = loom_roofline_view_find;
  chart_class->step = loom_roofline_view_step;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "rooflineview");
}

static void
loom_roofline_view_init (LoomRooflineView *self)
{
}
