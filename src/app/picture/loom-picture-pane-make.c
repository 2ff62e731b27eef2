/* loom-picture-pane-make.c: makes the pictures of a run, large ones in a thread
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-connect.h"

/* Pictures of more cells are made in a thread; fewer take less than 5 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 18)

/* A sketch comes first where a picture takes more than about 50 ms. */
#define LEAST_CELLS_SKETCHED (G_GUINT64_CONSTANT (1) << 24)

/* What a picture is made from in a thread. */
typedef struct
{
  LoomRun  *run, *other;        /* other: that is looked at together with it, or NULL */
  LoomView  view, other_view;
  gboolean  is_sketch;          /* of some cells, until there is one of all */
} PictureSource;

static PictureSource *
picture_source_new (LoomPicturePane *self)
{
  PictureSource *source = g_new0 (PictureSource, 1);
  LoomRun *other = _loom_picture_pane_get_other (self, &source->other_view);

  source->run = loom_run_ref (self->run);
  source->view = self->view;
  source->other = other != NULL ? loom_run_ref (other) : NULL;
  return source;
}

static void
picture_source_free (PictureSource *source)
{
  loom_run_unref (source->run);
  g_clear_pointer (&source->other, loom_run_unref);
  g_free (source);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PictureSource, picture_source_free)

static void
make_pictures (const PictureSource *from,
               LoomPicture         *before,
               LoomPicturePair     *pictures)
{
  if (from->other != NULL)
    loom_picture_pair_init (pictures, before, from->other, &from->other_view, from->run,
                            &from->view);
  else
    *pictures = (LoomPicturePair) { NULL, loom_picture_new_after (before, from->run,
                                                                  &from->view) };
}

static void
pictures_free (gpointer pictures)
{
  loom_picture_pair_clear (pictures);
  g_free (pictures);
}

static void
make_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const PictureSource *from = task_data;
  LoomPicturePair *pictures = g_new0 (LoomPicturePair, 1);

  if (from->is_sketch)
    pictures->b = loom_picture_new_sketch (from->run, &from->view);
  if (pictures->b == NULL)
    make_pictures (from, NULL, pictures);
  g_task_return_pointer (task, pictures, pictures_free);
}

static guint64
count_cells (LoomRun *run,
             guint    array)
{
  guint64 cells = 0;

  if (run != NULL && array < run->arrays->len)
    loom_shape_cells (loom_array_get_shape (((LoomRunArray *) run->arrays->pdata[array])->array),
                      &cells);
  return cells;
}

static void make_in_thread (LoomPicturePane *self,
                            PictureSource   *from);

/* A newer picture was asked for meanwhile if this one was cancelled. The pane is not the task's
 * source: the thread may be the last to let go of a task, and a widget must not end there. */
static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  LoomPicturePair *pictures = g_task_propagate_pointer (G_TASK (result), NULL);

  if (pictures == NULL)
    return;
  if (self->run != NULL && g_task_get_cancellable (G_TASK (result)) == self->making)
    {
      const gboolean is_sketch = loom_picture_is_sketch (pictures->b);

      g_clear_object (&self->making);
      _loom_picture_pane_take (self, pictures);
      if (is_sketch)
        make_in_thread (self, picture_source_new (self));
    }
  pictures_free (pictures);
}

static void
make_in_thread (LoomPicturePane *self,
                PictureSource   *from)
{
  g_autoptr (GTask) task = NULL;

  self->making = g_cancellable_new ();
  task = g_task_new (NULL, self->making, made_cb, g_object_ref (self));
  g_task_set_source_tag (task, make_in_thread);
  g_task_set_task_data (task, from, (GDestroyNotify) picture_source_free);
  g_task_run_in_thread (task, make_thread);
}

/* Whoever runs a text again and again would see its picture become coarse each time. */
static gboolean
wants_sketch (LoomPicturePane     *self,
              const PictureSource *from)
{
  const guint64 cells = count_cells (from->run, from->view.array);
  const LoomView *shown;

  if (cells < LEAST_CELLS_SKETCHED || from->other != NULL)
    return FALSE;
  if (self->pictures.b == NULL)
    return TRUE;
  shown = loom_picture_get_view (self->pictures.b);
  return shown->array != from->view.array || shown->lens != from->view.lens
         || shown->plane != from->view.plane
         || count_cells (loom_picture_get_run (self->pictures.b), shown->array) != cells;
}

/* The view or the run has changed, or what stands beside it. */
void
_loom_picture_pane_remake (LoomPicturePane *self)
{
  g_autoptr (PictureSource) from = NULL;
  LoomPicturePair pictures;

  loom_cancel (&self->making);
  _loom_picture_pane_withdraw_offer (self);
  _loom_picture_pane_update_controls (self);
  if (self->run == NULL)
    {
      _loom_picture_pane_take_nothing (self);
      return;
    }
  from = picture_source_new (self);
  if (count_cells (from->run, from->view.array)
      + count_cells (from->other, from->other_view.array) > MOST_CELLS_AT_ONCE)
    {
      from->is_sketch = wants_sketch (self, from);
      make_in_thread (self, g_steal_pointer (&from));
      return;
    }
  make_pictures (from, self->pictures.b, &pictures);
  _loom_picture_pane_take (self, &pictures);
}
