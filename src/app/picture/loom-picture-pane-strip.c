/* loom-picture-pane-strip.c: histogram, row and column of what is shown, under the picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-resources.h"

/* The cell that is pointed at, else the one that is pinned. While the strip is hidden it costs
 * nothing. */
void
_loom_picture_pane_update_strip (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  LoomStripCell cell = { 0 };

  if (!gtk_widget_get_visible (GTK_WIDGET (self->strip)))
    return;
  cell.set = loom_grid_view_get_hover (self->grid, &cell.col, &cell.row) ||
             loom_grid_view_get_pin (self->grid, &cell.col, &cell.row);
  /* what it counts is of all cells */
  loom_strip_view_set_picture (self->strip, picture != NULL && loom_picture_is_sketch (picture)
                                                ? NULL : picture);
  loom_strip_view_set_cell (self->strip, &cell);
}

/* A place of a line was chosen: that is the cell from now on. */
static void
picked_cb (LoomPicturePane *self,
           guint64          col,
           guint64          row)
{
  loom_grid_view_pin (self->grid, col, row);
  loom_grid_view_enter_pin (self->grid);
}

void
_loom_picture_pane_class_strip_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, picked_cb);
}
