/* loom-run-controller-sweep.c: the launch of a session in many configurations
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-device.h"

/**
 * loom_run_controller_new_sweeper:
 *
 * Makes a sweeper with a runner of its own, so that it neither waits for the document's runs nor
 * takes their process with it.
 *
 * Returns: (transfer full): the sweeper
 */
LoomSweeper *
loom_run_controller_new_sweeper (LoomRunController *self)
{
  g_autoptr (LoomRunnerClient) client = NULL;

  g_return_val_if_fail (LOOM_IS_RUN_CONTROLLER (self), NULL);

  client = loom_runner_client_new_like (self->client);
  return loom_sweeper_new (client);
}

static char *
dup_device (const LoomRunChoices *choices)
{
  g_autoptr (GPtrArray) devices
      = choices->backends != NULL ? loom_device_list (choices->backends) : NULL;
  const LoomDevice *device = devices != NULL ? loom_device_find (devices, choices->backend) : NULL;

  return device != NULL ? loom_device_dup_identity (device) : g_strdup (choices->backend);
}

/* On the simulator times are modelled for the device that it stands for. Registers are those of
 * machine code, made for that device where the document names no architecture. */
static void
choose_model (const LoomRunChoices *choices,
              LoomSweepRequest     *request,
              LoomCompileRequest   *compile,
              char                **arch)
{
  if (request->options.backend.kind != LOOM_BACKEND_SIMULATOR)
    return;
  request->profile = choices->device;
  request->compiled = NULL;
  compile->machine_code = TRUE;
  if (compile->arch == NULL)
    compile->arch = *arch = loom_device_profile_dup_target (choices->device, "compute_");
}

/**
 * loom_run_controller_sweep_async:
 * @sweeper: of loom_run_controller_new_sweeper()
 * @axes: (transfer full) (element-type LoomSweepAxis): that loom_sweep_axes_check() let pass
 * @anew: also what an earlier sweep has kept
 * @cancellable: (nullable): stops it
 *
 * Sweeps the launch of the session, which has a plan, on its device. It ends as
 * loom_sweeper_sweep_finish() says.
 */
void
loom_run_controller_sweep_async (LoomRunController   *self,
                                 LoomSweeper         *sweeper,
                                 GPtrArray           *axes,
                                 gboolean             anew,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_auto (LoomRunControllerRequest) compile = { { NULL, } };
  g_autofree char *device = dup_device (choices);
  g_autofree char *arch = NULL;
  LoomBackendId backend;
  LoomSweepRequest request;

  loom_backend_id_parse (choices->backend, &backend, NULL);
  loom_sweep_request_init (&request, backend);
  _loom_run_controller_fill_request (self, &compile);
  compile.request.as_written = FALSE;
  request.document = loom_session_get_document (self->session);
  request.compile = &compile.request;
  request.compiled = loom_session_get_compiled (self->session);
  request.plan = loom_session_get_plan (self->session);
  request.limits = choices->limits;
  request.device = device;
  request.folder = compile.folder;
  request.options.cold = choices->cold && backend.kind != LOOM_BACKEND_SIMULATOR;
  request.anew = anew;
  choose_model (choices, &request, &compile.request, &arch);
  loom_sweeper_sweep_async (sweeper, axes, &request, cancellable, callback, user_data);
}
