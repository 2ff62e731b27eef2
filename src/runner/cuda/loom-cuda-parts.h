#pragma once

#include "loom-cuda-capture.h"
#include "loom-cuda-context.h"
#include "loom-run-parts.h"

#include "loom-job.h"

gboolean loom_cuda_parts_init (const LoomBackendRequest  *request,
                               LoomCudaContext          **contexts,
                               gboolean                   counts,
                               LoomCudaCapture           *capture,
                               LoomJob                   *job,
                               LoomRunParts              *parts,
                               GError                   **error);
gboolean loom_cuda_parts_count_idle (const LoomRunParts  *parts,
                               guint64                    threads,
                               gint64                    *n,
                               GError                   **error);
gboolean loom_cuda_parts_add_findings (const LoomRunParts  *parts,
                               LoomRun                   *run,
                               GError                   **error);
