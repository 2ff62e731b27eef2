/* loom-picture-pane-caption.c: the sentence under the picture, and room for others
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

/* Of more cells the sentences are made in a thread; of fewer it takes less than 3 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 16)

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, loom_picture_list_sentences (task_data, cancellable),
                         (GDestroyNotify) g_strfreev);
}

/* Another run, array or plane is shown meanwhile if this was cancelled. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_auto (GStrv) sentences = g_task_propagate_pointer (G_TASK (result), NULL);

  if (sentences != NULL && g_task_get_cancellable (G_TASK (result)) == self->captioning)
    loom_caption_set_room (self->sentence, (const char * const *) sentences);
}

static void
list_in_thread (LoomPicturePane *self,
                LoomPicture     *picture)
{
  g_autoptr (GTask) task = g_task_new (NULL, self->captioning, listed_cb, g_object_ref (self));

  g_task_set_source_tag (task, list_in_thread);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_set_task_data (task, loom_picture_ref (picture), (GDestroyNotify) loom_picture_unref);
  g_task_run_in_thread (task, list_thread);
}

static gboolean
has_room (LoomPicturePane *self,
          LoomPicture     *picture)
{
  const LoomView *view = loom_picture_get_view (picture);

  return self->captioned == loom_picture_get_run (picture) && self->captioned_array == view->array
         && self->captioned_plane == view->plane;
}

/* Says what a picture shows. The picture stays where it is when the lens changes, since there is
 * room for what is said through each of them. */
void
_loom_picture_pane_caption (LoomPicturePane *self,
                            LoomPicture     *picture)
{
  g_autofree char *sentence = loom_picture_dup_sentence (picture);
  const LoomView *view = loom_picture_get_view (picture);

  loom_caption_set_text (self->sentence, sentence);
  if (has_room (self, picture))
    return;
  _loom_picture_pane_stop_captions (self);
  self->captioned = loom_run_ref (loom_picture_get_run (picture));
  self->captioned_array = view->array;
  self->captioned_plane = view->plane;
  self->captioning = g_cancellable_new ();
  if (loom_picture_get_cols (picture) * loom_picture_get_rows (picture) > MOST_CELLS_AT_ONCE)
    list_in_thread (self, picture);
  else
    {
      g_auto (GStrv) sentences = loom_picture_list_sentences (picture, NULL);

      loom_caption_set_room (self->sentence, (const char * const *) sentences);
    }
}

/* Nobody waits for the room any more. */
void
_loom_picture_pane_stop_captions (LoomPicturePane *self)
{
  g_cancellable_cancel (self->captioning);
  g_clear_object (&self->captioning);
  g_clear_pointer (&self->captioned, loom_run_unref);
}
