/* loom-cell-watch.c: the cell that a simulated run is asked about, also where arrays change places
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A cell is memory. Where arrays are swapped, which memory has the name in the end is known only
 * then, so the cell of each of them is watched, and the history of the one that has it is the
 * run's.
 */

#include "config.h"

#include "loom-cell-watch.h"

#include "loom-error.h"
#include "loom-sim-fill.h"

#include <glib/gi18n-lib.h>

#define MAX_WATCHED 8           /* arrays that can change places with the one that is asked about */

struct _LoomCellWatch
{
  const LoomPlanArg *arg;
  gboolean           is_one;    /* launch, of which nothing else is wanted */
  guint8            *blocks;    /* of it that can come to the cell, by index; NULL: any can */
  GPtrArray         *names;     /* (element-type utf8) of buffers, by place, before swaps */
  guint              n;
  guint              places[MAX_WATCHED];
  LoomSimCell        cells[MAX_WATCHED];
};

static gboolean
has_swaps (const LoomPlan *plan)
{
  for (guint i = 0; i < plan->steps->len; i++)
    if (((LoomPlanStep *) plan->steps->pdata[i])->kind == LOOM_STATEMENT_SWAP)
      return TRUE;
  return plan->swaps->len > 0;
}

/* Where a cell of an array lies: rows may be farther apart than they are long. */
static guint64
get_offset (const LoomPlanArg *arg,
            guint64            cell)
{
  const guint64 cols = MAX (arg->shape.cols, 1);

  return cell / cols * loom_plan_arg_get_pitch (arg) + cell % cols * arg->type.size;
}

/**
 * loom_cell_watch_new:
 * @target: what is asked for
 * @memory: with the arrays of @plan, before the first launch
 *
 * Errors: %LOOM_ERROR_USAGE where there is no such cell.
 *
 * Returns: (transfer full): what watches it
 */
LoomCellWatch *
loom_cell_watch_new (LoomPlan              *plan,
                     const LoomCellTarget  *target,
                     LoomRunMemory         *memory,
                     GError               **error)
{
  const LoomPlanArg *arg = loom_plan_lookup_array (plan, target->array);
  const gboolean swaps = has_swaps (plan);
  LoomCellWatch *self;
  guint64 cell;

  if (arg == NULL)
    return loom_fail_null (error, LOOM_ERROR_USAGE,
                           _("The launch has no array %s whose cell could be watched"),
                           target->array);
  if (!loom_cell_target_find (target, &arg->shape, &cell, error))
    return NULL;

  self = g_new0 (LoomCellWatch, 1);
  self->arg = arg;
  self->is_one = target->alone && plan->steps->len == 0 && plan->launches == 1;
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      g_ptr_array_add (self->names, g_strdup (buffer->arg->name));
      if (self->n >= MAX_WATCHED ||
          (buffer->arg != arg && !(swaps && buffer->arg->symbol == NULL &&
                                   buffer->arg->type.size == arg->type.size &&
                                   loom_shape_equal (&buffer->arg->shape, &arg->shape))))
        continue;
      self->places[self->n] = i;
      self->cells[self->n].size = arg->type.size;
      self->cells[self->n++].history = loom_cell_history_new (target, cell);
    }
  return self;
}

void
loom_cell_watch_free (LoomCellWatch *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n; i++)
    loom_cell_history_free (self->cells[i].history);
  g_ptr_array_unref (self->names);
  g_free (self->blocks);
  g_free (self);
}

/**
 * loom_cell_watch_begin_sample:
 * @memory: whose buffers have their addresses on the device
 *
 * Says where the arrays are at the beginning of the sample.
 */
void
loom_cell_watch_begin_sample (LoomCellWatch *self,
                              LoomRunMemory *memory)
{
  for (guint i = 0; i < self->n; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (memory, self->places[i]);

      self->cells[i].address = buffer->address + get_offset (buffer->arg,
                                                             self->cells[i].history->cell);
    }
}

/**
 * loom_cell_watch_fill:
 * @request: what is run, of which nothing but the cell is wanted
 * @values: what the parameters get, with addresses
 * @memory: zeros, but for module variables
 *
 * Fills the arrays as they are before the first launch: as far as the blocks that can come to the
 * cell look at them, where that is known.
 *
 * Errors: those of filling, and of loom_sim_run() for what could not start.
 *
 * Returns: whether they were filled
 */
gboolean
loom_cell_watch_fill (LoomCellWatch             *self,
                      const LoomBackendRequest  *request,
                      LoomSim                   *sim,
                      GPtrArray                 *values,
                      LoomRunMemory             *memory,
                      GError                   **error)
{
  return self->is_one && self->n == 1
             ? loom_sim_fill_some (request, sim, values, &self->cells[0], 0, memory, &self->blocks,
                                   error)
             : loom_sim_fill_all (request, memory, error);
}

/**
 * loom_cell_watch_begin_launch:
 * @launch: the next one
 * @how: (inout): how it is launched
 *
 * Has a launch watched.
 */
void
loom_cell_watch_begin_launch (LoomCellWatch  *self,
                              const LoomPlan *launch,
                              LoomSimOptions *how)
{
  for (guint i = 0; i < self->n; i++)
    loom_cell_history_begin_launch (self->cells[i].history, launch->kernel, &launch->grid,
                                    &launch->block);
  how->cells = self->cells;
  how->n_cells = self->n;
  how->blocks = self->blocks;
}

static const LoomRunBuffer *
find_buffer (LoomRunMemory *memory,
             guint          place)
{
  for (guint i = 0; i < memory->buffers->len; i++)
    if (loom_run_memory_get (memory, i)->place == place)
      return loom_run_memory_get (memory, i);
  return NULL;
}

/* Indices among cells with what lies between rows become those of the array alone. */
static void
close_rows (LoomCellHistory   *history,
            guint              array,
            const LoomPlanArg *arg)
{
  const guint64 apart = loom_plan_arg_get_pitch (arg) / MAX (arg->type.size, 1),
                cols = arg->shape.cols;

  if (apart == cols || apart == 0)
    return;
  for (guint i = 0; i < history->footprint->len; i++)
    {
      LoomCellSource *source = &g_array_index (history->footprint, LoomCellSource, i);

      if (source->array == array && source->cell % apart < cols)
        source->cell = source->cell / apart * cols + source->cell % apart;
      else if (source->array == array)
        g_array_remove_index (history->footprint, i--);
    }
}

/* Arrays have their names of the end. */
static void
name_arrays (const LoomCellWatch *self,
             LoomRunMemory       *memory,
             LoomCellHistory     *history)
{
  for (guint i = 0; i < history->arrays->len; i++)
    {
      const LoomRunBuffer *buffer;
      guint place;

      if (!g_ptr_array_find_with_equal_func (self->names, history->arrays->pdata[i], g_str_equal,
                                             &place) ||
          (buffer = find_buffer (memory, place)) == NULL)
        continue;
      close_rows (history, i, buffer->arg);
      g_free (history->arrays->pdata[i]);
      history->arrays->pdata[i] = g_strdup (buffer->arg->name);
    }
}

/**
 * loom_cell_watch_finish:
 * @memory: after the last launch
 *
 * Returns: (transfer full): the history of the memory that has the array's name now
 */
LoomCellHistory *
loom_cell_watch_finish (LoomCellWatch *self,
                        LoomRunMemory *memory)
{
  for (guint i = 0; i < self->n; i++)
    {
      const LoomRunBuffer *buffer = find_buffer (memory, self->places[i]);

      if (buffer == NULL || buffer->arg != self->arg)
        continue;
      loom_cell_history_finish (self->cells[i].history);
      name_arrays (self, memory, self->cells[i].history);
      return g_steal_pointer (&self->cells[i].history);
    }
  return NULL;
}
