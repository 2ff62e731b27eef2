/* loom-picture-pane-cells.c: which cell is pointed at, and what it says
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include <glib/gi18n-lib.h>

/* In a wrapped picture a cell's place says nothing: the selection that others share is by index. */
static LoomCell
to_shared (LoomPicture *picture,
           guint64      col,
           guint64      row)
{
  LoomCell cell = { col, row, loom_picture_get_view (picture)->plane };

  if (loom_picture_is_wrapped (picture) && loom_picture_index_of (picture, col, row, &cell.col))
    cell.row = 0;
  return cell;
}

static gboolean
from_shared (LoomPicture    *picture,
             const LoomCell *cell,
             guint64        *col,
             guint64        *row)
{
  if (loom_picture_is_wrapped (picture))
    return loom_picture_find_index (picture, cell->col, col, row);
  *col = cell->col;
  *row = cell->row;
  return cell->plane == loom_picture_get_view (picture)->plane;
}

void
_loom_picture_pane_update_readout (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autofree char *text = NULL;
  guint64 col, row;

  if (picture != NULL && loom_grid_view_get_hover (self->grid, &col, &row))
    text = loom_picture_dup_cell_text (picture, col, row);
  else if (picture != NULL && loom_grid_view_get_thread (self->grid) != LOOM_NO_WRITER)
    text = loom_picture_dup_thread_text (picture, loom_grid_view_get_thread (self->grid));
  else if (picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row))
    text = loom_picture_dup_cell_text (picture, col, row);
  gtk_label_set_label (self->readout,
                       text != NULL ? text : _("Point at a cell to read it; click to pin it."));
  /* the line may be too short for all of it */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->readout), text);
}

static void
share_cell (LoomPicturePane *self,
            LoomPicture     *picture,
            guint64          col,
            guint64          row,
            void           (*share) (LoomSession *session, const LoomCell *cell))
{
  LoomCell cell;

  if (self->session == NULL)
    return;
  if (picture != NULL)
    cell = to_shared (picture, col, row);
  share (self->session, picture != NULL ? &cell : NULL);
}

static void
hovered_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col = 0, row = 0;
  gboolean hovered = picture != NULL && loom_grid_view_get_hover (self->grid, &col, &row);

  _loom_picture_pane_update_readout (self);
  share_cell (self, hovered ? picture : NULL, col, row, loom_session_set_hover);
}

static void
pinned_cb (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col = 0, row = 0;
  gboolean pinned = picture != NULL && loom_grid_view_get_pin (self->grid, &col, &row);

  _loom_picture_pane_update_readout (self);
  share_cell (self, pinned ? picture : NULL, col, row, loom_session_set_pin);
  if (self->session != NULL && loom_grid_view_get_thread (self->grid) == LOOM_NO_WRITER)
    loom_session_set_thread (self->session, NULL);
}

/* The thread may have been chosen elsewhere, or the picture have changed under it. */
void
_loom_picture_pane_follow_thread (LoomPicturePane *self)
{
  const LoomSite *thread = loom_session_get_thread (self->session);
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);

  loom_grid_view_set_thread (self->grid, thread != NULL && picture != NULL
                                             ? loom_picture_number_thread (picture, thread)
                                             : LOOM_NO_WRITER);
  _loom_picture_pane_update_readout (self);
}

/* Somebody asked for a thread: it is read where it is seen. */
void
_loom_picture_pane_show_thread (LoomPicturePane *self)
{
  _loom_picture_pane_follow_thread (self);
  if (loom_session_get_thread (self->session) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->grid));
}

/* The pin may have been set elsewhere, or the picture have changed under it. */
void
_loom_picture_pane_follow_pin (LoomPicturePane *self)
{
  const LoomCell *cell = loom_session_get_pin (self->session);
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  guint64 col, row;

  if (cell != NULL && picture != NULL && from_shared (picture, cell, &col, &row))
    loom_grid_view_pin (self->grid, col, row);
  else
    loom_grid_view_unpin (self->grid);
}

static void
chosen_cb (LoomPicturePane *self,
           guint64          col,
           guint64          row)
{
  loom_grid_view_pin (self->grid, col, row);
}

void
_loom_picture_pane_class_cells_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, hovered_cb);
  gtk_widget_class_bind_template_callback (widget_class, pinned_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
}
