/* loom-cuda-timer.c: one sample, queued whole before any of it starts
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An idle stream stamps the start event as soon as it is queued, which may be well before the
 * kernel is. So a gate goes first: gate, start, kernel, stop; then the gate is opened.
 */

#include "config.h"

#include "loom-cuda-context.h"

#include "loom-cuda-fault.h"

/* Far above what queueing takes, far below what anybody would call endless. */
#define PATIENCE_NS G_GUINT64_CONSTANT (500000000)

/**
 * loom_cuda_timer_launch:
 * @kernel: one of its own, of a single thread
 * @args: its arguments
 *
 * Queues one of Gridloom's own kernels.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_timer_launch (LoomCudaContext  *self,
                        cudaKernel_t      kernel,
                        gpointer         *args,
                        GError          **error)
{
  const cudaLaunchConfig_t config = {
    .gridDim = { 1, 1, 1 },
    .blockDim = { 1, 1, 1 },
    .stream = loom_cuda_stream_get_handle (self->stream),
  };

  return LOOM_CUDA_CALL (self, error, cudaLaunchKernelExC, &config, kernel, args);
}

static gboolean
empty_cache (LoomCudaContext  *self,
             GError          **error)
{
  const LoomCuda *cuda = self->cuda;

  if (self->flush == NULL)
    {
      self->flush_size
          = 2 * (gsize) loom_cuda_get_attribute (cuda, cudaDevAttrL2CacheSize, self->device);
      self->flush_size = MAX (self->flush_size, 1 << 20);
      if (!LOOM_CUDA_CALL (self, error, cudaMalloc, &self->flush, self->flush_size))
        return FALSE;
      __atomic_add_fetch (&self->held, self->flush_size, __ATOMIC_ACQ_REL);
    }

  return LOOM_CUDA_CALL (self, error, cudaMemsetAsync, self->flush, 0, self->flush_size,
                         loom_cuda_stream_get_handle (self->stream));
}

static gboolean
close_gate (LoomCudaContext  *self,
            GError          **error)
{
  guint32 ticket = ++self->ticket;
  guint64 patience = PATIENCE_NS;
  gpointer args[] = { &self->flags_on_device, &ticket, &patience };

  return loom_cuda_timer_launch (self, self->gate, args, error);
}

/* Also after something behind the gate was refused: what stands there must get out. */
static void
open_gate (LoomCudaContext *self)
{
  __atomic_store_n (&self->flags[0], self->ticket, __ATOMIC_RELEASE);
}

static gboolean
queue_timed (LoomCudaContext  *self,
             LoomCudaSample   *sample,
             GError          **error)
{
  const cudaStream_t stream = loom_cuda_stream_get_handle (self->stream);

  return LOOM_CUDA_CALL (self, error, cudaEventRecord, self->start, stream)
         && sample->launch (sample->data, error)
         && LOOM_CUDA_CALL (self, error, cudaEventRecord, self->stop, stream);
}

/**
 * loom_cuda_timer_take:
 * @sample: what to time, and where to put the time
 *
 * Takes one sample. A kernel that fails while it runs is an outcome; what cannot be queued is an
 * error.
 *
 * Returns: whether it was queued
 */
gboolean
loom_cuda_timer_take (LoomCudaContext  *self,
                      LoomCudaSample   *sample,
                      GError          **error)
{
  g_autoptr (GError) refusal = NULL;
  float ms = 0;

  if ((sample->prepare != NULL && !sample->prepare (sample->data, error))
      || (sample->is_cold && !empty_cache (self, error))
      || (sample->is_gated && !close_gate (self, error)))
    return FALSE;

  queue_timed (self, sample, &refusal);
  if (sample->is_gated)
    open_gate (self);
  sample->outcome = LOOM_CUDA_DONE;
  /* where the kernel has failed before all is queued, waiting ends with the same error */
  if (refusal == NULL || loom_cuda_fault_is (refusal))
    sample->outcome = loom_cuda_stream_await (self->stream, self->stop, sample->wall_ms,
                                              sample->cancel, &sample->code);
  if (refusal != NULL && sample->outcome == LOOM_CUDA_DONE)
    {
      g_propagate_error (error, g_steal_pointer (&refusal));
      return FALSE;
    }
  if (sample->outcome != LOOM_CUDA_DONE)
    {
      loom_cuda_check (self->cuda, sample->code, "cudaEventSynchronize", NULL);
      return TRUE;
    }

  if (!LOOM_CUDA_CALL (self, error, cudaEventElapsedTime, &ms, self->start, self->stop))
    return FALSE;

  sample->ms = ms;
  sample->is_gated = sample->is_gated
                     && __atomic_load_n (&self->flags[1], __ATOMIC_ACQUIRE) != self->ticket;
  return TRUE;
}
