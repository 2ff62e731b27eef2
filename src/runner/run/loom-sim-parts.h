#pragma once

#include "loom-run-parts.h"
#include "loom-sim-part.h"

gboolean loom_sim_parts_init (const LoomBackendRequest  *request,
                              LoomPtxModule             *module,
                              LoomCoverageFlags          coverage,
                              guint                      writer_size,
                              LoomRunParts              *parts,
                              GError                   **error);
