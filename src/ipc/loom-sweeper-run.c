/* loom-sweeper-run.c: the configurations of a sweep, run in rounds
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first round says what a configuration does. Each round has a share of its samples, and every
 * second one goes from the last to the first: what a device changes with time is shared by all.
 */

#include "config.h"

#include "loom-sweeper-private.h"

#include <glib/gi18n-lib.h>

#define FEWEST 3                /* samples of a round, of however slow a configuration */

static void
call_free (LoomSweeperCall *call)
{
  g_clear_handle_id (&call->timeout, g_source_remove);
  g_ptr_array_remove (call->sweeper->calls, call);
  g_object_unref (call->cancellable);
  g_object_unref (call->sweeper);
  g_free (call);
}

/* Of the samples those of one round; the first rounds have one more where they don't come out even.
 * Of a slow configuration there are fewer; how slow it is, its first round tells. */
static guint
count_samples (LoomSweeper *self,
               guint        tile)
{
  const guint all = self->options.repeat / self->rounds +
                    (self->round < self->options.repeat % self->rounds ? 1 : 0);
  const guint few = MIN (all, FEWEST);
  const double ms = _loom_sweeper_get_tile (self, tile)->outcome->decile.value;

  if (self->round_ms <= 0)
    return all;
  return self->round == 0 || ms <= 0 ? few : (guint) CLAMP (self->round_ms / ms, few, all);
}

static gboolean
late_cb (gpointer user_data)
{
  LoomSweeperCall *call = user_data;

  call->timeout = 0;
  call->is_late = TRUE;
  g_cancellable_cancel (call->cancellable);
  return G_SOURCE_REMOVE;
}

/* Its time begins when its turn has come, not while others have the device. */
static void
start_clock (LoomSweeperCall *call,
             guint            seconds)
{
  g_clear_handle_id (&call->timeout, g_source_remove);
  call->timeout = g_timeout_add_seconds (seconds, late_cb, call);
}

static void
step_cb (LoomSweeperCall *call,
         GCancellable    *cancellable)
{
  if (cancellable == call->cancellable && call->timeout != 0)
    start_clock (call, call->sweeper->seconds);
}

/* What cannot be launched is no failure. */
static gboolean
is_infeasible (const GError *error)
{
  return g_error_matches (error, LOOM_ERROR, LOOM_ERROR_LAUNCH) ||
         g_error_matches (error, LOOM_ERROR, LOOM_ERROR_MEMORY) ||
         g_error_matches (error, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED);
}

/* The process itself was lost, not a rank or a device beneath it. */
static gboolean
has_lost_runner (LoomSweeper  *self,
                 const GError *error)
{
  return g_error_matches (error, LOOM_ERROR, LOOM_ERROR_RUNNER) &&
         loom_runner_client_get_state (self->client) != LOOM_RUNNER_RUNNING;
}

static void
set_late (LoomSweeperCall *call)
{
  g_autofree char *text
      = g_strdup_printf (ngettext ("It had not ended after %u second, which is what a "
                                   "configuration may take",
                                   "It had not ended after %u seconds, which is what a "
                                   "configuration may take", call->sweeper->seconds),
                         call->sweeper->seconds);

  _loom_sweeper_set (call->sweeper, call->tile, LOOM_OUTCOME_FAILED, text);
}

/* Who was alone is at fault; of several each is tried alone. */
static void
take_error (LoomSweeperCall *call,
            const GError    *error)
{
  LoomSweeper *self = call->sweeper;

  if (call->is_late)
    set_late (call);
  else if (self->is_stopped)
    return;
  else if (has_lost_runner (self, error) && self->jobs > 1 && self->round == 0 &&
           !g_queue_find (&self->suspects, GUINT_TO_POINTER (call->tile)))
    {
      g_queue_push_tail (&self->suspects, GUINT_TO_POINTER (call->tile));
      _loom_sweeper_set (self, call->tile, LOOM_OUTCOME_WAITING, NULL);
    }
  else
    _loom_sweeper_set (self, call->tile, is_infeasible (error) ? LOOM_OUTCOME_INFEASIBLE
                                                               : LOOM_OUTCOME_FAILED,
                       error->message);
}

/* How many blocks are resident: a GPU says it of itself; of another device the machine code tells
 * the registers, where the compiler has made some. */
static void
add_residency (LoomSweeperCall *call,
               LoomRun         *run)
{
  LoomSweeper *self = call->sweeper;
  const LoomSweeperItem *item = _loom_sweeper_get_item (self, call->tile);
  const LoomKernel *kernel = loom_compiled_find_kernel (item->compiled, item->plan->kernel);
  LoomSweepOutcome *outcome = _loom_sweeper_get_tile (self, call->tile)->outcome;
  LoomOccupancyUse use;

  if (run->costs != NULL)
    loom_sweep_outcome_add_residency (outcome, run->costs, self->limits.multiprocessors);
  if (self->profile == NULL || self->round > 0 || kernel == NULL || !kernel->resources.is_told)
    return;
  loom_occupancy_use_init (&use, item->plan, &kernel->resources);
  loom_sweep_outcome_add_model (outcome, self->profile, &use, run);
}

static void
take_run (LoomSweeperCall *call,
          LoomRun         *run)
{
  LoomSweeper *self = call->sweeper;
  LoomSweepOutcome *outcome = _loom_sweeper_get_tile (self, call->tile)->outcome;
  const gboolean was_stopped = run->trap != NULL && run->trap->code == LOOM_ERROR_STOPPED;

  if (was_stopped && call->is_late)
    set_late (call);
  else if (was_stopped && !self->is_stopped)
    _loom_sweeper_set (self, call->tile, LOOM_OUTCOME_FAILED, run->trap->text);
  else if (!was_stopped)
    {
      loom_sweep_outcome_add_run (outcome, run);
      add_residency (call, run);
      g_signal_emit_by_name (self, "changed", call->tile);
      if (self->round + 1 == self->rounds || outcome->state != LOOM_OUTCOME_DONE)
        _loom_sweeper_keep (self, call->tile);
    }
}

static void
run_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  LoomSweeperCall *call = user_data;
  g_autoptr (LoomSweeper) self = g_object_ref (call->sweeper);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run
      = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result, &error);

  g_signal_handlers_disconnect_by_data (self->client, call);
  if (run != NULL && run->tally == NULL)
    loom_fail (&error, LOOM_ERROR_PROTOCOL, _("The runner sent a result without its figures"));
  if (g_error_matches (error, LOOM_ERROR, LOOM_ERROR_BACKEND))
    {
      /* there is no such device for any of them */
      self->is_stopped = TRUE;
      if (g_task_get_task_data (self->task) == NULL)
        g_task_set_task_data (self->task, g_error_copy (error), (GDestroyNotify) g_error_free);
    }
  if (error != NULL)
    take_error (call, error);
  else
    take_run (call, run);
  if (_loom_sweeper_get_tile (self, call->tile)->outcome->state != LOOM_OUTCOME_WAITING)
    g_queue_remove (&self->suspects, GUINT_TO_POINTER (call->tile));
  self->busy--;
  call_free (call);
  _loom_sweeper_pump (self);
}

/* Runs a configuration for the samples of this round. */
void
_loom_sweeper_start (LoomSweeper *self,
                     guint        tile)
{
  const LoomSweeperItem *item = _loom_sweeper_get_item (self, tile);
  LoomSweeperCall *call = g_new0 (LoomSweeperCall, 1);
  LoomRunOptions options = self->options;

  call->sweeper = g_object_ref (self);
  call->cancellable = g_cancellable_new ();
  call->tile = tile;
  g_ptr_array_add (self->calls, call);
  options.repeat = count_samples (self, tile);
  options.block_costs = self->options.block_costs && self->round == 0;
  options.coverage = self->round == 0 ? LOOM_COVERAGE_WRITES : LOOM_COVERAGE_NONE;
  start_clock (call, self->seconds * self->jobs);
  g_signal_connect_swapped (self->client, "step", G_CALLBACK (step_cb), call);
  loom_runner_client_run_async (self->client, item->compiled, item->plan, &options, self->folder,
                                call->cancellable, run_cb, call);
}

static gboolean
is_due (LoomSweeper *self,
        guint        index)
{
  const LoomSweepTile *tile = _loom_sweeper_get_tile (self, index);

  if (self->round == 0)
    return tile->outcome->state == LOOM_OUTCOME_WAITING &&
           !g_queue_find (&self->suspects, GUINT_TO_POINTER (index));
  return tile->outcome->state == LOOM_OUTCOME_DONE && !tile->is_kept;
}

/* The next one of this round, or FALSE at its end. */
static gboolean
find_next (LoomSweeper *self,
           guint       *tile)
{
  const guint n = self->sweep->tiles->len;

  for (; self->next < n; self->next++)
    {
      *tile = self->round % 2 == 0 ? self->next : n - 1 - self->next;
      if (is_due (self, *tile))
        {
          self->next++;
          return TRUE;
        }
    }
  return FALSE;
}

static void
begin (LoomSweeper *self,
       guint        tile)
{
  self->busy++;
  if (self->round > 0)
    {
      _loom_sweeper_start (self, tile);
      return;
    }
  _loom_sweeper_set (self, tile, LOOM_OUTCOME_RUNNING, NULL);
  _loom_sweeper_look_up (self, tile);
}

/* With nothing in flight: a suspect alone, or the next round; FALSE where there is neither. */
static gboolean
go_on (LoomSweeper *self)
{
  if (!g_queue_is_empty (&self->suspects))
    {
      const guint tile = GPOINTER_TO_UINT (g_queue_peek_head (&self->suspects));

      self->busy++;
      _loom_sweeper_set (self, tile, LOOM_OUTCOME_RUNNING, NULL);
      _loom_sweeper_start (self, tile);
      return TRUE;
    }
  if (++self->round >= self->rounds)
    return FALSE;
  self->next = 0;
  return TRUE;
}

static GError *
dup_reason (LoomSweeper *self)
{
  const GError *fatal = g_task_get_task_data (self->task);

  if (fatal != NULL)
    return g_error_copy (fatal);
  return self->is_stopped
             ? g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped")) : NULL;
}

/* With nothing in flight and nothing left. */
static void
finish (LoomSweeper *self)
{
  if (self->cache != NULL && !self->is_trimmed)
    {
      self->is_trimmed = TRUE;
      _loom_sweeper_trim (self);
    }
  else
    _loom_sweeper_end (self, dup_reason (self));
}

/* Starts what there is room for, and ends the sweep when nothing is left. */
void
_loom_sweeper_pump (LoomSweeper *self)
{
  guint tile;

  self->is_over |= self->is_stopped;
  while (!self->is_over && self->busy < self->jobs &&
         (g_queue_is_empty (&self->suspects) || self->busy == 0))
    {
      if (g_queue_is_empty (&self->suspects) && find_next (self, &tile))
        begin (self, tile);
      else if (self->busy > 0)
        return;
      else
        self->is_over = !go_on (self);
    }
  if (self->is_over && self->busy == 0 && self->saving == 0)
    finish (self);
}

/* All configurations are prepared. */
void
_loom_sweeper_run (LoomSweeper *self)
{
  self->next = 0;
  _loom_sweeper_pump (self);
}
