/* test-window-chain.c: what a window does after a run that was asked for, and what it asks before
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n[after]\n"
#define IN_THE_WAY \
  "exists already and was not written by a run of this document: allow that it is replaced, move it away, or choose " \
  "another name | Show"
#define SAVED SOURCE "save f to f.npy\nsave f to g.npy\n*/\n"

typedef LoomTestWindow Fixture;

static gboolean
has_file (gpointer session)
{
  return loom_session_get_file (session) != NULL;
}

/* The first run is nobody's wish, and is followed by nothing. */
static void
open_document (Fixture    *fixture,
               const char *text)
{
  g_autofree char *path = loom_test_write (fixture->folder, "a.cu", text);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_window_open_file (fixture->window, file);
  loom_test_wait_until (has_file, fixture->session, "the document");
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_window_finish_run (fixture);
}

static void
run (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_window_finish_run (fixture);
}

/* The toast that is shown goes. */
static void
assert_toast (Fixture    *fixture,
              const char *expected)
{
  g_autofree char *action = NULL;
  g_autofree char *text = loom_test_take_toast (fixture->window, &action);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (action, ==, "win.show-page");
}

static gboolean
has_dialog (gpointer unused)
{
  return loom_test_find_question () != NULL;
}

static void
answer (const char *heading,
        const char *body,
        const char *response)
{
  AdwMessageDialog *dialog;

  loom_test_wait_until (has_dialog, NULL, "a question");
  dialog = ADW_MESSAGE_DIALOG (loom_test_find_question ());
  g_assert_cmpstr (adw_message_dialog_get_default_response (dialog), ==, "keep");
  g_assert_cmpstr (adw_message_dialog_get_close_response (dialog), ==, "keep");
  loom_test_answer (heading, body, response);
}

/* What a file begins with; NULL: it is not there. */
static void
assert_file (Fixture    *fixture,
             const char *name,
             const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  if (text != NULL && strlen (text) > 6)
    text[6] = '\0';
  g_assert_cmpstr (text, ==, expected);
}

/* -- Tests -- */

static void
test_files (Fixture       *fixture,
            gconstpointer  unused)
{
  g_autofree char *first = NULL, *second = NULL;

  open_document (fixture, SAVED);
  g_assert_false (loom_test_has_toast (fixture->window));
  assert_file (fixture, "f.npy", NULL);
  run (fixture);
  assert_toast (fixture, "2 files were written after the run | Show");
  assert_file (fixture, "f.npy", "\x93NUMPY");
  assert_file (fixture, "g.npy", "\x93NUMPY");

  /* its own files are written again without a question, those of others not */
  run (fixture);
  assert_toast (fixture, "2 files were written after the run | Show");
  first = loom_test_write (fixture->folder, "g.npy", "mine");
  run (fixture);
  answer ("Replace a File?",
          "The document writes this file after a run. It exists already and was not written by a run of this "
          "document:\n\ng.npy", "keep");
  assert_toast (fixture, "After the run, line 9 failed: “g.npy” " IN_THE_WAY);
  assert_file (fixture, "g.npy", "mine");
  second = loom_test_write (fixture->folder, "f.npy", "mine, too");
  run (fixture);
  answer ("Replace Files?",
          "The document writes these files after a run. They exist already and were not written by a run of this "
          "document:\n\nf.npy\ng.npy", "replace");
  assert_toast (fixture, "2 files were written after the run | Show");
  assert_file (fixture, "f.npy", "\x93NUMPY");
  assert_file (fixture, "g.npy", "\x93NUMPY");
}

static void
test_one (Fixture       *fixture,
          gconstpointer  unused)
{
  open_document (fixture, SOURCE "save f to f.npy\n*/\n");
  run (fixture);
  assert_toast (fixture, "1 file was written after the run | Show");
}

/* More names than a question has room for. */
static void
test_many (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (GString) text = g_string_new (SOURCE);

  for (guint i = 1; i <= 11; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.npy", i);
      g_autofree char *path = loom_test_write (fixture->folder, name, "mine");

      g_string_append_printf (text, "save f to %s\n", name);
    }
  g_string_append (text, "*/\n");
  open_document (fixture, text->str);
  run (fixture);
  answer ("Replace Files?",
          "The document writes these files after a run. They exist already and were not written by a run of this "
          "document:\n\n1.npy\n2.npy\n3.npy\n4.npy\n5.npy\n6.npy\n7.npy\n8.npy\n9.npy\n10.npy\n…", "keep");
  assert_toast (fixture, "After the run, line 8 failed: “1.npy” " IN_THE_WAY);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/window-chain/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("files-of-others-are-asked-about", test_files);
  ADD ("one-file-is-one", test_one);
  ADD ("a-question-has-room-for-ten-names", test_many);
#undef ADD
  return g_test_run ();
}
