#pragma once

#include "loom-sim-findings-private.h"
#include "loom-sim-watcher-private.h"

#include "loom-profile.h"

/* All watchers of a launch, which has one worker. */
typedef struct
{
  LoomSimWatcher *watchers[LOOM_SIM_MAX_WATCHERS + 1];  /* ends with NULL */
  LoomSimFindings findings[LOOM_SIM_MAX_WATCHERS];      /* of each */
  guint8         *unobserved;   /* by op: watchers can find nothing there */
  LoomSimBlockSample sample;    /* blocks whose costs are looked at */
} LoomSimWatch;

/* Whether a launch with these options must be lowered for watchers. */
gboolean         loom_sim_watch_is_needed    (const LoomSimOptions     *options);
LoomSimWatched   loom_sim_watch_get_ops      (const LoomSimOptions     *options);
gboolean         loom_sim_watch_meets_undefined (const LoomSimProgram  *program,
                                                 guint32                shared,
                                                 const LoomSimSlot     *slots,
                                                 guint                  n_slots);
/* Lanes of a vector: single warps where others may come between. */
guint            loom_sim_watch_get_lanes    (const LoomSimOptions     *options);
gboolean         loom_sim_watch_begin        (LoomSimWatch             *self,
                                              LoomSimLaunchState       *launch,
                                              LoomSimSlot              *slots,
                                              const LoomSimOptions     *options,
                                              GError                  **error);
/* Adds what was found and counted. */
void             loom_sim_watch_end          (LoomSimWatch             *self,
                                              const LoomSimLaunchState *launch,
                                              LoomSimOutcome           *outcome);

/* loom-sim-uninitialised.c */
LoomSimWatcher  *loom_sim_uninitialised_new  (const LoomSimLaunchState *launch,
                                              LoomSimSlot              *slots);
gsize            loom_sim_uninitialised_get_size (const LoomSimLaunchState *launch);

/* loom-sim-races.c */
LoomSimWatcher  *loom_sim_races_new          (const LoomSimLaunchState *launch,
                                              LoomSimSlot              *slots,
                                              GError                  **error);
gsize            loom_sim_races_get_size     (const LoomSimLaunchState *launch);

/* loom-sim-profile.c: hands over what it counted when it is freed. */
LoomSimWatcher  *loom_sim_profiler_new       (const LoomSimLaunchState *launch,
                                              LoomSimSlot              *slots,
                                              LoomProfile              *profile,
                                              const LoomSimThreads     *threads);

/* loom-sim-block-costs.c: adds what blocks of a sample ask of memory to costs; takes those from the
 * sample that would be too much. */
LoomSimWatcher  *loom_sim_block_costs_new    (const LoomSimLaunchState *launch,
                                              LoomSimBlockSample       *sample,
                                              LoomBlockCosts           *costs);

/* loom-sim-threads.c: states: where what becomes of each thread goes. */
LoomSimWatcher  *loom_sim_threads_new        (const LoomSimLaunchState *launch,
                                              guint8                   *states);

/* loom-sim-trace.c: hands over what it kept when it is freed. */
LoomSimWatcher  *loom_sim_tracer_new         (const LoomSimLaunchState *launch,
                                              LoomTrace                *trace);
/* loom-sim-cells.c: adds to the cells' histories. */
LoomSimWatcher  *loom_sim_cells_new          (const LoomSimLaunchState *launch,
                                              const LoomSimCell        *cells,
                                              guint                     n_cells);
/* loom-sim-replay.c: adds the steps of a thread while the launch runs. may_end: the launch ends
 * once it has all that are asked for. */
LoomSimWatcher  *loom_sim_replayer_new       (LoomSimLaunchState       *launch,
                                              LoomReplay               *replay,
                                              gboolean                  may_end);

/* What both traces and replays know of an instruction. */
LoomTraceInstruction *loom_sim_trace_describe (LoomPtxModule *module,
                                              const LoomPtxInstruction *instruction);
/* The lanes of a warp that have an instruction's guard, at its @trace.begin. */
guint32          loom_sim_trace_read_guard   (const LoomSimVector      *v,
                                              const LoomSimOp          *op,
                                              guint                     warp);
/* Bits are shown as what the instruction that writes them takes them for. */
LoomPtxType      loom_sim_trace_get_type     (const LoomPtxInstruction *instruction,
                                              LoomPtxType               declared);
guint64          loom_sim_trace_get_linear   (const LoomDim3           *extent,
                                              const LoomDim3           *position);
