/* loom-run-controller-instance.c: whether a kernel can be compiled, before the settings name it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

static void
compile_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  LoomCompiled *compiled
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &error);

  if (compiled != NULL)
    g_task_return_pointer (task, compiled, (GDestroyNotify) loom_compiled_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * loom_run_controller_try_kernel_async:
 * @self: a controller
 * @kernel: an instance of a template
 * @cancellable: (nullable): stops it
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Compiles the text as it is with another kernel than its settings say. The session does not learn
 * of it.
 */
void
loom_run_controller_try_kernel_async (LoomRunController   *self,
                                      const char          *kernel,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  g_auto (LoomRunControllerRequest) request = { { NULL, } };
  GTask *task;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (kernel != NULL);

  loom_session_flush (self->session);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, loom_run_controller_try_kernel_async);
  _loom_run_controller_fill_request (self, &request);
  request.request.kernel = kernel;
  loom_runner_client_compile_async (self->client, &request.request, cancellable, compile_cb, task);
}

/**
 * loom_run_controller_try_kernel_finish:
 * @self: a controller
 * @result: what the callback was given
 * @error: return location; as loom_runner_client_compile_finish() has it
 *
 * Returns: (transfer full): what the compiler says to the text with that kernel; %NULL with @error
 *   set
 */
LoomCompiled *
loom_run_controller_try_kernel_finish (LoomRunController  *self,
                                       GAsyncResult       *result,
                                       GError            **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
