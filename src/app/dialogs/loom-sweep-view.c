/* loom-sweep-view.c: the map of a sweep, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-view.h"

#include "loom-connect.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomSweepView
{
  LoomChartView parent_instance;
};

G_DEFINE_FINAL_TYPE (LoomSweepView, loom_sweep_view, LOOM_TYPE_CHART_VIEW)

static GtkScrolledWindow *
get_scroller (GtkWidget *widget)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  return scroller != NULL ? GTK_SCROLLED_WINDOW (scroller) : NULL;
}

/* Of thousands of tiles only those in sight are drawn. */
static graphene_rect_t
get_visible (GtkWidget           *widget,
             const LoomChartRoom *room)
{
  GtkScrolledWindow *scroller = get_scroller (widget);
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, room->width, room->height);
  GtkAdjustment *across, *down;
  graphene_rect_t part;

  if (scroller == NULL)
    return all;
  across = gtk_scrolled_window_get_hadjustment (scroller);
  down = gtk_scrolled_window_get_vadjustment (scroller);
  part = GRAPHENE_RECT_INIT ((float) gtk_adjustment_get_value (across),
                             (float) gtk_adjustment_get_value (down),
                             (float) gtk_adjustment_get_page_size (across),
                             (float) gtk_adjustment_get_page_size (down));
  graphene_rect_intersection (&all, &part, &all);
  return all;
}

static void
loom_sweep_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomChartView *view = LOOM_CHART_VIEW (widget);
  LoomSweepChart *chart = loom_chart_view_get_chart (view);
  graphene_rect_t visible;
  LoomChartRoom room;
  cairo_t *cr;

  loom_chart_view_get_room (view, &room);
  visible = get_visible (widget, &room);
  if (chart == NULL || visible.size.width < 1 || visible.size.height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &visible);
  loom_sweep_chart_draw (chart, cr, room.dark, room.text_scale,
                         (gint) loom_chart_view_get_marked (view));
  cairo_destroy (cr);
}

static void
loom_sweep_view_root (GtkWidget *widget)
{
  GtkScrolledWindow *scroller;

  GTK_WIDGET_CLASS (loom_sweep_view_parent_class)->root (widget);
  scroller = get_scroller (widget);
  if (scroller == NULL)
    return;
  loom_connect (gtk_scrolled_window_get_hadjustment (scroller), "value-changed",
                gtk_widget_queue_draw, widget);
  loom_connect (gtk_scrolled_window_get_vadjustment (scroller), "value-changed",
                gtk_widget_queue_draw, widget);
}

static void
loom_sweep_view_get_size (gpointer  chart,
                          double    text_scale,
                          double   *width,
                          double   *height)
{
  loom_sweep_chart_measure (chart, text_scale, width, height);
  *width += 1;
  *height += 1;
}

static gint64
loom_sweep_view_find (LoomChartView       *view,
                      gpointer             chart,
                      const LoomChartRoom *room,
                      double               x,
                      double               y)
{
  return loom_sweep_chart_find (chart, room->text_scale, x, y);
}

static void
show_tile (LoomChartView  *view,
           LoomSweepChart *chart,
           gint            tile)
{
  GtkWidget *widget = GTK_WIDGET (view);
  cairo_rectangle_t cell;

  if (tile < 0)
    return;
  loom_sweep_chart_get_cell (chart, loom_text_scale_get (widget), (guint) tile, &cell);
  loom_widget_scroll_to (widget, &cell);
}

static gint64
loom_sweep_view_step (LoomChartView *view,
                      gpointer       chart,
                      gint64         from,
                      int            columns,
                      int            rows)
{
  const gint tile = loom_sweep_chart_step (chart, (gint) from, columns, rows);

  show_tile (view, chart, tile);
  return tile;
}

static char *
loom_sweep_view_dup_text (gpointer chart,
                          gint64   tile)
{
  return loom_sweep_chart_dup_text (chart, (guint) tile);
}

static void
loom_sweep_view_class_init (LoomSweepViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Home, -LOOM_SWEEP_MAX_TILES }, { GDK_KEY_End, LOOM_SWEEP_MAX_TILES },
    { GDK_KEY_Page_Up, 0, -LOOM_SWEEP_MAX_TILES }, { GDK_KEY_Page_Down, 0, LOOM_SWEEP_MAX_TILES },
    { GDK_KEY_Return }, { GDK_KEY_KP_Enter }, { GDK_KEY_space },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  widget_class->snapshot = loom_sweep_view_snapshot;
  widget_class->root = loom_sweep_view_root;
  chart_class->name = N_("Map of configurations");
  chart_class->free_chart = (GDestroyNotify) loom_sweep_chart_free;
  chart_class->dup_text = loom_sweep_view_dup_text;
  chart_class->get_size = loom_sweep_view_get_size;
  chart_class->find = loom_sweep_view_find;
  chart_class->step = loom_sweep_view_step;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (widget_class, "sweepview");
}

static void
loom_sweep_view_init (LoomSweepView *self)
{
}

/**
 * loom_sweep_view_take_chart:
 * @chart: (transfer full) (nullable): what to show
 *
 * Shows another sweep, or none. The cursor stays where it was, if there is such a tile.
 */
void
loom_sweep_view_take_chart (LoomSweepView  *self,
                            LoomSweepChart *chart)
{
  LoomChartView *view = LOOM_CHART_VIEW (self);
  const gint64 marked = loom_chart_view_get_marked (view);

  loom_chart_view_take_chart (view, chart,
                              chart != NULL && marked != LOOM_NO_MARK
                                  ? loom_sweep_chart_step (chart, (gint) marked, 0, 0) : marked);
}

/**
 * loom_sweep_view_mark_next_best:
 *
 * Moves the cursor to the tile that is ranked behind the one that it is on; first to the best.
 */
void
loom_sweep_view_mark_next_best (LoomSweepView *self)
{
  LoomChartView *view = LOOM_CHART_VIEW (self);
  LoomSweepChart *chart = loom_chart_view_get_chart (view);
  gint tile;

  if (chart == NULL)
    return;
  tile = loom_sweep_chart_find_next_best (chart, (gint) loom_chart_view_get_marked (view));
  loom_chart_view_set_marked (view, tile);
  show_tile (view, chart, tile);
}
