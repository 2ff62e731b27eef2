/* loom-cuda-copies.c: how fast arrays travel between this computer and its devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-copies.h"

#include "loom-array-fill.h"
#include "loom-measurement.h"

#define SAMPLES 9
/* For one copy; the slowest bus has copied 4 GiB by then. */
#define PATIENCE_MS 30000

static void
release (LoomCudaContext *context,
         int              device,
         gboolean         is_pinned,
         gpointer         memory)
{
  if (memory == NULL)
    return;
  if (device != LOOM_CUDA_HOST)
    context->cuda->cudaFree (memory);
  else if (is_pinned)
    context->cuda->cudaFreeHost (memory);
  else
    g_free (memory);
}

static void
ends_clear (LoomCudaEnds *self)
{
  if (self->context == NULL)
    return;

  /* What is stuck is still being copied from and to. */
  if (!loom_cuda_is_spent ())
    {
      release (self->context, self->copy->to, self->copy->is_pinned, self->to);
      release (self->context, self->copy->from, self->copy->is_pinned, self->from);
    }
  g_mutex_unlock (&self->context->mutex);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCudaEnds, ends_clear)

/**
 * loom_cuda_copies_take:
 * @context: an open context
 * @device: where the memory shall be, or %LOOM_CUDA_HOST
 * @is_pinned: of this computer's memory: whether it is page-locked
 * @bytes: how much
 * @memory: (out): its address
 *
 * Takes memory at one end of a copy. The context's device stays that of this thread.
 *
 * Returns: whether there is so much
 */
gboolean
loom_cuda_copies_take (LoomCudaContext  *context,
                       int               device,
                       gboolean          is_pinned,
                       gsize             bytes,
                       gpointer         *memory,
                       GError          **error)
{
  gboolean is_taken;

  if (device == LOOM_CUDA_HOST && !is_pinned)
    {
      *memory = g_try_malloc0 (bytes);
      return loom_cuda_check (context->cuda,
                              *memory != NULL ? cudaSuccess : cudaErrorMemoryAllocation, "malloc",
                              error);
    }
  if (device == LOOM_CUDA_HOST)
    return LOOM_CUDA_CALL (context, error, cudaHostAlloc, memory, bytes, 0);

  is_taken = LOOM_CUDA_CALL (context, error, cudaSetDevice, device)
             && LOOM_CUDA_CALL (context, error, cudaMalloc, memory, bytes);
  return LOOM_CUDA_CALL (context, is_taken ? error : NULL, cudaSetDevice, context->device)
         && is_taken;
}

/**
 * loom_cuda_copies_open_way:
 * @context: of one end, open and current
 * @copy: from where to where
 *
 * Lets a device reach the memory of the other, where it can. Without it the copy goes through this
 * computer's memory; that is a result as well.
 */
void
loom_cuda_copies_open_way (LoomCudaContext    *context,
                           const LoomCudaCopy *copy)
{
  const int peer = context->device == copy->from ? copy->to : copy->from;

  if (peer != LOOM_CUDA_HOST && peer != context->device)
    loom_cuda_context_reach (context, peer);
}

static gboolean
queue_copy (gpointer   data,
            GError   **error)
{
  const LoomCudaEnds *ends = data;
  const LoomCudaCopy *copy = ends->copy;

  if (copy->from == LOOM_CUDA_HOST || copy->to == LOOM_CUDA_HOST)
    return loom_cuda_context_copy (ends->context, ends->to, ends->from, copy->bytes,
                                   copy->to == LOOM_CUDA_HOST ? cudaMemcpyDeviceToHost
                                                              : cudaMemcpyHostToDevice,
                                   error);
  return LOOM_CUDA_CALL (ends->context, error, cudaMemcpyPeerAsync, ends->to, copy->to, ends->from,
                         copy->from, copy->bytes,
                         loom_cuda_stream_get_handle (ends->context->stream));
}

/* A stopped copy is let end first: its memory is about to be freed. */
static gboolean
take_sample (const LoomCudaEnds  *ends,
             const gint          *cancel,
             double              *ms,
             GError             **error)
{
  LoomCudaSample sample = {
    .launch = queue_copy,
    .data = (gpointer) ends,
    .is_gated = ends->copy->is_pinned,
    .wall_ms = PATIENCE_MS,
  };

  if (!loom_cancel_check (cancel, error) || !loom_cuda_timer_take (ends->context, &sample, error))
    return FALSE;
  if (sample.outcome == LOOM_CUDA_TIMED_OUT)
    sample.code = cudaErrorLaunchTimeout;
  *ms = sample.ms;
  return loom_cuda_check (ends->context->cuda, sample.code, "cudaEventSynchronize", error);
}

/**
 * loom_cuda_copies_time:
 * @ends: a copy with both ends in place
 * @cancel: (nullable): read atomically between copies
 * @bytes_per_second: (out): the median of several copies, by events
 *
 * Times a copy. Copies of pageable memory are not gated, as they wait for the device inside the
 * call. Blocks.
 *
 * Errors: as loom_cuda_check(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it was timed
 */
gboolean
loom_cuda_copies_time (const LoomCudaEnds  *ends,
                       const gint          *cancel,
                       double              *bytes_per_second,
                       GError             **error)
{
  double samples[SAMPLES];
  LoomSummary summary;

  for (guint i = 0; i < SAMPLES; i++)
    if (!take_sample (ends, cancel, &samples[i], error))
      return FALSE;

  loom_summary_init (&summary, samples, SAMPLES, -1);
  *bytes_per_second = summary.median > 0 ? ends->copy->bytes / summary.median * 1000 : 0;
  return TRUE;
}

/**
 * loom_cuda_copies_is_direct:
 * @copy: from where to where
 *
 * Returns: whether it does not go through the memory of this computer: both ends are devices that
 *   reach each other, or one
 */
gboolean
loom_cuda_copies_is_direct (const LoomCudaCopy *copy)
{
  const LoomCuda *cuda = loom_cuda_get ();
  int can = 0;

  if (copy->from == LOOM_CUDA_HOST || copy->to == LOOM_CUDA_HOST || cuda->why != NULL)
    return FALSE;
  return copy->from == copy->to
         || (cuda->cudaDeviceCanAccessPeer (&can, copy->from, copy->to) == cudaSuccess && can != 0);
}

/**
 * loom_cuda_copies_measure:
 * @copy: from where to where; one end at least is a device
 * @cancel: (nullable): read atomically between copies
 * @bytes_per_second: (out): as loom_cuda_copies_time() has it
 *
 * Measures a copy of memory that is taken for it. Blocks.
 *
 * Errors: as loom_cuda_check(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it was measured
 */
gboolean
loom_cuda_copies_measure (const LoomCudaCopy  *copy,
                          const gint          *cancel,
                          double              *bytes_per_second,
                          GError             **error)
{
  LoomCudaContext *context
      = loom_cuda_context_get (copy->from != LOOM_CUDA_HOST ? copy->from : copy->to, error);
  g_auto (LoomCudaEnds) ends = { copy, context, NULL, NULL };

  if (context == NULL)
    return FALSE;

  g_mutex_lock (&context->mutex);
  if (!loom_cuda_context_open (context, error)
      || !loom_cuda_copies_take (context, copy->to, copy->is_pinned, copy->bytes, &ends.to, error)
      || !loom_cuda_copies_take (context, copy->from, copy->is_pinned, copy->bytes, &ends.from,
                                 error))
    return FALSE;

  loom_cuda_copies_open_way (context, copy);
  return loom_cuda_copies_time (&ends, cancel, bytes_per_second, error);
}
