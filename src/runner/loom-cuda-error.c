/* loom-cuda-error.c: what a code of CUDA's means for a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-library.h"

#include <glib/gi18n-lib.h>

static gint spent;              /* atomic: this process can use no device any more */

/* is_final: this process has lost its device for good; only another process gets it back. */
static const struct
{
  cudaError_t number;
  LoomError   code;
  gboolean    is_final;
  const char *text;             /* instead of CUDA's own, or NULL */
} rows[] = {
  { cudaErrorInvalidValue, LOOM_ERROR_BACKEND, FALSE, NULL },
  { cudaErrorMemoryAllocation, LOOM_ERROR_MEMORY, FALSE, NULL },
  { cudaErrorInitializationError, LOOM_ERROR_BACKEND, TRUE, NULL },
  { cudaErrorInvalidConfiguration, LOOM_ERROR_LAUNCH, FALSE, NULL },
  { cudaErrorInsufficientDriver, LOOM_ERROR_BACKEND, FALSE, NULL },
  { cudaErrorDevicesUnavailable, LOOM_ERROR_BACKEND, TRUE, N_("the device was lost") },
  { cudaErrorInvalidDeviceFunction, LOOM_ERROR_LAUNCH, FALSE, NULL },
  { cudaErrorNoDevice, LOOM_ERROR_BACKEND, TRUE, NULL },
  { cudaErrorNoKernelImageForDevice, LOOM_ERROR_BACKEND, FALSE, NULL },
  { cudaErrorECCUncorrectable, LOOM_ERROR_BACKEND, TRUE, NULL },
  { cudaErrorInvalidPtx, LOOM_ERROR_UNSUPPORTED, FALSE, NULL },
  { cudaErrorUnsupportedPtxVersion, LOOM_ERROR_BACKEND, FALSE,
    N_("the driver is older than the compiler: it does not read this PTX") },
  { cudaErrorSymbolNotFound, LOOM_ERROR_LAUNCH, FALSE, NULL },
  { cudaErrorIllegalAddress, LOOM_ERROR_OOB, TRUE, NULL },
  { cudaErrorLaunchOutOfResources, LOOM_ERROR_LAUNCH, FALSE, NULL },
  { cudaErrorLaunchTimeout, LOOM_ERROR_ENDLESS, TRUE, NULL },
  { cudaErrorAssert, LOOM_ERROR_ASSERT, TRUE, NULL },
  { cudaErrorHardwareStackError, LOOM_ERROR_STACK, TRUE, NULL },
  { cudaErrorIllegalInstruction, LOOM_ERROR_TRAP, TRUE, NULL },
  { cudaErrorMisalignedAddress, LOOM_ERROR_MISALIGNED, TRUE, NULL },
  { cudaErrorInvalidAddressSpace, LOOM_ERROR_TRAP, TRUE, NULL },
  { cudaErrorInvalidPc, LOOM_ERROR_TRAP, TRUE, NULL },
  { cudaErrorLaunchFailure, LOOM_ERROR_TRAP, TRUE, NULL },
  { cudaErrorCooperativeLaunchTooLarge, LOOM_ERROR_LAUNCH, FALSE, NULL },
  { cudaErrorUnknown, LOOM_ERROR_BACKEND, TRUE, NULL },
};

static guint
find_row (cudaError_t number)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (rows) && rows[i].number != number)
    i++;

  return i;
}

/**
 * loom_cuda_error_code:
 * @number: an error of CUDA's
 *
 * Returns: the stable code for it
 */
LoomError
loom_cuda_error_code (cudaError_t number)
{
  const guint row = find_row (number);

  return row < G_N_ELEMENTS (rows) ? rows[row].code : LOOM_ERROR_BACKEND;
}

/**
 * loom_cuda_error_is_final:
 * @number: an error of CUDA's
 *
 * Tells whether this process can no longer use the device: after an illegal address even
 * `cudaDeviceReset` does not bring it back. What is not known is taken for final: a process too
 * many costs less than one in which nothing runs any more.
 *
 * Returns: whether it is over
 */
gboolean
loom_cuda_error_is_final (cudaError_t number)
{
  const guint row = find_row (number);

  return row >= G_N_ELEMENTS (rows) || rows[row].is_final;
}

/**
 * loom_cuda_error_note:
 * @number: an error of CUDA's, or success
 *
 * Notes an error that means the end of this process's use of CUDA. From any thread.
 */
void
loom_cuda_error_note (cudaError_t number)
{
  if (number != cudaSuccess && loom_cuda_error_is_final (number))
    g_atomic_int_set (&spent, 1);
}

/**
 * loom_cuda_is_spent:
 *
 * Tells whether a fault has taken CUDA away from this process; another one can go on. From any
 * thread.
 *
 * Returns: whether it has
 */
gboolean
loom_cuda_is_spent (void)
{
  return g_atomic_int_get (&spent) != 0;
}

/**
 * loom_cuda_check:
 * @self: the runtime
 * @number: what a call returned
 * @what: the call
 * @error: return location for an error
 *
 * Makes an error of what a call returned, and notes it where it is final. Its message ends with
 * CUDA's own name and number.
 *
 * Returns: whether the call succeeded
 */
gboolean
loom_cuda_check (const LoomCuda  *self,
                 cudaError_t      number,
                 const char      *what,
                 GError         **error)
{
  const guint row = find_row (number);
  const char *text;

  if (number == cudaSuccess)
    return TRUE;

  loom_cuda_error_note (number);
  text = row < G_N_ELEMENTS (rows) && rows[row].text != NULL ? _(rows[row].text)
                                                               : self->cudaGetErrorString (number);
  g_set_error (error, LOOM_ERROR, loom_cuda_error_code (number),
               _("The GPU refuses %1$s: %2$s (%3$s, %4$d)"), what, text,
               self->cudaGetErrorName (number), (int) number);
  return FALSE;
}
