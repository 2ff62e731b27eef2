/* loom-client-executor.c: a runner process as a LoomExecutor
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-client-executor.h"

struct _LoomClientExecutor
{
  GObject           parent_instance;

  LoomRunnerClient *client;
};

/* The pairs hand the executor's own result through as that of the client: the callback is given the
 * executor as its source, so a small closure swaps the two. */
typedef struct
{
  LoomExecutor        *executor;
  GAsyncReadyCallback  callback;
  gpointer             user_data;
} Forward;

static void loom_client_executor_iface_init (LoomExecutorInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LoomClientExecutor,
                               loom_client_executor,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LOOM_TYPE_EXECUTOR,
                                                      loom_client_executor_iface_init))

static Forward *
forward_new (LoomExecutor        *executor,
             GAsyncReadyCallback  callback,
             gpointer             user_data)
{
  Forward *self = g_new (Forward, 1);

  self->executor = g_object_ref (executor);
  self->callback = callback;
  self->user_data = user_data;
  return self;
}

static void
forward_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Forward *self = user_data;

  self->callback (G_OBJECT (self->executor), result, self->user_data);
  g_object_unref (self->executor);
  g_free (self);
}

static void
client_compile_async (LoomExecutor             *executor,
                      const LoomCompileRequest *request,
                      GCancellable             *cancellable,
                      GAsyncReadyCallback       callback,
                      gpointer                  user_data)
{
  loom_runner_client_compile_async (LOOM_CLIENT_EXECUTOR (executor)->client, request, cancellable,
                                    forward_cb, forward_new (executor, callback, user_data));
}

static LoomCompiled *
client_compile_finish (LoomExecutor  *executor,
                       GAsyncResult  *result,
                       GError       **error)
{
  return loom_runner_client_compile_finish (LOOM_CLIENT_EXECUTOR (executor)->client, result, error);
}

static void
client_run_async (LoomExecutor         *executor,
                  LoomCompiled         *compiled,
                  LoomPlan             *plan,
                  const LoomRunOptions *options,
                  const char           *folder,
                  GCancellable         *cancellable,
                  GAsyncReadyCallback   callback,
                  gpointer              user_data)
{
  loom_runner_client_run_async (LOOM_CLIENT_EXECUTOR (executor)->client, compiled, plan, options,
                                folder, cancellable, forward_cb,
                                forward_new (executor, callback, user_data));
}

static LoomRun *
client_run_finish (LoomExecutor  *executor,
                   GAsyncResult  *result,
                   GError       **error)
{
  return loom_runner_client_run_finish (LOOM_CLIENT_EXECUTOR (executor)->client, result, error);
}

static void
client_describe_async (LoomExecutor        *executor,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  loom_runner_client_describe_async (LOOM_CLIENT_EXECUTOR (executor)->client, cancellable,
                                     forward_cb, forward_new (executor, callback, user_data));
}

static GVariant *
client_describe_finish (LoomExecutor  *executor,
                        GAsyncResult  *result,
                        GError       **error)
{
  return loom_runner_client_describe_finish (LOOM_CLIENT_EXECUTOR (executor)->client, result,
                                             error);
}

static void
client_measure_copies_async (LoomExecutor        *executor,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  loom_runner_client_measure_copies_async (LOOM_CLIENT_EXECUTOR (executor)->client, 0, cancellable,
                                           forward_cb, forward_new (executor, callback, user_data));
}

static GVariant *
client_measure_copies_finish (LoomExecutor  *executor,
                              GAsyncResult  *result,
                              GError       **error)
{
  return loom_runner_client_measure_copies_finish (LOOM_CLIENT_EXECUTOR (executor)->client, result,
                                                   error);
}

static void
client_shutdown (LoomExecutor *executor)
{
  loom_runner_client_shutdown (LOOM_CLIENT_EXECUTOR (executor)->client);
}

static void
loom_client_executor_iface_init (LoomExecutorInterface *iface)
{
  iface->compile_async = client_compile_async;
  iface->compile_finish = client_compile_finish;
  iface->run_async = client_run_async;
  iface->run_finish = client_run_finish;
  iface->describe_async = client_describe_async;
  iface->describe_finish = client_describe_finish;
  iface->measure_copies_async = client_measure_copies_async;
  iface->measure_copies_finish = client_measure_copies_finish;
  iface->shutdown = client_shutdown;
}

static void
loom_client_executor_dispose (GObject *object)
{
  LoomClientExecutor *self = LOOM_CLIENT_EXECUTOR (object);

  if (self->client != NULL)
    loom_runner_client_shutdown (self->client);
  g_clear_object (&self->client);
  G_OBJECT_CLASS (loom_client_executor_parent_class)->dispose (object);
}

static void
loom_client_executor_class_init (LoomClientExecutorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_client_executor_dispose;
}

static void
loom_client_executor_init (LoomClientExecutor *self)
{
  self->client = loom_runner_client_new ();
  g_signal_connect_object (self->client, "lost", G_CALLBACK (loom_executor_emit_lost), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "step", G_CALLBACK (loom_executor_emit_step), self,
                           G_CONNECT_SWAPPED);
}

/**
 * loom_client_executor_new:
 * @toolkit: (nullable): the folder of CUDA to use first, or %NULL to search
 *
 * Makes an executor; its runner is spawned with the first call.
 *
 * Returns: (transfer full): an executor
 */
LoomExecutor *
loom_client_executor_new (const char *toolkit)
{
  LoomClientExecutor *self = g_object_new (LOOM_TYPE_CLIENT_EXECUTOR, NULL);

  if (toolkit != NULL && *toolkit != '\0')
    g_object_set (self->client, "toolkit", toolkit, NULL);
  return LOOM_EXECUTOR (self);
}
