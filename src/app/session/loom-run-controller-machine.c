/* loom-run-controller-machine.c: asks the runner for the machine code of what was compiled, as text
 * and for what its kernels take
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-connect.h"

static void
disassembled_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (LoomRunControllerCall) call = user_data;
  LoomRunController *self = call->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomSass) sass
      = loom_runner_client_disassemble_finish (LOOM_RUNNER_CLIENT (source), result, &error);

  if (self->disassembling != call->cancellable)
    return;

  g_clear_object (&self->disassembling);
  loom_disassembly_answer (loom_session_get_disassembly (self->session), g_steal_pointer (&sass),
                           error);
}

/**
 * loom_run_controller_disassemble:
 * @self: a controller
 *
 * Has the text disassembled that was compiled last, unless that was done or a newer one is yet to
 * be compiled. The answer is the session's (loom_session_get_disassembly()).
 */
void
loom_run_controller_disassemble (LoomRunController *self)
{
  g_auto (LoomRunControllerRequest) request = { { NULL, } };
  LoomDisassembly *disassembly;
  LoomCompiled *compiled;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  disassembly = loom_session_get_disassembly (self->session);
  compiled = loom_session_get_compiled (self->session);
  if (compiled == NULL || compiled->ptx == NULL || !_loom_run_controller_is_compiled (self)
      || loom_disassembly_get_compiled (disassembly) == compiled)
    return;

  loom_cancel (&self->disassembling);
  _loom_run_controller_fill_request (self, &request);
  self->disassembling = g_cancellable_new ();
  loom_disassembly_ask (disassembly, compiled);
  loom_runner_client_disassemble_async (self->client, &request.request, self->disassembling,
                                        disassembled_cb,
                                        _loom_run_controller_call_new (self, self->disassembling));
}

static void
machine_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomRunControllerCall) call = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  LoomRunController *self = call->self;

  if (self->machine != call->cancellable)
    return;

  g_clear_object (&self->machine);
  loom_machine_query_answer (loom_session_get_machine_query (self->session), compiled, error);
}

/**
 * loom_run_controller_ask_machine:
 * @self: a controller, whose session has a compilation
 * @arch: a virtual architecture
 *
 * Has the source compiled to machine code for the GPU of an architecture, for what its kernels take
 * there. The answer is the session's (loom_session_get_machine_query()). Asking again ends what was
 * asked before.
 */
void
loom_run_controller_ask_machine (LoomRunController *self,
                                 const char        *arch)
{
  g_auto (LoomRunControllerRequest) request = { { NULL, } };
  LoomCompiled *compiled;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (arch != NULL);

  loom_cancel (&self->machine);
  compiled = loom_session_get_compiled (self->session);
  if (compiled == NULL || !_loom_run_controller_is_compiled (self))
    return;
  loom_machine_query_ask (loom_session_get_machine_query (self->session), compiled, arch);
  _loom_run_controller_fill_request (self, &request);
  request.request.arch = arch;
  request.request.machine_code = TRUE;
  request.request.as_written = FALSE;
  self->machine = g_cancellable_new ();
  loom_runner_client_compile_async (self->client, &request.request, self->machine, machine_cb,
                                    _loom_run_controller_call_new (self, self->machine));
}
