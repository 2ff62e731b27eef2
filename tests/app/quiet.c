/* quiet.c: waits until a window has come to rest
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "quiet.h"

/* Calls and threads that somebody waits for. */
static int pending;

/* The linker has our own code call these in place of what they are named after. */
GTask   *__wrap_g_task_new       (gpointer source, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer data);
GTask   *__real_g_task_new       (gpointer source, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer data);
void     __wrap_loom_call_later  (guint *id, int priority, guint ms, GCallback callback,
                                  gpointer self);
void     __real_loom_call_later  (guint *id, int priority, guint ms, GCallback callback,
                                  gpointer self);

static void
task_ended_cb (gpointer  unused,
               GObject  *task)
{
  g_atomic_int_add (&pending, -1);
}

GTask *
__wrap_g_task_new (gpointer             source,
                   GCancellable        *cancellable,
                   GAsyncReadyCallback  callback,
                   gpointer             data)
{
  GTask *task = __real_g_task_new (source, cancellable, callback, data);

  g_atomic_int_inc (&pending);
  g_object_weak_ref (G_OBJECT (task), task_ended_cb, NULL);
  return task;
}

/* What is done after a while is done as soon as there is nothing else to do. */
void
__wrap_loom_call_later (guint     *id,
                        int        priority,
                        guint      ms,
                        GCallback  callback,
                        gpointer   self)
{
  __real_loom_call_later (id, ms > 0 ? G_PRIORITY_LOW : priority, 0, callback, self);
}

typedef struct
{
  LoomWindow *window;
  guint       frames;           /* in which nothing went on */
  LoomTestPredicate also;       /* or NULL */
  gpointer    data;
} Quiet;

/* Nothing goes on: nobody computes, nobody waits for an answer, and all is laid out. */
static gboolean
is_quiet (gpointer data)
{
  Quiet *self = data;

  if ((self->also != NULL && !self->also (self->data)) || g_atomic_int_get (&pending) > 0 || g_main_context_pending (NULL)
      || loom_session_get_activity (loom_window_get_session (self->window)) != LOOM_ACTIVITY_IDLE)
    self->frames = 0;
  return self->frames > 2;
}

static gboolean
frame_cb (GtkWidget     *widget,
          GdkFrameClock *clock,
          gpointer       data)
{
  Quiet *self = data;

  self->frames++;
  return G_SOURCE_CONTINUE;
}

/**
 * loom_test_wait_until_quiet:
 * @window: a window that is shown
 * @also: (nullable): what must hold as well; it may answer what the window asks
 * @data: for that
 *
 * Waits until nobody computes for the window, nobody waits for an answer, what is done after a while
 * was done, and all is laid out. Programs are linked with quiet_args of meson.build.
 */
void
loom_test_wait_until_quiet (LoomWindow        *window,
                            LoomTestPredicate  also,
                            gpointer           data)
{
  Quiet self = { window, 0, also, data };
  const guint id = gtk_widget_add_tick_callback (GTK_WIDGET (window), frame_cb, &self, NULL);

  loom_test_wait_until (is_quiet, &self, "the window to be quiet");
  gtk_widget_remove_tick_callback (GTK_WIDGET (window), id);
}
