/* loom-sweep-view.c: the map of a sweep, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomSweepView
{
  GtkWidget       parent_instance;

  LoomSweepChart *chart;        /* or NULL */
  gint            marked;       /* -1: none */
};

G_DEFINE_FINAL_TYPE (LoomSweepView, loom_sweep_view, GTK_TYPE_WIDGET)

static void
update_label (LoomSweepView *self)
{
  g_autofree char *text = loom_sweep_view_dup_text (self);

  loom_widget_set_spoken_name (self, text != NULL ? text : _("Map of configurations"));
}

static void
loom_sweep_view_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  LoomSweepView *self = LOOM_SWEEP_VIEW (widget);
  double width = 0, height = 0;

  if (self->chart != NULL)
    loom_sweep_chart_measure (self->chart, loom_text_scale_get (widget), &width, &height);
  *minimum = *natural = (int) (orientation == GTK_ORIENTATION_HORIZONTAL ? width : height) + 1;
}

static GtkScrolledWindow *
get_scroller (LoomSweepView *self)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);

  return scroller != NULL ? GTK_SCROLLED_WINDOW (scroller) : NULL;
}

/* Of thousands of tiles only those in sight are drawn. */
static graphene_rect_t
get_visible (LoomSweepView *self)
{
  GtkScrolledWindow *scroller = get_scroller (self);
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (GTK_WIDGET (self)),
                                            gtk_widget_get_height (GTK_WIDGET (self)));
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
  LoomSweepView *self = LOOM_SWEEP_VIEW (widget);
  const graphene_rect_t visible = get_visible (self);
  cairo_t *cr;

  if (self->chart == NULL || visible.size.width < 1 || visible.size.height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &visible);
  loom_sweep_chart_draw (self->chart, cr,
                         adw_style_manager_get_dark (adw_style_manager_get_default ()),
                         loom_text_scale_get (widget), self->marked);
  cairo_destroy (cr);
}

static void
loom_sweep_view_root (GtkWidget *widget)
{
  GtkScrolledWindow *scroller;

  GTK_WIDGET_CLASS (loom_sweep_view_parent_class)->root (widget);
  scroller = get_scroller (LOOM_SWEEP_VIEW (widget));
  if (scroller == NULL)
    return;
  loom_connect (gtk_scrolled_window_get_hadjustment (scroller), "value-changed",
                gtk_widget_queue_draw, widget);
  loom_connect (gtk_scrolled_window_get_vadjustment (scroller), "value-changed",
                gtk_widget_queue_draw, widget);
}

static void
show_marked (LoomSweepView *self)
{
  cairo_rectangle_t cell;

  if (self->marked < 0)
    return;
  loom_sweep_chart_get_cell (self->chart, loom_text_scale_get (GTK_WIDGET (self)),
                             (guint) self->marked, &cell);
  loom_widget_scroll_to (GTK_WIDGET (self), &cell);
}

static void
set_marked (LoomSweepView *self,
            gint           tile)
{
  self->marked = tile;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

static gint
find_tile (LoomSweepView *self,
           double         x,
           double         y)
{
  return self->chart != NULL
             ? loom_sweep_chart_find (self->chart, loom_text_scale_get (GTK_WIDGET (self)), x, y)
             : -1;
}

static void
pressed_cb (LoomSweepView *self,
            int            n_press,
            double         x,
            double         y)
{
  const gint tile = find_tile (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (tile < 0)
    return;
  set_marked (self, tile);
  if (n_press == 2)
    g_signal_emit_by_name (self, "chosen");
}

static gboolean
query_tooltip_cb (LoomSweepView *self,
                  int            x,
                  int            y,
                  gboolean       keyboard,
                  GtkTooltip    *tooltip)
{
  const gint tile = keyboard ? self->marked : find_tile (self, x, y);
  g_autofree char *text = NULL;

  if (self->chart == NULL || tile < 0)
    return FALSE;
  text = loom_sweep_chart_dup_text (self->chart, (guint) tile);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomSweepView *self = LOOM_SWEEP_VIEW (widget);
  int columns, rows;

  if (self->chart == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &columns, &rows);
  set_marked (self, loom_sweep_chart_step (self->chart, self->marked, columns, rows));
  show_marked (self);
  return TRUE;
}

static gboolean
choose_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   data)
{
  g_signal_emit_by_name (widget, "chosen");
  return TRUE;
}

static void
loom_sweep_view_dispose (GObject *object)
{
  LoomSweepView *self = LOOM_SWEEP_VIEW (object);

  g_clear_pointer (&self->chart, loom_sweep_chart_free);

  G_OBJECT_CLASS (loom_sweep_view_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key; int columns, rows; } rows[] = {
    { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Home, -LOOM_SWEEP_MAX_TILES, 0 }, { GDK_KEY_End, LOOM_SWEEP_MAX_TILES, 0 },
    { GDK_KEY_Page_Up, 0, -LOOM_SWEEP_MAX_TILES }, { GDK_KEY_Page_Down, 0, LOOM_SWEEP_MAX_TILES },
  };
  static const guint choosing[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_widget_class_add_binding (widget_class, rows[i].key, 0, step_cb, "(ii)", rows[i].columns,
                                  rows[i].rows);
  for (guint i = 0; i < G_N_ELEMENTS (choosing); i++)
    gtk_widget_class_add_binding (widget_class, choosing[i], 0, choose_cb, NULL);
}

static void
loom_sweep_view_class_init (LoomSweepViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_sweep_view_dispose;
  widget_class->measure = loom_sweep_view_measure;
  widget_class->snapshot = loom_sweep_view_snapshot;
  widget_class->root = loom_sweep_view_root;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  LOOM_SIGNAL_NEW (klass, "chosen", 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "sweepview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_sweep_view_init (LoomSweepView *self)
{
  self->marked = -1;
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  update_label (self);
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
  g_return_if_fail (LOOM_IS_SWEEP_VIEW (self));

  g_clear_pointer (&self->chart, loom_sweep_chart_free);
  self->chart = chart;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  set_marked (self, chart != NULL && self->marked >= 0
                        ? loom_sweep_chart_step (chart, self->marked, 0, 0) : self->marked);
}

/**
 * loom_sweep_view_update:
 *
 * Shows what has become of the sweep meanwhile.
 */
void
loom_sweep_view_update (LoomSweepView *self)
{
  g_return_if_fail (LOOM_IS_SWEEP_VIEW (self));

  set_marked (self, self->marked);
}

/**
 * loom_sweep_view_mark_next_best:
 *
 * Moves the cursor to the tile that is ranked behind the one that it is on; first to the best.
 */
void
loom_sweep_view_mark_next_best (LoomSweepView *self)
{
  g_return_if_fail (LOOM_IS_SWEEP_VIEW (self));

  if (self->chart == NULL)
    return;
  set_marked (self, loom_sweep_chart_find_next_best (self->chart, self->marked));
  show_marked (self);
}

gint
loom_sweep_view_get_marked (LoomSweepView *self)
{
  g_return_val_if_fail (LOOM_IS_SWEEP_VIEW (self), 0);

  return self->chart != NULL ? self->marked : -1;
}

/**
 * loom_sweep_view_dup_text:
 *
 * Returns: (transfer full) (nullable): what is known of the tile under the cursor
 */
char *
loom_sweep_view_dup_text (LoomSweepView *self)
{
  return self->chart != NULL && self->marked >= 0
             ? loom_sweep_chart_dup_text (self->chart, (guint) self->marked) : NULL;
}
