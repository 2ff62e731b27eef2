/* loom-cuda-fault.c: what stopped a kernel on a GPU, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-fault.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_ERRORS (64 << 10)

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
explain_code (LoomCudaContext *context,
              LoomCudaCapture *capture,
              cudaError_t      number)
{
  const LoomError code = loom_cuda_error_code (number);
  g_autofree char *errors = loom_cuda_capture_take (capture, TRUE, MAX_ERRORS);
  LoomFinding *finding = code == LOOM_ERROR_ASSERT ? read_assertion (errors) : NULL;

  if (finding != NULL)
    return finding;

  return loom_finding_new (
      code,
      _("%1$s (%2$s, %3$d); the GPU does not say where: run it on the simulator, "
        "which names block, thread, line and array"),
      describe (code), context->cuda->cudaGetErrorName (number), (int) number);
}

/**
 * loom_cuda_fault_explain:
 * @context: of the device
 * @capture: of what its kernels print
 * @sample: whose outcome is not done
 * @run: gets the trap
 *
 * Makes a run's trap of a kernel that failed, or did not end in time: then the runner has to end,
 * as nothing else ends a kernel.
 *
 * Returns: %FALSE where the run was cancelled or the device lost
 */
gboolean
loom_cuda_fault_explain (LoomCudaContext       *context,
                         LoomCudaCapture       *capture,
                         const LoomCudaSample  *sample,
                         LoomRun               *run,
                         GError               **error)
{
  LoomError code = loom_cuda_error_code (sample->code);

  switch (sample->outcome)
    {
    case LOOM_CUDA_CANCELLED:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped"));
      return FALSE;

    case LOOM_CUDA_TIMED_OUT:
      loom_cuda_check (context->cuda, cudaErrorLaunchTimeout, "cudaEventSynchronize", NULL);
      run->trap = loom_finding_new (
          LOOM_ERROR_ENDLESS,
          _("The kernel did not end within %1$u ms on cuda:%2$d; the simulator names "
            "the block and thread that go on"),
          sample->wall_ms, context->device);
      return TRUE;

    case LOOM_CUDA_FAILED:
    case LOOM_CUDA_DONE:
    default:
      if (code < LOOM_ERROR_OOB)
        return loom_cuda_check (context->cuda, sample->code, "cudaEventSynchronize", error);
      loom_cuda_error_note (sample->code);
      run->trap = explain_code (context, capture, sample->code);
      return TRUE;
    }
}

/**
 * loom_cuda_fault_is:
 * @error: why a call was refused
 *
 * Tells whether a kernel had failed before the call, which is innocent: CUDA's calls "may also
 * return error codes from previous, asynchronous launches".
 *
 * Returns: whether one had
 */
gboolean
loom_cuda_fault_is (const GError *error)
{
  return error->domain == LOOM_ERROR && error->code >= LOOM_ERROR_OOB;
}

/**
 * loom_cuda_fault_take:
 * @context: of a device
 * @capture: of what its kernels print
 * @run: which has no trap; gets one
 * @error: (inout) (nullable): why a call to the device was refused
 *
 * Makes a run's trap of a kernel that failed before all was queued, and clears the error.
 *
 * Returns: whether one did; else @error is as it was
 */
gboolean
loom_cuda_fault_take (LoomCudaContext  *context,
                      LoomCudaCapture  *capture,
                      LoomRun          *run,
                      GError          **error)
{
  if (run->trap != NULL || error == NULL || !loom_cuda_fault_is (*error) || !loom_cuda_is_spent ())
    return FALSE;

  g_clear_error (error);
  run->trap = explain_code (context, capture, context->cuda->cudaGetLastError ());
  return TRUE;
}
