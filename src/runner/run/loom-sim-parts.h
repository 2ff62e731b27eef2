#pragma once

#include "loom-run-parts.h"
#include "loom-sim-part.h"

gboolean loom_sim_parts_init       (const LoomBackendRequest  *request,
                                    LoomPtxModule             *module,
                                    LoomCoverageFlags          coverage,
                                    guint                      writer_size,
                                    LoomRunParts              *parts,
                                    GError                   **error);
void     loom_sim_parts_add_counts (const LoomRunPlanes       *from,
                                    const LoomRunPlanes       *to,
                                    guint64                    first,
                                    guint64                    cells,
                                    guint                      writer_size);
