/* loom-report-gpu.c: how a run on a GPU was measured and what it held, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-gpu.h"

#include "loom-json.h"

static void
add_throttle (JsonBuilder  *builder,
              LoomThrottle  throttle)
{
  if (throttle & LOOM_THROTTLE_UNKNOWN)
    {
      loom_json_add_null (builder, "throttled");
      return;
    }

  loom_json_begin_array (builder, "throttled");
  for (guint reason = 1; reason < LOOM_THROTTLE_UNKNOWN; reason <<= 1)
    if (throttle & reason)
      json_builder_add_string_value (builder, loom_throttle_get_name (reason));
  json_builder_end_array (builder);
}

/* Places in "kernel_ms" of samples that are remarkable. */
static void
add_samples (JsonBuilder       *builder,
             const LoomRun     *run,
             const LoomSummary *summary)
{
  const GArray *samples = run->timings.kernel_ms;

  loom_json_begin_array (builder, "marked");
  for (guint i = 0; i < samples->len; i++)
    if (loom_measurement_is_marked (run->measurement, g_array_index (samples, double, i)))
      json_builder_add_int_value (builder, i);
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "outliers");
  for (guint i = 0; i < samples->len; i++)
    if (loom_summary_is_outlier (summary, g_array_index (samples, double, i)))
      json_builder_add_int_value (builder, i);
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "throttled_samples");
  for (guint i = 0; i < samples->len; i++)
    if (loom_measurement_is_throttled (run->measurement, i))
      json_builder_add_int_value (builder, i);
  json_builder_end_array (builder);
}

static void
add_summary (JsonBuilder *builder,
             const LoomRun *run)
{
  const GArray *samples = run->timings.kernel_ms;
  LoomSummary summary;

  loom_summary_init (&summary, (const double *) samples->data, samples->len,
                     run->measurement->floor_ms);
  loom_json_add_measure (builder, "kernel_median_ms", summary.n > 0 ? summary.median : -1);
  loom_json_add_measure (builder, "kernel_least_ms", summary.n > 0 ? summary.least : -1);
  loom_json_add_measure (builder, "kernel_low_ms", summary.n > 0 ? summary.low : -1);
  loom_json_add_measure (builder, "kernel_high_ms", summary.n > 0 ? summary.high : -1);
  loom_json_add_measure (builder, "kernel_p95_ms", summary.n > 0 ? summary.p95 : -1);
  loom_json_add_measure (builder, "kernel_spread", summary.n > 0 ? summary.spread : -1);
  loom_json_add_text (builder, "noise", loom_noise_get_name (summary.noise));
  add_samples (builder, run, &summary);
}

/**
 * loom_report_gpu_add_measurement:
 * @builder: inside the object of a report
 * @run: a run on any backend
 *
 * Adds "measurement" where the run has it: what its samples come to, and how they were taken.
 */
void
loom_report_gpu_add_measurement (JsonBuilder   *builder,
                                 const LoomRun *run)
{
  const LoomMeasurement *self = run->measurement;

  if (self == NULL)
    return;

  loom_json_begin_object (builder, "measurement");
  add_summary (builder, run);
  loom_json_add_measure (builder, "floor_ms", self->floor_ms);
  loom_json_add_truth (builder, "gated", self->gated);
  loom_json_add_truth (builder, "cold", self->cold);
  loom_json_add_count (builder, "warm_ups", self->warm_ups);
  add_throttle (builder, self->throttle);
  loom_json_add_measure (builder, "context_ms", self->context_ms);
  loom_json_add_measure (builder, "module_ms", self->module_ms);
  loom_json_add_measure (builder, "restore_ms", self->restore_ms);
  loom_json_add_measure (builder, "callback_median_us", self->callback_median_us);
  loom_json_add_measure (builder, "callback_p95_us", self->callback_p95_us);
  json_builder_end_object (builder);
}

static void
add_costs (JsonBuilder           *builder,
           const LoomKernelCosts *self)
{
  loom_json_begin_object (builder, "costs");
  loom_json_add_count (builder, "registers", self->registers);
  loom_json_add_count (builder, "shared_static", self->shared_static);
  loom_json_add_count (builder, "shared_dynamic", self->shared_dynamic);
  loom_json_add_count (builder, "local", self->local);
  loom_json_add_count (builder, "constant", self->constant);
  loom_json_add_count (builder, "max_threads", self->max_threads);
  loom_json_add_count (builder, "blocks_per_multiprocessor", self->blocks_per_multiprocessor);
  loom_json_add_measure (builder, "occupancy", self->occupancy);
  loom_json_add_text (builder, "limiter", loom_limiter_get_name (self->limiter));
  loom_json_add_count (builder, "ptx_version", self->ptx_version);
  loom_json_add_count (builder, "binary_version", self->binary_version);
  json_builder_end_object (builder);
}

static void
add_copies (JsonBuilder     *builder,
            const GPtrArray *copies)
{
  loom_json_begin_array (builder, "copies");
  for (guint i = 0; i < copies->len; i++)
    {
      const LoomArrayCopy *copy = copies->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "array", copy->array);
      loom_json_add_text (builder, "to", copy->to);
      loom_json_add_count (builder, "bytes", copy->bytes);
      loom_json_add_measure (builder, "bytes_per_second", copy->bytes_per_second);
      loom_json_add_truth (builder, "direct", copy->direct);
      loom_json_add_truth (builder, "same", copy->same);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_job (JsonBuilder   *builder,
         const LoomJob *self)
{
  g_autofree char *stream = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", self->stream);

  loom_json_begin_object (builder, "job");
  loom_json_add_text (builder, "device", self->device);
  loom_json_add_text (builder, "stream", stream);
  loom_json_begin_array (builder, "steps");
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomStep *step = &g_array_index (self->steps, LoomStep, i);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "step", loom_step_get_name (step->kind));
      loom_json_add_measure (builder, "start_ms", step->start_ms);
      loom_json_add_measure (builder, "end_ms", step->end_ms);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "memory");
  for (guint i = 0; i < self->allocations->len; i++)
    {
      const LoomAllocation *allocation = self->allocations->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "owner", allocation->owner);
      loom_json_add_text (builder, "kind", loom_memory_get_name (allocation->kind));
      loom_json_add_count (builder, "bytes", allocation->bytes);
      loom_json_add_truth (builder, "freed", allocation->freed);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  if (self->copies->len > 0)
    add_copies (builder, self->copies);
  json_builder_end_object (builder);
}

static void
add_schedule (JsonBuilder        *builder,
              const LoomSchedule *self)
{
  guint64 n = 0;
  const LoomBlockSpan *spans = loom_schedule_get_spans (self, &n);

  loom_json_begin_object (builder, "schedule");
  loom_json_add_count (builder, "multiprocessors", self->n_multiprocessors);
  loom_json_begin_array (builder, "blocks");
  for (guint64 i = 0; i < n; i++)
    {
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, spans[i].multiprocessor);
      json_builder_add_int_value (builder, (gint64) spans[i].start_ns);
      json_builder_add_int_value (builder, (gint64) spans[i].end_ns);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/**
 * loom_report_gpu_add:
 * @builder: inside the object of a report
 * @run: a run on any backend
 *
 * Adds "measurement", "costs", "job" and "schedule" (for each block: multiprocessor, start and end
 * in nanoseconds), each only where the run has it. Times are `null` where they were not measured,
 * "throttled" where nobody can say.
 */
void
loom_report_gpu_add (JsonBuilder   *builder,
                     const LoomRun *run)
{
  loom_report_gpu_add_measurement (builder, run);
  if (run->costs != NULL)
    add_costs (builder, run->costs);
  if (run->job != NULL)
    add_job (builder, run->job);
  if (run->schedule != NULL)
    add_schedule (builder, run->schedule);
}
