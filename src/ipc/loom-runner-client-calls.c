/* loom-runner-client-calls.c: what a runner can be asked for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-runner-client-private.h"

#include <glib/gi18n-lib.h>

/* D-Bus carries no array of more than 64 MiB; no source that means anything comes near it. */
#define MAX_SOURCE (32 << 20)

/* How long a cancelled run may take to stop before its process is ended. What steps had done until
 * then is to be had only from one that stops. */
#define PATIENCE_MS 250
#define PATIENCE_WITH_STEPS_MS 3000

static void
start_request (LoomRunnerClient         *self,
               LoomIpcCallKind           kind,
               const LoomCompileRequest *request,
               GCancellable             *cancellable,
               GAsyncReadyCallback       callback,
               gpointer                  user_data)
{
  LoomIpcCall *call;

  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));
  g_return_if_fail (request != NULL && request->source != NULL);

  call = loom_ipc_call_new (kind, self, cancellable, callback, user_data);
  if (request->length > MAX_SOURCE)
    {
      loom_ipc_call_fail (
          call, g_error_new (LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                             _("The source has %1$zu bytes; at most %2$d can be compiled"),
                             request->length, MAX_SOURCE));
      loom_ipc_call_unref (call);
      return;
    }

  call->request = g_variant_ref_sink (loom_compile_request_to_variant (request));
  _loom_runner_client_start_call (self, call);
}

/**
 * loom_runner_client_compile_async:
 * @request: what to compile; copied
 * @cancellable: (nullable): cancelling answers at once, and ends the compiler's process, not the
 * runner
 * @callback: called with the result
 * @user_data: its data
 *
 * Compiles a document.
 */
void
loom_runner_client_compile_async (LoomRunnerClient         *self,
                                  const LoomCompileRequest *request,
                                  GCancellable             *cancellable,
                                  GAsyncReadyCallback       callback,
                                  gpointer                  user_data)
{
  start_request (self, LOOM_IPC_CALL_COMPILE, request, cancellable, callback, user_data);
}

/**
 * loom_runner_client_compile_finish:
 * @result: the result
 *
 * Errors: %LOOM_ERROR_RUNNER if the runner was lost, %LOOM_ERROR_BACKEND without NVRTC,
 * %LOOM_ERROR_COMPILE if the compiler ran out of its limits, %LOOM_ERROR_FAILED if it broke down,
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the result, also of a source that does not compile; or %NULL
 */
LoomCompiled *
loom_runner_client_compile_finish (LoomRunnerClient  *self,
                                   GAsyncResult      *result,
                                   GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_runner_client_disassemble_async:
 * @request: what to disassemble; copied
 * @cancellable: (nullable): cancelling answers at once, and ends the compiler or the disassembler
 * @callback: called with the result
 * @user_data: its data
 *
 * Compiles a document to machine code for a GPU of its architecture, and has a disassembler read
 * that.
 */
void
loom_runner_client_disassemble_async (LoomRunnerClient         *self,
                                      const LoomCompileRequest *request,
                                      GCancellable             *cancellable,
                                      GAsyncReadyCallback       callback,
                                      gpointer                  user_data)
{
  start_request (self, LOOM_IPC_CALL_DISASSEMBLE, request, cancellable, callback, user_data);
}

/**
 * loom_runner_client_disassemble_finish:
 * @result: the result
 *
 * Errors: %LOOM_ERROR_BACKEND without a disassembler, which its message names, or without NVRTC,
 * %LOOM_ERROR_COMPILE if the source does not compile for that GPU, %LOOM_ERROR_FAILED if the
 * disassembler does not read what came of it, %LOOM_ERROR_RUNNER if the runner was lost,
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the machine code, or %NULL
 */
LoomSass *
loom_runner_client_disassemble_finish (LoomRunnerClient  *self,
                                       GAsyncResult      *result,
                                       GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_runner_client_run_async:
 * @compiled: what loom_runner_client_compile_finish() gave
 * @plan: the launch
 * @options: how to run it
 * @folder: (nullable): where the plan's files are read
 * @cancellable: (nullable): cancelling asks the kernel to stop, and ends the runner if it has not
 * within 250 ms
 * @callback: called with the result
 * @user_data: its data
 *
 * Runs a launch.
 */
void
loom_runner_client_run_async (LoomRunnerClient     *self,
                              LoomCompiled         *compiled,
                              LoomPlan             *plan,
                              const LoomRunOptions *options,
                              const char           *folder,
                              GCancellable         *cancellable,
                              GAsyncReadyCallback   callback,
                              gpointer              user_data)
{
  LoomIpcCall *call;

  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));
  g_return_if_fail (compiled != NULL && plan != NULL && options != NULL);

  call = loom_ipc_call_new (LOOM_IPC_CALL_RUN, self, cancellable, callback, user_data);
  call->patience_ms = plan->steps->len > 0 ? PATIENCE_WITH_STEPS_MS : PATIENCE_MS;
  call->compiled = g_variant_ref_sink (g_variant_new_variant (loom_compiled_to_variant (compiled)));
  call->plan = g_variant_ref_sink (g_variant_new_variant (loom_plan_to_variant (plan)));
  call->request = g_variant_ref_sink (loom_run_options_to_variant (options));
  call->folder = g_variant_ref_sink (g_variant_new_bytestring (folder != NULL ? folder : ""));
  _loom_runner_client_start_call (self, call);
}

/**
 * loom_runner_client_run_finish:
 * @result: the result
 *
 * Errors: %LOOM_ERROR_RUNNER if the runner was lost, %LOOM_ERROR_MEMORY with the sum that would be
 * needed, %LOOM_ERROR_UNSUPPORTED, %LOOM_ERROR_DOCUMENT, %LOOM_ERROR_FILE, %LOOM_ERROR_BACKEND,
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): the run, also of a kernel that trapped; or %NULL
 */
LoomRun *
loom_runner_client_run_finish (LoomRunnerClient  *self,
                               GAsyncResult      *result,
                               GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_runner_client_describe_async:
 * @cancellable: (nullable): cancellable
 * @callback: called with the result
 * @user_data: its data
 *
 * Asks which backends there are and where every library was looked for.
 */
void
loom_runner_client_describe_async (LoomRunnerClient    *self,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  LoomIpcCall *call;

  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));

  call = loom_ipc_call_new (LOOM_IPC_CALL_DESCRIBE, self, cancellable, callback, user_data);
  _loom_runner_client_start_call (self, call);
}

/**
 * loom_runner_client_describe_finish:
 * @result: the result
 *
 * Returns: (transfer full): an (aa{sv}aa{sv}) of backends and libraries, or %NULL
 */
GVariant *
loom_runner_client_describe_finish (LoomRunnerClient  *self,
                                    GAsyncResult      *result,
                                    GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_runner_client_measure_copies_async:
 * @bytes: of each copy; 0: as many as measure well
 * @cancellable: (nullable): cancelling answers at once; the runner stops after the copy at hand
 * @callback: called with the result
 * @user_data: its data
 *
 * Measures every way to copy between this computer and its devices and between each two of them.
 */
void
loom_runner_client_measure_copies_async (LoomRunnerClient    *self,
                                         guint64              bytes,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data)
{
  GVariantDict options;
  LoomIpcCall *call;

  g_return_if_fail (LOOM_IS_RUNNER_CLIENT (self));

  call = loom_ipc_call_new (LOOM_IPC_CALL_MEASURE_COPIES, self, cancellable, callback, user_data);
  g_variant_dict_init (&options, NULL);
  if (bytes > 0)
    g_variant_dict_insert (&options, "bytes", "t", bytes);
  call->request = g_variant_ref_sink (g_variant_dict_end (&options));
  _loom_runner_client_start_call (self, call);
}

/**
 * loom_runner_client_measure_copies_finish:
 * @result: the result
 *
 * Errors: %LOOM_ERROR_BACKEND without a GPU, %LOOM_ERROR_RUNNER if the runner was lost,
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): an aa{sv} for loom_copy_rate_list(), or %NULL
 */
GVariant *
loom_runner_client_measure_copies_finish (LoomRunnerClient  *self,
                                          GAsyncResult      *result,
                                          GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
