/* loom-block-view.c: the threads of a block by where they are, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-block-view.h"

#include <glib/gi18n-lib.h>

struct _LoomBlockView
{
  LoomChartView parent_instance;
};

G_DEFINE_FINAL_TYPE (LoomBlockView, loom_block_view, LOOM_TYPE_CHART_VIEW)

static void
loom_block_view_draw (LoomChartView       *view,
                      gpointer             map,
                      cairo_t             *cr,
                      const LoomChartRoom *room,
                      gint64               marked)
{
  LoomBlockMapPlace place;

  loom_block_map_place (map, room->width, room->height, room->text_scale, &place);
  loom_block_map_draw (map, cr, &place, room->dark, room->text_scale, (int) marked);
}

static gint64
loom_block_view_find (LoomChartView       *view,
                      gpointer             map,
                      const LoomChartRoom *room,
                      double               x,
                      double               y)
{
  LoomBlockMapPlace place;

  loom_block_map_place (map, room->width, room->height, room->text_scale, &place);
  return loom_block_map_find_thread (map, &place, x, y);
}

static gint64
loom_block_view_step (LoomChartView *view,
                      gpointer       map,
                      gint64         from,
                      int            along,
                      int            across)
{
  return loom_block_map_step (map, (int) from, along, across);
}

static void
loom_block_view_press (LoomChartView   *view,
                       gint64           thread,
                       int              n_press,
                       GdkModifierType  state)
{
  loom_chart_view_set_marked (view, thread);
  loom_chart_view_activate (view);
}

static char *
loom_block_view_dup_text (gpointer map,
                          gint64   thread)
{
  return loom_block_map_dup_thread_text (map, (int) thread);
}

static void
loom_block_view_class_init (LoomBlockViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Home, -LOOM_WARP_LANES }, { GDK_KEY_End, LOOM_WARP_LANES },
    { GDK_KEY_Return }, { GDK_KEY_KP_Enter },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Threads of the block");
  chart_class->free_chart = (GDestroyNotify) loom_block_map_free;
  chart_class->dup_sentence = (LoomChartSentence) loom_block_map_dup_description;
  chart_class->dup_text = loom_block_view_dup_text;
  chart_class->draw = loom_block_view_draw;
  chart_class->find = loom_block_view_find;
  chart_class->step = loom_block_view_step;
  chart_class->press = loom_block_view_press;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "blockview");
}

static void
loom_block_view_init (LoomBlockView *self)
{
}
