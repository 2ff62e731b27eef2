/* loom-cuda-backend.c: runs a plan on a GPU
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In this order: sum, take and fill the memory of this computer; open the device; let it take the
 * PTX; upload; warm up and take samples; download; copy to another device; launch what counts;
 * compare, gather. Runs in a thread of its own, which sleeps while the device works.
 */

#include "config.h"

#include "loom-cuda-run-private.h"

#include "loom-capability.h"
#include "loom-cuda-counters.h"
#include "loom-cuda-kernel.h"
#include "loom-cuda-split.h"
#include "loom-run-hints.h"

#include <glib/gi18n-lib.h>

static double
get_ms (const LoomCudaRun *self)
{
  return (g_get_monotonic_time () - self->start) / 1000.0;
}

/**
 * loom_cuda_run_enter:
 * @kind: what begins now
 *
 * Notes that the step before has ended and another begins.
 */
void
loom_cuda_run_enter (LoomCudaRun  *self,
                     LoomStepKind  kind)
{
  loom_job_enter (self->run->job, kind, get_ms (self));
  loom_backend_enter (self->request, kind);
}

static void
run_clear (LoomCudaRun *self)
{
  loom_cuda_run_texture_free (self);
  if (self->context != NULL)
    g_mutex_unlock (&self->context->mutex);
  g_clear_pointer (&self->memory, loom_run_memory_free);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  g_free (self->addresses);
  g_free (self->params);
  g_free (self->arrays);
  g_free (self->offsets);
  g_free (self->overruns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCudaRun, run_clear)

/* Said once, not refused: the result is what it would be all the same. */
static void
warn_of_options (const LoomBackendRequest *request,
                 LoomRun                  *run)
{
  const LoomCapabilities lacking = loom_run_options_get_lacking (request->options);

  if (lacking & LOOM_CAPABILITY_WORKERS)
    g_ptr_array_add (run->findings,
                     loom_finding_new (LOOM_ERROR_SETTINGS,
                                       _("A number of workers means nothing on a GPU, and was left "
                                         "out")));
  if (lacking & LOOM_CAPABILITY_BUDGET)
    g_ptr_array_add (run->findings,
                     loom_finding_new (LOOM_ERROR_SETTINGS,
                                       _("A budget of instructions means nothing on a GPU, where "
                                         "only time limits a kernel")));
}

/* Whether there is a device that arrays can be copied to, where some are. */
static gboolean
check_copy (const LoomRunOptions  *options,
            GError               **error)
{
  const LoomBackendId to = options->copy_to;

  if (to.kind == LOOM_BACKEND_NONE)
    return TRUE;
  if (to.kind == LOOM_BACKEND_CUDA && to.device != options->backend.device)
    return loom_cuda_context_get ((int) to.device, error) != NULL;

  return loom_fail (
      error, LOOM_ERROR_USAGE,
      _("Arrays of a run on cuda:%1$d cannot be copied to %2$s: name another GPU, as cuda:N"),
      (int) options->backend.device, loom_backend_id_get_name (to));
}

/* Pointers to rows are made on the simulator only. */
static gboolean
check_rows (const LoomPlan  *plan,
            GError         **error)
{
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];

      if (arg->is_rows)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("the argument %s is an array of pointers to rows, which only the "
                            "simulator makes; run this on the simulator, or pass the rows as one "
                            "array"),
                          arg->name);
    }

  return TRUE;
}

static gboolean
fill (LoomCudaRun  *self,
      GError      **error)
{
  const LoomBackendRequest *request = self->request;

  loom_cuda_run_enter (self, LOOM_STEP_FILL);
  if ((self->memory = loom_backend_new_memory (request, self->run, error)) == NULL
      || (self->values = loom_backend_new_values (request, request->plan, error)) == NULL)
    return FALSE;

  self->addresses = g_new0 (guint64, request->plan->args->len + 1);
  self->params = g_new0 (gpointer, self->values->len + 1);
  for (guint i = 0; i < self->values->len; i++)
    self->params[i] = ((GByteArray *) self->values->pdata[i])->data;
  return TRUE;
}

static gboolean
open_device (LoomCudaRun  *self,
             GError      **error)
{
  LoomMeasurement *measurement = self->run->measurement;
  LoomCudaContext *context = loom_cuda_context_get (
      (int) self->request->options->backend.device, error);

  loom_cuda_run_enter (self, LOOM_STEP_CONTEXT);
  if (context == NULL)
    return FALSE;

  g_mutex_lock (&context->mutex);
  self->context = context;
  if (!loom_cuda_context_open (context, error)
      || !loom_cuda_kernel_check_device (context, self->request->plan, error))
    return FALSE;

  __atomic_add_fetch (&context->runs, 1, __ATOMIC_ACQ_REL);
  self->run->job->device = g_strdup (context->name);
  self->run->job->stream = (guint64) (guintptr) loom_cuda_stream_get_handle (context->stream);
  measurement->context_ms = context->context_ms;
  measurement->floor_ms = context->floor_ms;
  measurement->callback_median_us = context->callback_median_us;
  measurement->callback_p95_us = context->callback_p95_us;
  if (context->callback_median_us >= 0)
    self->run->timings.callback_ms = context->callback_median_us / 1000;
  return TRUE;
}

static gboolean
take_module (LoomCudaRun  *self,
             GError      **error)
{
  LoomPlan *plan = self->request->plan;

  loom_cuda_run_enter (self, LOOM_STEP_MODULE);
  if (!loom_cuda_run_choose (self, self->request->compiled->ptx, error))
    return FALSE;

  self->run->measurement->module_ms = self->module->load_ms;
  self->run->costs = loom_cuda_kernel_read_costs (
      self->context, self->kernel, plan->block.x * plan->block.y * plan->block.z, plan->shared);
  return TRUE;
}

/* Borrows the context of the run whose steps are counted. */
static gboolean
count_again (LoomCudaRun  *self,
             LoomCudaRun  *counting,
             GError      **error)
{
  gboolean is_counted;

  counting->context = self->context;
  is_counted = fill (counting, error) && loom_cuda_run_count_steps (counting, error);
  loom_cuda_run_texture_free (counting);
  counting->context = NULL;
  if (!is_counted || counting->run->trap == NULL)
    return is_counted;
  return loom_fail (error, LOOM_ERROR_UNSUPPORTED, "%s", counting->run->trap->text);
}

/* The steps once more, as a run of its own with memory of its own; of it the counts are taken. */
static gboolean
count_steps (LoomCudaRun  *self,
             GError      **error)
{
  LoomRunOptions options;
  LoomBackendRequest request;
  g_auto (LoomCudaRun) counting = {
    .request = &request, .capture = self->capture, .counts = TRUE, .start = self->start,
  };

  counting.run = loom_cuda_counters_new_run (self->request, &options, &request);
  if (!count_again (self, &counting, error))
    return FALSE;
  loom_run_memory_copy_counts (self->memory, counting.memory);
  self->run->idle_threads = counting.run->idle_threads;
  return TRUE;
}

static gboolean
count (LoomCudaRun  *self,
       GError      **error)
{
  GError *reason = NULL;

  loom_cuda_run_enter (self, LOOM_STEP_COVERAGE);
  return (self->request->plan->steps->len > 0 ? count_steps (self, &reason)
                                              : loom_cuda_run_count (self, &reason)) ||
         loom_cuda_counters_do_without (self->run, self->memory, reason, error);
}

/* As with counting: the run is as good without. */
static gboolean
copy (LoomCudaRun  *self,
      GError      **error)
{
  const LoomBackendId to = self->request->options->copy_to;
  g_autoptr (GError) local_error = NULL;

  if (to.kind == LOOM_BACKEND_NONE)
    return TRUE;

  loom_cuda_run_enter (self, LOOM_STEP_COPY);
  if (loom_cuda_run_copy (self, &local_error))
    return TRUE;
  if (loom_cuda_is_spent ()
      || g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  g_ptr_array_add (
      self->run->findings,
      loom_finding_new (LOOM_ERROR_BACKEND, _("The arrays were not copied to %1$s: %2$s"),
                        loom_backend_id_get_name (to), local_error->message));
  return TRUE;
}

/* A kernel that failed took what was on the device with it; steps that were stopped between two
 * launches did not. */
static gboolean
is_lost (const LoomCudaRun *self)
{
  return self->run->trap != NULL &&
         (self->request->plan->steps->len == 0 || loom_cuda_is_spent ());
}

static gboolean
execute (LoomCudaRun  *self,
         GError      **error)
{
  g_auto (LoomCudaCapture) capture = { { -1, -1 }, { -1, -1 }, FALSE };

  loom_cuda_run_enter (self, LOOM_STEP_UPLOAD);
  if (!loom_cuda_run_upload (self, error))
    return FALSE;

  loom_cuda_capture_start (&capture);
  self->capture = &capture;
  if (!loom_cuda_run_all (self, error))
    return FALSE;
  if (is_lost (self))
    return TRUE;

  loom_cuda_run_enter (self, LOOM_STEP_DOWNLOAD);
  if (!loom_cuda_run_download (self, error))
    return FALSE;
  if (self->run->trap != NULL)
    {
      loom_cuda_counters_leave_out (self->run, self->memory);
      return TRUE;
    }

  return copy (self, error)
         && (self->request->options->coverage == LOOM_COVERAGE_NONE || count (self, error));
}

/* After a fault nothing can be brought back: the arrays are those of the last moment of the steps
 * that is kept here; without one there are none rather than wrong ones. No arguments without them.
 */
static gboolean
has_arrays (LoomCudaRun *self)
{
  return !is_lost (self) || loom_run_memory_return_to_frame (self->memory, &self->run->moments);
}

static gboolean
gather (LoomCudaRun  *self,
        GError      **error)
{
  loom_cuda_run_enter (self, LOOM_STEP_CHECK);
  if (has_arrays (self))
    {
      if (!loom_backend_add_arrays (self->request, self->run, self->memory, error))
        return FALSE;
      if (!is_lost (self))
        loom_cuda_run_guard_add (self);
      loom_run_hints_add (self->run, self->request->plan);
    }
  else
    g_ptr_array_set_size (self->run->arguments, 0);
  loom_cuda_pool_trim (self->context, self->run->job);
  loom_job_leave (self->run->job, get_ms (self));
  self->run->timings.upload_ms = loom_job_get_duration (self->run->job, LOOM_STEP_UPLOAD);
  self->run->timings.download_ms = loom_job_get_duration (self->run->job, LOOM_STEP_DOWNLOAD);
  return TRUE;
}

static gboolean
check (const LoomBackendRequest  *request,
       GError                   **error)
{
  return check_copy (request->options, error) && check_rows (request->plan, error) &&
         (!loom_split_is_split (&request->plan->split) || loom_cuda_split_check (request, error));
}

/* On one GPU. */
static gboolean
run_whole (LoomCudaRun  *self,
           GError      **error)
{
  return open_device (self, error) && fill (self, error) && take_module (self, error) &&
         execute (self, error) && gather (self, error);
}

static LoomRun *
run (const LoomBackendRequest  *request,
     LoomIpcMemory            **memory,
     GError                   **error)
{
  g_auto (LoomCudaRun) self = { .request = request, .start = g_get_monotonic_time () };

  self.run = loom_backend_new_run (request);
  self.run->measurement = loom_measurement_new ();
  self.run->job = loom_job_new ();
  warn_of_options (request, self.run);
  if (loom_split_is_split (&request->plan->split))
    self.memory = loom_cuda_split_run (request, self.run, error);
  else if (!run_whole (&self, error))
    return NULL;
  if (self.memory == NULL)
    return NULL;

  *memory = g_steal_pointer (&self.memory->file);
  return g_steal_pointer (&self.run);
}

const LoomBackend loom_cuda_backend = {
  .counts = LOOM_FIDELITY_MEASURED,
  .times = LOOM_FIDELITY_MEASURED,
  .is_populated = TRUE,
  .check = check,
  .run = run,
};
