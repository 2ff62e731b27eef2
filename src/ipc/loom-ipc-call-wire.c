/* loom-ipc-call-wire.c: a call as it goes to the runner, and the answer as it comes back
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-call-private.h"

#include "loom-compiled.h"
#include "loom-ipc-inline.h"
#include "loom-ipc-run.h"
#include "loom-sass.h"

static gpointer
read_compile_reply (LoomIpcRunner  *runner,
                    GAsyncResult   *result,
                    GError        **error)
{
  g_autoptr (GVariant) box = NULL;
  g_autoptr (GVariant) compiled = NULL;

  if (!loom_ipc_runner_call_compile_finish (runner, &box, result, error))
    return NULL;

  compiled = g_variant_get_variant (box);
  return loom_compiled_from_variant (compiled, error);
}

static gpointer
read_disassemble_reply (LoomIpcRunner  *runner,
                        GAsyncResult   *result,
                        GError        **error)
{
  g_autoptr (GVariant) box = NULL;
  g_autoptr (GVariant) sass = NULL;

  if (!loom_ipc_runner_call_disassemble_finish (runner, &box, result, error))
    return NULL;

  sass = g_variant_get_variant (box);
  return loom_sass_from_variant (sass, error);
}

static gpointer
read_run_reply (LoomIpcRunner  *runner,
                GAsyncResult   *result,
                GError        **error)
{
  g_autoptr (GVariant) run = NULL;
  g_autoptr (GVariant) handle = NULL;
  g_autoptr (GUnixFDList) fds = NULL;
  int fd = -1;

  if (g_async_result_is_tagged (result, loom_ipc_inline_run_async))
    return g_task_propagate_pointer (G_TASK (result), error);

  if (!loom_ipc_runner_call_run_finish (runner, &run, &handle, &fds, result, error))
    return NULL;

  if (fds != NULL)
    fd = g_unix_fd_list_get (fds, g_variant_get_handle (handle), NULL);
  return loom_ipc_run_from_fd (run, fd, error);
}

static gpointer
read_describe_reply (LoomIpcRunner  *runner,
                     GAsyncResult   *result,
                     GError        **error)
{
  g_autoptr (GVariant) backends = NULL;
  g_autoptr (GVariant) libraries = NULL;

  if (!loom_ipc_runner_call_describe_finish (runner, &backends, &libraries, result, error))
    return NULL;

  return g_variant_ref_sink (g_variant_new ("(@aa{sv}@aa{sv})", backends, libraries));
}

static gpointer
read_copies_reply (LoomIpcRunner  *runner,
                   GAsyncResult   *result,
                   GError        **error)
{
  GVariant *copies = NULL;

  return loom_ipc_runner_call_measure_copies_finish (runner, &copies, result, error) ? copies
                                                                                     : NULL;
}

static gpointer (* const readers[]) (LoomIpcRunner  *runner,
                                     GAsyncResult   *result,
                                     GError        **error) = {
  [LOOM_IPC_CALL_COMPILE] = read_compile_reply,
  [LOOM_IPC_CALL_DISASSEMBLE] = read_disassemble_reply,
  [LOOM_IPC_CALL_RUN] = read_run_reply,
  [LOOM_IPC_CALL_DESCRIBE] = read_describe_reply,
  [LOOM_IPC_CALL_MEASURE_COPIES] = read_copies_reply,
};

/* What the runner answered: a LoomCompiled, a LoomSass, a LoomRun or a GVariant. */
gpointer
loom_ipc_call_read_reply (LoomIpcCall    *self,
                          LoomIpcRunner  *runner,
                          GAsyncResult   *result,
                          GError        **error)
{
  return readers[self->kind] (runner, result, error);
}

/* The answer comes with a reference to the call as its data. */
void
loom_ipc_call_send (LoomIpcCall         *self,
                    LoomIpcRunner       *runner,
                    guint                job,
                    GAsyncReadyCallback  callback)
{
  self->job = job;
  g_set_object (&self->runner, runner);
  switch (self->kind)
    {
    case LOOM_IPC_CALL_COMPILE:
      loom_ipc_runner_call_compile (runner, self->job, self->request, NULL, callback,
                                    loom_ipc_call_ref (self));
      break;
    case LOOM_IPC_CALL_DISASSEMBLE:
      loom_ipc_runner_call_disassemble (runner, self->job, self->request, NULL, callback,
                                        loom_ipc_call_ref (self));
      break;
    case LOOM_IPC_CALL_RUN:
      if (loom_ipc_inline_is_needed (g_dbus_proxy_get_connection (G_DBUS_PROXY (runner))))
        {
          loom_ipc_inline_run_async (self, callback);
          break;
        }
      loom_ipc_runner_call_run (runner, self->job, self->compiled, self->plan, self->request,
                                self->folder, NULL, NULL, callback, loom_ipc_call_ref (self));
      break;
    case LOOM_IPC_CALL_DESCRIBE:
      loom_ipc_runner_call_describe (runner, NULL, callback, loom_ipc_call_ref (self));
      break;
    case LOOM_IPC_CALL_MEASURE_COPIES:
      loom_ipc_runner_call_measure_copies (runner, self->job, self->request, NULL, callback,
                                           loom_ipc_call_ref (self));
      break;
    default:
      g_assert_not_reached ();
    }
}
