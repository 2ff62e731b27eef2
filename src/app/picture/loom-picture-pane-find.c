/* loom-picture-pane-find.c: from one conspicuous cell to the next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-sought.h"

#include <glib/gi18n-lib.h>

/* One look for a cell, in a thread: an array may have as many as memory holds. */
typedef struct
{
  LoomPicture *picture;
  LoomSought   sought;
  guint64      from, cell;
  int          step;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  loom_picture_unref (search->picture);
  g_free (search);
}

static const LoomShape *
get_shape (LoomPicturePane *self)
{
  const LoomRunArray *array = g_ptr_array_index (self->run->arrays, self->view.array);

  return loom_array_get_shape (array->array);
}

/* What is pinned, else where the keys are, else so that the plane that is shown is gone through
 * first. */
static guint64
find_start (LoomPicturePane *self,
            LoomPicture     *picture,
            int              step)
{
  const LoomShape *shape = get_shape (self);
  const guint64 plane = shape->cols * shape->rows, cells = plane * shape->planes;
  const guint64 first = loom_picture_get_view (picture)->plane * plane;
  guint64 col, row, index;

  if ((loom_grid_view_get_pin (self->grid, &col, &row)
       || loom_grid_view_get_hover (self->grid, &col, &row))
      && loom_picture_index_of (picture, col, row, &index))
    return index;
  return (step > 0 ? first + cells - 1 : first + plane) % cells;
}

/* The cell is pinned, in its plane. */
static void
go_to (LoomPicturePane *self,
       guint64          index)
{
  const LoomShape *shape = get_shape (self);
  const guint64 cells = shape->cols * shape->rows;
  LoomView view = *loom_view_state_get_view (self->state);
  LoomCell cell = { index % cells, 0, index / cells };

  view.plane = cell.plane;
  if (view.plane != loom_view_state_get_view (self->state)->plane)
    loom_view_state_choose (self->state, &view);
  if (!loom_picture_is_wrapped (loom_grid_view_get_picture (self->grid)))
    {
      cell.row = cell.col / shape->cols;
      cell.col %= shape->cols;
    }
  loom_view_state_set_pin (self->state, &cell);
  loom_grid_view_enter_pin (self->grid);
}

static const char *
get_none (LoomSought sought)
{
  static const char * const none[LOOM_N_SOUGHT] = {
    [LOOM_SOUGHT_MISSED] = N_("No cell of this array was missed."),
    [LOOM_SOUGHT_REWRITTEN] = N_("No cell of this array was written more than once."),
    [LOOM_SOUGHT_MISMATCHING] = N_("Every cell of this array is as the reference has it."),
    [LOOM_SOUGHT_RACED] = N_("No cell of this array took part in a race."),
    [LOOM_SOUGHT_UNINITIALISED] = N_("No cell of this array was read before it was written."),
  };

  return _(none[sought]);
}

static void
search_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Search *search = task_data;

  g_task_return_boolean (task, loom_sought_find (search->sought, search->picture, search->from,
                                                 search->step, cancellable, &search->cell));
}

/* The picture may have gone on meanwhile: its cells are no longer those. */
static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  const Search *search = g_task_get_task_data (G_TASK (result));
  gboolean found;

  if (g_task_get_cancellable (G_TASK (result)) != self->searching)
    return;
  g_clear_object (&self->searching);
  found = g_task_propagate_boolean (G_TASK (result), NULL);
  if (search->picture != loom_grid_view_get_picture (self->grid))
    return;
  if (found)
    go_to (self, search->cell);
  else
    gtk_label_set_label (self->readout, get_none (search->sought));
}

static void
find (LoomPicturePane *self,
      GVariant        *parameter,
      int              step)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autoptr (GTask) task = NULL;
  LoomSought sought;
  Search *search;

  if (picture == NULL || self->view.array >= self->run->arrays->len
      || !loom_sought_from_name (g_variant_get_string (parameter, NULL), &sought))
    return;
  if (loom_sought_get_obstacle (sought, picture) != NULL)
    {
      gtk_label_set_label (self->readout, loom_sought_get_obstacle (sought, picture));
      _loom_picture_pane_offer (self, loom_sought_get_lens (sought));
      return;
    }
  loom_cancel (&self->searching);
  self->searching = g_cancellable_new ();
  search = g_new (Search, 1);
  *search = (Search) { loom_picture_ref (picture), sought, find_start (self, picture, step), 0,
                       step };
  task = g_task_new (NULL, self->searching, found_cb, g_object_ref (self));
  g_task_set_source_tag (task, find);
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, search_thread);
}

static void
next_action (LoomPicturePane *self,
             GVariant        *parameter)
{
  find (self, parameter, 1);
}

static void
previous_action (LoomPicturePane *self,
                 GVariant        *parameter)
{
  find (self, parameter, -1);
}

void
_loom_picture_pane_class_find_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.next", "s", G_CALLBACK (next_action) },
    { "picture.previous", "s", G_CALLBACK (previous_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
