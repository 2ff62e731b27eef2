/* loom-run-hints.c: what a finished run shows about its launch
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-hints.h"

#include <glib/gi18n-lib.h>

static guint64
get_block (const LoomRun *run,
           gint64         thread)
{
  return (guint64) thread / ((guint64) run->block.x * run->block.y * run->block.z);
}

/* How often every written cell was written, if that is the same N > 1 for all and always by
 * different blocks; else 0. Blocks that read what they write, as atomics do, add their share to a
 * cell rather than repeat it. */
static guint32
find_repetition (const LoomRun      *run,
                 const LoomRunArray *array,
                 guint               launches)
{
  gsize size = 0;
  const guint32 *writes = array->writes != NULL ? g_bytes_get_data (array->writes, &size) : NULL;
  const guint32 *reads = array->reads != NULL ? g_bytes_get_data (array->reads, NULL) : NULL;
  guint64 cells = size / sizeof *writes;
  guint32 times = 0;

  if (writes == NULL || reads == NULL || array->lowest == NULL || array->highest == NULL)
    return 0;

  for (guint64 cell = 0; cell < cells; cell++)
    {
      gint64 lowest, highest;

      if (writes[cell] == 0)
        continue;
      if (times == 0)
        times = writes[cell];
      if (writes[cell] != times || times / launches < 2 || reads[cell] >= writes[cell])
        return 0;

      lowest = loom_run_array_get_writer (array, array->lowest, cell);
      highest = loom_run_array_get_writer (array, array->highest, cell);
      if (lowest < 0 || highest < 0 || get_block (run, lowest) == get_block (run, highest))
        return 0;
    }

  return times / launches;
}

static void
add_repetition (LoomRun            *run,
                const LoomRunArray *array,
                guint               launches)
{
  guint32 times = find_repetition (run, array, launches);
  LoomFinding *finding;

  if (times < 2)
    return;

  finding = loom_finding_new (
      LOOM_ERROR_REPEATS_WORK,
      ngettext ("Every written cell of %1$s was written %2$u time, by different blocks: each "
                "block repeats the work of the others. Does the index use blockIdx?",
                "Every written cell of %1$s was written %2$u times, by different blocks: each "
                "block repeats the work of the others. Does the index use blockIdx?",
                times),
      array->name, times);
  finding->array = g_strdup (array->name);
  finding->count = times;
  g_ptr_array_add (run->findings, finding);
}

static guint64
get_position (guint32 block,
              guint32 extent,
              guint32 thread)
{
  return (guint64) block * extent + thread;
}

/* Out of bounds by a thread that lies outside the range which the launch was made for. */
static void
add_missing_guard (LoomRun  *run,
                   LoomPlan *plan)
{
  const LoomSite *site = &run->trap->site;
  guint64 x = get_position (site->block.x, run->block.x, site->thread.x);
  guint64 y = get_position (site->block.y, run->block.y, site->thread.y);
  guint64 z = get_position (site->block.z, run->block.z, site->thread.z);
  LoomFinding *finding;

  if (run->trap->code != LOOM_ERROR_OOB || !run->trap->has_site || !plan->range_known ||
      (x < plan->range.x && y < plan->range.y && z < plan->range.z))
    return;

  finding = loom_finding_new (
      LOOM_ERROR_MISSING_GUARD,
      _("The thread that trapped is number %1$llu, %2$llu, %3$llu, outside the range of "
         "%4$u × %5$u × %6$u threads: guard the kernel with a test of its index, such as "
         "if (i >= n) return"),
      (unsigned long long) x, (unsigned long long) y, (unsigned long long) z, plan->range.x,
      plan->range.y, plan->range.z);
  finding->has_site = TRUE;
  finding->site = *site;
  finding->array = g_strdup (run->trap->array);
  g_ptr_array_add (run->findings, finding);
}

/**
 * loom_run_hints_add:
 * @run: a run whose arrays are complete
 * @plan: its launch
 *
 * Adds the hints `repeats-work` and `missing-guard` where the run shows them.
 */
void
loom_run_hints_add (LoomRun  *run,
                    LoomPlan *plan)
{
  for (guint i = 0; i < run->arrays->len; i++)
    add_repetition (run, run->arrays->pdata[i], MAX (plan->launches, 1));

  if (run->trap != NULL)
    add_missing_guard (run, plan);
}

/**
 * loom_run_hints_add_serialised:
 * @run: a run
 *
 * Adds the hint `serialised`, once.
 */
void
loom_run_hints_add_serialised (LoomRun *run)
{
  for (guint i = 0; i < run->findings->len; i++)
    if (((LoomFinding *) run->findings->pdata[i])->code == LOOM_ERROR_SERIALISED)
      return;

  g_ptr_array_add (
      run->findings,
      loom_finding_new (
          LOOM_ERROR_SERIALISED,
          _("What this kernel computes can hang on the order of its blocks, so one worker "
             "ran them, always in the same order")));
}
