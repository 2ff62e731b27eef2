/* loom-cuda-run-launch.c: one warm-up, then samples, each from the same memory
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-run-private.h"

#include "loom-cuda-limits.h"
#include "loom-cuda-throttle.h"
#include "loom-run-fill.h"

/* Behind a closed gate a device takes about a thousand things; one more would wait for the gate,
 * which is opened only afterwards. More launches in a row are timed in parts of so many. */
#define MOST_GATED 256

/* More than 48 KiB only when asked. */
static gboolean
allow_shared (LoomCudaRun  *self,
              GError      **error)
{
  const guint64 shared = self->request->plan->shared;

  return shared == 0
         || loom_cuda_context_check (self->context,
                                     self->context->cuda->cudaFuncSetAttribute (
                                         self->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         (int) shared),
                                     "cudaFuncSetAttribute", error);
}

/**
 * loom_cuda_run_choose:
 * @self: a run
 * @ptx: the text to launch from now on
 * @error: return location for an error
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

  self->kernel = loom_cuda_module_get_kernel (self->module, plan->entry, error);
  self->is_cooperative = loom_cuda_kernel_is_cooperative (self->request->module, plan->entry);
  return self->kernel != NULL
         && loom_cuda_limits_check_kernel (self->context, self->kernel, plan, error)
         && allow_shared (self, error)
         && (!self->is_cooperative
             || loom_cuda_limits_check_grid (self->context, self->kernel, plan, error));
}

static gboolean
launch_once (LoomCudaRun  *self,
             GError      **error)
{
  const LoomPlan *plan = self->request->plan;
  LoomCudaContext *context = self->context;
  cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeCooperative };
  cudaLaunchConfig_t config = {
    .gridDim = { plan->grid.x, plan->grid.y, plan->grid.z },
    .blockDim = { plan->block.x, plan->block.y, plan->block.z },
    .dynamicSmemBytes = plan->shared,
    .stream = loom_cuda_stream_get_handle (context->stream),
  };

  if (self->is_cooperative)
    {
      attribute.val.cooperative = 1;
      config.attrs = &attribute;
      config.numAttrs = 1;
    }

  loom_run_put_addresses (self->values, self->request->plan, self->addresses);
  return loom_cuda_context_check (
      context, context->cuda->cudaLaunchKernelExC (&config, self->kernel, self->params),
      "cudaLaunchKernelExC", error);
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
         || loom_cuda_context_check (
             context,
             context->cuda->cudaMemsetAsync (self->arena + self->layout.stored, 0,
                                             self->layout.threads,
                                             loom_cuda_stream_get_handle (context->stream)),
             "cudaMemsetAsync", error);
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
 * @self: a run
 * @is_gated: whether it is queued whole before it starts, as a timed one must be
 * @ms: (out): what it took: of launches in a row the sum of the parts that fit behind a gate
 * @error: return location for an error
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
        return loom_cuda_run_explain (self, &sample, error);

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
      || !loom_cuda_context_check (self->context, sample.code, "cudaEventSynchronize", error))
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

/**
 * loom_cuda_run_all:
 * @self: a run whose image is on the device
 * @error: return location for an error
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
        g_array_append_val (run->timings.kernel_ms, ms);
      if (i == 0)
        keep_output (self);
    }

  run->measurement->throttle = loom_cuda_throttle_read (self->context);
  return TRUE;
}
