/* loom-runner-service.c: org.gridloom.Runner in the runner: compiles by its pool, runs on its
 * backends SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-runner-service.h"

#include "loom-compile-pool.h"
#include "loom-confine.h"
#include "loom-copies-service.h"
#include "loom-backend-id.h"
#include "loom-cuda-context.h"
#include "loom-cuda-devices.h"
#include "loom-disassembly-service.h"
#include "loom-error.h"
#include "loom-ipc-inline.h"
#include "loom-ipc-process.h"
#include "loom-memory-limit.h"
#include "loom-run-service.h"
#include "loom-runner-locale.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LoomCompilePool *pool;
  LoomRunService  *runs;
  LoomIpcHold     *hold;
  GPtrArray       *replies;     /* (element-type Reply) awaited, borrowed */
} Service;

typedef void (* Complete) (LoomIpcRunner         *runner,
                           GDBusMethodInvocation *invocation,
                           GVariant              *answer);

/* An answer that is awaited, for a call that must be answered. */
typedef struct
{
  Service               *service;       /* outlives its connection's calls */
  LoomIpcRunner         *runner;
  GDBusMethodInvocation *invocation;
  Complete               complete;      /* hands over an answer of one value */
  gboolean               on_gpu;        /* where CUDA may be lost by it */
  guint                  job;           /* 0: nobody can cancel it */
  gint                   cancel;        /* atomic */
  GCancellable          *cancellable;   /* the same, for what looks at one */
} Reply;

static Reply *
reply_new (Service               *service,
           LoomIpcRunner         *runner,
           GDBusMethodInvocation *invocation,
           guint                  job,
           Complete               complete)
{
  Reply *reply = g_new0 (Reply, 1);

  reply->service = service;
  reply->runner = g_object_ref (runner);
  reply->invocation = invocation;
  reply->complete = complete;
  reply->job = job;
  reply->cancellable = g_cancellable_new ();
  g_ptr_array_add (service->replies, reply);
  return reply;
}

static void
reply_free (Reply *reply)
{
  g_ptr_array_remove (reply->service->replies, reply);
  g_object_unref (reply->cancellable);
  g_object_unref (reply->runner);
  g_free (reply);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reply, reply_free)

/* Before the answer of what has lost it. */
static void
tell_if_spent (const Reply  *reply,
               const GError *error)
{
  if (loom_cuda_is_spent ())
    loom_ipc_runner_emit_spent (reply->runner, error != NULL ? error->message : "");
}

/* All services answer with a variant of their task. */
static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Reply) reply = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = g_task_propagate_pointer (G_TASK (result), &error);

  if (reply->on_gpu)
    tell_if_spent (reply, error);
  if (answer == NULL)
    g_dbus_method_invocation_return_gerror (reply->invocation, error);
  else
    reply->complete (reply->runner, reply->invocation, answer);
}

static gboolean
hello_cb (LoomIpcRunner         *runner,
          GDBusMethodInvocation *invocation,
          guint                  version,
          const char            *locale,
          Service               *self)
{
  GVariantBuilder limits;

  loom_runner_locale_set (locale);
  if (version != LOOM_IPC_VERSION)
    {
      g_dbus_method_invocation_return_error (
          invocation, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
          _("The runner speaks version %d of the protocol, its caller version %u; "
             "install both from one build"),
          LOOM_IPC_VERSION, version);
      return TRUE;
    }

  g_variant_builder_init (&limits, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&limits, "{sv}", "memory",
                         g_variant_new_uint64 (loom_memory_limit_get ()));
  g_variant_builder_add (&limits, "{sv}", "workers",
                         g_variant_new_uint32 (g_get_num_processors ()));
  g_variant_builder_add (&limits, "{sv}", "confined",
                         g_variant_new_boolean (loom_confine_is_possible ()));
  loom_ipc_runner_complete_hello (runner, invocation, LOOM_IPC_VERSION,
                                  g_variant_builder_end (&limits));
  return TRUE;
}

static gboolean
compile_cb (LoomIpcRunner         *runner,
            GDBusMethodInvocation *invocation,
            guint                  job,
            GVariant              *request,
            Service               *self)
{
  const char *name;
  LoomBackendId backend;

  (void) g_variant_get_data (request);
  if (g_variant_lookup (request, "backend", "&s", &name)
      && loom_backend_id_parse (name, &backend, NULL) && backend.kind == LOOM_BACKEND_CUDA)
    loom_cuda_context_warm_up ((int) backend.device);
  loom_compile_pool_compile_async (self->pool, job, request, answered_cb,
                                   reply_new (self, runner, invocation, job,
                                              loom_ipc_runner_complete_compile));
  return TRUE;
}

static gboolean
disassemble_cb (LoomIpcRunner         *runner,
                GDBusMethodInvocation *invocation,
                guint                  job,
                GVariant              *request,
                Service               *self)
{
  Reply *reply
      = reply_new (self, runner, invocation, job, loom_ipc_runner_complete_disassemble);

  loom_disassembly_service_run_async (self->pool, job, request, reply->cancellable, answered_cb,
                                      reply);
  return TRUE;
}

static void
answer_inline (Reply       *reply,
               GVariant    *run,
               GUnixFDList *fds)
{
  g_autoptr (GError) error = NULL;
  const int fd = g_unix_fd_list_peek_fds (fds, NULL)[0];
  GVariant *held = loom_ipc_hold_add (reply->service->hold, run, fd, &error);

  if (held == NULL)
    g_dbus_method_invocation_return_gerror (reply->invocation, error);
  else
    loom_ipc_runner_complete_run (reply->runner, reply->invocation, NULL, held,
                                  g_variant_new_handle (0));
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (Reply) reply = user_data;
  g_autoptr (GUnixFDList) fds = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) run
      = loom_run_service_run_finish (LOOM_RUN_SERVICE (source), result, &fds, &error);

  tell_if_spent (reply, error);
  if (run == NULL)
    g_dbus_method_invocation_return_gerror (reply->invocation, error);
  else if (loom_ipc_inline_is_needed (
               g_dbus_method_invocation_get_connection (reply->invocation)))
    answer_inline (reply, run, fds);
  else
    loom_ipc_runner_complete_run (reply->runner, reply->invocation, fds, run,
                                  g_variant_new_handle (0));
}

static gboolean
run_cb (LoomIpcRunner         *runner,
        GDBusMethodInvocation *invocation,
        GUnixFDList           *fds,
        guint                  job,
        GVariant              *compiled,
        GVariant              *plan,
        GVariant              *options,
        GVariant              *folder,
        Service               *self)
{
  Reply *reply = reply_new (self, runner, invocation, job, NULL);
  const LoomRunRequest request = {
    .job = job,
    .cancel = &reply->cancel,
    .compiled = compiled,
    .plan = plan,
    .options = options,
    .folder = g_variant_get_bytestring (folder),
  };

  loom_run_service_run_async (self->runs, &request, ran_cb, reply);
  return TRUE;
}

static gboolean
fetch_cb (LoomIpcRunner         *runner,
          GDBusMethodInvocation *invocation,
          guint                  memory,
          guint64                offset,
          Service               *self)
{
  g_autoptr (GError) error = NULL;
  GVariant *chunk = loom_ipc_hold_read (self->hold, memory, offset, &error);

  if (chunk == NULL)
    g_dbus_method_invocation_return_gerror (invocation, error);
  else
    loom_ipc_runner_complete_fetch (runner, invocation, chunk);
  return TRUE;
}

static gboolean
release_cb (LoomIpcRunner         *runner,
            GDBusMethodInvocation *invocation,
            guint                  memory,
            Service               *self)
{
  loom_ipc_hold_release (self->hold, memory);
  loom_ipc_runner_complete_release (runner, invocation);
  return TRUE;
}

static gboolean
cancel_cb (LoomIpcRunner         *runner,
           GDBusMethodInvocation *invocation,
           guint                  job,
           Service               *self)
{
  loom_compile_pool_cancel (self->pool, job);
  for (guint i = 0; i < self->replies->len; i++)
    {
      Reply *reply = self->replies->pdata[i];

      if (reply->job != job)
        continue;
      g_atomic_int_set (&reply->cancel, 1);
      g_cancellable_cancel (reply->cancellable);
    }
  loom_ipc_runner_complete_cancel (runner, invocation);
  return TRUE;
}

/* The driver is asked here, not in the main loop. */
static void
describe_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  GVariant *compiler = task_data;
  GVariantBuilder backends, libraries;

  loom_runner_locale_enter ();
  g_variant_builder_init (&backends, G_VARIANT_TYPE ("aa{sv}"));
  g_variant_builder_init (&libraries, G_VARIANT_TYPE ("aa{sv}"));
  for (gsize i = 0; i < g_variant_n_children (compiler); i++)
    {
      g_autoptr (GVariant) library = g_variant_get_child_value (compiler, i);

      g_variant_builder_add_value (&libraries, library);
    }
  loom_cuda_devices_describe (&backends, &libraries);
  g_task_return_pointer (
      task, g_variant_ref_sink (g_variant_new ("(aa{sv}aa{sv})", &backends, &libraries)),
      (GDestroyNotify) g_variant_unref);
}

static void
devices_described_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (Reply) reply = user_data;
  g_autoptr (GVariant) described = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (GVariant) backends = g_variant_get_child_value (described, 0);
  g_autoptr (GVariant) libraries = g_variant_get_child_value (described, 1);

  loom_ipc_runner_complete_describe (reply->runner, reply->invocation, backends, libraries);
}

static void
described_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Reply) reply = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) compiler
      = loom_compile_pool_describe_finish (LOOM_COMPILE_POOL (source), result, &error);
  g_autoptr (GTask) task = NULL;

  if (compiler == NULL)
    {
      g_dbus_method_invocation_return_gerror (reply->invocation, error);
      return;
    }

  task = g_task_new (NULL, NULL, devices_described_cb, g_steal_pointer (&reply));
  g_task_set_task_data (task, g_steal_pointer (&compiler), (GDestroyNotify) g_variant_unref);
  g_task_run_in_thread (task, describe_thread);
}

static gboolean
describe_cb (LoomIpcRunner         *runner,
             GDBusMethodInvocation *invocation,
             Service               *self)
{
  loom_compile_pool_describe_async (self->pool, described_cb,
                                    reply_new (self, runner, invocation, 0, NULL));
  return TRUE;
}

static gboolean
measure_copies_cb (LoomIpcRunner         *runner,
                   GDBusMethodInvocation *invocation,
                   guint                  job,
                   GVariant              *options,
                   Service               *self)
{
  Reply *reply
      = reply_new (self, runner, invocation, job, loom_ipc_runner_complete_measure_copies);

  reply->on_gpu = TRUE;
  loom_copies_service_measure_async (options, &reply->cancel, answered_cb, reply);
  return TRUE;
}

static void
service_free (gpointer  data,
              GClosure *closure)
{
  Service *self = data;

  g_clear_pointer (&self->replies, g_ptr_array_unref);
  g_clear_pointer (&self->hold, loom_ipc_hold_free);
  g_clear_object (&self->runs);
  g_clear_object (&self->pool);
  g_free (self);
}

/**
 * loom_runner_service_new:
 * @program: what is started with --compile, for a compiler
 * @means: (nullable): what runs are done with; %NULL: this process alone
 *
 * Returns: (transfer full): what answers
 */
LoomIpcRunner *
loom_runner_service_new (const char         *program,
                         const LoomRunMeans *means)
{
  LoomIpcRunner *runner = loom_ipc_runner_skeleton_new ();
  Service *self = g_new0 (Service, 1);

  self->pool = loom_compile_pool_new (program);
  self->runs = loom_run_service_new (self->pool, means);
  self->hold = loom_ipc_hold_new (loom_memory_limit_get ());
  self->replies = g_ptr_array_new ();
  g_signal_connect_object (self->runs, "step", G_CALLBACK (loom_ipc_runner_emit_progress), runner,
                           G_CONNECT_SWAPPED);
  g_signal_connect_data (runner, "handle-hello", G_CALLBACK (hello_cb), self, service_free, 0);
  g_signal_connect (runner, "handle-compile", G_CALLBACK (compile_cb), self);
  g_signal_connect (runner, "handle-disassemble", G_CALLBACK (disassemble_cb), self);
  g_signal_connect (runner, "handle-run", G_CALLBACK (run_cb), self);
  g_signal_connect (runner, "handle-fetch", G_CALLBACK (fetch_cb), self);
  g_signal_connect (runner, "handle-release", G_CALLBACK (release_cb), self);
  g_signal_connect (runner, "handle-cancel", G_CALLBACK (cancel_cb), self);
  g_signal_connect (runner, "handle-describe", G_CALLBACK (describe_cb), self);
  g_signal_connect (runner, "handle-measure-copies", G_CALLBACK (measure_copies_cb), self);
  return runner;
}
