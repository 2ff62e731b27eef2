#pragma once

#include "loom-dim3.h"
#include "loom-finding.h"
#include "loom-profile.h"
#include "loom-ptx-module.h"
#include "loom-run.h"
#include "loom-texture.h"

/* A verified module, loaded: its module variables, the arrays made for it, and its programs lowered
 * on first use. Not thread-safe; one run at a time (a run uses threads of its own). */
typedef struct _LoomSim LoomSim;

/* Planes of one array, given by the caller: writes and reads zeroed, lowest and highest all bits
 * one ("none"). loom_sim_collect() adds to what is there. NULL planes are not recorded. */
typedef struct
{
  guint32  *writes, *reads;     /* for each cell */
  gpointer  lowest, highest;    /* linear thread ids for each cell, of writer_size bytes */
  guint     writer_size;        /* 4 or 8; 4 where all thread ids of a launch are below 2^32 - 1 */
  guint32  *requests, *sectors; /* for each cell, zeroed: requests of warps that touched it, and the
                                   sectors of each of those, summed; both or none, recorded while
                                   there is a profile */
} LoomSimPlanes;

typedef struct
{
  const char   *entry;          /* lowered name of the kernel */
  LoomDim3      grid, block;
  guint32       shared;         /* dynamic, bytes */
  const guint8 *params;         /* at PTX's own offsets */
  gsize         params_size;
} LoomSimLaunch;

typedef struct
{
  guint              workers;         /* 0: the affinity mask's count */
  guint64            budget;          /* issued warp instructions; 0: LOOM_DEFAULT_BUDGET */
  guint              wall_ms;         /* 0: none */
  gint64             schedule_seed;   /* -1: none */
  LoomChecks         checks;
  LoomCoverageFlags  coverage;
  LoomProfile       *profile;         /* what launches cost is added to it; or NULL */
  guint32           *threads;         /* with a profile: instructions of each thread; or NULL */
  LoomTrace         *trace;           /* what its target executes is added to it; or NULL */
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
