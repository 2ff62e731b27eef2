/* test-client.c: the runner's client against a runner that misbehaves on demand
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-runner-client.h"

#include <glib/gstdio.h>

#include <signal.h>
#include <string.h>

/* What came back of a call, and when. */
typedef struct
{
  gboolean      done;
  LoomCompiled *compiled;
  LoomRun      *run;
  GError       *error;
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_clear_pointer (&self->compiled, loom_compiled_unref);
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static void
compiled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Outcome *outcome = user_data;

  outcome->compiled
      = loom_runner_client_compile_finish (LOOM_RUNNER_CLIENT (source), result, &outcome->error);
  outcome->done = TRUE;
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  Outcome *outcome = user_data;

  outcome->run
      = loom_runner_client_run_finish (LOOM_RUNNER_CLIENT (source), result, &outcome->error);
  outcome->done = TRUE;
}

static void
wait_for (const gboolean *done)
{
  while (!*done)
    g_main_context_iteration (NULL, TRUE);
}

static void
compile (LoomRunnerClient *client,
         GCancellable     *cancellable,
         Outcome          *outcome)
{
  const LoomCompileRequest request = { .source = "", .length = 0 };

  loom_runner_client_compile_async (client, &request, cancellable, compiled_cb, outcome);
}

static void
run (LoomRunnerClient *client,
     GCancellable     *cancellable,
     Outcome          *outcome)
{
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();
  g_autoptr (LoomPlan) plan = loom_plan_new ();
  LoomRunOptions options;

  loom_run_options_init (&options);
  loom_runner_client_run_async (client, compiled, plan, &options, NULL, cancellable, ran_cb,
                                outcome);
}

static LoomRunnerClient *
make_client (const char *script)
{
  g_setenv ("GRIDLOOM_FAKE", script, TRUE);
  return loom_runner_client_new ();
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
finalized_cb (gpointer  data,
              GObject  *where_it_was)
{
  *(gboolean *) data = TRUE;
}

/* What was in flight lets go of the client in the main loop. */
static void
drop_client (LoomRunnerClient *client)
{
  gboolean finalized = FALSE;

  loom_runner_client_shutdown (client);
  g_object_weak_ref (G_OBJECT (client), finalized_cb, &finalized);
  g_object_unref (client);
  wait_for (&finalized);
}

static void
test_early_callers_are_queued (void)
{
  LoomRunnerClient *client = make_client ("");
  g_auto (Outcome) first = { FALSE };
  g_auto (Outcome) second = { FALSE };

  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_INITIAL);
  compile (client, NULL, &first);
  compile (client, NULL, &second);
  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_SPAWNING);
  wait_for (&first.done);
  wait_for (&second.done);
  g_assert_no_error (first.error);
  g_assert_cmpstr (second.compiled->ptx, ==, "ptx");
  g_assert_cmpstr (first.compiled->compiler, ==, second.compiled->compiler);
  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_RUNNING);
  drop_client (client);
}

static void
test_a_source_beyond_the_wire_is_refused (void)
{
  LoomRunnerClient *client = make_client ("");
  g_autofree char *source = g_strnfill (40 << 20, ' ');
  const LoomCompileRequest request = { .source = source, .length = 40 << 20 };
  g_auto (Outcome) outcome = { FALSE };

  loom_runner_client_compile_async (client, &request, NULL, compiled_cb, &outcome);
  wait_for (&outcome.done);
  g_assert_error (outcome.error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
  drop_client (client);
}

static void
test_a_run_arrives (void)
{
  LoomRunnerClient *client = make_client ("");
  g_auto (Outcome) outcome = { FALSE };
  const gint32 *cells;

  run (client, NULL, &outcome);
  wait_for (&outcome.done);
  g_assert_no_error (outcome.error);
  drop_client (client);
  cells = g_bytes_get_data (loom_array_get_bytes (loom_run_find_array (outcome.run, "f")->array),
                            NULL);
  g_assert_cmpint (cells[3], ==, 42);
}

static void
test_errors_arrive_typed (void)
{
  LoomRunnerClient *client = make_client ("fail");
  g_auto (Outcome) outcome = { FALSE };

  compile (client, NULL, &outcome);
  wait_for (&outcome.done);
  g_assert_error (outcome.error, LOOM_ERROR, LOOM_ERROR_BACKEND);
  g_assert_cmpstr (outcome.error->message, ==, "no compiler here");
  drop_client (client);
}

/* Every one of these must end all queued calls, never let them wait. */
static const struct
{
  const char *name;
  const char *script;
  LoomError   code;
  const char *says;
} ends[] = {
  { "that-exits", "exit", LOOM_ERROR_RUNNER, "3" },
  { "of-another-version", "version", LOOM_ERROR_PROTOCOL, "99" },
  { "that-dies", "die", LOOM_ERROR_RUNNER, "9" },
};

static void
test_a_runner_fails_its_callers (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  LoomRunnerClient *client = make_client (ends[i].script);
  g_auto (Outcome) first = { FALSE };
  g_auto (Outcome) second = { FALSE };

  compile (client, NULL, &first);
  compile (client, NULL, &second);
  wait_for (&first.done);
  wait_for (&second.done);
  g_assert_error (first.error, LOOM_ERROR, (gint) ends[i].code);
  g_assert_error (second.error, LOOM_ERROR, (gint) ends[i].code);
  g_assert_nonnull (strstr (first.error->message, ends[i].says));
  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_INITIAL);
  drop_client (client);
}

static void
test_a_runner_that_cannot_start (void)
{
  g_autofree char *kept = g_strdup (g_getenv ("GRIDLOOM_RUNNER"));
  g_autofree char *folder = g_dir_make_tmp ("gridloom-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "gridloom-runner", NULL);
  LoomRunnerClient *client = make_client ("");
  g_auto (Outcome) outcome = { FALSE };

  g_file_set_contents (path, "#!/nowhere/interpreter\n", -1, NULL);
  g_chmod (path, 0700);
  g_setenv ("GRIDLOOM_RUNNER", path, TRUE);
  compile (client, NULL, &outcome);
  g_assert_false (outcome.done);
  wait_for (&outcome.done);
  g_assert_error (outcome.error, LOOM_ERROR, LOOM_ERROR_RUNNER);
  g_setenv ("GRIDLOOM_RUNNER", kept, TRUE);
  drop_client (client);
  g_unlink (path);
  g_rmdir (folder);
}

/* Through pipes and other processes, so that no descriptor gets through. */
static LoomRunnerClient *
make_relayed (const char *script)
{
  LoomRunnerClient *client = make_client (script);
  g_autofree char *program = g_shell_quote (g_getenv ("GRIDLOOM_RUNNER"));
  g_autofree char *command
      = g_strdup_printf ("sh -c 'cat | \"$0\" --stdio | cat' %s", program);

  loom_runner_client_set_command (client, command);
  return client;
}

static void
test_arrays_travel_inline (void)
{
  LoomRunnerClient *client = make_relayed ("");

  /* The second would not fit if the first were not released. */
  for (guint i = 0; i < 2; i++)
    {
      g_auto (Outcome) outcome = { FALSE };
      LoomRunArray *array;

      run (client, NULL, &outcome);
      wait_for (&outcome.done);
      g_assert_no_error (outcome.error);
      array = outcome.run->arrays->pdata[0];
      g_assert_cmpint (((const gint32 *) g_bytes_get_data (loom_array_get_bytes (array->array),
                                                           NULL))[3], ==, 42);
    }

  drop_client (client);
}

static const struct
{
  const char *script;
  LoomError   code;
} wrongs[] = {
  { "no-inline", LOOM_ERROR_PROTOCOL },
  { "vast", LOOM_ERROR_PROTOCOL },
  { "zero", LOOM_ERROR_PROTOCOL },
  { "short", LOOM_ERROR_PROTOCOL },
  { "long", LOOM_ERROR_PROTOCOL },
  { "empty", LOOM_ERROR_PROTOCOL },
  { "refuse", LOOM_ERROR_FAILED },
  { "lose-run", LOOM_ERROR_RUNNER },
  { "lose-chunk", LOOM_ERROR_RUNNER },
};

static void
test_wrong_chunks_are_refused (gconstpointer user_data)
{
  guint i = GPOINTER_TO_UINT (user_data);
  LoomRunnerClient *client = make_relayed (wrongs[i].script);
  g_auto (Outcome) outcome = { FALSE };

  run (client, NULL, &outcome);
  wait_for (&outcome.done);
  g_assert_null (outcome.run);
  g_assert_error (outcome.error, LOOM_ERROR, (gint) wrongs[i].code);
  drop_client (client);
}

static void
test_a_lost_runner_is_replaced (void)
{
  LoomRunnerClient *client = make_client ("die");
  g_autofree char *folder = g_dir_make_tmp ("gridloom-XXXXXX", NULL);
  g_autofree char *mark = g_build_filename (folder, "died", NULL);
  g_auto (Outcome) first = { FALSE };
  g_auto (Outcome) second = { FALSE };
  guint lost = 0;

  g_setenv ("GRIDLOOM_FAKE_ONCE", mark, TRUE);
  g_signal_connect_swapped (client, "lost", G_CALLBACK (count_cb), &lost);
  compile (client, NULL, &first);
  wait_for (&first.done);
  g_assert_error (first.error, LOOM_ERROR, LOOM_ERROR_RUNNER);
  g_assert_cmpuint (lost, ==, 1);

  compile (client, NULL, &second);
  wait_for (&second.done);
  g_assert_no_error (second.error);
  g_assert_cmpuint (lost, ==, 1);
  drop_client (client);
  g_unsetenv ("GRIDLOOM_FAKE_ONCE");
  g_unlink (mark);
  g_rmdir (folder);
}

static void
test_a_runner_killed_while_idle_is_told (void)
{
  LoomRunnerClient *client = make_client ("");
  g_auto (Outcome) first = { FALSE };
  g_auto (Outcome) second = { FALSE };
  gboolean lost = FALSE;

  compile (client, NULL, &first);
  wait_for (&first.done);
  g_signal_connect_swapped (client, "lost", G_CALLBACK (count_cb), &lost);
  kill ((pid_t) g_ascii_strtoll (first.compiled->compiler, NULL, 10), SIGKILL);
  wait_for (&lost);
  g_assert_cmpint (loom_runner_client_get_state (client), ==, LOOM_RUNNER_INITIAL);

  compile (client, NULL, &second);
  wait_for (&second.done);
  g_assert_no_error (second.error);
  g_assert_cmpstr (first.compiled->compiler, !=, second.compiled->compiler);
  drop_client (client);
}

static void
test_cancelling_before_the_runner_speaks (void)
{
  LoomRunnerClient *client = make_client ("mute");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Outcome) outcome = { FALSE };

  compile (client, cancellable, &outcome);
  g_cancellable_cancel (cancellable);
  wait_for (&outcome.done);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  drop_client (client);
}

/* Returns: whether the runner is the same as before */
static gboolean
cancel_run (const char *script)
{
  LoomRunnerClient *client = make_client (script);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Outcome) before = { FALSE };
  g_auto (Outcome) outcome = { FALSE };
  g_auto (Outcome) after = { FALSE };
  gboolean lost = FALSE, kept;

  g_signal_connect_swapped (client, "lost", G_CALLBACK (count_cb), &lost);
  compile (client, NULL, &before);
  wait_for (&before.done);

  run (client, cancellable, &outcome);
  g_cancellable_cancel (cancellable);
  wait_for (&outcome.done);
  g_assert_error (outcome.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  compile (client, NULL, &after);
  wait_for (&after.done);
  g_assert_no_error (after.error);
  g_assert_false (lost);
  kept = g_str_equal (before.compiled->compiler, after.compiled->compiler);
  drop_client (client);
  return kept;
}

static void
test_a_run_that_obeys_keeps_its_runner (void)
{
  gboolean kept = FALSE;

  /* A runner that does not come to its turn obeys too late, but not each time. */
  for (guint tries = 0; !kept && tries < 5; tries++)
    kept = cancel_run ("obey");
  g_assert_true (kept);
}

static void
test_a_run_that_hangs_is_ended (void)
{
  gboolean kept = TRUE;

  /* GLib sends signals from a thread of its own: a runner may answer once more before its own comes,
   * but not each time. */
  for (guint tries = 0; kept && tries < 5; tries++)
    kept = cancel_run ("hang");
  g_assert_false (kept);
}

/* The one that is stopped takes the process with it; the other only starts over. */
static void
test_others_survive_a_hanging_run (void)
{
  LoomRunnerClient *client = make_client ("hang");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GCancellable) later = g_cancellable_new ();
  g_auto (Outcome) hung = { FALSE };
  g_auto (Outcome) other = { FALSE };
  g_auto (Outcome) compiled = { FALSE };

  compile (client, NULL, &compiled);
  wait_for (&compiled.done);
  run (client, cancellable, &hung);
  run (client, later, &other);
  g_setenv ("GRIDLOOM_FAKE", "", TRUE);   /* for the next process */
  g_cancellable_cancel (cancellable);
  wait_for (&hung.done);
  g_assert_error (hung.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  wait_for (&other.done);
  g_assert_no_error (other.error);
  drop_client (client);
}

static void
test_hostile_memory_is_refused (gconstpointer script)
{
  LoomRunnerClient *client = make_client (script);
  g_auto (Outcome) outcome = { FALSE };

  run (client, NULL, &outcome);
  wait_for (&outcome.done);
  g_assert_null (outcome.run);
  g_assert_error (outcome.error, LOOM_ERROR, LOOM_ERROR_PROTOCOL);
  drop_client (client);
}

static void
test_shutdown_fails_what_is_in_flight (void)
{
  LoomRunnerClient *client = make_client ("mute");
  g_auto (Outcome) before = { FALSE };
  g_auto (Outcome) after = { FALSE };

  compile (client, NULL, &before);
  loom_runner_client_shutdown (client);
  wait_for (&before.done);
  g_assert_error (before.error, LOOM_ERROR, LOOM_ERROR_RUNNER);
  compile (client, NULL, &after);
  wait_for (&after.done);
  g_assert_error (after.error, LOOM_ERROR, LOOM_ERROR_RUNNER);
  drop_client (client);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ipc/client/early-callers-are-queued", test_early_callers_are_queued);
  g_test_add_func ("/ipc/client/a-run-arrives", test_a_run_arrives);
  g_test_add_func ("/ipc/client/a-source-beyond-the-wire-is-refused",
                   test_a_source_beyond_the_wire_is_refused);
  g_test_add_func ("/ipc/client/errors-arrive-typed", test_errors_arrive_typed);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/ipc/client/a-runner-%s-fails-its-callers", ends[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_a_runner_fails_its_callers);
    }
  g_test_add_func ("/ipc/client/a-runner-that-cannot-start", test_a_runner_that_cannot_start);
  g_test_add_func ("/ipc/client/a-lost-runner-is-replaced", test_a_lost_runner_is_replaced);
  g_test_add_func ("/ipc/client/a-runner-killed-while-idle-is-told",
                   test_a_runner_killed_while_idle_is_told);
  g_test_add_func ("/ipc/client/cancelling-before-the-runner-speaks",
                   test_cancelling_before_the_runner_speaks);
  g_test_add_func ("/ipc/client/a-run-that-obeys-keeps-its-runner",
                   test_a_run_that_obeys_keeps_its_runner);
  g_test_add_func ("/ipc/client/a-run-that-hangs-is-ended", test_a_run_that_hangs_is_ended);
  g_test_add_func ("/ipc/client/others-survive-a-hanging-run", test_others_survive_a_hanging_run);
  g_test_add_data_func ("/ipc/client/unsealed-memory-is-refused", "unsealed",
                        test_hostile_memory_is_refused);
  g_test_add_data_func ("/ipc/client/small-memory-is-refused", "small",
                        test_hostile_memory_is_refused);
  g_test_add_data_func ("/ipc/client/no-memory-is-refused", "no-fd",
                        test_hostile_memory_is_refused);
  g_test_add_func ("/ipc/client/shutdown-fails-what-is-in-flight",
                   test_shutdown_fails_what_is_in_flight);

  g_test_add_func ("/ipc/client/arrays-travel-inline", test_arrays_travel_inline);
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ipc/client/wrong-chunks/%s", wrongs[i].script);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_wrong_chunks_are_refused);
    }
  return g_test_run ();
}
