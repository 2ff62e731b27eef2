/* test-gpu-results.c: what a run on a GPU has beside its arrays, to and from another process
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run.h"

#include <math.h>

static void
test_summary (void)
{
  static const double even[] = { 4, 1, 3, 2 }, steady[] = { 10, 10.1, 9.9, 10, 50 };
  LoomSummary summary;

  loom_summary_init (&summary, even, G_N_ELEMENTS (even), -1);
  g_assert_cmpfloat (summary.least, ==, 1);
  g_assert_cmpfloat (summary.low, ==, 1.75);
  g_assert_cmpfloat (summary.median, ==, 2.5);
  g_assert_cmpfloat_with_epsilon (summary.p95, 3.85, 1e-9);
  g_assert_cmpfloat (summary.most, ==, 4);
  g_assert_cmpint (summary.noise, ==, LOOM_NOISE_NOISY);

  loom_summary_init (&summary, steady, G_N_ELEMENTS (steady), 3);
  g_assert_cmpint (summary.noise, ==, LOOM_NOISE_STEADY);
  g_assert_cmpuint (summary.outliers, ==, 1);
  g_assert_true (loom_summary_is_outlier (&summary, 50));
  g_assert_false (loom_summary_is_outlier (&summary, 9.9));
  loom_summary_init (&summary, steady, G_N_ELEMENTS (steady), 4);
  g_assert_cmpint (summary.noise, ==, LOOM_NOISE_BELOW_FLOOR);
  loom_summary_init (&summary, steady, 2, 3);
  g_assert_cmpint (summary.noise, ==, LOOM_NOISE_UNKNOWN);
  loom_summary_init (&summary, NULL, 0, 3);
  g_assert_cmpuint (summary.n, ==, 0);
}

static void
test_measurement (void)
{
  g_autoptr (LoomMeasurement) measurement = loom_measurement_new ();
  g_autoptr (LoomMeasurement) back = NULL;
  g_autoptr (GVariant) variant = NULL, bad = NULL, other = NULL;

  g_assert_false (loom_measurement_is_marked (measurement, 0.001));
  measurement->floor_ms = 0.002;
  measurement->gated = TRUE;
  measurement->throttle = LOOM_THROTTLE_POWER;
  g_assert_true (loom_measurement_is_marked (measurement, 0.0059));
  g_assert_false (loom_measurement_is_marked (measurement, 0.0061));

  variant = g_variant_ref_sink (loom_measurement_to_variant (measurement));
  back = loom_measurement_from_variant (variant);
  g_assert_cmpfloat (back->floor_ms, ==, 0.002);
  g_assert_true (back->gated);
  g_assert_cmpint (back->throttle, ==, LOOM_THROTTLE_POWER);

  measurement->module_ms = NAN;
  bad = g_variant_ref_sink (loom_measurement_to_variant (measurement));
  g_assert_null (loom_measurement_from_variant (bad));
  other = g_variant_ref_sink (g_variant_new ("(s)", "x"));
  g_assert_null (loom_measurement_from_variant (other));
}

/* What is known of one sample goes before what nobody can say of another. */
static void
test_throttled_samples (void)
{
  g_autoptr (LoomMeasurement) measurement = loom_measurement_new ();
  g_autoptr (LoomMeasurement) back = NULL, copy = NULL;
  g_autoptr (GVariant) variant = NULL, bad = NULL;
  guint32 *throttles;

  g_assert_false (loom_measurement_is_throttled (NULL, 0));
  g_assert_false (loom_measurement_is_throttled (measurement, 0));
  loom_measurement_note_throttle (measurement, LOOM_THROTTLE_UNKNOWN);
  g_assert_cmpint (measurement->throttle, ==, LOOM_THROTTLE_UNKNOWN);
  loom_measurement_note_throttle (measurement, LOOM_THROTTLE_NONE);
  loom_measurement_note_throttle (measurement, LOOM_THROTTLE_THERMAL | LOOM_THROTTLE_POWER);

  variant = g_variant_ref_sink (loom_measurement_to_variant (measurement));
  back = loom_measurement_from_variant (variant);
  copy = loom_measurement_copy (back);
  g_assert_cmpint (copy->throttle, ==, LOOM_THROTTLE_THERMAL | LOOM_THROTTLE_POWER);
  g_assert_cmpstr (loom_throttle_get_title (copy->throttle), ==,
                   "yes, it was too hot, and for its power limit");
  g_assert_false (loom_measurement_is_throttled (copy, 0));
  g_assert_false (loom_measurement_is_throttled (copy, 1));
  g_assert_true (loom_measurement_is_throttled (copy, 2));
  g_assert_false (loom_measurement_is_throttled (copy, 3));

  throttles = (guint32 *) (gpointer) measurement->throttles->data;
  throttles[1] = LOOM_THROTTLE_ALL + 1;
  bad = g_variant_ref_sink (loom_measurement_to_variant (measurement));
  g_assert_null (loom_measurement_from_variant (bad));
}

static void
test_costs (void)
{
  g_autoptr (LoomKernelCosts) costs = loom_kernel_costs_new ();
  g_autoptr (LoomKernelCosts) back = NULL;
  g_autoptr (GVariant) variant = NULL, bad = NULL;

  costs->registers = 40;
  costs->occupancy = 0.75;
  costs->limiter = LOOM_LIMITER_REGISTERS;
  variant = g_variant_ref_sink (loom_kernel_costs_to_variant (costs));
  back = loom_kernel_costs_from_variant (variant);
  g_assert_cmpuint (back->registers, ==, 40);
  g_assert_cmpstr (loom_limiter_get_name (back->limiter), ==, "registers");

  costs->occupancy = 1.5;
  bad = g_variant_ref_sink (loom_kernel_costs_to_variant (costs));
  g_assert_null (loom_kernel_costs_from_variant (bad));
}

static void
test_job (void)
{
  const LoomStep step = { LOOM_STEP_UPLOAD, 1, 2 }, backwards = { LOOM_STEP_UPLOAD, 2, 1 };
  g_autoptr (LoomJob) job = loom_job_new ();
  g_autoptr (LoomJob) back = NULL;
  g_autoptr (GVariant) variant = NULL, bad = NULL;
  LoomAllocation *allocation;

  job->stream = 7;
  job->device = g_strdup ("Some GPU");
  g_array_append_val (job->steps, step);
  loom_job_add_allocation (job, "array f", LOOM_MEMORY_PINNED, 4096, 64)->freed = TRUE;
  loom_job_add_copy (job, "f", "cuda:1", 64)->bytes_per_second = 5;
  variant = g_variant_ref_sink (loom_job_to_variant (job));
  back = loom_job_from_variant (variant);
  g_assert_cmpuint (back->stream, ==, 7);
  g_assert_cmpuint (back->copies->len, ==, 1);
  g_assert_cmpstr (((LoomArrayCopy *) back->copies->pdata[0])->to, ==, "cuda:1");
  g_assert_cmpfloat (((LoomArrayCopy *) back->copies->pdata[0])->bytes_per_second, ==, 5);
  g_assert_cmpstr (back->device, ==, "Some GPU");
  g_assert_cmpfloat (g_array_index (back->steps, LoomStep, 0).end_ms, ==, 2);
  allocation = back->allocations->pdata[0];
  g_assert_cmpstr (allocation->owner, ==, "array f");
  g_assert_cmpint (allocation->kind, ==, LOOM_MEMORY_PINNED);
  g_assert_true (allocation->freed);

  g_array_append_val (job->steps, backwards);
  bad = g_variant_ref_sink (loom_job_to_variant (job));
  g_assert_null (loom_job_from_variant (bad));
}

static void
test_job_refuses_rates_that_are_none (void)
{
  g_autoptr (LoomJob) job = loom_job_new ();
  g_autoptr (GVariant) bad = NULL;

  loom_job_add_copy (job, "f", "cuda:1", 64)->bytes_per_second = INFINITY;
  bad = g_variant_ref_sink (loom_job_to_variant (job));
  g_assert_null (loom_job_from_variant (bad));
}

static void
test_job_refuses_unknown_memory (void)
{
  g_autoptr (LoomJob) job = loom_job_new ();
  g_autoptr (GVariant) bad = NULL;

  loom_job_add_allocation (job, "x", LOOM_N_MEMORIES, 0, 0);
  bad = g_variant_ref_sink (loom_job_to_variant (job));
  g_assert_null (loom_job_from_variant (bad));
}

static void
test_schedule (void)
{
  static const LoomBlockSpan spans[] = { { 0, 90, 1, 0 }, { 10, 50, 0, 0 } },
                             backwards[] = { { 5, 4, 0, 0 } };
  g_autoptr (GBytes) good = g_bytes_new_static (spans, sizeof spans);
  g_autoptr (GBytes) bad = g_bytes_new_static (backwards, sizeof backwards);
  g_autoptr (LoomSchedule) schedule = loom_schedule_new (good, 2, 2);
  guint64 n;

  g_assert_nonnull (schedule);
  g_assert_cmpuint (loom_schedule_get_spans (schedule, &n)[1].end_ns, ==, 50);
  g_assert_cmpuint (n, ==, 2);
  g_assert_null (loom_schedule_new (good, 2, 1));
  g_assert_null (loom_schedule_new (good, 3, 2));
  g_assert_null (loom_schedule_new (bad, 1, 1));
}

/* Three digits of waves, and whole per cents. */
static void
test_schedule_in_words (void)
{
  static const struct
  {
    guint       n_blocks, n_at_a_time;
    const char *sentence;
  } rows[] = {
    { 7, 3, "3 of 4 SMs, waves: 2.33, with 3 blocks at a time, tail 33\302\240%" },
    { 33, 4, "4 of 4 SMs, waves: 8.25, with 4 blocks at a time, tail 11\302\240%" },
    { 49, 4, "4 of 4 SMs, waves: 12.2, with 4 blocks at a time, tail 8\302\240%" },
    { 5, 1, "1 of 4 SMs, waves: 5, with 1 block at a time, tail 0\302\240%" },
    { 2000, 1, "1 of 4 SMs, waves: 2000, with 1 block at a time, tail 0\302\240%" },
    { 0, 1, "0 of 4 SMs, waves: 0, with 0 blocks at a time, tail 0\302\240%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (LoomBlockSpan));
      g_autoptr (LoomSchedule) schedule = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *sentence = NULL;

      for (guint block = 0; block < rows[i].n_blocks; block++)
        {
          const guint64 start = block / rows[i].n_at_a_time * 100;
          const LoomBlockSpan span = { start, start + 100, block % rows[i].n_at_a_time, 0 };

          g_array_append_val (spans, span);
        }
      bytes = g_bytes_new (spans->data, spans->len * sizeof (LoomBlockSpan));
      schedule = loom_schedule_new (bytes, rows[i].n_blocks, 4);
      g_assert_nonnull (schedule);
      sentence = loom_schedule_dup_sentence (schedule);
      g_assert_cmpstr (sentence, ==, rows[i].sentence);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/gpu-results/summary", test_summary);
  g_test_add_func ("/core/gpu-results/measurement", test_measurement);
  g_test_add_func ("/core/gpu-results/throttled-samples", test_throttled_samples);
  g_test_add_func ("/core/gpu-results/costs", test_costs);
  g_test_add_func ("/core/gpu-results/job", test_job);
  g_test_add_func ("/core/gpu-results/job-refuses-rates-that-are-none",
                   test_job_refuses_rates_that_are_none);
  g_test_add_func ("/core/gpu-results/job-refuses-unknown-memory", test_job_refuses_unknown_memory);
  g_test_add_func ("/core/gpu-results/schedule", test_schedule);
  g_test_add_func ("/core/gpu-results/schedule-in-words", test_schedule_in_words);

  return g_test_run ();
}
