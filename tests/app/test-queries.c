/* test-queries.c: what the simulator is asked about the run that is shown, and a thread that is replayed, with a mocked
 * runner
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-replayer.h"
#include "loom-run-query.h"
#include "mocked-runner.h"

#include <string.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n*/\n"
#define OUTDATED "This run is not of the text as it is now. Run the text, then "

typedef LoomTestController Fixture;

static void
first_run (Fixture *fixture)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  g_autoptr (LoomRun) answer = NULL;

  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  loom_mocked_runner_answer_run (fixture->fake, answer);
}

static gboolean
is_stale (gpointer session)
{
  return loom_session_get_stale (session);
}

static LoomRunQuery *
get_query (Fixture          *fixture,
           LoomRunQueryKind  kind)
{
  return loom_session_get_run_query (fixture->session, kind);
}

/* The question is answered with a run, which is the session's from then on. */
static void
answer_query (Fixture          *fixture,
              LoomRunQueryKind  kind)
{
  g_autoptr (LoomRun) answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));

  const LoomRunOptions *options = loom_mocked_runner_get_options (fixture->fake);

  if (kind == LOOM_RUN_QUERY_CELL)
    answer->cell = loom_cell_history_new (&options->cell, 52);
  else if (kind != LOOM_RUN_QUERY_COSTS)
    answer->trace = loom_trace_new (&options->trace);
  g_assert_true (loom_run_query_is_waiting (get_query (fixture, kind)));
  g_assert_null (loom_run_query_get_answer (get_query (fixture, kind)));
  loom_mocked_runner_answer_run (fixture->fake, answer);
  g_assert_false (loom_run_query_is_waiting (get_query (fixture, kind)));
  g_assert_nonnull (loom_run_query_get_answer (get_query (fixture, kind)));
  g_assert_null (loom_run_query_get_error (get_query (fixture, kind)));
}

static void
test_questions (Fixture       *fixture,
                gconstpointer  unused)
{
  const LoomRunOptions *options;
  const LoomCellTarget cell = { .array = g_intern_string ("f"), .n = 2, .at = { 3, 4 } };
  const LoomTraceTarget warp = { .whom = LOOM_TRACE_WARP, .block = { 1, 0, 0 }, .warp = 1 };
  const LoomTraceTarget beyond = { .whom = LOOM_TRACE_WARP, .warp = 2 };
  const LoomSite thread = { .block = { 1, 1, 0 }, .thread = { 7, 2, 0 } };
  LoomRun *run;
  guint runs;

  /* nothing is asked before there is a run */
  loom_run_controller_ask_costs (fixture->controller);
  loom_run_controller_ask_warp (fixture->controller, &beyond);
  g_assert_null (loom_run_query_get_run (get_query (fixture, LOOM_RUN_QUERY_COSTS)));
  first_run (fixture);
  run = loom_session_get_run (fixture->session);
  options = loom_mocked_runner_get_options (fixture->fake);

  loom_run_controller_ask_cell (fixture->controller, &cell);
  g_assert_true (loom_mocked_runner_is_running (fixture->fake));
  g_assert_cmpstr (options->cell.array, ==, "f");
  g_assert_cmpuint (options->cell.at[1], ==, 4);
  g_assert_true (options->cell.alone);
  g_assert_false (options->figures);
  g_assert_cmpint (options->coverage, ==, LOOM_COVERAGE_NONE);
  g_assert_cmpint (options->trace.whom, ==, LOOM_TRACE_NOBODY);
  answer_query (fixture, LOOM_RUN_QUERY_CELL);
  g_assert_true (loom_run_query_get_run (get_query (fixture, LOOM_RUN_QUERY_CELL)) == run);

  loom_run_controller_ask_warp (fixture->controller, &warp);
  g_assert_cmpint (options->trace.whom, ==, LOOM_TRACE_WARP);
  g_assert_cmpuint (options->trace.block.x, ==, 1);
  g_assert_cmpuint (options->trace.warp, ==, 1);
  g_assert_false (options->trace.shared);
  g_assert_true (options->figures);
  g_assert_false (options->profile);
  answer_query (fixture, LOOM_RUN_QUERY_WARP);
  loom_run_controller_ask_banks (fixture->controller, &warp);
  g_assert_true (options->trace.shared);
  answer_query (fixture, LOOM_RUN_QUERY_BANKS);
  loom_run_controller_ask_thread (fixture->controller, &thread);
  g_assert_cmpint (options->trace.whom, ==, LOOM_TRACE_THREAD);
  g_assert_cmpuint (options->trace.block.y, ==, 1);
  g_assert_cmpuint (options->trace.thread.x, ==, 7);
  g_assert_false (options->trace.shared);
  answer_query (fixture, LOOM_RUN_QUERY_THREAD);
  loom_run_controller_ask_costs (fixture->controller);
  g_assert_true (options->figures);
  g_assert_true (options->block_costs);
  g_assert_true (options->profile);
  g_assert_cmpint (options->trace.whom, ==, LOOM_TRACE_NOBODY);
  answer_query (fixture, LOOM_RUN_QUERY_COSTS);

  /* what makes no sense of the run is not asked */
  runs = loom_mocked_runner_get_runs (fixture->fake);
  loom_run_controller_ask_banks (fixture->controller, &beyond);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, runs);
  g_assert_cmpstr (loom_run_query_get_error (get_query (fixture, LOOM_RUN_QUERY_BANKS)), ==,
                   "Warp 2 cannot be traced: a block has 2 warps, counted from 0");

  /* asked again, the first question ends; a runner that is lost is the answer */
  loom_run_controller_ask_costs (fixture->controller);
  loom_run_controller_ask_costs (fixture->controller);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, runs + 2);
  g_assert_true (loom_run_query_is_waiting (get_query (fixture, LOOM_RUN_QUERY_COSTS)));
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  g_assert_cmpstr (loom_run_query_get_error (get_query (fixture, LOOM_RUN_QUERY_COSTS)), ==, "the runner is gone");

  /* another text has no answers, and a run of the last one is not asked about */
  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  loom_run_controller_ask_costs (fixture->controller);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  loom_test_wait_until (is_stale, fixture->session, "the edit");
  runs = loom_mocked_runner_get_runs (fixture->fake);
  loom_run_controller_ask_cell (fixture->controller, &cell);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, runs);
  g_assert_cmpstr (loom_run_query_get_error (get_query (fixture, LOOM_RUN_QUERY_CELL)), ==, OUTDATED "ask again.");
}

/* -- Replaying -- */

/* Steps of a thread from the one that was asked for on, each of a line: a digit, of the document; 0: of none; h: of a
 * header. Each accesses an array, or shared memory where its line is 2. */
static void
answer_steps (Fixture    *fixture,
              const char *lines,
              guint64     total)
{
  g_autoptr (LoomRun) answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  LoomReplay *replay = loom_replay_new (&loom_mocked_runner_get_options (fixture->fake)->replay);

  replay->total = total;
  replay->is_ended = TRUE;
  loom_replay_take_array (replay, "f");
  for (guint i = 0; lines[i] != '\0'; i++)
    {
      const LoomReplayPlace place = { i, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 };
      const LoomReplayAccess access
          = { .at = 4 * i, .array = 0, .size = 4,
              .space = lines[i] == '2' ? LOOM_SPACE_SHARED : LOOM_SPACE_GLOBAL };
      LoomTraceInstruction *instruction = loom_trace_instruction_new ();
      LoomReplayStep step = { .place = loom_replay_take_place (replay, &place) };

      instruction->text = g_strdup_printf ("step %u", i);
      instruction->type = g_strdup ("");
      instruction->line = lines[i] == 'h' ? 1 : (guint) (lines[i] - '0');
      instruction->file = lines[i] == 'h' ? g_intern_static_string ("a.cuh") : NULL;
      g_ptr_array_add (replay->instructions, instruction);
      loom_replay_add_access (replay->changes, &access);
      step.end = replay->changes->len;
      g_array_append_val (replay->steps, step);
    }
  answer->replay = replay;
  loom_mocked_runner_answer_run (fixture->fake, answer);
}

static void
told_cb (GString    *told,
         gpointer    replayer)
{
  g_string_append_c (told, 'c');
}

/* At which step it is, of how many, what that is, what it accesses, and what is being asked for. */
static void
assert_state (Fixture    *fixture,
              const char *expected)
{
  LoomReplayer *replayer = loom_session_get_replayer (fixture->session);
  const LoomTraceInstruction *instruction = loom_replayer_get_instruction (replayer);
  const LoomReplayTarget *target = &loom_mocked_runner_get_options (fixture->fake)->replay;
  const char *array = "";
  const LoomReplayAccess *access = loom_replayer_get_access (replayer, &array);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%u of %u, %s, %s[%d]", (guint) loom_replayer_get_at (replayer),
                          (guint) loom_replayer_get_total (replayer), instruction != NULL ? instruction->text : "-",
                          array, access != NULL ? (int) access->at : -1);
  if (loom_mocked_runner_is_running (fixture->fake))
    g_string_append_printf (text, "; %s from %u, %u", target->warp ? "warp" : "thread", (guint) target->first,
                            target->n_steps);
  if (loom_replayer_get_error (replayer) != NULL)
    g_string_append_printf (text, "; %s", loom_replayer_get_error (replayer));
  g_assert_cmpstr (text->str, ==, expected);
}

/* -- Tests -- */

static void
test_replay (Fixture       *fixture,
             gconstpointer  unused)
{
  static const char lines[] = "11022033h1";
  const LoomSite thread = { .block = { 1, 0, 0 }, .thread = { 5, 0, 0 } };
  LoomReplayer *replayer = loom_session_get_replayer (fixture->session);
  const LoomRunOptions *options = loom_mocked_runner_get_options (fixture->fake);
  g_autoptr (GString) told = g_string_new (NULL);

  loom_run_controller_replay (fixture->controller, &thread);
  g_assert_null (loom_replayer_get_run (replayer));
  g_assert_null (loom_replayer_get_thread (replayer));
  first_run (fixture);
  g_signal_connect_swapped (replayer, "changed", G_CALLBACK (told_cb), told);
  loom_run_controller_replay (fixture->controller, &thread);
  g_assert_cmpuint (loom_replayer_get_thread (replayer)->thread.x, ==, 5);
  g_assert_cmpuint (options->replay.block.x, ==, 1);
  g_assert_cmpint (options->coverage, ==, LOOM_COVERAGE_NONE);
  g_assert_cmpint (options->schedule_seed, ==, -1);
  assert_state (fixture, "0 of 0, -, [-1]; thread from 0, 2097152");
  answer_steps (fixture, lines, 10);
  assert_state (fixture, "1 of 10, step 0, [-1]; warp from 0, 2048");
  answer_steps (fixture, lines, 10);
  assert_state (fixture, "1 of 10, step 0, [-1]");
  loom_replayer_set_watched (replayer, TRUE);
  assert_state (fixture, "1 of 10, step 0, f[0]");

  /* by lines: those without one belong to the line before */
  loom_replayer_seek (replayer, loom_replayer_find_next_line (replayer));
  assert_state (fixture, "4 of 10, step 3, [-1]");
  loom_replayer_seek (replayer, loom_replayer_find_next_line (replayer));
  assert_state (fixture, "7 of 10, step 6, f[24]");
  loom_replayer_seek (replayer, loom_replayer_find_next_line (replayer));
  assert_state (fixture, "10 of 10, step 9, f[36]");
  g_assert_cmpuint (loom_replayer_find_next_line (replayer), ==, 10);
  loom_replayer_seek (replayer, 8);
  g_assert_cmpuint (loom_replayer_find_previous_line (replayer), ==, 4);
  loom_replayer_seek (replayer, 5);
  g_assert_cmpuint (loom_replayer_find_previous_line (replayer), ==, 1);
  g_assert_cmpuint (loom_replayer_find_line (replayer, 1), ==, 10);
  g_assert_cmpuint (loom_replayer_find_line (replayer, 2), ==, 4);
  g_assert_cmpuint (loom_replayer_find_line (replayer, 3), ==, 7);
  g_assert_cmpuint (loom_replayer_find_line (replayer, 9), ==, 5);
  loom_replayer_seek (replayer, G_MAXUINT64);
  assert_state (fixture, "10 of 10, step 9, f[36]");
  g_assert_cmpuint (loom_replayer_find_line (replayer, 1), ==, 1);
  loom_replayer_seek (replayer, 0);
  assert_state (fixture, "1 of 10, step 0, f[0]");
  g_string_truncate (told, 0);
  loom_replayer_seek (replayer, 1);
  g_assert_cmpstr (told->str, ==, "");
  loom_replayer_seek (replayer, 2);
  g_assert_cmpstr (told->str, ==, "c");
  loom_replayer_forget (replayer);
  loom_replayer_forget (replayer);
  g_assert_cmpstr (told->str, ==, "cc");
  assert_state (fixture, "0 of 0, -, [-1]");
}

/* A long thread is asked for in windows and pages, one after the other. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  unused)
{
  const LoomSite thread = { .thread = { 1, 0, 0 } };
  LoomReplayer *replayer = loom_session_get_replayer (fixture->session);
  g_autofree char *page = g_strnfill (2048, '1'), *path = g_strnfill (5 * 2048, '1');
  g_autofree char *longer = g_strnfill (6 * 2048, '1');

  first_run (fixture);
  loom_run_controller_replay (fixture->controller, &thread);
  answer_steps (fixture, path, 5000000);
  for (guint i = 0; i < 5; i++)
    {
      loom_replayer_seek (replayer, 2048 * i + 1);
      answer_steps (fixture, page, 5000000);
    }
  assert_state (fixture, "8193 of 5000000, step 0, [-1]");
  /* four pages are kept: the second is there still, the first is asked for again */
  loom_replayer_seek (replayer, 4096);
  assert_state (fixture, "4096 of 5000000, step 2047, [-1]");
  loom_replayer_seek (replayer, 2048);
  assert_state (fixture, "2048 of 5000000, step 2047, [-1]; warp from 0, 2048");
  answer_steps (fixture, page, 5000000);
  /* the third has to go, since the second was looked at */
  loom_replayer_seek (replayer, 2049);
  assert_state (fixture, "2049 of 5000000, step 0, [-1]");
  loom_replayer_seek (replayer, 4097);
  assert_state (fixture, "4097 of 5000000, step 4096, [-1]; warp from 4096, 2048");
  answer_steps (fixture, page, 5000000);

  /* a step outside the window moves it: half of it is before the step */
  loom_replayer_seek (replayer, 5 * 2048 + 1);
  assert_state (fixture, "10241 of 5000000, -, [-1]; thread from 0, 2097152");
  answer_steps (fixture, longer, 5000000);
  assert_state (fixture, "10241 of 5000000, step 10240, [-1]; warp from 10240, 2048");
  answer_steps (fixture, page, 5000000);
  assert_state (fixture, "10241 of 5000000, step 0, [-1]");
  loom_replayer_seek (replayer, 3000000);
  assert_state (fixture, "3000000 of 5000000, -, [-1]; thread from 1951424, 2097152");
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  assert_state (fixture, "3000000 of 5000000, -, [-1]; the runner is gone");
}

static void
test_obstacles (Fixture       *fixture,
                gconstpointer  unused)
{
  const LoomSite thread = { .thread = { 1, 0, 0 } };

  first_run (fixture);
  loom_run_controller_replay (fixture->controller, &thread);
  answer_steps (fixture, "", 0);
  assert_state (fixture, "0 of 0, -, [-1]; This thread did not execute anything: its block never ran.");
  loom_run_controller_replay (fixture->controller, &thread);
  answer_steps (fixture, "12", 2);
  answer_steps (fixture, "", 2);
  assert_state (fixture, "1 of 2, step 0, [-1]; This launch does not run the same way twice, so its steps cannot be "
                "told again.");

  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  loom_test_wait_until (is_stale, fixture->session, "the edit");
  loom_run_controller_replay (fixture->controller, &thread);
  assert_state (fixture, "0 of 0, -, [-1]; This run is not of the text as it is now. Run the text, then replay "
                "again.");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/app/queries/" path, Fixture, NULL, loom_test_controller_set_up, function, \
              loom_test_controller_tear_down)
  ADD ("each-asks-for-its-own-and-is-answered", test_questions);
  ADD ("a-thread-is-gone-through-by-steps-and-lines", test_replay);
  ADD ("a-long-thread-is-asked-for-in-pages", test_pages);
  ADD ("what-cannot-be-replayed-says-why", test_obstacles);
#undef ADD
  return g_test_run ();
}
