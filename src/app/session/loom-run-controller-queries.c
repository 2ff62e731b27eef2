/* loom-run-controller-queries.c: what else the runner is asked: what devices there are, how fast
 * they copy, and whether another kernel would compile
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

static void
describe_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomRunController) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) backends = NULL;

  backends = loom_runner_client_describe_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->describe);
  if (backends != NULL)
    g_object_set (loom_session_get_run_settings (self->session), "backends", backends, NULL);
  else
    g_debug ("The runner did not say what it can do: %s", error->message);
}

/**
 * loom_run_controller_describe:
 *
 * Asks what there is to run on; the answer becomes "backends" of the session's run settings. It
 * also starts the runner, so that the first run finds it warm.
 */
void
loom_run_controller_describe (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  if (self->describe != NULL)
    return;
  self->describe = g_cancellable_new ();
  loom_runner_client_describe_async (self->client, self->describe, describe_cb,
                                     g_object_ref (self));
}

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomRunControllerCall) call = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) copies = NULL;
  LoomRunController *self = call->self;

  copies = loom_runner_client_measure_copies_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  if (self->copies != call->cancellable)
    return;

  g_clear_object (&self->copies);
  loom_session_set_copies (self->session, copies, error != NULL ? error->message : NULL);
}

/**
 * loom_run_controller_measure_copies:
 *
 * Measures every way to copy between this computer and its GPUs. The session's "copies" say so
 * meanwhile, and then what came of it.
 */
void
loom_run_controller_measure_copies (LoomRunController *self)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  if (self->copies != NULL)
    return;
  self->copies = g_cancellable_new ();
  loom_session_set_measuring (self->session, TRUE);
  loom_runner_client_measure_copies_async (self->client, 0, self->copies, measured_cb,
                                           _loom_run_controller_call_new (self, self->copies));
}

/**
 * loom_run_controller_stop_measuring:
 *
 * Stops measuring copies, if it does; what was measured before stays.
 */
void
loom_run_controller_stop_measuring (LoomRunController *self)
{
  g_autoptr (GCancellable) copies = NULL;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  copies = g_steal_pointer (&self->copies);
  if (copies == NULL)
    return;
  g_cancellable_cancel (copies);
  loom_session_set_measuring (self->session, FALSE);
}

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
 * @kernel: an instance of a template
 * @cancellable: (nullable): stops it
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
