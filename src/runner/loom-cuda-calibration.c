/* loom-cuda-calibration.c: what measuring costs: the floor of a sample, the latency of a callback
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-context.h"

#include "loom-measurement.h"

#define FLOOR_SAMPLES 21
#define CALLBACKS 40
#define MARK_PATIENCE_US 100000

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
          || !loom_cuda_context_check (self, sample.code, "cudaEventSynchronize", error))
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
      || !loom_cuda_context_check (
          self,
          self->cuda->cudaLaunchHostFunc (loom_cuda_stream_get_handle (self->stream), callback_cb,
                                          self),
          "cudaLaunchHostFunc", error))
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
 * loom_cuda_context_calibrate:
 * @self: a context that has everything else
 * @error: return location for an error
 *
 * Measures, once in a context, what an empty kernel comes to when it is timed as every other is,
 * and how long after a kernel's end a host callback arrives. Callbacks serve for nothing else:
 * after an error CUDA would not call them.
 *
 * Returns: whether all of it ran
 */
gboolean
loom_cuda_context_calibrate (LoomCudaContext  *self,
                             GError          **error)
{
  return measure_floor (self, error) && measure_callback (self, error);
}
