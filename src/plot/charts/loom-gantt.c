/* loom-gantt.c: which multiprocessor ran each block, and when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt-private.h"

#include "loom-class.h"
#include "loom-number.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* Gives each block, which are in order, its row, and its lane in there. */
static void
lay_rows (LoomGantt *self)
{
  const LoomBlockPlace *places = loom_schedule_get_places (self->run->schedule);
  guint64 i = 0;

  self->lanes = 1;
  for (guint row = 0; row < self->n_rows; row++)
    {
      const guint multiprocessor = self->bars[i].multiprocessor;

      self->rows[row] = i;
      for (; i < self->n_bars && self->bars[i].multiprocessor == multiprocessor; i++)
        {
          LoomBar *bar = &self->bars[i];

          bar->row = row;
          bar->lane = places[bar->block].lane;
          bar->wave = places[bar->block].wave;
          self->lanes = MAX (self->lanes, bar->lane + 1);
          self->bar_of[bar->block] = i;
        }
    }
  self->rows[self->n_rows] = i;
}

static void
loom_gantt_clear (LoomGantt *self)
{
  loom_run_unref (self->run);
  g_free (self->bars);
  g_free (self->rows);
  g_free (self->bar_of);
}

LOOM_DEFINE_SHARED (LoomGantt, loom_gantt)

static int
compare_bars (gconstpointer a,
              gconstpointer b)
{
  const LoomBar *x = a, *y = b;

  if (x->multiprocessor != y->multiprocessor)
    return x->multiprocessor < y->multiprocessor ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

/**
 * loom_gantt_new:
 * @run: a run
 *
 * Lays the blocks of a run out over time. Takes the time of sorting them.
 *
 * Returns: (transfer full) (nullable): the layout, or %NULL where the run has no schedule
 */
LoomGantt *
loom_gantt_new (LoomRun *run)
{
  const LoomBlockSpan *spans;
  LoomGantt *self;
  guint64 n;

  g_return_val_if_fail (run != NULL, NULL);

  if (run->schedule == NULL)
    return NULL;
  spans = loom_schedule_get_spans (run->schedule, &n);
  self = g_atomic_rc_box_new0 (LoomGantt);
  self->run = loom_run_ref (run);
  loom_schedule_summarise (run->schedule, &self->summary);
  self->n_bars = n;
  self->n_rows = self->summary.n_used;
  self->bars = g_new (LoomBar, MAX (n, 1));
  self->bar_of = g_new0 (guint64, MAX (n, 1));
  self->rows = g_new0 (guint64, self->n_rows + 1);
  for (guint64 i = 0; i < n; i++)
    self->bars[i] = (LoomBar) { spans[i].start_ns, spans[i].end_ns, i, spans[i].multiprocessor, };
  qsort (self->bars, n, sizeof *self->bars, compare_bars);
  lay_rows (self);
  return self;
}

/**
 * loom_gantt_count_blocks:
 *
 * Returns: how many blocks it has; drawing takes time in proportion
 */
guint64
loom_gantt_count_blocks (LoomGantt *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_bars;
}

/**
 * loom_gantt_find_block:
 * @area: where its rows are drawn
 * @x: place in design pixels
 * @y: place in design pixels
 *
 * The block that is drawn at a place, or the one that starts next after it where a row has a gap of
 * less than three pixels.
 *
 * Returns: its linear number, or %LOOM_NO_BLOCK
 */
gint64
loom_gantt_find_block (LoomGantt               *self,
                       const cairo_rectangle_t *area,
                       double                   x,
                       double                   y)
{
  const double down = (y - area->y) / area->height * self->n_rows;
  const double ns = (x - area->x) / area->width * self->summary.end_ns;
  const double slack = 3 / area->width * self->summary.end_ns;
  guint row, lane;
  gint64 near = LOOM_NO_BLOCK;

  if (!(down >= 0 && down < self->n_rows && ns >= -slack && ns <= self->summary.end_ns + slack))
    return LOOM_NO_BLOCK;
  row = (guint) down;
  lane = (guint) ((down - row) * self->lanes);
  for (guint64 i = self->rows[row]; i < self->rows[row + 1]; i++)
    {
      const LoomBar *bar = &self->bars[i];

      if (ns + slack < bar->start_ns || ns - slack > bar->end_ns)
        continue;
      if (bar->lane == lane && ns >= bar->start_ns && ns <= bar->end_ns)
        return bar->block;
      if (near == LOOM_NO_BLOCK)
        near = bar->block;
    }
  return near;
}

/**
 * loom_gantt_step:
 * @block: a block, or %LOOM_NO_BLOCK for the first one
 * @along: 1: the next on the same multiprocessor, -1: the one before
 * @across: 1: one that starts about then on the next multiprocessor that ran any, -1: the one
 *   before
 *
 * Goes from block to block as keys do.
 *
 * Returns: where one comes to, @block where there is nothing further; %LOOM_NO_BLOCK without blocks
 */
gint64
loom_gantt_step (LoomGantt *self,
                 gint64     block,
                 int        along,
                 int        across)
{
  const LoomBar *bar;
  gint64 row;
  guint64 i;

  if (self->n_bars == 0)
    return LOOM_NO_BLOCK;
  if (block < 0 || (guint64) block >= self->n_bars)
    return self->bars[0].block;
  i = self->bar_of[block];
  bar = &self->bars[i];
  row = bar->row;
  if (along > 0 && i + 1 < self->rows[row + 1])
    return self->bars[i + 1].block;
  if (along < 0 && i > self->rows[row])
    return self->bars[i - 1].block;
  if (across == 0)
    return block;
  row += across;
  if (row < 0 || row >= self->n_rows)
    return block;
  i = self->rows[row];
  while (i + 1 < self->rows[row + 1] && self->bars[i + 1].start_ns <= bar->start_ns)
    i++;
  return self->bars[i].block;
}

/**
 * loom_gantt_dup_block_text:
 * @block: the linear number of a block
 *
 * Where and when a block ran, in the user's language.
 *
 * Returns: (transfer full) (nullable): the text, %NULL where there is no such block
 */
char *
loom_gantt_dup_block_text (LoomGantt *self,
                           gint64     block)
{
  const LoomBar *bar;
  g_autofree char *start = NULL, *length = NULL;
  LoomDim3 place;

  if (block < 0 || (guint64) block >= self->n_bars)
    return NULL;
  bar = &self->bars[self->bar_of[block]];
  place = loom_dim3_unpack (&self->run->grid, block);
  start = loom_number_format (bar->start_ns / 1000.0, 6);
  length = loom_number_format ((bar->end_ns - bar->start_ns) / 1000.0, 4);
  return g_strdup_printf (
      self->run->fidelity == LOOM_FIDELITY_MODELLED
          ? _("Block (%1$u, %2$u, %3$u) would run on SM %4$u in wave %5$u, from %6$s µs for "
              "%7$s µs")
          : _("Block (%1$u, %2$u, %3$u) ran on SM %4$u in wave %5$u, from %6$s µs for "
              "%7$s µs"),
      place.x, place.y, place.z, bar->multiprocessor, bar->wave + 1, start, length);
}

/**
 * loom_gantt_dup_sentence:
 *
 * What is to be seen, in the user's language.
 *
 * Returns: (transfer full): a clause, as loom_schedule_dup_sentence() has it
 */
char *
loom_gantt_dup_sentence (LoomGantt *self)
{
  return loom_schedule_dup_sentence (self->run->schedule);
}
