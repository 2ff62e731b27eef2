/* loom-cuda-run-copy.c: what a kernel left, to another device
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-run-private.h"

#include "loom-cuda-copies.h"

#include <string.h>

/* Against what was brought back from this device: from the other one, by its own way. */
static gboolean
compare (LoomCudaRun         *self,
         gconstpointer        there,
         const LoomRunBuffer *buffer,
         gboolean            *same,
         GError             **error)
{
  if (!loom_cuda_context_copy (self->context, self->staging, there, buffer->size,
                               cudaMemcpyDeviceToHost, error)
      || !loom_cuda_stream_drain (self->context->stream, error))
    return FALSE;

  *same = memcmp (self->staging, buffer->bytes, buffer->size) == 0;
  return TRUE;
}

static gboolean
copy_array (LoomCudaRun          *self,
            const LoomCudaCopy   *way,
            gpointer              to,
            const LoomRunBuffer  *buffer,
            GError              **error)
{
  LoomCudaCopy copy = *way;
  LoomCudaEnds ends = { &copy, self->context, to, NULL };
  double bytes_per_second = 0;
  LoomArrayCopy *note;
  gboolean same = FALSE;

  ends.from = loom_cuda_run_find_array (self, buffer);
  copy.bytes = buffer->size;
  if (!loom_cuda_copies_time (&ends, self->request->fill.cancel, &bytes_per_second, error)
      || !compare (self, to, buffer, &same, error))
    return FALSE;

  note = loom_job_add_copy (self->run->job, buffer->arg->name,
                            loom_backend_id_get_name (self->request->options->copy_to),
                            buffer->size);
  note->bytes_per_second = bytes_per_second;
  note->direct = loom_cuda_copies_is_direct (&copy);
  note->same = same;
  return TRUE;
}

/**
 * loom_cuda_run_copy:
 * @self: a run whose arrays were brought back and still lie on the device
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
  const LoomCudaCopy way = {
    .from = self->context->device,
    .to = (int) self->request->options->copy_to.device,
    .is_pinned = TRUE,
  };
  gpointer there = NULL;
  gsize largest = 1;
  gboolean copied = TRUE;

  for (guint i = 0; i < self->memory->buffers->len; i++)
    largest = MAX (largest, loom_run_memory_get (self->memory, i)->size);
  if (!loom_cuda_copies_take (self->context, way.to, TRUE, largest, &there, error))
    return FALSE;

  loom_cuda_copies_open_way (self->context, &way);
  for (guint i = 0; copied && i < self->memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      if (buffer->arg->symbol == NULL && buffer->size > 0)
        copied = copy_array (self, &way, there, buffer, error);
    }

  /* What is stuck is still being copied to. */
  if (!loom_cuda_is_spent ())
    self->context->cuda->cudaFree (there);
  return copied;
}
