/* loom-sim-launch.c: a launch's program, its limits and how its blocks run; runs them all, again
 * where the outcome is not valid
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-launch-private.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-modref-private.h"
#include "loom-sim-watch-private.h"

#include "loom-limits.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

#define SMALL_LAUNCH 4096u      /* threads that one worker most often runs sooner than several
                                   would begin */
#define NARROW_BLOCK 64u        /* threads of a block that is batched with others */
#define STACK_SIZE 16384u       /* bytes of each thread's local memory for calls, at most */
#define LOG_BYTES (64 << 20)    /* of adds that all workers put off, until one worker makes them at
                                   once */

/* One launch on its way, and what came of the last attempt at it. */
typedef struct
{
  LoomSim              *sim;
  LoomSimLaunchState   *state;
  const LoomSimOptions *options;
  LoomSimResult        *result;
  GMutex                equipping;      /* guards the next two while workers come */
  GPtrArray            *trackers;       /* (element-type LoomSimTracker) or NULL: nothing is
                                           tracked */
  GPtrArray            *logs;           /* (element-type LoomSimLog) or NULL: floats are added to at
                                           once */
  guint                 n_workers;
  gboolean              conflicts;      /* it is undone: the order of blocks might have mattered */
  gboolean              failed;         /* it is undone: a batch did what blocks must do alone */
} Attempt;

static const LoomSimProgram *
get_program (LoomSim                *self,
             const LoomPtxFunction  *entry,
             guint                   lanes,
             LoomSimWatched          watched,
             gboolean                sums,
             GError                **error)
{
  g_autofree char *key = g_strdup_printf ("%s/%u/%d/%d", entry->name, lanes, watched, sums);
  LoomSimProgram *program = g_hash_table_lookup (self->programs, key);

  if (program == NULL)
    {
      program = loom_sim_program_new (self->module, entry, self->addresses, lanes, watched, sums,
                                      error);
      if (program != NULL)
        g_hash_table_insert (self->programs, g_steal_pointer (&key), program);
    }
  return program;
}

static gboolean
check_threads (const LoomPtxFunction  *entry,
               const LoomSimLaunch    *launch,
               GError                **error)
{
  const guint *most = entry->max_threads;
  const guint64 allowed = (guint64) most[0] * MAX (most[1], 1) * MAX (most[2], 1);
  guint64 threads = 0;

  loom_dim3_volume (&launch->block, &threads);
  if (allowed == 0 || threads <= allowed)
    return TRUE;
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("This kernel was compiled for blocks of at most %1$" PRIu64
                      " threads (__launch_bounds__), but "
                      "the block has %2$" PRIu64 "; make the block smaller"),
                    allowed, threads);
}

/* How many blocks of a launch the simulated device holds at once. */
static guint64
get_resident_blocks (const LoomLimits         *limits,
                     const LoomSimLaunchState *state)
{
  const guint64 of_each = MIN (limits->blocks_per_multiprocessor,
                               limits->threads_per_multiprocessor / state->block_threads);
  const guint64 held = MIN (LOOM_SIM_MAX_RESIDENT_BYTES / loom_sim_block_get_size (state),
                            LOOM_SIM_MAX_RESIDENT_BLOCKS);

  return MIN (MAX (of_each, 1) * limits->multiprocessors, held);
}

/* As the driver refuses a cooperative launch. */
static gboolean
check_grid_sync (const LoomLimits          *limits,
                 const LoomSimLaunchState  *state,
                 GError                   **error)
{
  const guint64 resident = get_resident_blocks (limits, state);
  guint64 all = 0;

  loom_dim3_volume (&state->grid, &all);
  if (!state->program->syncs_grid || (state->n_blocks == all && all <= resident))
    return TRUE;
  if (state->n_blocks < all)
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("This kernel waits for its whole grid (this_grid ().sync ()), which is on "
                        "several devices: run it on one"));
  return loom_fail (
      error, LOOM_ERROR_LAUNCH,
      _("This kernel waits for its whole grid (this_grid ().sync ()), so its %1$" PRIu64
        " blocks must be on the "
        "device at once; the simulated device holds %2$" PRIu64
        " of them: make the grid smaller"),
      state->n_blocks, resident);
}

/* The program that a launch of so many threads in a block needs, lowered on first use. */
static const LoomSimProgram *
choose_program (LoomSim                *self,
                const LoomPtxFunction  *entry,
                const LoomSimLaunch    *launch,
                const LoomSimOptions   *options,
                guint                   threads,
                GError                **error)
{
  const guint warps = (threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP;
  const guint lanes = MIN (warps * LOOM_SIM_WARP, loom_sim_watch_get_lanes (options));
  const LoomSimWatched watched = loom_sim_watch_get_ops (options);
  const LoomSimProgram *program = get_program (self, entry, lanes, watched,
                                               watched == LOOM_SIM_WATCHED_NOT, error);

  if (program != NULL && (watched & LOOM_SIM_WATCHED_REGISTERS) != 0 &&
      !loom_sim_watch_meets_undefined (program, launch->shared, self->slots, self->n_slots))
    return get_program (self, entry, lanes, watched & ~LOOM_SIM_WATCHED_REGISTERS, FALSE, error);
  return program;
}

static void
init_state (LoomSimLaunchState   *state,
            const LoomSimProgram *program,
            const LoomSimLaunch  *launch,
            const LoomSimOptions *options,
            guint                 threads)
{
  const guint lanes = loom_sim_watch_get_lanes (options);
  const guint32 stack = program->has_calls ? MIN (MAX (STACK_SIZE, 2 * program->call_local),
                                                  program->call_depth * program->call_local) : 0;

  *state = (LoomSimLaunchState) {
    .program = program,
    .isa = loom_sim_isa_get (),
    .grid = launch->grid,
    .block = launch->block,
    .block_threads = threads,
    .first_block = launch->first_block,
    .n_blocks = launch->n_blocks,
    .wanted = options->blocks,
    .n_vectors = (threads + lanes - 1) / lanes,
    .vector_lanes = lanes,
    .batch = 1,
    .seed = options->schedule_seed,
    .shared_size = program->shared_size + launch->shared,
    .dynamic_shared = launch->shared,
    .local_size = (program->entry_local + stack + 15) / 16 * 16,
    .multiprocessors = loom_limits_get_simulator ()->multiprocessors,
  };
  if (launch->n_blocks == 0)
    loom_dim3_volume (&launch->grid, &state->n_blocks);
  state->is_small = state->n_blocks * threads <= SMALL_LAUNCH;
}

gboolean
loom_sim_launch_prepare (LoomSim               *self,
                         const LoomSimLaunch   *launch,
                         const LoomSimOptions  *options,
                         LoomSimLaunchState    *state,
                         GError               **error)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  const LoomPtxFunction *entry = loom_ptx_module_find_entry (self->module, launch->entry);
  guint64 threads = 0;
  const LoomSimProgram *program;

  if (entry == NULL)
    return loom_fail (error, LOOM_ERROR_LAUNCH, _("The module has no kernel %s"), launch->entry);
  if (!loom_limits_check (limits, &launch->block, &launch->grid, launch->shared, error) ||
      !check_threads (entry, launch, error) ||
      (options->trace != NULL &&
       !loom_trace_target_check (&options->trace->target, &launch->grid, &launch->block, error)) ||
      (options->replay != NULL &&
       !loom_replay_target_check (&options->replay->target, &launch->grid, &launch->block, error)))
    return FALSE;
  loom_dim3_volume (&launch->block, &threads);
  program = choose_program (self, entry, launch, options, (guint) threads, error);
  if (program == NULL ||
      !loom_limits_check_shared (limits, entry->name, program->shared_size, launch->shared, error))
    return FALSE;
  init_state (state, program, launch, options, (guint) threads);
  if (loom_sim_block_get_size (state) <= LOOM_SIM_MAX_RESIDENT_BYTES)
    return check_grid_sync (limits, state, error);
  return loom_fail (
      error, LOOM_ERROR_MEMORY,
      _("A block of kernel %1$s needs %2$zu MiB for its registers and memory; at most %3$" PRIu64
        " MiB are allowed: choose fewer threads per block"),
      entry->name, loom_sim_block_get_size (state) >> 20, LOOM_SIM_MAX_RESIDENT_BYTES >> 20);
}

/* Has the launch run another program of its kernel. */
static gboolean
change_program (LoomSim             *self,
                LoomSimLaunchState  *state,
                guint                lanes,
                gboolean             sums,
                GError             **error)
{
  const LoomSimProgram *program = state->program;

  state->program = get_program (self, program->entry, lanes, program->watched, sums, error);
  if (state->program == NULL)
    return FALSE;
  loom_sim_modref_find (state);
  return TRUE;
}

/* A launch so large that a block's sum wraps where it is widened is run by a program that makes no
 * sums. */
static gboolean
check_sums (LoomSim             *self,
            LoomSimLaunchState  *state,
            GError             **error)
{
  if (!state->program->sums)
    return TRUE;
  state->spare = loom_sim_block_new (state);
  if (loom_sim_block_has_sums (state->spare))
    return TRUE;
  g_clear_pointer (&state->spare, loom_sim_block_free);
  return change_program (self, state, state->program->max_lanes, FALSE, error);
}

/* Whether the order of blocks matters depends on what they add floats to, too: two parameters may
 * be one array. */
static void
decide_order (LoomSimLaunchState *state)
{
  const LoomSimProgram *program = state->program;

  state->adds_in_order = program->adds_floats && !program->order_matters &&
                         loom_sim_modref_adds_in_order (state);
  state->order_matters = program->order_matters || (program->adds_floats && !state->adds_in_order);
}

static gboolean
has_loops (const LoomSimProgram *program)
{
  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];

      if ((op->target != NULL && op->target <= op) ||
          (op->detail != NULL && op->detail->n_targets > 0))
        return TRUE;
    }
  return program->has_calls;
}

/* Whether it is worth while to be ready for several workers. Where nothing is done twice, the text
 * tells how long a launch can be. */
static gboolean
can_take_long (const LoomSimLaunchState *state)
{
  const guint64 warps = state->n_blocks *
                        ((state->block_threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP);

  return !state->is_small || warps * state->program->n_ops > LOOM_SIM_TURN ||
         has_loops (state->program);
}

static guint
choose_workers (const LoomSimLaunchState *state,
                const LoomSimOptions     *options)
{
  const guint wanted = options->workers > 0 ? options->workers : loom_sim_pool_get_n_processors ();

  if (state->order_matters || loom_sim_watch_is_needed (options) || !can_take_long (state))
    return 1;
  return (guint) MIN (MIN (wanted, state->n_blocks), LOOM_SIM_MAX_WORKERS);
}

/* Narrow blocks of whole warps are batched, as many as a vector holds, if nothing in their program
 * tells blocks apart. Which they are depends on the launch alone, so the outcome is the same for
 * any number of workers. */
static gboolean
can_batch (const LoomSimLaunchState *state)
{
  const LoomSimProgram *program = state->program;

  return !state->order_matters && !program->adds_floats && !program->syncs_grid &&
         !program->needs_own_block && program->watched == LOOM_SIM_WATCHED_NOT &&
         state->shared_size == 0 && state->seed < 0 && !state->is_small &&
         state->block_threads <= NARROW_BLOCK && state->block_threads % LOOM_SIM_WARP == 0;
}

gboolean
loom_sim_launch_plan (LoomSim             *self,
                      LoomSimLaunchState  *state,
                      GError             **error)
{
  loom_sim_modref_find (state);
  decide_order (state);
  if (!can_batch (state))
    return check_sums (self, state, error);
  state->batch = LOOM_SIM_MAX_LANES / state->block_threads;
  return change_program (self, state, LOOM_SIM_MAX_LANES, FALSE, error);
}

gboolean
loom_sim_launch_survey (LoomSim             *self,
                        LoomSimLaunchState  *state,
                        GError             **error)
{
  loom_sim_modref_find (state);
  return check_sums (self, state, error);
}

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

/* Makes what a worker needs when it comes: most small launches are done before a second one
 * does. */
static void
equip (gpointer    data,
       LoomSimKit *kit)
{
  Attempt *self = data;
  LoomSimTracker *tracker = NULL;

  if (self->trackers != NULL)
    tracker = loom_sim_tracker_new (self->state, self->n_workers, self->options->coverage);
  if (self->logs != NULL)
    kit->log = loom_sim_log_new (LOG_BYTES / self->n_workers);
  kit->tracker = tracker;
  g_mutex_lock (&self->equipping);
  if (tracker != NULL)
    g_ptr_array_add (self->trackers, tracker);
  if (kit->log != NULL)
    g_ptr_array_add (self->logs, kit->log);
  g_mutex_unlock (&self->equipping);
}

/* While others are at work, and may still come. A worker checks the next one alone, so that a
 * check costs as little with many: where blocks depend on each other at large, each has met the
 * next. */
static gboolean
has_met (gpointer        data,
         LoomSimTracker *tracker)
{
  Attempt *self = data;
  LoomSimTracker *pair[2] = { tracker, NULL };
  guint index;

  g_mutex_lock (&self->equipping);
  g_ptr_array_find (self->trackers, tracker, &index);
  pair[1] = g_ptr_array_index (self->trackers, (index + 1) % self->trackers->len);
  g_mutex_unlock (&self->equipping);
  return pair[1] != pair[0] && loom_sim_tracking_conflicts (pair, 2);
}

static gboolean
has_full_log (const Attempt *self)
{
  for (guint i = 0; self->logs != NULL && i < self->logs->len; i++)
    if (loom_sim_log_is_full (g_ptr_array_index (self->logs, i)))
      return TRUE;
  return FALSE;
}

/* Undoes an attempt whose outcome is not valid, else keeps what was counted until it is
 * collected. */
static void
finish_trackers (Attempt *self)
{
  LoomSimTracker **trackers = (LoomSimTracker **) self->trackers->pdata;
  const LoomSimResult *result = self->result;
  const guint n = self->trackers->len;

  for (guint i = 0; i < n; i++)
    self->result->stored += trackers[i]->stored;
  self->failed = self->state->batch > 1 && !result->cancelled && !result->endless &&
                 (result->trap.happened || !loom_sim_findings_is_empty (&result->findings));
  self->conflicts = self->n_workers > 1 && !result->cancelled && !self->failed &&
                    (has_full_log (self) || loom_sim_tracking_conflicts (trackers, n));
  if (self->conflicts || self->failed)
    loom_sim_tracking_undo (trackers, n);
  else if (self->options->coverage != LOOM_COVERAGE_NONE)
    self->sim->trackers = g_ptr_array_ref (self->trackers);
  g_clear_pointer (&self->trackers, g_ptr_array_unref);
}

/* All blocks once, on so many workers. */
static gboolean
attempt (Attempt  *self,
         guint     n_workers,
         GError  **error)
{
  LoomSimLaunchState *state = self->state;
  const gboolean tracks = n_workers > 1 || state->batch > 1 ||
                          self->options->coverage != LOOM_COVERAGE_NONE;
  const LoomSimCrew crew = {
    .n_workers = n_workers,
    .pool = n_workers > 1 ? get_pool (self->sim, n_workers) : NULL,
    .equip = equip,
    .has_met = n_workers > 1 ? has_met : NULL,
    .data = self,
  };

  loom_sim_result_clear (self->result);
  self->n_workers = n_workers;
  self->conflicts = self->failed = FALSE;
  if (tracks && !loom_sim_tracking_begin (self->sim, state, n_workers, self->options->coverage,
                                          error))
    return FALSE;
  if (tracks)
    self->trackers = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_tracker_free);
  /* One worker adds at once, which is the same order. */
  if (state->adds_in_order && n_workers > 1)
    self->logs = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_log_free);
  g_mutex_init (&self->equipping);
  loom_sim_schedule (state, self->options, &crew, self->result);
  g_mutex_clear (&self->equipping);
  if (tracks)
    finish_trackers (self);
  if (self->logs != NULL && !self->conflicts && !self->result->cancelled)
    loom_sim_logs_replay (self->logs);
  g_clear_pointer (&self->logs, g_ptr_array_unref);
  return TRUE;
}

/* After a batch was undone, each block runs in a vector of its own. */
static gboolean
unbatch (Attempt  *self,
         GError  **error)
{
  LoomSimLaunchState *state = self->state;

  state->batch = 1;
  return change_program (self->sim, state, state->block_threads, TRUE, error) &&
         check_sums (self->sim, state, error);
}

/* As often as it takes until the outcome is valid. */
gboolean
loom_sim_launch_run (LoomSim               *self,
                     LoomSimLaunchState    *state,
                     const LoomSimOptions  *options,
                     LoomSimResult         *result,
                     GError               **error)
{
  const guint n_workers = choose_workers (state, options);
  Attempt run = { .sim = self, .state = state, .options = options, .result = result };

  return attempt (&run, n_workers, error) &&
         (!run.failed || (unbatch (&run, error) && attempt (&run, n_workers, error))) &&
         (!run.conflicts || attempt (&run, 1, error));
}
