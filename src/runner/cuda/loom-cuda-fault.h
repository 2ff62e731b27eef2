#pragma once

#include "loom-cuda-capture.h"
#include "loom-cuda-context.h"

#include "loom-run.h"

gboolean loom_cuda_fault_explain (LoomCudaContext       *context,
                                  LoomCudaCapture       *capture,
                                  const LoomCudaSample  *sample,
                                  LoomRun               *run,
                                  GError               **error);
gboolean loom_cuda_fault_is      (const GError          *error);
gboolean loom_cuda_fault_take    (LoomCudaContext       *context,
                                  LoomCudaCapture       *capture,
                                  LoomRun               *run,
                                  GError               **error);
