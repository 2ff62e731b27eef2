/* loom-cuda-run-launch.c: one warm-up, then samples, each from the same memory; what failed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-run-private.h"
#include "loom-cuda-kernel.h"
#include "loom-cuda-throttle.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Behind a closed gate a device takes about a thousand things; one more would wait for the gate,
 * which is opened only afterwards. More launches in a row are timed in parts of so many. */
#define MOST_GATED 256

#define MAX_ERRORS (64 << 10)

/* More than 48 KiB only when asked. */
static gboolean
allow_shared (LoomCudaRun  *self,
              cudaKernel_t  kernel,
              guint64       shared,
              GError      **error)
{
  return shared == 0
         || LOOM_CUDA_CALL (self->context, error, cudaFuncSetAttribute, kernel,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, (int) shared);
}

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
                 && allow_shared (self, kernel, launch->shared, error)
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
 * loom_cuda_run_queue:
 * @launch: the run's plan, or a launch among its steps
 * @stream: that it is queued on
 * @kernel: of the launch
 * @is_cooperative: whether its blocks must all be there at once
 * @params: where the value of each parameter is
 *
 * Queues a launch.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_run_queue (LoomCudaRun     *self,
                     const LoomPlan  *launch,
                     cudaStream_t     stream,
                     cudaKernel_t     kernel,
                     gboolean         is_cooperative,
                     gpointer        *params,
                     GError         **error)
{
  cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeCooperative };
  cudaLaunchConfig_t config = {
    .gridDim = { launch->grid.x, launch->grid.y, launch->grid.z },
    .blockDim = { launch->block.x, launch->block.y, launch->block.z },
    .dynamicSmemBytes = launch->shared,
    .stream = stream,
  };

  if (is_cooperative)
    {
      attribute.val.cooperative = 1;
      config.attrs = &attribute;
      config.numAttrs = 1;
    }
  return LOOM_CUDA_CALL (self->context, error, cudaLaunchKernelExC, &config, kernel, params);
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
  return loom_cuda_run_queue (self, self->request->plan,
                              loom_cuda_stream_get_handle (self->context->stream), self->kernel,
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

static gboolean
read_triple (const char *text,
             const char *label,
             LoomDim3   *triple)
{
  guint32 *numbers[] = { &triple->x, &triple->y, &triple->z };

  text = strstr (text, label);
  if (text == NULL)
    return FALSE;

  text += strlen (label);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char *end;

      *numbers[i] = (guint32) g_ascii_strtoull (text, &end, 10);
      if (end == text || *end != "[,,]"[i + 1])
        return FALSE;
      text = end + 1;
    }

  return TRUE;
}

/* FILE:LINE: FUNCTION: block: [x,y,z], thread: [x,y,z] Assertion `TEXT` failed. */
static LoomFinding *
read_assertion (const char *text)
{
  const char *block = strstr (text, ": block: ["), *quote, *end, *colon;
  LoomSite site = { 0 };
  LoomFinding *finding;

  if (block == NULL || !read_triple (block, "block: [", &site.block)
      || !read_triple (block, "thread: [", &site.thread)
      || (quote = strchr (block, '`')) == NULL || (end = strchr (quote + 1, '`')) == NULL)
    return NULL;

  colon = strchr (text, ':');
  if (colon != NULL && colon < block)
    site.line = (guint) g_ascii_strtoull (colon + 1, NULL, 10);
  finding = loom_finding_new (LOOM_ERROR_ASSERT, _("Assertion “%.*s” failed"),
                              (int) (end - quote - 1), quote + 1);
  finding->has_site = TRUE;
  finding->site = site;
  return finding;
}

static const char *
describe (LoomError code)
{
  switch ((int) code)
    {
    case LOOM_ERROR_OOB:
      return _("A thread accessed memory that is none of this launch's");
    case LOOM_ERROR_MISALIGNED:
      return _(
          "A thread accessed memory at an address that is not a multiple of the access's size");
    case LOOM_ERROR_ASSERT:
      return _("An assertion in the kernel failed");
    case LOOM_ERROR_STACK:
      return _("A thread's stack ran over");
    case LOOM_ERROR_ENDLESS:
      return _("The driver ended the kernel because it took too long");
    default:
      return _("The kernel was stopped by the GPU");
    }
}

static LoomFinding *
explain_code (LoomCudaRun *self,
              cudaError_t  number)
{
  const LoomError code = loom_cuda_error_code (number);
  g_autofree char *errors = loom_cuda_capture_take (self->capture, TRUE, MAX_ERRORS);
  LoomFinding *finding = code == LOOM_ERROR_ASSERT ? read_assertion (errors) : NULL;

  if (finding != NULL)
    return finding;

  return loom_finding_new (
      code,
      _("%1$s (%2$s, %3$d); the GPU does not say where: run it on the simulator, "
        "which names block, thread, line and array"),
      describe (code), self->context->cuda->cudaGetErrorName (number), (int) number);
}

/**
 * loom_cuda_run_explain:
 * @sample: whose outcome is not done
 *
 * Makes the run's trap of a kernel that failed, or did not end in time: then the runner has to end,
 * as nothing else ends a kernel.
 *
 * Returns: %FALSE where the run was cancelled or the device lost
 */
gboolean
loom_cuda_run_explain (LoomCudaRun           *self,
                       const LoomCudaSample  *sample,
                       GError               **error)
{
  LoomError code = loom_cuda_error_code (sample->code);

  switch (sample->outcome)
    {
    case LOOM_CUDA_CANCELLED:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped"));
      return FALSE;

    case LOOM_CUDA_TIMED_OUT:
      loom_cuda_check (self->context->cuda, cudaErrorLaunchTimeout, "cudaEventSynchronize", NULL);
      self->run->trap = loom_finding_new (
          LOOM_ERROR_ENDLESS,
          _("The kernel did not end within %1$u ms on cuda:%2$d; the simulator names "
            "the block and thread that go on"),
          sample->wall_ms, self->context->device);
      return TRUE;

    case LOOM_CUDA_FAILED:
    case LOOM_CUDA_DONE:
    default:
      if (code < LOOM_ERROR_OOB)
        return loom_cuda_check (self->context->cuda, sample->code, "cudaEventSynchronize", error);
      self->run->trap = explain_code (self, sample->code);
      return TRUE;
    }
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
        g_array_append_val (run->timings.kernel_ms, ms);
      if (i == 0)
        keep_output (self);
    }

  run->measurement->throttle = loom_cuda_throttle_read (self->context);
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
        g_array_append_val (run->timings.kernel_ms, ms);
      if (i == 0)
        keep_output (self);
    }

  run->measurement->throttle = loom_cuda_throttle_read (self->context);
  return TRUE;
}
