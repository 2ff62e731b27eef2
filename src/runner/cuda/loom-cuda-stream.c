/* loom-cuda-stream.c: a stream and the thread that completes what runs on it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whoever waits can give up, at a time or because it is told to; the completion thread cannot, and
 * is then left behind with the process, which has to end anyway.
 */

#include "config.h"

#include "loom-cuda-stream.h"

/* Copies and kernels of our own are over long before. */
#define PATIENCE_MS 30000

struct _LoomCudaStream
{
  const LoomCuda *cuda;
  int             device;
  cudaStream_t    handle;
  cudaEvent_t     end;          /* for draining */
  GThread        *thread;
  GAsyncQueue    *events;       /* (element-type cudaEvent_t) to be waited for; the queue: no
                                   more */

  GMutex          mutex;
  GCond           cond;
  cudaError_t     code;
  gboolean        is_done;
  gboolean        is_stuck;     /* the thread did not come back */
};

static gpointer
complete (gpointer data)
{
  LoomCudaStream *self = data;
  gpointer event;

  self->cuda->cudaSetDevice (self->device);
  while ((event = g_async_queue_pop (self->events)) != self->events)
    {
      cudaError_t code = self->cuda->cudaEventSynchronize (event);

      g_mutex_lock (&self->mutex);
      self->code = code;
      self->is_done = TRUE;
      g_cond_broadcast (&self->cond);
      g_mutex_unlock (&self->mutex);
    }

  return NULL;
}

/**
 * loom_cuda_stream_new:
 * @cuda: the runtime
 * @device: a number; the calling thread has chosen it already
 *
 * Makes a stream that does not wait for the default one, and starts its completion thread.
 *
 * Returns: (transfer full): the stream, or %NULL
 */
LoomCudaStream *
loom_cuda_stream_new (const LoomCuda  *cuda,
                      int              device,
                      GError         **error)
{
  g_autoptr (LoomCudaStream) self = g_new0 (LoomCudaStream, 1);

  self->cuda = cuda;
  self->device = device;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  if (!loom_cuda_check (cuda,
                        cuda->cudaStreamCreateWithFlags (&self->handle, cudaStreamNonBlocking),
                        "cudaStreamCreateWithFlags", error)
      || !loom_cuda_check (cuda,
                           cuda->cudaEventCreateWithFlags (
                               &self->end, cudaEventBlockingSync | cudaEventDisableTiming),
                           "cudaEventCreateWithFlags", error))
    return NULL;

  self->events = g_async_queue_new ();
  self->thread = g_thread_new ("cuda-completion", complete, self);
  return g_steal_pointer (&self);
}

/**
 * loom_cuda_stream_free:
 * @self: (transfer full) (nullable): a stream
 *
 * Ends a stream. One whose thread is stuck is left as it is: nothing in this process can end it.
 */
void
loom_cuda_stream_free (LoomCudaStream *self)
{
  if (self == NULL || self->is_stuck)
    return;

  if (self->thread != NULL)
    {
      g_async_queue_push (self->events, self->events);
      g_thread_join (self->thread);
      g_async_queue_unref (self->events);
    }
  if (self->end != NULL)
    self->cuda->cudaEventDestroy (self->end);
  if (self->handle != NULL)
    self->cuda->cudaStreamDestroy (self->handle);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

cudaStream_t
loom_cuda_stream_get_handle (LoomCudaStream *self)
{
  return self->handle;
}

/**
 * loom_cuda_stream_await:
 * @event: recorded on it, blocking
 * @wall_ms: how long to wait; 0: for ever
 * @cancel: (nullable): read once the event is done: what was queued may use the memory until then
 * @code: (out): what cudaEventSynchronize returned
 *
 * Sleeps until an event has happened or failed, or too long. One thread at a time.
 *
 * Returns: how the waiting ended
 */
LoomCudaOutcome
loom_cuda_stream_await (LoomCudaStream *self,
                        cudaEvent_t     event,
                        guint           wall_ms,
                        const gint     *cancel,
                        cudaError_t    *code)
{
  const gint64 end = g_get_monotonic_time () + wall_ms * G_GINT64_CONSTANT (1000);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  *code = cudaSuccess;
  self->is_done = FALSE;
  self->is_stuck = TRUE;
  g_async_queue_push (self->events, event);
  while (!self->is_done)
    {
      if (wall_ms == 0)
        g_cond_wait (&self->cond, &self->mutex);
      else if (!g_cond_wait_until (&self->cond, &self->mutex, end) && !self->is_done)
        return LOOM_CUDA_TIMED_OUT;
    }

  self->is_stuck = FALSE;
  *code = self->code;
  if (self->code == cudaSuccess && cancel != NULL && g_atomic_int_get (cancel) != 0)
    return LOOM_CUDA_CANCELLED;
  return self->code == cudaSuccess ? LOOM_CUDA_DONE : LOOM_CUDA_FAILED;
}

/**
 * loom_cuda_stream_drain:
 *
 * Sleeps until everything queued so far is done.
 *
 * Returns: whether all of it succeeded
 */
gboolean
loom_cuda_stream_drain (LoomCudaStream  *self,
                        GError         **error)
{
  cudaError_t code;

  if (self->is_stuck)
    code = cudaErrorLaunchTimeout;
  else if (!LOOM_CUDA_CALL (self, error, cudaEventRecord, self->end, self->handle))
    return FALSE;
  else if (loom_cuda_stream_await (self, self->end, PATIENCE_MS, NULL, &code) ==
           LOOM_CUDA_TIMED_OUT)
    code = cudaErrorLaunchTimeout;

  return loom_cuda_check (self->cuda, code, "cudaEventSynchronize", error);
}
