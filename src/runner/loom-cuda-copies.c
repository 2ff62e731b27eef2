/* loom-cuda-copies.c: how fast arrays travel between this computer and its devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-copies.h"

#include "loom-measurement.h"

#include <glib/gi18n-lib.h>

#define SAMPLES 9
/* For one copy; the slowest bus has copied 4 GiB by then. */
#define PATIENCE_MS 30000

/* A copy with its two ends in place; queued on the stream of `context`. */
typedef struct
{
  const LoomCudaCopy *copy;
  LoomCudaContext    *context;
  gpointer            to, from;
} Ends;

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
ends_clear (Ends *self)
{
  /* What is stuck is still being copied from and to. */
  if (!loom_cuda_is_spent ())
    {
      release (self->context, self->copy->to, self->copy->is_pinned, self->to);
      release (self->context, self->copy->from, self->copy->is_pinned, self->from);
    }
  g_mutex_unlock (&self->context->mutex);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

static gboolean
take (LoomCudaContext  *context,
      int               device,
      gboolean          is_pinned,
      gsize             bytes,
      gpointer         *memory,
      GError          **error)
{
  const LoomCuda *cuda = context->cuda;

  if (device == LOOM_CUDA_HOST && !is_pinned)
    {
      *memory = g_try_malloc0 (bytes);
      return loom_cuda_context_check (
          context, *memory != NULL ? cudaSuccess : cudaErrorMemoryAllocation, "malloc", error);
    }
  if (device == LOOM_CUDA_HOST)
    return loom_cuda_context_check (context, cuda->cudaHostAlloc (memory, bytes, 0),
                                    "cudaHostAlloc", error);

  return loom_cuda_context_check (context, cuda->cudaSetDevice (device), "cudaSetDevice", error) &&
         loom_cuda_context_check (context, cuda->cudaMalloc (memory, bytes), "cudaMalloc", error) &&
         loom_cuda_context_check (context, cuda->cudaSetDevice (context->device), "cudaSetDevice",
                                  error);
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
  int can = 0;

  if (peer == LOOM_CUDA_HOST || peer == context->device)
    return;
  if (context->cuda->cudaDeviceCanAccessPeer (&can, context->device, peer) == cudaSuccess &&
      can != 0)
    context->cuda->cudaDeviceEnablePeerAccess (peer, 0);
  context->cuda->cudaGetLastError ();
}

static gboolean
queue_copy (gpointer   data,
            GError   **error)
{
  const Ends *ends = data;
  const LoomCudaCopy *copy = ends->copy;
  const LoomCuda *cuda = ends->context->cuda;
  const cudaStream_t stream = loom_cuda_stream_get_handle (ends->context->stream);
  cudaError_t code;

  if (copy->from == LOOM_CUDA_HOST || copy->to == LOOM_CUDA_HOST)
    code = cuda->cudaMemcpyAsync (ends->to, ends->from, copy->bytes,
                                  copy->to == LOOM_CUDA_HOST ? cudaMemcpyDeviceToHost
                                                             : cudaMemcpyHostToDevice,
                                  stream);
  else
    code = cuda->cudaMemcpyPeerAsync (ends->to, copy->to, ends->from, copy->from, copy->bytes,
                                      stream);

  return loom_cuda_context_check (ends->context, code, "cudaMemcpyAsync", error);
}

/* A stopped copy is let end first: its memory is about to be freed. */
static gboolean
take_sample (Ends        *ends,
             const gint  *cancel,
             double      *ms,
             GError     **error)
{
  LoomCudaSample sample = {
    .launch = queue_copy,
    .data = ends,
    .is_gated = ends->copy->is_pinned,
    .wall_ms = PATIENCE_MS,
  };

  if (cancel != NULL && g_atomic_int_get (cancel) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped"));
      return FALSE;
    }
  if (!loom_cuda_timer_take (ends->context, &sample, error))
    return FALSE;
  if (sample.outcome == LOOM_CUDA_TIMED_OUT)
    sample.code = cudaErrorLaunchTimeout;
  *ms = sample.ms;
  return loom_cuda_context_check (ends->context, sample.code, "cudaEventSynchronize", error);
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
 * @bytes_per_second: (out): the median of several copies, by events
 * @error: return location for an error
 *
 * Measures a copy. Copies of pageable memory are not gated, as they wait for the device inside the
 * call. Blocks.
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
  double samples[SAMPLES];
  LoomSummary summary;

  if (context == NULL)
    return FALSE;

  g_mutex_lock (&context->mutex);
  {
    g_auto (Ends) ends = { copy, context, NULL, NULL };

    if (!loom_cuda_context_open (context, error)
        || !take (context, copy->to, copy->is_pinned, copy->bytes, &ends.to, error)
        || !take (context, copy->from, copy->is_pinned, copy->bytes, &ends.from, error))
      return FALSE;

    loom_cuda_copies_open_way (context, copy);
    for (guint i = 0; i < SAMPLES; i++)
      if (!take_sample (&ends, cancel, &samples[i], error))
        return FALSE;
  }

  loom_summary_init (&summary, samples, SAMPLES, -1);
  *bytes_per_second = summary.median > 0 ? copy->bytes / summary.median * 1000 : 0;
  return TRUE;
}
