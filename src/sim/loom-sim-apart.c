/* loom-sim-apart.c: arrays in which the workers of a launch cannot meet, told before it runs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-apart-private.h"
#include "loom-sim-provenance-private.h"
#include "loom-sim-sum-private.h"

/* Workers take the grid in chunks of blocks one after the other. Where every access to an array has
 * an address that is a thread's part plus numbers of the launch times %ctaid (loom-sim-sums.c), the
 * stretch of the array that a chunk reaches follows from its first and last blocks; comparisons
 * that bound the threads (loom-sim-bounds.c) make it as short as it is where a grid is larger than
 * its array. If the stretches of stores lie apart from those of all accesses of other chunks,
 * nobody need note who stored what, or copy what was there before. Otherwise nothing is said.
 *
 * A transposed array is reached in columns: there the stretches lie apart in each of its rows. */

#define MAX_ACCESSES 64u /* of a kernel, to arrays */
#define MAX_CHUNKS 4096u

/* Whether an address is a sum, and how it goes on from block to block; FALSE: it may be anywhere.
 */
static gboolean
read_access (const LoomSimApart *self,
             const LoomSimOp    *op,
             LoomSimReached     *access)
{
  const LoomSimVector *v = &self->block->vectors[0];
  const gint64 farthest = (gint64) LOOM_SIM_SLOT_MIDDLE;
  guint64 slot;

  *access = (LoomSimReached) { .op = op };
  if (op->detail->width[0] != 8 || (!op->detail->summed && op->detail->survey == 0))
    return FALSE;
  if (op->detail->summed)
    {
      access->factors[0] = *LOOM_SIM_LANES (gint64, op->b);
      access->factors[1] = *LOOM_SIM_LANES (gint64, op->c);
      access->factors[2] = *LOOM_SIM_LANES (gint64, op->f);
    }
  for (guint i = 0; i < LOOM_SIM_N_AXES; i++)
    if (access->factors[i] > farthest / loom_sim_apart_get_extent (self, i) ||
        access->factors[i] < -farthest / loom_sim_apart_get_extent (self, i))
      return FALSE;
  slot = (*LOOM_SIM_LANES (guint64, op->a) + (guint64) op->immediate) >> LOOM_SIM_SLOT_BITS;
  access->slot = (guint) slot;
  return slot >= LOOM_SIM_FIRST_SLOT && slot < self->sim->n_slots;
}

static void
exclude (LoomSimSlot *slot,
         gpointer     data)
{
  slot->apart = FALSE;
}

/* Notes every access whose address is known, and takes from all others what they may be to. */
static void
find_accesses (LoomSimApart *self)
{
  const LoomSimProgram *program = self->launch->program;

  for (guint i = 0; i < program->n_ops; i++)
    {
      const LoomSimOp *op = &program->ops[i];
      LoomSimReached access = { .chunks = NULL };

      if (!loom_sim_provenance_is_global (op->detail))
        continue;
      if (self->accesses->len < MAX_ACCESSES && read_access (self, op, &access))
        {
          if (self->sim->slots[access.slot].may.store == 0)
            continue;
          if (loom_sim_apart_find_chunks (self, &access))
            {
              g_array_append_val (self->accesses, access);
              continue;
            }
          g_free (access.chunks);
        }
      loom_sim_provenance_foreach_slot (program, op->detail, self->sim->slots, self->sim->n_slots,
                                        exclude, NULL);
    }
}

/* Whether what chunks do at b comes behind all that chunks before them did at a. */
static gboolean
comes_behind (const LoomSimApart   *self,
              const LoomSimReached *a,
              const LoomSimReached *b)
{
  gint64 high = G_MININT64;

  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      if (b->chunks[i].low < high)
        return FALSE;
      high = MAX (high, a->chunks[i].high);
    }
  return TRUE;
}

static gboolean
comes_before (const LoomSimApart   *self,
              const LoomSimReached *a,
              const LoomSimReached *b)
{
  gint64 low = G_MAXINT64;

  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      if (b->chunks[i].high > low)
        return FALSE;
      low = MIN (low, a->chunks[i].low);
    }
  return TRUE;
}

static gboolean
have_nothing_in_common (const LoomSimApart   *self,
                        const LoomSimReached *a,
                        const LoomSimReached *b)
{
  LoomSimStretch all_a = LOOM_SIM_NOWHERE, all_b = LOOM_SIM_NOWHERE;

  for (guint64 i = 0; i < self->n_chunks; i++)
    {
      loom_sim_stretch_include (&all_a, a->chunks[i].low, a->chunks[i].high);
      loom_sim_stretch_include (&all_b, b->chunks[i].low, b->chunks[i].high);
    }
  return all_a.high <= all_b.low || all_b.high <= all_a.low;
}

static gboolean
can_meet (const LoomSimApart   *self,
          const LoomSimReached *a,
          const LoomSimReached *b)
{
  return !have_nothing_in_common (self, a, b) &&
         !(comes_behind (self, a, b) && comes_behind (self, b, a)) &&
         !(comes_before (self, a, b) && comes_before (self, b, a));
}

static LoomSimReached *
get_access (LoomSimApart *self,
            guint         i)
{
  return &g_array_index (self->accesses, LoomSimReached, i);
}

static gboolean
is_store (const LoomSimReached *access)
{
  return access->op->detail->kind == LOOM_SIM_ACCESS_STORE;
}

/* Whether no store to a slot can meet any access of another chunk. */
static gboolean
is_apart (LoomSimApart *self,
          guint         slot)
{
  for (guint i = 0; i < self->accesses->len; i++)
    for (guint j = 0; j < self->accesses->len; j++)
      if (is_store (get_access (self, i)) && get_access (self, i)->slot == slot &&
          get_access (self, j)->slot == slot &&
          can_meet (self, get_access (self, i), get_access (self, j)))
        return FALSE;
  return TRUE;
}

/* The same in each row of the array, as long as `store` tells. */
static gboolean
is_apart_in_rows (LoomSimApart         *self,
                  const LoomSimReached *store)
{
  const gint64 period = loom_sim_apart_find_period (self, store);

  for (guint i = 0; period > 0 && i < self->accesses->len; i++)
    if (get_access (self, i)->slot == store->slot &&
        !loom_sim_apart_reduce (self, get_access (self, i), period))
      return FALSE;
  return period > 0 && is_apart (self, store->slot);
}

static void
compare_accesses (LoomSimApart *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const LoomSimReached *store = get_access (self, i);
      LoomSimSlot *slot = &self->sim->slots[store->slot];

      if (is_store (store) && slot->apart)
        slot->apart = is_apart (self, store->slot) || is_apart_in_rows (self, store);
    }
}

void
loom_sim_apart_find (LoomSim                  *sim,
                     const LoomSimLaunchState *launch,
                     guint64                   chunk)
{
  const LoomSimProgram *program = launch->program;
  LoomSimApart self = {
    .sim = sim,
    .launch = launch,
    .block = launch->spare != NULL ? *launch->spare : NULL,
    .chunk = chunk,
    .n_chunks = (launch->n_blocks + chunk - 1) / chunk,
    .by_rows = launch->grid.y > 1 || launch->grid.z > 1,
  };
  const gboolean can = self.block != NULL && launch->together == 1 && launch->seed < 0 &&
                       (!self.by_rows || chunk % launch->grid.x == 0) &&
                       self.n_chunks <= MAX_CHUNKS &&
                       !program->makes_calls;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < sim->n_slots; i++)
    sim->slots[i].apart = can;
  if (!can)
    return;
  for (guint i = 0; i < program->n_ops; i++)
    if (program->ops[i].detail != NULL && program->ops[i].detail->bound > 0)
      self.comparisons[program->ops[i].detail->bound - 1] = &program->ops[i];
  self.accesses = g_array_new (FALSE, FALSE, sizeof (LoomSimReached));
  find_accesses (&self);
  compare_accesses (&self);
  for (guint i = 0; i < self.accesses->len; i++)
    g_free (get_access (&self, i)->chunks);
  g_array_unref (self.accesses);
  loom_sim_apart_clear_limits (&self);
}
