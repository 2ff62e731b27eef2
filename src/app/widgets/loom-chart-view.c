/* loom-chart-view.c: what all charts that are widgets have in common
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-chart-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

typedef struct
{
  gpointer chart;               /* or NULL; its class knows the type */
  gint64   marked;
} LoomChartViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LoomChartView, loom_chart_view, GTK_TYPE_WIDGET)

static LoomChartViewPrivate *
get_private (LoomChartView *self)
{
  return loom_chart_view_get_instance_private (self);
}

static char *
dup_text (LoomChartView *self,
          gint64         place)
{
  gpointer chart = get_private (self)->chart;

  return chart != NULL && place != LOOM_NO_MARK
             ? LOOM_CHART_VIEW_GET_CLASS (self)->dup_text (chart, place) : NULL;
}

static void
update_label (LoomChartView *self)
{
  const LoomChartViewClass *klass = LOOM_CHART_VIEW_GET_CLASS (self);
  gpointer chart = get_private (self)->chart;
  g_autofree char *text = loom_chart_view_dup_text (self);
  g_autofree char *sentence = NULL;

  loom_widget_set_spoken_name (self, text != NULL ? text : _(klass->name));
  if (klass->dup_sentence == NULL)
    return;
  sentence = chart != NULL ? klass->dup_sentence (chart) : NULL;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

static void
loom_chart_view_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  const LoomChartViewClass *klass = LOOM_CHART_VIEW_GET_CLASS (widget);
  gpointer chart = get_private (LOOM_CHART_VIEW (widget))->chart;
  const double text_scale = loom_text_scale_get (widget);
  double width = klass->least_width * text_scale, height = klass->least_height * text_scale;

  if (klass->get_size != NULL && chart != NULL)
    klass->get_size (chart, text_scale, &width, &height);
  *minimum = *natural = (int) (orientation == GTK_ORIENTATION_HORIZONTAL ? width : height);
}

static void
loom_chart_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomChartView *self = LOOM_CHART_VIEW (widget);
  const LoomChartViewPrivate *priv = get_private (self);
  LoomChartRoom room;
  cairo_t *cr;

  loom_chart_view_get_room (self, &room);
  if (priv->chart == NULL || room.width < 1 || room.height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, room.width, room.height));
  LOOM_CHART_VIEW_GET_CLASS (self)->draw (self, priv->chart, cr, &room, priv->marked);
  cairo_destroy (cr);
}

static void
loom_chart_view_press (LoomChartView   *self,
                       gint64           place,
                       int              n_press,
                       GdkModifierType  state)
{
  if (place == LOOM_NO_MARK)
    return;
  loom_chart_view_set_marked (self, place);
  if (n_press == 2)
    loom_chart_view_activate (self);
}

static void
pressed_cb (LoomChartView      *self,
            int                 n_press,
            double              x,
            double              y,
            GtkEventController *click)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (get_private (self)->chart != NULL)
    LOOM_CHART_VIEW_GET_CLASS (self)->press (self, loom_chart_view_find (self, x, y), n_press,
                                             gtk_event_controller_get_current_event_state (click));
}

static gboolean
loom_chart_view_query_tooltip (GtkWidget  *widget,
                               int         x,
                               int         y,
                               gboolean    keyboard,
                               GtkTooltip *tooltip)
{
  LoomChartView *self = LOOM_CHART_VIEW (widget);
  g_autofree char *text = dup_text (self, keyboard ? get_private (self)->marked
                                                   : loom_chart_view_find (self, x, y));

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomChartView *self = LOOM_CHART_VIEW (widget);
  const LoomChartViewPrivate *priv = get_private (self);
  int along, across;

  if (priv->chart == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &along, &across);
  loom_chart_view_set_marked (self, LOOM_CHART_VIEW_GET_CLASS (self)->step (
                                        self, priv->chart, priv->marked, along, across));
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *args,
             gpointer   data)
{
  return loom_chart_view_activate (LOOM_CHART_VIEW (widget));
}

/* What a class sets is not known before. */
static void
loom_chart_view_constructed (GObject *object)
{
  G_OBJECT_CLASS (loom_chart_view_parent_class)->constructed (object);
  update_label (LOOM_CHART_VIEW (object));
}

static void
loom_chart_view_dispose (GObject *object)
{
  LoomChartView *self = LOOM_CHART_VIEW (object);

  g_clear_pointer (&get_private (self)->chart, LOOM_CHART_VIEW_GET_CLASS (self)->free_chart);

  G_OBJECT_CLASS (loom_chart_view_parent_class)->dispose (object);
}

static void
loom_chart_view_class_init (LoomChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = loom_chart_view_constructed;
  G_OBJECT_CLASS (klass)->dispose = loom_chart_view_dispose;
  widget_class->measure = loom_chart_view_measure;
  widget_class->snapshot = loom_chart_view_snapshot;
  widget_class->query_tooltip = loom_chart_view_query_tooltip;
  klass->press = loom_chart_view_press;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  LOOM_SIGNAL_NEW (klass, "place-activated", 1, G_TYPE_INT64);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_chart_view_init (LoomChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();

  get_private (self)->marked = LOOM_NO_MARK;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  loom_connect (click, "pressed", pressed_cb, self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  loom_connect (adw_style_manager_get_default (), "notify::dark", gtk_widget_queue_draw, self);
  loom_text_scale_watch (widget, G_CALLBACK (gtk_widget_queue_resize));
}

/**
 * loom_chart_view_class_add_keys:
 * @keys: (array length=n_keys): what keys do in all charts of the class
 */
void
loom_chart_view_class_add_keys (LoomChartViewClass *klass,
                                const LoomChartKey *keys,
                                guint               n_keys)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  for (guint i = 0; i < n_keys; i++)
    if (keys[i].along != 0 || keys[i].across != 0)
      gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers, step_cb, "(ii)",
                                    keys[i].along, keys[i].across);
    else
      gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers, activate_cb,
                                    NULL);
}

/**
 * loom_chart_view_take_chart:
 * @chart: (nullable) (transfer full): what is shown from now on, of the type of the class
 * @marked: a place of it that stands out, or %LOOM_NO_MARK
 */
void
loom_chart_view_take_chart (LoomChartView *self,
                            gpointer       chart,
                            gint64         marked)
{
  LoomChartViewPrivate *priv;

  g_return_if_fail (LOOM_IS_CHART_VIEW (self));

  priv = get_private (self);
  g_clear_pointer (&priv->chart, LOOM_CHART_VIEW_GET_CLASS (self)->free_chart);
  priv->chart = chart;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (marked != LOOM_NO_MARK || priv->marked != LOOM_NO_MARK)
    loom_chart_view_set_marked (self, marked);
  else
    update_label (self);
}

/**
 * loom_chart_view_get_chart:
 *
 * Returns: (transfer none) (nullable): what is shown
 */
gpointer
loom_chart_view_get_chart (LoomChartView *self)
{
  g_return_val_if_fail (LOOM_IS_CHART_VIEW (self), NULL);

  return get_private (self)->chart;
}

/**
 * loom_chart_view_get_room:
 * @room: (out): what there is for the chart
 */
void
loom_chart_view_get_room (LoomChartView *self,
                          LoomChartRoom *room)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *room = (LoomChartRoom) {
    gtk_widget_get_width (widget), gtk_widget_get_height (widget), loom_text_scale_get (widget),
    adw_style_manager_get_dark (adw_style_manager_get_default ()),
  };
}

/**
 * loom_chart_view_find:
 *
 * Returns: the place at a point of the widget, or %LOOM_NO_MARK
 */
gint64
loom_chart_view_find (LoomChartView *self,
                      double         x,
                      double         y)
{
  gpointer chart = get_private (self)->chart;
  LoomChartRoom room;

  if (chart == NULL)
    return LOOM_NO_MARK;
  loom_chart_view_get_room (self, &room);
  return LOOM_CHART_VIEW_GET_CLASS (self)->find (self, chart, &room, x, y);
}

/**
 * loom_chart_view_get_marked:
 *
 * Returns: the place that stands out, or %LOOM_NO_MARK
 */
gint64
loom_chart_view_get_marked (LoomChartView *self)
{
  g_return_val_if_fail (LOOM_IS_CHART_VIEW (self), LOOM_NO_MARK);

  return get_private (self)->marked;
}

/**
 * loom_chart_view_set_marked:
 * @place: a place, or %LOOM_NO_MARK
 *
 * Lets a place stand out, without telling anybody that it was activated. The one that does already
 * is drawn and told anew.
 */
void
loom_chart_view_set_marked (LoomChartView *self,
                            gint64         place)
{
  g_return_if_fail (LOOM_IS_CHART_VIEW (self));

  get_private (self)->marked = place;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

/**
 * loom_chart_view_activate:
 *
 * Tells that somebody wants what the marked place leads to.
 *
 * Returns: whether one is marked
 */
gboolean
loom_chart_view_activate (LoomChartView *self)
{
  const gint64 place = loom_chart_view_get_marked (self);

  if (place != LOOM_NO_MARK)
    g_signal_emit_by_name (self, "place-activated", place);
  return place != LOOM_NO_MARK;
}

/**
 * loom_chart_view_dup_text:
 *
 * Returns: (transfer full) (nullable): the place that stands out, in words
 */
char *
loom_chart_view_dup_text (LoomChartView *self)
{
  g_return_val_if_fail (LOOM_IS_CHART_VIEW (self), NULL);

  return dup_text (self, get_private (self)->marked);
}
