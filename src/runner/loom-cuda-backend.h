#pragma once

#include "loom-array-fill.h"
#include "loom-compiled.h"
#include "loom-ipc-memory.h"
#include "loom-run-progress.h"
#include "loom-run.h"

G_BEGIN_DECLS

/* What one run on a GPU is made of. Borrowed for the call. */
typedef struct
{
  int                   device;
  LoomCompiled         *compiled;
  LoomPtxModule        *module;         /* of the document, verified */
  LoomPlan             *plan;
  const LoomRunOptions *options;
  LoomFillContext       fill;
  LoomRunProgress       progress;
  guint64               memory_limit;   /* bytes that may be held on this computer */
} LoomCudaRequest;

LoomRun  *loom_cuda_backend_run   (const LoomCudaRequest  *request,
                                   LoomIpcMemory         **memory,
                                   GError                **error);

G_END_DECLS
