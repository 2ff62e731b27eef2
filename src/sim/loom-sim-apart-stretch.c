/* loom-sim-apart-stretch.c: from where to where in an array each chunk of blocks goes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-apart-private.h"
#include "loom-sim-sum-private.h"

/* What bounds the threads that come to an access. */
static void
find_limits (LoomSimApart   *self,
             LoomSimReached *access)
{
  const guint64 known[2] = { access->op->detail->fails, access->op->detail->holds };

  for (guint outcome = 0; outcome < 2; outcome++)
    for (guint64 left = known[outcome]; left != 0 && access->n_limits < LOOM_SIM_MAX_LIMITS;
         left &= left - 1)
      {
        const LoomSimLimit *limit =
            loom_sim_apart_get_limit (self, (guint) __builtin_ctzll (left), outcome == 1);

        if (limit->first != NULL)
          access->limits[access->n_limits++] = limit;
      }
}

/* Which blocks in x a thread can be of, at an access, if y is the last (or any). FALSE: none. */
static gboolean
get_blocks (const LoomSimApart   *self,
            const LoomSimReached *access,
            guint                 thread,
            gboolean              y_is_last,
            LoomSimStretch       *x)
{
  const gint32 last_y = (gint32) self->launch->grid.y - 1;

  *x = (LoomSimStretch) { 0, (gint64) self->launch->grid.x - 1 };
  for (guint i = 0; i < access->n_limits; i++)
    {
      const LoomSimLimit *limit = access->limits[i];
      const gint32 first = limit->first[thread], last = limit->last[thread];

      if (limit->axis == 0)
        *x = (LoomSimStretch) { MAX (x->low, first), MIN (x->high, last) };
      else if ((limit->axis == LOOM_SIM_THREADS_ALONE && first > last) ||
               (limit->axis == 1 && y_is_last && (last_y < first || last_y > last)))
        return FALSE;
    }
  return x->low <= x->high;
}

/* Where an access of the blocks with y and z of 0 goes, or, in chunks of a row, of block 0. */
static LoomSimStretch
find_stretch (const LoomSimApart   *self,
              const LoomSimReached *access,
              gboolean              y_is_last)
{
  const gint64 factor = access->factors[0];
  const guint64 window = (guint64) access->slot << LOOM_SIM_SLOT_BITS;
  LoomSimStretch stretch = LOOM_SIM_NOWHERE;
  guint thread = 0;

  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      const LoomSimVector *v = &self->block->vectors[i];
      const guint64 *parts = LOOM_SIM_LANES (guint64, access->op->a);

      for (guint n = 0; n < v->n_lanes; n++, thread++)
        {
          const gint64 at = (gint64) (parts[n] + (guint64) access->op->immediate - window);
          LoomSimStretch x = { 0, self->by_rows ? (gint64) self->launch->grid.x - 1 : 0 };

          if (access->n_limits > 0 && !get_blocks (self, access, thread, y_is_last, &x))
            continue;
          /* Farther away than any array is long: the sum would overflow. */
          if (at < 0 || at >> LOOM_SIM_SLOT_BITS != 0)
            return (LoomSimStretch) { G_MININT64, G_MAXINT64 };
          loom_sim_stretch_include (&stretch, at + MIN (factor * x.low, factor * x.high),
                                    at + MAX (factor * x.low, factor * x.high) +
                                        access->op->detail->size);
        }
    }
  return stretch;
}

/* Adds where blocks `first` to `last` on an axis lie. */
static void
move (LoomSimStretch *self,
      gint64          factor,
      gint64          first,
      gint64          last)
{
  self->low += MIN (factor * first, factor * last);
  self->high += MAX (factor * first, factor * last);
}

static LoomSimStretch
get_chunk (const LoomSimApart   *self,
           const LoomSimReached *access,
           guint64               chunk)
{
  const LoomDim3 *grid = &self->launch->grid;
  const guint64 first = chunk * self->chunk,
                last = MIN (first + self->chunk, self->launch->n_blocks) - 1;
  const gint64 row = (gint64) (first / grid->x), last_row = (gint64) (last / grid->x),
               top = (gint64) grid->y - 1;
  const gint64 z = row / grid->y, last_z = last_row / grid->y;
  const gint64 y = z == last_z ? row % grid->y : 0, last_y = z == last_z ? last_row % grid->y : top;
  LoomSimStretch all = LOOM_SIM_NOWHERE, part = access->inner;

  if (!self->by_rows)
    {
      move (&part, access->factors[0], (gint64) first, (gint64) last);
      return part;
    }
  if (y < top && part.low <= part.high)
    {
      move (&part, access->factors[1], y, MIN (last_y, top - 1));
      loom_sim_stretch_include (&all, part.low, part.high);
    }
  part = access->outer;
  if (last_y == top && part.low <= part.high)
    {
      move (&part, access->factors[1], top, top);
      loom_sim_stretch_include (&all, part.low, part.high);
    }
  if (all.low <= all.high)
    move (&all, access->factors[2], z, last_z);
  return all;
}

gboolean
loom_sim_apart_find_chunks (LoomSimApart   *self,
                            LoomSimReached *access)
{
  if (self->by_rows)
    find_limits (self, access);
  access->inner = find_stretch (self, access, FALSE);
  access->outer =
      self->by_rows && access->n_limits > 0 ? find_stretch (self, access, TRUE) : access->inner;
  if (access->inner.low == G_MININT64)
    return FALSE;
  access->chunks = g_new (LoomSimStretch, self->n_chunks);
  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      access->chunks[i] = get_chunk (self, access, i);
      if (access->chunks[i].low <= access->chunks[i].high &&
          (access->chunks[i].low < 0 || access->chunks[i].high >> LOOM_SIM_SLOT_BITS != 0))
        return FALSE;
    }
  return TRUE;
}

gint64
loom_sim_apart_find_period (const LoomSimApart   *self,
                            const LoomSimReached *access)
{
  const LoomSimVector *v = &self->block->vectors[0];
  const guint64 *parts = LOOM_SIM_LANES (guint64, access->op->a);
  guint n = 1;

  while (n < v->n_lanes && parts[n] == parts[0] + n * access->op->detail->size)
    n++;
  return n < v->n_lanes ? (gint64) (parts[n] - parts[0]) : 0;
}

gboolean
loom_sim_apart_reduce (LoomSimApart   *self,
                       LoomSimReached *access,
                       gint64          period)
{
  const guint64 base = LOOM_SIM_SLOT_ADDRESS (access->slot);
  LoomSimStretch x, all[2] = { LOOM_SIM_NOWHERE, LOOM_SIM_NOWHERE };

  if (!self->by_rows || self->launch->grid.z > 1 || access->factors[0] % period != 0)
    return FALSE;
  for (guint i = 0, thread = 0; i < self->launch->n_vectors; i++)
    {
      const LoomSimVector *v = &self->block->vectors[i];
      const guint64 *parts = LOOM_SIM_LANES (guint64, access->op->a);

      for (guint n = 0; n < v->n_lanes; n++, thread++)
        {
          const gint64 offset = (gint64) (parts[n] + (guint64) access->op->immediate - base);
          const gint64 at = offset - loom_sim_divide_down (offset, period) * period;

          for (guint y_is_last = 0; y_is_last < 2; y_is_last++)
            if (get_blocks (self, access, thread, y_is_last == 1, &x))
              loom_sim_stretch_include (&all[y_is_last], at, at + access->op->detail->size);
        }
    }
  access->inner = all[0];
  access->outer = all[1];
  access->factors[0] = 0;
  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      const LoomSimStretch *chunk = &access->chunks[i];

      access->chunks[i] = get_chunk (self, access, i);
      if (chunk->low <= chunk->high && (chunk->low < 0 || chunk->high > period))
        return FALSE;
    }
  return TRUE;
}
