/* loom-sim-cell-blocks.c: the blocks of a launch that can come to a cell, told before they run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-cell-blocks-private.h"
#include "loom-sim-modref-private.h"
#include "loom-sim-ranges-private.h"

/* Where all accesses to the cell's array have addresses of an affine form, a block comes to the
 * cell only if that holds for a thread of it. The others need not run, unless blocks hear of each
 * other in memory. */

#define MAX_BLOCKS (1u << 24)   /* of a launch that is sifted */
#define MAX_ACCESSES 64u        /* of a kernel */
#define NOWHERE ((LoomSimReach) { G_MAXINT64, G_MININT64, G_MAXINT64, G_MININT64 })
#define ANYWHERE ((LoomSimReach) { G_MININT64, G_MAXINT64, G_MININT64, G_MAXINT64 })

typedef struct
{
  const LoomSimLaunchState *launch;
  LoomSimRanges             ranges;
  GArray                   *accesses;   /* (element-type LoomSimRanged) of a known form */
  guint                     slot;       /* the cell's */
  gint64                    at, size;   /* its bytes, from where the slot begins */
  gboolean                  anywhere;   /* some access may be to its slot, wherever */
  LoomSimReach             *reaches;
} Sieve;

/* Whether what a block does can hang on others. */
static gboolean
depend_on_each_other (const LoomSimLaunchState *launch)
{
  const LoomSimProgram *program = launch->program;

  for (guint i = LOOM_SIM_FIRST_SLOT; i < launch->n_slots; i++)
    if (launch->regions[i].may.store != 0 && launch->regions[i].may.loads_others)
      return TRUE;
  return program->order_matters || program->syncs_grid || program->has_heap ||
         program->makes_calls || program->has_calls;
}

static void
reach_anywhere (const LoomSimLaunchState *launch,
                guint                     slot,
                gpointer                  data)
{
  Sieve *self = data;

  self->anywhere |= slot == self->slot;
  self->reaches[slot] = ANYWHERE;
}

static gboolean
read_accesses (Sieve *self)
{
  const LoomSimProgram *program = self->launch->program;

  for (guint i = 0; i < program->n_ops && !self->anywhere; i++)
    {
      const LoomSimOp *op = &program->ops[i];
      LoomSimRanged access;

      if (!loom_sim_modref_is_global (op->detail))
        continue;
      if (self->accesses->len < MAX_ACCESSES && loom_sim_ranges_read (&self->ranges, op, &access))
        g_array_append_val (self->accesses, access);
      else
        loom_sim_modref_foreach_slot (self->launch, op->detail, reach_anywhere, self);
    }
  return !self->anywhere;
}

/* What is added to a thread's part in a block. */
static gint64
get_sum (const Sieve         *self,
         const LoomSimRanged *access,
         guint64              block)
{
  const LoomDim3 id = loom_dim3_unpack (&self->launch->grid, block);

  return access->factors[0] * id.x + access->factors[1] * id.y + access->factors[2] * id.z;
}

/* Where the threads of a block with all indices 0 go: from the first byte to the last one's. */
static LoomSimRange
get_parts (const Sieve         *self,
           const LoomSimRanged *access)
{
  LoomSimRange range = LOOM_SIM_EMPTY_RANGE;

  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    {
      const gint64 at = loom_sim_ranges_get_offset (&self->ranges, access, thread);

      loom_sim_range_include (&range, at, at);
    }
  return range;
}

static gboolean
comes_to_cell (const Sieve         *self,
               const LoomSimRanged *access,
               gint64               sum)
{
  for (guint thread = 0; thread < self->launch->block_threads; thread++)
    {
      const gint64 at = loom_sim_ranges_get_offset (&self->ranges, access, thread) + sum;

      if (at > self->at - access->op->detail->size && at < self->at + self->size)
        return TRUE;
    }
  return FALSE;
}

/* Marks the blocks that come to the cell at one access. */
static void
mark (const Sieve         *self,
      const LoomSimRanged *access,
      guint8              *blocks)
{
  const LoomSimRange parts = get_parts (self, access);

  for (guint64 i = 0; i < self->launch->n_blocks && access->slot == self->slot; i++)
    {
      const gint64 sum = get_sum (self, access, i);

      if (!blocks[i] && parts.high + sum > self->at - access->op->detail->size &&
          parts.low + sum < self->at + self->size)
        blocks[i] = (guint8) comes_to_cell (self, access, sum);
    }
}

/* Adds what the marked blocks do at one access. */
static void
reach (const Sieve         *self,
       const LoomSimRanged *access,
       const guint8        *blocks)
{
  const LoomSimRange parts = get_parts (self, access);
  LoomSimReach *to = &self->reaches[access->slot];
  LoomSimRange all = LOOM_SIM_EMPTY_RANGE;

  for (guint64 i = 0; i < self->launch->n_blocks; i++)
    if (blocks[i])
      {
        const gint64 sum = get_sum (self, access, i) - (gint64) LOOM_SIM_SLOT_MIDDLE;

        loom_sim_range_include (&all, parts.low + sum,
                                parts.high + sum + access->op->detail->size);
      }
  if (loom_sim_range_is_empty (&all))
    return;
  if (access->op->detail->kind != LOOM_SIM_ACCESS_STORE)
    {
      to->load_begin = MIN (to->load_begin, all.low);
      to->load_end = MAX (to->load_end, all.high);
    }
  if (access->op->detail->kind != LOOM_SIM_ACCESS_LOAD)
    {
      to->store_begin = MIN (to->store_begin, all.low);
      to->store_end = MAX (to->store_end, all.high);
    }
}

guint8 *
loom_sim_cell_blocks_find (const LoomSimLaunchState *launch,
                           const LoomSimCell        *cell,
                           LoomSimReach             *reaches)
{
  Sieve self = {
    .launch = launch,
    .slot = (guint) (cell->address >> LOOM_SIM_SLOT_BITS),
    .at = (gint64) (cell->address & ((G_GUINT64_CONSTANT (1) << LOOM_SIM_SLOT_BITS) - 1)),
    .size = cell->size,
    .reaches = reaches,
  };
  guint8 *blocks = NULL;

  for (guint i = 0; i < launch->n_slots; i++)
    reaches[i] = NOWHERE;
  if (launch->n_blocks > MAX_BLOCKS || launch->slots[self.slot].is_constant ||
      depend_on_each_other (launch) || !loom_sim_ranges_init (&self.ranges, launch,
                                                              launch->n_blocks))
    return NULL;
  self.accesses = g_array_new (FALSE, FALSE, sizeof (LoomSimRanged));
  if (read_accesses (&self))
    blocks = g_malloc0 (launch->n_blocks);
  for (guint i = 0; i < self.accesses->len && blocks != NULL; i++)
    mark (&self, &g_array_index (self.accesses, LoomSimRanged, i), blocks);
  for (guint i = 0; i < self.accesses->len && blocks != NULL; i++)
    reach (&self, &g_array_index (self.accesses, LoomSimRanged, i), blocks);
  g_array_unref (self.accesses);
  loom_sim_ranges_clear (&self.ranges);
  return blocks;
}

guint8 *
loom_sim_cell_blocks_find_alone (const LoomSimLaunchState *launch,
                                 guint64                   block,
                                 LoomSimReach             *reaches)
{
  Sieve self = { .launch = launch, .slot = G_MAXUINT, .reaches = reaches };
  guint8 *blocks;

  if (launch->n_blocks > MAX_BLOCKS || block >= launch->n_blocks || depend_on_each_other (launch))
    return NULL;
  blocks = g_malloc0 (launch->n_blocks);
  blocks[block] = TRUE;
  for (guint i = 0; i < launch->n_slots; i++)
    reaches[i] = ANYWHERE;
  if (!loom_sim_ranges_init (&self.ranges, launch, launch->n_blocks))
    return blocks;
  for (guint i = 0; i < launch->n_slots; i++)
    reaches[i] = NOWHERE;
  self.accesses = g_array_new (FALSE, FALSE, sizeof (LoomSimRanged));
  read_accesses (&self);
  for (guint i = 0; i < self.accesses->len; i++)
    reach (&self, &g_array_index (self.accesses, LoomSimRanged, i), blocks);
  g_array_unref (self.accesses);
  loom_sim_ranges_clear (&self.ranges);
  return blocks;
}
