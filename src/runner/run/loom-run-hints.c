/* loom-run-hints.c: what a finished run shows about its launch
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-hints.h"

#include <glib/gi18n-lib.h>

/* How often the written cells were written, and by whom. */
typedef struct
{
  guint32 times;                /* the same for all cells; 0: they differ, or nothing is repeated */
  guint   threads, blocks;      /* a bit for each axis on which the writers of a cell differ */
} Repetition;

static guint
compare (const LoomDim3 *extent,
         guint64         a,
         guint64         b)
{
  LoomDim3 first = loom_dim3_unpack (extent, a), second = loom_dim3_unpack (extent, b);

  return (first.x != second.x) | (first.y != second.y) << 1 | (first.z != second.z) << 2;
}

/* FALSE if the writers of a cell are not known, or of one block. */
static gboolean
compare_writers (const LoomRun      *run,
                 const LoomRunArray *array,
                 guint64             cell,
                 Repetition         *repetition)
{
  const guint64 threads = (guint64) run->block.x * run->block.y * run->block.z;
  gint64 lowest = loom_run_array_get_writer (array, array->lowest, cell);
  gint64 highest = loom_run_array_get_writer (array, array->highest, cell);

  if (lowest < 0 || highest < 0 || lowest / threads == highest / threads)
    return FALSE;

  repetition->threads |= compare (&run->block, lowest % threads, highest % threads);
  repetition->blocks |= compare (&run->grid, lowest / threads, highest / threads);
  return TRUE;
}

/* Whether every written cell was written N > 1 times, always by different blocks. Blocks that read
 * what they write, as atomics do, add their share to a cell rather than repeat it. */
static Repetition
find_repetition (const LoomRun      *run,
                 const LoomRunArray *array,
                 guint               launches)
{
  const Repetition none = { 0, 0, 0 };
  gsize size = 0;
  const guint32 *writes = array->writes != NULL ? g_bytes_get_data (array->writes, &size) : NULL;
  const guint32 *reads = array->reads != NULL ? g_bytes_get_data (array->reads, NULL) : NULL;
  guint64 cells = size / sizeof *writes;
  Repetition found = none;

  if (writes == NULL || reads == NULL || array->lowest == NULL || array->highest == NULL)
    return none;

  for (guint64 cell = 0; cell < cells; cell++)
    {
      if (writes[cell] == 0)
        continue;
      if (found.times == 0)
        found.times = writes[cell];
      if (writes[cell] != found.times || found.times / launches < 2 ||
          reads[cell] >= writes[cell] || !compare_writers (run, array, cell, &found))
        return none;
    }

  found.times /= launches;
  return found;
}

static guint64
multiply (const LoomDim3 *extent,
          guint           axes)
{
  return (guint64) (axes & 1 ? extent->x : 1) * (axes & 2 ? extent->y : 1) *
         (axes & 4 ? extent->z : 1);
}

/* "blockIdx.x, threadIdx.y" */
static char *
list_indices (const Repetition *repetition)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < 6; i++)
    {
      guint axes = i < 3 ? repetition->blocks : repetition->threads;

      if (axes & 1 << i % 3)
        g_string_append_printf (names, "%s%s.%c", names->len > 0 ? ", " : "",
                                i < 3 ? "blockIdx" : "threadIdx", "xyz"[i % 3]);
    }

  return g_string_free (names, FALSE);
}

/* If as many threads wrote a cell as there are along the axes on which its writers differ, then all
 * of these did, and where they write does not depend on those axes. Whether the kernel reads them
 * the source tells, if it can be read. */
static char *
explain_repetition (const LoomRun    *run,
                    const LoomPlan   *plan,
                    const Repetition *repetition)
{
  g_autofree char *names = list_indices (repetition);

  if (multiply (&run->block, repetition->threads) * multiply (&run->grid, repetition->blocks) !=
      repetition->times)
    return g_strdup (_("Do its indices give each block cells of its own?"));
  if (plan->indices.is_known && (plan->indices.threads & repetition->threads) == 0 &&
      (plan->indices.blocks & repetition->blocks) == 0)
    /* Translators: %s is one index such as blockIdx.y, or several with commas between. */
    return g_strdup_printf (_("The kernel does not read %s"), names);
  /* Translators: %s is one index such as blockIdx.y, or several with commas between. */
  return g_strdup_printf (_("Which cells are written does not depend on %s"), names);
}

static void
add_repetition (LoomRun            *run,
                const LoomPlan     *plan,
                const LoomRunArray *array)
{
  Repetition repetition = find_repetition (run, array, MAX (plan->launches, 1));
  g_autofree char *reason = NULL;
  LoomFinding *finding;

  if (repetition.times < 2)
    return;

  reason = explain_repetition (run, plan, &repetition);
  finding = loom_finding_new (
      LOOM_ERROR_REPEATS_WORK,
      /* Translators: %3$s is a sentence about the cause. */
      ngettext ("Every written cell of %1$s was written %2$u time, by different blocks: each "
                "block repeats the work of the others. %3$s",
                "Every written cell of %1$s was written %2$u times, by different blocks: each "
                "block repeats the work of the others. %3$s",
                repetition.times),
      array->name, repetition.times, reason);
  finding->array = g_strdup (array->name);
  finding->count = repetition.times;
  g_ptr_array_add (run->findings, finding);
}

static guint64
get_position (guint32 block,
              guint32 extent,
              guint32 thread)
{
  return (guint64) block * extent + thread;
}

/* Whether the trap is at the cell of a thread that lies at a place of the range: its own index is
 * what leads out of the array, and not one that it computes of others. */
static gboolean
is_at_own_cell (const LoomRun  *run,
                const LoomPlan *plan,
                guint64         x,
                guint64         y,
                guint64         z)
{
  const LoomFinding *trap = run->trap;

  if (trap->space != LOOM_SPACE_GLOBAL || trap->array == NULL || trap->access_size == 0
      || trap->offset < 0)
    return FALSE;
  return (guint64) trap->offset / trap->access_size == x + plan->range.x * (y + plan->range.y * z);
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
      (x < plan->range.x && y < plan->range.y && z < plan->range.z) ||
      !is_at_own_cell (run, plan, x, y, z))
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
    add_repetition (run, plan, run->arrays->pdata[i]);

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
          _("What this kernel computes can depend on the order of its blocks, so one worker "
             "ran them, always in the same order")));
}

/**
 * loom_run_hints_add_unseen:
 * @run: a run that looks for uninitialised reads
 * @why: what kept it from running the code without optimisation, or stopped it there
 *
 * Adds the hint `unseen`.
 */
void
loom_run_hints_add_unseen (LoomRun    *run,
                           const char *why)
{
  g_ptr_array_add (
      run->findings,
      loom_finding_new (
          LOOM_ERROR_UNSEEN,
          /* Translators: %s is why, a sentence without a full stop. */
          _("Not all uninitialised reads may be found, since the compiler drops some when it "
            "optimises, and the code as it is written could not be run to its end: %s"), why));
}
