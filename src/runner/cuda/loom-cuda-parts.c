/* loom-cuda-parts.c: the devices of a split run, each a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything is queued in its order and nobody waits but where somebody has to see what came of it.
 * A GPU does a launch on its main stream. Where its halos may travel early (loom-run-edges.c), the
 * blocks at the edges of its band come first, on a stream of their own, and their rows go to the
 * neighbours on a third one while the main stream does the other blocks:
 *
 *   edge     | edges of launch 1 |                    | edges of launch 2 |
 *   main     | other blocks of launch 1              || other blocks of launch 2
 *   copies                       | rows for others |
 *
 * A launch begins when the launch before it has ended on its GPU, and when the rows have come and
 * gone that were sent since.
 */

#include "config.h"

#include "loom-cuda-parts.h"

#include "loom-cuda-fault.h"
#include "loom-cuda-part.h"
#include "loom-ptx-window.h"
#include "loom-run-edges.h"

#include <glib/gi18n-lib.h>

/* What is under way. Times are between two events of one device. */
typedef struct
{
  LoomRunPartSpan span;
  cudaEvent_t     start, end;
} Queued;

/* What is known of one device. */
typedef struct
{
  LoomCudaPart *part;
  cudaEvent_t   base;           /* when the clock was as in base_ms */
  double        base_ms;
  cudaEvent_t   edges;          /* those of the last launch are done */
  cudaEvent_t   settled;        /* what is waited for */
  cudaEvent_t   done, before;   /* the last launch, and the one before it; NULL: long since */
  GPtrArray    *moving;         /* (element-type cudaEvent_t) rows that came and went since the last
                                   launch */
  GPtrArray    *events;         /* (element-type cudaEvent_t) unused */
  GPtrArray    *taken;          /* (element-type cudaEvent_t) all that were made */
} Device;

typedef struct
{
  const LoomBackendRequest *request;
  const LoomSplit *split;
  LoomCudaCapture *capture;
  LoomRunEdges    *edges;
  gboolean         counts;      /* else they are as fast as they can */
  GArray          *devices;     /* (element-type Device) */
  GArray          *queued;      /* (element-type Queued) */
  const gboolean  *is_early;    /* of each array, by the last launch; NULL: none is */
} Parts;

static Device *
get_device (const Parts *self,
            guint        index)
{
  return &g_array_index (self->devices, Device, index);
}

static LoomCudaContext *
get_context (const Device *device)
{
  return device->part->context;
}

static cudaEvent_t
make_event (Device        *self,
            unsigned int   flags,
            GError       **error)
{
  cudaEvent_t event = NULL;

  if (!LOOM_CUDA_CALL (get_context (self), error, cudaEventCreateWithFlags, &event, flags))
    return NULL;
  g_ptr_array_add (self->taken, event);
  return event;
}

/* One that can time something. */
static cudaEvent_t
take_event (Device  *self,
            GError **error)
{
  return self->events->len > 0 ? g_ptr_array_steal_index_fast (self->events, self->events->len - 1)
                               : make_event (self, 0, error);
}

static gboolean
record (Device        *self,
        cudaEvent_t    event,
        cudaStream_t   stream,
        GError       **error)
{
  return LOOM_CUDA_CALL (get_context (self), error, cudaEventRecord, event, stream);
}

/* Also for an event of another device. */
static gboolean
wait_for (Device        *self,
          cudaStream_t   stream,
          cudaEvent_t    event,
          GError       **error)
{
  return event == NULL ||
         LOOM_CUDA_CALL (get_context (self), error, cudaStreamWaitEvent, stream, event, 0);
}

static gboolean
wait_for_rows (Device        *self,
               cudaStream_t   stream,
               GError       **error)
{
  for (guint i = 0; i < self->moving->len; i++)
    if (!wait_for (self, stream, self->moving->pdata[i], error))
      return FALSE;
  return TRUE;
}

static char *
dup_name (gpointer data,
          guint    device)
{
  const LoomCudaContext *context = get_context (get_device (data, device));

  return g_strdup_printf ("cuda:%d %s", context->device, context->name);
}

static char *
dup_halos_name (gpointer data,
                guint    device)
{
  /* Translators: in a timeline, the rows that the GPU cuda:%d hands to its neighbours */
  return g_strdup_printf (_("cuda:%d, halos"), get_context (get_device (data, device))->device);
}

static gboolean
scatter (gpointer       data,
         guint          array,
         const guint8  *bytes,
         GError       **error)
{
  Parts *self = data;

  for (guint i = 0; i < self->devices->len; i++)
    if (!loom_cuda_part_put (get_device (self, i)->part, array, bytes, error))
      return FALSE;
  return TRUE;
}

/* When the rows of an array at the edges of a device are as the last launch leaves them. */
static cudaEvent_t
get_written (const Parts  *self,
             const Device *device,
             guint         array)
{
  return self->is_early != NULL && self->is_early[array] ? device->edges : device->done;
}

/* When no launch looks at a device's halo of an array any more. */
static cudaEvent_t
get_read (const Parts  *self,
          const Device *device,
          guint         array)
{
  return self->is_early != NULL && self->is_early[array] ? device->before : device->done;
}

/* Rows that one device has as its own go to another that has them as its halo. */
static gboolean
send_rows (Parts           *self,
           Device          *from,
           Device          *to,
           guint            step,
           guint            array,
           LoomSplitRange   rows,
           GError         **error)
{
  LoomCudaPart *part = from->part;
  const cudaStream_t stream = part->copies;
  Queued queued = { .span = { .step = step, .device = part->device, .is_copy = TRUE } };

  if (!loom_cuda_part_enter (part, error) ||
      !wait_for (from, stream, get_written (self, from, array), error) ||
      !wait_for (from, stream, get_read (self, to, array), error) ||
      (queued.start = take_event (from, error)) == NULL ||
      (queued.end = take_event (from, error)) == NULL ||
      !record (from, queued.start, stream, error) ||
      !LOOM_CUDA_CALL (part->context, error, cudaMemcpyPeerAsync,
                       loom_cuda_part_get_row (to->part, array, rows.begin),
                       get_context (to)->device, loom_cuda_part_get_row (part, array, rows.begin),
                       part->context->device,
                       (rows.end - rows.begin) * loom_cuda_part_get_share (part, array)->row_size,
                       stream) ||
      !record (from, queued.end, stream, error))
    return FALSE;
  g_array_append_val (self->queued, queued);
  g_ptr_array_add (from->moving, queued.end);
  g_ptr_array_add (to->moving, queued.end);
  return TRUE;
}

static gboolean
exchange (gpointer   data,
          guint      step,
          guint      array,
          GError   **error)
{
  Parts *self = data;

  for (guint i = 0; i + 1 < self->devices->len; i++)
    {
      Device *below = get_device (self, i), *above = get_device (self, i + 1);
      const LoomSplitCut cut = loom_split_get_cut (self->split, i);

      if (!send_rows (self, below, above, step, array, cut.up, error) ||
          !send_rows (self, above, below, step, array, cut.down, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
gather (gpointer   data,
        guint      array,
        guint8    *bytes,
        GError   **error)
{
  Parts *self = data;
  LoomCudaPart *first = get_device (self, 0)->part;
  const LoomRunShare *share = loom_cuda_part_get_share (first, array);

  if (!share->arg->is_split)
    return loom_cuda_part_get (first, array, share->held, bytes, error);
  for (guint i = 0; i < self->devices->len; i++)
    if (!loom_cuda_part_get (get_device (self, i)->part, array,
                             loom_split_get_band (self->split, i), bytes, error))
      return FALSE;
  return TRUE;
}

/* On the main streams, of which all launches are. */
static gboolean
copy (gpointer   data,
      guint      from,
      guint      to,
      GError   **error)
{
  Parts *self = data;

  for (guint i = 0; i < self->devices->len; i++)
    if (!loom_cuda_part_copy (get_device (self, i)->part, from, to, error))
      return FALSE;
  for (guint i = 0; i < self->devices->len; i++)
    if (!loom_cuda_part_enter (get_device (self, i)->part, error) ||
        !loom_cuda_stream_drain (get_context (get_device (self, i))->stream, error))
      return FALSE;
  return TRUE;
}

/* A launch that is being queued on one device. */
typedef struct
{
  guint         step;
  GPtrArray    *values;
  const gint32 *arrays;
} Launch;

static gboolean
queue_blocks (Device          *self,
              const Launch    *launch,
              LoomSplitRange   blocks,
              cudaStream_t     stream,
              GError         **error)
{
  return loom_cuda_part_launch (self->part, launch->step, blocks, launch->values, launch->arrays,
                                stream, error);
}

/* Its edges first; when the main stream goes on, all of it is done. */
static gboolean
queue_edges (Parts         *self,
             Device        *device,
             const Launch  *launch,
             GError       **error)
{
  const LoomPlanStep *step = self->request->plan->steps->pdata[launch->step];
  const LoomSplitLaunch extents = loom_plan_get_extents (step->launch);
  LoomCudaPart *part = device->part;
  LoomSplitEdges edges;

  loom_split_get_edges (self->split, &extents, part->device, &edges);
  return wait_for (device, part->edge, device->done, error) &&
         wait_for_rows (device, part->edge, error) &&
         queue_blocks (device, launch, edges.before, part->edge, error) &&
         queue_blocks (device, launch, edges.after, part->edge, error) &&
         record (device, device->edges, part->edge, error) &&
         queue_blocks (device, launch, edges.inner, part->main, error) &&
         wait_for (device, part->main, device->edges, error);
}

static gboolean
queue_launch (Parts         *self,
              Device        *device,
              const Launch  *launch,
              GError       **error)
{
  LoomPlan *plan = self->request->plan;
  LoomCudaPart *part = device->part;
  Queued queued = { .span = { .step = launch->step, .device = part->device } };

  if (!loom_cuda_part_enter (part, error) || !wait_for_rows (device, part->main, error) ||
      (self->counts && !loom_cuda_part_begin_counting (part, launch->step, error)) ||
      (queued.start = take_event (device, error)) == NULL ||
      (queued.end = take_event (device, error)) == NULL ||
      !record (device, queued.start, part->main, error) ||
      !(self->is_early != NULL
            ? queue_edges (self, device, launch, error)
            : queue_blocks (device, launch,
                            loom_plan_get_blocks (plan, plan->steps->pdata[launch->step],
                                                  part->device), part->main, error)) ||
      !record (device, queued.end, part->main, error))
    return FALSE;
  g_array_append_val (self->queued, queued);
  g_ptr_array_set_size (device->moving, 0);
  device->before = device->done;
  device->done = queued.end;
  return TRUE;
}

static gboolean
launch (gpointer               data,
        guint                  step,
        GPtrArray             *values,
        const gint32          *arrays,
        const LoomSimOptions  *how,
        LoomRunPartResult     *results,
        GError               **error)
{
  Parts *self = data;
  LoomPlan *plan = self->request->plan;
  const Launch what = { step, values, arrays };

  self->is_early = !self->counts && loom_plan_step_is_split (plan, plan->steps->pdata[step])
                       ? loom_run_edges_find (self->edges, step, values, arrays) : NULL;
  for (guint i = 0; i < self->devices->len; i++)
    if (!queue_launch (self, get_device (self, i), &what, error))
      return FALSE;
  return TRUE;
}

static gboolean
count (gpointer              data,
       guint                 array,
       const LoomRunPlanes  *planes,
       GError              **error)
{
  Parts *self = data;

  for (guint i = 0; i < self->devices->len; i++)
    if (!loom_cuda_part_add_counts (get_device (self, i)->part, array, planes, error))
      return FALSE;
  return TRUE;
}

static gboolean
get_ms (Device       *self,
        cudaEvent_t   event,
        double       *ms,
        GError      **error)
{
  float elapsed = 0;

  if (!LOOM_CUDA_CALL (get_context (self), error, cudaEventElapsedTime, &elapsed, self->base,
                       event))
    return FALSE;
  *ms = self->base_ms + elapsed;
  return TRUE;
}

/* What was under way is done: when, is told. */
static gboolean
harvest (Parts   *self,
         GArray  *spans,
         GError **error)
{
  for (guint i = 0; i < self->queued->len; i++)
    {
      Queued *queued = &g_array_index (self->queued, Queued, i);
      Device *device = get_device (self, queued->span.device);

      if (!loom_cuda_part_enter (device->part, error) ||
          !get_ms (device, queued->start, &queued->span.start_ms, error) ||
          !get_ms (device, queued->end, &queued->span.end_ms, error))
        return FALSE;
      queued->span.end_ms = MAX (queued->span.end_ms, queued->span.start_ms);
      g_array_append_val (spans, queued->span);
      g_ptr_array_add (device->events, queued->start);
      g_ptr_array_add (device->events, queued->end);
    }
  g_array_set_size (self->queued, 0);
  for (guint i = 0; i < self->devices->len; i++)
    {
      Device *device = get_device (self, i);

      device->done = device->before = NULL;
      g_ptr_array_set_size (device->moving, 0);
    }
  self->is_early = NULL;
  return TRUE;
}

static gboolean
explain (gpointer   data,
         LoomRun   *run,
         GError   **error)
{
  const Parts *self = data;

  return loom_cuda_fault_take (get_context (get_device (self, 0)), self->capture, run, error);
}

/* Waits for one device. FALSE, also where a launch was stopped there: the run's trap says so. */
static gboolean
await (Parts    *self,
       Device   *device,
       LoomRun  *run,
       GError  **error)
{
  const guint64 wall = (guint64) self->request->options->wall_ms * (self->queued->len + 1);
  LoomCudaContext *context = get_context (device);
  LoomCudaSample sample = { .wall_ms = (guint) MIN (wall, G_MAXINT) };

  if (!loom_cuda_part_enter (device->part, error) ||
      !wait_for_rows (device, device->part->main, error) ||
      !record (device, device->settled, device->part->main, error))
    {
      explain (self, run, error);
      return FALSE;
    }
  /* what is stopped is still to be brought back */
  sample.outcome = loom_cuda_stream_await (context->stream, device->settled, sample.wall_ms,
                                           run->trap == NULL ? self->request->fill.cancel : NULL,
                                           &sample.code);
  if (sample.outcome == LOOM_CUDA_DONE)
    return TRUE;
  if (run->trap != NULL)
    return loom_cuda_check (context->cuda, sample.code, "cudaEventSynchronize", error);
  loom_cuda_fault_explain (context, self->capture, &sample, run, error);
  return FALSE;
}

static gboolean
settle (gpointer   data,
        GArray    *spans,
        LoomRun   *run,
        GError   **error)
{
  Parts *self = data;
  const gboolean was_stopped = run->trap != NULL;

  for (guint i = 0; i < self->devices->len; i++)
    if (!await (self, get_device (self, i), run, error))
      return !was_stopped && run->trap != NULL;
  return harvest (self, spans, error);
}

static void
device_clear (gpointer data)
{
  Device *self = data;
  const gboolean is_there = self->part != NULL && !loom_cuda_is_spent () &&
                            loom_cuda_part_enter (self->part, NULL);

  for (guint i = 0; is_there && i < self->taken->len; i++)
    get_context (self)->cuda->cudaEventDestroy (self->taken->pdata[i]);
  loom_cuda_part_free (self->part);
  g_ptr_array_unref (self->moving);
  g_ptr_array_unref (self->events);
  g_ptr_array_unref (self->taken);
}

/* Whatever is still under way may wait for another device. */
static void
parts_free (gpointer data)
{
  Parts *self = data;

  for (guint i = 0; i < self->devices->len && !loom_cuda_is_spent (); i++)
    {
      const Device *device = get_device (self, i);

      if (device->part != NULL && loom_cuda_part_enter (device->part, NULL))
        get_context (device)->cuda->cudaDeviceSynchronize ();
    }
  g_array_unref (self->devices);
  g_array_unref (self->queued);
  loom_run_edges_free (self->edges);
  g_free (self);
}

/* All that was queued before is done when the clock is read. */
static gboolean
start_clock (Device  *self,
             GError **error)
{
  LoomCudaPart *part = self->part;

  self->base = make_event (self, 0, error);
  self->edges = make_event (self, cudaEventDisableTiming, error);
  self->settled = make_event (self, cudaEventBlockingSync | cudaEventDisableTiming, error);
  if (self->base == NULL || self->edges == NULL || self->settled == NULL ||
      !loom_cuda_stream_drain (part->context->stream, error) ||
      !record (self, self->base, part->main, error) ||
      !loom_cuda_stream_drain (part->context->stream, error))
    return FALSE;
  self->base_ms = g_get_monotonic_time () / 1000.0;
  return TRUE;
}

static gboolean
add_device (Parts            *self,
            LoomCudaContext  *context,
            const char       *ptx,
            LoomJob          *job,
            GError          **error)
{
  Device device = {
    .moving = g_ptr_array_new (), .events = g_ptr_array_new (), .taken = g_ptr_array_new (),
  };

  device.part = loom_cuda_part_new (self->request, context, ptx, self->devices->len, self->counts,
                                    job, error);
  g_array_append_val (self->devices, device);
  return device.part != NULL &&
         start_clock (get_device (self, self->devices->len - 1), error);
}

/* Neighbours reach each other's memory where they can; else rows go through this computer's. */
static gboolean
open_ways (Parts   *self,
           GError **error)
{
  for (guint i = 0; i + 1 < self->devices->len; i++)
    for (guint other = 0; other < 2; other++)
      {
        const LoomCudaPart *part = get_device (self, i + other)->part;

        if (!loom_cuda_part_enter (part, error))
          return FALSE;
        loom_cuda_context_reach (part->context,
                                 get_context (get_device (self, i + 1 - other))->device);
      }
  return TRUE;
}

static gboolean
add_devices (Parts            *self,
             LoomCudaContext **contexts,
             LoomJob          *job,
             GError          **error)
{
  LoomPtxModule *module = self->request->module;
  LoomPlan *plan = self->request->plan;
  g_autofree char *ptx = loom_ptx_window_print (module);
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (plan);

  for (guint i = 0; i < self->split->devices; i++)
    if (!add_device (self, contexts[i], ptx, job, error))
      return FALSE;
  self->edges = loom_run_edges_new (module, plan, arrays->len, error);
  return self->edges != NULL && open_ways (self, error);
}

/**
 * loom_cuda_parts_add_findings:
 * @parts: from loom_cuda_parts_init(), with nothing under way
 * @run: gets findings
 *
 * Tells what kernels wrote beside the rows that a GPU has, and of which it is not known that they
 * keep to them.
 *
 * Returns: whether it could be done
 */
gboolean
loom_cuda_parts_add_findings (const LoomRunParts  *parts,
                              LoomRun             *run,
                              GError             **error)
{
  const Parts *self = parts->data;

  loom_run_edges_add_doubts (self->edges, run);
  for (guint i = 0; i < self->devices->len; i++)
    if (!loom_cuda_part_find_stray (get_device (self, i)->part, run, error))
      return FALSE;
  return TRUE;
}

/**
 * loom_cuda_parts_count_idle:
 * @parts: from loom_cuda_parts_init(), which count
 * @threads: of the kernel that is shown
 * @n: (out): how many of them stored to no array and no variable in its last launch
 *
 * Returns: whether it could be told
 */
gboolean
loom_cuda_parts_count_idle (const LoomRunParts  *parts,
                            guint64              threads,
                            gint64              *n,
                            GError             **error)
{
  const Parts *self = parts->data;

  *n = (gint64) threads;
  for (guint i = 0; i < self->devices->len; i++)
    {
      guint64 stored;

      if (!loom_cuda_part_count_stored (get_device (self, i)->part, &stored, error))
        return FALSE;
      *n -= (gint64) stored;
    }
  return TRUE;
}

/**
 * loom_cuda_parts_init:
 * @request: what is run; its plan is split
 * @contexts: of each device, open, whose mutexes the caller holds until the parts are gone
 * @counts: whether they count what launches access, one after the other, rather than be fast
 * @capture: of what kernels print
 * @job: where allocations are noted
 * @parts: (out caller-allocates): the devices
 *
 * Makes GPUs ready.
 *
 * Errors: those of loom_cuda_part_new() and loom_run_edges_new().
 *
 * Returns: whether they are
 */
gboolean
loom_cuda_parts_init (const LoomBackendRequest  *request,
                      LoomCudaContext          **contexts,
                      gboolean                   counts,
                      LoomCudaCapture           *capture,
                      LoomJob                   *job,
                      LoomRunParts              *parts,
                      GError                   **error)
{
  Parts *self = g_new0 (Parts, 1);

  *parts = (LoomRunParts) {
    .data = self, .dup_name = dup_name, .dup_halos_name = dup_halos_name, .scatter = scatter,
    .exchange = exchange, .gather = gather, .copy = copy, .launch = launch, .count = count,
    .settle = settle, .explain = explain, .free = parts_free,
  };
  self->request = request;
  self->split = &request->plan->split;
  self->capture = capture;
  self->counts = counts;
  self->devices = g_array_new (FALSE, FALSE, sizeof (Device));
  g_array_set_clear_func (self->devices, device_clear);
  self->queued = g_array_new (FALSE, FALSE, sizeof (Queued));
  if (add_devices (self, contexts, job, error))
    return TRUE;
  parts_free (self);
  return FALSE;
}
