#pragma once

#include "loom-device-profile.h"
#include "loom-kernel-costs.h"
#include "loom-kernel-resources.h"
#include "loom-plan.h"

#define LOOM_CARVEOUT_DEFAULT -1        /* as much shared memory as there can be */
#define LOOM_NO_LIMIT G_MAXUINT         /* of blocks */

/* What a launch takes of a multiprocessor. */
typedef struct
{
  guint   threads;              /* of a block */
  guint   registers;            /* of a thread */
  guint64 shared;               /* of a block, bytes: that of the source and that of the launch */
  gint    carveout;             /* percent of the shared memory that is preferred, or
                                   LOOM_CARVEOUT_DEFAULT */
} LoomOccupancyUse;

/* What then is resident on it. */
typedef struct
{
  guint   blocks, warps;
  double  share;                /* of the warps that it can hold, 0 to 1 */
  guint   fit[LOOM_N_LIMITERS]; /* blocks that each resource has room for, by LoomLimiter */
  guint   limiters;             /* bits by LoomLimiter: those with the least room */
  guint64 registers;            /* that a block is given */
  guint64 shared;               /* bytes that a block is given, with the system's */
  guint64 capacity;             /* bytes that the multiprocessor gives as shared memory */
} LoomOccupancy;

/* What one of the curves goes over. */
typedef enum
{
  LOOM_OCCUPANCY_THREADS,
  LOOM_OCCUPANCY_REGISTERS,
  LOOM_OCCUPANCY_SHARED,
  LOOM_N_OCCUPANCY_AXES
} LoomOccupancyAxis;

typedef struct
{
  guint64 at;                   /* threads, registers or bytes */
  guint   blocks, warps;
} LoomOccupancyPoint;

void        loom_occupancy_use_init      (LoomOccupancyUse        *self,
                                          const LoomPlan          *plan,
                                          const LoomKernelResources *resources);
void        loom_occupancy_compute       (const LoomDeviceProfile *profile,
                                          const LoomOccupancyUse  *use,
                                          LoomOccupancy           *self);
char       *loom_occupancy_dup_sentence  (const LoomOccupancy     *self,
                                          const LoomDeviceProfile *profile,
                                          const LoomOccupancyUse  *use);
GArray     *loom_occupancy_list_curve    (const LoomDeviceProfile *profile,
                                          const LoomOccupancyUse  *use,
                                          LoomOccupancyAxis        axis);
const char *loom_occupancy_axis_get_name (LoomOccupancyAxis        axis);
