#pragma once

#include "loom-dim3.h"

#include <gio/gio.h>

/* What a device allows for one launch. */
typedef struct
{
  char     *device;             /* "the simulated device", "NVIDIA H200" */
  LoomDim3  block;              /* most threads on each axis */
  LoomDim3  grid;               /* most blocks on each axis */
  guint     threads_per_block;
  guint64   shared_per_block;   /* bytes */
  guint     warp_size;
  guint     multiprocessors;
  guint     threads_per_multiprocessor;
  guint     blocks_per_multiprocessor;
} LoomLimits;

const LoomLimits *loom_limits_get_simulator (void);
LoomLimits        loom_limits_of_kernel     (const LoomLimits  *self,
                                             guint              max_threads);
LoomDim3          loom_limits_get_nearest_block (const LoomLimits  *self,
                                                 const LoomDim3    *block);
gboolean          loom_limits_fit_to_warps  (const LoomLimits  *self,
                                             const LoomDim3    *block,
                                             LoomDim3          *fit);
gboolean          loom_limits_check         (const LoomLimits  *self,
                                             const LoomDim3    *block,
                                             const LoomDim3    *grid,
                                             guint64            shared,
                                             GError           **error);
gboolean          loom_limits_check_shared  (const LoomLimits  *self,
                                             const char        *kernel,
                                             guint64            own,
                                             guint64            shared,
                                             GError           **error);
