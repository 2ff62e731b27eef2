/* loom-executor.c: what compiles and runs, as the run controller sees it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-executor.h"

G_DEFINE_INTERFACE (LoomExecutor, loom_executor, G_TYPE_OBJECT)

static guint lost_signal, step_signal;

static void
loom_executor_default_init (LoomExecutorInterface *iface)
{
  lost_signal = g_signal_new ("lost", LOOM_TYPE_EXECUTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 1, G_TYPE_STRING);
  step_signal = g_signal_new ("step", LOOM_TYPE_EXECUTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 2, G_TYPE_CANCELLABLE, G_TYPE_UINT);
}

/**
 * loom_executor_compile_async:
 * @self: an executor
 * @request: what to compile, borrowed for the call
 * @cancellable: (nullable): ends the compiler
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Compiles a source.
 */
void
loom_executor_compile_async (LoomExecutor             *self,
                             const LoomCompileRequest *request,
                             GCancellable             *cancellable,
                             GAsyncReadyCallback       callback,
                             gpointer                  user_data)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  LOOM_EXECUTOR_GET_IFACE (self)->compile_async (self, request, cancellable, callback, user_data);
}

/**
 * loom_executor_compile_finish:
 * @self: an executor
 * @result: what the callback got
 * @error: where to put an error of %LOOM_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the compilation; diagnostics without PTX if the source is wrong
 */
LoomCompiled *
loom_executor_compile_finish (LoomExecutor  *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (LOOM_IS_EXECUTOR (self), NULL);

  return LOOM_EXECUTOR_GET_IFACE (self)->compile_finish (self, result, error);
}

/**
 * loom_executor_run_async:
 * @self: an executor
 * @compiled: PTX and signatures
 * @plan: the launch
 * @options: how to run it
 * @folder: (nullable): where the plan's files are
 * @cancellable: (nullable): stops the kernel
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Runs one launch.
 */
void
loom_executor_run_async (LoomExecutor         *self,
                         LoomCompiled         *compiled,
                         LoomPlan             *plan,
                         const LoomRunOptions *options,
                         const char           *folder,
                         GCancellable         *cancellable,
                         GAsyncReadyCallback   callback,
                         gpointer              user_data)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  LOOM_EXECUTOR_GET_IFACE (self)->run_async (self, compiled, plan, options, folder, cancellable,
                                             callback, user_data);
}

/**
 * loom_executor_run_finish:
 * @self: an executor
 * @result: what the callback got
 * @error: where to put an error of %LOOM_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the run, with a trap in it if the kernel was stopped by one
 */
LoomRun *
loom_executor_run_finish (LoomExecutor  *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (LOOM_IS_EXECUTOR (self), NULL);

  return LOOM_EXECUTOR_GET_IFACE (self)->run_finish (self, result, error);
}

/**
 * loom_executor_describe_async:
 * @self: an executor
 * @cancellable: (nullable): forgets the answer
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Asks which backends and libraries there are.
 */
void
loom_executor_describe_async (LoomExecutor        *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  LOOM_EXECUTOR_GET_IFACE (self)->describe_async (self, cancellable, callback, user_data);
}

/**
 * loom_executor_describe_finish:
 * @self: an executor
 * @result: what the callback got
 * @error: where to put an error of %LOOM_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): an array of dictionaries, as org.gridloom.Runner.xml describes it
 */
GVariant *
loom_executor_describe_finish (LoomExecutor  *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (LOOM_IS_EXECUTOR (self), NULL);

  return LOOM_EXECUTOR_GET_IFACE (self)->describe_finish (self, result, error);
}

/**
 * loom_executor_measure_copies_async:
 * @self: an executor
 * @cancellable: (nullable): stops after the copy at hand
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Measures every way to copy between this computer and its GPUs.
 */
void
loom_executor_measure_copies_async (LoomExecutor        *self,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  LOOM_EXECUTOR_GET_IFACE (self)->measure_copies_async (self, cancellable, callback, user_data);
}

/**
 * loom_executor_measure_copies_finish:
 * @self: an executor
 * @result: what the callback got
 * @error: where to put an error of %LOOM_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): rates, for loom_copy_rate_list()
 */
GVariant *
loom_executor_measure_copies_finish (LoomExecutor  *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (LOOM_IS_EXECUTOR (self), NULL);

  return LOOM_EXECUTOR_GET_IFACE (self)->measure_copies_finish (self, result, error);
}

/**
 * loom_executor_shutdown:
 * @self: an executor
 *
 * Ends the runner for good; calls in flight end with an error.
 */
void
loom_executor_shutdown (LoomExecutor *self)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  LOOM_EXECUTOR_GET_IFACE (self)->shutdown (self);
}

/**
 * loom_executor_emit_lost:
 * @self: an executor
 * @why: what became of the runner, for people
 *
 * Tells that the runner ended without being asked to. For implementations.
 */
void
loom_executor_emit_lost (LoomExecutor *self,
                         const char   *why)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  g_signal_emit (self, lost_signal, 0, why);
}

/**
 * loom_executor_emit_step:
 * @self: an executor
 * @call: (nullable): the cancellable that a run was given
 * @step: a #LoomStepKind
 *
 * Tells how far a run has come. For implementations.
 */
void
loom_executor_emit_step (LoomExecutor *self,
                         GCancellable *call,
                         guint         step)
{
  g_return_if_fail (LOOM_IS_EXECUTOR (self));

  g_signal_emit (self, step_signal, 0, call, step);
}
