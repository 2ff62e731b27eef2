/* loom-picture-pane-making.c: the picture is made anew; a large one while the window goes on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include <glib/gi18n-lib.h>

/* Pictures of more cells are made in a thread; fewer take less than 5 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 18)

typedef struct
{
  LoomRun  *run;
  LoomView  view;
} Making;

static const char *
fidelity_badge (LoomFidelity fidelity)
{
  switch (fidelity)
    {
    case LOOM_FIDELITY_MEASURED:
      return _("● measured");
    case LOOM_FIDELITY_SIMULATED:
      return _("◆ simulated");
    case LOOM_FIDELITY_MODELLED:
      return _("○ modelled");
    case LOOM_FIDELITY_HOST:
    default:
      return "";
    }
}

/* The table has a picture only while it is seen. */
void
_loom_picture_pane_update_table (LoomPicturePane *self)
{
  loom_cell_table_set_picture (self->table,
                               self->as_table ? loom_grid_view_get_picture (self->grid) : NULL);
  gtk_stack_set_visible_child_name (self->stack, self->as_table ? "table" : "picture");
}

static void
take_picture (LoomPicturePane *self,
              LoomPicture     *picture)
{
  loom_grid_view_set_picture (self->grid, picture);
  _loom_picture_pane_update_table (self);
  _loom_picture_pane_caption (self, picture);
  gtk_label_set_label (self->badge, fidelity_badge (self->run->fidelity));
  if (self->session != NULL)
    {
      _loom_picture_pane_follow_pin (self);
      _loom_picture_pane_follow_thread (self);
    }
  _loom_picture_pane_update_readout (self);
}

static void
making_free (gpointer data)
{
  Making *making = data;

  loom_run_unref (making->run);
  g_free (making);
}

static void
make_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Making *making = task_data;

  g_task_return_pointer (task, loom_picture_new (making->run, &making->view),
                         (GDestroyNotify) loom_picture_unref);
}

/* A newer picture was asked for meanwhile if this one was cancelled. The pane is not the task's
 * source: the thread may be the last to let go of a task, and a widget must not end there. */
static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_autoptr (LoomPicture) picture = g_task_propagate_pointer (G_TASK (result), NULL);

  if (picture == NULL || self->run == NULL ||
      g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  g_clear_object (&self->making);
  take_picture (self, picture);
}

static void
make_in_thread (LoomPicturePane *self)
{
  g_autoptr (GTask) task = NULL;
  Making *making = g_new (Making, 1);

  self->making = g_cancellable_new ();
  *making = (Making) { loom_run_ref (self->run), self->view };
  task = g_task_new (NULL, self->making, made_cb, g_object_ref (self));
  g_task_set_source_tag (task, make_in_thread);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}

/* The view or the run has changed. */
void
_loom_picture_pane_remake (LoomPicturePane *self)
{
  guint64 cells = 0;

  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  _loom_picture_pane_update_controls (self);
  if (self->run == NULL)
    {
      loom_grid_view_set_picture (self->grid, NULL);
      _loom_picture_pane_update_table (self);
      _loom_picture_pane_stop_captions (self);
      loom_caption_set_text (self->sentence, _("Nothing has run yet."));
      gtk_label_set_label (self->badge, "");
      _loom_picture_pane_update_readout (self);
      return;
    }
  if (self->view.array < self->run->arrays->len)
    loom_shape_cells (loom_array_get_shape (((LoomRunArray *) g_ptr_array_index (self->run->arrays,
                                                                                 self->view.array))
                                                ->array),
                      &cells);
  if (cells > MOST_CELLS_AT_ONCE)
    make_in_thread (self);
  else
    {
      g_autoptr (LoomPicture) picture = loom_picture_new (self->run, &self->view);
      take_picture (self, picture);
    }
}
