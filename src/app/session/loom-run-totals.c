/* loom-run-totals.c: what a run adds up to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-totals.h"

static void
array_totals_free (gpointer data)
{
  LoomArrayTotals *self = data;

  g_free (self->name);
  g_free (self);
}

/**
 * loom_run_totals_new:
 * @run: a run
 *
 * Adds a run up, in time that is linear in its cells; any thread may.
 *
 * Returns: (transfer full): its totals
 */
LoomRunTotals *
loom_run_totals_new (LoomRun *run)
{
  LoomRunTotals *self = g_new0 (LoomRunTotals, 1);

  *self = (LoomRunTotals) { .fidelity = run->fidelity, .threads = run->threads,
                            .idle_threads = run->idle_threads,
                            .arrays = g_ptr_array_new_with_free_func (array_totals_free) };
  for (guint i = 0; i < run->arrays->len; i++)
    {
      const LoomRunArray *array = run->arrays->pdata[i];
      LoomArrayTotals *totals = g_new0 (LoomArrayTotals, 1);

      *totals = (LoomArrayTotals) { .name = g_strdup (array->name),
                                    .has_writes = array->writes != NULL,
                                    .has_reads = array->reads != NULL,
                                    .compared = array->compared,
                                    .mismatches = array->mismatches };
      loom_run_array_count (array, &totals->counts);
      g_ptr_array_add (self->arrays, totals);
    }
  return self;
}

void
loom_run_totals_free (LoomRunTotals *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->arrays);
  g_free (self);
}
