/* loom-cuda-run-launch.c: one warm-up, then samples, each from the same memory; what failed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-run-private.h"
#include "loom-cuda-fault.h"
#include "loom-cuda-kernel.h"
#include "loom-cuda-throttle.h"

/* Behind a closed gate a device takes about a thousand things; one more would wait for the gate,
 * which is opened only afterwards. More launches in a row are timed in parts of so many. */
#define MOST_GATED 256

/**
 * loom_cuda_run_find_kernel:
 * @launch: the run's plan, or a launch among its steps
 * @is_cooperative: (out): whether its blocks must all be there at once
 *
 * Looks a kernel up in the module that is launched now.
 *
 * Errors: %LOOM_ERROR_LAUNCH where the device has no room for a block of it.
 *
 * Returns: (nullable): the kernel, ready to be launched
 */
cudaKernel_t
loom_cuda_run_find_kernel (LoomCudaRun     *self,
                           const LoomPlan  *launch,
                           gboolean        *is_cooperative,
                           GError         **error)
{
  cudaKernel_t kernel = loom_cuda_module_get_kernel (self->module, launch->entry, error);

  *is_cooperative = loom_cuda_kernel_is_cooperative (self->request->module, launch->entry);
  return kernel != NULL && loom_cuda_kernel_check_block (self->context, kernel, launch, error)
                 && loom_cuda_kernel_allow_shared (self->context, kernel, launch->shared, error)
                 && (!*is_cooperative
                     || loom_cuda_kernel_check_grid (self->context, kernel, launch, error))
             ? kernel : NULL;
}

/**
 * loom_cuda_run_choose:
 * @ptx: the text to launch from now on
 *
 * Lets the device take a module and looks the kernel up in it.
 *
 * Errors: %LOOM_ERROR_LAUNCH where the device has no room for a block of it; else as
 * loom_cuda_check().
 *
 * Returns: whether there is such a kernel and it can be launched
 */
gboolean
loom_cuda_run_choose (LoomCudaRun  *self,
                      const char   *ptx,
                      GError      **error)
{
  LoomPlan *plan = self->request->plan;
  g_autoptr (LoomPtxModule) own = NULL;
  LoomPtxModule *module = self->request->module;

  /* What counts has a variable more. */
  if (ptx != self->request->compiled->ptx)
    module = own = loom_ptx_module_parse (ptx, -1, error);
  if (module == NULL)
    return FALSE;

  self->module = loom_cuda_module_get (self->context, module, ptx, error);
  if (self->module == NULL)
    return FALSE;

  self->kernel = loom_cuda_run_find_kernel (self, plan, &self->is_cooperative, error);
  return self->kernel != NULL;
}

static guint64
find_address (gpointer    module,
              const char *lowered)
{
  LoomCudaVariable *variable = loom_cuda_module_find_variable (module, lowered);

  return variable != NULL ? (guint64) (gsize) variable->address : 0;
}

/**
 * loom_cuda_run_note_arguments:
 * @values: what the kernel that is shown gets
 *
 * Notes that, at its first launch.
 */
void
loom_cuda_run_note_arguments (LoomCudaRun *self,
                              GPtrArray   *values)
{
  if (self->run->arguments->len > 0)
    return;
  loom_backend_add_arguments (self->request, self->run, self->memory, values, self->addresses);
  loom_backend_add_variables (self->request, self->run, find_address, self->module);
}

static gboolean
launch_once (LoomCudaRun  *self,
             GError      **error)
{
  loom_backend_put_addresses (self->request->plan, self->values, self->addresses);
  loom_cuda_run_note_arguments (self, self->values);
  return loom_cuda_kernel_queue (self->context, self->kernel, self->request->plan,
                                 &self->request->plan->grid,
                                 loom_cuda_stream_get_handle (self->context->stream),
                                 self->is_cooperative, self->params, error);
}

static void
swap_addresses (LoomCudaRun *self)
{
  const GArray *swaps = self->request->plan->swaps;

  for (guint i = 0; i + 1 < swaps->len; i += 2)
    {
      guint64 *a = &self->addresses[g_array_index (swaps, guint, i)];
      guint64 *b = &self->addresses[g_array_index (swaps, guint, i + 1)];
      const guint64 old = *a;

      *a = *b;
      *b = old;
    }
}

/* Of launches in a row it is the last one's threads that are told, as on the simulator. */
static gboolean
forget_who_stored (LoomCudaRun  *self,
                   GError      **error)
{
  LoomCudaContext *context = self->context;

  return !self->counts
         || LOOM_CUDA_CALL (context, error, cudaMemsetAsync, self->arena + self->layout.stored, 0,
                            self->layout.threads, loom_cuda_stream_get_handle (context->stream));
}

/* One part of a sample. */
static gboolean
launch_in_a_row (gpointer   data,
                 GError   **error)
{
  LoomCudaRun *self = data;

  for (guint i = 0; i < self->n_launches; i++)
    {
      if (!forget_who_stored (self, error) || !launch_once (self, error))
        return FALSE;
      swap_addresses (self);
    }

  return TRUE;
}

/**
 * loom_cuda_run_sample:
 * @is_gated: whether it is queued whole before it starts, as a timed one must be
 * @ms: (out): what it took: of launches in a row the sum of the parts that fit behind a gate
 *
 * Restores memory and launches. A kernel that fails becomes the run's trap.
 *
 * Returns: whether this could be done
 */
gboolean
loom_cuda_run_sample (LoomCudaRun  *self,
                      gboolean      is_gated,
                      double       *ms,
                      GError      **error)
{
  const LoomRunOptions *options = self->request->options;
  const guint launches = self->request->plan->launches;

  *ms = 0;
  for (guint done = 0; done < launches; done += self->n_launches)
    {
      LoomCudaSample sample = {
        .prepare = done == 0 ? loom_cuda_run_restore : NULL,
        .launch = launch_in_a_row,
        .data = self,
        .is_cold = is_gated && options->cold && done == 0,
        .is_gated = is_gated,
        .cancel = self->request->fill.cancel,
      };

      self->n_launches = MIN (launches - done, MOST_GATED);
      sample.wall_ms = (guint) MIN ((guint64) options->wall_ms * self->n_launches, G_MAXINT);
      if (!loom_cuda_timer_take (self->context, &sample, error))
        return FALSE;
      if (sample.outcome != LOOM_CUDA_DONE)
        return loom_cuda_fault_explain (self->context, self->capture, &sample, self->run, error);

      *ms += sample.ms;
      if (is_gated && !sample.is_gated)
        self->run->measurement->gated = FALSE;
    }

  return TRUE;
}

/* Arrays and variables, once: this is not part of any sample. */
static gboolean
time_restoring (LoomCudaRun  *self,
                GError      **error)
{
  LoomCudaSample sample = { .launch = loom_cuda_run_restore, .data = self, .is_gated = TRUE };

  if (!loom_cuda_timer_take (self->context, &sample, error)
      || !loom_cuda_check (self->context->cuda, sample.code, "cudaEventSynchronize", error))
    return FALSE;

  self->run->measurement->restore_ms = sample.ms;
  return TRUE;
}

static void
keep_output (LoomCudaRun *self)
{
  if (!loom_cuda_is_spent ())
    self->context->cuda->cudaDeviceSynchronize ();
  loom_run_take_output (self->run, loom_cuda_capture_take (self->capture, FALSE,
                                                           LOOM_RUN_MAX_OUTPUT + 1));
}

static void
keep_sample (LoomCudaRun *self,
             double       ms)
{
  g_array_append_val (self->run->timings.kernel_ms, ms);
  loom_measurement_note_throttle (self->run->measurement, loom_cuda_throttle_read (self->context));
}

/* Each launch among the steps is timed for itself, so there is nothing to warm up but what the
 * first round does. */
static gboolean
all_steps (LoomCudaRun  *self,
           GError      **error)
{
  LoomRun *run = self->run;

  loom_cuda_run_enter (self, LOOM_STEP_SAMPLES);
  run->measurement->gated = TRUE;
  for (guint i = 0; i < self->request->options->repeat && run->trap == NULL; i++)
    {
      double ms = 0;

      if (!loom_cuda_run_steps (self, &ms, error))
        return FALSE;
      if (run->trap == NULL)
        keep_sample (self, ms);
      if (i == 0)
        keep_output (self);
    }

  return TRUE;
}

/**
 * loom_cuda_run_all:
 * @self: a run whose image is on the device
 *
 * Warms up, then takes as many samples as were asked for, until one fails. What is printed is the
 * first sample's.
 *
 * Returns: whether this could be done
 */
gboolean
loom_cuda_run_all (LoomCudaRun  *self,
                   GError      **error)
{
  LoomRun *run = self->run;
  g_autofree char *discarded = NULL;
  double ms = 0;

  if (self->request->plan->steps->len > 0)
    return all_steps (self, error);

  loom_cuda_run_enter (self, LOOM_STEP_WARM_UP);
  run->measurement->cold = self->request->options->cold;
  run->measurement->gated = TRUE;
  if (!time_restoring (self, error) || !loom_cuda_run_sample (self, FALSE, &ms, error))
    return FALSE;

  run->measurement->warm_ups = 1;
  if (run->trap != NULL)
    {
      keep_output (self);
      return TRUE;
    }
  self->context->cuda->cudaDeviceSynchronize ();
  discarded = loom_cuda_capture_take (self->capture, FALSE, 0);

  loom_cuda_run_enter (self, LOOM_STEP_SAMPLES);
  for (guint i = 0; i < self->request->options->repeat && run->trap == NULL; i++)
    {
      if (!loom_cuda_run_sample (self, TRUE, &ms, error))
        return FALSE;
      if (run->trap == NULL)
        keep_sample (self, ms);
      if (i == 0)
        keep_output (self);
    }

  return TRUE;
}
