/* loom-run-controller-copies.c: measuring how fast memory is copied
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

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
  loom_session_set_measuring (self->session, FALSE);
  loom_session_set_copies (self->session, copies, error != NULL ? error->message : NULL);
}

/**
 * loom_run_controller_measure_copies:
 * @self: a controller
 *
 * Measures every way to copy between this computer and its GPUs. The session's "measuring" is set
 * meanwhile; what came of it becomes its "copies".
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
 * @self: a controller
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
