#pragma once

#include "loom-block-costs.h"
#include "loom-occupancy.h"
#include "loom-schedule.h"

/* What a multiprocessor has least of while it runs a launch. */
typedef enum
{
  LOOM_BOUND_ISSUE,             /* slots to issue warp instructions in */
  LOOM_BOUND_L1,                /* passes of its level-1 cache and shared memory */
  LOOM_BOUND_L2,                /* bytes from the level-2 cache */
  LOOM_BOUND_MEMORY,            /* bytes of the device's memory */
  LOOM_BOUND_LATENCY,           /* warps to go on with while others wait */
  LOOM_N_BOUNDS
} LoomBound;

/* Until the first block starts and from the last one's end: what an empty kernel takes. */
#define LOOM_LAUNCH_MODEL_EMPTY_MS 0.002

/* How long a launch takes on a device, estimated from what its blocks cost. Plain value. */
typedef struct
{
  double    ms;                 /* with what an empty kernel takes */
  double    cycles[LOOM_N_BOUNDS];      /* of the device's clock, that a block takes of each: of
                                           latency alone, of the others with the multiprocessor to
                                           itself */
  LoomBound bound;
  double    waves;              /* blocks by those that the device holds */
  double    tail;               /* share of the time in which a multiprocessor has nothing left */
} LoomLaunchModel;

gboolean      loom_launch_model_compute      (LoomLaunchModel         *self,
                                              const LoomDeviceProfile *profile,
                                              const LoomOccupancyUse  *use,
                                              const LoomBlockCosts    *costs,
                                              GError                 **error);
LoomSchedule *loom_launch_model_new_schedule (const LoomDeviceProfile *profile,
                                              const LoomOccupancyUse  *use,
                                              const LoomBlockCosts    *costs);
double        loom_launch_model_get_bytes    (const LoomBlockCosts    *costs);
const char   *loom_bound_get_name            (LoomBound                bound);
const char   *loom_bound_get_title           (LoomBound                bound);
