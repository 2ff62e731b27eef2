/* loom-block-view.c: the threads of a block by where they are, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-block-view.h"

#include "loom-class.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomBlockView
{
  GtkWidget     parent_instance;

  LoomBlockMap *map;            /* or NULL */
  int           marked;
};

G_DEFINE_FINAL_TYPE (LoomBlockView, loom_block_view, GTK_TYPE_WIDGET)

static void
update_label (LoomBlockView *self)
{
  g_autofree char *text = NULL;
  g_autofree char *description = NULL;

  if (self->map != NULL)
    {
      text = loom_block_map_dup_thread_text (self->map, self->marked);
      description = loom_block_map_dup_description (self->map);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Threads of the block"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description != NULL ? description : "", -1);
}

static void
get_place (LoomBlockView     *self,
           LoomBlockMapPlace *place)
{
  GtkWidget *widget = GTK_WIDGET (self);

  loom_block_map_place (self->map, gtk_widget_get_width (widget), gtk_widget_get_height (widget),
                        loom_text_scale_get (widget), place);
}

static void
loom_block_view_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  LoomBlockView *self = LOOM_BLOCK_VIEW (widget);
  const graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                  gtk_widget_get_height (widget));
  LoomBlockMapPlace place;
  cairo_t *cr;

  if (self->map == NULL || all.size.width < 1 || all.size.height < 1)
    return;
  get_place (self, &place);
  cr = gtk_snapshot_append_cairo (snapshot, &all);
  loom_block_map_draw (self->map, cr, &place,
                       adw_style_manager_get_dark (adw_style_manager_get_default ()),
                       loom_text_scale_get (widget), self->marked);
  cairo_destroy (cr);
}

static int
find_thread (LoomBlockView *self,
             double         x,
             double         y)
{
  LoomBlockMapPlace place;

  get_place (self, &place);
  return loom_block_map_find_thread (self->map, &place, x, y);
}

static void
activate (LoomBlockView *self)
{
  if (self->marked != LOOM_NO_THREAD)
    g_signal_emit_by_name (self, "thread-activated", (guint) self->marked);
}

static void
pressed_cb (LoomBlockView *self,
            int            n_press,
            double         x,
            double         y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->map == NULL)
    return;
  loom_block_view_set_marked (self, find_thread (self, x, y));
  activate (self);
}

static gboolean
query_tooltip_cb (LoomBlockView *self,
                  int            x,
                  int            y,
                  gboolean       keyboard,
                  GtkTooltip    *tooltip)
{
  g_autofree char *text = NULL;

  if (self->map == NULL)
    return FALSE;
  text = loom_block_map_dup_thread_text (self->map,
                                         keyboard ? self->marked : find_thread (self, x, y));
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomBlockView *self = LOOM_BLOCK_VIEW (widget);
  int lanes, warps;

  if (self->map == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &lanes, &warps);
  loom_block_view_set_marked (self, loom_block_map_step (self->map, self->marked, lanes, warps));
  return TRUE;
}

static gboolean
activate_cb (GtkWidget *widget,
             GVariant  *args,
             gpointer   data)
{
  activate (LOOM_BLOCK_VIEW (widget));
  return LOOM_BLOCK_VIEW (widget)->marked != LOOM_NO_THREAD;
}

static void
loom_block_view_dispose (GObject *object)
{
  LoomBlockView *self = LOOM_BLOCK_VIEW (object);

  g_clear_pointer (&self->map, loom_block_map_free);

  G_OBJECT_CLASS (loom_block_view_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key; int lanes, warps; } rows[] = {
    { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Home, -LOOM_WARP_LANES, 0 }, { GDK_KEY_End, LOOM_WARP_LANES, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_widget_class_add_binding (widget_class, rows[i].key, 0, step_cb, "(ii)", rows[i].lanes,
                                  rows[i].warps);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_cb, NULL);
}

static void
loom_block_view_class_init (LoomBlockViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_block_view_dispose;
  widget_class->snapshot = loom_block_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "thread-activated", 1, G_TYPE_UINT);
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "blockview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_block_view_init (LoomBlockView *self)
{
  self->marked = LOOM_NO_THREAD;
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  update_label (self);
}

/**
 * loom_block_view_take_map:
 * @map: (transfer full) (nullable): what to show
 *
 * Shows another block; no thread is marked.
 */
void
loom_block_view_take_map (LoomBlockView *self,
                          LoomBlockMap  *map)
{
  g_return_if_fail (LOOM_IS_BLOCK_VIEW (self));

  g_clear_pointer (&self->map, loom_block_map_free);
  self->map = map;
  loom_block_view_set_marked (self, LOOM_NO_THREAD);
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * loom_block_view_get_map:
 *
 * Returns: (transfer none) (nullable): what is shown
 */
LoomBlockMap *
loom_block_view_get_map (LoomBlockView *self)
{
  g_return_val_if_fail (LOOM_IS_BLOCK_VIEW (self), NULL);

  return self->map;
}

/**
 * loom_block_view_get_marked:
 *
 * Returns: the linear number of the thread that stands out, or %LOOM_NO_THREAD
 */
int
loom_block_view_get_marked (LoomBlockView *self)
{
  g_return_val_if_fail (LOOM_IS_BLOCK_VIEW (self), 0);

  return self->marked;
}

/**
 * loom_block_view_set_marked:
 * @thread: a linear number in the block, or %LOOM_NO_THREAD
 *
 * Lets a thread stand out, without telling anybody that it was chosen.
 */
void
loom_block_view_set_marked (LoomBlockView *self,
                            int            thread)
{
  g_return_if_fail (LOOM_IS_BLOCK_VIEW (self));

  if (self->marked == thread)
    return;
  self->marked = thread;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}
