#pragma once

#include "loom-array-fill.h"
#include "loom-compiled.h"
#include "loom-ipc-memory.h"
#include "loom-run-progress.h"
#include "loom-run.h"

G_BEGIN_DECLS

/* What one run on the simulator is made of. Borrowed for the call. */
typedef struct
{
  LoomCompiled         *compiled;
  LoomPtxModule        *module;         /* of the document, verified */
  LoomPtxModule        *written;        /* the same as written, where coverage is of that; else
                                           NULL */
  LoomPlan             *plan;
  const LoomRunOptions *options;
  LoomFillContext       fill;
  LoomRunProgress       progress;
  guint64               memory_limit;   /* bytes that may be held */
} LoomSimRequest;

LoomRun  *loom_sim_backend_run  (const LoomSimRequest  *request,
                                 LoomIpcMemory        **memory,
                                 GError               **error);

G_END_DECLS
