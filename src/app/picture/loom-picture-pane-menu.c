/* loom-picture-pane-menu.c: the menu on a cell
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-launch.h"

/* What can be done with the pinned cell, and with the picture around it. */
void
_loom_picture_pane_update_menu (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  GtkWidget *widget = GTK_WIDGET (self);
  guint64 col, row;
  const gboolean pinned = loom_grid_view_get_pin (self->grid, &col, &row);
  LoomSite writer;
  guint seed;

  gtk_widget_action_set_enabled (widget, "picture.unpin", pinned);
  gtk_widget_action_set_enabled (widget, "picture.use-seed",
                                 pinned && picture != NULL
                                 && loom_picture_get_seed (picture, col, row, &seed));
  gtk_widget_action_set_enabled (widget, "picture.copy-value", pinned);
  gtk_widget_action_set_enabled (widget, "picture.show-writer",
                                 pinned && picture != NULL
                                 && loom_picture_get_writer (picture, col, row, &writer));
}

static void
unpin_action (LoomPicturePane *self)
{
  loom_grid_view_unpin (self->grid);
}

/* The lowest one, as a thread of the launch. */
static void
show_writer_action (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;
  LoomSite writer;

  if (picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row)
      && loom_picture_get_writer (picture, col, row, &writer))
    loom_view_state_set_thread (self->state, &writer);
}

/* The document gets the order in which the cell comes to another value. */
static void
use_seed_action (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autofree char *text = NULL;
  guint64 col, row;
  guint seed;

  if (picture == NULL || !loom_grid_view_get_pin (self->grid, &col, &row)
      || !loom_picture_get_seed (picture, col, row, &seed))
    return;
  text = g_strdup_printf ("%u", seed);
  loom_launch_edit (self->session, NULL, "order", text, NULL);
}

/* at: in the grid view, whose parent takes care of the menu. */
static void
popup (LoomPicturePane *self,
       GdkRectangle     at)
{
  double x, y;

  gtk_widget_translate_coordinates (GTK_WIDGET (self->grid), GTK_WIDGET (self), at.x, at.y, &x, &y);
  at.x = (int) x;
  at.y = (int) y;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->cell_menu), &at);
  /* The tooltip of a cell would cover the first lines. */
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->grid), FALSE);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self->grid));
  gtk_popover_popup (GTK_POPOVER (self->cell_menu));
}

/* The cell under the pointer, or the thread beside the array, is what the menu is about. */
static void
pressed_cb (LoomPicturePane *self,
            int              n_press,
            double           x,
            double           y,
            GtkGesture      *gesture)
{
  const GdkRectangle at = { (int) x, (int) y, 1, 1 };
  const guint64 ghost = loom_grid_view_find_ghost (self->grid, x, y);
  guint64 col, row;

  if (loom_grid_view_get_picture (self->grid) == NULL)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self->grid));
  if (loom_grid_view_pick (self->grid, x, y, &col, &row))
    loom_grid_view_pin (self->grid, col, row);
  else if (ghost != LOOM_NO_WRITER)
    g_signal_emit_by_name (self->grid, "thread-chosen", ghost);
  popup (self, at);
}

/* By a key it is about the cell that the keys are at. */
static void
menu_action (LoomPicturePane *self)
{
  GdkRectangle at;
  guint64 col, row;

  if (loom_grid_view_get_picture (self->grid) == NULL)
    return;
  if (loom_grid_view_get_hover (self->grid, &col, &row))
    loom_grid_view_pin (self->grid, col, row);
  loom_grid_view_get_pin_area (self->grid, &at);
  popup (self, at);
}

/* Keys go on where they were, unless the menu led elsewhere. */
static void
closed_cb (LoomPicturePane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || focus == self->cell_menu || gtk_widget_is_ancestor (focus, self->cell_menu))
    gtk_widget_grab_focus (GTK_WIDGET (self->grid));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->grid), TRUE);
}

/* Its parent does not let go of it by itself. */
void
_loom_picture_pane_menu_dispose (LoomPicturePane *self)
{
  g_clear_pointer (&self->cell_menu, gtk_widget_unparent);
}

void
_loom_picture_pane_menu_init (LoomPicturePane *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->grid), GTK_EVENT_CONTROLLER (click));
  self->cell_menu = gtk_popover_menu_new_from_model (self->cell_model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->cell_menu), FALSE);
  gtk_widget_set_halign (self->cell_menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->cell_menu, GTK_WIDGET (self));
  g_signal_connect_object (self->cell_menu, "closed", G_CALLBACK (closed_cb), self,
                           G_CONNECT_SWAPPED);
  _loom_picture_pane_update_menu (self);
}

void
_loom_picture_pane_class_menu_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.unpin", NULL, G_CALLBACK (unpin_action) },
    { "picture.show-writer", NULL, G_CALLBACK (show_writer_action) },
    { "picture.use-seed", NULL, G_CALLBACK (use_seed_action) },
    { "picture.menu", NULL, G_CALLBACK (menu_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
