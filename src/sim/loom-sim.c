/* loom-sim.c: a loaded module, its memory and its launches
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim.h"
#include "loom-sim-coverage-private.h"
#include "loom-sim-private.h"
#include "loom-sim-reach-private.h"
#include "loom-sim-runtime-private.h"
#include "loom-sim-scheduler-private.h"
#include "loom-sim-watch-private.h"

#include "loom-limits.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <malloc.h>
#include <string.h>

#define SMALL_LAUNCH 4096u      /* threads that one worker runs sooner than several would begin */
#define KEPT_BYTES (256 << 20)          /* of freed memory, for the next launch */
#define LOG_BYTES (64 << 20)            /* of adds that all workers put off, until one worker makes them at once */
#define NARROW_BLOCK 64u        /* threads of a block that others run together with */
#define STACK_SIZE 16384u       /* bytes of each thread's local memory for calls */
#define GRID_BARRIER_SIZE 64            /* struct grid_workspace of cooperative_groups/details/driver_abi.h, and to spare */
#define PARAM_SPARE 64          /* zeros after the parameters: the last may be read with its padding */

/**
 * loom_sim_new:
 * @module: a verified module
 *
 * Loads a module: its variables get addresses and their initial contents.
 *
 * Errors: %LOOM_ERROR_MEMORY.
 *
 * Returns: (transfer full): the loaded module
 */
LoomSim *
loom_sim_new (LoomPtxModule  *module,
              GError        **error)
{
  g_autoptr (LoomSim) self = g_new0 (LoomSim, 1);

  self->module = loom_ptx_module_ref (module);
  self->programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) loom_sim_program_free);
  while (self->n_slots < LOOM_SIM_FIRST_SLOT)
    loom_sim_add_slot (self, NULL, NULL, 0);
  if (!loom_sim_load_variables (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * loom_sim_free:
 * @self: (transfer full): a loaded module
 *
 * Frees it and its variables; bytes that arrays were made of stay the caller's.
 */
void
loom_sim_free (LoomSim *self)
{
  g_clear_pointer (&self->pool, loom_sim_pool_free);
  g_clear_pointer (&self->trackers, g_ptr_array_unref);
  g_hash_table_unref (self->programs);
  for (guint i = 0; i < self->n_slots; i++)
    {
      g_free (self->slots[i].name);
      g_free (self->slots[i].undefined);
      g_clear_pointer (&self->slots[i].coverage, loom_sim_coverage_free);
      if (self->slots[i].is_owned)
        g_free (self->slots[i].bytes);
    }
  g_free (self->slots);
  g_free (self->addresses);
  loom_ptx_module_unref (self->module);
  g_free (self);
}

/**
 * loom_sim_add_array:
 * @name: what findings call it
 * @bytes: contents, which stay the caller's, must outlive @self, and are what kernels read and write
 * @size: bytes
 * @cell_size: bytes of a cell, for coverage
 * @planes: (nullable): where loom_sim_collect() counts; writes and reads are added to, lowest and highest widened, so the
 *   caller begins with zeros and with all bits one
 *
 * Makes an array that kernels can be given.
 *
 * Returns: its virtual address
 */
guint64
loom_sim_add_array (LoomSim             *self,
                    const char          *name,
                    gpointer             bytes,
                    gsize                size,
                    gsize                cell_size,
                    const LoomSimPlanes *planes)
{
  const guint index = loom_sim_add_slot (self, name, bytes, size);
  LoomSimSlot *slot = self->slots + index;

  slot->is_array = TRUE;
  slot->cell_size = MAX (cell_size, 1);
  if (planes != NULL)
    slot->planes = *planes;
  return LOOM_SIM_SLOT_ADDRESS (index);
}

/**
 * loom_sim_set_undefined:
 * @address: of an array
 *
 * Says that an array begins without contents. A launch that looks for uninitialised reads warns of each load of a byte
 * that nothing has written since.
 */
void
loom_sim_set_undefined (LoomSim *self,
                        guint64  address)
{
  LoomSimSlot *slot = &self->slots[address >> LOOM_SIM_SLOT_BITS];

  g_free (slot->undefined);
  slot->undefined = g_malloc ((gsize) slot->size / 8 + 1);
  memset (slot->undefined, 0xff, (gsize) slot->size / 8 + 1);
}

/**
 * loom_sim_find_symbol:
 * @lowered: name in the PTX
 * @size: (out): bytes
 *
 * Finds a module variable's contents, which kernels read and write.
 *
 * Returns: (nullable) (transfer none): its bytes
 */
gpointer
loom_sim_find_symbol (LoomSim    *self,
                      const char *lowered,
                      gsize      *size)
{
  for (guint i = 0; i < self->module->variables->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (self->module->variables, i);

      if (self->addresses[i] == 0 || !g_str_equal (variable->name, lowered))
        continue;
      *size = variable->size;
      return self->slots[self->addresses[i] >> LOOM_SIM_SLOT_BITS].bytes;
    }
  return NULL;
}

/**
 * loom_sim_get_param:
 * @entry: lowered name of a kernel
 * @index: of the parameter
 * @offset: (out): bytes from the parameters' beginning
 * @size: (out): bytes
 *
 * Tells where a parameter stands.
 *
 * Returns: whether there is such an entry with so many parameters
 */
gboolean
loom_sim_get_param (LoomSim    *self,
                    const char *entry,
                    guint       index,
                    gsize      *offset,
                    gsize      *size)
{
  const LoomPtxFunction *function = loom_ptx_module_find_entry (self->module, entry);
  const LoomPtxVariable *param;

  if (function == NULL || index >= function->params->len)
    return FALSE;
  param = g_ptr_array_index (function->params, index);
  *offset = (gsize) param->offset;
  *size = param->size;
  return TRUE;
}

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
      program = loom_sim_program_new (self->module, entry, self->addresses, lanes, watched, sums, error);
      if (program != NULL)
        g_hash_table_insert (self->programs, g_steal_pointer (&key), program);
    }
  return program;
}

/* Parameters in a slot of their own, as long as what the entry reads. */
static guint8 *
copy_params (const LoomPtxFunction *entry,
             const LoomSimLaunch   *launch,
             gsize                 *size)
{
  guint8 *bytes;

  *size = 0;
  for (guint i = 0; i < entry->params->len; i++)
    {
      const LoomPtxVariable *param = g_ptr_array_index (entry->params, i);

      *size = MAX (*size, (gsize) param->offset + param->size);
    }
  bytes = g_malloc0 (MAX (*size, launch->params_size) + PARAM_SPARE);
  if (launch->params_size > 0)
    memcpy (bytes, launch->params, launch->params_size);
  return bytes;
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
               _("This kernel was compiled for blocks of at most %1$" PRIu64 " threads (__launch_bounds__), but "
                 "the block has %2$" PRIu64 "; make the block smaller"), allowed, threads);
  return FALSE;
}

/* How many blocks of a launch the simulated device holds at once. */
static guint64
get_resident_blocks (const LoomLimits         *limits,
                     const LoomSimLaunchState *state)
{
  const guint64 of_each = MIN (limits->blocks_per_multiprocessor, limits->threads_per_multiprocessor / state->block_threads);
  const guint64 held = MIN (LOOM_SIM_MAX_RESIDENT_BYTES / loom_sim_block_get_size (state), LOOM_SIM_MAX_RESIDENT_BLOCKS);

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
               _("This kernel waits for its whole grid (this_grid ().sync ()), so its %1$" PRIu64 " blocks must be on the "
                 "device at once; the simulated device holds %2$" PRIu64 " of them: make the grid smaller"),
               state->n_blocks, resident);
  return FALSE;
}

static gboolean
prepare (LoomSim               *self,
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
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH, _("The module has no kernel %s"), launch->entry);
      return FALSE;
    }
  if (!loom_limits_check (limits, &launch->block, &launch->grid, launch->shared, error) ||
      !check_threads (entry, launch, error) ||
      (options->trace != NULL && !loom_trace_target_check (&options->trace->target, &launch->grid, &launch->block, error)))
    return FALSE;
  loom_dim3_volume (&launch->block, &threads);
  program = get_program (self, entry, (guint) MIN ((threads + LOOM_SIM_WARP - 1) / LOOM_SIM_WARP * LOOM_SIM_WARP,
                                                   most_lanes), watched, watched == LOOM_SIM_WATCHED_NOT, error);
  if (program == NULL ||
      !loom_limits_check (limits, &launch->block, &launch->grid, (guint64) program->shared_size + launch->shared, error))
    return FALSE;
  *state = (LoomSimLaunchState) {
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
    .local_size = (program->entry_local + (program->has_calls ? MAX (STACK_SIZE, 2 * program->call_local) : 0) + 15) / 16 * 16,
    .multiprocessors = limits->multiprocessors,
  };
  loom_dim3_volume (&launch->grid, &state->n_blocks);
  if (loom_sim_block_get_size (state) <= LOOM_SIM_MAX_RESIDENT_BYTES)
    return check_grid_sync (limits, state, error);
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
               _("A block of kernel %1$s needs %2$zu MiB for its registers and memory; at most %3$"
                 PRIu64 " MiB are allowed: choose fewer threads per block"),
               entry->name, loom_sim_block_get_size (state) >> 20, LOOM_SIM_MAX_RESIDENT_BYTES >> 20);
  return FALSE;
}

/* A launch so large that a block's sum wraps where it is widened is run by a program that makes no sums. */
static gboolean
check_sums (LoomSim             *self,
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
      state->program = get_program (self, program->entry, program->max_lanes, program->watched, FALSE, error);
    }
  return state->program != NULL;
}

/* Whether the order of blocks matters hangs on what they add floats to, too: two parameters may be one array. */
static void
decide_order (LoomSim            *self,
              LoomSimLaunchState *state)
{
  const LoomSimProgram *program = state->program;

  if (program->adds_floats && !program->order_matters)
    {
      loom_sim_reach_apply (program->reach, self, self->slots[LOOM_SIM_PARAM_SLOT].bytes);
      state->adds_in_order = loom_sim_reach_adds_in_order (self);
    }
  state->order_matters = program->order_matters || (program->adds_floats && !state->adds_in_order);
  state->turn = state->order_matters ? 1u << 14 : 1u << 16;
}

static guint
choose_workers (LoomSim                  *self,
                const LoomSimLaunchState *state,
                const LoomSimOptions     *options)
{
  const guint wanted = options->workers > 0 ? options->workers : loom_sim_pool_get_n_processors ();

  if (state->order_matters || loom_sim_watch_is_needed (options) || state->n_blocks * state->block_threads <= SMALL_LAUNCH)
    return 1;
  return (guint) MIN (MIN (wanted, state->n_blocks), LOOM_SIM_MAX_WORKERS);
}

/* Narrow blocks of whole warps run as many together as a vector holds, if nothing in their program
 * tells blocks apart. Which they are hangs on the launch alone, so the outcome is the same for any
 * number of workers. */
static gboolean
put_together (LoomSim             *self,
              LoomSimLaunchState  *state,
              GError             **error)
{
  const LoomSimProgram *program = state->program;
  const guint threads = state->block_threads;

  if (state->order_matters || program->adds_floats || program->syncs_grid ||
      program->needs_own_block || program->watched != LOOM_SIM_WATCHED_NOT ||
      state->shared_size > 0 || state->seed >= 0 || threads > NARROW_BLOCK ||
      threads % LOOM_SIM_WARP != 0 || state->n_blocks * threads <= SMALL_LAUNCH)
    return TRUE;
  state->together = LOOM_SIM_MAX_LANES / threads;
  state->program = get_program (self, program->entry, LOOM_SIM_MAX_LANES, program->watched, FALSE,
                                error);
  return state->program != NULL;
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

typedef struct
{
  LoomSim               *sim;
  LoomSimLaunchState    *state;
  const LoomSimOptions  *options;
  LoomSimResult          result;
  guint64                stored;        /* threads that stored to an array */
  gboolean               conflicts;     /* it is undone: the order of blocks might have mattered */
  gboolean               failed;        /* it is undone: a block did what it must do alone */
} Attempt;

/* One for each worker, kept until they are collected. */
static void
make_trackers (Attempt *self,
               guint    n_workers)
{
  self->sim->trackers = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_sim_tracker_free);
  for (guint i = 0; i < n_workers; i++)
    g_ptr_array_add (self->sim->trackers,
                     loom_sim_tracker_new (self->sim, self->state, self->options->coverage));
}

/* One worker adds at once, which is the same order. */
static void
make_logs (Attempt *self,
           guint    n_workers)
{
  if (!self->state->adds_in_order || n_workers == 1)
    return;
  self->state->logs = g_new (LoomSimLog *, n_workers);
  for (guint i = 0; i < n_workers; i++)
    self->state->logs[i] = loom_sim_log_new (LOG_BYTES / n_workers);
}

/* Makes the adds of a launch that stands. */
static void
settle_logs (Attempt *self,
             guint    n_workers)
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
settle (Attempt *self,
        guint    n_workers)
{
  LoomSimTracker **trackers = (LoomSimTracker **) self->sim->trackers->pdata;

  for (guint i = 0; i < n_workers; i++)
    self->stored += trackers[i]->stored;
  self->failed = self->state->together > 1 && !self->result.cancelled && !self->result.endless &&
                 (self->result.trap.happened ||
                  !loom_sim_findings_is_empty (&self->result.findings));
  self->conflicts = n_workers > 1 && !self->result.cancelled && !self->failed &&
                    (has_full_log (self->state, n_workers) || loom_sim_tracking_conflicts (trackers, n_workers));
  if (self->conflicts || self->failed)
    loom_sim_tracking_undo (trackers, n_workers);
  if (self->conflicts || self->failed || self->options->coverage == LOOM_COVERAGE_NONE)
    g_clear_pointer (&self->sim->trackers, g_ptr_array_unref);
}

/* All blocks once, on so many workers. */
static gboolean
attempt (Attempt  *self,
         guint     n_workers,
         GError  **error)
{
  const gboolean tracks = n_workers > 1 || self->state->together > 1 ||
                          self->options->coverage != LOOM_COVERAGE_NONE;
  gpointer *trackers = NULL;

  loom_sim_result_clear (&self->result);
  self->stored = 0;
  self->conflicts = self->failed = FALSE;
  if (tracks && !loom_sim_tracking_begin (self->sim, self->state, n_workers > 1, self->options->coverage, error))
    return FALSE;
  if (tracks)
    {
      make_trackers (self, n_workers);
      trackers = self->sim->trackers->pdata;
    }
  make_logs (self, n_workers);
  loom_sim_schedule (self->state, self->options, n_workers > 1 ? get_pool (self->sim, n_workers) : NULL, n_workers,
                     (LoomSimObserver **) trackers, &self->result);
  if (tracks)
    settle (self, n_workers);
  settle_logs (self, n_workers);
  return TRUE;
}

/* What blocks did together is undone; each runs in a vector of its own. */
static gboolean
take_apart (Attempt       *self,
            LoomSimBlock **spare,
            GError       **error)
{
  LoomSimLaunchState *state = self->state;

  state->together = 1;
  state->program = get_program (self->sim, state->program->entry, state->block_threads,
                                LOOM_SIM_WATCHED_NOT, TRUE, error);
  return state->program != NULL && check_sums (self->sim, state, spare, error);
}

/* As often as it takes until the outcome stands. */
static gboolean
attempt_all (Attempt       *self,
             LoomSimBlock **spare,
             GError       **error)
{
  const guint n_workers = choose_workers (self->sim, self->state, self->options);

  return attempt (self, n_workers, error) &&
         (!self->failed || (take_apart (self, spare, error) && attempt (self, n_workers, error))) &&
         (!self->conflicts || attempt (self, 1, error));
}

static gboolean
report (LoomSimResult            *result,
        const LoomSimLaunchState *state,
        LoomSimOutcome           *outcome,
        GError                  **error)
{
  if (result->cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The launch was stopped"));
      return FALSE;
    }
  outcome->warp_instructions += result->issued;
  outcome->trapped_blocks = result->trapped_blocks;
  for (guint i = 0; i < result->printed->len && outcome->output->len < LOOM_SIM_MAX_OUTPUT; i++)
    g_string_append (outcome->output, g_array_index (result->printed, LoomSimPrinted, i).text);
  loom_sim_findings_describe (&result->findings, state, outcome->findings);
  if (result->trap.happened)
    outcome->trap = loom_sim_trap_describe (&result->trap, state, result->trap_block, result->trap_block);
  return TRUE;
}

/* Zeros at first, as the driver gives: cooperative groups do the rest. */
static void
add_grid_barrier (LoomSim            *self,
                  LoomSimLaunchState *state)
{
  if (self->grid_slot == 0)
    {
      self->grid_slot = loom_sim_add_slot (self, "grid", g_malloc (GRID_BARRIER_SIZE), GRID_BARRIER_SIZE);
      self->slots[self->grid_slot].is_owned = TRUE;
    }
  memset (self->slots[self->grid_slot].bytes, 0, GRID_BARRIER_SIZE);
  state->grid_barrier = LOOM_SIM_SLOT_ADDRESS (self->grid_slot);
}

/* What a launch adds to slots: the parameters, the barrier of its grid, and room for the heap. */
static void
add_launch_memory (LoomSim            *self,
                   LoomSimLaunchState *state,
                   LoomSimHeap        *heap,
                   guint8             *params,
                   gsize               params_size)
{
  self->slots[LOOM_SIM_PARAM_SLOT].bytes = params;
  self->slots[LOOM_SIM_PARAM_SLOT].size = params_size;
  self->slots[LOOM_SIM_PARAM_SLOT].is_constant = TRUE;
  if (state->program->syncs_grid)
    add_grid_barrier (self, state);
  *heap = (LoomSimHeap) { .next = self->n_slots };
  for (guint i = 0; i < LOOM_SIM_HEAP_BLOCKS && state->program->has_heap; i++)
    loom_sim_add_slot (self, NULL, NULL, 0);
  heap->slots = self->slots;
  state->heap = heap;
  state->slots = self->slots;
  state->n_slots = self->n_slots;
}

/**
 * loom_sim_run:
 * @launch: what to run
 * @options: how; a budget of 0 is the default one
 * @outcome: (out caller-allocates): what came of it, cleared with loom_sim_outcome_clear()
 *
 * Runs a kernel to its end. A trap is an outcome, not an error. Variables and arrays keep their contents for the next
 * launch. What was counted is in the planes after loom_sim_collect().
 *
 * Errors: %LOOM_ERROR_LAUNCH for what could not start, %LOOM_ERROR_UNSUPPORTED for an instruction or a check,
 * %LOOM_ERROR_MEMORY with the figure, %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it ran
 */
gboolean
loom_sim_run (LoomSim               *self,
              const LoomSimLaunch   *launch,
              const LoomSimOptions  *options,
              LoomSimOutcome        *outcome,
              GError               **error)
{
  LoomSimOptions own = *options;
  LoomSimLaunchState state;
  Attempt run = { .sim = self, .state = &state, .options = &own };
  LoomSimHeap heap;
  LoomSimWatch watch = { 0, };
  LoomSimBlock *spare = NULL;
  g_autofree guint8 *params = NULL;
  gsize params_size;
  gboolean ok, watched;

  loom_sim_collect (self);
  memset (outcome, 0, sizeof *outcome);
  outcome->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  outcome->output = g_string_new (NULL);
  if (!prepare (self, launch, &own, &state, error))
    return FALSE;
  own.budget = own.budget > 0 ? own.budget : LOOM_DEFAULT_BUDGET;
  params = copy_params (loom_ptx_module_find_entry (self->module, launch->entry), launch, &params_size);
  add_launch_memory (self, &state, &heap, params, params_size);
  decide_order (self, &state);
  if (!put_together (self, &state, error) || !check_sums (self, &state, &spare, error))
    {
      self->slots[LOOM_SIM_PARAM_SLOT].bytes = NULL;
      return FALSE;
    }
  watched = loom_sim_watch_is_needed (&own);
  ok = (!watched || loom_sim_watch_begin (&watch, &state, self->slots, &own, error)) &&
       attempt_all (&run, &spare, error) && report (&run.result, &state, outcome, error);
  if (watched)
    loom_sim_watch_end (&watch, &state, outcome->findings);
  outcome->serialised = state.order_matters;
  outcome->idle_threads = state.n_blocks * state.block_threads - run.stored;
  loom_sim_result_clear (&run.result);
  g_clear_pointer (&spare, loom_sim_block_free);
  self->slots[LOOM_SIM_PARAM_SLOT].bytes = NULL;
  return ok;
}

/**
 * loom_sim_collect:
 *
 * Adds what the last launch counted to the planes of its arrays, as the counters of a GPU would be downloaded after it.
 * The next launch does so, too, if nobody did before.
 */
void
loom_sim_collect (LoomSim *self)
{
  if (self->trackers == NULL)
    return;
  /* Arrays that were added since may have moved the slots. */
  for (guint i = 0; i < self->trackers->len; i++)
    ((LoomSimTracker *) g_ptr_array_index (self->trackers, i))->slots = self->slots;
  loom_sim_collect_trackers ((LoomSimTracker **) self->trackers->pdata, self->trackers->len);
  g_clear_pointer (&self->trackers, g_ptr_array_unref);
}

/**
 * loom_sim_outcome_clear:
 *
 * Frees what an outcome holds.
 */
void
loom_sim_outcome_clear (LoomSimOutcome *self)
{
  g_clear_pointer (&self->trap, loom_finding_free);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  if (self->output != NULL)
    g_string_free (g_steal_pointer (&self->output), TRUE);
}

/**
 * loom_sim_keep_memory:
 *
 * Lets this process keep memory that a launch gave back, up to 256 MiB, for the next launch.
 *
 * For a program that does little but simulate; call it once, before any thread is started. With more than one worker
 * giving pages back to the system and asking for them again took two thirds of a short launch's time.
 */
void
loom_sim_keep_memory (void)
{
#ifdef __GLIBC__
  mallopt (M_TRIM_THRESHOLD, KEPT_BYTES);
  mallopt (M_MMAP_THRESHOLD, KEPT_BYTES);
  mallopt (M_TOP_PAD, KEPT_BYTES / 16);
#endif
}
