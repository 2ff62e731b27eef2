/* test-run-job.c: one launch as a job, with a mocked runner
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-job.h"
#include "mocked-runner.h"

#include <string.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n*/\n"

typedef struct
{
  LoomRunnerClient *fake;
  LoomCompiled     *compiled;
  LoomPlan         *plan;
  LoomRunJob       *job;
  guint             ended;
  LoomRun          *run;        /* that it ended with */
} Fixture;

static void
ended_cb (Fixture      *fixture,
          LoomRun      *run,
          const GError *error,
          LoomRunJob   *job)
{
  g_assert_true ((run == NULL) != (error == NULL));
  g_assert_cmpint (loom_run_job_get_status (job)->state, >=, LOOM_RUN_JOB_DONE);
  fixture->ended++;
  fixture->run = run;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (LoomDocument) document = loom_document_parse (SOURCE SETTINGS, -1);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (SOURCE, strlen (SOURCE));
  g_autoptr (GError) error = NULL;

  fixture->fake = loom_mocked_runner_new ();
  fixture->compiled = loom_test_compiled_new ("fill", NULL);
  loom_compiled_read_source (fixture->compiled, scan);
  fixture->plan = loom_plan_bind (document, fixture->compiled, NULL, loom_limits_get_simulator (),
                                  NULL, &error);
  g_assert_no_error (error);
  fixture->job = loom_run_job_new ("sim");
  g_signal_connect_swapped (fixture->job, "ended", G_CALLBACK (ended_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_test_settle ();
  g_assert_finalize_object (fixture->job);
  g_assert_finalize_object (fixture->fake);
  loom_plan_unref (fixture->plan);
  loom_compiled_unref (fixture->compiled);
}

static void
start (Fixture    *fixture,
       LoomRunJob *job)
{
  LoomRunOptions options;

  loom_run_options_init (&options);
  loom_run_job_run (job, fixture->fake, fixture->compiled, fixture->plan, &options, NULL);
}

static void
assert_state (Fixture         *fixture,
              LoomRunJobState  state)
{
  g_assert_cmpint (loom_run_job_get_status (fixture->job)->state, ==, state);
  g_assert_cmpuint (fixture->ended, ==, state >= LOOM_RUN_JOB_DONE ? 1 : 0);
}

static void
test_done (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (LoomRun) run = loom_test_run_new (fixture->plan);

  assert_state (fixture, LOOM_RUN_JOB_QUEUED);
  loom_run_job_set_compiling (fixture->job, TRUE);
  assert_state (fixture, LOOM_RUN_JOB_COMPILING);
  loom_run_job_set_compiling (fixture->job, FALSE);
  assert_state (fixture, LOOM_RUN_JOB_QUEUED);
  g_assert_null (loom_run_job_get_status (fixture->job)->launch);

  start (fixture, fixture->job);
  assert_state (fixture, LOOM_RUN_JOB_RUNNING);
  g_assert_cmpuint (loom_run_job_get_status (fixture->job)->launch->block.x, ==, 8);
  loom_mocked_runner_answer_run (fixture->fake, run);
  assert_state (fixture, LOOM_RUN_JOB_DONE);
  g_assert_true (fixture->run == run);
  g_assert_true (loom_run_job_get_status (fixture->job)->run == run);

  /* it is too late for that */
  loom_run_job_cancel (fixture->job);
  g_assert_false (loom_run_job_is_stopping (fixture->job));
  assert_state (fixture, LOOM_RUN_JOB_DONE);
}

static void
test_cancelled_while_it_waits (Fixture       *fixture,
                               gconstpointer  unused)
{
  loom_run_job_cancel (fixture->job);
  assert_state (fixture, LOOM_RUN_JOB_CANCELLED);
  loom_run_job_cancel (fixture->job);
  assert_state (fixture, LOOM_RUN_JOB_CANCELLED);
}

static void
test_cancelled_while_it_runs (Fixture       *fixture,
                              gconstpointer  unused)
{
  start (fixture, fixture->job);
  loom_mocked_runner_set_deaf (fixture->fake, TRUE);
  g_assert_false (loom_run_job_is_stopping (fixture->job));
  loom_run_job_cancel (fixture->job);
  loom_test_settle ();
  g_assert_true (loom_run_job_is_stopping (fixture->job));
  assert_state (fixture, LOOM_RUN_JOB_RUNNING);
  loom_mocked_runner_lose (fixture->fake, "killed, since it did not stop");
  assert_state (fixture, LOOM_RUN_JOB_CANCELLED);
  g_assert_false (loom_run_job_is_stopping (fixture->job));
}

static void
test_lost_runner (Fixture       *fixture,
                  gconstpointer  unused)
{
  start (fixture, fixture->job);
  loom_mocked_runner_lose (fixture->fake, "the runner was killed");
  assert_state (fixture, LOOM_RUN_JOB_FAILED);
  g_assert_cmpstr (loom_run_job_get_status (fixture->job)->error, ==, "the runner was killed");
  g_assert_null (fixture->run);
}

static void
test_trap (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (LoomRun) run = loom_test_run_new (fixture->plan);

  start (fixture, fixture->job);
  run->trap = loom_finding_new (LOOM_ERROR_FAILED, "outside of f");
  loom_mocked_runner_answer_run (fixture->fake, run);
  assert_state (fixture, LOOM_RUN_JOB_FAILED);
  g_assert_cmpstr (loom_run_job_get_status (fixture->job)->error, ==, "outside of f");
  g_assert_true (loom_run_job_get_status (fixture->job)->run == run);
}

/* One that runs after it on the same runner. */
static void
test_steps_are_its_own (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autoptr (LoomRunJob) next = loom_run_job_new ("sim");
  g_autoptr (LoomRun) run = loom_test_run_new (fixture->plan);

  start (fixture, fixture->job);
  loom_mocked_runner_tell_step (fixture->fake, LOOM_STEP_UPLOAD);
  g_assert_cmpint (loom_run_job_get_status (fixture->job)->step, ==, LOOM_STEP_UPLOAD);
  loom_mocked_runner_answer_run (fixture->fake, run);
  g_assert_cmpint (loom_run_job_get_status (fixture->job)->step, ==, LOOM_N_STEPS);

  start (fixture, next);
  loom_mocked_runner_tell_step (fixture->fake, LOOM_STEP_SAMPLES);
  g_assert_cmpint (loom_run_job_get_status (next)->step, ==, LOOM_STEP_SAMPLES);
  g_assert_cmpint (loom_run_job_get_status (fixture->job)->step, ==, LOOM_N_STEPS);
  loom_mocked_runner_answer_run (fixture->fake, run);
}

static void
test_key (Fixture       *fixture,
          gconstpointer  unused)
{
  g_autoptr (GVariant) same = g_variant_ref_sink (g_variant_new_string ("block=8"));
  g_autoptr (GVariant) other = g_variant_ref_sink (g_variant_new_string ("block=4"));

  g_assert_false (loom_run_job_has_key (fixture->job, same));
  loom_run_job_set_key (fixture->job, g_variant_new_string ("block=8"));
  g_assert_true (loom_run_job_has_key (fixture->job, same));
  g_assert_false (loom_run_job_has_key (fixture->job, other));
  g_assert_false (loom_run_job_has_key (fixture->job, NULL));
  g_assert_false (loom_run_job_has_key (NULL, same));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) \
  g_test_add ("/app/run-job/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("waits-compiles-runs-and-is-done", test_done);
  ADD ("ends-at-once-where-it-waits", test_cancelled_while_it_waits);
  ADD ("is-stopping-until-the-runner-lets-go", test_cancelled_while_it_runs);
  ADD ("fails-with-its-runner", test_lost_runner);
  ADD ("fails-with-a-result-where-the-kernel-trapped", test_trap);
  ADD ("knows-its-steps-from-those-of-others", test_steps_are_its_own);
  ADD ("is-known-by-the-value-of-its-key", test_key);
#undef ADD
  return g_test_run ();
}
