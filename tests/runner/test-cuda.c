/* test-cuda.c: the real runner runs documents on a GPU that the tests bring along
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cuda-fixture.h"
#include "loom-device.h"

#include <string.h>

typedef struct
{
  GVariant *copies;
  GError   *error;
  gboolean  done;
} Measured;

static void
test_runs (void)
{
  g_autoptr (LoomRun) run = NULL;

  cuda_set_rules ("");
  run = cuda_run_well (CUDA_ADD, 5);
  g_assert_cmpstr (loom_backend_id_get_name (run->backend), ==, "cuda:0");
  g_assert_cmpint (cuda_get_ints (run, "f")[99], ==, 106);
  g_assert_cmpint (run->timings.fidelity, ==, LOOM_FIDELITY_MEASURED);
  g_assert_cmpuint (run->timings.kernel_ms->len, ==, 5);
  g_assert_cmpfloat (run->measurement->floor_ms, >=, 0);
  g_assert_cmpfloat (run->measurement->context_ms, >=, 0);
  g_assert_cmpfloat (run->measurement->callback_p95_us, >=, run->measurement->callback_median_us);
  g_assert_true (run->measurement->gated);
  g_assert_cmpuint (run->costs->registers, ==, 40);
  g_assert_cmpstr (run->job->device, ==, "Fake GPU 0");
  g_assert_cmpuint (run->job->allocations->len, ==, 3);
  g_assert_cmpuint (run->job->steps->len, ==, LOOM_N_STEPS - 1);   /* no copy */
}

static void
test_counts (void)
{
  g_autoptr (LoomRun) run = cuda_run_well (CUDA_ADD, 1);
  LoomArrayCounts counts;
  guint64 n;

  loom_run_array_count (loom_run_find_array (run, "f"), &counts);
  g_assert_cmpuint (counts.writes, ==, 100);
  g_assert_cmpuint (counts.reads, ==, 100);
  g_assert_cmpint (run->idle_threads, ==, 28);
  g_assert_nonnull (run->schedule);
  loom_schedule_get_spans (run->schedule, &n);
  g_assert_cmpuint (n, ==, 4);
}

static void
test_variables_are_restored (void)
{
  g_autoptr (LoomRun) run = cuda_run_well (
      "__device__ int ticket;\n__constant__ int step;\n"
      "__global__ void k (int *f) { f[threadIdx.x] = atomicAdd (&ticket, step); }\n"
      "/* gridloom\n[launch]\nblock=1\n[arg f]\nshape=1\n[symbol step]\nfill=values:3\n[symbol ticket]\n*/\n",
      4);

  g_assert_cmpint (cuda_get_ints (run, "f")[0], ==, 0);
  g_assert_cmpint (cuda_get_ints (run, "ticket")[0], ==, 3);
}

static void
test_launches_and_swaps (void)
{
  g_autoptr (LoomRun) run = cuda_run_well (
      "__global__ void k (const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] + 1; }\n"
      "/* gridloom\n[launch]\nblock=4\nlaunches=3\nswap=a,b\n[arg a]\nshape=4\nfill=zeros\n[arg b]\nshape=4\n*/\n",
      2);

  g_assert_cmpint (cuda_get_ints (run, "a")[2], ==, 3);
  g_assert_cmpint (cuda_get_ints (run, "b")[2], ==, 2);
}

static void
test_prints_once (void)
{
  g_autoptr (LoomRun) run
      = cuda_run_well ("#include <stdio.h>\n__global__ void k (int *f) { printf (\"seen %d\\n\", f[0]); }\n"
                  "/* gridloom\n[launch]\nblock=1\n[arg f]\nshape=1\nfill=values:5\n*/\n",
                  3);

  g_assert_cmpstr (run->output, ==, "seen 5\n");
}

/* Of a module in which one kernel waits for its grid, the others are launched as ever. */
#define TWO_KERNELS(kernel) \
  "__device__ __noinline__ int barrier () { int i; asm volatile (\"mov.u32 %0, %%envreg2;\" : \"=r\"(i)); " \
  "return i; }\n" \
  "__global__ void together (int *f) { f[blockIdx.x] = barrier () != 0; }\n" \
  "__global__ void alone (int *f) { f[blockIdx.x] = 2; }\n" \
  "/* gridloom\n[launch]\nkernel=" kernel "\nblock=1\ngrid=8\n[arg f]\nshape=8\n*/\n"

static void
test_cooperates_where_a_kernel_does (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) alone = NULL, together = NULL;

  cuda_set_rules ("resident 4");
  alone = cuda_run_well (TWO_KERNELS ("alone"), 1);
  g_assert_cmpint (cuda_get_ints (alone, "f")[7], ==, 2);
  together = cuda_try_run (TWO_KERNELS ("together"), 1, 0, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
}

static void
test_times_many_launches_behind_gates (void)
{
  g_autoptr (LoomRun) run = NULL;

  cuda_set_rules ("");
  run = cuda_run_well ("__global__ void k (int *f) { f[threadIdx.x]++; }\n"
                       "/* gridloom\n[launch]\nblock=4\nlaunches=600\n[arg f]\nshape=4\n*/\n",
                       2);
  g_assert_cmpint (cuda_get_ints (run, "f")[3], ==, 600);
  g_assert_true (run->measurement->gated);
  g_assert_cmpuint (run->timings.kernel_ms->len, ==, 2);
}

#define LAUNCH(settings) \
  "__global__ void k (int *f) { f[0] = 1; }\n/* gridloom\n[launch]\n" settings "\n[arg f]\nshape=1\n*/\n"

static void
test_limits_are_the_devices (void)
{
  static const struct
  {
    const char *document, *rules, *words[2];
  } rows[] = {
    { LAUNCH ("block=2048\ngrid=1"), "", { "2048", "1024" } },
    { LAUNCH ("block=32,64\ngrid=1"), "", { "2048", "32,32" } },
    { LAUNCH ("block=1,1,65\ngrid=1"), "", { "block.z", "64" } },
    { LAUNCH ("block=1\ngrid=1,65536"), "", { "grid.y", "65535" } },
    { LAUNCH ("block=1\ngrid=3000000000"), "", { "grid.x", "2147483647" } },
    { LAUNCH ("block=1\ngrid=1\nshared=232449"), "", { "232448", "1 more" } },
    { LAUNCH ("block=1\ngrid=1\nshared=232400"), "shared 49", { "232399", "49" } },
    { LAUNCH ("block=256\ngrid=1"), "threads 100", { "40 registers", "100" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomRun) run = NULL;

      cuda_set_rules (rows[i].rules);
      run = cuda_try_run (rows[i].document, 1, 0, &error);
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "Fake GPU 0"));
      g_assert_nonnull (strstr (error->message, rows[i].words[0]));
      g_assert_nonnull (strstr (error->message, rows[i].words[1]));
    }
}

/* The simulator has no more than 48 KiB. */
static void
test_limits_are_not_the_simulators (void)
{
  g_autoptr (LoomRun) run = NULL;

  cuda_set_rules ("");
  run = cuda_run_well (LAUNCH ("block=1\ngrid=1\nshared=232448"), 1);
  g_assert_cmpuint (run->shared, ==, 232448);
}

#define OUTSIDE(body) \
  "__global__ void k (int *f, const int *g)\n{ int i = threadIdx.x; " body " }\n" \
  "/* gridloom\n[launch]\nblock=20\ngrid=2\n[arg f]\nshape=30\n[arg g]\nshape=50\nfill=iota\n*/\n"

static LoomRun *
run_uncounted (const char *document)
{
  g_autoptr (GError) error = NULL;
  LoomRunOptions options;
  LoomRun *run;

  loom_run_options_init (&options);
  options.backend = LOOM_BACKEND_ID_CUDA (0);
  options.coverage = LOOM_COVERAGE_NONE;
  run = fixture_try_run (document, &options, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
test_guards_arrays (void)
{
  static const struct
  {
    const char *document, *array;
    gint64      offset;
    guint       thread;
    gboolean    is_written;
  } rows[] = {
    { OUTSIDE ("f[i] = 1; if (i > 16) f[i + 16] = g[i];"), "f", 132, 17, TRUE },
    { OUTSIDE ("f[i] = 1; f[i - 5] = g[i];"), "f", -4, 0, TRUE },
    { OUTSIDE ("f[i] = g[i + 40];"), "g", 200, 0, FALSE },
    { OUTSIDE ("f[i] = g[i - 1];"), "g", -4, 0, FALSE },
  };

  cuda_set_rules ("");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRun) counted = cuda_run_well (rows[i].document, 1);
      g_autoptr (LoomRun) compared = run_uncounted (rows[i].document);
      const LoomFinding *finding = cuda_find (counted, LOOM_ERROR_OOB);
      const LoomFinding *changed = cuda_find (compared, LOOM_ERROR_OOB);

      g_assert_nonnull (finding);
      g_test_message ("%s", finding->text);
      g_assert_cmpstr (finding->array, ==, rows[i].array);
      g_assert_cmpint (finding->offset, ==, rows[i].offset);
      g_assert_true (finding->has_site == rows[i].is_written);
      g_assert_cmpuint (finding->site.thread.x, ==, rows[i].thread);
      g_assert_true ((changed != NULL) == rows[i].is_written);
      if (changed != NULL)
        g_assert_cmpint (changed->offset, ==, rows[i].offset);
    }
}

/* Arrays that are wholly used, of every size to either side of what they are aligned to. */
static void
test_guards_warn_of_nothing (void)
{
  static const guint sizes[] = { 1, 63, 64, 65, 4097 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *document = g_strdup_printf (
          "__global__ void k (char *a, double *b, float *c, int n)\n"
          "{ int i = blockIdx.x * 64 + threadIdx.x; if (i < n) { a[i] = 1; b[i] = 2; c[i] = 3; } }\n"
          "/* gridloom\n[launch]\nblock=64\nover=b\n[arg a]\nshape=%u\n[arg b]\nshape=%u\n"
          "[arg c]\nshape=%u\n*/\n",
          sizes[i], sizes[i], sizes[i]);
      g_autoptr (LoomRun) run = cuda_run_well (document, 1);
      g_autoptr (LoomRun) uncounted = run_uncounted (document);

      g_assert_null (cuda_find (run, LOOM_ERROR_OOB));
      g_assert_null (cuda_find (uncounted, LOOM_ERROR_OOB));
    }
}

/* A fault ends the run, and the next one has a device again. */
static void
check_fault (const char *document,
             guint       wall_ms,
             LoomError   code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = cuda_try_run (document, 1, wall_ms, &error);
  g_autoptr (LoomRun) after = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (run->trap);
  g_assert_cmpstr (loom_error_get_name (run->trap->code), ==, loom_error_get_name (code));
  if (code == LOOM_ERROR_ASSERT)
    g_assert_cmpuint (run->trap->site.thread.x, ==, 3);
  after = cuda_run_well (CUDA_ADD, 1);
  g_assert_cmpint (cuda_get_ints (after, "f")[1], ==, 8);
}

#define FAULT(body) \
  "#include <assert.h>\n__global__ void k (int *f)\n{ " body " }\n" \
  "/* gridloom\n[launch]\nblock=4\n[arg f]\nshape=4\n*/\n"

static void
test_faults (void)
{
  cuda_set_rules ("");
  check_fault (FAULT ("f[1 << 28] = 1;"), 0, LOOM_ERROR_OOB);
  check_fault (FAULT ("*(int *) ((char *) f + 2) = 1;"), 0, LOOM_ERROR_MISALIGNED);
  check_fault (FAULT ("assert (threadIdx.x != 3);"), 0, LOOM_ERROR_ASSERT);
  check_fault (FAULT ("asm (\"trap;\");"), 0, LOOM_ERROR_TRAP);
  check_fault (FAULT ("while (*(volatile int *) f == 0) f[1]++;"), 300, LOOM_ERROR_ENDLESS);
}

/* The launch is over before the next call, which then returns the launch's error. */
static void
test_faults_that_a_later_call_returns (void)
{
  static const char *calls[] = { "cudaEventRecord", "cudaLaunchKernelExC", "cudaMemsetAsync" };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *rules = g_strdup_printf ("%s 0 delay 10", calls[i]);

      cuda_set_rules (rules);
      check_fault (FAULT ("*(int *) ((char *) f + 2) = 1;"), 0, LOOM_ERROR_MISALIGNED);
      check_fault ("__global__ void k (int *f)\n{ *(int *) ((char *) f + 2) = 1; }\n"
                   "/* gridloom\n[launch]\nblock=4\nlaunches=3\n[arg f]\nshape=4\n*/\n",
                   0, LOOM_ERROR_MISALIGNED);
    }
}

static void
check_refused (void (*change) (LoomRunOptions *options))
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;
  LoomRunOptions options;

  loom_run_options_init (&options);
  options.backend = LOOM_BACKEND_ID_CUDA (0);
  change (&options);
  run = fixture_try_run (CUDA_ADD, &options, NULL, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_USAGE);
}

static void
want_races (LoomRunOptions *options)
{
  options->checks = LOOM_CHECK_RACES;
}

static void
want_profile (LoomRunOptions *options)
{
  options->profile = TRUE;
}

static void
want_seed (LoomRunOptions *options)
{
  options->schedule_seed = 1;
}

static void
test_refuses_what_only_the_simulator_can (void)
{
  cuda_set_rules ("");
  check_refused (want_races);
  check_refused (want_profile);
  check_refused (want_seed);
}

static void
test_says_why_there_is_no_device (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = NULL;

  cuda_set_rules ("old 1");
  run = cuda_try_run (CUDA_ADD, 1, 0, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, "12.4"));
  g_clear_error (&error);

  cuda_set_rules ("devices 0");
  run = cuda_try_run (CUDA_ADD, 1, 0, &error);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_BACKEND);
}

static void
test_describes_devices (void)
{
  g_autoptr (GVariant) described = NULL, backends = NULL, device = NULL;
  const char *text;
  guint64 number;

  cuda_set_rules ("");
  described = fixture_describe ();
  backends = g_variant_get_child_value (described, 0);
  g_assert_cmpuint (g_variant_n_children (backends), ==, 3);
  device = g_variant_get_child_value (backends, 2);
  g_assert_true (g_variant_lookup (device, "id", "&s", &text));
  g_assert_cmpstr (text, ==, "cuda:1");
  g_assert_true (g_variant_lookup (device, "compute", "&s", &text));
  g_assert_cmpstr (text, ==, "9.0");
  g_assert_true (g_variant_lookup (device, "memory", "t", &number));
  g_assert_cmpuint (number, ==, 1 << 30);
}

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Measured *measured = user_data;

  measured->copies = loom_runner_client_measure_copies_finish (LOOM_RUNNER_CLIENT (source), result,
                                                               &measured->error);
  measured->done = TRUE;
}

static void
test_measures_copies (void)
{
  Measured measured = { NULL, NULL, FALSE };
  g_autoptr (GPtrArray) rates = NULL;
  guint n_direct = 0;

  cuda_set_rules ("devices 2\n");
  loom_runner_client_measure_copies_async (fixture_get_client (), 1 << 20, NULL, measured_cb, &measured);
  fixture_wait (&measured.done);
  g_assert_no_error (measured.error);
  rates = loom_copy_rate_list (measured.copies);
  g_assert_cmpuint (rates->len, ==, 2 * 4 + 2 * 2);
  for (guint i = 0; i < rates->len; i++)
    {
      const LoomCopyRate *rate = rates->pdata[i];

      g_assert_cmpstr (rate->why, ==, "");
      g_assert_cmpuint (rate->bytes, ==, 1 << 20);
      g_assert_cmpfloat (rate->bytes_per_second, >, 0);
      n_direct += rate->direct ? 1 : 0;
    }
  g_assert_cmpuint (n_direct, >=, 2);
  g_variant_unref (measured.copies);
}

static void
test_stops_measuring_copies (void)
{
  Measured measured = { NULL, NULL, FALSE };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LoomRun) after = NULL;

  cuda_set_rules ("devices 2\n");
  loom_runner_client_measure_copies_async (fixture_get_client (), 0, cancellable, measured_cb, &measured);
  g_timeout_add (300, fixture_cancel_cb, cancellable);
  fixture_wait (&measured.done);
  g_assert_error (measured.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&measured.error);
  after = cuda_run_well (CUDA_ADD, 1);
}

static void
add_tests (void)
{
  g_test_add_func ("/runner/cuda/runs", test_runs);
  g_test_add_func ("/runner/cuda/counts", test_counts);
  g_test_add_func ("/runner/cuda/variables-are-restored", test_variables_are_restored);
  g_test_add_func ("/runner/cuda/launches-and-swaps", test_launches_and_swaps);
  g_test_add_func ("/runner/cuda/prints-once", test_prints_once);
  g_test_add_func ("/runner/cuda/cooperates-where-a-kernel-does",
                   test_cooperates_where_a_kernel_does);
  g_test_add_func ("/runner/cuda/times-many-launches-behind-gates",
                   test_times_many_launches_behind_gates);
  g_test_add_func ("/runner/cuda/limits-are-the-devices", test_limits_are_the_devices);
  g_test_add_func ("/runner/cuda/limits-are-not-the-simulators",
                   test_limits_are_not_the_simulators);
  g_test_add_func ("/runner/cuda/guards-arrays", test_guards_arrays);
  g_test_add_func ("/runner/cuda/guards-warn-of-nothing", test_guards_warn_of_nothing);
  g_test_add_func ("/runner/cuda/faults", test_faults);
  g_test_add_func ("/runner/cuda/faults-that-a-later-call-returns", test_faults_that_a_later_call_returns);
  g_test_add_func ("/runner/cuda/refuses-what-only-the-simulator-can",
                   test_refuses_what_only_the_simulator_can);
  g_test_add_func ("/runner/cuda/says-why-there-is-no-device", test_says_why_there_is_no_device);
  g_test_add_func ("/runner/cuda/describes-devices", test_describes_devices);
  g_test_add_func ("/runner/cuda/measures-copies", test_measures_copies);
  g_test_add_func ("/runner/cuda/stops-measuring-copies", test_stops_measuring_copies);
}

int
main (int   argc,
      char *argv[])
{
  return cuda_fixture_run (argc, argv, add_tests);
}
