/* loom-timing-view.c: the samples of a kernel, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timing-view.h"

#include <glib/gi18n-lib.h>

struct _LoomTimingView
{
  LoomChartView parent_instance;
};

G_DEFINE_FINAL_TYPE (LoomTimingView, loom_timing_view, LOOM_TYPE_CHART_VIEW)

static void
loom_timing_view_draw (LoomChartView       *view,
                       gpointer             strip,
                       cairo_t             *cr,
                       const LoomChartRoom *room,
                       gint64               marked)
{
  loom_timing_strip_draw (strip, cr, room->width, room->height, room->dark, room->text_scale,
                          (guint) marked);
}

static gint64
loom_timing_view_find (LoomChartView       *view,
                       gpointer             strip,
                       const LoomChartRoom *room,
                       double               x,
                       double               y)
{
  return loom_timing_strip_find (strip, room->width, room->text_scale, x);
}

/* From nowhere to the first sample. */
static gint64
loom_timing_view_step (LoomChartView *view,
                       gpointer       strip,
                       gint64         from,
                       int            along,
                       int            across)
{
  return from != LOOM_NO_MARK ? loom_timing_strip_step (strip, (guint) from, along) : 0;
}

static char *
loom_timing_view_dup_text (gpointer strip,
                           gint64   sample)
{
  return loom_timing_strip_dup_text (strip, (guint) sample);
}

static void
loom_timing_view_class_init (LoomTimingViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Page_Down, 10 },
    { GDK_KEY_Page_Up, -10 }, { GDK_KEY_Home, -G_MAXINT }, { GDK_KEY_End, G_MAXINT },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Samples");
  chart_class->least_width = 220;
  chart_class->least_height = 64;
  chart_class->free_chart = (GDestroyNotify) loom_timing_strip_free;
  chart_class->dup_sentence = (LoomChartSentence) loom_timing_strip_dup_sentence;
  chart_class->dup_text = loom_timing_view_dup_text;
  chart_class->draw = loom_timing_view_draw;
  chart_class->find = loom_timing_view_find;
  chart_class->step = loom_timing_view_step;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "timingview");
}

static void
loom_timing_view_init (LoomTimingView *self)
{
}
