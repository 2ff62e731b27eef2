#pragma once

#include "loom-sim-findings-private.h"
#include "loom-sim-pool-private.h"

#define LOOM_SIM_MAX_RESIDENT_BYTES (G_GUINT64_CONSTANT (1) << 30)     /* state of all blocks in
                                                                          flight */
#define LOOM_SIM_MAX_RESIDENT_BLOCKS 2048u

/* The output of one block, to be put in order. */
typedef struct
{
  guint64  block;
  char    *text;
} LoomSimPrinted;

/* What one worker has besides its blocks. */
typedef struct
{
  LoomSimTracker *tracker;      /* NULL: nothing is counted */
  LoomSimLog     *log;         /* takes what is added to floats; NULL: it is added at once */
} LoomSimKit;

/* Who runs the blocks. */
typedef struct
{
  guint        n_workers;
  LoomSimPool *pool;            /* of as many; NULL: one */
  /* Called by each worker that comes, in its own thread; or NULL. */
  void       (*equip) (gpointer    data,
                       LoomSimKit *kit);
  /* Whether a worker with this tracker met another so far, so that the launch will be undone; or
   * NULL. */
  gboolean   (*has_met) (gpointer        data,
                         LoomSimTracker *tracker);
  gpointer     data;
} LoomSimCrew;

/* What came of a launch, before it is reported. */
typedef struct
{
  gboolean     cancelled;
  gboolean     endless;
  guint64      trap_block;
  LoomSimTrap  trap;            /* of the lowest block that trapped */
  guint64      trapped_blocks;
  guint64      issued;
  guint64      stored;          /* threads that are not idle */
  guint        workers;         /* that were called: those who came in time ran it */
  GArray      *printed;         /* (element-type LoomSimPrinted) */
  LoomSimFindings findings;     /* warnings that every launch gives */
} LoomSimResult;

/* Runs all blocks. */
void loom_sim_schedule       (LoomSimLaunchState       *launch,
                              const LoomSimOptions     *options,
                              const LoomSimCrew        *crew,
                              LoomSimResult            *result);
/* A batch counts as one block. */
guint64 loom_sim_schedule_get_chunk (const LoomSimLaunchState *launch,
                                     guint                     n_workers);
void loom_sim_result_clear   (LoomSimResult            *self);
