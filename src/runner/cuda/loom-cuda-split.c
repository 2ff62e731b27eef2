/* loom-cuda-split.c: runs a plan over several GPUs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In this order: open the devices; fill the memory of this computer; for each sample make the parts
 * and do the steps over them; once more for what is counted; compare and gather. Runs in a thread
 * of its own.
 */

#include "config.h"

#include "loom-cuda-split.h"

#include "loom-cuda-capture.h"
#include "loom-cuda-counters.h"
#include "loom-cuda-parts.h"
#include "loom-cuda-pool.h"
#include "loom-cuda-throttle.h"
#include "loom-run-hints.h"
#include "loom-run-split.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const LoomBackendRequest *request;
  LoomRun          *run;
  LoomRunMemory    *memory;
  guint             n;          /* devices */
  LoomCudaContext **contexts;   /* of each */
  guint             n_locked;   /* contexts, in the order of their numbers */
  gboolean          has_arrays;
  gint64            start;      /* µs */
} Split;

static double
get_ms (const Split *self)
{
  return (g_get_monotonic_time () - self->start) / 1000.0;
}

static void
enter (Split        *self,
       LoomStepKind  kind)
{
  loom_job_enter (self->run->job, kind, get_ms (self));
  loom_backend_enter (self->request, kind);
}

/* The GPU that was chosen, and those that follow it, round and round. */
static int
get_number (const LoomBackendRequest *request,
            guint                     device)
{
  return (int) ((request->options->backend.device + device) % (guint) loom_cuda_get ()->n_devices);
}

/**
 * loom_cuda_split_check:
 * @request: what is run; its plan is split
 *
 * Checks whether there are as many GPUs as devices.
 *
 * Errors: %LOOM_ERROR_BACKEND.
 *
 * Returns: whether there are
 */
gboolean
loom_cuda_split_check (const LoomBackendRequest  *request,
                       GError                   **error)
{
  const guint wanted = request->plan->split.devices;
  const LoomCuda *cuda = loom_cuda_get ();

  if (loom_cuda_context_get ((int) request->options->backend.device, error) == NULL)
    return FALSE;
  return cuda->n_devices >= (int) wanted ||
         loom_fail (error, LOOM_ERROR_BACKEND,
                    ngettext ("Too few devices: the arrays are split over %1$u, and there is "
                              "%2$d GPU; write devices=%2$d into [split], or choose the "
                              "simulator, which has as many as are wanted",
                              "Too few devices: the arrays are split over %1$u, and there are "
                              "%2$d GPUs; write devices=%2$d into [split], or choose the "
                              "simulator, which has as many as are wanted", cuda->n_devices),
                    wanted, cuda->n_devices);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  LoomCudaContext * const *first = a, * const *second = b;

  return (*first)->device - (*second)->device;
}

/* Two runs that both want several devices take them in one order. */
static void
lock_all (Split *self)
{
  g_autofree LoomCudaContext **sorted = g_memdup2 (self->contexts, self->n * sizeof *sorted);

  qsort (sorted, self->n, sizeof *sorted, compare_numbers);
  for (; self->n_locked < self->n; self->n_locked++)
    g_mutex_lock (&sorted[self->n_locked]->mutex);
}

static gboolean
open_devices (Split   *self,
              GError **error)
{
  LoomMeasurement *measurement = self->run->measurement;
  const LoomCudaContext *first;

  enter (self, LOOM_STEP_CONTEXT);
  self->contexts = g_new0 (LoomCudaContext *, self->n);
  for (guint i = 0; i < self->n; i++)
    if ((self->contexts[i] = loom_cuda_context_get (get_number (self->request, i), error)) == NULL)
      return FALSE;
  lock_all (self);
  for (guint i = 0; i < self->n; i++)
    {
      if (!loom_cuda_context_open (self->contexts[i], error))
        return FALSE;
      __atomic_add_fetch (&self->contexts[i]->runs, 1, __ATOMIC_ACQ_REL);
    }
  first = self->contexts[0];
  self->run->job->device = g_strdup (first->name);
  self->run->job->stream = (guint64) (guintptr) loom_cuda_stream_get_handle (first->stream);
  measurement->context_ms = first->context_ms;
  measurement->floor_ms = first->floor_ms;
  return TRUE;
}

static gboolean
fill (Split   *self,
      GError **error)
{
  enter (self, LOOM_STEP_FILL);
  self->memory = loom_backend_new_memory (self->request, self->run, error);
  return self->memory != NULL;
}

/* The steps once, from arrays as filled, on devices as new. What is said of them is the same each
 * time. */
static gboolean
take_sample (Split            *self,
             LoomCudaCapture  *capture,
             gboolean          is_first,
             double           *ms,
             GError          **error)
{
  g_autoptr (LoomJob) again = loom_job_new ();
  LoomRunParts parts;
  gboolean is_done;

  loom_run_memory_reset (self->memory);
  if (!loom_cuda_parts_init (self->request, self->contexts, FALSE, capture,
                             is_first ? self->run->job : again, &parts, error))
    return FALSE;
  is_done = loom_run_split_execute (self->request, self->run, self->memory, &parts,
                                    LOOM_COVERAGE_NONE, NULL, ms, &self->has_arrays, error) &&
            (self->run->trap != NULL || !is_first ||
             loom_cuda_parts_add_findings (&parts, self->run, error));
  parts.free (parts.data);
  return is_done;
}

/* Times are from the begin of the first launch to the end of the last, with all that devices waited
 * for each other; nobody stands at a gate. */
static gboolean
take_samples (Split   *self,
              GError **error)
{
  g_auto (LoomCudaCapture) capture = { { -1, -1 }, { -1, -1 }, FALSE };
  LoomRun *run = self->run;

  enter (self, LOOM_STEP_SAMPLES);
  loom_cuda_capture_start (&capture);
  for (guint i = 0; i < self->request->options->repeat && run->trap == NULL; i++)
    {
      double ms = 0;

      if (!take_sample (self, &capture, i == 0, &ms, error))
        return FALSE;
      if (run->trap == NULL)
        {
          g_array_append_val (run->timings.kernel_ms, ms);
          loom_measurement_note_throttle (run->measurement,
                                          loom_cuda_throttle_read (self->contexts[0]));
        }
      if (i == 0)
        loom_run_take_output (run, loom_cuda_capture_take (&capture, FALSE,
                                                           LOOM_RUN_MAX_OUTPUT + 1));
    }
  return TRUE;
}

/* The steps over devices that count. */
static gboolean
execute_counting (Split                     *self,
                  const LoomBackendRequest  *request,
                  LoomRun                   *run,
                  LoomRunMemory             *memory,
                  GError                   **error)
{
  g_auto (LoomCudaCapture) capture = { { -1, -1 }, { -1, -1 }, FALSE };
  const LoomCoverageFlags coverage = request->options->coverage;
  gboolean is_done, has_arrays;
  LoomRunParts parts;
  double ms = 0;

  loom_cuda_capture_start (&capture);
  if (!loom_cuda_parts_init (request, self->contexts, TRUE, &capture, run->job, &parts, error))
    return FALSE;
  is_done = loom_run_split_execute (request, run, memory, &parts, coverage, NULL, &ms, &has_arrays,
                                    error) &&
            (run->trap == NULL ||
             loom_fail (error, LOOM_ERROR_UNSUPPORTED, "%s", run->trap->text)) &&
            ((coverage & LOOM_COVERAGE_WRITES) == 0 ||
             loom_cuda_parts_count_idle (&parts, run->threads, &self->run->idle_threads, error));
  parts.free (parts.data);
  return is_done;
}

/* The steps once more, as a run of its own with memory of its own; of it the counts are taken. */
static gboolean
count (Split   *self,
       GError **error)
{
  LoomRunOptions options;
  LoomBackendRequest request;
  g_autoptr (LoomRun) run = loom_cuda_counters_new_run (self->request, &options, &request);
  g_autoptr (LoomRunMemory) memory = NULL;

  enter (self, LOOM_STEP_COVERAGE);
  memory = loom_backend_new_memory (&request, run, error);
  if (memory == NULL)
    return FALSE;
  loom_run_memory_reset (memory);
  if (!execute_counting (self, &request, run, memory, error))
    return FALSE;
  loom_run_memory_copy_counts (self->memory, memory);
  return TRUE;
}

static gboolean
count_all (Split   *self,
           GError **error)
{
  GError *reason = NULL;

  if (self->request->options->coverage == LOOM_COVERAGE_NONE)
    return TRUE;
  if (self->run->trap == NULL)
    return count (self, &reason) ||
           loom_cuda_counters_do_without (self->run, self->memory, reason, error);
  loom_cuda_counters_leave_out (self->run, self->memory);
  return TRUE;
}

static gboolean
gather (Split   *self,
        GError **error)
{
  enter (self, LOOM_STEP_CHECK);
  if (!self->has_arrays)
    g_ptr_array_set_size (self->run->arguments, 0);
  else if (!loom_backend_add_arrays (self->request, self->run, self->memory, error))
    return FALSE;
  else
    loom_run_hints_add (self->run, self->request->plan);
  for (guint i = 0; i < self->n && !loom_cuda_is_spent (); i++)
    if (LOOM_CUDA_CALL (self->contexts[i], NULL, cudaSetDevice, self->contexts[i]->device))
      loom_cuda_pool_trim (self->contexts[i], self->run->job);
  loom_job_leave (self->run->job, get_ms (self));
  return TRUE;
}

static void
split_clear (Split *self)
{
  for (guint i = 0; i < self->n_locked; i++)
    g_mutex_unlock (&self->contexts[i]->mutex);
  g_clear_pointer (&self->memory, loom_run_memory_free);
  g_free (self->contexts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Split, split_clear)

/**
 * loom_cuda_split_run:
 * @request: what is run, which loom_cuda_split_check() allows
 * @run: the result, which has a measurement and a job
 *
 * Runs the steps over as many GPUs as the plan has devices, the one that was chosen first.
 *
 * Errors: those of a run.
 *
 * Returns: (transfer full): the memory that the result lies in, or %NULL
 */
LoomRunMemory *
loom_cuda_split_run (const LoomBackendRequest  *request,
                     LoomRun                   *run,
                     GError                   **error)
{
  g_auto (Split) self = {
    .request = request, .run = run, .n = request->plan->split.devices,
    .start = g_get_monotonic_time (),
  };

  return open_devices (&self, error) && fill (&self, error) && take_samples (&self, error) &&
                 count_all (&self, error) && gather (&self, error)
             ? g_steal_pointer (&self.memory) : NULL;
}
