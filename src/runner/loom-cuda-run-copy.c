/* loom-cuda-run-copy.c: what a kernel left, to another device
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-run-private.h"

#include "loom-cuda-copies.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define SAMPLES 9
/* For one copy; the slowest bus has copied 4 GiB by then. */
#define PATIENCE_MS 30000

/* One array on its way. */
typedef struct
{
  LoomCudaRun  *run;
  LoomCudaCopy  way;
  gpointer      from, to;       /* there it lies on the other device */
} Copy;

/**
 * loom_cuda_run_check_copy:
 * @request: what to run
 * @error: return location for an error
 *
 * Finds out before anything runs whether there is a device that arrays can be copied to.
 *
 * Errors: %LOOM_ERROR_BACKEND, %LOOM_ERROR_USAGE.
 *
 * Returns: whether there is, or nothing is to be copied
 */
gboolean
loom_cuda_run_check_copy (const LoomCudaRequest  *request,
                          GError                **error)
{
  const LoomBackendId to = request->options->copy_to;

  if (to.kind == LOOM_BACKEND_NONE)
    return TRUE;
  if (to.kind == LOOM_BACKEND_CUDA && (int) to.device != request->device)
    return loom_cuda_context_get ((int) to.device, error) != NULL;

  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_USAGE,
      _("Arrays of a run on cuda:%1$d cannot be copied to %2$s: name another GPU, as cuda:N"),
      request->device, loom_backend_id_get_name (to));
  return FALSE;
}

static gboolean
queue_copy (gpointer   data,
            GError   **error)
{
  const Copy *copy = data;
  LoomCudaContext *context = copy->run->context;

  return loom_cuda_context_check (
      context,
      context->cuda->cudaMemcpyPeerAsync (copy->to, copy->way.to, copy->from, copy->way.from,
                                          copy->way.bytes,
                                          loom_cuda_stream_get_handle (context->stream)),
      "cudaMemcpyPeerAsync", error);
}

static gboolean
take_sample (Copy    *copy,
             double  *ms,
             GError **error)
{
  LoomCudaContext *context = copy->run->context;
  LoomCudaSample sample = {
    .launch = queue_copy,
    .data = copy,
    .is_gated = TRUE,
    .wall_ms = PATIENCE_MS,
    .cancel = copy->run->request->fill.cancel,
  };

  if (!loom_cuda_timer_take (context, &sample, error))
    return FALSE;
  if (sample.outcome == LOOM_CUDA_CANCELLED)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped"));
      return FALSE;
    }
  if (sample.outcome == LOOM_CUDA_TIMED_OUT)
    sample.code = cudaErrorLaunchTimeout;
  *ms = sample.ms;
  return loom_cuda_context_check (context, sample.code, "cudaEventSynchronize", error);
}

/* Against what was brought back from this device: from the other one, by its own way. */
static gboolean
compare (Copy                *copy,
         const LoomRunBuffer *buffer,
         gboolean            *same,
         GError             **error)
{
  LoomCudaContext *context = copy->run->context;

  if (!loom_cuda_context_check (
          context,
          context->cuda->cudaMemcpyAsync (copy->run->staging, copy->to, buffer->size,
                                          cudaMemcpyDeviceToHost,
                                          loom_cuda_stream_get_handle (context->stream)),
          "cudaMemcpyAsync", error)
      || !loom_cuda_stream_drain (context->stream, error))
    return FALSE;

  *same = memcmp (copy->run->staging, buffer->bytes, buffer->size) == 0;
  return TRUE;
}

static gboolean
copy_array (Copy           *copy,
            LoomRunBuffer  *buffer,
            GError        **error)
{
  LoomCudaRun *run = copy->run;
  double samples[SAMPLES];
  LoomSummary summary;
  LoomArrayCopy *note;
  gboolean same = FALSE;

  copy->from = (gpointer) (guintptr) run->addresses[buffer->index];
  copy->way.bytes = buffer->size;
  for (guint i = 0; i < SAMPLES; i++)
    if (!take_sample (copy, &samples[i], error))
      return FALSE;
  if (!compare (copy, buffer, &same, error))
    return FALSE;

  loom_summary_init (&summary, samples, SAMPLES, -1);
  note = loom_job_add_copy (run->run->job, buffer->arg->name,
                            loom_backend_id_get_name (run->request->options->copy_to),
                            buffer->size);
  note->bytes_per_second = summary.median > 0 ? buffer->size / summary.median * 1000 : 0;
  note->direct = loom_cuda_copies_is_direct (&copy->way);
  note->same = same;
  return TRUE;
}

static gboolean
copy_arrays (Copy    *copy,
             GError **error)
{
  LoomRunMemory *memory = copy->run->memory;

  loom_cuda_copies_open_way (copy->run->context, &copy->way);
  for (guint i = 0; i < memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      if (buffer->arg->symbol == NULL && buffer->size > 0 && !copy_array (copy, buffer, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
take (Copy    *copy,
      gsize    size,
      GError **error)
{
  LoomCudaContext *context = copy->run->context;
  const LoomCuda *cuda = context->cuda;
  const gboolean taken
      = loom_cuda_context_check (context, cuda->cudaSetDevice (copy->way.to), "cudaSetDevice",
                                 error)
        && loom_cuda_context_check (context, cuda->cudaMalloc (&copy->to, size), "cudaMalloc",
                                    error);

  return loom_cuda_context_check (context, cuda->cudaSetDevice (context->device), "cudaSetDevice",
                                  taken ? error : NULL)
         && taken;
}

/**
 * loom_cuda_run_copy:
 * @self: a run whose arrays were brought back and still lie on the device
 * @error: return location for an error
 *
 * Copies each array that is an argument to the device that the options name, several times, and
 * notes in the job how fast that was and whether it arrived unchanged.
 *
 * Errors: as loom_cuda_check(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether all were copied
 */
gboolean
loom_cuda_run_copy (LoomCudaRun  *self,
                    GError      **error)
{
  Copy copy = { .run = self, .way = { .from = self->context->device, .is_pinned = TRUE } };
  gsize largest = 1;
  gboolean copied;

  copy.way.to = (int) self->request->options->copy_to.device;
  for (guint i = 0; i < self->memory->buffers->len; i++)
    largest = MAX (largest, loom_run_memory_get (self->memory, i)->size);
  if (!take (&copy, largest, error))
    return FALSE;

  copied = copy_arrays (&copy, error);
  /* What is stuck is still being copied to. */
  if (!loom_cuda_is_spent ())
    self->context->cuda->cudaFree (copy.to);
  return copied;
}
