/* loom-cuda-context.c: what a device has ready before the first run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The primary context of each device: whoever sets the device in a thread is in it, so nothing is
 * pushed or popped. It is opened once in a process, as it takes some tenths of a second, and is
 * never closed: after a fault only the end of the process frees the device.
 */

#include "config.h"

#include "loom-cuda-context.h"

#include "loom-measurement.h"

#include <glib/gi18n-lib.h>

#define FLOOR_SAMPLES 21
#define CALLBACKS 40
#define MARK_PATIENCE_US 100000

#define GATE "loom_gate"
#define EMPTY "loom_empty"
#define MARK "loom_mark"

/* Kernels of Gridloom's own, as PTX that every GPU since compute capability 7.5 runs. The gate
 * keeps a stream from starting what is queued behind it until all of it is queued: it waits until
 * *flag reaches a ticket. A gate that nobody opens must not hold the device for ever: its patience
 * is bounded by the device's own clock, and flag[1] then tells of it. The empty kernel shows what
 * measuring costs by itself; the mark writes a ticket to *flag. */
static const char own_kernels[] =
    ".version 6.5\n"
    ".target sm_75\n"
    ".address_size 64\n"
    "\n"
    ".visible .entry " GATE
    " (.param .u64 flag, .param .u32 ticket, .param .u64 patience)\n"
    "{\n"
    "  .reg .pred %p<3>;\n"
    "  .reg .b32 %r<4>;\n"
    "  .reg .b64 %rd<7>;\n"
    "\n"
    "  ld.param.u64 %rd1, [flag];\n"
    "  ld.param.u32 %r1, [ticket];\n"
    "  ld.param.u64 %rd2, [patience];\n"
    "  cvta.to.global.u64 %rd3, %rd1;\n"
    "  mov.u64 %rd4, %globaltimer;\n"
    "again:\n"
    "  ld.volatile.global.u32 %r2, [%rd3];\n"
    "  sub.s32 %r3, %r2, %r1;\n"
    "  setp.ge.s32 %p1, %r3, 0;\n"
    "  @%p1 bra open;\n"
    "  mov.u64 %rd5, %globaltimer;\n"
    "  sub.s64 %rd6, %rd5, %rd4;\n"
    "  setp.lt.u64 %p2, %rd6, %rd2;\n"
    "  @%p2 bra again;\n"
    "  st.volatile.global.u32 [%rd3+4], %r1;\n"
    "open:\n"
    "  ret;\n"
    "}\n"
    "\n"
    ".visible .entry " EMPTY " ()\n"
    "{\n"
    "  ret;\n"
    "}\n"
    "\n"
    ".visible .entry " MARK " (.param .u64 flag, .param .u32 ticket)\n"
    "{\n"
    "  .reg .b32 %r<2>;\n"
    "  .reg .b64 %rd<3>;\n"
    "\n"
    "  ld.param.u64 %rd1, [flag];\n"
    "  ld.param.u32 %r1, [ticket];\n"
    "  cvta.to.global.u64 %rd2, %rd1;\n"
    "  st.volatile.global.u32 [%rd2], %r1;\n"
    "  ret;\n"
    "}\n";

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
    return loom_fail_null (
        error, LOOM_ERROR_BACKEND,
        ngettext ("There is no cuda:%1$d: this computer has %2$d GPU, cuda:0",
                  "There is no cuda:%1$d: this computer has %2$d GPUs, numbered from 0",
                  cuda->n_devices),
        device, cuda->n_devices);

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
 * loom_cuda_context_read:
 * @device: a number
 * @state: (out): zeros for one that was never asked for
 *
 * Tells of the context of a device without waiting for the run that uses it.
 */
void
loom_cuda_context_read (int                   device,
                        LoomCudaContextState *state)
{
  const LoomCudaContext *self = NULL;

  *state = (LoomCudaContextState) { 0 };
  G_LOCK (contexts);
  if (contexts != NULL && device >= 0 && (guint) device < contexts->len)
    self = contexts->pdata[device];
  G_UNLOCK (contexts);
  if (self == NULL)
    return;
  state->opened = __atomic_load_n (&self->opened, __ATOMIC_ACQUIRE);
  state->runs = __atomic_load_n (&self->runs, __ATOMIC_ACQUIRE);
  state->held = __atomic_load_n (&self->held, __ATOMIC_ACQUIRE);
}

/**
 * loom_cuda_context_copy:
 * @to: where to, on the device or in page-locked memory
 * @from: where from
 * @size: bytes
 * @kind: in which direction
 *
 * Queues a copy on the context's stream.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_context_copy (LoomCudaContext      *self,
                        gpointer              to,
                        gconstpointer         from,
                        gsize                 size,
                        enum cudaMemcpyKind   kind,
                        GError              **error)
{
  return LOOM_CUDA_CALL (self, error, cudaMemcpyAsync, to, from, size, kind,
                         loom_cuda_stream_get_handle (self->stream));
}

static gboolean
find_kernel (LoomCudaContext  *self,
             const char       *name,
             cudaKernel_t     *kernel,
             GError          **error)
{
  return LOOM_CUDA_CALL (self, error, cudaLibraryGetKernel, kernel, self->library, name);
}

static gboolean
load_kernels (LoomCudaContext  *self,
              GError          **error)
{
  return LOOM_CUDA_CALL (self, error, cudaLibraryLoadData, &self->library, own_kernels, NULL,
                         NULL, 0, NULL, NULL, 0)
         && find_kernel (self, GATE, &self->gate, error)
         && find_kernel (self, EMPTY, &self->empty, error)
         && find_kernel (self, MARK, &self->mark, error);
}

static gboolean
make_flags (LoomCudaContext  *self,
            GError          **error)
{
  if (!LOOM_CUDA_CALL (self, error, cudaHostAlloc, (gpointer *) &self->flags,
                       4 * sizeof *self->flags, cudaHostAllocMapped))
    return FALSE;

  for (guint i = 0; i < 4; i++)
    self->flags[i] = 0;
  return LOOM_CUDA_CALL (self, error, cudaHostGetDevicePointer, &self->flags_on_device, self->flags,
                         0);
}

static gboolean
open_device (LoomCudaContext  *self,
             GError          **error)
{
  if (!LOOM_CUDA_CALL (self, error, cudaSetDevice, self->device))
    return FALSE;

  if (self->stream == NULL)
    self->stream = loom_cuda_stream_new (self->cuda, self->device, error);
  return self->stream != NULL
         && LOOM_CUDA_CALL (self, error, cudaEventCreateWithFlags, &self->start,
                            cudaEventBlockingSync)
         && LOOM_CUDA_CALL (self, error, cudaEventCreateWithFlags, &self->stop,
                            cudaEventBlockingSync)
         && make_flags (self, error) && load_kernels (self, error);
}

static void
callback_cb (gpointer data)
{
  LoomCudaContext *self = data;

  __atomic_store_n (&self->called, g_get_monotonic_time (), __ATOMIC_RELEASE);
}

static gboolean
queue_empty (gpointer   data,
             GError   **error)
{
  LoomCudaContext *self = data;

  return loom_cuda_timer_launch (self, self->empty, NULL, error);
}

static gboolean
measure_floor (LoomCudaContext  *self,
               GError          **error)
{
  double samples[FLOOR_SAMPLES];
  LoomSummary summary;

  for (guint i = 0; i < FLOOR_SAMPLES; i++)
    {
      LoomCudaSample sample = { .launch = queue_empty, .data = self, .is_gated = TRUE };

      if (!loom_cuda_timer_take (self, &sample, error)
          || !loom_cuda_check (self->cuda, sample.code, "cudaEventSynchronize", error))
        return FALSE;
      samples[i] = sample.ms;
    }

  loom_summary_init (&summary, samples, FLOOR_SAMPLES, -1);
  self->floor_ms = summary.median;
  return TRUE;
}

/* When the kernel before the callback was over, as this computer sees it in the memory that both
 * share; 0: not in time. */
static gint64
watch_mark (LoomCudaContext *self,
            guint32          ticket)
{
  const gint64 end = g_get_monotonic_time () + MARK_PATIENCE_US;
  gint64 now;

  do
    {
      now = g_get_monotonic_time ();
      if (__atomic_load_n (&self->flags[2], __ATOMIC_ACQUIRE) == ticket)
        return now;
    }
  while (now < end);

  return 0;
}

static gboolean
time_callback (LoomCudaContext  *self,
               guint32           ticket,
               double           *latency_us,
               GError          **error)
{
  gpointer place = (guint8 *) self->flags_on_device + 2 * sizeof *self->flags;
  gpointer args[] = { &place, &ticket };
  gint64 marked, called;

  __atomic_store_n (&self->called, 0, __ATOMIC_RELEASE);
  if (!loom_cuda_timer_launch (self, self->mark, args, error)
      || !LOOM_CUDA_CALL (self, error, cudaLaunchHostFunc,
                          loom_cuda_stream_get_handle (self->stream), callback_cb, self))
    return FALSE;

  marked = watch_mark (self, ticket);
  if (!loom_cuda_stream_drain (self->stream, error))
    return FALSE;

  called = __atomic_load_n (&self->called, __ATOMIC_ACQUIRE);
  *latency_us = marked != 0 && called != 0 ? MAX (called - marked, 0) : -1;
  return TRUE;
}

static gboolean
measure_callback (LoomCudaContext  *self,
                  GError          **error)
{
  double latencies[CALLBACKS], latency = 0;
  LoomSummary summary;
  guint n = 0;

  for (guint i = 0; i < CALLBACKS; i++)
    {
      if (!time_callback (self, i + 1, &latency, error))
        return FALSE;
      if (latency >= 0)
        latencies[n++] = latency;
    }
  if (n == 0)
    return TRUE;

  loom_summary_init (&summary, latencies, n, 0);
  self->callback_median_us = summary.median;
  self->callback_p95_us = summary.p95;
  return TRUE;
}

/**
 * loom_cuda_context_open:
 * @self: a context whose mutex the caller holds
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
    return loom_fail (
        error, LOOM_ERROR_RUNNER,
        _("This runner has lost CUDA after a fault: it is being replaced, run once more"));
  if (self->is_open)
    return LOOM_CUDA_CALL (self, error, cudaSetDevice, self->device);

  if (!open_device (self, error))
    return FALSE;

  self->context_ms = (g_get_monotonic_time () - start) / 1000.0;
  self->is_open = TRUE;
  __atomic_store_n (&self->opened, g_get_real_time () / G_USEC_PER_SEC, __ATOMIC_RELEASE);
  /* What an empty kernel comes to when it is timed as every other is, and how long after a kernel's
   * end a host callback arrives, is measured once. Callbacks serve for nothing else: after an error
   * CUDA would not call them. */
  return measure_floor (self, error) && measure_callback (self, error);
}

/**
 * loom_cuda_context_reach:
 * @self: an open context, whose device is that of this thread
 * @peer: another device
 *
 * Lets the device reach the memory of another, where it can. Without that, copies go through this
 * computer's memory.
 */
void
loom_cuda_context_reach (LoomCudaContext *self,
                         int              peer)
{
  int can = 0;

  if (self->cuda->cudaDeviceCanAccessPeer (&can, self->device, peer) == cudaSuccess && can != 0)
    self->cuda->cudaDeviceEnablePeerAccess (peer, 0);
  self->cuda->cudaGetLastError ();
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
