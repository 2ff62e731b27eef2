/* loom-cuda-counters.c: counters of the steps of a document on a device
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As on the simulator, accesses of all launches are counted, and of the kernel that is shown also
 * which threads wrote; its last launch tells who stored nothing.
 */

#include "config.h"

#include "loom-cuda-counters.h"

#include "loom-ptx-instrument.h"

#include <glib/gi18n-lib.h>

/* The launch that has most threads: its writers fit where all others' do. */
static const LoomPlan *
find_largest (const LoomPlan *plan,
              guint          *block_threads)
{
  const LoomPlan *largest = plan;
  guint64 most = 0;

  *block_threads = 0;
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlan *launch = ((const LoomPlanStep *) plan->steps->pdata[i])->launch;
      guint64 block, grid, threads;

      if (launch == NULL || !loom_dim3_volume (&launch->block, &block) ||
          !loom_dim3_volume (&launch->grid, &grid))
        continue;
      *block_threads = MAX (*block_threads, (guint) MIN (block, G_MAXUINT32));
      if (!g_uint64_checked_mul (&threads, block, grid))
        threads = G_MAXUINT64;
      if (threads <= most)
        continue;
      most = threads;
      largest = launch;
    }
  return largest;
}

/**
 * loom_cuda_counters_init:
 * @request: what is run; its plan has steps
 * @arrays: (array length=n_arrays): as for loom_ptx_arena_init()
 * @n_arrays: how many
 * @layout: (out caller-allocates): what lies where
 *
 * Lays out arrays and counters that serve all launches.
 *
 * Errors: %LOOM_ERROR_MEMORY, and %LOOM_ERROR_UNSUPPORTED where threads of one launch need longer
 * numbers than those of the one that is shown.
 *
 * Returns: whether it can be
 */
gboolean
loom_cuda_counters_init (const LoomBackendRequest  *request,
                         LoomPtxArenaArray         *arrays,
                         guint                      n_arrays,
                         LoomPtxArena              *layout,
                         GError                   **error)
{
  const LoomPlan *plan = request->plan, *largest;
  guint64 block, grid;
  guint block_threads;

  largest = find_largest (plan, &block_threads);
  if (!loom_ptx_arena_init (layout, request->module, arrays, n_arrays, &largest->grid,
                            &largest->block, request->options->coverage, FALSE, error))
    return FALSE;
  layout->how.block_threads = block_threads;
  if (!loom_dim3_volume (&plan->block, &block) || !loom_dim3_volume (&plan->grid, &grid) ||
      layout->how.writer_size == loom_run_choose_writer_size (block * grid))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                    _("a launch of %s has more threads than can be numbered as those of the kernel "
                      "that is shown are; make its grid smaller"), largest->kernel);
}

static gsize
get_counters (const LoomPtxArena *layout)
{
  return layout->size - layout->counters;
}

/**
 * loom_cuda_counters_get_size:
 *
 * Returns: bytes of an arena with its counters, twice
 */
gsize
loom_cuda_counters_get_size (const LoomPtxArena *layout)
{
  return layout->size + get_counters (layout);
}

/**
 * loom_cuda_counters_instrument:
 * @request: what is run
 * @layout: of its arena
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED where the accesses of an instruction cannot be counted.
 *
 * Returns: (transfer full): the module with all kernels that the steps launch counting
 */
char *
loom_cuda_counters_instrument (const LoomBackendRequest  *request,
                               const LoomPtxArena        *layout,
                               GError                   **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();

  for (guint i = 0; i < request->plan->steps->len; i++)
    {
      const LoomPlan *launch = ((const LoomPlanStep *) request->plan->steps->pdata[i])->launch;

      if (launch != NULL)
        g_ptr_array_add (entries, launch->entry);
    }
  g_ptr_array_add (entries, NULL);
  return loom_ptx_instrument (request->module, (const char *const *) entries->pdata, &layout->how,
                              error);
}

/**
 * loom_cuda_counters_clear:
 * @arena: on the device
 *
 * Queues what makes all counters zero.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_counters_clear (LoomCudaContext     *context,
                          const LoomPtxArena  *layout,
                          guint8              *arena,
                          GError             **error)
{
  return LOOM_CUDA_CALL (context, error, cudaMemsetAsync, arena + layout->counters, 0,
                         get_counters (layout), loom_cuda_stream_get_handle (context->stream));
}

/**
 * loom_cuda_counters_find_table:
 * @module: one that counts
 *
 * Errors: %LOOM_ERROR_FAILED.
 *
 * Returns: (transfer none): the variable that tells it where, a #LoomPtxArenaTable, or %NULL
 */
LoomCudaVariable *
loom_cuda_counters_find_table (LoomCudaModule  *module,
                               GError         **error)
{
  LoomCudaVariable *variable = loom_cuda_module_find_variable (module, LOOM_PTX_ARENA_SYMBOL);

  if (variable != NULL && variable->size == sizeof (LoomPtxArenaTable))
    return variable;
  return loom_fail_null (error, LOOM_ERROR_FAILED, _("The program that counts has lost its table"));
}

/* Offsets that are not counted are 0, and stay it. */
static void
move_to_copy (guint64            *address,
              const LoomPtxArena *layout)
{
  if (*address != 0)
    *address += get_counters (layout);
}

/**
 * loom_cuda_counters_begin:
 * @module: as loom_cuda_counters_instrument() made it
 * @arena: on the device
 * @counts: what of the next launch is counted
 *
 * Waits for all that the context's stream does, and lets the next launch count.
 *
 * Errors: %LOOM_ERROR_FAILED; else as loom_cuda_check().
 *
 * Returns: whether it will
 */
gboolean
loom_cuda_counters_begin (LoomCudaContext     *context,
                          LoomCudaModule      *module,
                          const LoomPtxArena  *layout,
                          guint8              *arena,
                          LoomCudaCounts       counts,
                          GError             **error)
{
  const LoomCudaVariable *variable = loom_cuda_counters_find_table (module, error);
  LoomPtxArenaTable table;

  if (variable == NULL)
    return FALSE;
  loom_ptx_arena_get_table (layout, (guint64) (guintptr) arena, &table);
  if (counts != LOOM_CUDA_COUNTS_ALL)
    {
      move_to_copy (&table.lowest, layout);
      move_to_copy (&table.highest, layout);
      move_to_copy (&table.stored, layout);
    }
  if (counts == LOOM_CUDA_COUNTS_NOTHING)
    {
      move_to_copy (&table.writes, layout);
      move_to_copy (&table.reads, layout);
    }
  return LOOM_CUDA_CALL (context, error, cudaMemsetAsync,
                         (gpointer) (guintptr) table.stored, 0, layout->threads,
                         loom_cuda_stream_get_handle (context->stream)) &&
         loom_cuda_context_copy (context, variable->address, &table, sizeof table,
                                 cudaMemcpyHostToDevice, error) &&
         loom_cuda_stream_drain (context->stream, error);
}

/**
 * loom_cuda_counters_new_run:
 * @of: what is run
 * @options: (out caller-allocates): how its steps are done once more, for what they count alone:
 *   nothing of it is handed over, and no moment is kept
 * @request: (out caller-allocates): what is run so; borrows @options
 *
 * Returns: (transfer full): what comes of that, of which only counts and the trap mean something
 */
LoomRun *
loom_cuda_counters_new_run (const LoomBackendRequest *of,
                            LoomRunOptions           *options,
                            LoomBackendRequest       *request)
{
  LoomRun *run;

  *options = *of->options;
  options->repeat = 1;
  options->history_mib = 0;
  options->pins.n = 0;
  options->figures = TRUE;
  options->copy_to.kind = LOOM_BACKEND_NONE;
  *request = *of;
  request->options = options;
  request->progress = (LoomRunProgress) { NULL };
  run = loom_backend_new_run (request);
  run->measurement = loom_measurement_new ();
  run->job = loom_job_new ();
  return run;
}

/**
 * loom_cuda_counters_leave_out:
 * @run: whose accesses were not counted
 * @memory: its memory
 *
 * Lets nothing be told of accesses.
 */
void
loom_cuda_counters_leave_out (LoomRun       *run,
                              LoomRunMemory *memory)
{
  run->idle_threads = -1;
  for (guint i = 0; i < memory->buffers->len; i++)
    loom_run_memory_get (memory, i)->planes = (LoomRunPlanes) { NULL };
}

/**
 * loom_cuda_counters_do_without:
 * @run: that is done but for its counts
 * @memory: its memory
 * @reason: (transfer full): why these are not there
 *
 * What cannot be counted, or has no room for its counters, is said: the run is as good without.
 *
 * Returns: whether it is; else @error is set
 */
gboolean
loom_cuda_counters_do_without (LoomRun        *run,
                               LoomRunMemory  *memory,
                               GError         *reason,
                               GError        **error)
{
  g_autoptr (GError) own = reason;

  if (!g_error_matches (own, LOOM_ERROR, LOOM_ERROR_UNSUPPORTED) &&
      !g_error_matches (own, LOOM_ERROR, LOOM_ERROR_MEMORY))
    {
      g_propagate_error (error, g_steal_pointer (&own));
      return FALSE;
    }
  g_ptr_array_add (run->findings,
                   loom_finding_new (LOOM_ERROR_UNSUPPORTED,
                                     _("Nothing was counted on the GPU: %s"), own->message));
  loom_cuda_counters_leave_out (run, memory);
  return TRUE;
}
