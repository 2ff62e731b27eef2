/* test-several-devices.c: one launch on more than one device, with a mocked runner
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-device-menu.h"
#include "loom-run-controller.h"

#define KERNEL "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n"
#define SOURCE KERNEL SETTINGS "*/\n"

typedef struct
{
  LoomTestController base;
  guint              compared;
  gboolean           failed;
} Fixture;

static void
compared_cb (LoomRunController *controller,
             LoomComparison    *comparison,
             GError            *error,
             Fixture           *fixture)
{
  g_assert_true ((comparison == NULL) != (error == NULL));
  fixture->compared++;
  fixture->failed = error != NULL;
}

static void
answer_run (Fixture    *fixture,
            const char *backend)
{
  g_autoptr (LoomRun) run = NULL;

  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run");
  g_assert_cmpstr (loom_mocked_runner_get_backend (fixture->base.fake), ==, backend);
  run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->base.fake));
  g_assert_true (loom_backend_id_parse (backend, &run->backend, NULL));
  loom_mocked_runner_answer_run (fixture->base.fake, run);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_test_controller_set_up (&fixture->base, NULL);
  g_signal_connect (fixture->base.controller, "compared", G_CALLBACK (compared_cb), fixture);
  loom_session_set_text (fixture->base.session, SOURCE, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->base.fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->base.fake, compiled);
  answer_run (fixture, "sim");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_test_controller_tear_down (&fixture->base, NULL);
}

static gboolean
is_compared (gpointer data)
{
  return ((Fixture *) data)->compared > 0;
}

static LoomRunJobState
get_state (Fixture *fixture,
           guint    index)
{
  g_autoptr (LoomRunJob) job
      = g_list_model_get_item (loom_session_get_jobs (fixture->base.session), index);

  g_assert_nonnull (job);
  return loom_run_job_get_status (job)->state;
}

static void
test_compare (Fixture       *fixture,
              gconstpointer  unused)
{
  LoomComparison *comparison;

  loom_run_controller_compare (fixture->base.controller, "cuda:0");
  g_assert_cmpint (loom_session_get_activity (fixture->base.session), ==, LOOM_ACTIVITY_RUNNING);
  answer_run (fixture, "cuda:0");
  loom_test_wait_until (is_compared, fixture, "a comparison");
  comparison = loom_session_get_comparison (fixture->base.session);
  g_assert_nonnull (comparison);
  g_assert_true (loom_comparison_is_same (comparison));
  g_assert_true (loom_session_get_run (fixture->base.session) == comparison->a);
  g_assert_false (loom_session_get_stale (fixture->base.session));
  g_assert_cmpint (loom_session_get_activity (fixture->base.session), ==, LOOM_ACTIVITY_IDLE);
  g_assert_cmpint (get_state (fixture, 0), ==, LOOM_RUN_JOB_DONE);
}

static void
test_a_new_run_ends_the_comparison (Fixture       *fixture,
                                    gconstpointer  unused)
{
  loom_run_controller_compare (fixture->base.controller, "cuda:0");
  answer_run (fixture, "cuda:0");
  loom_test_wait_until (is_compared, fixture, "a comparison");
  g_assert_true (loom_session_edit (fixture->base.session, "launch", "block", "4,4", NULL));
  answer_run (fixture, "sim");
  g_assert_null (loom_session_get_comparison (fixture->base.session));
}

static void
test_an_edit_overtakes_the_comparison (Fixture       *fixture,
                                       gconstpointer  unused)
{
  loom_run_controller_compare (fixture->base.controller, "cuda:0");
  g_assert_true (loom_session_edit (fixture->base.session, "launch", "block", "4,4", NULL));
  loom_test_settle ();
  answer_run (fixture, "sim");
  loom_test_settle ();
  g_assert_cmpuint (fixture->compared, ==, 0);
  g_assert_null (loom_session_get_comparison (fixture->base.session));
}

static void
test_the_other_device_fails (Fixture       *fixture,
                             gconstpointer  unused)
{
  LoomRun *run = loom_session_get_run (fixture->base.session);

  loom_run_controller_compare (fixture->base.controller, "cuda:0");
  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run");
  loom_mocked_runner_lose (fixture->base.fake, "the GPU has gone");
  loom_test_wait_until (is_compared, fixture, "an error");
  g_assert_true (fixture->failed);
  g_assert_true (loom_session_get_run (fixture->base.session) == run);
  g_assert_cmpint (get_state (fixture, 0), ==, LOOM_RUN_JOB_FAILED);
}

static void
test_everywhere (Fixture       *fixture,
                 gconstpointer  unused)
{
  const char * const backends[] = { "sim", "cuda:0", "cuda:1", NULL };
  LoomRun *run = loom_session_get_run (fixture->base.session);

  loom_run_controller_run_everywhere (fixture->base.controller, backends);
  g_assert_cmpint (get_state (fixture, 0), ==, LOOM_RUN_JOB_QUEUED);
  answer_run (fixture, "sim");
  answer_run (fixture, "cuda:0");
  answer_run (fixture, "cuda:1");
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (get_state (fixture, i), ==, LOOM_RUN_JOB_DONE);
  g_assert_true (loom_session_get_run (fixture->base.session) == run);
  g_assert_cmpint (loom_session_get_activity (fixture->base.session), ==, LOOM_ACTIVITY_IDLE);
}

static void
test_everywhere_is_stopped (Fixture       *fixture,
                            gconstpointer  unused)
{
  const char * const backends[] = { "cuda:0", "cuda:1", NULL };

  loom_run_controller_run_everywhere (fixture->base.controller, backends);
  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run");
  loom_run_controller_stop (fixture->base.controller);
  loom_test_settle ();
  g_assert_cmpint (get_state (fixture, 0), ==, LOOM_RUN_JOB_CANCELLED);
  g_assert_cmpint (get_state (fixture, 1), ==, LOOM_RUN_JOB_CANCELLED);
  g_assert_cmpint (loom_session_get_activity (fixture->base.session), ==, LOOM_ACTIVITY_IDLE);
}

static void
test_copy_to_another (Fixture       *fixture,
                      gconstpointer  unused)
{
  LoomRun *run = loom_session_get_run (fixture->base.session);

  g_assert_cmpint (loom_mocked_runner_get_options (fixture->base.fake)->copy_to.kind, ==,
                   LOOM_BACKEND_NONE);
  loom_run_controller_copy (fixture->base.controller, "cuda:0", "cuda:1");
  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run");
  g_assert_cmpstr (
      loom_backend_id_get_name (loom_mocked_runner_get_options (fixture->base.fake)->copy_to), ==,
      "cuda:1");
  answer_run (fixture, "cuda:0");
  g_assert_cmpint (get_state (fixture, 0), ==, LOOM_RUN_JOB_DONE);
  g_assert_true (loom_session_get_run (fixture->base.session) == run);
  g_assert_cmpint (loom_session_get_activity (fixture->base.session), ==, LOOM_ACTIVITY_IDLE);
}

/* One sample on the simulator, where time means nothing, and enough for a median on a GPU. */
static void
test_samples (Fixture       *fixture,
              gconstpointer  unused)
{
  g_assert_cmpuint (loom_mocked_runner_get_options (fixture->base.fake)->repeat, ==, 1);
  g_object_set (loom_session_get_run_settings (fixture->base.session), "cold", TRUE, NULL);
  g_object_set (loom_session_get_run_settings (fixture->base.session), "backend", "cuda:0", NULL);
  loom_run_controller_run (fixture->base.controller);
  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run");
  g_assert_cmpuint (loom_mocked_runner_get_options (fixture->base.fake)->repeat, ==, 9);
  g_assert_true (loom_mocked_runner_get_options (fixture->base.fake)->cold);
  answer_run (fixture, "cuda:0");
  g_assert_false (loom_session_get_stale (fixture->base.session));
}

/* Every switch of the window. */
static void
switch_all_on (Fixture *fixture)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  g_object_set (loom_session_get_run_settings (fixture->base.session), "check-races", TRUE,
                "check-uninitialised", TRUE, "profile", TRUE, "cold", TRUE, "as-written", TRUE,
                "permute", TRUE, "seed", 7, NULL);
  loom_test_wait_until (loom_test_is_compiling, fixture->base.fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->base.fake, compiled);
}

/* Answers a run on a device that was asked for all that it can do, and no more. */
static void
answer_able (Fixture    *fixture,
             const char *backend,
             gboolean    as_written)
{
  const LoomRunOptions *options = loom_mocked_runner_get_options (fixture->base.fake);
  g_autoptr (LoomRun) run = NULL;
  gboolean simulated;

  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run");
  g_assert_cmpstr (loom_mocked_runner_get_backend (fixture->base.fake), ==, backend);
  simulated = g_str_equal (backend, "sim");
  g_assert_cmpuint (options->checks, ==, simulated ? LOOM_CHECK_ALL : LOOM_CHECK_NONE);
  g_assert_cmpint (options->profile, ==, simulated);
  g_assert_cmpint (options->schedule_seed, ==, simulated ? 7 : -1);
  g_assert_cmpint (options->cold, ==, !simulated);
  g_assert_cmpint (options->as_written, ==, as_written);
  run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->base.fake));
  g_assert_true (loom_backend_id_parse (backend, &run->backend, NULL));
  run->as_written = as_written;
  loom_mocked_runner_answer_run (fixture->base.fake, run);
}

static void
test_lacking_options_are_not_sent (Fixture       *fixture,
                                   gconstpointer  unused)
{
  const char * const backends[] = { "sim", "cuda:0", "cuda:1", NULL };

  switch_all_on (fixture);
  answer_able (fixture, "sim", TRUE);

  loom_run_controller_compare (fixture->base.controller, "cuda:0");
  answer_able (fixture, "cuda:0", FALSE);
  loom_test_wait_until (is_compared, fixture, "a comparison");
  g_assert_false (fixture->failed);

  loom_run_controller_run_everywhere (fixture->base.controller, backends);
  answer_able (fixture, "sim", TRUE);
  answer_able (fixture, "cuda:0", FALSE);
  answer_able (fixture, "cuda:1", FALSE);

  g_object_set (loom_session_get_run_settings (fixture->base.session), "backend", "cuda:0", NULL);
  loom_run_controller_run (fixture->base.controller);
  answer_able (fixture, "cuda:0", FALSE);
  g_assert_false (loom_session_get_stale (fixture->base.session));

  /* counted as on the GPU that it is held against */
  fixture->compared = 0;
  loom_run_controller_compare (fixture->base.controller, "sim");
  answer_able (fixture, "sim", FALSE);
  loom_test_wait_until (is_compared, fixture, "another comparison");
  g_assert_false (fixture->failed);
}

/* Nor what is watched of one device, where the document has several. */
static void
test_a_split_lacks_options (Fixture       *fixture,
                            gconstpointer  unused)
{
  const LoomRunOptions *options = loom_mocked_runner_get_options (fixture->base.fake);

  switch_all_on (fixture);
  answer_able (fixture, "sim", TRUE);

  loom_session_set_text (fixture->base.session, KERNEL SETTINGS "[split]\ndevices=2\n*/\n", -1);
  loom_test_wait_until (loom_test_is_running, fixture->base.fake, "a run on two devices");
  g_assert_false (options->profile);
  g_assert_false (options->as_written);
  g_assert_cmpuint (options->checks, ==, LOOM_CHECK_ALL);
  g_assert_cmpint (options->schedule_seed, ==, 7);
  answer_run (fixture, "sim");
}

/* Two GPUs of one name, one of which drives a screen, and one that can't be used. */
static void
test_device_names (void)
{
  g_autoptr (GVariant) description = g_variant_ref_sink (g_variant_new_parsed (
      "([{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>},"
      "  {'id': <'cuda:0'>, 'name': <'H200'>, 'available': <true>, 'display': <true>},"
      "  {'id': <'cuda:1'>, 'name': <'H200'>, 'available': <true>},"
      "  {'id': <'cuda:2'>, 'name': <'K80'>, 'available': <false>, 'why': <'too old'>}], @aa{sv} [])"));
  g_autofree char *first = loom_device_dup_name (description, "cuda:0");
  g_autofree char *second = loom_device_dup_name (description, "cuda:1");
  g_autofree char *unknown = loom_device_dup_name (description, "cuda:7");
  g_autofree char *other = loom_device_find_other (description, "sim");
  g_autofree char *back = loom_device_find_other (description, "cuda:1");
  g_autofree char *why = loom_device_dup_why (description, "cuda:2");

  g_assert_cmpstr (first, ==, "H200, number 0 (drives a display)");
  g_assert_cmpstr (second, ==, "H200, number 1");
  g_assert_cmpstr (unknown, ==, "GPU 7");
  g_assert_cmpstr (other, ==, "cuda:0");
  g_assert_cmpstr (back, ==, "sim");
  g_assert_cmpstr (why, ==, "too old");
  g_assert_false (loom_device_list_has (description, "cuda:2"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/app/several-devices/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("compare", test_compare);
  ADD ("a-new-run-ends-the-comparison", test_a_new_run_ends_the_comparison);
  ADD ("an-edit-overtakes-the-comparison", test_an_edit_overtakes_the_comparison);
  ADD ("the-other-device-fails", test_the_other_device_fails);
  ADD ("everywhere", test_everywhere);
  ADD ("everywhere-is-stopped", test_everywhere_is_stopped);
  ADD ("copy-to-another", test_copy_to_another);
  ADD ("samples", test_samples);
  ADD ("what-a-device-lacks-is-not-asked-of-it", test_lacking_options_are_not_sent);
  ADD ("what-several-lack-is-not-asked-of-them", test_a_split_lacks_options);
#undef ADD
  g_test_add_func ("/app/several-devices/names", test_device_names);

  return g_test_run ();
}
