#pragma once

#include "loom-backend.h"
#include "loom-cuda-module.h"

#include "loom-ptx-arena.h"

/* What several launches count together on one device. The counters of an arena are there twice: a
 * launch counts in those that are folded at the end, and in a copy of them what nobody wants to
 * know. Launches are told where by the module's variable, so they do not overlap. */
typedef enum
{
  LOOM_CUDA_COUNTS_ALL,         /* accesses, and who wrote and who stored nothing */
  LOOM_CUDA_COUNTS_ACCESSES,    /* the threads are of another kernel than the one that is shown */
  LOOM_CUDA_COUNTS_NOTHING,     /* another device counts the same */
} LoomCudaCounts;

gboolean loom_cuda_counters_init       (const LoomBackendRequest *request,
                                        LoomPtxArenaArray        *arrays,
                                        guint                     n_arrays,
                                        LoomPtxArena             *layout,
                                        GError                  **error);
gsize    loom_cuda_counters_get_size   (const LoomPtxArena       *layout);
char    *loom_cuda_counters_instrument (const LoomBackendRequest *request,
                                        const LoomPtxArena       *layout,
                                        GError                  **error);
gboolean loom_cuda_counters_clear      (LoomCudaContext          *context,
                                        const LoomPtxArena       *layout,
                                        guint8                   *arena,
                                        GError                  **error);
LoomCudaVariable *
         loom_cuda_counters_find_table (LoomCudaModule           *module,
                                        GError                  **error);
gboolean loom_cuda_counters_begin      (LoomCudaContext          *context,
                                        LoomCudaModule           *module,
                                        const LoomPtxArena       *layout,
                                        guint8                   *arena,
                                        LoomCudaCounts            counts,
                                        GError                  **error);
void     loom_cuda_counters_leave_out  (LoomRun                  *run,
                                        LoomRunMemory            *memory);
gboolean loom_cuda_counters_do_without (LoomRun                  *run,
                                        LoomRunMemory            *memory,
                                        GError                   *reason,
                                        GError                  **error);
LoomRun *loom_cuda_counters_new_run    (const LoomBackendRequest *of,
                                        LoomRunOptions           *options,
                                        LoomBackendRequest       *request);
