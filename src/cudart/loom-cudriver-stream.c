/* loom-cudriver-stream.c: CUDA's driver interface: streams and events, which are the runtime's
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cudriver-private.h"

FORWARD (cuStreamCreate, (CUstream *stream, unsigned int flags),
         cudaStreamCreateWithFlags (stream, flags))
FORWARD (cuStreamCreateWithPriority, (CUstream *stream, unsigned int flags, int priority),
         cudaStreamCreateWithPriority (stream, flags, priority))
FREE (cuStreamDestroy_v2, (CUstream stream), cudaStreamDestroy (stream))
FORWARD (cuStreamGetFlags, (CUstream stream, unsigned int *flags),
         cudaStreamGetFlags (stream, flags))
FORWARD (cuStreamGetPriority, (CUstream stream, int *priority),
         cudaStreamGetPriority (stream, priority))
FORWARD (cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize (stream))
FORWARD (cuStreamQuery, (CUstream stream), cudaStreamQuery (stream))
FORWARD (cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
         cudaStreamWaitEvent (stream, event, flags))
FORWARD (cuStreamAddCallback, (CUstream stream, CUstreamCallback callback, void *data,
                               unsigned int flags),
         cudaStreamAddCallback (stream, (cudaStreamCallback_t) callback, data, flags))
FORWARD (cuLaunchHostFunc, (CUstream stream, CUhostFn function, void *data),
         cudaLaunchHostFunc (stream, function, data))
FORWARD (cuEventCreate, (CUevent *event, unsigned int flags),
         cudaEventCreateWithFlags (event, flags))
FREE (cuEventDestroy_v2, (CUevent event), cudaEventDestroy (event))
FORWARD (cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord (event, stream))
FORWARD (cuEventSynchronize, (CUevent event), cudaEventSynchronize (event))
FORWARD (cuEventQuery, (CUevent event), cudaEventQuery (event))
FORWARD (cuEventElapsedTime, (float *ms, CUevent start, CUevent end),
         cudaEventElapsedTime (ms, start, end))
