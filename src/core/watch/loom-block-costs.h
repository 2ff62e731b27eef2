#pragma once

#include "loom-wire.h"

#include <gio/gio.h>

#define LOOM_BLOCK_COSTS_MOST_GROUPS 16384

/* What the blocks of one launch cost, as the simulator counts it: of each its warp instructions,
 * and of some what they ask of memory. */
typedef struct
{
  guint64 n_blocks;             /* of the launch */
  guint64 per_group;            /* consecutive blocks that are counted together; the last group may
                                   have fewer */
  GArray *instructions;         /* (element-type guint64) warp instructions of each group */
  guint64 footprint;            /* bytes of all arrays that the kernel gets */

  /* of the blocks whose accesses were looked at */
  guint64 sampled;              /* how many */
  guint64 sampled_instructions; /* warp instructions of them */
  guint64 busy_warps;           /* of them that accessed memory: the others were sent home */
  guint64 requests;             /* of global memory: one warp's execution of one instruction */
  guint64 wavefronts;           /* passes that the level-1 cache needs for those, 128 bytes each,
                                   and shared memory for its own */
  guint64 sectors;              /* of 32 bytes that the level-2 cache sees: those that a block loads
                                   once for the block, as its level-1 cache keeps them, those that
                                   it stores once for each request */
} LoomBlockCosts;

LoomBlockCosts *loom_block_costs_new      (void);
LoomBlockCosts *loom_block_costs_copy     (const LoomBlockCosts  *self);
void            loom_block_costs_free     (LoomBlockCosts        *self);
void            loom_block_costs_begin    (LoomBlockCosts        *self,
                                           guint64                n_blocks);
void            loom_block_costs_add      (LoomBlockCosts        *self,
                                           guint64                block,
                                           guint64                instructions);
double          loom_block_costs_get      (const LoomBlockCosts  *self,
                                           guint64                block);
guint64         loom_block_costs_sum      (const LoomBlockCosts  *self);
LOOM_DECLARE_WIRE (LoomBlockCosts, loom_block_costs)
extern const LoomWire _loom_block_costs_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomBlockCosts, loom_block_costs_free)
