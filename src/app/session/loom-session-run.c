/* loom-session-run.c: the runs of a session, as jobs and as what is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-session-private.h"

#include "loom-connect.h"
#include "loom-run.h"

/* What the list may keep: the figures of so many runs, and of so many older ones, as far as they
 * fit into so much memory together, the result as well. The run that is shown is held by whoever
 * shows it, as the one that is pinned, and the newest result is what somebody waited for: none of
 * them counts. */
#define MOST_JOBS 30
#define MOST_RESULTS 8
#define MOST_BYTES (G_GUINT64_CONSTANT (256) << 20)

static gboolean
is_held_anyway (LoomSession *self,
                LoomRunJob  *job)
{
  const LoomRun *run = loom_run_job_get_status (job)->run;

  return run == self->run || run == self->latest || job == loom_compare_get_job (self->compare);
}

/* Lets go of the results of older runs beyond what may be kept. */
static void
trim_jobs (LoomSession *self)
{
  GListModel *jobs = G_LIST_MODEL (self->jobs);
  guint64 bytes = 0;
  guint results = 0;

  for (guint i = 0; i < g_list_model_get_n_items (jobs); i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (jobs, i);
      LoomRun *run = loom_run_job_get_status (job)->run;
      guint64 size;

      if (run == NULL)
        continue;
      size = loom_run_get_size (run);
      results++;
      if (results == 1 || is_held_anyway (self, job))
        continue;
      if (results <= MOST_RESULTS && size <= MOST_BYTES - bytes)
        bytes += size;
      else
        loom_run_job_forget (job);
    }
}

/**
 * loom_session_get_run:
 *
 * Returns: (transfer none) (nullable): the last run that came to a result
 */
LoomRun *
loom_session_get_run (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->run;
}

/* What becomes of a run after it is shown is among the problems, too. */
static void
job_changed_cb (LoomSession *self,
                LoomRunJob  *job)
{
  trim_jobs (self);
  if (self->run != NULL && loom_run_job_get_status (job)->run == self->run)
    _loom_session_update_problems (self);
}

static void
replace_run (LoomSession *self,
             LoomRun     *run)
{
  if (self->run == run)
    return;
  loom_view_state_set_thread (self->view_state, NULL);
  _loom_session_replace (self, PROP_RUN, run);
  loom_view_state_take_run (self->view_state, run, self->stale);
  trim_jobs (self);
  if (self->comparison != NULL && self->comparison->a != run)
    {
      _loom_session_replace (self, PROP_COMPARISON, NULL);
      _loom_session_notify (self, PROP_COMPARISON);
    }
  _loom_session_update_problems (self);
  _loom_session_notify (self, PROP_RUN);
}

static void
show_run (LoomSession *self,
          LoomRun     *run,
          LoomRunJob  *older)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (_loom_session_replace (self, PROP_OLDER, older))
    _loom_session_notify (self, PROP_OLDER);
  replace_run (self, run);
  g_object_thaw_notify (G_OBJECT (self));
}

void
loom_session_set_run (LoomSession *self,
                      LoomRun     *run)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->latest != run)
    {
      g_clear_pointer (&self->latest, loom_run_unref);
      self->latest = run != NULL ? loom_run_ref (run) : NULL;
    }
  show_run (self, run, NULL);
}

/**
 * loom_session_show_job:
 * @job: a run of before, with its result
 *
 * Shows that result. Unless it is the latest one, "older" is @job until a run is set.
 */
void
loom_session_show_job (LoomSession *self,
                       LoomRunJob  *job)
{
  LoomRun *run;

  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (LOOM_IS_RUN_JOB (job));

  run = loom_run_job_get_status (job)->run;
  g_return_if_fail (run != NULL);

  show_run (self, run, run != self->latest ? job : NULL);
}

/**
 * loom_session_show_latest:
 *
 * Goes back from the result of an older run.
 */
void
loom_session_show_latest (LoomSession *self)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (self->older != NULL)
    show_run (self, self->latest, NULL);
}

LoomRunJob *
loom_session_get_older (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->older;
}

/**
 * loom_session_has_current_run:
 *
 * Returns: whether the run that is shown is the latest, and of the text and settings as they are
 */
gboolean
loom_session_has_current_run (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->run != NULL && !self->stale && self->older == NULL;
}

LoomComparison *
loom_session_get_comparison (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return self->comparison;
}

/**
 * loom_session_set_comparison:
 * @comparison: two runs; the first becomes the session's run
 *
 * Shows a run with what differs in another.
 */
void
loom_session_set_comparison (LoomSession    *self,
                             LoomComparison *comparison)
{
  g_return_if_fail (LOOM_IS_SESSION (self));
  g_return_if_fail (comparison != NULL);

  _loom_session_replace (self, PROP_COMPARISON, comparison);
  loom_session_set_run (self, comparison->a);
  _loom_session_notify (self, PROP_COMPARISON);
}

/**
 * loom_session_take_outcomes:
 * @job: one of its runs
 * @outcomes: (element-type LoomLinkOutcome) (transfer full): of its chain
 *
 * Notes what was done with a run; what stopped it is a problem.
 */
void
loom_session_take_outcomes (LoomSession *self,
                            LoomRunJob  *job,
                            GPtrArray   *outcomes)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  loom_run_job_set_outcomes (job, outcomes);
  g_ptr_array_unref (outcomes);
  _loom_session_update_problems (self);
}

/**
 * loom_session_get_stale:
 *
 * Returns: whether the run is not one of the text and settings as they are
 */
gboolean
loom_session_get_stale (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), FALSE);

  return self->stale;
}

void
loom_session_set_stale (LoomSession *self,
                        gboolean     stale)
{
  g_return_if_fail (LOOM_IS_SESSION (self));

  if (!self->stale == !stale)
    return;
  self->stale = !!stale;
  _loom_session_notify (self, PROP_STALE);
  _loom_session_update_problems (self);
}

GListModel *
loom_session_get_jobs (LoomSession *self)
{
  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->jobs);
}

/**
 * loom_session_find_job:
 *
 * Returns: (transfer none) (nullable): the job whose result is shown; %NULL: there is none, or
 *   nothing is kept of it any more
 */
LoomRunJob *
loom_session_find_job (LoomSession *self)
{
  GListModel *jobs;

  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  jobs = G_LIST_MODEL (self->jobs);
  for (guint i = 0; self->run != NULL && i < g_list_model_get_n_items (jobs); i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (jobs, i);
      const LoomRun *run = loom_run_job_get_status (job)->run;

      /* one that was compared is a variation */
      if (run != NULL && (run == self->run || run == self->run->original))
        return job;
    }
  return NULL;
}

/**
 * loom_session_find_pinned:
 * @cell: (out): its number in the array
 *
 * Returns: (transfer none) (nullable): the array of the run that the pinned cell is of; %NULL where
 *   none is pinned, one that the array lacks, or one of what an expression came to
 */
const LoomRunArray *
loom_session_find_pinned (LoomSession *self,
                          guint64     *cell)
{
  const LoomCell *pin;
  const LoomRunArray *array;
  const LoomShape *shape;
  guint index;

  g_return_val_if_fail (LOOM_IS_SESSION (self), NULL);

  pin = loom_view_state_get_pin (self->view_state);
  index = loom_view_state_get_view (self->view_state)->array;
  if (self->run == NULL || pin == NULL || index >= self->run->arrays->len)
    return NULL;
  array = self->run->arrays->pdata[index];
  shape = loom_array_get_shape (array->array);
  if (pin->plane >= shape->planes || pin->row >= shape->rows || pin->col >= shape->cols)
    return NULL;
  *cell = (pin->plane * shape->rows + pin->row) * shape->cols + pin->col;
  return array;
}

/**
 * loom_session_find_writer:
 * @thread: (out): the lowest one that wrote the pinned cell
 *
 * Returns: whether there is one
 */
gboolean
loom_session_find_writer (LoomSession *self,
                          LoomSite    *thread)
{
  guint64 cell, threads;
  const LoomRunArray *array = loom_session_find_pinned (self, &cell);
  const gint64 writer
      = array != NULL ? loom_run_array_get_writer (array, array->lowest, cell) : -1;

  if (writer < 0 || !loom_dim3_volume (&self->run->block, &threads) || threads == 0)
    return FALSE;
  loom_site_unpack (thread, &self->run->grid, &self->run->block, (guint64) writer);
  return TRUE;
}

/**
 * loom_session_add_job:
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
  if (last != NULL && loom_run_job_get_status (last)->state == LOOM_RUN_JOB_CANCELLED)
    g_list_store_remove (self->jobs, 0);
  loom_connect (job, "changed", job_changed_cb, self);
  g_list_store_insert (self->jobs, 0, job);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->jobs));
  if (n > MOST_JOBS)
    g_list_store_remove (self->jobs, n - 1);
  return job;
}
