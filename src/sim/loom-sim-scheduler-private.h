#pragma once

#include "loom-sim-findings-private.h"
#include "loom-sim-pool-private.h"

G_BEGIN_DECLS

#define LOOM_SIM_MAX_RESIDENT_BYTES (G_GUINT64_CONSTANT (1) << 30)     /* state of all blocks in flight */
#define LOOM_SIM_MAX_RESIDENT_BLOCKS 2048u

/* The output of one block, to be put in order. */
typedef struct
{
  guint64  block;
  char    *text;
} LoomSimPrinted;

/* What came of a launch, before it is told to anybody. */
typedef struct
{
  gboolean     cancelled;
  gboolean     endless;
  guint64      trap_block;
  LoomSimTrap  trap;            /* of the lowest block that trapped */
  guint64      trapped_blocks;
  guint64      issued;
  GArray      *printed;         /* (element-type LoomSimPrinted) */
  LoomSimFindings findings;     /* what is warned of without being asked for */
} LoomSimResult;

/* Runs all blocks. observers: one for each worker, or NULL. */
void loom_sim_schedule       (const LoomSimLaunchState *launch,
                              const LoomSimOptions     *options,
                              LoomSimPool              *pool,
                              guint                     n_workers,
                              LoomSimObserver         **observers,
                              LoomSimResult            *result);
/* Blocks that run in a vector together count as one. */
guint64 loom_sim_schedule_get_chunk (const LoomSimLaunchState *launch,
                                     guint                     n_workers);
void loom_sim_result_clear   (LoomSimResult            *self);

G_END_DECLS
