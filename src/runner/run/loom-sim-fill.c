/* loom-sim-fill.c: fills the arrays of a run of which not all is wanted
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sim-fill.h"

#include "loom-sim-kernel.h"

/* The cells that lie between two bytes; FALSE: there are none. */
static gboolean
get_range (const LoomRunBuffer *buffer,
           const LoomSimReach  *reach,
           LoomCellRange       *range)
{
  const gint64 size = (gint64) buffer->size, cell = MAX (buffer->arg->type.size, 1),
               begin = CLAMP (reach->load_begin, 0, size), end = CLAMP (reach->load_end, 0, size);

  *range = (LoomCellRange) { 0, 0 };
  if (reach->load_begin > reach->load_end || end <= begin)
    return FALSE;
  if (loom_plan_arg_get_pitch (buffer->arg) == buffer->arg->shape.cols * buffer->arg->type.size)
    *range = (LoomCellRange) { (guint64) (begin / cell), (guint64) ((end + cell - 1) / cell) };
  return TRUE;
}

/**
 * loom_sim_fill_all:
 * @memory: zeros, but for module variables
 *
 * Fills the arrays as they are before the first launch.
 *
 * Errors: those of filling.
 *
 * Returns: whether they were filled
 */
gboolean
loom_sim_fill_all (const LoomBackendRequest  *request,
                   LoomRunMemory             *memory,
                   GError                   **error)
{
  for (guint i = 0; i < memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      if (buffer->arg->symbol == NULL &&
          !loom_backend_fill (request, buffer, (LoomCellRange) { 0, 0 }, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_sim_fill_some:
 * @request: what is run: one launch
 * @values: what the parameters get, with addresses
 * @cell: (nullable): bytes of an array that are wanted
 * @block: without a cell: the block that is wanted, by its linear index
 * @memory: zeros, but for module variables
 * @blocks: (out) (nullable): which it takes, by index; %NULL: all
 *
 * Finds which blocks it takes and fills what they can load of arrays.
 *
 * Errors: those of filling, and of loom_sim_run() for what could not start.
 *
 * Returns: whether the arrays were filled
 */
gboolean
loom_sim_fill_some (const LoomBackendRequest  *request,
                    LoomSim                   *sim,
                    GPtrArray                 *values,
                    const LoomSimCell         *cell,
                    guint64                    block,
                    LoomRunMemory             *memory,
                    guint8                   **blocks,
                    GError                   **error)
{
  const guint n = memory->buffers->len;
  g_autofree guint64 *arrays = g_new (guint64, n);
  g_autofree LoomSimReach *reaches = g_new (LoomSimReach, n);

  for (guint i = 0; i < n; i++)
    arrays[i] = loom_run_memory_get (memory, i)->address;
  if (!loom_sim_kernel_find_blocks (sim, request->plan, values, cell, block, arrays, n,
                                    reaches, blocks, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (memory, i);
      LoomCellRange range = { 0, 0 };

      if (buffer->arg->symbol != NULL
          || (*blocks != NULL && !get_range (buffer, &reaches[i], &range)))
        continue;
      if (!loom_backend_fill (request, buffer, range, error))
        return FALSE;
    }
  return TRUE;
}
