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

/* What a worker needs is made when it comes: most small launches are done before a second one does.
 */
static void
equip (gpointer    data,
       LoomSimKit *kit)
{
  LoomSimAttempt *self = data;
  LoomSimTracker *tracker = NULL;

  if (self->trackers != NULL)
    tracker = loom_sim_tracker_new (self->sim, self->state, self->n_workers,
                                    self->options->coverage);
  if (self->logs != NULL)
    kit->log = loom_sim_log_new (LOG_BYTES / self->n_workers);
  kit->observer = tracker != NULL ? &tracker->observer : NULL;
  g_mutex_lock (&self->equipping);
  if (tracker != NULL)
    g_ptr_array_add (self->trackers, tracker);
  if (kit->log != NULL)
    g_ptr_array_add (self->logs, kit->log);
  g_mutex_unlock (&self->equipping);
}

/* While others are at work, and may still come. A worker looks at the next one alone, so that a look
 * costs as little with many: where blocks depend on each other at large, each has met the next. */
static gboolean
has_met (gpointer         data,
         LoomSimObserver *observer)
{
  LoomSimAttempt *self = data;
  LoomSimTracker *pair[2] = { (LoomSimTracker *) observer, NULL };
  guint index;

  g_mutex_lock (&self->equipping);
  g_ptr_array_find (self->trackers, observer, &index);
  pair[1] = g_ptr_array_index (self->trackers, (index + 1) % self->trackers->len);
  g_mutex_unlock (&self->equipping);
  return pair[1] != pair[0] && loom_sim_tracking_conflicts (pair, 2);
}

/* Makes the adds of a launch that stands. */
static void
settle_logs (LoomSimAttempt *self)
{
  if (self->logs == NULL)
    return;
  if (!self->conflicts && !self->result.cancelled)
    loom_sim_logs_replay (self->logs);
  g_clear_pointer (&self->logs, g_ptr_array_unref);
}

static gboolean
has_full_log (GPtrArray *logs)
{
  for (guint i = 0; logs != NULL && i < logs->len; i++)
    if (loom_sim_log_is_full (g_ptr_array_index (logs, i)))
      return TRUE;
  return FALSE;
}

static void
settle_trackers (LoomSimAttempt *self)
{
  LoomSimTracker **trackers = (LoomSimTracker **) self->trackers->pdata;
  const guint n = self->trackers->len;

  for (guint i = 0; i < n; i++)
    self->stored += trackers[i]->stored;
  self->failed = self->state->together > 1 && !self->result.cancelled && !self->result.endless &&
                 (self->result.trap.happened ||
                  !loom_sim_findings_is_empty (&self->result.findings));
  self->conflicts = self->n_workers > 1 && !self->result.cancelled && !self->failed &&
                    (has_full_log (self->logs) || loom_sim_tracking_conflicts (trackers, n));
  if (self->conflicts || self->failed)
    loom_sim_tracking_undo (trackers, n);
  /* Kept until they are collected. */
  if (!self->conflicts && !self->failed && self->options->coverage != LOOM_COVERAGE_NONE)
    self->sim->trackers = g_ptr_array_ref (self->trackers);
  g_clear_pointer (&self->trackers, g_ptr_array_unref);
}

static void
run_crew (LoomSimAttempt *self)
{
  const LoomSimCrew crew = {
    .n_workers = self->n_workers,
    .pool = self->n_workers > 1 ? get_pool (self->sim, self->n_workers) : NULL,
    .equip = equip,
    .has_met = self->n_workers > 1 ? has_met : NULL,
    .data = self,
  };

  g_mutex_init (&self->equipping);
  loom_sim_schedule (self->state, self->options, &crew, &self->result);
  g_mutex_clear (&self->equipping);
}

/* All blocks once, on so many workers. */
static gboolean
attempt (LoomSimAttempt  *self,
         guint            n_workers,
         GError         **error)
{
  const gboolean tracks = n_workers > 1 || self->state->together > 1 ||
                          self->options->coverage != LOOM_COVERAGE_NONE;

  loom_sim_result_clear (&self->result);
  self->n_workers = n_workers;
  self->stored = 0;
  self->conflicts = self->failed = FALSE;
  if (tracks && !loom_sim_tracking_begin (self->sim, self->state, n_workers,
                                          self->options->coverage, error))
    return FALSE;
  if (tracks)
    self->trackers = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_tracker_free);
  /* One worker adds at once, which is the same order. */
  if (self->state->adds_in_order && n_workers > 1)
    self->logs = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_log_free);
  run_crew (self);
  if (tracks)
    settle_trackers (self);
  settle_logs (self);
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
