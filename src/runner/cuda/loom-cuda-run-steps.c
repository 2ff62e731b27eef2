/* loom-cuda-run-steps.c: the steps of a document on a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where no step names a stream each launch is waited for, so that one that fails is known with its
 * step and round, and is timed behind a gate of its own. Else steps are queued on their streams and
 * are waited for only where somebody has to see what they left; events before and behind each say
 * when it was done. The default stream waits for all others and they wait for it, as the legacy
 * default stream does ("Stream synchronization behavior" of the CUDA Runtime API).
 */

#include "config.h"

#include "loom-cuda-run-private.h"
#include "loom-cuda-counters.h"
#include "loom-cuda-fault.h"
#include "loom-cuda-kernel.h"
#include "loom-run-order.h"
#include "loom-run-steps.h"

#include <string.h>

/* Steps that are queued before they are waited for. */
#define MOST_QUEUED 512

/* A step that is under way. */
typedef struct
{
  guint       step, stream;
  cudaEvent_t start, end;
} Queued;

/* One sample of all steps. */
typedef struct
{
  LoomCudaRun  *run;
  double        ms;             /* of all launches so far */
  gboolean      has_streams;
  cudaStream_t *streams;        /* by number; the first is the context's */
  guint         n_streams;
  cudaEvent_t   base, done;     /* when the steps began; what is waited for */
  GPtrArray    *events;         /* (element-type cudaEvent_t) that can time something, unused */
  GPtrArray    *taken;          /* (element-type cudaEvent_t) all that were made */
  GHashTable   *named;          /* (element-type utf8 cudaEvent_t) of the document, once recorded */
  GArray       *queued;         /* (element-type Queued) */
  guint8       *source;         /* page-locked: what arrays are filled with at first, or NULL */
} Sample;

static cudaEvent_t
make_event (Sample        *self,
            unsigned int   flags,
            GError       **error)
{
  cudaEvent_t event = NULL;

  if (!LOOM_CUDA_CALL (self->run->context, error, cudaEventCreateWithFlags, &event, flags))
    return NULL;
  g_ptr_array_add (self->taken, event);
  return event;
}

static cudaEvent_t
take_event (Sample  *self,
            GError **error)
{
  return self->events->len > 0 ? g_ptr_array_steal_index_fast (self->events, self->events->len - 1)
                               : make_event (self, 0, error);
}

static gboolean
record (Sample       *self,
        cudaEvent_t   event,
        guint         stream,
        GError      **error)
{
  return LOOM_CUDA_CALL (self->run->context, error, cudaEventRecord, event, self->streams[stream]);
}

/* Lets one stream wait for all that another one has by now. */
static gboolean
join (Sample  *self,
      guint    stream,
      guint    other,
      GError **error)
{
  cudaEvent_t event = take_event (self, error);

  if (event == NULL || !record (self, event, other, error) ||
      !LOOM_CUDA_CALL (self->run->context, error, cudaStreamWaitEvent, self->streams[stream], event,
                       0))
    return FALSE;
  g_ptr_array_add (self->events, event);
  return TRUE;
}

static gboolean
join_all (Sample   *self,
          gboolean  to_default,
          GError  **error)
{
  for (guint i = 1; i < self->n_streams; i++)
    if (!join (self, to_default ? 0 : i, to_default ? i : 0, error))
      return FALSE;
  return TRUE;
}

/* Between an event of the sample and its beginning. */
static gboolean
get_ms (Sample       *self,
        cudaEvent_t   event,
        double       *ms,
        GError      **error)
{
  float elapsed = 0;

  if (!LOOM_CUDA_CALL (self->run->context, error, cudaEventElapsedTime, &elapsed, self->base,
                       event))
    return FALSE;
  *ms = MAX (elapsed, 0);
  return TRUE;
}

/* What was queued is done: when, is noted. */
static gboolean
harvest (Sample  *self,
         GError **error)
{
  for (guint i = 0; i < self->queued->len; i++)
    {
      const Queued *queued = &g_array_index (self->queued, Queued, i);
      const LoomPlanStep *step = self->run->request->plan->steps->pdata[queued->step];
      LoomRunSpan span = { .step = queued->step, .stream = queued->stream };

      if (!get_ms (self, queued->start, &span.start_ms, error) ||
          !get_ms (self, queued->end, &span.end_ms, error))
        return FALSE;
      span.end_ms = MAX (span.end_ms, span.start_ms);
      loom_run_steps_note (self->run->run, &span);
      if (step->kind == LOOM_STATEMENT_LAUNCH)
        self->ms += span.end_ms - span.start_ms;
      g_ptr_array_add (self->events, queued->start);
      if (queued->end != queued->start)
        g_ptr_array_add (self->events, queued->end);
    }
  g_array_set_size (self->queued, 0);
  return TRUE;
}

static gboolean
explain (gpointer   data,
         GError   **error)
{
  LoomCudaRun *run = ((Sample *) data)->run;

  return loom_cuda_fault_take (run->context, run->capture, run->run, error);
}

/* Waits for all that is queued. What failed becomes the run's trap. */
static gboolean
settle (Sample  *self,
        GError **error)
{
  LoomCudaRun *run = self->run;
  const guint64 wall = (guint64) run->request->options->wall_ms * (self->queued->len + 1);
  LoomCudaSample sample = { .wall_ms = (guint) MIN (wall, G_MAXINT) };

  if (run->run->trap != NULL)
    return TRUE;
  if (!join_all (self, TRUE, error) || !record (self, self->done, 0, error))
    return explain (self, error);
  sample.outcome = loom_cuda_stream_await (run->context->stream, self->done, sample.wall_ms,
                                           run->request->fill.cancel, &sample.code);
  return sample.outcome == LOOM_CUDA_DONE
             ? harvest (self, error)
             : loom_cuda_fault_explain (run->context, run->capture, &sample, run->run, error);
}

/* Begins what is timed on the stream of a step. */
static gboolean
begin (Sample  *self,
       guint    index,
       Queued  *queued,
       GError **error)
{
  const LoomPlanStep *step = self->run->request->plan->steps->pdata[index];

  *queued = (Queued) { .step = index,
                       .stream = loom_run_order_find_stream (self->run->run, step) };
  if (self->queued->len >= MOST_QUEUED && !settle (self, error))
    return FALSE;
  if (queued->stream == 0 && !join_all (self, TRUE, error))
    return FALSE;
  queued->start = take_event (self, error);
  return queued->start != NULL && record (self, queued->start, queued->stream, error);
}

static gboolean
end (Sample  *self,
     Queued  *queued,
     GError **error)
{
  queued->end = take_event (self, error);
  if (queued->end == NULL || !record (self, queued->end, queued->stream, error) ||
      (queued->stream == 0 && !join_all (self, FALSE, error)))
    return FALSE;
  g_array_append_val (self->queued, *queued);
  return self->has_streams || settle (self, error);
}

/* A launch that is to be queued. */
typedef struct
{
  LoomCudaRun    *run;
  const LoomPlan *plan;
  cudaStream_t    stream;
  cudaKernel_t    kernel;
  gboolean        is_cooperative;
  gpointer       *params;
} Launch;

static gboolean
queue (gpointer   data,
       GError   **error)
{
  Launch *self = data;

  return loom_cuda_kernel_queue (self->run->context, self->kernel, self->plan, &self->plan->grid,
                                 self->stream, self->is_cooperative, self->params, error);
}

/* Alone on the device, behind a gate. */
static gboolean
launch_alone (Sample  *self,
              guint    index,
              Launch  *what,
              GError **error)
{
  LoomCudaRun *run = self->run;
  LoomCudaSample sample = {
    .launch = queue, .data = what, .is_gated = TRUE, .cancel = run->request->fill.cancel,
    .wall_ms = run->request->options->wall_ms,
  };
  LoomRunSpan span = { .step = index };

  if (!loom_cuda_timer_take (run->context, &sample, error))
    return FALSE;
  if (sample.outcome != LOOM_CUDA_DONE)
    return loom_cuda_fault_explain (run->context, run->capture, &sample, run->run, error);

  if (!get_ms (self, run->context->start, &span.start_ms, error))
    return FALSE;
  span.end_ms = span.start_ms + sample.ms;
  loom_run_steps_note (run->run, &span);
  run->run->measurement->gated = run->run->measurement->gated && sample.is_gated;
  self->ms += sample.ms;
  return TRUE;
}

static gboolean
begin_counting (LoomCudaRun  *run,
                guint         index,
                GError      **error)
{
  return loom_cuda_counters_begin (run->context, run->module, &run->layout, run->arena,
                                   (gint) index == run->request->plan->shown
                                       ? LOOM_CUDA_COUNTS_ALL : LOOM_CUDA_COUNTS_ACCESSES, error);
}

static gboolean
launch (gpointer    data,
        guint       index,
        GPtrArray  *values,
        const guint64 *addresses,
        GError    **error)
{
  Sample *self = data;
  LoomCudaRun *run = self->run;
  const LoomPlan *plan = run->request->plan;
  const LoomPlanStep *step = plan->steps->pdata[index];
  g_autofree gpointer *params = g_new0 (gpointer, values->len + 1);
  Launch what = { .run = run, .plan = step->launch, .stream = self->streams[0],
                  .params = params };
  Queued queued;

  for (guint i = 0; i < values->len; i++)
    params[i] = ((GByteArray *) values->pdata[i])->data;
  if ((gint) index == plan->shown)
    loom_cuda_run_note_arguments (run, values);
  what.kernel = loom_cuda_run_find_kernel (run, step->launch, &what.is_cooperative, error);
  if (what.kernel == NULL || (run->counts && !begin_counting (run, index, error)))
    return FALSE;
  if (!self->has_streams)
    return launch_alone (self, index, &what, error);

  if (!begin (self, index, &queued, error))
    return FALSE;
  what.stream = self->streams[queued.stream];
  return queue (&what, error) && end (self, &queued, error);
}

static guint64
find (gpointer             data,
      const LoomRunBuffer *buffer)
{
  const Sample *self = data;

  return buffer->arg->texture.kind != LOOM_TEXTURE_NONE ? self->run->addresses[buffer->index]
                                                        : buffer->address;
}

/* Where page-locked memory has a place for an argument. */
static guint
get_position (Sample              *self,
              const LoomRunBuffer *buffer)
{
  guint i = 0;

  while (loom_run_memory_get (self->run->memory, i) != buffer)
    i++;
  return i;
}

/* Puts what steps will copy from the host into page-locked memory, before anything is timed. */
static gboolean
lay_out_sources (Sample  *self,
                 GError **error)
{
  LoomCudaRun *run = self->run;
  const GPtrArray *steps = run->request->plan->steps;

  for (guint i = 0; i < steps->len; i++)
    {
      const LoomPlanStep *step = steps->pdata[i];
      LoomRunBuffer *buffer;

      if (step->kind != LOOM_STATEMENT_COPY || step->first >= 0)
        continue;
      if (self->source == NULL)
        self->source = loom_cuda_pool_take (run->context, LOOM_CUDA_SOURCE, run->image_size,
                                            run->run->job, error);
      buffer = loom_run_memory_find (run->memory, (guint) step->second);
      if (self->source == NULL || !loom_backend_refill (run->request, buffer->arg, buffer, error))
        return FALSE;
      memcpy (self->source + run->offsets[get_position (self, buffer)], buffer->bytes,
              buffer->size);
    }
  return TRUE;
}

static gboolean
move (Sample               *self,
      guint                 index,
      gpointer              to,
      gconstpointer         from,
      gsize                 size,
      enum cudaMemcpyKind   kind,
      GError              **error)
{
  Queued queued;

  return begin (self, index, &queued, error) &&
         LOOM_CUDA_CALL (self->run->context, error, cudaMemcpyAsync, to, from, size, kind,
                         self->streams[queued.stream]) &&
         end (self, &queued, error);
}

static gpointer
get_address (const LoomRunBuffer *buffer)
{
  return (gpointer) (guintptr) buffer->address;
}

static gboolean
copy (gpointer        data,
      guint           index,
      LoomRunBuffer  *from,
      LoomRunBuffer  *to,
      GError        **error)
{
  Sample *self = data;
  LoomCudaRun *run = self->run;

  if (to == NULL)
    return move (self, index, run->staging + run->offsets[get_position (self, from)],
                 get_address (from), from->size, cudaMemcpyDeviceToHost, error);
  if (from != NULL)
    return move (self, index, get_address (to), get_address (from), to->size,
                 cudaMemcpyDeviceToDevice, error);
  return move (self, index, get_address (to),
               self->source + run->offsets[get_position (self, to)], to->size,
               cudaMemcpyHostToDevice, error);
}

/* Whatever still goes to page-locked memory must be there before it is used for something else. */
static gboolean
upload (gpointer        data,
        guint           index,
        LoomRunBuffer  *buffer,
        GError        **error)
{
  Sample *self = data;

  if (!settle (self, error))
    return FALSE;
  memcpy (self->run->staging, buffer->bytes, buffer->size);
  return move (self, index, get_address (buffer), self->run->staging, buffer->size,
               cudaMemcpyHostToDevice, error) &&
         settle (self, error);
}

/* An event that nothing has recorded yet holds nobody up, as in CUDA. */
static gboolean
event (gpointer   data,
       guint      index,
       GError   **error)
{
  Sample *self = data;
  const LoomPlanStep *step = self->run->request->plan->steps->pdata[index];
  cudaEvent_t named = g_hash_table_lookup (self->named, step->event);
  Queued queued;

  if (step->kind == LOOM_STATEMENT_WAIT)
    return named == NULL ||
           LOOM_CUDA_CALL (self->run->context, error, cudaStreamWaitEvent,
                           self->streams[loom_run_order_find_stream (self->run->run, step)], named,
                           0);
  if (named == NULL)
    {
      named = make_event (self, cudaEventDisableTiming, error);
      g_hash_table_insert (self->named, step->event, named);
    }
  if (named == NULL || !begin (self, index, &queued, error) ||
      !record (self, named, queued.stream, error))
    return FALSE;
  queued.end = queued.start;
  g_array_append_val (self->queued, queued);
  return TRUE;
}

/* Where the cells lie on the device one after the other: of a surface, once they were fetched. */
static gpointer
get_laid_out (Sample              *self,
              const LoomRunBuffer *buffer)
{
  return buffer->arg->texture.kind == LOOM_TEXTURE_NONE
             ? get_address (buffer)
             : loom_cuda_run_find_array (self->run, buffer);
}

/* What kernels do not change by a pointer of its own is on this computer as it is there. */
static gboolean
fetch (gpointer        data,
       LoomRunBuffer  *buffer,
       GError        **error)
{
  Sample *self = data;
  LoomCudaRun *run = self->run;

  if (!settle (self, error))
    return FALSE;
  if (run->run->trap != NULL || buffer->arg->symbol != NULL ||
      buffer->arg->texture.kind == LOOM_TEXTURE_SAMPLED)
    return TRUE;
  if (buffer->arg->texture.kind == LOOM_TEXTURE_SURFACE &&
      !loom_cuda_run_texture_fetch (run, error))
    return FALSE;
  if (!loom_cuda_context_copy (run->context, run->staging, get_laid_out (self, buffer),
                               buffer->size, cudaMemcpyDeviceToHost, error) ||
      !loom_cuda_stream_drain (run->context->stream, error))
    return FALSE;
  memcpy (buffer->bytes, run->staging, buffer->size);
  return TRUE;
}

/* The streams that the steps name, and what tells when steps were done. */
static gboolean
open_sample (Sample  *self,
             GError **error)
{
  LoomCudaRun *run = self->run;
  const LoomPlan *plan = run->request->plan;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlanStep *step = plan->steps->pdata[i];

      if (step->stream != NULL)
        g_hash_table_add (names, step->stream);
    }
  self->events = g_ptr_array_new ();
  self->taken = g_ptr_array_new ();
  self->named = g_hash_table_new (g_str_hash, g_str_equal);
  self->queued = g_array_new (FALSE, FALSE, sizeof (Queued));
  /* what counts is launched one after the other */
  self->has_streams = g_hash_table_size (names) > 0 && !run->counts;
  self->streams = g_new0 (cudaStream_t, g_hash_table_size (names) + 1);
  self->streams[0] = loom_cuda_stream_get_handle (run->context->stream);
  for (self->n_streams = 1; self->n_streams <= g_hash_table_size (names); self->n_streams++)
    if (!LOOM_CUDA_CALL (run->context, error, cudaStreamCreateWithFlags,
                         &self->streams[self->n_streams], cudaStreamNonBlocking))
      return FALSE;

  self->base = make_event (self, 0, error);
  self->done = make_event (self, cudaEventBlockingSync | cudaEventDisableTiming, error);
  return self->base != NULL && self->done != NULL;
}

/* Nothing of a device that is lost can be given back. */
static void
close_sample (Sample *self)
{
  const LoomCuda *cuda = self->run->context->cuda;
  const gboolean is_lost = loom_cuda_is_spent ();

  if (!is_lost)
    cuda->cudaDeviceSynchronize ();
  for (guint i = 0; !is_lost && i < self->taken->len; i++)
    cuda->cudaEventDestroy (self->taken->pdata[i]);
  for (guint i = 1; !is_lost && i < self->n_streams; i++)
    cuda->cudaStreamDestroy (self->streams[i]);
  g_ptr_array_unref (self->events);
  g_ptr_array_unref (self->taken);
  g_hash_table_unref (self->named);
  g_array_unref (self->queued);
  g_free (self->streams);
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
  LoomStepsDevice device = {
    .data = &sample, .is_asynchronous = TRUE, .launch = launch, .find = find, .copy = copy,
    .upload = upload, .event = event, .fetch = fetch, .explain = explain,
  };
  gboolean is_done = open_sample (&sample, error);

  device.is_late = sample.has_streams;
  is_done = is_done && lay_out_sources (&sample, error) && loom_cuda_run_restore (self, error) &&
            loom_cuda_stream_drain (self->context->stream, error) &&
            record (&sample, sample.base, 0, error) && join_all (&sample, FALSE, error) &&
            loom_run_steps_execute (self->request, self->run, self->memory, &device, error) &&
            settle (&sample, error);
  /* The arrays are brought back from where swaps have left them. */
  for (guint i = 0; i < self->memory->buffers->len; i++)
    {
      const LoomRunBuffer *buffer = loom_run_memory_get (self->memory, i);

      if (buffer->arg->symbol == NULL && buffer->arg->texture.kind == LOOM_TEXTURE_NONE)
        self->addresses[buffer->index] = buffer->address;
    }
  close_sample (&sample);
  *ms = sample.ms;
  return is_done;
}
