/* loom-run-result.c: what a run ends with, on any backend
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-result.h"

#include "loom-run-check.h"

/**
 * loom_run_result_view:
 * @plane: (nullable): in the run's memory file
 * @cells: how many
 * @size: bytes of each
 *
 * Makes a view into the memory file, which outlives the run here: loom_ipc_run_to_variant() turns
 * it into an offset.
 *
 * Returns: (transfer full) (nullable): the view, or %NULL where there is no plane
 */
GBytes *
loom_run_result_view (gconstpointer plane,
                      guint64       cells,
                      guint         size)
{
  return plane != NULL ? g_bytes_new_static (plane, cells * size) : NULL;
}

/**
 * loom_run_result_add:
 * @run: the result
 * @plan: the launch
 * @memory: of the run
 * @index: of a buffer, which holds what the launch left in it
 * @cancel: (nullable): read atomically
 * @error: return location for an error
 *
 * Adds an array to a result, compared with its reference where it has one.
 *
 * Returns: whether it could be
 */
gboolean
loom_run_result_add (LoomRun        *run,
                     LoomPlan       *plan,
                     LoomRunMemory  *memory,
                     guint           index,
                     const gint     *cancel,
                     GError        **error)
{
  LoomRunBuffer *buffer = loom_run_memory_get (memory, index);
  g_autoptr (GBytes) bytes = g_bytes_new_static (buffer->bytes, buffer->size);
  g_autoptr (LoomArray) array
      = loom_array_new (&buffer->arg->type, &buffer->arg->shape, bytes, error);
  LoomRunArray *result;

  if (array == NULL)
    return FALSE;

  result = loom_run_array_new (buffer->arg->name, array);
  result->is_symbol = buffer->arg->symbol != NULL;
  result->is_const = buffer->arg->is_const;
  result->writer_size = memory->writer_size;
  result->writes = loom_run_result_view (buffer->planes.writes, buffer->cells, 4);
  result->reads = loom_run_result_view (buffer->planes.reads, buffer->cells, 4);
  result->lowest = loom_run_result_view (buffer->planes.lowest, buffer->cells, memory->writer_size);
  result->highest = loom_run_result_view (buffer->planes.highest, buffer->cells,
                                          memory->writer_size);
  result->domain = loom_run_result_view (buffer->domain, buffer->cells, 1);
  result->mismatch = loom_run_result_view (buffer->mismatch, buffer->cells, 1);
  result->sectors = loom_run_result_view (buffer->mean, buffer->cells, sizeof (float));
  if (buffer->index != G_MAXUINT && (gint) buffer->index == plan->main_array)
    run->main_array = (gint) run->arrays->len;
  g_ptr_array_add (run->arrays, result);

  if (buffer->reference != NULL)
    {
      LoomFinding *finding;

      if (!loom_run_check_compare (buffer->arg, buffer->bytes, buffer->reference, buffer->size,
                                   buffer->mismatch, cancel, result, error))
        return FALSE;
      finding = loom_run_check_explain (buffer->arg, result, buffer->bytes, buffer->reference,
                                        buffer->mismatch);
      if (finding != NULL)
        g_ptr_array_add (run->findings, finding);
    }

  return TRUE;
}
