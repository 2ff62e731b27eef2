/* loom-gantt-lanes.c: where in its row a block is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt-private.h"

/* A lane that the hardware has not got: the lowest that is free when a block starts. Lanes lie in
 * two heaps, so that a schedule of any kind is laid out in the time of sorting it. */
typedef struct
{
  guint64 key;                  /* of a busy lane when it ends, of a free one its number */
  guint32 lane;
} Entry;

static void
push (GArray  *heap,
      guint64  key,
      guint32  lane)
{
  Entry *entries;
  guint i = heap->len;

  g_array_set_size (heap, heap->len + 1);
  entries = (Entry *) heap->data;
  for (; i > 0 && entries[(i - 1) / 2].key > key; i = (i - 1) / 2)
    entries[i] = entries[(i - 1) / 2];
  entries[i] = (Entry) { key, lane };
}

static guint32
pop (GArray *heap)
{
  Entry *entries = (Entry *) heap->data;
  const guint32 lane = entries[0].lane;
  const guint n = heap->len - 1;
  const Entry last = entries[n];
  guint i = 0, child;

  while ((child = 2 * i + 1) < n)
    {
      if (child + 1 < n && entries[child + 1].key < entries[child].key)
        child++;
      if (entries[child].key >= last.key)
        break;
      entries[i] = entries[child];
      i = child;
    }
  entries[i] = last;
  g_array_set_size (heap, n);
  return lane;
}

static void
lay_row (LoomGantt *self,
         guint64    first,
         guint64    end,
         GArray    *waves)
{
  g_autoptr (GArray) busy = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) idle = g_array_new (FALSE, FALSE, sizeof (Entry));

  g_array_set_size (waves, 0);
  for (guint64 i = first; i < end; i++)
    {
      LoomBar *bar = &self->bars[i];

      while (busy->len > 0 && g_array_index (busy, Entry, 0).key <= bar->start_ns)
        {
          const guint32 lane = pop (busy);

          push (idle, lane, lane);
        }
      bar->lane = idle->len > 0 ? pop (idle) : waves->len;
      if (bar->lane == waves->len)
        g_array_append_val (waves, ((guint32) { 0 }));
      bar->wave = g_array_index (waves, guint32, bar->lane)++;
      push (busy, bar->end_ns, bar->lane);
    }
  self->lanes = MAX (self->lanes, waves->len);
}

/*
 * _loom_gantt_lay_rows:
 * @self: a layout whose bars are in order
 *
 * Gives each block its row, its lane in there, and its wave.
 */
void
_loom_gantt_lay_rows (LoomGantt *self)
{
  g_autoptr (GArray) waves = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 i = 0;

  self->lanes = 1;
  for (guint row = 0; row < self->n_rows; row++)
    {
      const guint multiprocessor = self->bars[i].multiprocessor;

      self->rows[row] = i;
      for (; i < self->n_bars && self->bars[i].multiprocessor == multiprocessor; i++)
        {
          self->bars[i].row = row;
          self->bar_of[self->bars[i].block] = i;
        }
      lay_row (self, self->rows[row], i, waves);
    }
  self->rows[self->n_rows] = i;
}
