/* loom-run-controller-everywhere.c: one launch on every device, or copied from one to another
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

/* One after the other: what they measure would disturb each other on one host. */
typedef struct
{
  LoomRunController *self;
  GCancellable      *cancellable;
  GPtrArray         *records;   /* (element-type LoomRunRecord) still to run, the next one last */
  char              *copy_to;   /* the device that arrays are copied to, or NULL */
} Job;

static void start_next (Job *job);

static void
job_free (Job *job)
{
  g_object_unref (job->self);
  g_object_unref (job->cancellable);
  g_ptr_array_unref (job->records);
  g_free (job->copy_to);
  g_free (job);
}

static LoomRunRecord *
get_next (Job *job)
{
  return job->records->len > 0 ? job->records->pdata[job->records->len - 1] : NULL;
}

/* What has not run yet never will. */
static void
give_up (Job *job)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "");

  while (job->records->len > 0)
    {
      loom_run_record_finish (get_next (job), NULL, error);
      g_ptr_array_remove_index (job->records, job->records->len - 1);
    }
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  Job *job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run
      = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result, &error);

  loom_run_record_finish (get_next (job), run, error);
  g_ptr_array_remove_index (job->records, job->records->len - 1);
  start_next (job);
}

static void
start_next (Job *job)
{
  LoomRunController *self = job->self;
  LoomRunRecord *record = get_next (job);
  g_autofree char *folder = NULL;
  LoomRunOptions options;

  if (self->compare != job->cancellable || record == NULL)
    {
      give_up (job);
      if (self->compare == job->cancellable)
        g_clear_object (&self->compare);
      _loom_run_controller_update_activity (self);
      job_free (job);
      return;
    }
  folder = _loom_run_controller_dup_folder (self);
  _loom_run_controller_fill_options (self, loom_run_record_get_backend (record), &options);
  options.copy_to = g_strdup (job->copy_to);
  loom_run_record_set_plan (record, loom_session_get_plan (self->session));
  loom_run_record_start (record);
  g_set_object (&self->beside, record);
  loom_runner_client_run_async (self->client, loom_session_get_compiled (self->session),
                                loom_session_get_plan (self->session), &options, folder,
                                job->cancellable, run_cb, job);
  loom_run_options_clear (&options);
}

static void
start (LoomRunController  *self,
       const char * const *backends,
       const char         *copy_to)
{
  Job *job;

  if (self->run != NULL || !_loom_run_controller_is_current (self)
      || !loom_session_has_current_run (self->session))
    return;

  _loom_run_controller_drop_compare (self);
  self->compare = g_cancellable_new ();
  job = g_new (Job, 1);
  *job = (Job) { g_object_ref (self), g_object_ref (self->compare),
                 g_ptr_array_new_with_free_func (g_object_unref), g_strdup (copy_to) };
  for (guint i = 0; backends[i] != NULL; i++)
    g_ptr_array_insert (job->records, 0,
                        g_object_ref (loom_session_add_record (self->session, backends[i])));
  start_next (job);
  _loom_run_controller_update_activity (self);
}

/**
 * loom_run_controller_run_everywhere:
 * @self: a controller, whose session has a run that is not stale
 * @backends: (array zero-terminated=1): on what
 *
 * Runs the launch that is shown on several devices, one after the other; the session's records tell
 * what became of each. An edit, a run or a stop ends it. The run that is shown stays.
 */
void
loom_run_controller_run_everywhere (LoomRunController  *self,
                                    const char * const *backends)
{
  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (backends != NULL);

  start (self, backends, NULL);
}

/**
 * loom_run_controller_copy:
 * @self: a controller, whose session has a run that is not stale
 * @from: a GPU
 * @to: another
 *
 * Runs the launch that is shown on a GPU, and copies the arrays from there to another; the
 * session's newest record tells how fast that was. An edit, a run or a stop ends it. The run that
 * is shown stays.
 */
void
loom_run_controller_copy (LoomRunController *self,
                          const char        *from,
                          const char        *to)
{
  const char * const backends[] = { from, NULL };

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));
  g_return_if_fail (from != NULL && to != NULL);

  start (self, backends, to);
}
