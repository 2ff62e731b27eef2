/* loom-sim-launch.c: from what is asked for to a launch: its program, its limits, how its blocks
 * run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-launch-private.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-provenance-private.h"
#include "loom-sim-watch-private.h"

#include "loom-limits.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

#define SMALL_LAUNCH 4096u      /* threads that one worker most often runs sooner than several
                                   would begin */
#define NARROW_BLOCK 64u        /* threads of a block that others run together with */
#define STACK_SIZE 16384u       /* bytes of each thread's local memory for calls */

const LoomSimProgram *
loom_sim_launch_get_program (LoomSim                *self,
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
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
               _("This kernel was compiled for blocks of at most %1$" PRIu64
                 " threads (__launch_bounds__), but "
                 "the block has %2$" PRIu64 "; make the block smaller"),
               allowed, threads);
  return FALSE;
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

  if (!state->program->syncs_grid || state->n_blocks <= resident)
    return TRUE;
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
               _("This kernel waits for its whole grid (this_grid ().sync ()), so its %1$" PRIu64
                 " blocks must be on the "
                 "device at once; the simulated device holds %2$" PRIu64
                 " of them: make the grid smaller"),
               state->n_blocks, resident);
  return FALSE;
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
  const guint most_lanes = loom_sim_watch_get_lanes (options);
  const LoomSimWatched watched = loom_sim_watch_get_ops (options);
  guint64 threads = 0;
  const LoomSimProgram *program;

  if (entry == NULL)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH, _("The module has no kernel %s"),
                   launch->entry);
      return FALSE;
    }
  if (!loom_limits_check (limits, &launch->block, &launch->grid, launch->shared, error) ||
      !check_threads (entry, launch, error) ||
      (options->trace != NULL &&
       !loom_trace_target_check (&options->trace->target, &launch->grid, &launch->block, error)))
    return FALSE;
  loom_dim3_volume (&launch->block, &threads);
  program = loom_sim_launch_get_program (
      self, entry,
      (guint) MIN ((threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP * LOOM_SIM_WARP, most_lanes),
      watched, watched == LOOM_SIM_WATCHED_NOT, error);
  if (program != NULL && (watched & LOOM_SIM_WATCHED_REGISTERS) != 0 &&
      !loom_sim_watch_meets_undefined (program, launch->shared, self->slots, self->n_slots))
    program = loom_sim_launch_get_program (self, entry, program->max_lanes,
                                           watched & ~LOOM_SIM_WATCHED_REGISTERS, FALSE, error);
  if (program == NULL ||
      !loom_limits_check (limits, &launch->block, &launch->grid,
                          (guint64) program->shared_size + launch->shared, error))
    return FALSE;
  *state = (LoomSimLaunchState){
    .program = program,
    .isa = loom_sim_isa_get (),
    .grid = launch->grid,
    .block = launch->block,
    .block_threads = (guint) threads,
    .n_vectors = (guint) ((threads + most_lanes - 1) / most_lanes),
    .vector_lanes = most_lanes,
    .together = 1,
    .seed = options->schedule_seed,
    .shared_size = program->shared_size + launch->shared,
    .dynamic_shared = launch->shared,
    .local_size = (program->entry_local +
                   (program->has_calls ? MAX (STACK_SIZE, 2 * program->call_local) : 0) + 15) /
                  16 * 16,
    .multiprocessors = limits->multiprocessors,
  };
  loom_dim3_volume (&launch->grid, &state->n_blocks);
  state->is_small = state->n_blocks * state->block_threads <= SMALL_LAUNCH;
  if (loom_sim_block_get_size (state) <= LOOM_SIM_MAX_RESIDENT_BYTES)
    return check_grid_sync (limits, state, error);
  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_MEMORY,
      _("A block of kernel %1$s needs %2$zu MiB for its registers and memory; at most %3$" PRIu64
        " MiB are allowed: choose fewer threads per block"),
      entry->name, loom_sim_block_get_size (state) >> 20, LOOM_SIM_MAX_RESIDENT_BYTES >> 20);
  return FALSE;
}

/* A launch so large that a block's sum wraps where it is widened is run by a program that makes no
 * sums. */
gboolean
loom_sim_launch_check_sums (LoomSim             *self,
                            LoomSimLaunchState  *state,
                            LoomSimBlock       **spare,
                            GError             **error)
{
  const LoomSimProgram *program = state->program;

  if (!program->sums)
    return TRUE;
  *spare = loom_sim_block_new (state);
  state->spare = spare;
  if (!loom_sim_block_has_sums (*spare))
    {
      g_clear_pointer (spare, loom_sim_block_free);
      state->program = loom_sim_launch_get_program (self, program->entry, program->max_lanes,
                                                    program->watched, FALSE, error);
    }
  return state->program != NULL;
}

/* Whether the order of blocks matters hangs on what they add floats to, too: two parameters may be
 * one array. */
void
loom_sim_launch_decide_order (LoomSim            *self,
                              LoomSimLaunchState *state)
{
  const LoomSimProgram *program = state->program;

  if (program->adds_floats && !program->order_matters)
    {
      loom_sim_provenance_apply (program, self->slots, self->n_slots);
      state->adds_in_order = loom_sim_provenance_adds_in_order (self->slots, self->n_slots);
    }
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
may_take_long (const LoomSimLaunchState *state)
{
  const guint64 warps = state->n_blocks *
                        ((state->block_threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP);

  return !state->is_small || warps * state->program->n_ops > LOOM_SIM_TURN ||
         has_loops (state->program);
}

guint
loom_sim_launch_choose_workers (LoomSim                  *self,
                                const LoomSimLaunchState *state,
                                const LoomSimOptions     *options)
{
  const guint wanted = options->workers > 0 ? options->workers : loom_sim_pool_get_n_processors ();

  if (state->order_matters || loom_sim_watch_is_needed (options) || !may_take_long (state))
    return 1;
  return (guint) MIN (MIN (wanted, state->n_blocks), LOOM_SIM_MAX_WORKERS);
}

/* Narrow blocks of whole warps run as many together as a vector holds, if nothing in their program
 * tells blocks apart. Which they are hangs on the launch alone, so the outcome is the same for any
 * number of workers. */
gboolean
loom_sim_launch_put_together (LoomSim             *self,
                              LoomSimLaunchState  *state,
                              GError             **error)
{
  const LoomSimProgram *program = state->program;
  const guint threads = state->block_threads;

  if (state->order_matters || program->adds_floats || program->syncs_grid ||
      program->needs_own_block || program->watched != LOOM_SIM_WATCHED_NOT ||
      state->shared_size > 0 || state->seed >= 0 || threads > NARROW_BLOCK ||
      threads % LOOM_SIM_WARP != 0 || state->is_small)
    return TRUE;
  state->together = LOOM_SIM_MAX_LANES / threads;
  state->program = loom_sim_launch_get_program (self, program->entry, LOOM_SIM_MAX_LANES,
                                                program->watched, FALSE, error);
  return state->program != NULL;
}
