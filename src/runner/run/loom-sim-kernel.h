#pragma once

#include "loom-backend.h"
#include "loom-sim.h"

void     loom_sim_kernel_init_options (const LoomBackendRequest  *request,
                                       LoomSimOptions            *how);
gboolean loom_sim_kernel_find_blocks  (LoomSim                   *sim,
                                       const LoomPlan            *launch,
                                       GPtrArray                 *values,
                                       const LoomSimCell         *cell,
                                       guint64                    block,
                                       const guint64             *arrays,
                                       guint                      n_arrays,
                                       LoomSimReach              *reaches,
                                       guint8                   **blocks,
                                       GError                   **error);
gboolean loom_sim_kernel_launch       (LoomSim                   *sim,
                                       const LoomPlan            *launch,
                                       const LoomSplitRange      *blocks,
                                       GPtrArray                 *values,
                                       const LoomSimOptions      *how,
                                       LoomSimOutcome            *outcome,
                                       GError                   **error);
gboolean loom_sim_kernel_find_reach   (LoomSim                   *sim,
                                       const LoomPlan            *launch,
                                       const LoomSplitRange      *blocks,
                                       GPtrArray                 *values,
                                       const guint64             *arrays,
                                       guint                      n_arrays,
                                       LoomSimReach              *reaches);
void     loom_sim_kernel_keep         (const LoomSimOutcome      *outcome,
                                       const LoomSimOptions      *how,
                                       gboolean                   is_shown,
                                       LoomRun                   *run,
                                       GString                   *output);
