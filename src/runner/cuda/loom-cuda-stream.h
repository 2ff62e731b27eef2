#pragma once

#include "loom-cuda-library.h"

typedef enum
{
  LOOM_CUDA_DONE,
  LOOM_CUDA_FAILED,             /* code says how */
  LOOM_CUDA_TIMED_OUT,          /* whatever runs there does not end */
  LOOM_CUDA_CANCELLED,
} LoomCudaOutcome;

/* One stream and the thread that completes what runs on it: the thread sleeps in
 * cudaEventSynchronize on a blocking event, and hands its return code on, error or not. */
typedef struct _LoomCudaStream LoomCudaStream;

LoomCudaStream  *loom_cuda_stream_new        (const LoomCuda  *cuda,
                                              int              device,
                                              GError         **error);
void             loom_cuda_stream_free       (LoomCudaStream  *self);
cudaStream_t     loom_cuda_stream_get_handle (LoomCudaStream  *self);
LoomCudaOutcome  loom_cuda_stream_await      (LoomCudaStream  *self,
                                              cudaEvent_t      event,
                                              guint            wall_ms,
                                              const gint      *cancel,
                                              cudaError_t     *code);
gboolean         loom_cuda_stream_drain      (LoomCudaStream  *self,
                                              GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCudaStream, loom_cuda_stream_free)
