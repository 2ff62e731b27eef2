/* loom-run-controller-compare.c: the same launch on another device, and what differs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

static guint compared_signal;

/* A comparison on its way. As with runs, one whose cancellable is no longer the controller's
 * touches nothing. */
typedef struct
{
  LoomRunController *self;
  GCancellable      *cancellable;
  LoomRun           *first;
  LoomRunRecord     *record;
} Job;

typedef struct
{
  LoomRun *a, *b;
} Pair;

static void
job_free (Job *job)
{
  g_object_unref (job->self);
  g_object_unref (job->cancellable);
  loom_run_unref (job->first);
  g_object_unref (job->record);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  loom_run_unref (pair->a);
  loom_run_unref (pair->b);
  g_free (pair);
}

void
_loom_run_controller_class_compare_init (LoomRunControllerClass *klass)
{
  compared_signal = g_signal_new ("compared", LOOM_TYPE_RUN_CONTROLLER, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, LOOM_TYPE_COMPARISON, G_TYPE_ERROR);
}

void
_loom_run_controller_drop_compare (LoomRunController *self)
{
  g_autoptr (GCancellable) compare = g_steal_pointer (&self->compare);

  if (compare != NULL)
    g_cancellable_cancel (compare);
}

static void
finish (LoomRunController *self,
        LoomComparison    *comparison,
        const GError      *error)
{
  g_clear_object (&self->compare);
  _loom_run_controller_update_activity (self);
  if (comparison != NULL)
    loom_session_set_comparison (self->session, comparison);
  if (comparison != NULL || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, compared_signal, 0, comparison, error);
}

/* Every cell is looked at, of arrays of any size. */
static void
compare_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const Pair *pair = task_data;

  g_task_return_pointer (task, loom_comparison_new (pair->a, pair->b, 0),
                         (GDestroyNotify) loom_comparison_unref);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomComparison) comparison = NULL;

  comparison = g_task_propagate_pointer (G_TASK (result), &error);
  if (job->self->compare == job->cancellable)
    finish (job->self, comparison, error);
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (Job) job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (GTask) task = NULL;
  GCancellable *cancellable = job->cancellable;
  Pair *pair;

  run = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result, &error);
  loom_run_record_finish (job->record, run, error);
  if (job->self->compare != cancellable)
    return;
  if (run == NULL)
    {
      finish (job->self, NULL, error);
      return;
    }
  pair = g_new (Pair, 1);
  *pair = (Pair) { loom_run_ref (job->first), g_steal_pointer (&run) };
  task = g_task_new (NULL, cancellable, compared_cb, g_steal_pointer (&job));
  g_task_set_task_data (task, pair, pair_free);
  g_task_run_in_thread (task, compare_thread);
}

/**
 * loom_run_controller_compare:
 * @self: a controller, whose session has a run that is not stale
 * @with: another backend
 *
 * Runs the launch that is shown on another device, and compares the two. An edit, a run or a stop
 * ends it. What came of it is told by "compared", and becomes the session's comparison.
 */
void
loom_run_controller_compare (LoomRunController *self,
                             const char        *with)
{
  g_autofree char *folder = NULL;
  LoomRunOptions options;
  LoomRun *run;
  Job *job;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (with != NULL);

  run = loom_session_get_run (self->session);
  if (self->run != NULL || !_loom_run_controller_is_current (self)
      || !loom_session_has_current_run (self->session))
    return;

  _loom_run_controller_drop_compare (self);
  folder = _loom_run_controller_dup_folder (self);
  _loom_run_controller_fill_options (self, with, &options);
  /* what was counted on one device as executed is held against what is on the other */
  options.as_written = options.as_written && run->as_written;
  self->compare = g_cancellable_new ();
  job = g_new (Job, 1);
  *job = (Job) { g_object_ref (self), g_object_ref (self->compare), loom_run_ref (run),
                 g_object_ref (loom_session_add_record (self->session, with)) };
  loom_run_record_set_plan (job->record, loom_session_get_plan (self->session));
  loom_run_record_start (job->record);
  g_set_object (&self->beside, job->record);
  loom_runner_client_run_async (self->client, loom_session_get_compiled (self->session),
                                loom_session_get_plan (self->session), &options, folder,
                                self->compare, run_cb, job);
  loom_run_options_clear (&options);
  _loom_run_controller_update_activity (self);
}
