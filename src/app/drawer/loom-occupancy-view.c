/* loom-occupancy-view.c: a curve of occupancy, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-occupancy-view.h"

#include "loom-class.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define LEAST_WIDTH 84
#define LEAST_HEIGHT 64         /* with words of the usual size */

struct _LoomOccupancyView
{
  GtkWidget           parent_instance;

  LoomOccupancyChart *chart;    /* or NULL */
  guint               marked;
};

G_DEFINE_FINAL_TYPE (LoomOccupancyView, loom_occupancy_view, GTK_TYPE_WIDGET)

static void
update_label (LoomOccupancyView *self)
{
  g_autofree char *text = loom_occupancy_view_dup_text (self);

  loom_widget_set_spoken_name (self, text != NULL ? text : _("Occupancy"));
}

static void
loom_occupancy_view_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  const int least = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;

  *minimum = *natural = (int) (least * loom_text_scale_get (widget));
}

static void
loom_occupancy_view_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  LoomOccupancyView *self = LOOM_OCCUPANCY_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->chart == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  loom_occupancy_chart_draw (self->chart, cr, width, height,
                             adw_style_manager_get_dark (adw_style_manager_get_default ()),
                             loom_text_scale_get (widget), self->marked);
  cairo_destroy (cr);
}

static void
set_marked (LoomOccupancyView *self,
            guint              marked)
{
  self->marked = marked;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

static guint
find (LoomOccupancyView *self,
      double             x)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return loom_occupancy_chart_find (self->chart, gtk_widget_get_width (widget),
                                    loom_text_scale_get (widget), x);
}

static void
pressed_cb (LoomOccupancyView *self,
            int                n_press,
            double             x,
            double             y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->chart != NULL)
    set_marked (self, find (self, x));
}

static gboolean
query_tooltip_cb (LoomOccupancyView *self,
                  int                x,
                  int                y,
                  gboolean           keyboard,
                  GtkTooltip        *tooltip)
{
  g_autofree char *text = NULL;

  if (self->chart == NULL)
    return FALSE;
  text = loom_occupancy_chart_dup_text (self->chart, keyboard ? self->marked : find (self, x));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomOccupancyView *self = LOOM_OCCUPANCY_VIEW (widget);

  if (self->chart == NULL)
    return FALSE;
  set_marked (self, loom_occupancy_chart_step (self->chart, self->marked,
                                               g_variant_get_int32 (args)));
  return TRUE;
}

static void
loom_occupancy_view_dispose (GObject *object)
{
  LoomOccupancyView *self = LOOM_OCCUPANCY_VIEW (object);

  g_clear_pointer (&self->chart, loom_occupancy_chart_free);

  G_OBJECT_CLASS (loom_occupancy_view_parent_class)->dispose (object);
}

static void
loom_occupancy_view_class_init (LoomOccupancyViewClass *klass)
{
  static const struct { guint key; gint by; } keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Page_Down, 8 }, { GDK_KEY_Page_Up, -8 },
    { GDK_KEY_Home, -G_MAXINT16 }, { GDK_KEY_End, G_MAXINT16 },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_occupancy_view_dispose;
  widget_class->measure = loom_occupancy_view_measure;
  widget_class->snapshot = loom_occupancy_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, 0, step_cb, "i", keys[i].by);
  gtk_widget_class_set_css_name (widget_class, "occupancyview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_occupancy_view_init (LoomOccupancyView *self)
{
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  update_label (self);
}

/**
 * loom_occupancy_view_take_chart:
 * @chart: (nullable) (transfer full): what is shown from now on
 */
void
loom_occupancy_view_take_chart (LoomOccupancyView  *self,
                                LoomOccupancyChart *chart)
{
  g_return_if_fail (LOOM_IS_OCCUPANCY_VIEW (self));

  g_clear_pointer (&self->chart, loom_occupancy_chart_free);
  self->chart = chart;
  set_marked (self, chart != NULL ? loom_occupancy_chart_get_now (chart) : 0);
}

/**
 * loom_occupancy_view_dup_text:
 *
 * Returns: (transfer full) (nullable): what would be resident at the point that stands out
 */
char *
loom_occupancy_view_dup_text (LoomOccupancyView *self)
{
  g_return_val_if_fail (LOOM_IS_OCCUPANCY_VIEW (self), NULL);

  return self->chart != NULL ? loom_occupancy_chart_dup_text (self->chart, self->marked) : NULL;
}
