/* loom-warp-view.c: what the lanes of a warp did, step by step, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-warp-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomWarpView
{
  GtkWidget         parent_instance;

  LoomWarpTimeline *timeline;
  gint              marked;
  double            pointer_x, pointer_y;       /* where it moved to last */
};

G_DEFINE_FINAL_TYPE (LoomWarpView, loom_warp_view, GTK_TYPE_WIDGET)

static void
get_area (LoomWarpView      *self,
          cairo_rectangle_t *area)
{
  GtkWidget *widget = GTK_WIDGET (self);

  loom_warp_timeline_place (gtk_widget_get_width (widget), gtk_widget_get_height (widget),
                            loom_text_scale_get (widget), area);
}

static gint
find (LoomWarpView *self,
      double        x)
{
  cairo_rectangle_t area;

  if (self->timeline == NULL)
    return LOOM_NO_STEP;
  get_area (self, &area);
  return loom_warp_timeline_find (self->timeline, &area, x);
}

static void
update_label (LoomWarpView *self)
{
  g_autofree char *text = NULL, *sentence = NULL;

  if (self->timeline != NULL)
    {
      text = loom_warp_timeline_dup_text (self->timeline, self->marked);
      sentence = loom_warp_timeline_dup_sentence (self->timeline);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Lanes of a warp over its steps"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

static void
mark (LoomWarpView *self,
      gint          step)
{
  if (self->marked == step)
    return;
  self->marked = step;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

static void
loom_warp_view_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  LoomWarpView *self = LOOM_WARP_VIEW (widget);
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                  gtk_widget_get_height (widget));
  cairo_rectangle_t area;
  cairo_t *cr;

  if (self->timeline == NULL || all.size.width < 1 || all.size.height < 1)
    return;
  get_area (self, &area);
  cr = gtk_snapshot_append_cairo (snapshot, &all);
  loom_warp_timeline_draw (self->timeline, cr, &area, dark, loom_text_scale_get (widget),
                           self->marked);
  cairo_destroy (cr);
}

static void
pressed_cb (LoomWarpView *self,
            int           n_press,
            double        x,
            double        y)
{
  const gint step = find (self, x);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (step == LOOM_NO_STEP)
    return;
  mark (self, step);
  if (n_press == 2)
    g_signal_emit_by_name (self, "step-activated", step);
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
  g_signal_emit_by_name (self, "hovered", find (self, x));
}

static void
leave_cb (LoomWarpView *self)
{
  g_signal_emit_by_name (self, "hovered", LOOM_NO_STEP);
}

static gboolean
query_tooltip_cb (LoomWarpView *self,
                  int           x,
                  int           y,
                  gboolean      keyboard,
                  GtkTooltip   *tooltip)
{
  g_autofree char *text = NULL;

  if (self->timeline == NULL)
    return FALSE;
  text = loom_warp_timeline_dup_text (self->timeline, keyboard ? self->marked : find (self, x));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomWarpView *self = LOOM_WARP_VIEW (widget);
  gint last;

  if (self->timeline == NULL)
    return FALSE;
  last = (gint) loom_warp_timeline_get_steps (self->timeline) - 1;
  mark (self, CLAMP (self->marked + g_variant_get_int32 (args), 0, last));
  return TRUE;
}

/* To where other lanes are active. */
static gboolean
other_cb (GtkWidget *widget,
          GVariant  *args,
          gpointer   data)
{
  LoomWarpView *self = LOOM_WARP_VIEW (widget);

  if (self->timeline == NULL)
    return FALSE;
  mark (self, loom_warp_timeline_find_other (self->timeline, self->marked,
                                             g_variant_get_int32 (args)));
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *args,
             gpointer   data)
{
  LoomWarpView *self = LOOM_WARP_VIEW (widget);

  if (self->marked == LOOM_NO_STEP)
    return FALSE;
  g_signal_emit_by_name (self, "step-activated", self->marked);
  return TRUE;
}

static void
loom_warp_view_dispose (GObject *object)
{
  LoomWarpView *self = LOOM_WARP_VIEW (object);

  g_clear_pointer (&self->timeline, loom_warp_timeline_unref);

  G_OBJECT_CLASS (loom_warp_view_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key; int steps; } rows[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Page_Down, 32 }, { GDK_KEY_Page_Up, -32 },
    { GDK_KEY_End, G_MAXINT / 2 }, { GDK_KEY_Home, -G_MAXINT / 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_widget_class_add_binding (widget_class, rows[i].key, 0, step_cb, "i", rows[i].steps);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, GDK_CONTROL_MASK, other_cb, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, GDK_CONTROL_MASK, other_cb, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_cb, NULL);
}

static void
loom_warp_view_class_init (LoomWarpViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_warp_view_dispose;
  widget_class->snapshot = loom_warp_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "hovered", 1, G_TYPE_INT);
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  LOOM_SIGNAL_NEW (klass, "step-activated", 1, G_TYPE_INT);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "warpview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_warp_view_init (LoomWarpView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->marked = LOOM_NO_STEP;
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  loom_connect (motion, "motion", motion_cb, self);
  loom_connect (motion, "leave", leave_cb, self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  update_label (self);
}

/**
 * loom_warp_view_set_timeline:
 * @timeline: (nullable): what to show
 *
 * Shows what another warp did; no step of it is marked.
 */
void
loom_warp_view_set_timeline (LoomWarpView     *self,
                             LoomWarpTimeline *timeline)
{
  g_return_if_fail (LOOM_IS_WARP_VIEW (self));

  g_clear_pointer (&self->timeline, loom_warp_timeline_unref);
  self->timeline = timeline != NULL ? loom_warp_timeline_ref (timeline) : NULL;
  mark (self, LOOM_NO_STEP);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gint
loom_warp_view_get_marked (LoomWarpView *self)
{
  g_return_val_if_fail (LOOM_IS_WARP_VIEW (self), 0);

  return self->marked;
}
