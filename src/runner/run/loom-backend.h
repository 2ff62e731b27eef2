#pragma once

#include "loom-array-fill.h"
#include "loom-compiled.h"
#include "loom-run-memory.h"

/* Who is told how far a run is, in its own thread; or a NULL function. */
typedef struct
{
  void     (* enter) (gpointer     data,
                      LoomStepKind step);
  gpointer  data;
} LoomRunProgress;

typedef struct _LoomBackendRequest LoomBackendRequest;
typedef struct _LoomRunParts LoomRunParts;

/* Makes the devices of a request, or does not. */
typedef gboolean (* LoomRunPartsFunc) (const LoomBackendRequest *request,
                                       LoomPtxModule            *module,
                                       LoomCoverageFlags         coverage,
                                       guint                     writer_size,
                                       LoomRunParts             *parts,
                                       GError                  **error);

/* What one run is made of. Borrowed for the call. */
struct _LoomBackendRequest
{
  LoomCompiled         *compiled;
  LoomPtxModule        *module;         /* of the document, verified */
  LoomPtxModule        *written;        /* the same as written, where something is looked for in
                                           that; else NULL */
  LoomPlan             *plan;
  const LoomRunOptions *options;        /* with the backend */
  LoomFillContext       fill;
  LoomRunProgress       progress;
  guint64               memory_limit;   /* bytes that may be held on this computer */
  LoomRunPartsFunc      init_parts;     /* what makes the devices, where there are several */
};

/* What runs kernels. What an option needs of it is in loom-capability.c. */
typedef struct
{
  LoomFidelity    counts, times;        /* what its numbers are worth */
  gboolean        is_populated;         /* results arrive in one piece: their pages are taken
                                           before */

  /* Refuses a launch that it can't do, before anything is taken for it. */
  gboolean     (* check) (const LoomBackendRequest  *request,
                          GError                   **error);
  LoomRun     *(* run)   (const LoomBackendRequest  *request,
                          LoomIpcMemory            **memory,
                          GError                   **error);
} LoomBackend;

extern const LoomBackend loom_sim_backend, loom_cuda_backend;

LoomRun   *loom_backend_run           (const LoomBackendRequest  *request,
                                       LoomIpcMemory            **memory,
                                       GError                   **error);

/* Where a module variable lies, by its name in the PTX; 0: the device tells none. */
typedef guint64 (* LoomAddressFunc) (gpointer    data,
                                     const char *lowered);

/* What backends are made of. */
void       loom_backend_enter         (const LoomBackendRequest  *request,
                                       LoomStepKind               step);
LoomRun   *loom_backend_new_run       (const LoomBackendRequest  *request);
gboolean   loom_backend_fill          (const LoomBackendRequest  *request,
                                       LoomRunBuffer             *buffer,
                                       LoomCellRange              range,
                                       GError                   **error);
LoomRunMemory *loom_backend_take_memory (const LoomBackendRequest *request,
                                       LoomRun                   *run,
                                       GError                   **error);
LoomRunMemory *loom_backend_new_memory (const LoomBackendRequest *request,
                                       LoomRun                   *run,
                                       GError                   **error);
gboolean   loom_backend_refill        (const LoomBackendRequest  *request,
                                       const LoomPlanArg         *arg,
                                       LoomRunBuffer             *buffer,
                                       GError                   **error);
GPtrArray *loom_backend_new_values    (const LoomBackendRequest  *request,
                                       LoomPlan                  *plan,
                                       GError                   **error);
void       loom_backend_put_addresses (LoomPlan                  *plan,
                                       GPtrArray                 *values,
                                       const guint64             *addresses);
void       loom_backend_add_arguments (const LoomBackendRequest  *request,
                                       LoomRun                   *run,
                                       LoomRunMemory             *memory,
                                       GPtrArray                 *values,
                                       const guint64             *addresses);
gboolean   loom_backend_add_arrays    (const LoomBackendRequest  *request,
                                       LoomRun                   *run,
                                       LoomRunMemory             *memory,
                                       GError                   **error);
/* -- loom-backend-variables.c -- */
gboolean   loom_backend_begin_variable (const LoomBackendRequest *request,
                                       LoomRunBuffer             *buffer,
                                       GError                   **error);
void       loom_backend_add_variables (const LoomBackendRequest  *request,
                                       LoomRun                   *run,
                                       LoomAddressFunc            find,
                                       gpointer                   data);
