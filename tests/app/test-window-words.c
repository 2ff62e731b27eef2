/* test-window-words.c: what all windows say in one state after the other, compared with window-words.txt
 *
 * A mocked runner answers at once and with the same, so that nothing is left out of the lines. Longer ways, with the
 * real runner, are in transcripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-app-test.h"
#include "loom-pages.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "quiet.h"
#include "widget-text.h"
#include "window-fixture.h"

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n%s*/\n"

typedef struct
{
  LoomRunnerClient  *fake;
  LoomWindow        *window;
  LoomSession       *session;
  GSettings         *settings;
  gboolean           is_trapped;        /* the runs that are answered */
  GPtrArray         *before;    /* lines of the last state */
  GString           *text;
} Fixture;

/* What is asked of the runner is answered: a kernel, and a run that holds its line of the table. */
static void
answer_all (Fixture *fixture)
{
  if (loom_mocked_runner_is_compiling (fixture->fake))
    {
      g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

      loom_mocked_runner_answer_compile (fixture->fake, compiled);
    }
  if (loom_mocked_runner_is_running (fixture->fake))
    {
      g_autoptr (LoomRun) run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));

      if (fixture->is_trapped)
        run->trap = loom_finding_new (LOOM_ERROR_OOB, "too far");
      loom_mocked_runner_answer_run (fixture->fake, run);
    }
}

/* Nothing is under way, and what is written was run or is known to be wrong. */
static gboolean
is_at_rest (gpointer data)
{
  Fixture *fixture = data;

  answer_all (fixture);
  return loom_session_get_activity (fixture->session) == LOOM_ACTIVITY_IDLE
         && !loom_mocked_runner_is_running (fixture->fake) && !loom_mocked_runner_is_compiling (fixture->fake)
         && (loom_session_get_error (fixture->session) != NULL || loom_session_has_current_run (fixture->session)
             || *loom_session_get_text (fixture->session) == '\0');
}

/* Times are those of the test. */
static void
leave_out_times (GPtrArray *lines)
{
  g_autoptr (GRegex) times = g_regex_new ("[0-9][0-9]:[0-9][0-9]:[0-9][0-9]|[0-9.]+ (ms|µs|s)\\b", 0, 0, NULL);

  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *line = lines->pdata[i];

      lines->pdata[i] = g_regex_replace_literal (times, line, -1, 0, "(time)", 0, NULL);
    }
}

/* Adds what differs from the last state, or all where there was none. */
static void
tell (Fixture    *fixture,
      const char *state)
{
  GPtrArray *after;
  g_autofree char *changes = NULL;

  loom_test_wait_until_quiet (fixture->window, is_at_rest, fixture);
  after = loom_test_list_widgets ();
  leave_out_times (after);
  changes = loom_test_compare_lines (fixture->before, after);
  g_string_append_printf (fixture->text, "# %s\n%s", state, changes);
  g_ptr_array_unref (fixture->before);
  fixture->before = after;
}

static void
act (Fixture    *fixture,
     const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  g_assert_true (g_action_parse_detailed_name (action, &name, &target, NULL));
  gtk_widget_activate_action_variant (GTK_WIDGET (fixture->window), name, target);
  tell (fixture, action);
}

static void
write_text (Fixture    *fixture,
            const char *settings,
            const char *state)
{
  g_autofree char *text = g_strdup_printf (SOURCE, settings);

  loom_session_set_text (fixture->session, text, -1);
  tell (fixture, state);
}

/* A document that runs, one that stops at a trap, some that are wrong, and others. */
static void
tell_runs (Fixture *fixture)
{
  write_text (fixture, "", "a run");
  fixture->is_trapped = TRUE;
  act (fixture, "win.run");
  fixture->is_trapped = FALSE;
  act (fixture, "win.run");
  write_text (fixture, "[arg n]\nvalue=two\n", "a wrong value");
  write_text (fixture, "[arg x]\nfill=ones\n", "an argument that is not there");
  write_text (fixture, "[launch fill]\nblock=7,3\n", "another block");
  write_text (fixture, "[expect]\ndomain=x < 4\n", "cells are expected");
}

static void
tell_pages (Fixture *fixture)
{
  static const char * const pages[] = {
    "timings", "problems", "output", "program", "arguments", "threads", "cell", "replay", "warp", "banks", "barriers",
    "ptx", "run", "changes", "occupancy", "roofline", "schedule", "steps", "console",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-page::%s", pages[i]);

      act (fixture, action);
    }
  act (fixture, "win.show-drawer");
  act (fixture, "win.compare");
  act (fixture, "win.check-races");
  act (fixture, "win.profile");
}

static void
tell_window (Fixture    *fixture,
             GtkWindow  *window,
             const char *name)
{
  gtk_window_present (window);
  tell (fixture, name);
  gtk_window_destroy (window);
  tell (fixture, "closed");
}

static void
tell_windows (Fixture *fixture)
{
  GtkWindow *parent = GTK_WINDOW (fixture->window);
  g_autoptr (LoomSession) session = loom_session_new ();
  g_autoptr (LoomRunnerClient) fake = loom_mocked_runner_new ();
  g_autoptr (LoomRunController) controller = loom_run_controller_new (session, fake);

  tell_window (fixture, loom_preferences_window_new (parent, fixture->settings, fixture->session), "preferences");
  tell_window (fixture, loom_sweep_window_new (parent, session, controller), "sweep");
  tell_window (fixture, loom_why_window_new (parent, fixture->session), "why");
}

static void
assert_text (const char *text)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "window-words.txt", NULL), *expected = NULL;
  g_auto (GStrv) is = g_strsplit (text, "\n", -1), should = NULL;

  if (g_strcmp0 (g_getenv ("GRIDLOOM_TRANSCRIPTS"), "write") == 0)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  should = g_strsplit (expected, "\n", -1);
  for (guint i = 0; is[i] != NULL || should[i] != NULL; i++)
    {
      if (g_strcmp0 (is[i], should[i]) != 0)
        g_test_message ("line %u differs", i + 1);
      g_assert_cmpstr (is[i], ==, should[i]);
    }
}

static void
test_windows_say_what_is_written (gconstpointer application)
{
  Fixture fixture = { .before = g_ptr_array_new (), .text = g_string_new (NULL) };

  fixture.window = loom_test_open_window ((gpointer) application, &fixture.settings, &fixture.fake);
  /* wherever the pointer happens to rest, nothing is pointed at */
  gtk_widget_set_can_target (GTK_WIDGET (fixture.window), FALSE);
  fixture.session = loom_window_get_session (fixture.window);
  gtk_window_set_default_size (GTK_WINDOW (fixture.window), 1280, 900);
  gtk_window_present (GTK_WINDOW (fixture.window));
  tell (&fixture, "a blank window");
  tell_runs (&fixture);
  tell_pages (&fixture);
  tell_windows (&fixture);
  assert_text (fixture.text->str);
  g_string_free (fixture.text, TRUE);
  g_ptr_array_unref (fixture.before);
  loom_test_close_window (fixture.window);
  g_assert_finalize_object (fixture.fake);
  g_object_unref (fixture.settings);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  g_test_add_data_func ("/app/window-words/say-what-is-written", application, test_windows_say_what_is_written);
  return g_test_run ();
}
