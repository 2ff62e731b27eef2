#pragma once

#include "loom-ipc-memory.h"
#include "loom-run.h"

GVariant *loom_ipc_run_to_variant   (LoomRun        *run,
                                     LoomIpcMemory  *memory,
                                     GError        **error);
LoomRun  *loom_ipc_run_from_variant (GVariant       *variant,
                                     GBytes         *memory,
                                     GError        **error);
LoomRun  *loom_ipc_run_from_fd      (GVariant       *variant,
                                     int             fd,
                                     GError        **error);
