/* loom-cuda-run-coverage.c: launches of their own that count and note, and are never timed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-counters.h"
#include "loom-cuda-run-private.h"
#include "loom-parallel.h"

#include "loom-ptx-instrument.h"

/* Counters to zero and the table that says where they are, after what a launch needs anyway. */
static gboolean
prepare (LoomCudaRun                   *self,
         const LoomPtxInstrumentation  *how,
         GError                       **error)
{
  const guint64 zeros
      = how->coverage != LOOM_COVERAGE_NONE ? self->layout.counters : self->layout.blocks;
  LoomCudaContext *context = self->context;
  const cudaStream_t stream = loom_cuda_stream_get_handle (context->stream);
  LoomCudaVariable *variable = loom_cuda_counters_find_table (self->module, error);
  LoomPtxArenaTable *table = (LoomPtxArenaTable *) self->staging;

  if (variable == NULL)
    return FALSE;

  /* What the module is restored from: it is restored before each launch. */
  loom_ptx_arena_get_table (&self->layout, (guint64) (guintptr) self->arena, table);
  return loom_cuda_context_copy (context, variable->pristine, table, sizeof *table,
                                 cudaMemcpyHostToDevice, error)
         && LOOM_CUDA_CALL (context, error, cudaMemsetAsync, self->arena + zeros, 0,
                            self->layout.size - zeros, stream)
         && loom_cuda_stream_drain (context->stream, error);
}

/* The bytes of the arena from one offset to another, at their place behind the first counter. */
static gboolean
fetch (LoomCudaRun  *self,
       guint64       from,
       guint64       end,
       GError      **error)
{
  LoomCudaContext *context = self->context;

  return loom_cuda_context_copy (context, self->staging + (from - self->layout.counters),
                                 self->arena + from, end - from, cudaMemcpyDeviceToHost, error)
         && loom_cuda_stream_drain (context->stream, error);
}

/* One plane of one array. */
typedef struct
{
  const LoomPtxArenaArray *array;
  LoomPtxArenaPlanes       planes;
} Fold;

static void
fold_part (gpointer part,
           gpointer user_data)
{
  const Fold *fold = part;
  const LoomCudaRun *self = user_data;

  loom_ptx_arena_fold (&self->layout, fold->array, self->staging, &fold->planes);
}

static void
add_folds (GArray                  *folds,
           const LoomPtxArenaArray *array,
           const LoomRunPlanes     *planes)
{
  const Fold four[] = {
    { array, { .writes = planes->writes } },
    { array, { .reads = planes->reads } },
    { array, { .lowest = planes->lowest } },
    { array, { .highest = planes->highest } },
  };

  g_array_append_vals (folds, four, G_N_ELEMENTS (four));
}

/* Counts go with the cells: an argument has those of the array that it points at by now. */
static void
fold (LoomCudaRun *self)
{
  g_autoptr (GArray) folds = g_array_new (FALSE, FALSE, sizeof (Fold));

  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);
      guint n = 0;

      if (buffer->arg->symbol != NULL)
        n = i;
      else
        while (self->arena + self->arrays[n].offset != loom_cuda_run_find_array (self, buffer))
          n++;
      add_folds (folds, &self->arrays[n], &buffer->planes);
    }
  loom_parallel_each (folds, fold_part, self);
}

/* Blocks that did not run are left out by leaving out the schedule. */
static void
keep_schedule (LoomCudaRun *self)
{
  const guint n_multiprocessors = loom_cuda_get_attribute (
      self->context->cuda, cudaDevAttrMultiProcessorCount, self->context->device);
  LoomBlockSpan *spans = self->memory->spans;
  g_autoptr (GBytes) bytes = NULL;
  guint64 first = G_MAXUINT64;

  for (guint64 i = 0; i < self->layout.n_blocks; i++)
    {
      LoomPtxArenaBlock block;

      loom_ptx_arena_get_block (&self->layout, self->staging, i, &block);
      if (block.multiprocessor < 0)
        return;
      spans[i] = (LoomBlockSpan) { block.start, MAX (block.end, block.start),
                                   (guint32) block.multiprocessor, 0 };
      first = MIN (first, block.start);
    }
  for (guint64 i = 0; i < self->layout.n_blocks; i++)
    {
      spans[i].start_ns -= first;
      spans[i].end_ns -= first;
    }

  bytes = g_bytes_new_static (spans, self->layout.n_blocks * sizeof *spans);
  self->run->schedule = loom_schedule_new (bytes, self->layout.n_blocks, n_multiprocessors);
}

/* One launch of the module as instrumented so; trap: it did not end well. */
static gboolean
launch_instrumented (LoomCudaRun                   *self,
                     const LoomPtxInstrumentation  *how,
                     GError                       **error)
{
  const char *const entries[] = { self->request->plan->entry, NULL };
  g_autofree char *ptx = loom_ptx_instrument (self->request->module, entries, how, error);
  gboolean ok;
  double ms;

  if (ptx == NULL || !loom_cuda_run_choose (self, ptx, error) || !prepare (self, how, error))
    return FALSE;

  self->counts = how->coverage != LOOM_COVERAGE_NONE;
  ok = loom_cuda_run_sample (self, FALSE, &ms, error);
  self->counts = FALSE;
  return ok;
}

/**
 * loom_cuda_run_count:
 * @self: a run whose arrays were brought back
 *
 * Launches twice more, from the same memory: with PTX that counts, and with PTX that only notes
 * when each block runs, since counting makes a kernel slow.
 *
 * Errors: %LOOM_ERROR_UNSUPPORTED where the accesses of an instruction cannot be counted.
 *
 * Returns: whether all was counted
 */
gboolean
loom_cuda_run_count (LoomCudaRun  *self,
                     GError      **error)
{
  LoomPtxInstrumentation counting = self->layout.how, noting = self->layout.how;

  counting.schedule = FALSE;
  noting.coverage = LOOM_COVERAGE_NONE;
  if (!launch_instrumented (self, &counting, error))
    return FALSE;
  if (self->run->trap != NULL)
    return TRUE;

  loom_cuda_run_enter (self, LOOM_STEP_FOLD);
  if (!fetch (self, self->layout.counters, self->layout.blocks, error))
    return FALSE;
  fold (self);
  loom_cuda_run_guard_count (self);
  if (self->request->options->coverage & LOOM_COVERAGE_WRITES)
    self->run->idle_threads = (gint64) loom_ptx_arena_count_idle (&self->layout, self->staging);
  loom_cuda_run_texture_forget_counts (self);

  loom_cuda_run_enter (self, LOOM_STEP_SCHEDULE);
  if (!launch_instrumented (self, &noting, error))
    return FALSE;
  if (self->run->trap != NULL)
    return TRUE;
  if (!fetch (self, self->layout.blocks, self->layout.size, error))
    return FALSE;
  keep_schedule (self);
  return TRUE;
}

/**
 * loom_cuda_run_count_steps:
 * @self: a run that counts, whose arrays are filled
 *
 * Executes the steps with PTX that counts. What stops them becomes the run's trap.
 *
 * Errors: those of loom_cuda_counters_init() and loom_cuda_counters_instrument().
 *
 * Returns: whether all was counted or something was trapped
 */
gboolean
loom_cuda_run_count_steps (LoomCudaRun  *self,
                           GError      **error)
{
  g_autofree char *ptx = NULL;
  double ms;

  if (!loom_cuda_run_upload (self, error) ||
      (ptx = loom_cuda_counters_instrument (self->request, &self->layout, error)) == NULL ||
      !loom_cuda_run_choose (self, ptx, error) ||
      !loom_cuda_counters_clear (self->context, &self->layout, self->arena, error) ||
      !loom_cuda_run_steps (self, &ms, error))
    return FALSE;
  if (self->run->trap != NULL)
    return TRUE;
  if (!fetch (self, self->layout.counters, self->layout.size, error))
    return FALSE;
  fold (self);
  if (self->request->options->coverage & LOOM_COVERAGE_WRITES)
    self->run->idle_threads
        = (gint64) (loom_ptx_arena_count_idle (&self->layout, self->staging) -
                    (self->layout.threads - self->run->threads));
  loom_cuda_run_texture_forget_counts (self);
  return TRUE;
}
