/* loom-picture-pane-making.c: large pictures, made while the window goes on
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

typedef struct
{
  LoomRun  *run;
  LoomView  view;
} Making;

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
  _loom_picture_pane_take_picture (self, picture);
}

void
_loom_picture_pane_make_in_thread (LoomPicturePane *self)
{
  g_autoptr (GTask) task = NULL;
  Making *making = g_new (Making, 1);

  self->making = g_cancellable_new ();
  *making = (Making) { loom_run_ref (self->run), self->view };
  task = g_task_new (NULL, self->making, made_cb, g_object_ref (self));
  g_task_set_source_tag (task, _loom_picture_pane_make_in_thread);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}
