/* loom-run-controller-copies.c: measuring how fast memory is copied
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

/* As with runs, a measurement whose cancellable is no longer the controller's touches nothing. */
typedef struct
{
  LoomRunController *self;
  GCancellable      *cancellable;
} Job;

static void
job_free (Job *job)
{
  g_object_unref (job->self);
  g_object_unref (job->cancellable);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) copies = NULL;
  LoomRunController *self = job->self;

  copies = loom_executor_measure_copies_finish (LOOM_EXECUTOR (source), result, &error);
  if (self->copies != job->cancellable)
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
  Job *job;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  if (self->copies != NULL)
    return;
  self->copies = g_cancellable_new ();
  job = g_new (Job, 1);
  *job = (Job) { g_object_ref (self), g_object_ref (self->copies) };
  loom_session_set_measuring (self->session, TRUE);
  loom_executor_measure_copies_async (self->executor, self->copies, measured_cb, job);
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
