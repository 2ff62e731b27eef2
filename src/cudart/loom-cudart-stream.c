/* loom-cudart-stream.c: streams and events, on which everything is done as soon as it is asked for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cudart-private.h"

struct CUstream_st
{
  unsigned int flags;
  int          priority;
};

struct CUevent_st
{
  unsigned int flags;
  gint64       time;            /* nanoseconds of this computer's clock; 0: never recorded */
};

static GHashTable *handles;     /* streams and events that there are */

static gboolean
is_handle (gconstpointer handle)
{
  return handles != NULL && g_hash_table_contains (handles, handle);
}

static gpointer
add_handle (gpointer handle)
{
  if (handles == NULL)
    handles = g_hash_table_new_full (NULL, NULL, g_free, NULL);
  g_hash_table_add (handles, handle);
  return handle;
}

static gboolean
is_stream (cudaStream_t stream)
{
  return stream == NULL || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
         is_handle (stream);
}

#define CHECK_STREAM(stream) \
  LOOM_CUDART_BEGIN; \
  if (!is_stream (stream)) \
    return _loom_cudart_leave (cudaErrorInvalidResourceHandle)

#define CHECK_EVENT(event) \
  LOOM_CUDART_BEGIN; \
  if (!is_handle (event)) \
    return _loom_cudart_leave (cudaErrorInvalidResourceHandle)

cudaError_t
cudaStreamCreateWithPriority (cudaStream_t *stream,
                              unsigned int  flags,
                              int           priority)
{
  LOOM_CUDART_BEGIN;
  if (stream == NULL)
    return _loom_cudart_leave (cudaErrorInvalidValue);
  *stream = add_handle (g_memdup2 (&(struct CUstream_st) { flags, priority },
                                   sizeof (struct CUstream_st)));
  return cudaSuccess;
}

cudaError_t
cudaStreamCreateWithFlags (cudaStream_t *stream,
                           unsigned int  flags)
{
  return cudaStreamCreateWithPriority (stream, flags, 0);
}

cudaError_t
cudaStreamCreate (cudaStream_t *stream)
{
  return cudaStreamCreateWithPriority (stream, cudaStreamDefault, 0);
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (handles != NULL && g_hash_table_remove (handles, stream)
                             ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  CHECK_STREAM (stream);
  return cudaSuccess;
}

cudaError_t
cudaStreamQuery (cudaStream_t stream)
{
  return cudaStreamSynchronize (stream);
}

cudaError_t
cudaStreamWaitEvent (cudaStream_t stream,
                     cudaEvent_t  event,
                     unsigned int flags)
{
  CHECK_STREAM (stream);
  return _loom_cudart_leave (is_handle (event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t
cudaStreamAddCallback (cudaStream_t          stream,
                       cudaStreamCallback_t  callback,
                       void                 *data,
                       unsigned int          flags)
{
  CHECK_STREAM (stream);
  callback (stream, cudaSuccess, data);
  return cudaSuccess;
}

cudaError_t
cudaLaunchHostFunc (cudaStream_t  stream,
                    cudaHostFn_t  function,
                    void         *data)
{
  CHECK_STREAM (stream);
  function (data);
  return cudaSuccess;
}

cudaError_t
cudaStreamGetFlags (cudaStream_t  stream,
                    unsigned int *flags)
{
  CHECK_STREAM (stream);
  *flags = is_handle (stream) ? stream->flags : cudaStreamDefault;
  return cudaSuccess;
}

cudaError_t
cudaStreamGetPriority (cudaStream_t  stream,
                       int          *priority)
{
  CHECK_STREAM (stream);
  *priority = is_handle (stream) ? stream->priority : 0;
  return cudaSuccess;
}

cudaError_t
cudaStreamIsCapturing (cudaStream_t                  stream,
                       enum cudaStreamCaptureStatus *status)
{
  CHECK_STREAM (stream);
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}

cudaError_t
cudaDeviceGetStreamPriorityRange (int *least,
                                  int *greatest)
{
  LOOM_CUDART_BEGIN;
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t  *event,
                          unsigned int  flags)
{
  LOOM_CUDART_BEGIN;
  if (event == NULL)
    return _loom_cudart_leave (cudaErrorInvalidValue);
  *event = add_handle (g_memdup2 (&(struct CUevent_st) { flags, 0 }, sizeof (struct CUevent_st)));
  return cudaSuccess;
}

cudaError_t
cudaEventCreate (cudaEvent_t *event)
{
  return cudaEventCreateWithFlags (event, cudaEventDefault);
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  LOOM_CUDART_BEGIN;
  return _loom_cudart_leave (handles != NULL && g_hash_table_remove (handles, event)
                             ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t
cudaEventRecordWithFlags (cudaEvent_t  event,
                          cudaStream_t stream,
                          unsigned int flags)
{
  struct timespec now;

  CHECK_EVENT (event);
  if (!is_stream (stream))
    return _loom_cudart_leave (cudaErrorInvalidResourceHandle);
  clock_gettime (CLOCK_MONOTONIC, &now);
  event->time = now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
  return cudaSuccess;
}

cudaError_t
cudaEventRecord (cudaEvent_t  event,
                 cudaStream_t stream)
{
  return cudaEventRecordWithFlags (event, stream, cudaEventRecordDefault);
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  CHECK_EVENT (event);
  return cudaSuccess;
}

cudaError_t
cudaEventQuery (cudaEvent_t event)
{
  return cudaEventSynchronize (event);
}

/* The time that this computer took, which says nothing of a GPU. */
cudaError_t
cudaEventElapsedTime (float       *ms,
                      cudaEvent_t  start,
                      cudaEvent_t  end)
{
  CHECK_EVENT (start);
  if (!is_handle (end) || start->time == 0 || end->time == 0 ||
      ((start->flags | end->flags) & cudaEventDisableTiming) != 0)
    return _loom_cudart_leave (cudaErrorInvalidResourceHandle);

  *ms = (float) ((double) (end->time - start->time) / 1e6);
  return cudaSuccess;
}
