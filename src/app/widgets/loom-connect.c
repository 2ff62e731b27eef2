/* loom-connect.c: calls that come: for the signals of another object, later, or never
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-connect.h"

/* One call that is to come. */
typedef struct
{
  guint     *id;
  GCallback  callback;
  gpointer   self;
} Later;

/**
 * loom_connect_each:
 * @instance: what emits the signals
 * @callback: called with @self alone
 * @self: whose handler it is
 * @...: the names of the signals, with %NULL at the end
 *
 * Connects a handler to several signals, as loom_connect() does to one.
 */
void
loom_connect_each (gpointer  instance,
                   GCallback callback,
                   gpointer  self,
                   ...)
{
  const char *signal;
  va_list signals;

  va_start (signals, self);
  while ((signal = va_arg (signals, const char *)) != NULL)
    loom_connect (instance, signal, callback, self);
  va_end (signals);
}

static gboolean
later_cb (gpointer data)
{
  const Later *later = data;

  *later->id = 0;
  ((void (*) (gpointer)) later->callback) (later->self);
  return G_SOURCE_REMOVE;
}

/**
 * loom_call_later:
 * @id: where @self keeps the source: 0, unless the call is to come already
 * @priority: that of the source
 * @ms: after which time; 0: when the loop is idle
 * @callback: called with @self alone, once
 * @self: who removes the source when it goes
 *
 * Calls back later, unless that is to come already.
 */
void
loom_call_later (guint     *id,
                 int        priority,
                 guint      ms,
                 GCallback  callback,
                 gpointer   self)
{
  Later *later;

  if (*id != 0)
    return;
  later = g_new (Later, 1);
  *later = (Later) { id, callback, self };
  *id = ms > 0 ? g_timeout_add_full (priority, ms, later_cb, later, g_free)
               : g_idle_add_full (priority, later_cb, later, g_free);
}

/**
 * loom_cancel:
 * @cancellable: where somebody keeps that of what is under way, or %NULL
 *
 * Stops what is under way, and forgets it.
 */
void
loom_cancel (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}
