#pragma once

#include "loom-cuda-counters.h"
#include "loom-job.h"
#include "loom-run-share.h"

/* One GPU that has a band of the arrays that are split, and all of the others. Arrays are told
 * apart by their place among the buffers of a run: arguments with memory of their own, then module
 * variables. Each function makes the GPU that of this thread. */
typedef struct
{
  LoomCudaContext *context;     /* open, and this run's alone */
  guint            device;      /* of the run, from 0 */
  LoomPlan        *plan;
  LoomCudaModule  *module;      /* whose kernels are parts of a grid */
  GArray          *arrays;
  guint8          *arena;       /* on the device: arrays, and behind them what counts */
  gboolean         counts;
  LoomPtxArena       layout;    /* where it counts */
  LoomPtxArenaArray *counted;   /* as `arrays` */
  guint8            *counters;  /* what was counted, once somebody has asked, or NULL */
  GPtrArray       *kernels;     /* (element-type cudaKernel_t) of each step that launches */
  cudaStream_t     main, edge, copies;
} LoomCudaPart;

LoomCudaPart   *loom_cuda_part_new          (const LoomBackendRequest  *request,
                                             LoomCudaContext           *context,
                                             const char                *ptx,
                                             guint                      device,
                                             gboolean                   counts,
                                             LoomJob                   *job,
                                             GError                   **error);
void            loom_cuda_part_free         (LoomCudaPart              *self);
gboolean        loom_cuda_part_enter        (const LoomCudaPart        *self,
                                             GError                   **error);
const LoomRunShare *loom_cuda_part_get_share (const LoomCudaPart       *self,
                                             guint                      array);
guint8         *loom_cuda_part_get_row      (const LoomCudaPart        *self,
                                             guint                      array,
                                             guint64                    row);
gboolean        loom_cuda_part_put          (LoomCudaPart              *self,
                                             guint                      array,
                                             const guint8              *bytes,
                                             GError                   **error);
gboolean        loom_cuda_part_get          (LoomCudaPart              *self,
                                             guint                      array,
                                             LoomSplitRange             rows,
                                             guint8                    *bytes,
                                             GError                   **error);
gboolean        loom_cuda_part_copy         (LoomCudaPart              *self,
                                             guint                      from,
                                             guint                      to,
                                             GError                   **error);
gboolean        loom_cuda_part_launch       (LoomCudaPart              *self,
                                             guint                      step,
                                             LoomSplitRange             blocks,
                                             GPtrArray                 *values,
                                             const gint32              *arrays,
                                             cudaStream_t               stream,
                                             GError                   **error);
gboolean        loom_cuda_part_begin_counting (LoomCudaPart            *self,
                                             guint                      step,
                                             GError                   **error);
gboolean        loom_cuda_part_add_counts   (LoomCudaPart              *self,
                                             guint                      array,
                                             const LoomRunPlanes       *planes,
                                             GError                   **error);
gboolean        loom_cuda_part_count_stored (LoomCudaPart              *self,
                                             guint64                   *n,
                                             GError                   **error);
gboolean        loom_cuda_part_find_stray   (LoomCudaPart              *self,
                                             LoomRun                   *run,
                                             GError                   **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCudaPart, loom_cuda_part_free)
