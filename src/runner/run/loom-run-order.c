/* loom-run-order.c: steps that touch an array at the same time, as streams and events have it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Happens-before by vector clocks (Mattern, Virtual Time and Global States of Distributed Systems,
 * 1989): a stream is a process, an event a message from whoever records it to whoever waits. The
 * default stream waits for all others, and they for it. A launch reads its arrays, and writes those
 * that are not const.
 */

#include "config.h"

#include "loom-run-order.h"

#include <glib/gi18n-lib.h>

/* The last access of each stream to an array: its time there, 0: none; and which step it was. */
typedef struct
{
  guint32 *reads, *writes;
  guint   *readers, *writers;
} Cells;

struct _LoomRunOrder
{
  LoomPlan   *plan;
  LoomRun    *run;
  guint       n_streams;
  guint32   **clocks;           /* of each stream: what it knows of the time of each */
  GHashTable *events;           /* (element-type utf8 guint32[]) what was known where they were
                                   recorded */
  Cells      *arrays;           /* of each argument of the plan; swaps exchange them */
  GHashTable *told;             /* pairs of steps */
};

/**
 * loom_run_order_find_stream:
 * @run: whose streams are named
 * @step: a step
 *
 * Returns: the number of its stream; 0 is the default stream
 */
guint
loom_run_order_find_stream (const LoomRun       *run,
                            const LoomPlanStep  *step)
{
  for (guint i = 1; step->stream != NULL && i < run->streams->len; i++)
    if (g_str_equal (run->streams->pdata[i], step->stream))
      return i;
  return 0;
}

static void
join (LoomRunOrder  *self,
      guint32       *clock,
      const guint32 *other)
{
  for (guint i = 0; i < self->n_streams; i++)
    clock[i] = MAX (clock[i], other[i]);
}

/**
 * loom_run_order_new:
 * @plan: has steps
 * @run: whose streams are named; gets what is found
 *
 * Returns: (transfer full): nothing was done yet
 */
LoomRunOrder *
loom_run_order_new (LoomPlan *plan,
                    LoomRun  *run)
{
  LoomRunOrder *self = g_new0 (LoomRunOrder, 1);
  const guint n = run->streams->len;

  self->plan = plan;
  self->run = run;
  self->n_streams = n;
  self->clocks = g_new0 (guint32 *, n);
  for (guint i = 0; i < n; i++)
    self->clocks[i] = g_new0 (guint32, n);
  self->events = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->told = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->arrays = g_new0 (Cells, plan->args->len);
  for (guint i = 0; i < plan->args->len; i++)
    self->arrays[i] = (Cells) { g_new0 (guint32, n), g_new0 (guint32, n), g_new0 (guint, n),
                                g_new0 (guint, n) };
  return self;
}

void
loom_run_order_free (LoomRunOrder *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->plan->args->len; i++)
    {
      g_free (self->arrays[i].reads);
      g_free (self->arrays[i].writes);
      g_free (self->arrays[i].readers);
      g_free (self->arrays[i].writers);
    }
  for (guint i = 0; i < self->n_streams; i++)
    g_free (self->clocks[i]);
  g_free (self->arrays);
  g_free (self->clocks);
  g_hash_table_unref (self->events);
  g_hash_table_unref (self->told);
  g_free (self);
}

/* Each pair of steps is told of once. */
static void
tell (LoomRunOrder *self,
      guint         first,
      guint         second,
      guint         array)
{
  const LoomPlanStep *a = self->plan->steps->pdata[first], *b = self->plan->steps->pdata[second];
  const LoomPlanArg *arg = self->plan->args->pdata[array];
  const gint64 pair = (gint64) MIN (first, second) << 32 | MAX (first, second);

  if (!g_hash_table_add (self->told, g_memdup2 (&pair, sizeof pair)))
    return;
  g_ptr_array_add (
      self->run->findings,
      loom_finding_new (LOOM_ERROR_RACE,
                        _("“%1$s” in line %2$u and “%3$s” in line %4$u touch the array %5$s on "
                          "streams that nothing orders: record an event after the first, and wait "
                          "for it before the second"), a->text, a->line, b->text, b->line,
                        arg->name));
}

static void
touch (LoomRunOrder *self,
       guint         index,
       guint         stream,
       gint          array,
       gboolean      writes)
{
  const guint32 *clock = self->clocks[stream];
  Cells *cells;

  if (array < 0)
    return;
  cells = &self->arrays[array];
  for (guint i = 0; i < self->n_streams; i++)
    {
      if (cells->writes[i] > clock[i])
        tell (self, cells->writers[i], index, (guint) array);
      if (writes && cells->reads[i] > clock[i])
        tell (self, cells->readers[i], index, (guint) array);
    }
  (writes ? cells->writes : cells->reads)[stream] = clock[stream];
  (writes ? cells->writers : cells->readers)[stream] = index;
}

static void
touch_all (LoomRunOrder *self,
           guint         index,
           guint         stream)
{
  const LoomPlanStep *step = self->plan->steps->pdata[index];

  if (step->kind == LOOM_STATEMENT_COPY)
    {
      touch (self, index, stream, step->first, FALSE);
      touch (self, index, stream, step->second, TRUE);
    }
  else if (step->kind == LOOM_STATEMENT_FILL)
    touch (self, index, stream, step->first, TRUE);
  else if (step->kind == LOOM_STATEMENT_LAUNCH)
    for (guint i = 0; i < step->arrays->len; i++)
      {
        const LoomPlanArg *arg = step->launch->args->pdata[i];

        touch (self, index, stream, g_array_index (step->arrays, gint32, i), FALSE);
        if (!arg->is_const)
          touch (self, index, stream, g_array_index (step->arrays, gint32, i), TRUE);
      }
}

/**
 * loom_run_order_step:
 * @index: of a step, which is done next
 *
 * Follows what orders it, and notes what it touches. A pair of steps that touch an array in no
 * order, one of them writing, is among the findings of the run.
 */
void
loom_run_order_step (LoomRunOrder *self,
                     guint         index)
{
  const LoomPlanStep *step = self->plan->steps->pdata[index];
  const guint stream = loom_run_order_find_stream (self->run, step);
  const guint32 *known;

  if (step->kind == LOOM_STATEMENT_SWAP)
    {
      const Cells old = self->arrays[step->first];

      self->arrays[step->first] = self->arrays[step->second];
      self->arrays[step->second] = old;
      return;
    }

  for (guint i = 0; stream == 0 && i < self->n_streams; i++)
    join (self, self->clocks[0], self->clocks[i]);
  if (step->kind == LOOM_STATEMENT_WAIT &&
      (known = g_hash_table_lookup (self->events, step->event)) != NULL)
    join (self, self->clocks[stream], known);
  self->clocks[stream][stream]++;
  touch_all (self, index, stream);
  if (step->kind == LOOM_STATEMENT_RECORD)
    g_hash_table_insert (self->events, step->event,
                         g_memdup2 (self->clocks[stream], self->n_streams * sizeof (guint32)));
  for (guint i = 0; stream == 0 && i < self->n_streams; i++)
    join (self, self->clocks[i], self->clocks[0]);
}

/**
 * loom_run_order_join:
 *
 * This computer looks at the arrays, and waits for all streams before it does.
 */
void
loom_run_order_join (LoomRunOrder *self)
{
  for (guint i = 1; i < self->n_streams; i++)
    join (self, self->clocks[0], self->clocks[i]);
  for (guint i = 1; i < self->n_streams; i++)
    join (self, self->clocks[i], self->clocks[0]);
}
