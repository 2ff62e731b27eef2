/* loom-cuda-context.c: what a device has ready before the first run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The primary context of each device: whoever sets the device in a thread is in it, so nothing is
 * pushed or popped. It is opened once in a process, as it takes some tenths of a second, and is
 * never closed: after a fault only the end of the process frees the device.
 */

#include "config.h"

#include "loom-cuda-context.h"

#include "loom-cuda-kernels.h"

#include <glib/gi18n-lib.h>

G_LOCK_DEFINE_STATIC (contexts);
static GPtrArray *contexts;     /* (element-type LoomCudaContext) by number, or NULL */

static LoomCudaContext *
context_new (const LoomCuda *cuda,
             int             device)
{
  LoomCudaContext *self = g_new0 (LoomCudaContext, 1);

  self->cuda = cuda;
  self->device = device;
  self->name = loom_cuda_get_name (cuda, device);
  self->floor_ms = self->context_ms = -1;
  self->callback_median_us = self->callback_p95_us = -1;
  g_mutex_init (&self->mutex);
  return self;
}

/**
 * loom_cuda_context_get:
 * @device: a number
 * @error: return location for an error
 *
 * Finds the context of a device, not opened yet at the first time.
 *
 * Errors: %LOOM_ERROR_BACKEND where there is no such device.
 *
 * Returns: (transfer none): the context, which lives as long as the process, or %NULL
 */
LoomCudaContext *
loom_cuda_context_get (int      device,
                       GError **error)
{
  const LoomCuda *cuda = loom_cuda_get ();
  LoomCudaContext *self;

  if (cuda->why != NULL)
    {
      if (cuda->may_pass)
        loom_cuda_error_note (cudaErrorUnknown);
      g_propagate_prefixed_error (error, g_error_copy (cuda->why), "cuda:%d: ", device);
      return NULL;
    }
  if (device < 0 || device >= cuda->n_devices)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND,
                   ngettext ("There is no cuda:%1$d: this computer has %2$d GPU, cuda:0",
                             "There is no cuda:%1$d: this computer has %2$d GPUs, numbered from 0",
                             cuda->n_devices),
                   device, cuda->n_devices);
      return NULL;
    }

  G_LOCK (contexts);
  if (contexts == NULL)
    {
      contexts = g_ptr_array_new ();
      g_ptr_array_set_size (contexts, cuda->n_devices);
    }
  if (contexts->pdata[device] == NULL)
    contexts->pdata[device] = context_new (cuda, device);
  self = contexts->pdata[device];
  G_UNLOCK (contexts);
  return self;
}

/**
 * loom_cuda_context_check:
 * @self: a context
 * @code: what a call returned
 * @what: the call
 * @error: return location for an error
 *
 * Makes an error of a call that failed, see loom_cuda_check().
 *
 * Returns: whether the call succeeded
 */
gboolean
loom_cuda_context_check (LoomCudaContext  *self,
                         cudaError_t       code,
                         const char       *what,
                         GError          **error)
{
  return loom_cuda_check (self->cuda, code, what, error);
}

static gboolean
find_kernel (LoomCudaContext  *self,
             const char       *name,
             cudaKernel_t     *kernel,
             GError          **error)
{
  return loom_cuda_context_check (self,
                                  self->cuda->cudaLibraryGetKernel (kernel, self->library, name),
                                  "cudaLibraryGetKernel", error);
}

static gboolean
load_kernels (LoomCudaContext  *self,
              GError          **error)
{
  return loom_cuda_context_check (self,
                                  self->cuda->cudaLibraryLoadData (&self->library,
                                                                   loom_cuda_kernels, NULL, NULL, 0,
                                                                   NULL, NULL, 0),
                                  "cudaLibraryLoadData", error)
         && find_kernel (self, LOOM_CUDA_GATE, &self->gate, error)
         && find_kernel (self, LOOM_CUDA_EMPTY, &self->empty, error)
         && find_kernel (self, LOOM_CUDA_MARK, &self->mark, error);
}

static gboolean
make_flags (LoomCudaContext  *self,
            GError          **error)
{
  const LoomCuda *cuda = self->cuda;

  if (!loom_cuda_context_check (self,
                                cuda->cudaHostAlloc ((gpointer *) &self->flags,
                                                     4 * sizeof *self->flags, cudaHostAllocMapped),
                                "cudaHostAlloc", error))
    return FALSE;

  for (guint i = 0; i < 4; i++)
    self->flags[i] = 0;
  return loom_cuda_context_check (
      self, cuda->cudaHostGetDevicePointer (&self->flags_on_device, self->flags, 0),
      "cudaHostGetDevicePointer", error);
}

static gboolean
open_device (LoomCudaContext  *self,
             GError          **error)
{
  const LoomCuda *cuda = self->cuda;

  if (!loom_cuda_context_check (self, cuda->cudaSetDevice (self->device), "cudaSetDevice", error))
    return FALSE;

  if (self->stream == NULL)
    self->stream = loom_cuda_stream_new (cuda, self->device, error);
  return self->stream != NULL
         && loom_cuda_context_check (
             self, cuda->cudaEventCreateWithFlags (&self->start, cudaEventBlockingSync),
             "cudaEventCreateWithFlags", error)
         && loom_cuda_context_check (
             self, cuda->cudaEventCreateWithFlags (&self->stop, cudaEventBlockingSync),
             "cudaEventCreateWithFlags", error)
         && make_flags (self, error) && load_kernels (self, error);
}

/**
 * loom_cuda_context_open:
 * @self: a context whose mutex the caller holds
 * @error: return location for an error
 *
 * Makes the device that of this thread, and everything ready that is not yet.
 *
 * Errors: %LOOM_ERROR_RUNNER once this process has lost the device; else as loom_cuda_check().
 *
 * Returns: whether it can run
 */
gboolean
loom_cuda_context_open (LoomCudaContext  *self,
                        GError          **error)
{
  const gint64 start = g_get_monotonic_time ();

  if (loom_cuda_is_spent ())
    {
      g_set_error_literal (
          error, LOOM_ERROR, LOOM_ERROR_RUNNER,
          _("This runner has lost CUDA after a fault: it is being replaced, run once more"));
      return FALSE;
    }
  if (self->is_open)
    return loom_cuda_context_check (self, self->cuda->cudaSetDevice (self->device), "cudaSetDevice",
                                    error);

  if (!open_device (self, error))
    return FALSE;

  self->context_ms = (g_get_monotonic_time () - start) / 1000.0;
  self->is_open = TRUE;
  return loom_cuda_context_calibrate (self, error);
}

static gpointer
warm_up (gpointer data)
{
  LoomCudaContext *self = loom_cuda_context_get (GPOINTER_TO_INT (data), NULL);

  if (self == NULL)
    return NULL;

  g_mutex_lock (&self->mutex);
  loom_cuda_context_open (self, NULL);
  g_mutex_unlock (&self->mutex);
  return NULL;
}

/**
 * loom_cuda_context_warm_up:
 * @device: a number
 *
 * Opens a device in a thread of its own, once: the run that comes waits for what is left of it, and
 * says what is wrong. Main thread only.
 */
void
loom_cuda_context_warm_up (int device)
{
  static guint64 asked;         /* a bit for each device */
  const guint64 bit = device >= 0 && device < 64 ? G_GUINT64_CONSTANT (1) << device : 0;

  if (bit == 0 || (asked & bit) != 0)
    return;

  asked |= bit;
  g_thread_unref (g_thread_new ("cuda-warm-up", warm_up, GINT_TO_POINTER (device)));
}
