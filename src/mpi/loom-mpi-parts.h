#pragma once

#include "loom-run-parts.h"

gboolean loom_mpi_parts_init (const LoomBackendRequest  *request,
                              LoomPtxModule             *module,
                              LoomCoverageFlags          coverage,
                              guint                      writer_size,
                              LoomRunParts              *parts,
                              GError                   **error);
void     loom_mpi_parts_quit (void);
