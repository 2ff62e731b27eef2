/* loom-roofline-view.c: a launch under the roofs of a device, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-roofline-view.h"

#include "loom-class.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define LEAST_WIDTH 260
#define LEAST_HEIGHT 60         /* with words of the usual size */

struct _LoomRooflineView
{
  GtkWidget          parent_instance;

  LoomRooflineChart *chart;     /* or NULL */
  guint              marked;
};

G_DEFINE_FINAL_TYPE (LoomRooflineView, loom_roofline_view, GTK_TYPE_WIDGET)

static void
loom_roofline_view_measure (GtkWidget      *widget,
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
loom_roofline_view_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  LoomRooflineView *self = LOOM_ROOFLINE_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->chart == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  loom_roofline_chart_draw (self->chart, cr, width, height,
                            adw_style_manager_get_dark (adw_style_manager_get_default ()),
                            loom_text_scale_get (widget), self->marked);
  cairo_destroy (cr);
}

static void
set_marked (LoomRooflineView *self,
            guint             marked)
{
  g_autofree char *text = NULL;

  self->marked = marked;
  text = loom_roofline_view_dup_text (self);
  loom_widget_set_spoken_name (self, text != NULL ? text : _("Roofline"));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

static guint
find (LoomRooflineView *self,
      double            x,
      double            y)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return loom_roofline_chart_find (self->chart, gtk_widget_get_width (widget),
                                   gtk_widget_get_height (widget), loom_text_scale_get (widget),
                                   x, y);
}

static void
pressed_cb (LoomRooflineView *self,
            int               n_press,
            double            x,
            double            y)
{
  guint point;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  point = self->chart != NULL ? find (self, x, y) : LOOM_NO_POINT;
  if (point != LOOM_NO_POINT)
    set_marked (self, point);
}

static gboolean
query_tooltip_cb (LoomRooflineView *self,
                  int               x,
                  int               y,
                  gboolean          keyboard,
                  GtkTooltip       *tooltip)
{
  g_autofree char *text = NULL;

  if (self->chart != NULL)
    text = loom_roofline_chart_dup_text (self->chart, keyboard ? self->marked : find (self, x, y));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomRooflineView *self = LOOM_ROOFLINE_VIEW (widget);

  if (self->chart == NULL)
    return FALSE;
  set_marked (self, loom_roofline_chart_step (self->chart, self->marked,
                                              g_variant_get_int32 (args)));
  return TRUE;
}

static void
loom_roofline_view_dispose (GObject *object)
{
  LoomRooflineView *self = LOOM_ROOFLINE_VIEW (object);

  g_clear_pointer (&self->chart, loom_roofline_chart_unref);

  G_OBJECT_CLASS (loom_roofline_view_parent_class)->dispose (object);
}

static void
loom_roofline_view_class_init (LoomRooflineViewClass *klass)
{
  static const struct { guint key; gint by; } keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 1 }, { GDK_KEY_Up, -1 },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_roofline_view_dispose;
  widget_class->measure = loom_roofline_view_measure;
  widget_class->snapshot = loom_roofline_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, 0, step_cb, "i", keys[i].by);
  gtk_widget_class_set_css_name (widget_class, "rooflineview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_roofline_view_init (LoomRooflineView *self)
{
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  set_marked (self, LOOM_NO_POINT);
}

/**
 * loom_roofline_view_take_chart:
 * @chart: (nullable) (transfer full): what is shown from now on
 */
void
loom_roofline_view_take_chart (LoomRooflineView  *self,
                               LoomRooflineChart *chart)
{
  g_return_if_fail (LOOM_IS_ROOFLINE_VIEW (self));

  g_clear_pointer (&self->chart, loom_roofline_chart_unref);
  self->chart = chart;
  set_marked (self, chart != NULL ? loom_roofline_chart_step (chart, self->marked, 0)
                                  : LOOM_NO_POINT);
}

/**
 * loom_roofline_view_get_chart:
 *
 * Returns: (transfer none) (nullable): what is shown
 */
LoomRooflineChart *
loom_roofline_view_get_chart (LoomRooflineView *self)
{
  g_return_val_if_fail (LOOM_IS_ROOFLINE_VIEW (self), NULL);

  return self->chart;
}

/**
 * loom_roofline_view_dup_text:
 *
 * Returns: (transfer full) (nullable): the point that stands out, in words
 */
char *
loom_roofline_view_dup_text (LoomRooflineView *self)
{
  g_return_val_if_fail (LOOM_IS_ROOFLINE_VIEW (self), NULL);

  return self->chart != NULL ? loom_roofline_chart_dup_text (self->chart, self->marked) : NULL;
}
