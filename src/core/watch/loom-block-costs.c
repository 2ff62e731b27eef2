/* loom-block-costs.c: what the blocks of a launch cost, to and from another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-block-costs.h"

#include "loom-wire-private.h"

LoomBlockCosts *
loom_block_costs_new (void)
{
  LoomBlockCosts *self = g_new0 (LoomBlockCosts, 1);

  self->per_group = 1;
  self->instructions = g_array_new (FALSE, TRUE, sizeof (guint64));
  return self;
}

LoomBlockCosts *
loom_block_costs_copy (const LoomBlockCosts *self)
{
  LoomBlockCosts *copy = g_memdup2 (self, sizeof *self);

  copy->instructions = g_array_copy (self->instructions);
  return copy;
}

void
loom_block_costs_free (LoomBlockCosts *self)
{
  g_array_unref (self->instructions);
  g_free (self);
}

/**
 * loom_block_costs_begin:
 * @self: costs of nothing yet
 * @n_blocks: of the launch, at least 1
 *
 * Makes room for the blocks of a launch.
 */
void
loom_block_costs_begin (LoomBlockCosts *self,
                        guint64         n_blocks)
{
  self->n_blocks = n_blocks;
  self->per_group = (n_blocks - 1) / LOOM_BLOCK_COSTS_MOST_GROUPS + 1;
  g_array_set_size (self->instructions, (guint) ((n_blocks - 1) / self->per_group + 1));
}

/**
 * loom_block_costs_add:
 * @block: linear index, below the number of blocks
 * @instructions: warp instructions that it has executed
 *
 * Counts a block that has ended.
 */
void
loom_block_costs_add (LoomBlockCosts *self,
                      guint64         block,
                      guint64         instructions)
{
  g_array_index (self->instructions, guint64, block / self->per_group) += instructions;
}

/**
 * loom_block_costs_get:
 * @block: linear index, below the number of blocks
 *
 * Returns: the warp instructions of a block: of those that were counted together, the mean
 */
double
loom_block_costs_get (const LoomBlockCosts *self,
                      guint64               block)
{
  const guint64 group = block / self->per_group,
                n = MIN (self->per_group, self->n_blocks - group * self->per_group);

  return (double) g_array_index (self->instructions, guint64, group) / (double) n;
}

/**
 * loom_block_costs_sum:
 *
 * Returns: the warp instructions of all blocks
 */
guint64
loom_block_costs_sum (const LoomBlockCosts *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->instructions->len; i++)
    sum += g_array_index (self->instructions, guint64, i);
  return sum;
}

/* Whoever looks for a block's group divides, and finds one. */
static gboolean
check (gpointer data)
{
  const LoomBlockCosts *self = data;

  return self->n_blocks > 0 &&
         self->per_group == (self->n_blocks - 1) / LOOM_BLOCK_COSTS_MOST_GROUPS + 1 &&
         self->instructions->len == (self->n_blocks - 1) / self->per_group + 1 &&
         self->sampled <= self->n_blocks;
}

static const LoomWireMember members[] = {
  LOOM_WIRE (UINT64, LoomBlockCosts, n_blocks),
  LOOM_WIRE (UINT64, LoomBlockCosts, per_group),
  LOOM_WIRE_VALUES_UP_TO (LoomBlockCosts, instructions, LOOM_BLOCK_COSTS_MOST_GROUPS),
  LOOM_WIRE (UINT64, LoomBlockCosts, footprint),
  LOOM_WIRE (UINT64, LoomBlockCosts, sampled),
  LOOM_WIRE (UINT64, LoomBlockCosts, sampled_instructions),
  LOOM_WIRE (UINT64, LoomBlockCosts, busy_warps),
  LOOM_WIRE (UINT64, LoomBlockCosts, requests),
  LOOM_WIRE (UINT64, LoomBlockCosts, wavefronts),
  LOOM_WIRE (UINT64, LoomBlockCosts, sectors),
};
const LoomWire _loom_block_costs_wire = {
  LOOM_WIRE_MEMBERS (members, LoomBlockCosts), .create = (LoomWireCreate) loom_block_costs_new,
  .destroy = (GDestroyNotify) loom_block_costs_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomBlockCosts, loom_block_costs, &_loom_block_costs_wire)
