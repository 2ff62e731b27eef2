/* loom-ipc-call.c: one call of the runner's client: what it waits for, and its answer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-call-private.h"

#include "loom-compiled.h"
#include "loom-run.h"
#include "loom-sass.h"

static void
clear_source (GSource **source)
{
  if (*source == NULL)
    return;

  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

LoomIpcCall *
loom_ipc_call_new (LoomIpcCallKind      kind,
                   gpointer             client,
                   GCancellable        *cancellable,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  LoomIpcCall *self = g_new0 (LoomIpcCall, 1);

  g_atomic_ref_count_init (&self->references);
  self->kind = kind;
  self->task = g_task_new (client, cancellable, callback, user_data);
  /* A run that was stopped may have a result all the same. */
  g_task_set_check_cancellable (self->task, kind != LOOM_IPC_CALL_RUN);
  return self;
}

LoomIpcCall *
loom_ipc_call_ref (LoomIpcCall *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
loom_ipc_call_unref (LoomIpcCall *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;

  g_assert (self->cancel == NULL && self->patience == NULL);
  g_clear_object (&self->task);
  g_clear_object (&self->runner);
  g_clear_pointer (&self->request, g_variant_unref);
  g_clear_pointer (&self->compiled, g_variant_unref);
  g_clear_pointer (&self->plan, g_variant_unref);
  g_clear_pointer (&self->folder, g_variant_unref);
  g_free (self);
}

/* Both sources hold a reference of their own, dropped when the call is answered or they are
 * cleared. */
static GSource *
attach (LoomIpcCall *self,
        GSource     *source,
        GSourceFunc  callback)
{
  g_source_set_callback (source, callback, loom_ipc_call_ref (self),
                         (GDestroyNotify) loom_ipc_call_unref);
  g_source_attach (source, g_task_get_context (self->task));
  return source;
}

void
loom_ipc_call_watch (LoomIpcCall            *self,
                     GCancellableSourceFunc  callback)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);

  if (cancellable != NULL)
    self->cancel = attach (self, g_cancellable_source_new (cancellable), G_SOURCE_FUNC (callback));
}

void
loom_ipc_call_start_patience (LoomIpcCall *self,
                              guint        milliseconds,
                              GSourceFunc  callback)
{
  clear_source (&self->patience);
  self->patience = attach (self, g_timeout_source_new (milliseconds), callback);
}

void
loom_ipc_call_clear_patience (LoomIpcCall *self)
{
  clear_source (&self->patience);
}

/* What frees an answer. */
static const GDestroyNotify frees[] = {
  [LOOM_IPC_CALL_COMPILE] = (GDestroyNotify) loom_compiled_unref,
  [LOOM_IPC_CALL_DISASSEMBLE] = (GDestroyNotify) loom_sass_free,
  [LOOM_IPC_CALL_RUN] = (GDestroyNotify) loom_run_unref,
  [LOOM_IPC_CALL_DESCRIBE] = (GDestroyNotify) g_variant_unref,
  [LOOM_IPC_CALL_MEASURE_COPIES] = (GDestroyNotify) g_variant_unref,
};

void
loom_ipc_call_free_answer (LoomIpcCall *self,
                           gpointer     answer)
{
  frees[self->kind] (answer);
}

void
loom_ipc_call_return (LoomIpcCall *self,
                      gpointer     answer)
{
  clear_source (&self->cancel);
  clear_source (&self->patience);
  g_task_return_pointer (self->task, answer, frees[self->kind]);
}

void
loom_ipc_call_fail (LoomIpcCall *self,
                    GError      *error)
{
  clear_source (&self->cancel);
  clear_source (&self->patience);
  /* Whatever else went wrong: whoever has cancelled knows why there is no answer. */
  if (g_task_return_error_if_cancelled (self->task))
    g_error_free (error);
  else
    g_task_return_error (self->task, error);
}
