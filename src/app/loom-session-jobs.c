/* loom-session-jobs.c: the runs of a session as jobs, the newest first
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-run-figures.h"

/* What the list may keep: the figures of so many runs, and of so many older ones, as far as they
 * fit into so much memory together, the result as well. The run that is shown is held by whoever
 * shows it, and the newest result is what somebody waited for: neither counts. */
#define MOST_JOBS 30
#define MOST_RESULTS 8
#define MOST_BYTES (G_GUINT64_CONSTANT (256) << 20)

static gboolean
is_held_anyway (LoomSession   *self,
                const LoomRun *run)
{
  return run == self->run || run == self->latest;
}

/* Lets go of the results of older runs beyond what may be kept. */
void
_loom_session_trim_jobs (LoomSession *self)
{
  GListModel *jobs = G_LIST_MODEL (self->jobs);
  guint64 bytes = 0;
  guint results = 0;

  for (guint i = 0; i < g_list_model_get_n_items (jobs); i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (jobs, i);
      LoomRun *run = loom_run_job_get_run (job);
      guint64 size;

      if (run == NULL)
        continue;
      size = loom_run_get_size (run);
      results++;
      if (results == 1 || is_held_anyway (self, run))
        continue;
      if (results <= MOST_RESULTS && size <= MOST_BYTES - bytes)
        bytes += size;
      else
        loom_run_job_forget (job);
    }
}

/**
 * loom_session_get_jobs:
 * @self: a session
 *
 * Returns: (transfer none): a list of #LoomRunJob, the newest first
 */
GListModel *
loom_session_get_jobs (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->jobs);
}

/**
 * loom_session_add_job:
 * @self: a session
 * @backend: what is to run it
 *
 * Begins a job. A run before it that was only overtaken by the next edit leaves the list.
 *
 * Returns: (transfer none): the job
 */
LoomRunJob *
loom_session_add_job (LoomSession *self,
                      const char  *backend)
{
  g_autoptr (LoomRunJob) last = NULL;
  g_autoptr (LoomRunJob) job = NULL;
  guint n;

  g_return_val_if_fail (LOOM_IS_SESSION (self) && backend != NULL, NULL);

  job = loom_run_job_new (backend);
  last = g_list_model_get_item (G_LIST_MODEL (self->jobs), 0);
  if (last != NULL && loom_run_job_get_state (last) == LOOM_RUN_JOB_CANCELLED)
    g_list_store_remove (self->jobs, 0);
  g_signal_connect_object (job, "notify::state", G_CALLBACK (_loom_session_trim_jobs), self,
                           G_CONNECT_SWAPPED);
  g_list_store_insert (self->jobs, 0, job);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->jobs));
  if (n > MOST_JOBS)
    g_list_store_remove (self->jobs, n - 1);
  return job;
}
