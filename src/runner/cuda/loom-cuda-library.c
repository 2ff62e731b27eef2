/* loom-cuda-library.c: opens the CUDA runtime, and says why nothing can run or what failed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-library.h"

#include "loom-backend-id.h"

#include <glib/gi18n-lib.h>

#include <dlfcn.h>
#include <string.h>

/* The name is the first member of cudaDeviceProp in every version; the rest grows from one to the
 * next. */
#define PROPERTIES_SIZE 16384
#define NAME_SIZE 256
#define MEMORY_OFFSET 288       /* of totalGlobalMem, behind the name and two identifiers */

/**
 * loom_cuda_format_version:
 * @version: as CUDA numbers them
 *
 * Returns: (transfer full): 13000 as "13.0"
 */
char *
loom_cuda_format_version (int version)
{
  return g_strdup_printf ("%d.%d", version / 1000, version % 1000 / 10);
}

/* The first entry point that is missing, or NULL. */
static const char *
find_entries (LoomCuda *self)
{
#define LOOM_ENTRY(result, entry, arguments) \
  *(gpointer *) &self->entry = dlsym (self->library->handle, #entry); \
  if (self->entry == NULL) \
    return #entry;
  LOOM_CUDART_ENTRIES (LOOM_ENTRY)
#undef LOOM_ENTRY

  return NULL;
}

static void
read_versions (LoomCuda *self)
{
  *(gpointer *) &self->cudaRuntimeGetVersion
      = dlsym (self->library->handle, "cudaRuntimeGetVersion");
  *(gpointer *) &self->cudaDriverGetVersion = dlsym (self->library->handle, "cudaDriverGetVersion");

  if (self->cudaRuntimeGetVersion == NULL
      || self->cudaRuntimeGetVersion (&self->runtime) != cudaSuccess)
    self->runtime = 0;
  if (self->cudaDriverGetVersion == NULL
      || self->cudaDriverGetVersion (&self->driver) != cudaSuccess)
    self->driver = 0;
  if (self->runtime != 0)
    {
      g_free (self->library->version);
      self->library->version = loom_cuda_format_version (self->runtime);
    }
}

static GError *
explain_count (const LoomCuda *self,
               cudaError_t     code)
{
  g_autofree char *runtime = loom_cuda_format_version (self->runtime);
  g_autofree char *driver = loom_cuda_format_version (self->driver);

  if (self->driver == 0)
    return g_error_new_literal (
        LOOM_ERROR, LOOM_ERROR_BACKEND,
        _("No NVIDIA driver is loaded: install it, or run on the simulator"));
  if (code == cudaErrorInsufficientDriver)
    return g_error_new (
        LOOM_ERROR, LOOM_ERROR_BACKEND,
        _("The driver is too old for CUDA %1$s: it is made for CUDA %2$s; update the "
          "NVIDIA driver, or install an older CUDA runtime"),
        runtime, driver);
  if (code == cudaSuccess || code == cudaErrorNoDevice)
    return g_error_new_literal (LOOM_ERROR, LOOM_ERROR_BACKEND,
                                _("The NVIDIA driver is there, but it shows no GPU"));

  return g_error_new (LOOM_ERROR, LOOM_ERROR_BACKEND, _("CUDA does not start: %s (%s, %d)"),
                      self->cudaGetErrorString (code), self->cudaGetErrorName (code), (int) code);
}

static GError *
open_runtime (LoomCuda *self)
{
  static const char * const names[] = { "libcudart.so.13", "libcudart.so.12", NULL };
  const char *missing;
  cudaError_t code;

  self->library = loom_library_search (_("CUDA runtime"), names, NULL);
  if (self->library->handle == NULL)
    return g_error_new_literal (LOOM_ERROR, LOOM_ERROR_BACKEND,
                                _("The CUDA runtime, libcudart.so.13 or .12, was not found: it "
                                  "comes with the CUDA Toolkit"));

  read_versions (self);
  missing = find_entries (self);
  if (missing != NULL)
    return g_error_new (LOOM_ERROR, LOOM_ERROR_BACKEND,
                        _("The CUDA runtime %1$s is too old: it has no %2$s; version 13.0 has it"),
                        self->library->version != NULL ? self->library->version : "", missing);

  code = self->cudaGetDeviceCount (&self->n_devices);
  if (code == cudaSuccess && self->n_devices > 0)
    return NULL;

  self->n_devices = 0;
  self->may_pass
      = code != cudaSuccess && code != cudaErrorNoDevice && code != cudaErrorInsufficientDriver;
  return explain_count (self, code);
}

static gpointer
open_once (gpointer data)
{
  LoomCuda *self = g_new0 (LoomCuda, 1);

  self->why = open_runtime (self);
  return self;
}

/**
 * loom_cuda_get:
 *
 * Opens the CUDA runtime at the first call; this may take as long as its libraries take to load.
 *
 * Returns: (transfer none): the runtime; where its `why` is set, only `library` and the versions
 * mean something
 */
const LoomCuda *
loom_cuda_get (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, open_once, NULL);
}

/**
 * loom_cuda_get_attribute:
 * @attribute: of a device
 * @device: its number
 *
 * Returns: the attribute's value, 0 where this driver does not know it
 */
int
loom_cuda_get_attribute (const LoomCuda      *self,
                         enum cudaDeviceAttr  attribute,
                         int                  device)
{
  int value = 0;

  return self->cudaDeviceGetAttribute (&value, attribute, device) == cudaSuccess ? value : 0;
}

/**
 * loom_cuda_get_name:
 * @device: a number
 *
 * Returns: (transfer full): what the device is sold as
 */
char *
loom_cuda_get_name (const LoomCuda *self,
                    int             device)
{
  g_autofree char *properties = g_malloc0 (PROPERTIES_SIZE);

  if (self->cudaGetDeviceProperties ((struct cudaDeviceProp *) properties, device) != cudaSuccess)
    return g_strdup (loom_backend_id_get_name (LOOM_BACKEND_ID_CUDA (device)));

  properties[NAME_SIZE - 1] = '\0';
  return g_utf8_make_valid (properties, -1);
}

/**
 * loom_cuda_get_memory:
 * @device: a number
 *
 * Returns: bytes of memory that the device has; 0 where it does not say
 */
guint64
loom_cuda_get_memory (const LoomCuda *self,
                      int             device)
{
  g_autofree char *properties = g_malloc0 (PROPERTIES_SIZE);
  guint64 bytes = 0;

  if (self->cudaGetDeviceProperties ((struct cudaDeviceProp *) properties, device) == cudaSuccess)
    memcpy (&bytes, properties + MEMORY_OFFSET, sizeof bytes);
  return bytes;
}

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
 * @number: what a call returned
 * @what: the call
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
