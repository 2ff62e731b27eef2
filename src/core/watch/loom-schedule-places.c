/* loom-schedule-places.c: the lane and the wave of each block on its multiprocessor
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lanes lie in two heaps, so that a schedule of any kind is laid out in the time of sorting it. */

#include "config.h"

#include "loom-schedule.h"

#include <stdlib.h>

typedef struct
{
  const LoomBlockSpan *span;
  guint64              block;
} Start;

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

/* The blocks of one multiprocessor, by start. */
static void
lay_blocks (const Start    *starts,
            guint64         n,
            LoomBlockPlace *places)
{
  g_autoptr (GArray) busy = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) idle = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) waves = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint64 i = 0; i < n; i++)
    {
      LoomBlockPlace *place = &places[starts[i].block];

      while (busy->len > 0 && g_array_index (busy, Entry, 0).key <= starts[i].span->start_ns)
        {
          const guint32 lane = pop (busy);

          push (idle, lane, lane);
        }
      place->lane = idle->len > 0 ? pop (idle) : waves->len;
      if (place->lane == waves->len)
        g_array_append_val (waves, ((guint32) { 0 }));
      place->wave = g_array_index (waves, guint32, place->lane)++;
      push (busy, starts[i].span->end_ns, place->lane);
    }
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const Start *x = a, *y = b;

  if (x->span->multiprocessor != y->span->multiprocessor)
    return x->span->multiprocessor < y->span->multiprocessor ? -1 : 1;
  if (x->span->start_ns != y->span->start_ns)
    return x->span->start_ns < y->span->start_ns ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

static LoomBlockPlace *
list_places (const LoomSchedule *self)
{
  g_autofree Start *starts = NULL;
  const LoomBlockSpan *spans;
  LoomBlockPlace *places;
  guint64 n, first = 0;

  spans = loom_schedule_get_spans (self, &n);
  starts = g_new (Start, n);
  places = g_new (LoomBlockPlace, MAX (n, 1));
  for (guint64 i = 0; i < n; i++)
    starts[i] = (Start) { &spans[i], i };
  qsort (starts, n, sizeof *starts, compare_starts);
  for (guint64 i = 1; i <= n; i++)
    if (i == n || starts[i].span->multiprocessor != starts[first].span->multiprocessor)
      {
        lay_blocks (&starts[first], i - first, places);
        first = i;
      }
  return places;
}

/**
 * loom_schedule_get_places:
 * @self: a schedule
 *
 * Where each block ran on its multiprocessor. Takes the time of sorting them when it is asked for
 * the first time. May be called from any thread.
 *
 * Returns: (transfer none): a #LoomBlockPlace for each block, by their linear numbers
 */
const LoomBlockPlace *
loom_schedule_get_places (LoomSchedule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (g_once_init_enter (&self->places))
    g_once_init_leave (&self->places, list_places (self));
  return self->places;
}
