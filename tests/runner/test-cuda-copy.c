/* test-cuda-copy.c: arrays of a run on a GPU that are copied to another one
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "runner-fixture.h"

#include <glib/gstdio.h>

#include <string.h>

/* After a swap each argument's array is what the argument points at by then; variables stay. */
#define SWAPS \
  "__device__ int ticket;\n" \
  "__global__ void k (const int *a, int *b, int n)\n" \
  "{ if (threadIdx.x < n) b[threadIdx.x] = a[threadIdx.x] + 1; }\n" \
  "/* gridloom\n[launch]\nblock=4\nlaunches=3\nswap=a,b\n[arg a]\nshape=262144\nfill=iota\n" \
  "[arg b]\nshape=262144\n[arg n]\nvalue=4\n[symbol ticket]\n*/\n"

static char *rules_file;

static LoomRun *
try_on (const char  *backend,
        const char  *to,
        GError     **error)
{
  LoomRunOptions options;
  LoomRun *run;

  loom_run_options_init (&options);
  g_assert_true (loom_backend_id_parse (backend, &options.backend, NULL));
  g_assert_true (to == NULL || loom_backend_id_parse (to, &options.copy_to, NULL));
  run = fixture_try_run (SWAPS, &options, NULL, error);
  return run;
}

static LoomRun *
try_copy (const char  *rules,
          const char  *backend,
          const char  *to,
          GError     **error)
{
  g_assert_true (g_file_set_contents (rules_file, rules, -1, NULL));
  fixture_drop_client ();
  return try_on (backend, to, error);
}

static void
check_refused (const char *rules,
               const char *backend,
               const char *to,
               int         code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = try_copy (rules, backend, to, &error);

  g_assert_error (error, LOOM_ERROR, code);
}

static void
test_copies_every_array (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = try_copy ("devices 2", "cuda:1", "cuda:0", &error);
  const char * const names[] = { "a", "b" };

  g_assert_no_error (error);
  g_assert_cmpuint (run->job->copies->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const LoomArrayCopy *copy = run->job->copies->pdata[i];

      g_assert_cmpstr (copy->array, ==, names[i]);
      g_assert_cmpstr (copy->to, ==, "cuda:0");
      g_assert_cmpuint (copy->bytes, ==, 1 << 20);
      g_assert_cmpfloat (copy->bytes_per_second, >, 0);
      g_assert_true (copy->same);
    }
  g_assert_cmpuint (run->job->steps->len, ==, LOOM_N_STEPS);
}

static void
step_cb (LoomRunnerClient *client,
         GCancellable     *call,
         guint             step,
         guint64          *seen)
{
  g_assert_cmpuint (step, <, LOOM_N_STEPS);
  *seen |= G_GUINT64_CONSTANT (1) << step;
}

/* Whoever waits hears of every step, here as on the simulator. */
static void
test_tells_its_steps (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) copied = NULL;
  guint64 seen = 0;

  fixture_drop_client ();
  g_signal_connect (fixture_get_client (), "step", G_CALLBACK (step_cb), &seen);
  copied = try_on ("cuda:0", "cuda:1", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seen, ==, (G_GUINT64_CONSTANT (1) << LOOM_N_STEPS) - 1);
}

static void
test_copies_nothing_unasked (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run = try_copy ("devices 2", "cuda:1", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (run->job->copies->len, ==, 0);
}

static void
test_refuses_what_is_no_other_gpu (void)
{
  check_refused ("devices 2", "cuda:0", "cuda:0", LOOM_ERROR_USAGE);
  check_refused ("devices 2", "cuda:0", "sim", LOOM_ERROR_USAGE);
  check_refused ("devices 2", "cuda:0", "cuda:2", LOOM_ERROR_BACKEND);
  check_refused ("devices 2", "sim", "cuda:0", LOOM_ERROR_USAGE);
}

/* The run is as good without, and says why there is no copy. */
static void
test_a_copy_fails (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomRun) run
      = try_copy ("cudaMemcpyPeerAsync 1 fail 2", "cuda:0", "cuda:1", &error);
  gboolean said = FALSE;

  g_assert_no_error (error);
  g_assert_cmpuint (run->job->copies->len, ==, 0);
  for (guint i = 0; i < run->findings->len; i++)
    said = said || ((LoomFinding *) run->findings->pdata[i])->code == LOOM_ERROR_BACKEND;
  g_assert_true (said);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);

  folder = g_dir_make_tmp ("gridloom-copy-XXXXXX", &error);
  g_assert_no_error (error);
  rules_file = g_build_filename (folder, "rules", NULL);
  g_setenv ("GRIDLOOM_FAKE_RULES", rules_file, TRUE);

  g_test_add_func ("/runner/cuda-copy/copies-every-array", test_copies_every_array);
  g_test_add_func ("/runner/cuda-copy/tells-its-steps", test_tells_its_steps);
  g_test_add_func ("/runner/cuda-copy/copies-nothing-unasked", test_copies_nothing_unasked);
  g_test_add_func ("/runner/cuda-copy/refuses-what-is-no-other-gpu",
                   test_refuses_what_is_no_other_gpu);
  g_test_add_func ("/runner/cuda-copy/a-copy-fails", test_a_copy_fails);

  status = g_test_run ();
  fixture_drop_client ();
  g_remove (rules_file);
  g_rmdir (folder);
  return status;
}
