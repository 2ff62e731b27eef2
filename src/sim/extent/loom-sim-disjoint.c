/* loom-sim-disjoint.c: arrays in which the workers of a launch cannot meet, told before it runs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-disjoint-private.h"
#include "loom-sim-ranges-private.h"
#include "loom-sim-modref-private.h"

/* Workers take the grid in chunks of blocks one after the other, and the range of the array that a
 * chunk accesses may be known (loom-sim-ranges.c). If the ranges of stores are disjoint from those
 * of all accesses of other chunks, nobody need note who stored what, or copy what was there before.
 * Otherwise nothing is said.
 *
 * A transposed array is accessed in columns: there the ranges are disjoint in each of its rows. */

#define MAX_ACCESSES 64u        /* of a kernel, to arrays */

typedef struct
{
  LoomSimRanges ranges;
  GArray       *accesses;       /* (element-type LoomSimRanged) */
} Disjoint;

static void
exclude (const LoomSimLaunchState *launch,
         guint                     slot,
         gpointer                  data)
{
  launch->regions[slot].disjoint = FALSE;
}

/* Notes every access whose address is known, and takes from all others what they may be to. */
static void
find_accesses (Disjoint *self)
{
  const LoomSimProgram *program = self->ranges.launch->program;

  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];
      gboolean is_known;
      LoomSimRanged access;

      if (!loom_sim_modref_is_global (op->detail))
        continue;
      is_known = self->accesses->len < MAX_ACCESSES &&
                 loom_sim_ranges_read (&self->ranges, op, &access);
      if (is_known && self->ranges.launch->regions[access.slot].may.store == 0)
        continue;
      if (is_known && loom_sim_ranges_find (&self->ranges, &access))
        {
          g_array_append_val (self->accesses, access);
          continue;
        }
      if (is_known)
        g_free (access.chunks);
      loom_sim_modref_foreach_slot (self->ranges.launch, op->detail, exclude, NULL);
    }
}

static LoomSimRanged *
get_access (const Disjoint *self,
            guint           i)
{
  return &g_array_index (self->accesses, LoomSimRanged, i);
}

static gboolean
is_store (const LoomSimRanged *access)
{
  return access->op->detail->kind == LOOM_SIM_ACCESS_STORE;
}

/* Whether what chunks do at b comes behind all that chunks before them did at a; or chunks after
 * them. */
static gboolean
comes_behind (const Disjoint      *self,
              const LoomSimRanged *a,
              const LoomSimRanged *b,
              gboolean             backwards)
{
  gint64 high = G_MININT64;

  for (guint64 i = 0; i < self->ranges.n_chunks; i++)
    {
      const guint64 chunk = backwards ? self->ranges.n_chunks - 1 - i : i;

      if (b->chunks[chunk].low < high)
        return FALSE;
      high = MAX (high, a->chunks[chunk].high);
    }
  return TRUE;
}

static gboolean
have_nothing_in_common (const Disjoint      *self,
                        const LoomSimRanged *a,
                        const LoomSimRanged *b)
{
  LoomSimRange all_a = LOOM_SIM_EMPTY_RANGE, all_b = LOOM_SIM_EMPTY_RANGE;

  for (guint64 i = 0; i < self->ranges.n_chunks; i++)
    {
      loom_sim_range_include (&all_a, a->chunks[i].low, a->chunks[i].high);
      loom_sim_range_include (&all_b, b->chunks[i].low, b->chunks[i].high);
    }
  return all_a.high <= all_b.low || all_b.high <= all_a.low;
}

static gboolean
can_meet (const Disjoint      *self,
          const LoomSimRanged *a,
          const LoomSimRanged *b)
{
  for (guint backwards = 0; backwards < 2; backwards++)
    if (comes_behind (self, a, b, backwards) && comes_behind (self, b, a, backwards))
      return FALSE;
  return !have_nothing_in_common (self, a, b);
}

/* Whether no store to a slot can meet any access of another chunk. */
static gboolean
is_disjoint (const Disjoint *self,
             guint           slot)
{
  for (guint i = 0; i < self->accesses->len; i++)
    for (guint j = 0; j < self->accesses->len; j++)
      if (is_store (get_access (self, i)) && get_access (self, i)->slot == slot &&
          get_access (self, j)->slot == slot &&
          can_meet (self, get_access (self, i), get_access (self, j)))
        return FALSE;
  return TRUE;
}

static gint64
get_offset (const Disjoint      *self,
            const LoomSimRanged *access,
            guint                thread)
{
  return loom_sim_ranges_get_offset (&self->ranges, access, thread);
}

/* How far apart lanes begin to lie that are not side by side: most often a row of the array. */
static gint64
find_period (const Disjoint      *self,
             const LoomSimRanged *access)
{
  const gint64 first = get_offset (self, access, 0);
  const guint n_lanes = self->ranges.block->vectors[0].n_lanes, size = access->op->detail->size;
  guint n = 1;

  while (n < n_lanes && get_offset (self, access, n) == first + (gint64) n * size)
    n++;
  return n < n_lanes ? get_offset (self, access, n) - first : 0;
}

/* Makes the chunks' ranges those within a row of the array; FALSE: they go over from row to row. */
static gboolean
reduce_to_row (const Disjoint *self,
               LoomSimRanged  *access,
               gint64          period)
{
  LoomSimRange x, all[2] = { LOOM_SIM_EMPTY_RANGE, LOOM_SIM_EMPTY_RANGE };

  if (!self->ranges.by_rows || self->ranges.launch->grid.z > 1 || access->factors[0] % period != 0)
    return FALSE;
  for (guint thread = 0; thread < self->ranges.launch->block_threads; thread++)
    {
      const gint64 offset = get_offset (self, access, thread) - (gint64) LOOM_SIM_SLOT_MIDDLE;
      const gint64 at = offset - loom_sim_divide_down (offset, period) * period;

      for (guint y_is_last = 0; y_is_last < 2; y_is_last++)
        if (loom_sim_ranges_get_blocks (&self->ranges, access, thread, y_is_last == 1, &x))
          loom_sim_range_include (&all[y_is_last], at, at + access->op->detail->size);
    }
  access->inner = all[0];
  access->outer = all[1];
  access->factors[0] = 0;
  return loom_sim_ranges_find_chunks (&self->ranges, access, period);
}

/* The same in each row of the array, as long as `store` tells. */
static gboolean
is_disjoint_in_rows (const Disjoint      *self,
                     const LoomSimRanged *store)
{
  const gint64 period = find_period (self, store);

  for (guint i = 0; period > 0 && i < self->accesses->len; i++)
    if (get_access (self, i)->slot == store->slot &&
        !reduce_to_row (self, get_access (self, i), period))
      return FALSE;
  return period > 0 && is_disjoint (self, store->slot);
}

void
loom_sim_disjoint_find (const LoomSimLaunchState *launch,
                        guint64                   chunk)
{
  Disjoint self = { .accesses = NULL };
  const gboolean can = loom_sim_ranges_init (&self.ranges, launch, chunk);

  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    launch->regions[i].disjoint = can;
  if (!can)
    return;
  self.accesses = g_array_new (FALSE, FALSE, sizeof (LoomSimRanged));
  find_accesses (&self);
  for (guint i = 0; i < self.accesses->len; i++)
    {
      const LoomSimRanged *store = get_access (&self, i);
      LoomSimRegion *region = &self.ranges.launch->regions[store->slot];

      if (is_store (store) && region->disjoint)
        region->disjoint = is_disjoint (&self, store->slot) || is_disjoint_in_rows (&self, store);
    }
  for (guint i = 0; i < self.accesses->len; i++)
    g_free (get_access (&self, i)->chunks);
  g_array_unref (self.accesses);
  loom_sim_ranges_clear (&self.ranges);
}
