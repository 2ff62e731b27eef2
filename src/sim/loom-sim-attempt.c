/* loom-sim-attempt.c: runs all blocks of a launch, again where what came of it cannot stand
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-launch-private.h"
#include "loom-sim-coverage-private.h"

#define LOG_BYTES (64 << 20)            /* of adds that all workers put off, until one worker makes
                                           them at once */

static LoomSimPool *
get_pool (LoomSim *self,
          guint    n_workers)
{
  if (self->pool != NULL && loom_sim_pool_get_n_workers (self->pool) != n_workers)
    g_clear_pointer (&self->pool, loom_sim_pool_free);
  if (self->pool == NULL)
    self->pool = loom_sim_pool_new (n_workers);
  return self->pool;
}

/* One for each worker, kept until they are collected. */
static void
make_trackers (LoomSimAttempt *self,
               guint           n_workers)
{
  self->sim->trackers = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_tracker_free);
  for (guint i = 0; i < n_workers; i++)
    g_ptr_array_add (self->sim->trackers,
                     loom_sim_tracker_new (self->sim, self->state, n_workers,
                                           self->options->coverage));
}

/* One worker adds at once, which is the same order. */
static void
make_logs (LoomSimAttempt *self,
           guint           n_workers)
{
  if (!self->state->adds_in_order || n_workers == 1)
    return;
  self->state->logs = g_new (LoomSimLog *, n_workers);
  for (guint i = 0; i < n_workers; i++)
    self->state->logs[i] = loom_sim_log_new (LOG_BYTES / n_workers);
}

/* Makes the adds of a launch that stands. */
static void
settle_logs (LoomSimAttempt *self,
             guint           n_workers)
{
  if (self->state->logs == NULL)
    return;
  if (!self->conflicts && !self->result.cancelled)
    loom_sim_logs_replay (self->state->logs, n_workers);
  for (guint i = 0; i < n_workers; i++)
    loom_sim_log_free (self->state->logs[i]);
  g_clear_pointer (&self->state->logs, g_free);
}

static gboolean
has_full_log (const LoomSimLaunchState *state,
              guint                     n_workers)
{
  for (guint i = 0; state->logs != NULL && i < n_workers; i++)
    if (loom_sim_log_is_full (state->logs[i]))
      return TRUE;
  return FALSE;
}

static void
settle (LoomSimAttempt *self,
        guint           n_workers)
{
  LoomSimTracker **trackers = (LoomSimTracker **) self->sim->trackers->pdata;

  for (guint i = 0; i < n_workers; i++)
    self->stored += trackers[i]->stored;
  self->failed = self->state->together > 1 && !self->result.cancelled && !self->result.endless &&
                 (self->result.trap.happened ||
                  !loom_sim_findings_is_empty (&self->result.findings));
  self->conflicts = n_workers > 1 && !self->result.cancelled && !self->failed &&
                    (has_full_log (self->state, n_workers) ||
                     loom_sim_tracking_conflicts (trackers, n_workers));
  if (self->conflicts || self->failed)
    loom_sim_tracking_undo (trackers, n_workers);
  if (self->conflicts || self->failed || self->options->coverage == LOOM_COVERAGE_NONE)
    g_clear_pointer (&self->sim->trackers, g_ptr_array_unref);
}

/* All blocks once, on so many workers. */
static gboolean
attempt (LoomSimAttempt  *self,
         guint            n_workers,
         GError         **error)
{
  const gboolean tracks = n_workers > 1 || self->state->together > 1 ||
                          self->options->coverage != LOOM_COVERAGE_NONE;
  gpointer *trackers = NULL;

  loom_sim_result_clear (&self->result);
  self->stored = 0;
  self->conflicts = self->failed = FALSE;
  if (tracks && !loom_sim_tracking_begin (self->sim, self->state, n_workers,
                                          self->options->coverage, error))
    return FALSE;
  if (tracks)
    {
      make_trackers (self, n_workers);
      trackers = self->sim->trackers->pdata;
    }
  make_logs (self, n_workers);
  loom_sim_schedule (self->state, self->options,
                     n_workers > 1 ? get_pool (self->sim, n_workers) : NULL, n_workers,
                     (LoomSimObserver **) trackers, &self->result);
  if (tracks)
    settle (self, n_workers);
  settle_logs (self, n_workers);
  return TRUE;
}

/* What blocks did together is undone; each runs in a vector of its own. */
static gboolean
take_apart (LoomSimAttempt  *self,
            LoomSimBlock   **spare,
            GError         **error)
{
  LoomSimLaunchState *state = self->state;

  state->together = 1;
  state->program = loom_sim_launch_get_program (
      self->sim, state->program->entry, state->block_threads, LOOM_SIM_WATCHED_NOT, TRUE, error);
  return state->program != NULL && loom_sim_launch_check_sums (self->sim, state, spare, error);
}

/* As often as it takes until the outcome stands. */
gboolean
loom_sim_attempt_run (LoomSimAttempt  *self,
                      LoomSimBlock   **spare,
                      GError         **error)
{
  const guint n_workers = loom_sim_launch_choose_workers (self->sim, self->state, self->options);

  return attempt (self, n_workers, error) &&
         (!self->failed || (take_apart (self, spare, error) && attempt (self, n_workers, error))) &&
         (!self->conflicts || attempt (self, 1, error));
}
