/* test-end-to-end.c: the window with a real runner, which is lost and replaced
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-action.h"
#include "loom-banner.h"
#include "loom-form-preview.h"
#include "loom-pages.h"
#include "loom-runner-client.h"
#include "loom-text-row.h"
#include "loom-window.h"
#include "window-fixture.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SETTINGS "/* gridloom\n[launch]\nblock=32\ngrid=4\n[arg f]\nshape=128\nfill=zeros\n*/\n"

typedef struct
{
  LoomWindow  *window;
  LoomSession *session;
  GSettings   *settings;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();

  fixture->settings = loom_application_open_settings (NULL);
  fixture->window = loom_window_new ((gpointer) application, fixture->settings, client);
  fixture->session = loom_window_get_session (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_test_close_window (fixture->window);
  g_object_unref (fixture->settings);
}

static gboolean
has_fresh_run (gpointer session)
{
  return loom_session_get_run (session) != NULL && !loom_session_get_stale (session) &&
         loom_session_get_activity (session) == LOOM_ACTIVITY_IDLE;
}

static gboolean
is_running (gpointer session)
{
  return loom_session_get_activity (session) == LOOM_ACTIVITY_RUNNING;
}

static gboolean
is_idle (gpointer session)
{
  return loom_session_get_activity (session) == LOOM_ACTIVITY_IDLE;
}

static gboolean
is_lost (gpointer session)
{
  return loom_session_get_lost (session) != NULL && is_idle (session);
}

static gboolean
is_compiling (gpointer session)
{
  return loom_session_get_activity (session) == LOOM_ACTIVITY_COMPILING;
}

static gboolean
has_error (gpointer session)
{
  return loom_session_get_error (session) != NULL && is_idle (session);
}

static void
load (Fixture    *fixture,
      const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "kernels", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  loom_session_set_text (fixture->session, text, -1);
}

static void
assert_triangle (Fixture *fixture)
{
  LoomRun *run = loom_session_get_run (fixture->session);
  LoomArrayCounts counts;

  loom_run_array_count (g_ptr_array_index (run->arrays, run->main_array), &counts);
  g_assert_cmpuint (run->threads, ==, 256);
  g_assert_cmpuint (counts.written, ==, 136);
  g_assert_cmpint (run->idle_threads, ==, 120);
  g_assert_cmpint (counts.missed, ==, 0);
}

static void
test_triangle (Fixture       *fixture,
               gconstpointer  unused)
{
  load (fixture, "01-triangle.cu");
  loom_test_wait_until (has_fresh_run, fixture->session, "the first run");
  assert_triangle (fixture);
}

static GtkWidget *
open_form (Fixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  loom_action_activate (GTK_WIDGET (fixture->window), "win.new-from-form", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (LOOM_IS_FORM_WINDOW (window))
        return window;
    }
  g_assert_not_reached ();
}

static guint64
count_written (LoomSession *session)
{
  LoomRun *run = loom_session_get_run (session);
  LoomArrayCounts counts;

  loom_run_array_count (g_ptr_array_index (run->arrays, run->main_array), &counts);
  return counts.written;
}

static gboolean
has_no_message (gpointer message)
{
  return gtk_inscription_get_text (message) == NULL;
}

static gboolean
has_message (gpointer message)
{
  return gtk_inscription_get_text (message) != NULL;
}

/* Nothing of it is the document's. */
static void
test_form_shows_the_picture (Fixture       *fixture,
                             gconstpointer  unused)
{
  GtkWidget *form = open_form (fixture);
  LoomFormPreview *preview = LOOM_FORM_PREVIEW (loom_test_find (form, LOOM_TYPE_FORM_PREVIEW, NULL));
  LoomTextRow *body = LOOM_TEXT_ROW (loom_test_find (form, LOOM_TYPE_TEXT_ROW, "Body"));
  LoomSession *session = loom_form_preview_get_session (preview);
  gpointer message = gtk_widget_get_template_child (form, LOOM_TYPE_FORM_WINDOW, "message");
  LoomRun *first;

  loom_test_wait_until (has_fresh_run, session, "the picture of the form");
  g_assert_cmpuint (count_written (session), ==, 4096);
  first = loom_session_get_run (session);

  loom_text_row_set_text (body, "z = x * q");
  loom_test_wait_until (has_message, message, "the reason of the form");
  g_assert_true (loom_session_get_run (session) == first);

  loom_text_row_set_text (body, "if (x > 1)\n  z = nothing_of_that_name (y)");
  loom_test_wait_until (has_message, message, "the reason of the compiler");
  /* the line is marked where the source stands, and has no number there */
  g_assert_nonnull (strstr (gtk_inscription_get_text (message), "nothing_of_that_name"));
  g_assert_null (strstr (gtk_inscription_get_text (message), "Line"));
  g_assert_cmpuint (loom_form_preview_get_error_line (preview), >, 0);
  g_assert_true (loom_session_get_run (session) == first);

  loom_text_row_set_text (body, "if (x > 1)\n  z = y");
  loom_test_wait_until (has_no_message, message, "no reason");
  loom_test_wait_until (has_fresh_run, session, "the next picture");
  g_assert_cmpuint (count_written (session), <, 4096);
  g_assert_null (loom_session_get_run (fixture->session));
  gtk_window_destroy (GTK_WINDOW (form));
  loom_test_settle ();
}

/* Our own children: the runner, whose compiler is a child of its own. */
static pid_t
find_runner (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int) getpid ());
  g_autofree char *children = NULL;
  g_auto (GStrv) pids = NULL;

  if (!g_file_get_contents (path, &children, NULL, NULL))
    return 0;
  pids = g_strsplit (g_strstrip (children), " ", -1);
  for (guint i = 0; pids[i] != NULL; i++)
    {
      g_autofree char *command_path = g_strdup_printf ("/proc/%s/comm", pids[i]);
      g_autofree char *command = NULL;

      if (g_file_get_contents (command_path, &command, NULL, NULL) &&
          g_str_has_prefix (command, "gridloom-runner"))
        return (pid_t) g_ascii_strtoll (pids[i], NULL, 10);
    }
  return 0;
}

static void
test_killed_runner (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autofree char *text = NULL;
  LoomRun *last;
  pid_t runner;

  load (fixture, "01-triangle.cu");
  loom_test_wait_until (has_fresh_run, fixture->session, "the first run");
  last = loom_session_get_run (fixture->session);
  text = g_strdup (loom_session_get_text (fixture->session));
  runner = find_runner ();
  g_assert_cmpint (runner, >, 1);
  g_assert_cmpint (kill (runner, SIGKILL), ==, 0);
  loom_test_wait_until (is_lost, fixture->session, "the news that the runner is gone");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, text);
  g_assert_true (loom_session_get_run (fixture->session) == last);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  g_assert_null (loom_session_get_lost (fixture->session));
  loom_test_wait_until (is_idle, fixture->session, "the next run");
  g_assert_true (loom_session_get_run (fixture->session) != last);
  assert_triangle (fixture);
}

static void
test_endless (Fixture       *fixture,
              gconstpointer  unused)
{
  loom_session_set_text (fixture->session,
                         "extern \"C\" __global__ void wait (volatile float *f)\n"
                         "{ while (f[0] == 0) ; f[threadIdx.x] = 1; }\n" SETTINGS, -1);
  loom_test_wait_until (is_running, fixture->session, "the endless kernel to run");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.stop", NULL);
  loom_test_wait_until (is_idle, fixture->session, "the window to be idle");

  load (fixture, "01-triangle.cu");
  loom_test_wait_until (has_fresh_run, fixture->session, "a run after the endless one");
  assert_triangle (fixture);
}

static void
test_trap (Fixture       *fixture,
           gconstpointer  unused)
{
  load (fixture, "06-missing-guard.cu");
  loom_test_wait_until (has_fresh_run, fixture->session, "the trap");
  g_assert_nonnull (loom_session_get_run (fixture->session)->trap);
  g_assert_cmpint (loom_session_get_run (fixture->session)->trap->code, ==, LOOM_ERROR_OOB);
  g_assert_cmpuint (g_list_model_get_n_items (loom_session_get_problems (fixture->session)), >=, 1);
}

/* A variable of the document is looked at as an argument is. */
static void
test_symbol (Fixture       *fixture,
             gconstpointer  unused)
{
  static const LoomLens lenses[]
      = { LOOM_LENS_WRITES, LOOM_LENS_READS, LOOM_LENS_HIGHEST, LOOM_LENS_BLOCK, LOOM_LENS_EXPECTED };
  LoomArrayCounts counts;
  LoomRun *run;

  loom_session_set_text (fixture->session,
                         "__device__ int sums[8][16];\n__global__ void fill (float *f)\n"
                         "{ f[threadIdx.x] = 1; sums[2][threadIdx.x % 16]++; }\n"
                         "/* gridloom\n[launch]\nblock=32\n[arg f]\nshape=32\n"
                         "[symbol sums]\nfill=zeros\n[expect sums]\ndomain=y == 2\n"
                         "[view]\narray=sums\nlens=expected\n*/\n",
                         -1);
  loom_test_wait_until (has_fresh_run, fixture->session, "the run");
  run = loom_session_get_run (fixture->session);
  g_assert_cmpstr (((LoomRunArray *) g_ptr_array_index (run->arrays, 1))->name, ==, "sums");
  for (guint i = 0; i < G_N_ELEMENTS (lenses); i++)
    g_assert_cmpstr (loom_lens_get_obstacle (lenses[i], run, 1), ==, NULL);
  loom_run_array_count (g_ptr_array_index (run->arrays, 1), &counts);
  g_assert_cmpuint (counts.rewritten, ==, 16);
  g_assert_cmpint (counts.missed, ==, 0);
  g_assert_cmpint (counts.extra, ==, 0);
}

/* Macros that expand to nine of the one before, for hours. */
static char *
make_bomb (void)
{
  GString *text = g_string_new ("#define M0 x x x x x x x x x\n");

  for (guint i = 1; i < 10; i++)
    {
      g_string_append_printf (text, "#define M%u", i);
      for (guint j = 0; j < 9; j++)
        g_string_append_printf (text, " M%u", i - 1);
      g_string_append_c (text, '\n');
    }
  g_string_append (text, "__global__ void fill (float *f) { M9; f[threadIdx.x] = 1; }\n" SETTINGS);

  return g_string_free (text, FALSE);
}

/* It can be stopped, and ends by itself at the limit that the preferences say. */
static void
test_compiling_without_end (Fixture       *fixture,
                            gconstpointer  unused)
{
  g_autofree char *bomb = make_bomb ();
  LoomRun *run;

  load (fixture, "01-triangle.cu");
  loom_test_wait_until (has_fresh_run, fixture->session, "the first run");
  run = loom_session_get_run (fixture->session);

  loom_session_set_text (fixture->session, bomb, -1);
  loom_test_wait_until (is_compiling, fixture->session, "compiling");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.stop", NULL);
  loom_test_wait_until (is_idle, fixture->session, "compiling to be stopped");
  g_assert_true (loom_session_get_run (fixture->session) == run);
  g_assert_true (loom_session_get_stale (fixture->session));

  g_settings_set_uint (fixture->settings, "compile-seconds", 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_wait_until (has_error, fixture->session, "the limit");
  g_assert_error (loom_session_get_error (fixture->session), LOOM_ERROR, LOOM_ERROR_COMPILE);
  g_test_message ("%s", loom_session_get_error (fixture->session)->message);
  g_assert_nonnull (strstr (loom_session_get_error (fixture->session)->message,
                            "its limit of time, 1 s"));
  g_assert_true (loom_session_get_run (fixture->session) == run);
  g_assert_true (loom_session_get_stale (fixture->session));
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, bomb);

  load (fixture, "01-triangle.cu");
  loom_test_wait_until (has_fresh_run, fixture->session, "a run after it");
  assert_triangle (fixture);
  g_settings_reset (fixture->settings, "compile-seconds");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/end-to-end/" path, Fixture, application, set_up, function, tear_down)
  ADD ("triangle-covers-136-cells", test_triangle);
  ADD ("form-shows-the-picture", test_form_shows_the_picture);
  ADD ("killed-runner-is-told-and-replaced", test_killed_runner);
  ADD ("endless-kernel-stops-within-a-second", test_endless);
  ADD ("trap-is-a-problem", test_trap);
  ADD ("symbol-has-lenses", test_symbol);
  ADD ("compiling-without-end-is-ended", test_compiling_without_end);
#undef ADD
  return g_test_run ();
}
