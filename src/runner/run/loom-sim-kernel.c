/* loom-sim-kernel.c: one planned launch on a simulated device, and what it said
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-sim-kernel.h"

#include "loom-run-hints.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/**
 * loom_sim_kernel_init_options:
 * @request: what is run
 * @how: (out caller-allocates): how its launches are, without what is counted or watched of them
 */
void
loom_sim_kernel_init_options (const LoomBackendRequest *request,
                              LoomSimOptions           *how)
{
  const LoomRunOptions *options = request->options;

  *how = (LoomSimOptions) {
    .workers = options->workers, .budget = options->budget, .wall_ms = options->wall_ms,
    .schedule_seed = options->schedule_seed, .checks = options->checks,
    .cancel = request->fill.cancel,
  };
}

static GByteArray *
make_params (LoomSim         *sim,
             const LoomPlan  *launch,
             GPtrArray       *values,
             GError         **error)
{
  g_autoptr (GByteArray) params = g_byte_array_new ();

  for (guint i = 0; i < values->len; i++)
    {
      const GByteArray *value = values->pdata[i];
      guint before = params->len;
      gsize offset, size;

      if (!loom_sim_get_param (sim, launch->entry, i, &offset, &size)
          || offset > G_MAXUINT16 || size > G_MAXUINT16)
        return loom_fail_null (error, LOOM_ERROR_LAUNCH,
                               _("The kernel %1$s has no parameter %2$u in the program"),
                               launch->kernel, i + 1);

      if (offset + size > before)
        {
          g_byte_array_set_size (params, (guint) (offset + size));
          memset (params->data + before, 0, params->len - before);
        }
      memcpy (params->data + offset, value->data, MIN (size, value->len));
    }

  return g_steal_pointer (&params);
}

static LoomSimLaunch
describe_launch (const LoomPlan       *launch,
                 const GByteArray     *params,
                 const LoomSplitRange *blocks)
{
  LoomSimLaunch what = {
    .entry = launch->entry, .grid = launch->grid, .block = launch->block,
    .shared = (guint32) launch->shared, .params = params->data, .params_size = params->len,
  };

  if (blocks != NULL)
    {
      what.first_block = blocks->begin;
      what.n_blocks = blocks->end - blocks->begin;
    }
  return what;
}

/**
 * loom_sim_kernel_find_blocks:
 * @launch: of which kernel, with how many threads
 * @values: (element-type GByteArray): what its parameters get, with addresses
 * @cell: (nullable): bytes of an array
 * @block: without a cell: a block, by its linear index
 * @arrays: (array length=n_arrays): addresses of arrays
 * @reaches: (out caller-allocates) (array length=n_arrays): what of them these blocks can access
 * @blocks: (out) (nullable): those that it takes, as loom_sim_find_cell_blocks() and
 *   loom_sim_find_block_alone() have it
 *
 * Errors: those of loom_sim_find_cell_blocks().
 *
 * Returns: whether it could be launched
 */
gboolean
loom_sim_kernel_find_blocks (LoomSim            *sim,
                             const LoomPlan     *launch,
                             GPtrArray          *values,
                             const LoomSimCell  *cell,
                             guint64             block,
                             const guint64      *arrays,
                             guint               n_arrays,
                             LoomSimReach       *reaches,
                             guint8            **blocks,
                             GError            **error)
{
  g_autoptr (GByteArray) params = make_params (sim, launch, values, error);
  LoomSimLaunch what;

  if (params == NULL)
    return FALSE;

  what = describe_launch (launch, params, NULL);
  return cell != NULL ? loom_sim_find_cell_blocks (sim, &what, cell, arrays, n_arrays, reaches,
                                                   blocks, error)
                      : loom_sim_find_block_alone (sim, &what, block, arrays, n_arrays, reaches,
                                                   blocks, error);
}

/**
 * loom_sim_kernel_launch:
 * @launch: of which kernel, with how many threads
 * @blocks: (nullable): which of its blocks by linear index; %NULL: all
 * @values: (element-type GByteArray): what its parameters get, with addresses
 * @outcome: (inout): cleared, and then what came of it
 *
 * Launches a kernel of a plan.
 *
 * Errors: those of loom_sim_run().
 *
 * Returns: whether it ran, perhaps into a trap
 */
gboolean
loom_sim_kernel_launch (LoomSim               *sim,
                        const LoomPlan        *launch,
                        const LoomSplitRange  *blocks,
                        GPtrArray             *values,
                        const LoomSimOptions  *how,
                        LoomSimOutcome        *outcome,
                        GError               **error)
{
  g_autoptr (GByteArray) params = make_params (sim, launch, values, error);
  LoomSimLaunch what;

  if (params == NULL)
    return FALSE;

  what = describe_launch (launch, params, blocks);
  loom_sim_outcome_clear (outcome);
  return loom_sim_run (sim, &what, how, outcome, error);
}

/**
 * loom_sim_kernel_find_reach:
 * @launch: of which kernel, with how many threads
 * @blocks: which of its blocks by linear index
 * @values: (element-type GByteArray): what its parameters get, with addresses
 * @arrays: (array length=n_arrays): addresses of arrays
 * @reaches: (out caller-allocates) (array length=n_arrays): what the blocks can access of each
 *
 * Finds what blocks of a launch can access, as loom_sim_find_reach() does.
 *
 * Returns: whether anything is known of it
 */
gboolean
loom_sim_kernel_find_reach (LoomSim               *sim,
                            const LoomPlan        *launch,
                            const LoomSplitRange  *blocks,
                            GPtrArray             *values,
                            const guint64         *arrays,
                            guint                  n_arrays,
                            LoomSimReach          *reaches)
{
  g_autoptr (GByteArray) params = make_params (sim, launch, values, NULL);
  LoomSimLaunch what;

  if (params == NULL)
    return FALSE;
  what = describe_launch (launch, params, blocks);
  return loom_sim_find_reach (sim, &what, arrays, n_arrays, reaches, NULL);
}

/**
 * loom_sim_kernel_keep:
 * @outcome: of a launch
 * @how: it was launched
 * @is_shown: whether its kernel is the one that is shown
 * @run: gets what the launch said
 * @output: gets what its threads printed
 *
 * Adds a launch to a run.
 */
void
loom_sim_kernel_keep (const LoomSimOutcome *outcome,
                      const LoomSimOptions *how,
                      gboolean              is_shown,
                      LoomRun              *run,
                      GString              *output)
{
  if (outcome->output != NULL)
    g_string_append_len (output, outcome->output->str, outcome->output->len);
  run->warp_instructions += outcome->warp_instructions;
  run->trapped_blocks = outcome->trapped_blocks;
  if (is_shown && (how->coverage & LOOM_COVERAGE_WRITES))
    run->idle_threads = (gint64) outcome->idle_threads;
  for (guint i = 0; outcome->findings != NULL && i < outcome->findings->len; i++)
    g_ptr_array_add (run->findings, loom_finding_copy (outcome->findings->pdata[i]));
  if ((how->checks & LOOM_CHECK_RACES) != 0)
    run->equal_writes = MAX (run->equal_writes, 0) + (gint64) outcome->equal_writes;
  if (outcome->serialised)
    loom_run_hints_add_serialised (run);
  if (outcome->trap != NULL && run->trap == NULL)
    run->trap = loom_finding_copy (outcome->trap);
}
