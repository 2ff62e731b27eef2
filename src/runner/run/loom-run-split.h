#pragma once

#include "loom-run-parts.h"
#include "loom-run-steps.h"

gboolean loom_run_split_execute (const LoomBackendRequest  *request,
                                 LoomRun                   *run,
                                 LoomRunMemory             *memory,
                                 const LoomRunParts        *parts,
                                 LoomCoverageFlags          coverage,
                                 GString                   *output,
                                 double                    *spent,
                                 gboolean                  *has_arrays,
                                 GError                   **error);
