/* loom-timing-view.c: the samples of a kernel, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-timing-view.h"

#include "loom-class.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define LEAST_WIDTH 220
#define LEAST_HEIGHT 64         /* with words of the usual size */
#define NONE G_MAXUINT          /* no sample stands out */

struct _LoomTimingView
{
  GtkWidget         parent_instance;

  LoomTimingStrip  *strip;      /* or NULL */
  guint             marked;
};

G_DEFINE_FINAL_TYPE (LoomTimingView, loom_timing_view, GTK_TYPE_WIDGET)

static void
update_label (LoomTimingView *self)
{
  g_autofree char *text = loom_timing_view_dup_text (self);
  g_autofree char *sentence
      = self->strip != NULL ? loom_timing_strip_dup_sentence (self->strip) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Samples"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

static void
loom_timing_view_measure (GtkWidget      *widget,
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
loom_timing_view_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  LoomTimingView *self = LOOM_TIMING_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->strip == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  loom_timing_strip_draw (self->strip, cr, width, height,
                          adw_style_manager_get_dark (adw_style_manager_get_default ()),
                          loom_text_scale_get (widget), self->marked);
  cairo_destroy (cr);
}

static void
set_marked (LoomTimingView *self,
            guint           marked)
{
  self->marked = marked;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

static guint
find (LoomTimingView *self,
      double          x)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return loom_timing_strip_find (self->strip, gtk_widget_get_width (widget),
                                 loom_text_scale_get (widget), x);
}

static void
pressed_cb (LoomTimingView *self,
            int             n_press,
            double          x,
            double          y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->strip != NULL)
    set_marked (self, find (self, x));
}

static gboolean
query_tooltip_cb (LoomTimingView *self,
                  int             x,
                  int             y,
                  gboolean        keyboard,
                  GtkTooltip     *tooltip)
{
  g_autofree char *text = NULL;

  if (self->strip == NULL)
    return FALSE;
  text = keyboard ? loom_timing_view_dup_text (self)
                  : loom_timing_strip_dup_text (self->strip, find (self, x));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* From nowhere to the first sample. */
static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomTimingView *self = LOOM_TIMING_VIEW (widget);
  const gint by = g_variant_get_int32 (args);

  if (self->strip == NULL)
    return FALSE;
  set_marked (self, self->marked != NONE ? loom_timing_strip_step (self->strip, self->marked, by)
                                         : 0);
  return TRUE;
}

static void
loom_timing_view_dispose (GObject *object)
{
  LoomTimingView *self = LOOM_TIMING_VIEW (object);

  g_clear_pointer (&self->strip, loom_timing_strip_free);

  G_OBJECT_CLASS (loom_timing_view_parent_class)->dispose (object);
}

static void
loom_timing_view_class_init (LoomTimingViewClass *klass)
{
  static const struct { guint key; gint by; } keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Page_Down, 10 },
    { GDK_KEY_Page_Up, -10 }, { GDK_KEY_Home, -G_MAXINT }, { GDK_KEY_End, G_MAXINT },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_timing_view_dispose;
  widget_class->measure = loom_timing_view_measure;
  widget_class->snapshot = loom_timing_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, 0, step_cb, "i", keys[i].by);
  gtk_widget_class_set_css_name (widget_class, "timingview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_timing_view_init (LoomTimingView *self)
{
  self->marked = NONE;
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  update_label (self);
}

/**
 * loom_timing_view_take_strip:
 * @strip: (nullable) (transfer full): what is shown from now on; none of its samples stands out
 */
void
loom_timing_view_take_strip (LoomTimingView  *self,
                             LoomTimingStrip *strip)
{
  g_return_if_fail (LOOM_IS_TIMING_VIEW (self));

  g_clear_pointer (&self->strip, loom_timing_strip_free);
  self->strip = strip;
  set_marked (self, NONE);
}

/**
 * loom_timing_view_dup_text:
 *
 * Returns: (transfer full) (nullable): the sample that stands out, in words
 */
char *
loom_timing_view_dup_text (LoomTimingView *self)
{
  g_return_val_if_fail (LOOM_IS_TIMING_VIEW (self), NULL);

  return self->strip != NULL && self->marked != NONE
             ? loom_timing_strip_dup_text (self->strip, self->marked) : NULL;
}
