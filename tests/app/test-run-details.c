/* test-run-details.c: a run as a job, in lines
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-line-figure.h"
#include "loom-run-details.h"

#include <gio/gio.h>

static LoomRun *
make_run (void)
{
  static const double samples[] = { 0.004, 0.0041, 0.0042, 0.001 };
  const LoomStep step = { LOOM_STEP_UPLOAD, 5, 10 }, last = { LOOM_STEP_DOWNLOAD, 10, 20 };
  LoomArrayCopy *copy;
  LoomRun *run = loom_run_new ();

  run->backend = LOOM_BACKEND_ID_CUDA (0);
  run->fidelity = run->timings.fidelity = LOOM_FIDELITY_MEASURED;
  g_array_append_vals (run->timings.kernel_ms, samples, G_N_ELEMENTS (samples));
  run->measurement = loom_measurement_new ();
  run->measurement->floor_ms = 0.001;
  run->measurement->throttle = LOOM_THROTTLE_THERMAL;
  run->costs = loom_kernel_costs_new ();
  run->costs->blocks_per_multiprocessor = 12;
  run->costs->occupancy = 0.75;
  run->costs->limiter = LOOM_LIMITER_REGISTERS;
  run->job = loom_job_new ();
  run->job->stream = 0xbeef;
  g_array_append_val (run->job->steps, step);
  g_array_append_val (run->job->steps, last);
  copy = loom_job_add_copy (run->job, "f", "cuda:1", 1 << 20);
  copy->bytes_per_second = 4.5e11;
  copy->direct = copy->same = TRUE;
  loom_job_add_allocation (run->job, "array f", LOOM_MEMORY_DEVICE, 0x1000, 4096);
  return run;
}

static const LoomDetail *
find (GPtrArray  *details,
      const char *title)
{
  for (guint i = 0; i < details->len; i++)
    if (g_str_equal (((LoomDetail *) details->pdata[i])->title, title))
      return details->pdata[i];

  g_error ("no line “%s”", title);
}

static void
test_gpu_run (void)
{
  g_autoptr (LoomRunJob) job = loom_run_job_new ("cuda:0");
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (GPtrArray) details = NULL;
  const LoomDetail *upload;

  g_assert_cmpint (loom_run_job_get_status (job)->state, ==, LOOM_RUN_JOB_QUEUED);
  loom_run_job_start (job);
  loom_run_job_finish (job, run, NULL);
  g_assert_cmpint (loom_run_job_get_status (job)->state, ==, LOOM_RUN_JOB_DONE);
  details = loom_run_details_list (job, "H200");

  g_assert_cmpstr (find (details, "Device")->value, ==, "H200");
  g_assert_cmpstr (find (details, "Stream")->value, ==, "0xbeef");
  g_assert_cmpstr (find (details, "Samples")->value, ==, "4, of which 1 too short to trust");
  g_assert_cmpint (find (details, "Kernel, median")->fidelity, ==, LOOM_FIDELITY_MEASURED);
  g_assert_cmpstr (find (details, "Clock held back")->value, ==, "yes, it was too hot");
  g_assert_cmpstr (find (details, "Outliers")->value, ==,
                   "1: farther from the quartiles than one and a half times the distance between "
                   "them");
  g_assert_cmpstr (find (details, "Occupancy")->value, ==,
                   "75 %, 12 blocks on a multiprocessor, limited by registers");
  g_assert_cmpstr (find (details, "array f")->value, ==,
                   "4.0\302\240KiB on the device at 0x1000, kept for the next run");
  g_assert_cmpstr (find (details, "f to GPU 1")->value, ==,
                   "450 GB/s, 1.0\302\240MiB, peer access, arrived unchanged");
  upload = find (details, "Uploading");
  g_assert_cmpfloat (upload->start, ==, 0.25);
  g_assert_cmpfloat (upload->length, ==, 0.25);
}

/* What nobody can look at any more is still known in figures. */
static void
test_forgotten (void)
{
  g_autoptr (LoomRunJob) job = loom_run_job_new ("cuda:0");
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (GPtrArray) before = NULL, after = NULL;

  loom_run_job_start (job);
  loom_run_job_finish (job, run, NULL);
  before = loom_run_details_list (job, "H200");
  loom_run_job_forget (job);
  g_assert_null (loom_run_job_get_status (job)->run);
  after = loom_run_details_list (job, "H200");
  g_assert_cmpstr (find (after, "Result")->value, ==, "not kept, to save memory");
  g_assert_cmpuint (after->len, ==, before->len + 1);
  for (guint i = 0; i < before->len; i++)
    {
      const LoomDetail *detail = before->pdata[i];

      g_assert_cmpstr (find (after, detail->title)->value, ==, detail->value);
    }
}

static void
test_ends (void)
{
  g_autoptr (GError) cancelled = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
  g_autoptr (GError) failed = g_error_new_literal (LOOM_ERROR, LOOM_ERROR_RUNNER, "the runner is gone");
  g_autoptr (LoomRunJob) first = loom_run_job_new ("sim"), second = loom_run_job_new ("sim");
  g_autoptr (GPtrArray) details = NULL;

  loom_run_job_start (first);
  loom_run_job_finish (first, NULL, cancelled);
  g_assert_cmpint (loom_run_job_get_status (first)->state, ==, LOOM_RUN_JOB_CANCELLED);
  loom_run_job_start (second);
  loom_run_job_finish (second, NULL, failed);
  g_assert_cmpint (loom_run_job_get_status (second)->state, ==, LOOM_RUN_JOB_FAILED);
  details = loom_run_details_list (second, "Simulator");
  g_assert_cmpstr (find (details, "Reason")->value, ==, "The runner is gone");
}

/* Eight cells, of which the domain is the first six: one is missed, one written twice, one extra. */
static LoomRun *
make_counted_run (void)
{
  static const guint32 writes[] = { 1, 1, 2, 1, 1, 0, 1, 0 }, reads[] = { 0, 3, 0, 0, 0, 0, 0, 0 };
  static const guint8 domain[] = { 1, 1, 1, 1, 1, 1, 0, 0 };
  const LoomShape shape = { .rank = 1, .cols = 8, .rows = 1, .planes = 1 };
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (8 * 4), 8 * 4);
  g_autoptr (LoomArray) array = NULL;
  LoomRun *run = loom_run_new ();
  LoomRunArray *counted;

  array = loom_array_new (&type, &shape, bytes, NULL);
  counted = loom_run_array_new ("f", array);
  counted->writes = g_bytes_new_static (writes, sizeof writes);
  counted->reads = g_bytes_new_static (reads, sizeof reads);
  counted->domain = g_bytes_new_static (domain, sizeof domain);
  counted->compared = 8;
  counted->mismatches = 2;
  g_ptr_array_add (run->arrays, counted);
  run->fidelity = LOOM_FIDELITY_SIMULATED;
  run->threads = 1024;
  run->idle_threads = 1017;
  return run;
}

static void
assert_totals (LoomRunJob *job)
{
  static const struct { const char *title, *value; } rows[] = {
    { "Kernel", "fill" },
    { "Block", "16 × 4" },
    { "Grid", "2 × 1 × 8" },
    { "Threads without a store", "1017 of 1024" },
    { "f: cells written", "6 of 8" },
    { "f: cells written more than once", "1" },
    { "f: cells missed", "1" },
    { "f: cells written that should not be", "1" },
    { "f: writes", "7" },
    { "f: reads", "3" },
    { "f: cells that differ from the reference", "2 of 8" },
  };
  g_autoptr (GPtrArray) details = loom_run_details_list (job, "Simulator");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (find (details, rows[i].title)->value, ==, rows[i].value);
  g_assert_cmpint (find (details, "f: reads")->fidelity, ==, LOOM_FIDELITY_SIMULATED);
}

static void
test_launch_and_totals (void)
{
  g_autoptr (LoomRunJob) job = loom_run_job_new ("sim");
  g_autoptr (LoomPlan) plan = loom_plan_new ();
  g_autoptr (LoomRun) run = make_counted_run ();
  g_autofree char *launch = NULL;

  g_assert_null (loom_run_details_dup_launch (job));
  plan->kernel = g_strdup ("fill");
  plan->block = (LoomDim3) { 16, 4, 1 };
  plan->grid = (LoomDim3) { 2, 1, 8 };
  loom_run_job_set_plan (job, plan);
  launch = loom_run_details_dup_launch (job);
  g_assert_cmpstr (launch, ==, "2 × 1 × 8 blocks of 16 × 4 threads");
  loom_run_job_start (job);
  loom_run_job_finish (job, run, NULL);
  assert_totals (job);
  /* the arrays are large, what they add up to is not */
  loom_run_job_forget (job);
  assert_totals (job);
}

static void
test_figures_of_a_line (void)
{
  const LoomLineProfile line = { .executed = 12345, .lanes = 12345 * 24, .requests = 2,
                                 .sectors = 9, .bytes = 1, .shared_requests = 4,
                                 .conflicts = 1 };
  static const char * const beside[] = { "12.3 k", "75\u00a0%", "4.50", "1", "1" };
  g_autofree char *all = loom_line_figure_dup_all (&line, "; ");

  g_assert_cmpstr (all, ==,
                   "12\u202f345 warp instructions; 24.0 of 32 lanes active on average; 4.50 sectors for "
                   "each of 2 requests of global memory; 1 pass more for bank conflicts, in "
                   "requests of shared memory: 4; 1 byte of global memory asked for");
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *text = loom_line_figure_get (i)->dup_short (&line);

      g_assert_cmpstr (text, ==, beside[i]);
    }
  g_assert_null (loom_line_figure_get (G_N_ELEMENTS (beside)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/run-details/gpu-run", test_gpu_run);
  g_test_add_func ("/app/run-details/a-forgotten-result-leaves-its-figures", test_forgotten);
  g_test_add_func ("/app/run-details/ends", test_ends);
  g_test_add_func ("/app/run-details/figures-of-a-line", test_figures_of_a_line);
  g_test_add_func ("/app/run-details/launch-and-totals", test_launch_and_totals);

  return g_test_run ();
}
