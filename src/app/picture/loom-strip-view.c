/* loom-strip-view.c: the histogram of a picture, its row and its column, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-strip-view.h"

#include "loom-class.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

#define GAP 18
#define HEIGHT 84               /* with words of the usual size */

struct _LoomStripView
{
  GtkWidget      parent_instance;

  LoomPicture   *picture;       /* or NULL */
  LoomStripCell  cell;
};

G_DEFINE_FINAL_TYPE (LoomStripView, loom_strip_view, GTK_TYPE_WIDGET)

/* Three of one width beside each other. */
static cairo_rectangle_t
get_area (LoomStripView *self,
          LoomStrip      strip)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const double each = MAX ((width - GAP * (LOOM_N_STRIPS - 1)) / (double) LOOM_N_STRIPS, 1);

  return (cairo_rectangle_t) { strip * (each + GAP), 0, each,
                               gtk_widget_get_height (GTK_WIDGET (self)) };
}

static void
update (LoomStripView *self)
{
  GString *text = g_string_new (NULL);

  for (LoomStrip strip = 0; self->picture != NULL && strip < LOOM_N_STRIPS; strip++)
    {
      g_autofree char *part = loom_strip_dup_text (self->picture, strip, &self->cell);

      g_string_append_printf (text, "%s%s", strip > 0 ? ". " : "", part);
    }
  loom_widget_set_spoken_name (self, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text->str);
  g_string_free (text, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
loom_strip_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomStripView *self = LOOM_STRIP_VIEW (widget);
  cairo_t *cr;

  if (self->picture == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                       gtk_widget_get_height (widget)));
  for (LoomStrip strip = 0; strip < LOOM_N_STRIPS; strip++)
    {
      const cairo_rectangle_t area = get_area (self, strip);

      loom_strip_draw (self->picture, strip, cr, &area, &self->cell);
    }
  cairo_destroy (cr);
}

static void
loom_strip_view_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                        ? 240 : (int) (HEIGHT * loom_text_scale_get (widget));
}

static void
pressed_cb (LoomStripView *self,
            int            n_press,
            double         x,
            double         y)
{
  for (LoomStrip strip = 0; self->picture != NULL && strip < LOOM_N_STRIPS; strip++)
    {
      const cairo_rectangle_t area = get_area (self, strip);
      LoomStripCell picked;

      if (loom_strip_pick (self->picture, strip, &area, x, &self->cell, &picked))
        {
          g_signal_emit_by_name (self, "picked", picked.col, picked.row);
          return;
        }
    }
}

static void
loom_strip_view_dispose (GObject *object)
{
  LoomStripView *self = LOOM_STRIP_VIEW (object);

  g_clear_pointer (&self->picture, loom_picture_unref);

  G_OBJECT_CLASS (loom_strip_view_parent_class)->dispose (object);
}

static void
loom_strip_view_class_init (LoomStripViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_strip_view_dispose;
  widget_class->snapshot = loom_strip_view_snapshot;
  widget_class->measure = loom_strip_view_measure;
  LOOM_SIGNAL_NEW (klass, "picked", 2, G_TYPE_UINT64, G_TYPE_UINT64);
  gtk_widget_class_set_css_name (widget_class, "stripview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_strip_view_init (LoomStripView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/**
 * loom_strip_view_set_picture:
 * @picture: (nullable): of what
 */
void
loom_strip_view_set_picture (LoomStripView *self,
                             LoomPicture   *picture)
{
  g_return_if_fail (LOOM_IS_STRIP_VIEW (self));

  if (self->picture == picture)
    return;
  g_clear_pointer (&self->picture, loom_picture_unref);
  self->picture = picture != NULL ? loom_picture_ref (picture) : NULL;
  update (self);
}

/**
 * loom_strip_view_set_cell:
 * @cell: that is marked, and whose row and column are drawn
 */
void
loom_strip_view_set_cell (LoomStripView       *self,
                          const LoomStripCell *cell)
{
  g_return_if_fail (LOOM_IS_STRIP_VIEW (self));

  if (!self->cell.set == !cell->set && self->cell.col == cell->col && self->cell.row == cell->row)
    return;
  self->cell = *cell;
  update (self);
}
