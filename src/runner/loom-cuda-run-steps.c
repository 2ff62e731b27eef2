/* loom-cuda-run-steps.c: the steps of a document on a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each launch is waited for, so that one that fails is known with its step and round, and is timed
 * behind a gate of its own.
 */

#include "config.h"

#include "loom-cuda-run-private.h"
#include "loom-run-steps.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A launch that is to be queued. */
typedef struct
{
  LoomCudaRun    *run;
  const LoomPlan *plan;
  cudaKernel_t    kernel;
  gboolean        is_cooperative;
  gpointer       *params;
} Launch;

/* One sample of all steps. */
typedef struct
{
  LoomCudaRun *run;
  double       ms;              /* of all launches so far */
} Sample;

static gboolean
queue (gpointer   data,
       GError   **error)
{
  Launch *self = data;

  return loom_cuda_run_queue (self->run, self->plan, self->kernel, self->is_cooperative,
                              self->params, error);
}

static gboolean
launch (gpointer             data,
        const LoomPlanStep  *step,
        GPtrArray           *values,
        LoomRunStep         *figures,
        GError             **error)
{
  Sample *self = data;
  LoomCudaRun *run = self->run;
  const LoomPlan *plan = run->request->plan;
  g_autofree gpointer *params = g_new0 (gpointer, values->len + 1);
  Launch what = { .run = run, .plan = step->launch, .params = params };
  LoomCudaSample sample = {
    .launch = queue, .data = &what, .is_gated = TRUE, .cancel = run->request->fill.cancel,
    .wall_ms = run->request->options->wall_ms,
  };

  for (guint i = 0; i < values->len; i++)
    params[i] = ((GByteArray *) values->pdata[i])->data;
  if (step == plan->steps->pdata[plan->shown])
    loom_cuda_run_note_arguments (run, values);
  what.kernel = loom_cuda_run_find_kernel (run, step->launch, &what.is_cooperative, error);
  if (what.kernel == NULL || !loom_cuda_timer_take (run->context, &sample, error))
    return FALSE;
  if (sample.outcome != LOOM_CUDA_DONE)
    return loom_cuda_run_explain (run, &sample, error);

  run->run->measurement->gated = run->run->measurement->gated && sample.is_gated;
  loom_run_step_add (figures, sample.ms);
  self->ms += sample.ms;
  return TRUE;
}

static guint64
find (gpointer             data,
      const LoomRunBuffer *buffer)
{
  const Sample *self = data;

  return buffer->arg->texture.kind != LOOM_TEXTURE_NONE ? self->run->addresses[buffer->index]
                                                        : buffer->address;
}

static gboolean
move (LoomCudaRun          *self,
      gpointer              to,
      gconstpointer         from,
      gsize                 size,
      enum cudaMemcpyKind   kind,
      GError              **error)
{
  return loom_cuda_context_copy (self->context, to, from, size, kind, error)
         && loom_cuda_stream_drain (self->context->stream, error);
}

static gboolean
copy (gpointer             data,
      const LoomRunBuffer *from,
      LoomRunBuffer       *to,
      GError             **error)
{
  const Sample *self = data;

  return move (self->run, (gpointer) (guintptr) to->address, (gpointer) (guintptr) from->address,
               to->size, cudaMemcpyDeviceToDevice, error);
}

static gboolean
upload (gpointer        data,
        LoomRunBuffer  *buffer,
        GError        **error)
{
  const Sample *self = data;

  memcpy (self->run->staging, buffer->bytes, buffer->size);
  return move (self->run, (gpointer) (guintptr) buffer->address, self->run->staging, buffer->size,
               cudaMemcpyHostToDevice, error);
}

/* What kernels do not change by a pointer of its own is on this computer as it is there. */
static gboolean
fetch (gpointer        data,
       LoomRunBuffer  *buffer,
       GError        **error)
{
  const Sample *self = data;

  if (buffer->arg->symbol != NULL || buffer->arg->texture.kind != LOOM_TEXTURE_NONE)
    return TRUE;
  if (!move (self->run, self->run->staging, (gpointer) (guintptr) buffer->address, buffer->size,
             cudaMemcpyDeviceToHost, error))
    return FALSE;
  memcpy (buffer->bytes, self->run->staging, buffer->size);
  return TRUE;
}

/**
 * loom_cuda_run_steps:
 * @self: a run whose image is on the device
 * @ms: (out): what all launches took together
 *
 * Restores memory and executes the steps. A kernel that fails becomes the run's trap.
 *
 * Returns: whether this could be done
 */
gboolean
loom_cuda_run_steps (LoomCudaRun  *self,
                     double       *ms,
                     GError      **error)
{
  Sample sample = { .run = self };
  const LoomStepsDevice device = { &sample, launch, find, copy, upload, fetch };

  if (!loom_cuda_run_restore (self, error)
      || !loom_run_steps_execute (self->request, self->run, self->memory, &device, error))
    return FALSE;

  /* the arrays are brought back from where swaps have left them */
  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      if (buffer->arg->symbol == NULL && buffer->arg->texture.kind == LOOM_TEXTURE_NONE)
        self->addresses[buffer->index] = buffer->address;
    }
  *ms = sample.ms;
  return TRUE;
}
