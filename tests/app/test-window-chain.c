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

typedef struct
{
  GtkApplication   *application;
  GSettings        *settings;
  LoomRunnerClient *fake;
  LoomWindow       *window;
  LoomSession      *session;
  char             *folder;
} Fixture;

static gboolean
has_file (gpointer session)
{
  return loom_session_get_file (session) != NULL;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  fixture->application = GTK_APPLICATION (g_object_ref ((gpointer) application));
  fixture->window = loom_test_open_window (fixture->application, &fixture->settings, &fixture->fake);
  fixture->session = loom_window_get_session (fixture->window);
  fixture->folder = loom_test_make_folder ();
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_test_close_window (fixture->window);
  g_assert_finalize_object (fixture->fake);
  g_object_unref (fixture->settings);
  g_object_unref (fixture->application);
  loom_test_remove (fixture->folder);
  g_free (fixture->folder);
}

static void
finish_run (Fixture *fixture)
{
  g_autoptr (LoomRun) answer = NULL;

  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  loom_mocked_runner_answer_run (fixture->fake, answer);
  loom_test_settle ();
}

/* The first run is nobody's wish, and is followed by nothing. */
static void
open_document (Fixture    *fixture,
               const char *text)
{
  g_autofree char *path = loom_test_write (fixture->folder, "a.cu", text);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_window_open_file (fixture->window, file);
  loom_test_wait_until (has_file, fixture->session, "the document");
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  finish_run (fixture);
}

static void
run (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  finish_run (fixture);
}

static GtkWidget *
find_toast (GtkWidget *widget)
{
  GtkWidget *found = g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwToastWidget") ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_toast (child);
  return found;
}

static gboolean
has_toast (gpointer window)
{
  return find_toast (window) != NULL;
}

static void
add_texts (GtkWidget *widget,
           GString   *text)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s%s", text->len > 0 ? " | " : "", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_texts (child, text);
}

/* The toast that is shown goes. */
static void
assert_toast (Fixture    *fixture,
              const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (AdwToast) toast = NULL;
  GtkWidget *widget;

  loom_test_wait_until (has_toast, fixture->window, "a toast");
  widget = find_toast (GTK_WIDGET (fixture->window));
  add_texts (widget, text);
  g_assert_cmpstr (text->str, ==, expected);
  g_object_get (widget, "toast", &toast, NULL);
  g_assert_cmpstr (adw_toast_get_action_name (toast), ==, "win.show-page");
  adw_toast_dismiss (toast);
  loom_test_settle ();
}

static AdwMessageDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (window))
        return ADW_MESSAGE_DIALOG (window);
    }
  return NULL;
}

static gboolean
has_dialog (gpointer unused)
{
  return find_dialog () != NULL;
}

static void
answer (const char *heading,
        const char *body,
        const char *response)
{
  AdwMessageDialog *dialog;

  loom_test_wait_until (has_dialog, NULL, "a question");
  dialog = find_dialog ();
  g_assert_cmpstr (adw_message_dialog_get_heading (dialog), ==, heading);
  g_assert_cmpstr (adw_message_dialog_get_body (dialog), ==, body);
  g_assert_cmpstr (adw_message_dialog_get_default_response (dialog), ==, "keep");
  g_assert_cmpstr (adw_message_dialog_get_close_response (dialog), ==, "keep");
  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  loom_test_settle ();
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
  g_assert_false (has_toast (fixture->window));
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
  g_test_add ("/app/window-chain/" path, Fixture, application, set_up, function, tear_down)
  ADD ("files-of-others-are-asked-about", test_files);
  ADD ("one-file-is-one", test_one);
  ADD ("a-question-has-room-for-ten-names", test_many);
#undef ADD
  return g_test_run ();
}
