#pragma once

#include "loom-block-costs.h"
#include "loom-dim3.h"
#include "loom-finding.h"
#include "loom-profile.h"
#include "loom-ptx-module.h"
#include "loom-run.h"
#include "loom-texture.h"

/* A verified module, loaded: its module variables, the arrays made for it, and its programs lowered
 * on first use. Not thread-safe; one run at a time (a run uses threads of its own). */
typedef struct _LoomSim LoomSim;

/* A cell whose writers and readers are asked for: bytes of one array or variable. */
typedef struct
{
  guint64          address;
  guint            size;
  LoomCellHistory *history;     /* of the caller's: launches add to it */
} LoomSimCell;

/* For each cell, zeroed: requests of warps that touched it, and the sectors of each of those,
 * summed; both or none. */
typedef struct
{
  guint32 *requests, *sectors;
} LoomSimRequests;

/* Planes of one array, given by the caller: writes and reads zeroed, lowest and highest all bits
 * one ("none"). loom_sim_collect() adds to what is there. NULL planes are not recorded. */
typedef struct
{
  guint32  *writes, *reads;     /* for each cell */
  gpointer  lowest, highest;    /* linear thread ids for each cell, of writer_size bytes */
  guint     writer_size;        /* 4 or 8; 4 where all thread ids of a launch are below 2^32 - 1 */
  /* recorded while there is a profile */
  LoomSimRequests loads, stores;        /* atomics are stores */
  guint32  *first_write;        /* for each cell, zeroed: the number of the request that wrote it
                                   first, from 1, among those that store to global memory */
  /* marked while that is looked for; for each cell, zeroed */
  guint8   *races;              /* 1: accesses to it raced */
  guint8   *uninitialised;      /* LoomUninitialised */
} LoomSimPlanes;

/* What each thread of a launch did, by its linear number: given by the caller, zeroed. All or
 * none. */
typedef struct
{
  guint32 *instructions;
  guint64 *lanes;               /* running lanes of its warp at each of these, summed */
  guint8  *states;              /* LoomThreadState */
} LoomSimThreads;

typedef struct
{
  const char   *entry;          /* lowered name of the kernel */
  LoomDim3      grid, block;
  guint32       shared;         /* dynamic, bytes */
  const guint8 *params;         /* at PTX's own offsets */
  gsize         params_size;
  guint64       first_block, n_blocks;  /* which of the grid are run, by linear index; n_blocks 0:
                                           all */
} LoomSimLaunch;

/* What some blocks of a launch can access of an array, in bytes from its first one: the hull of all
 * loads, and of all stores. Atomics are both. Begin behind end: nothing; %G_MININT64 to
 * %G_MAXINT64: not known. */
typedef struct
{
  gint64 load_begin, load_end, store_begin, store_end;
} LoomSimReach;

typedef struct
{
  guint              workers;         /* 0: the affinity mask's count */
  guint64            budget;          /* issued warp instructions; 0: LOOM_DEFAULT_BUDGET */
  guint              wall_ms;         /* 0: none */
  gint64             schedule_seed;   /* -1: none */
  LoomChecks         checks;
  LoomCoverageFlags  coverage;
  LoomProfile       *profile;         /* what launches cost is added to it; or NULL */
  LoomSimThreads     threads;         /* filled where there is a profile */
  LoomBlockCosts    *costs;           /* of nothing yet: gets those of this launch; or NULL */
  LoomTrace         *trace;           /* what its target executes is added to it; or NULL */
  LoomReplay        *replay;          /* its thread's steps are added to it; or NULL */
  gboolean           may_end;         /* once the replay has all steps that it is asked for */
  const LoomSimCell *cells;           /* or NULL */
  guint              n_cells;
  const guint8      *blocks;          /* by index: whether a block is run; NULL: all are */
  const gint        *cancel;          /* read atomically; non-zero asks to stop; or NULL */
} LoomSimOptions;

typedef struct
{
  LoomFinding *trap;            /* or NULL */
  guint64      trapped_blocks;
  GPtrArray   *findings;        /* (element-type LoomFinding) */
  GString     *output;          /* printf */
  guint64      idle_threads;
  guint64      equal_writes;    /* where races are looked for: a thread's stores to what another
                                   left the same, unordered */
  guint64      warp_instructions;
  gboolean     serialised;      /* the outcome may depend on the order of blocks: it ran on one
                                   worker. Decided by the kernel's text and arguments, so it is the
                                   same for any number of workers */
  guint        workers;         /* that were called to it; one, where it was over soon, or blocks
                                   met in memory */
} LoomSimOutcome;
