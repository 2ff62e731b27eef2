#pragma once

#include "loom-backend.h"
#include "loom-sim.h"

gboolean loom_sim_fill_all  (const LoomBackendRequest  *request,
                             LoomRunMemory             *memory,
                             GError                   **error);
gboolean loom_sim_fill_some (const LoomBackendRequest  *request,
                             LoomSim                   *sim,
                             GPtrArray                 *values,
                             const LoomSimCell         *cell,
                             guint64                    block,
                             LoomRunMemory             *memory,
                             guint8                   **blocks,
                             GError                   **error);
