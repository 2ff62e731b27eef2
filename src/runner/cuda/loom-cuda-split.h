#pragma once

#include "loom-backend.h"

gboolean       loom_cuda_split_check (const LoomBackendRequest  *request,
                                      GError                   **error);
LoomRunMemory *loom_cuda_split_run   (const LoomBackendRequest  *request,
                                      LoomRun                   *run,
                                      GError                   **error);
