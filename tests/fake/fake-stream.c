/* fake-stream.c: streams of the fake CUDA runtime
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-device.h"

#include "fake-rules.h"

typedef struct
{
  FakeWork work;
  gpointer data;
} Item;

typedef struct
{
  GThread     *thread;
  GAsyncQueue *items;           /* (element-type Item); one without work ends the thread */
} Stream;

static GPtrArray *streams;      /* (element-type Stream) */
static GMutex mutex;

static gpointer
work_off (gpointer data)
{
  Stream *self = data;
  const gint jitter = fake_rules_get_number ("jitter", 0);

  for (;;)
    {
      g_autofree Item *item = g_async_queue_pop (self->items);

      if (item->work == NULL)
        return NULL;
      if (jitter > 0)
        g_usleep ((gulong) g_random_int_range (0, jitter));
      item->work (item->data);
    }
}

gpointer
fake_stream_new (void)
{
  Stream *self = g_new0 (Stream, 1);

  self->items = g_async_queue_new_full (g_free);
  self->thread = g_thread_new ("fake-stream", work_off, self);
  g_mutex_lock (&mutex);
  if (streams == NULL)
    streams = g_ptr_array_new ();
  g_ptr_array_add (streams, self);
  g_mutex_unlock (&mutex);
  return self;
}

void
fake_stream_push (gpointer stream,
                  FakeWork work,
                  gpointer data)
{
  Item *item = g_new (Item, 1);

  *item = (Item) { work, data };
  g_async_queue_push (((Stream *) stream)->items, item);
}

void
fake_stream_free (gpointer stream)
{
  Stream *self = stream;

  g_mutex_lock (&mutex);
  g_ptr_array_remove (streams, self);
  g_mutex_unlock (&mutex);
  fake_stream_push (self, NULL, NULL);
  g_thread_join (self->thread);
  g_async_queue_unref (self->items);
  g_free (self);
}

static void
count_down (gpointer data)
{
  g_atomic_int_add ((gint *) data, -1);
}

/* Waits until all that is queued by now is done, on every stream. */
void
fake_stream_drain (void)
{
  gint left = 0;

  g_mutex_lock (&mutex);
  for (guint i = 0; streams != NULL && i < streams->len; i++)
    {
      g_atomic_int_inc (&left);
      fake_stream_push (streams->pdata[i], count_down, &left);
    }
  g_mutex_unlock (&mutex);
  while (g_atomic_int_get (&left) > 0)
    g_usleep (100);
}
