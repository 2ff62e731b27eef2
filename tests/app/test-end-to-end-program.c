/* test-end-to-end-program.c: a document that runs as a program, with the real runner and compilers: what is asked and
 * told on the way, and the list of its launches
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-drawer-panes.h"
#include "loom-launch-rows.h"
#include "loom-runner-client.h"
#include "loom-window-private.h"
#include "window-fixture.h"

#include <string.h>

#define KERNELS \
  "__global__ void step (int *next, const int *now, int n)\n" \
  "{\n" \
  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" \
  "  if (i < n)\n" \
  "    next[i] = now[i] + i;\n" \
  "}\n"
#define PROGRAM \
  "#include <cstdio>\n" \
  "#include <cstdlib>\n" \
  KERNELS \
  "int main (int argc, char **argv)\n" \
  "{\n" \
  "  const int n = argc > 1 ? atoi (argv[1]) : 96;\n" \
  "  int *a, *b, last;\n" \
  "  cudaMalloc (&a, n * sizeof (int));\n" \
  "  cudaMalloc (&b, n * sizeof (int));\n" \
  "  cudaMemset (a, 0, n * sizeof (int));\n" \
  "  for (int round = 0; round < 3; round++)\n" \
  "    step<<<(n + 31) / 32, 32>>> (b, a, n);\n" \
  "  step<<<1, 64, 256>>> (a, b, 10);\n" \
  "  cudaMemcpy (&last, b + n - 1, sizeof last, cudaMemcpyDeviceToHost);\n" \
  "  printf (\"the last is %d\\n\", last);\n" \
  "}\n"
#define CONFINED \
  "Its host code is compiled by clang and runs on this computer. It may read the files in %s and those of the " \
  "system, and write only into a folder that is gone afterwards. It has no network and starts no other programs."

typedef struct
{
  GtkApplication *application;
  GSettings      *settings;
  LoomWindow     *window;
  LoomSession    *session;
  LoomRecorder   *recorder;
  char           *folder;
  char           *path;         /* of the program */
} Fixture;

static gboolean
is_idle (gpointer session)
{
  return loom_session_get_activity (session) == LOOM_ACTIVITY_IDLE;
}

static gboolean
has_fresh_run (gpointer session)
{
  return loom_session_get_run (session) != NULL && !loom_session_get_stale (session) && is_idle (session);
}

static gboolean
has_file (gpointer session)
{
  return loom_session_get_file (session) != NULL && has_fresh_run (session);
}

static void
open_window (Fixture *fixture)
{
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();

  fixture->settings = loom_application_open_settings (NULL);
  fixture->window = loom_window_new (fixture->application, fixture->settings, client);
  fixture->session = loom_window_get_session (fixture->window);
  fixture->recorder = loom_session_get_recorder (fixture->session);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1400, 880);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
close_window (Fixture *fixture)
{
  loom_test_close_window (fixture->window);
  g_settings_reset (fixture->settings, "trusted-programs");
  g_settings_reset (fixture->settings, "show-drawer");
  g_object_unref (fixture->settings);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  fixture->application = GTK_APPLICATION (g_object_ref ((gpointer) application));
  fixture->folder = loom_test_make_folder ();
  fixture->path = loom_test_write (fixture->folder, "p.cu", PROGRAM);
  open_window (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  close_window (fixture);
  g_object_unref (fixture->application);
  loom_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
open_program (Fixture *fixture)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);

  loom_window_open_file (fixture->window, file);
  loom_test_wait_until (has_file, fixture->session, "the program to be opened");
}

/* -- What is seen -- */

static void
add_texts (GtkWidget *widget,
           GString   *text)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " | " : "", gtk_label_get_text (GTK_LABEL (widget)));
  if (GTK_IS_IMAGE (widget) && gtk_widget_get_opacity (widget) > 0 &&
      g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (widget)), "object-select-symbolic") == 0)
    g_string_append (text, " *");
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_texts (child, text);
}

static GtkWidget *
find_row (Fixture *fixture)
{
  return loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCHES_ROW, NULL);
}

/* What the row of the launches says; "" where there is none. */
static void
assert_row (Fixture    *fixture,
            const char *expected)
{
  GtkWidget *row = find_row (fixture);
  g_autofree char *text = NULL;

  loom_test_settle ();
  text = gtk_widget_get_visible (row)
             ? g_strdup_printf ("%s: %s", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)),
                                adw_action_row_get_subtitle (ADW_ACTION_ROW (row)))
             : g_strdup ("");
  g_assert_cmpstr (text, ==, expected);
}

static GtkListBox *
open_list (Fixture *fixture)
{
  GtkWidget *button;

  loom_action_activate (GTK_WIDGET (fixture->window), "win.source-launches", NULL);
  loom_test_settle ();
  button = loom_test_find (find_row (fixture), GTK_TYPE_MENU_BUTTON, NULL);
  return GTK_LIST_BOX (loom_test_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))),
                                       GTK_TYPE_LIST_BOX, NULL));
}

static void
close_list (Fixture *fixture)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (loom_test_find (find_row (fixture), GTK_TYPE_MENU_BUTTON, NULL)));
  loom_test_settle ();
}

/* The list: headings, and rows with * where one is in use. */
static void
assert_list (Fixture    *fixture,
             const char *expected)
{
  GtkListBox *list = open_list (fixture);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    {
      g_autoptr (GString) words = g_string_new (NULL);

      if (gtk_list_box_row_get_header (row) != NULL)
        g_string_append_printf (text, "%s:\n",
                                gtk_label_get_label (GTK_LABEL (gtk_list_box_row_get_header (row))));
      add_texts (GTK_WIDGET (row), words);
      g_string_append_printf (text, "%s\n", words->str);
    }
  close_list (fixture);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
choose (Fixture *fixture,
        int      index)
{
  GtkListBox *list = open_list (fixture);

  g_signal_emit_by_name (gtk_list_box_get_row_at_index (list, index), "activate");
  loom_test_settle ();
}

static gpointer
get_part (Fixture    *fixture,
          const char *name)
{
  GtkWidget *pane = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_PROGRAM_PANE, NULL);

  return gtk_widget_get_template_child (pane, G_OBJECT_TYPE (pane), name);
}

/* The sentence of the page, the buttons that are there, and what was printed. */
static char *
dup_page (Fixture *fixture)
{
  static const char * const buttons[] = { "run_button", "stop_button", "steps_button", "keep_button" };
  g_autofree char *printed = NULL;
  GString *text = g_string_new (gtk_label_get_label (get_part (fixture, "sentence")));

  g_string_append (text, " [");
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (gtk_widget_get_visible (get_part (fixture, buttons[i])))
      g_string_append_printf (text, " %.*s", (int) strcspn (buttons[i], "_"), buttons[i]);
  g_object_get (gtk_text_view_get_buffer (get_part (fixture, "output")), "text", &printed, NULL);
  g_string_append_printf (text, " ] %s", printed);
  return g_string_free (text, FALSE);
}

static void
assert_page (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *text = dup_page (fixture);

  g_assert_cmpstr (text, ==, expected);
}

/* To close the question is to cancel. */
static void
answer (const char *heading,
        const char *body,
        const char *response)
{
  GtkWidget *question = loom_test_find_question ();

  g_assert_nonnull (question);
  g_assert_cmpstr (adw_message_dialog_get_close_response (ADW_MESSAGE_DIALOG (question)), ==,
                   "cancel");
  loom_test_answer (heading, body, response);
}

static gboolean
has_ended (gpointer recorder)
{
  return !loom_recorder_is_running (recorder);
}

static gboolean
has_run (gpointer recorder)
{
  return loom_recorder_get_run (recorder) != NULL && has_ended (recorder);
}

static gboolean
has_launched (gpointer recorder)
{
  return loom_recorder_get_launches (recorder) == 4;
}

static void
act (Fixture    *fixture,
     const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL));
  loom_test_settle ();
}

/* Runs a program that is trusted. */
static void
run (Fixture *fixture)
{
  act (fixture, "win.run-program");
  g_assert_null (loom_test_find_question ());
  loom_test_wait_until (has_ended, fixture->recorder, "the program to end");
}

/* The toast that is shown goes. */
static void
assert_toast (Fixture    *fixture,
              const char *expected)
{
  g_autofree char *text = loom_test_take_toast (fixture->window, NULL);

  g_assert_cmpstr (text, ==, expected);
}

/* What the text has after the program. */
static void
assert_settings (Fixture    *fixture,
                 const char *expected)
{
  const char *text = loom_session_get_text (fixture->session);

  g_assert_true (g_str_has_prefix (text, PROGRAM));
  g_assert_cmpstr (text + strlen (PROGRAM), ==, expected);
}

static gboolean
has_block_16 (gpointer session)
{
  return has_fresh_run (session) && loom_session_get_plan (session)->block.x == 16;
}

static gboolean
has_block_32 (gpointer session)
{
  return has_fresh_run (session) && loom_session_get_plan (session)->block.x == 32;
}

static gboolean
has_block_64 (gpointer session)
{
  return has_fresh_run (session) && loom_session_get_plan (session)->block.x == 64;
}

static gboolean
has_settings (gpointer session)
{
  return strstr (loom_session_get_text (session), "[launch]") != NULL && has_fresh_run (session);
}

static gboolean
has_steps (gpointer session)
{
  return strstr (loom_session_get_text (session), "[steps]") != NULL && has_fresh_run (session);
}

/* -- Tests -- */

static void
test_life (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autofree char *body = g_strdup_printf (CONFINED, fixture->folder);
  g_auto (GStrv) trusted = NULL;

  open_program (fixture);
  assert_row (fixture, "Launches in the source: 2 found in main()\n4 values are guesses; the program knows them");
  assert_list (fixture, "step | grid (n + 31) / 32, block 32 | main(), line 17\n"
               "step | grid 1, block 64, shared bytes 256 | main(), line 18 *\n");
  act (fixture, "win.run-program");
  answer ("Run “p.cu” as a Program?", body, "cancel");
  g_assert_false (loom_recorder_is_running (fixture->recorder));
  act (fixture, "win.run-program");
  answer ("Run “p.cu” as a Program?", body, "run");
  g_assert_true (loom_recorder_is_running (fixture->recorder));
  trusted = g_settings_get_strv (fixture->settings, "trusted-programs");
  g_assert_cmpuint (g_strv_length (trusted), ==, 1);
  g_assert_cmpstr (trusted[0], ==, fixture->path);
  loom_test_wait_until (has_ended, fixture->recorder, "the program to end");
  assert_page (fixture, "4 launches · ended [ run steps keep ] the last is 95\n");
  assert_row (fixture, "Launches of the program: 4 recorded when the program ran");
  assert_list (fixture, "As the program launched them:\nOne After the Other | 4 launches | steps, with a picture of "
               "each\nstep | grid 3, block 32 | p.cu:17, 3 launches from 1 to 3\n"
               "step | grid 1, block 64, shared bytes 256 | p.cu:18, launch 4\nAs the source reads:\n"
               "step | grid (n + 31) / 32, block 32 | main(), line 17\n"
               "step | grid 1, block 64, shared bytes 256 | main(), line 18 *\n");

  /* one launch of it, then all of them */
  choose (fixture, 2);
  loom_test_wait_until (has_settings, fixture->session, "the settings of a launch");
  assert_settings (fixture, "\n/* gridloom\n[launch]\nkernel=step\nblock=64\ngrid=1\nshared=256\n\n[arg n]\n"
                   "value=10\n\n[arg next]\nshape=96\nfill=file:p-arrays/next-a1a4f5721c1c.npy\n\n[arg now]\n"
                   "shape=96\nfill=file:p-arrays/now-95350b3ff196.npy\n*/\n");
  act (fixture, "win.undo");
  assert_settings (fixture, "");
  choose (fixture, 0);
  loom_test_wait_until (has_steps, fixture->session, "the steps");
  assert_settings (fixture, "\n/* gridloom\n[launch]\nrange=unknown\nmanual-grid=true\n\n[steps]\nrepeat 3\n"
                   "  launch step grid=3 block=32 n=96\nend\nlaunch step grid=1 block=64 shared=256 next=now "
                   "now=next n=10\n\n[arg now]\nshape=96\nfill=file:p-arrays/now-a1a4f5721c1c.npy\n\n[arg next]\nshape=96\n"
                   "fill=file:p-arrays/next-a1a4f5721c1c.npy\n*/\n");
  assert_row (fixture, "Launches of the program: 4 recorded when the program ran");
  act (fixture, "win.undo");
  act (fixture, "win.keep-recording");
  assert_toast (fixture, "Kept in p-recording, beside the document");
  close_window (fixture);
  open_window (fixture);
  open_program (fixture);
  loom_test_wait_until (has_run, fixture->recorder, "the recording that was kept");
  assert_page (fixture, "4 launches · kept beside the document when the program ran [ run steps ] ");
  assert_row (fixture, "Launches of the program: 4 recorded when the program ran");
}

/* A program for which the user has said so. */
static void
trust (Fixture *fixture)
{
  const char * const trusted[] = { fixture->path, NULL };

  g_settings_set_strv (fixture->settings, "trusted-programs", trusted);
}

/* The program with something else in place of a part of it. */
static void
change (Fixture    *fixture,
        const char *part,
        const char *other)
{
  g_autoptr (GString) text = g_string_new (PROGRAM);

  g_assert_cmpuint (g_string_replace (text, part, other, 1), ==, 1);
  loom_session_change_text (fixture->session, text->str);
}

static gboolean
has_printed (gpointer fixture)
{
  g_autofree char *text = dup_page (fixture);

  return strcmp (text, "Running; 4 launches so far [ stop ] so far\n") == 0;
}

/* How a program ends: stopped, with a status, by a signal, or never begun. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  unused)
{
  trust (fixture);
  open_program (fixture);
  change (fixture, "printf", "printf (\"so far\\n\"); fflush (stdout); while (argc) {} printf");
  act (fixture, "win.run-program");
  loom_test_wait_until (has_printed, fixture, "what it prints");
  act (fixture, "win.stop");
  loom_test_wait_until (has_ended, fixture->recorder, "the program to end");
  assert_page (fixture, "4 launches · stopped [ run steps keep ] so far\n");

  /* an argument is a setting, and the program is run with it */
  change (fixture, "printf", "return last % 7; printf");
  gtk_editable_set_text (get_part (fixture, "arguments"), " 40 ");
  g_signal_emit_by_name (get_part (fixture, "arguments"), "activate");
  loom_test_wait_until (has_run, fixture->recorder, "the program to end");
  assert_page (fixture, "4 launches · ended with status 4 [ run steps keep ] ");
  g_assert_cmpstr (loom_document_get_value (loom_session_get_document (fixture->session), "program", "arguments"), ==,
                   "40");

  change (fixture, "int *a, *b, last;", "int *a, *b;");
  run (fixture);
  assert_row (fixture, "Launches in the source: 2 found in main()\n4 values are guesses; the program knows them");
  g_assert_cmpstr (gtk_label_get_label (get_part (fixture, "sentence")), ==, "The host code does not compile:");
  g_assert_null (loom_recorder_get_run (fixture->recorder));
  g_assert_nonnull (strstr (loom_recorder_get_error (fixture->recorder)->message,
                            "use of undeclared identifier 'last'"));
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* A window that is closed takes its program along, and leaves nothing. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  unused)
{
  gpointer recorder = fixture->recorder;

  trust (fixture);
  open_program (fixture);
  change (fixture, "printf", "while (argc) {} printf");
  act (fixture, "win.run-program");
  loom_test_wait_until (has_launched, fixture->recorder, "the launches");
  g_object_add_weak_pointer (recorder, &recorder);
  close_window (fixture);
  loom_test_wait_until (is_gone, &recorder, "the end of the program");
  open_window (fixture);
}

/* What is in no file has no folder for the arrays of a launch. */
static void
test_elsewhere (Fixture       *fixture,
                gconstpointer  unused)
{
  loom_session_set_text (fixture->session, PROGRAM, -1);
  loom_test_wait_until (has_fresh_run, fixture->session, "the program");
  act (fixture, "win.run-program");
  answer ("Run “Untitled” as a Program?",
          "Its host code is compiled by clang and runs on this computer. It may read the files of the system, and "
    "write "
          "only into a folder that is gone afterwards. It has no network and starts no other programs.", "run");
  loom_test_wait_until (has_run, fixture->recorder, "the program to end");
  assert_page (fixture, "4 launches · ended [ run steps ] the last is 95\n");
  loom_action_activate (GTK_WIDGET (fixture->window), "win.use-recorded", "t", (guint64) 4);
  assert_toast (fixture, "What the arrays of a launch held is kept in files beside the document: save it first | "
                "Save");
  assert_settings (fixture, "");
  loom_action_activate (GTK_WIDGET (fixture->window), "win.use-recorded", "t", (guint64) 5);
  assert_settings (fixture, "");
  g_assert_false (loom_test_has_toast (fixture->window));
}

static gboolean
has_one_launch (gpointer session)
{
  return loom_session_get_compiled (session)->launches->len == 1 && has_fresh_run (session);
}

static gboolean
has_no_launch (gpointer session)
{
  return loom_session_get_compiled (session)->launches->len == 0;
}

/* The launches of the source: which of them the settings are. */
static void
test_in_use (Fixture       *fixture,
             gconstpointer  unused)
{
  open_program (fixture);
  choose (fixture, 0);
  loom_test_wait_until (has_block_32, fixture->session, "the settings of a launch");
  assert_settings (fixture, "\n/* gridloom\n[launch]\nkernel=step\nblock=32\n*/\n");
  assert_toast (fixture, "Line 17 does not tell the numbers of all; these keep their defaults: grid = (n + 31) / 32, "
                "n");
  assert_list (fixture, "step | grid (n + 31) / 32, block 32 | main(), line 17 *\n"
               "step | grid 1, block 64, shared bytes 256 | main(), line 18\n");
  assert_row (fixture, "Launches in the source: 2 found in main()\n4 values are guesses; the program knows them");
  loom_session_edit (fixture->session, "launch", "block", "16", NULL);
  loom_test_wait_until (has_block_16, fixture->session, "another block");
  assert_list (fixture, "step | grid (n + 31) / 32, block 32 | main(), line 17 | In use, with changed settings\n"
               "step | grid 1, block 64, shared bytes 256 | main(), line 18\n");
  choose (fixture, 1);
  loom_test_wait_until (has_block_64, fixture->session, "the other launch");
  assert_settings (fixture, "\n/* gridloom\n[launch]\nkernel=step\nblock=64\ngrid=1\nshared=256\n[arg n]\n"
                   "value=10\n*/\n");
  assert_list (fixture, "step | grid (n + 31) / 32, block 32 | main(), line 17\n"
               "step | grid 1, block 64, shared bytes 256 | main(), line 18 *\n");
  loom_session_change_text (fixture->session, "// A line above moves all others.\n" PROGRAM
                            "/* gridloom\n[launch]\nkernel=step\nblock=16\ngrid=1\nshared=256\n*/\n");
  loom_test_wait_until (has_block_16, fixture->session, "a line more");
  assert_list (fixture, "step | grid (n + 31) / 32, block 32 | main(), line 18\n"
               "step | grid 1, block 64, shared bytes 256 | main(), line 19 | In use, with changed settings\n");
  loom_session_change_text (fixture->session, KERNELS "int main () { step<<<1, 1>>> (0, 0, 0); }\n");
  loom_test_wait_until (has_one_launch, fixture->session, "one launch");
  assert_row (fixture, "Launches in the source: 1 found in main()\n4 values are guesses; the program knows them");
  loom_session_change_text (fixture->session, KERNELS);
  loom_test_wait_until (has_no_launch, fixture->session, "no launch");
  assert_row (fixture, "");
  act (fixture, "win.source-launches");
  assert_toast (fixture, "No launch was found in the source");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = NULL;

#ifdef __SANITIZE_ADDRESS__
  /* AddressSanitizer has to come first in a program, and here it would come with the CUDA runtime. */
  g_print ("1..0 # SKIP no program of somebody else starts with a CUDA runtime that has AddressSanitizer\n");
  return 0;
#endif
  application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/end-to-end-program/" path, Fixture, application, set_up, function, tear_down)
  ADD ("it-is-asked-about-recorded-and-taken-as-settings", test_life);
  ADD ("however-it-ends-that-is-told", test_ends);
  ADD ("it-ends-with-its-window", test_closed);
  ADD ("document-without-a-file-is-to-be-saved-first", test_elsewhere);
  ADD ("launches-of-the-source-are-in-use-or-changed", test_in_use);
#undef ADD
  return g_test_run ();
}
