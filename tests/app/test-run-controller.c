/* test-run-controller.c: from an edit to a run, with a mocked runner
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-run-controller.h"

#include <string.h>
#include <time.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n*/\n"

typedef LoomTestController Fixture;

static void
compile (Fixture *fixture)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
}

static void
run (Fixture *fixture)
{
  g_autoptr (LoomRun) answer = NULL;

  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  loom_mocked_runner_answer_run (fixture->fake, answer);
}

static void
first_run (Fixture *fixture)
{
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  compile (fixture);
  run (fixture);
  g_assert_nonnull (loom_session_get_run (fixture->session));
}

static void
test_edit_to_run (Fixture       *fixture,
                  gconstpointer  unused)
{
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  g_assert_null (loom_session_get_run (fixture->session));
  compile (fixture);
  g_assert_nonnull (loom_session_get_plan (fixture->session));
  g_assert_cmpint (loom_session_get_activity (fixture->session), ==, LOOM_ACTIVITY_RUNNING);
  run (fixture);
  g_assert_cmpint (loom_session_get_activity (fixture->session), ==, LOOM_ACTIVITY_IDLE);
  g_assert_false (loom_session_get_stale (fixture->session));
  g_assert_cmpuint (loom_session_get_run (fixture->session)->grid.x, ==, 2);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 1);
}

static void
test_launch_only (Fixture       *fixture,
                  gconstpointer  unused)
{
  first_run (fixture);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 1);
  g_assert_cmpuint (loom_session_get_run (fixture->session)->block.x, ==, 4);
}

static void
test_profile (Fixture       *fixture,
              gconstpointer  unused)
{
  first_run (fixture);
  g_assert_false (loom_mocked_runner_get_options (fixture->fake)->profile);
  g_object_set (loom_session_get_run_settings (fixture->session), "profile", TRUE, NULL);
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 1);
  g_assert_true (loom_mocked_runner_get_options (fixture->fake)->profile);
}

static void
test_as_written (Fixture       *fixture,
                 gconstpointer  unused)
{
  first_run (fixture);
  g_assert_false (loom_mocked_runner_get_options (fixture->fake)->as_written);
  g_object_set (loom_session_get_run_settings (fixture->session), "as-written", TRUE, NULL);
  g_assert_true (loom_session_get_stale (fixture->session));
  compile (fixture);
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 2);
  g_assert_true (loom_mocked_runner_get_options (fixture->fake)->as_written);
  g_assert_false (loom_session_get_stale (fixture->session));
}

static void
test_stale_and_back (Fixture       *fixture,
                     gconstpointer  unused)
{
  LoomRun *first;

  first_run (fixture);
  first = loom_session_get_run (fixture->session);
  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  loom_run_controller_describe (fixture->controller);
  loom_session_set_text (fixture->session, SOURCE "// more\n" SETTINGS, -1);
  g_assert_true (loom_session_get_stale (fixture->session));
  g_assert_true (loom_session_get_run (fixture->session) == first);

  /* undone before anything ran: the picture is true again, and nothing has to run */
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  loom_run_controller_run (fixture->controller);
  g_assert_false (loom_session_get_stale (fixture->session));
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 1);
  run (fixture);
}

static void
test_old_result_is_dropped (Fixture       *fixture,
                            gconstpointer  unused)
{
  g_autoptr (LoomCompiled) old = loom_test_compiled_new ("old", NULL);

  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  /* an edit drops the compile at once; the fake answers a cancelled call by itself */
  loom_session_set_text (fixture->session, SOURCE "// more\n" SETTINGS, -1);
  g_assert_false (loom_mocked_runner_is_compiling (fixture->fake));
  compile (fixture);
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 2);
  g_assert_false (loom_session_get_stale (fixture->session));
}

static void
test_overtaken_run (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autoptr (LoomRun) late = NULL;

  first_run (fixture);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  late = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "2,2", NULL));
  /* asked again at once instead of after the pause */
  loom_run_controller_run (fixture->controller);
  loom_mocked_runner_answer_run (fixture->fake, late);
  g_assert_true (loom_session_get_run (fixture->session) == late);
  g_assert_true (loom_session_get_stale (fixture->session));
  g_assert_cmpint (loom_session_get_activity (fixture->session), ==, LOOM_ACTIVITY_RUNNING);
  run (fixture);
  g_assert_cmpuint (loom_session_get_run (fixture->session)->block.x, ==, 2);
  g_assert_false (loom_session_get_stale (fixture->session));
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 3);
}

/* What an edit grants a run is that run's: whenever it ends, the next one has time of its own. */
static void
test_time_of_an_overtaken_run (Fixture       *fixture,
                               gconstpointer  unused)
{
  g_autoptr (LoomRun) late = NULL;

  first_run (fixture);
  loom_run_controller_run (fixture->controller);
  late = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  /* should this machine stand still for so long, the run is told to stop, and does not hear */
  loom_mocked_runner_set_deaf (fixture->fake, TRUE);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "2,2", NULL));
  loom_run_controller_run (fixture->controller);
  loom_mocked_runner_answer_run (fixture->fake, late);
  loom_mocked_runner_set_deaf (fixture->fake, FALSE);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 3);
  loom_test_pass_time ();
  g_assert_true (loom_mocked_runner_is_running (fixture->fake));
  run (fixture);
  g_assert_cmpuint (loom_session_get_run (fixture->session)->block.x, ==, 2);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 3);
}

static void
test_run_that_is_overtaken_for_long (Fixture       *fixture,
                                     gconstpointer  unused)
{
  first_run (fixture);
  loom_run_controller_run (fixture->controller);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "2,2", NULL));
  loom_run_controller_run (fixture->controller);
  loom_test_pass_time ();
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 3);
  run (fixture);
  g_assert_cmpuint (loom_session_get_run (fixture->session)->block.x, ==, 2);
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  unused)
{
  first_run (fixture);
  loom_run_controller_run (fixture->controller);
  g_assert_true (loom_mocked_runner_is_running (fixture->fake));
  loom_mocked_runner_set_deaf (fixture->fake, TRUE);
  loom_run_controller_stop (fixture->controller);
  g_assert_cmpint (loom_session_get_activity (fixture->session), ==, LOOM_ACTIVITY_STOPPING);
  loom_mocked_runner_lose (fixture->fake, "killed");
  g_assert_cmpint (loom_session_get_activity (fixture->session), ==, LOOM_ACTIVITY_IDLE);
  g_assert_nonnull (loom_session_get_run (fixture->session));
}

static void
test_lost (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autofree char *text = NULL;
  LoomRun *last;

  first_run (fixture);
  last = loom_session_get_run (fixture->session);
  loom_run_controller_run (fixture->controller);
  text = g_strdup (loom_session_get_text (fixture->session));
  loom_mocked_runner_lose (fixture->fake, "the runner was killed");
  g_assert_cmpstr (loom_session_get_lost (fixture->session), ==, "the runner was killed");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, text);
  g_assert_true (loom_session_get_run (fixture->session) == last);
  g_assert_true (
      g_error_matches (loom_session_get_error (fixture->session), LOOM_ERROR, LOOM_ERROR_RUNNER));

  loom_run_controller_run (fixture->controller);
  g_assert_null (loom_session_get_lost (fixture->session));
  run (fixture);
  g_assert_null (loom_session_get_error (fixture->session));
  g_assert_true (loom_session_get_run (fixture->session) != last);
}

static void
test_not_live (Fixture       *fixture,
               gconstpointer  unused)
{
  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  compile (fixture);
  g_assert_nonnull (loom_session_get_plan (fixture->session));
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 0);
  loom_run_controller_run (fixture->controller);
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 1);
}

static void
test_checks_run_again (Fixture       *fixture,
                       gconstpointer  unused)
{
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  compile (fixture);
  run (fixture);
  g_assert_cmpint (loom_mocked_runner_get_options (fixture->fake)->checks, ==, LOOM_CHECK_NONE);
  g_object_set (loom_session_get_run_settings (fixture->session), "check-races", TRUE, NULL);
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 2);
  g_assert_cmpint (loom_mocked_runner_get_options (fixture->fake)->checks, ==, LOOM_CHECK_RACES);
}

/* Both take the code without optimisation, so that one compilation serves them. */
static void
test_as_written_beside_a_check (Fixture       *fixture,
                                gconstpointer  unused)
{
  g_object_set (loom_session_get_run_settings (fixture->session), "check-uninitialised", TRUE,
                NULL);
  first_run (fixture);
  g_object_set (loom_session_get_run_settings (fixture->session), "as-written", TRUE, NULL);
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_compiles (fixture->fake), ==, 1);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 2);
  g_assert_true (loom_mocked_runner_get_options (fixture->fake)->as_written);
}

static void
test_orders_and_moments_are_the_documents (Fixture       *fixture,
                                           gconstpointer  unused)
{
  LoomRunSettings *settings = loom_session_get_run_settings (fixture->session);
  const LoomRunOptions *asked;

  g_object_set (settings, "seeds", TRUE, NULL);
  loom_session_set_text (fixture->session,
                         SOURCE "/* gridloom\n[launch]\norder=7\nseeds=5\npin=2\n[arg f]\n"
                         "shape=16,16\n*/\n", -1);
  compile (fixture);
  run (fixture);
  asked = loom_mocked_runner_get_options (fixture->fake);
  g_assert_cmpint (asked->schedule_seed, ==, 7);
  g_assert_cmpuint (asked->seeds, ==, 5);
  g_assert_true (loom_pins_contain (&asked->pins, 2));

  /* a switch is asked for by who looks, the order of the document by who wrote it */
  g_object_set (settings, "seeds", FALSE, NULL);
  g_assert_true (loom_session_edit (fixture->session, "launch", "order", "9", NULL));
  run (fixture);
  asked = loom_mocked_runner_get_options (fixture->fake);
  g_assert_cmpint (asked->schedule_seed, ==, 9);
  g_assert_cmpuint (asked->seeds, ==, 0);
}

static void
test_gpu_asks_first (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_object_set (loom_session_get_run_settings (fixture->session), "backend", "cuda:0", NULL);
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  compile (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 0);
  loom_run_controller_run (fixture->controller);
  run (fixture);
  g_assert_cmpstr (loom_mocked_runner_get_backend (fixture->fake), ==, "cuda:0");
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  run (fixture);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 2);
}

static gboolean
has_compiled_twice (gpointer fake)
{
  return loom_mocked_runner_get_compiles (fake) == 2 && loom_mocked_runner_is_compiling (fake);
}

/* A document in a folder whose compilation read, or missed, a header; the header is written anew. */
static void
change_header (Fixture    *fixture,
               const char *name,
               const char *before)
{
  g_autofree char *folder = loom_test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "fill.cu", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  if (before != NULL)
    g_free (loom_test_write (folder, name, before));
  loom_session_set_file (fixture->session, file);
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  g_ptr_array_add (compiled->files, g_strdup (name));
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  run (fixture);

  g_free (loom_test_write (folder, name, "#define SIZE 4\n"));
  loom_test_wait_until (has_compiled_twice, fixture->fake, "a compilation with the new header");
  g_assert_true (loom_session_get_stale (fixture->session));
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  run (fixture);
  g_assert_false (loom_session_get_stale (fixture->session));
  loom_test_remove (folder);
}

static void
test_changed_header (Fixture       *fixture,
                     gconstpointer  unused)
{
  change_header (fixture, "size.h", "#define SIZE 2\n");
}

static void
test_header_that_comes (Fixture       *fixture,
                        gconstpointer  unused)
{
  change_header (fixture, "size.h", NULL);
}

/* File systems have a clock that ticks some hundred times in a second. */
static gboolean
has_ticked (gpointer start)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME_COARSE, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000 > *(gint64 *) start;
}

/* It was read before, and is not watched until the answer has come. */
static void
test_header_saved_while_compiling (Fixture       *fixture,
                                   gconstpointer  unused)
{
  g_autofree char *folder = loom_test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "fill.cu", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  gint64 start;

  g_free (loom_test_write (folder, "size.h", "#define SIZE 2\n"));
  loom_session_set_file (fixture->session, file);
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  g_ptr_array_add (compiled->files, g_strdup ("size.h"));
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  start = g_get_real_time ();
  loom_test_wait_until (has_ticked, &start, "a tick of the clock");
  g_free (loom_test_write (folder, "size.h", "#define SIZE 4\n"));

  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_wait_until (has_compiled_twice, fixture->fake, "a compilation with the new header");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  run (fixture);
  g_assert_false (loom_session_get_stale (fixture->session));
  loom_test_remove (folder);
}

static void
test_over_the_limit (Fixture       *fixture,
                     gconstpointer  unused)
{
  LoomRun *last;

  first_run (fixture);
  last = loom_session_get_run (fixture->session);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "64,64", NULL));
  loom_run_controller_run (fixture->controller);
  g_assert_true (
      g_error_matches (loom_session_get_error (fixture->session), LOOM_ERROR, LOOM_ERROR_LAUNCH));
  g_assert_true (loom_session_get_run (fixture->session) == last);
  g_assert_true (loom_session_get_stale (fixture->session));
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 1);
}

static void
test_does_not_compile (Fixture       *fixture,
                       gconstpointer  unused)
{
  g_autoptr (LoomCompiled) broken = loom_compiled_new ();

  first_run (fixture);
  g_ptr_array_add (broken->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_ERROR, 1, 1, "wrong"));
  loom_session_set_text (fixture->session, SOURCE "wrong\n" SETTINGS, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, broken);
  g_assert_true (loom_session_get_stale (fixture->session));
  g_assert_nonnull (loom_session_get_run (fixture->session));
  g_assert_null (loom_session_get_error (fixture->session));
  g_assert_cmpuint (g_list_model_get_n_items (loom_session_get_problems (fixture->session)), ==, 1);
  g_assert_cmpint (loom_session_get_activity (fixture->session), ==, LOOM_ACTIVITY_IDLE);
}

static LoomRunJob *
get_job (Fixture *fixture,
            guint    index)
{
  g_autoptr (LoomRunJob) job
      = g_list_model_get_item (loom_session_get_jobs (fixture->session), index);

  g_assert_nonnull (job);
  return job;
}

/* What somebody asks for is a job at once, and stays the same one until it is done. */
static void
test_states_of_a_job (Fixture       *fixture,
                      gconstpointer  unused)
{
  GListModel *jobs = loom_session_get_jobs (fixture->session);
  LoomRunJob *job;

  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  loom_run_controller_run (fixture->controller);
  job = get_job (fixture, 0);
  g_assert_cmpint (loom_run_job_get_status (job)->state, ==, LOOM_RUN_JOB_COMPILING);
  compile (fixture);
  g_assert_cmpint (loom_run_job_get_status (job)->state, ==, LOOM_RUN_JOB_RUNNING);
  g_assert_cmpint (loom_run_job_get_status (job)->step, ==, LOOM_N_STEPS);
  loom_mocked_runner_tell_step (fixture->fake, LOOM_STEP_UPLOAD);
  g_assert_cmpint (loom_run_job_get_status (job)->step, ==, LOOM_STEP_UPLOAD);
  loom_mocked_runner_tell_step (fixture->fake, LOOM_STEP_SAMPLES);
  g_assert_cmpint (loom_run_job_get_status (job)->step, ==, LOOM_STEP_SAMPLES);

  /* asked for once more meanwhile: that one waits */
  loom_run_controller_run (fixture->controller);
  g_assert_cmpuint (g_list_model_get_n_items (jobs), ==, 2);
  g_assert_cmpint (loom_run_job_get_status (get_job (fixture, 0))->state, ==, LOOM_RUN_JOB_QUEUED);
  run (fixture);
  g_assert_cmpint (loom_run_job_get_status (job)->state, ==, LOOM_RUN_JOB_DONE);
  g_assert_cmpint (loom_run_job_get_status (job)->step, ==, LOOM_N_STEPS);
  run (fixture);
  g_assert_cmpint (loom_run_job_get_status (get_job (fixture, 0))->state, ==, LOOM_RUN_JOB_DONE);
  g_assert_cmpuint (g_list_model_get_n_items (jobs), ==, 2);
}

static void
test_jobs_that_never_run (Fixture       *fixture,
                          gconstpointer  unused)
{
  g_autoptr (LoomCompiled) broken = loom_compiled_new ();

  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  loom_run_controller_run (fixture->controller);
  loom_run_controller_stop (fixture->controller);
  loom_test_settle ();
  g_assert_cmpint (loom_run_job_get_status (get_job (fixture, 0))->state, ==,
                   LOOM_RUN_JOB_CANCELLED);

  loom_run_controller_run (fixture->controller);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, broken);
  g_assert_cmpint (loom_run_job_get_status (get_job (fixture, 0))->state, ==, LOOM_RUN_JOB_FAILED);
  g_assert_nonnull (strstr (loom_run_job_get_status (get_job (fixture, 0))->error, "compile"));
  g_assert_cmpuint (g_list_model_get_n_items (loom_session_get_jobs (fixture->session)), ==, 1);
}

/* Who stops what was asked for does not ask for what the next edit runs. */
static void
test_an_edit_after_a_stop (Fixture       *fixture,
                           gconstpointer  unused)
{
  first_run (fixture);
  loom_session_set_text (fixture->session, SOURCE "// more\n" SETTINGS, -1);
  loom_run_controller_run (fixture->controller);
  g_assert_true (loom_mocked_runner_is_compiling (fixture->fake));
  loom_run_controller_stop (fixture->controller);
  loom_test_settle ();

  loom_session_set_text (fixture->session, SOURCE "// still more\n" SETTINGS, -1);
  compile (fixture);
  g_assert_false (loom_run_job_get_status (get_job (fixture, 0))->by_hand);
  run (fixture);
}

/* Steps of calls that nobody waits for any more touch nothing. */
static void
test_steps_of_others (Fixture       *fixture,
                      gconstpointer  unused)
{
  g_autoptr (GCancellable) other = g_cancellable_new ();

  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  compile (fixture);
  g_signal_emit_by_name (fixture->fake, "step", other, (guint) LOOM_STEP_UPLOAD);
  g_signal_emit_by_name (fixture->fake, "step", NULL, (guint) LOOM_STEP_UPLOAD);
  g_assert_cmpint (loom_run_job_get_status (get_job (fixture, 0))->step, ==, LOOM_N_STEPS);
  run (fixture);
}

static void
test_an_older_result (Fixture       *fixture,
                      gconstpointer  unused)
{
  LoomRun *latest;

  first_run (fixture);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  run (fixture);
  latest = loom_session_get_run (fixture->session);
  g_assert_true (loom_session_has_current_run (fixture->session));

  loom_session_show_job (fixture->session, get_job (fixture, 1));
  g_assert_true (loom_session_get_older (fixture->session) == get_job (fixture, 1));
  g_assert_cmpuint (loom_session_get_run (fixture->session)->block.x, ==, 8);
  g_assert_false (loom_session_has_current_run (fixture->session));
  loom_run_controller_compare (fixture->controller, "cuda:0");
  g_assert_false (loom_mocked_runner_is_running (fixture->fake));

  loom_session_show_latest (fixture->session);
  g_assert_true (loom_session_get_run (fixture->session) == latest);
  g_assert_null (loom_session_get_older (fixture->session));
  loom_session_show_job (fixture->session, get_job (fixture, 0));
  g_assert_null (loom_session_get_older (fixture->session));

  /* a new run takes its place */
  loom_session_show_job (fixture->session, get_job (fixture, 1));
  loom_run_controller_run (fixture->controller);
  run (fixture);
  g_assert_null (loom_session_get_older (fixture->session));
  g_assert_true (loom_session_has_current_run (fixture->session));
}

static void
tried_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (GError) error = NULL;

  *(LoomCompiled **) data
      = loom_run_controller_try_kernel_finish (LOOM_RUN_CONTROLLER (source), result, &error);
  g_assert_no_error (error);
}

/* The text, its compilation and its run stay what they are. */
static void
test_tries_a_kernel (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autoptr (LoomCompiled) other = loom_test_compiled_new ("scale<float>", NULL);
  g_autoptr (LoomCompiled) tried = NULL;
  LoomCompiled *compiled;
  g_autofree char *text = NULL;

  first_run (fixture);
  compiled = loom_session_get_compiled (fixture->session);
  text = g_strdup (loom_session_get_text (fixture->session));
  loom_run_controller_try_kernel_async (fixture->controller, "scale<float>", NULL, tried_cb,
                                        &tried);
  loom_mocked_runner_answer_compile (fixture->fake, other);
  g_assert_true (tried == other);
  g_assert_true (loom_session_get_compiled (fixture->session) == compiled);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, text);
  g_assert_false (loom_session_get_stale (fixture->session));
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/app/run-controller/" path, Fixture, NULL, loom_test_controller_set_up, function, \
              loom_test_controller_tear_down)
  ADD ("edit-compiles-binds-and-runs", test_edit_to_run);
  ADD ("launch-change-does-not-compile", test_launch_only);
  ADD ("counts-as-written-by-a-new-compile", test_as_written);
  ADD ("counts-as-written-by-a-new-run-beside-a-check", test_as_written_beside_a_check);
  ADD ("a-header-that-changes-is-compiled-again", test_changed_header);
  ADD ("a-header-saved-while-compiling-is-compiled-again", test_header_saved_while_compiling);
  ADD ("a-missing-header-that-comes-is-compiled", test_header_that_comes);
  ADD ("profiles-by-a-new-run", test_profile);
  ADD ("checks-run-again", test_checks_run_again);
  ADD ("undone-edit-is-not-stale", test_stale_and_back);
  ADD ("edit-drops-the-old-compile", test_old_result_is_dropped);
  ADD ("overtaken-run-shows-as-stale", test_overtaken_run);
  ADD ("time-of-an-overtaken-run-is-not-the-next-ones", test_time_of_an_overtaken_run);
  ADD ("a-run-that-is-overtaken-for-long-is-stopped", test_run_that_is_overtaken_for_long);
  ADD ("stop-waits-for-the-runner", test_stop);
  ADD ("lost-runner-keeps-text-and-picture", test_lost);
  ADD ("without-live-runs-only-when-asked", test_not_live);
  ADD ("orders-and-moments-are-the-documents", test_orders_and_moments_are_the_documents);
  ADD ("gpu-waits-for-the-first-run-by-hand", test_gpu_asks_first);
  ADD ("limit-is-named-and-the-picture-stays", test_over_the_limit);
  ADD ("broken-source-keeps-the-picture", test_does_not_compile);
  ADD ("states-of-a-job", test_states_of_a_job);
  ADD ("jobs-that-never-run", test_jobs_that_never_run);
  ADD ("an-edit-after-a-stop-is-not-by-hand", test_an_edit_after_a_stop);
  ADD ("steps-of-others", test_steps_of_others);
  ADD ("an-older-result-is-marked", test_an_older_result);
  ADD ("tries-a-kernel-beside-the-text", test_tries_a_kernel);
#undef ADD
  return g_test_run ();
}
