/* test-window-status.c: what a window says of how things stand: toasts, the status bar, pages
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-banner.h"
#include "loom-drawer.h"
#include "loom-editor-pane.h"
#include "loom-error.h"
#include "loom-stage.h"
#include "loom-status-bar.h"
#include "loom-status.h"
#include "loom-window-private.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=100,100\n*/\n"

typedef LoomTestWindow Fixture;

/* The first widget whose type has a name, which may be one that no header tells of. */
static GtkWidget *
find (GtkWidget  *widget,
      const char *type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_str_equal (G_OBJECT_TYPE_NAME (child), type) ? child : NULL;

      if (found == NULL)
        found = find (child, type);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_button (GtkWidget  *widget,
             const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static GtkWidget *
find_status (Fixture *fixture)
{
  return find (GTK_WIDGET (fixture->window), "LoomStatusBar");
}

static void
set_room (Fixture    *fixture,
          const char *room,
          gboolean    shown)
{
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), room,
                                      g_variant_new_boolean (shown));
}

static void
fail_to_compile (Fixture *fixture)
{
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();

  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_WARNING, 1, 1, "unused variable"));
  g_ptr_array_add (compiled->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, 3, 2, "expected a \";\""));
  loom_session_set_text (fixture->session, "int x;\n\nint y\n", -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
}

static void
finish_run (Fixture    *fixture,
            const char *output)
{
  g_autoptr (LoomRun) answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));

  answer->output = g_strdup (output);
  loom_mocked_runner_answer_run (fixture->fake, answer);
  loom_test_settle ();
}

static void
first_run (Fixture    *fixture,
           const char *output)
{
  loom_test_window_compile (fixture, SOURCE SETTINGS);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  finish_run (fixture, output);
}

static void
dismissed_cb (AdwToast *toast,
              gpointer  data)
{
  *(gboolean *) data = TRUE;
}

static void
test_newest_toast_first (Fixture       *fixture,
                         gconstpointer  unused)
{
  AdwToast *older = adw_toast_new ("first");
  gboolean gone = FALSE;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_signal_connect (older, "dismissed", G_CALLBACK (dismissed_cb), &gone);
  loom_window_add_toast (fixture->window, older);
  g_assert_true (loom_test_says (GTK_WIDGET (fixture->window), "first"));
  loom_window_add_toast (fixture->window, adw_toast_new ("a & b < c"));
  g_assert_true (gone);
  g_assert_true (loom_test_says (GTK_WIDGET (fixture->window), "a & b < c"));
}

static void
test_error_toast_ends (Fixture       *fixture,
                       gconstpointer  unused)
{
  g_autoptr (GFile) missing = g_file_new_for_path ("/nowhere/missing.cu");
  g_autoptr (AdwToast) toast = NULL;

  loom_window_open_file (fixture->window, missing);
  loom_test_wait_until (loom_test_has_toast, fixture->window, "what went wrong");
  g_object_get (find (GTK_WIDGET (fixture->window), "AdwToastWidget"), "toast", &toast, NULL);
  g_assert_cmpuint (adw_toast_get_timeout (toast), >=, 5);
  g_assert_cmpuint (adw_toast_get_timeout (toast), <=, 15);
}

static void
test_error_toast_is_a_sentence (Fixture       *fixture,
                                gconstpointer  unused)
{
  g_autoptr (GError) error
      = g_error_new_literal (LOOM_ERROR, LOOM_ERROR_DOCUMENT, "the kernel is not in this file");
  g_autoptr (AdwToast) toast = NULL;

  _loom_window_show_error (fixture->window, error);
  loom_test_wait_until (loom_test_has_toast, fixture->window, "what went wrong");
  g_object_get (find (GTK_WIDGET (fixture->window), "AdwToastWidget"), "toast", &toast, NULL);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (adw_toast_get_custom_title (toast))), ==,
                   "The kernel is not in this file");
}

static void
test_hidden_drawer_leaves_the_error (Fixture       *fixture,
                                     gconstpointer  unused)
{
  GtkWidget *bar = find_status (fixture);

  set_room (fixture, "show-drawer", TRUE);
  g_assert_false (gtk_widget_get_visible (bar));
  set_room (fixture, "show-drawer", FALSE);
  set_room (fixture, "show-editor", FALSE);
  g_assert_true (gtk_widget_get_visible (bar));
  fail_to_compile (fixture);
  g_assert_true (loom_test_says (bar, "Line 3: Expected a \";\""));
  g_assert_true (loom_test_says (bar, "Problems 2"));
  g_assert_false (loom_test_says (bar, "Output"));
  /* and in the place of the picture */
  g_assert_true (loom_test_says (find (GTK_WIDGET (fixture->window), "LoomStage"),
                                 "Line 3: Expected a \";\""));
}

/* What is said of a setting names its line itself. */
static void
test_line_is_said_once (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  g_autofree char *sentence = NULL;
  LoomSeverity severity;

  loom_session_set_text (fixture->session, SOURCE "/* gridloom\n[steps]\nlaunch none\n*/\n", -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
  sentence = loom_status_dup_sentence (fixture->session, LOOM_SEVERITY_ERROR, &severity);
  g_assert_nonnull (sentence);
  g_assert_true (g_str_has_prefix (sentence, "The step “launch none” in line 4: "));
}

static void
test_open_drawer_tells_the_error (Fixture       *fixture,
                                  gconstpointer  unused)
{
  GtkWidget *drawer = find (GTK_WIDGET (fixture->window), "LoomDrawer");

  set_room (fixture, "show-drawer", TRUE);
  first_run (fixture, NULL);
  loom_drawer_show_page (LOOM_DRAWER (drawer), "timings");
  fail_to_compile (fixture);
  g_assert_true (loom_test_says (drawer, "Line 3: Expected a \";\""));
}

static const char *
get_page (Fixture *fixture)
{
  GtkWidget *drawer = find (GTK_WIDGET (fixture->window), "LoomDrawer");

  if (!gtk_widget_get_visible (drawer))
    return NULL;
  return gtk_stack_get_visible_child_name (GTK_STACK (loom_test_get_part (drawer, "stack")));
}

static void
test_drawer_opens_for_a_fault (Fixture       *fixture,
                               gconstpointer  unused)
{
  g_autoptr (LoomRun) trapped = NULL;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 900);
  gtk_window_present (GTK_WINDOW (fixture->window));
  first_run (fixture, NULL);
  g_assert_null (get_page (fixture));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  trapped = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  trapped->trap = loom_finding_new (LOOM_ERROR_OOB, "too far");
  loom_mocked_runner_answer_run (fixture->fake, trapped);
  loom_test_settle ();
  g_assert_cmpstr (get_page (fixture), ==, "problems");
}

/* Where there is no room for the drawer, or a person has shut it, its page waits. */
static void
test_shut_drawer_turns_to_a_fault (Fixture       *fixture,
                                   gconstpointer  unused)
{
  GtkWidget *drawer = find (GTK_WIDGET (fixture->window), "LoomDrawer");
  g_autoptr (LoomRun) trapped = NULL;

  set_room (fixture, "show-drawer", TRUE);
  set_room (fixture, "show-drawer", FALSE);
  first_run (fixture, NULL);
  loom_drawer_show_page (LOOM_DRAWER (drawer), "timings");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  trapped = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  trapped->trap = loom_finding_new (LOOM_ERROR_OOB, "too far");
  loom_mocked_runner_answer_run (fixture->fake, trapped);
  loom_test_settle ();
  g_assert_null (get_page (fixture));
  set_room (fixture, "show-drawer", TRUE);
  g_assert_cmpstr (get_page (fixture), ==, "problems");
}

static void
test_drawer_opens_for_output (Fixture       *fixture,
                              gconstpointer  unused)
{
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 900);
  gtk_window_present (GTK_WINDOW (fixture->window));
  first_run (fixture, "hello\n");
  g_assert_cmpstr (get_page (fixture), ==, "output");
}

static void
test_status_opens_pages (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *bar = find_status (fixture);
  GtkWidget *drawer = find (GTK_WIDGET (fixture->window), "LoomDrawer");

  set_room (fixture, "show-drawer", TRUE);
  set_room (fixture, "show-drawer", FALSE);
  first_run (fixture, "hello\n");
  g_assert_true (loom_test_says (bar, "Output"));
  loom_drawer_show_page (LOOM_DRAWER (drawer), "timings");
  g_signal_emit_by_name (find_button (bar, "Output"), "clicked");
  g_assert_true (gtk_widget_get_visible (drawer));
  g_assert_false (gtk_widget_get_visible (bar));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (loom_test_get_part (drawer, "stack"))), ==,
                   "output");
}

static void
test_line_opens_the_editor (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *editor = find (GTK_WIDGET (fixture->window), "LoomEditorPane");

  gtk_window_present (GTK_WINDOW (fixture->window));
  fail_to_compile (fixture);
  set_room (fixture, "show-editor", FALSE);
  g_assert_false (gtk_widget_get_visible (editor));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.next-problem", NULL);
  g_assert_true (gtk_widget_get_visible (editor));
  g_assert_nonnull (gtk_window_get_focus (GTK_WINDOW (fixture->window)));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                         editor));
}

static void
frame_cb (GdkFrameClock *clock,
          guint         *n_frames)
{
  ++*n_frames;
}

#define QUIET_MS 300

typedef struct
{
  guint  n_frames;
  guint  n_seen;
  gint64 quiet_since;
} Frames;

/* How long a quiet time lasts is told by frames that do not come, so a busy machine does not fail. */
static gboolean
is_quiet (gpointer data)
{
  Frames *frames = data;

  if (frames->n_frames != frames->n_seen)
    {
      frames->n_seen = frames->n_frames;
      frames->quiet_since = g_get_monotonic_time ();
    }
  return g_get_monotonic_time () - frames->quiet_since > QUIET_MS * 1000;
}

static gboolean
shows_progress (gpointer window)
{
  return gtk_widget_get_mapped (find (window, "GtkProgressBar"));
}

static void
test_rests (Fixture       *fixture,
            gconstpointer  unused)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (fixture->window));
  Frames frames = { .quiet_since = g_get_monotonic_time () };

  g_object_set (settings, "gtk-cursor-blink", FALSE, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window)), "update",
                    G_CALLBACK (frame_cb), &frames.n_frames);
  first_run (fixture, NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  loom_test_wait_until (shows_progress, fixture->window, "a run that takes its time");
  finish_run (fixture, NULL);
  g_assert_cmpuint (frames.n_frames, >, 0);
  frames.quiet_since = g_get_monotonic_time ();
  loom_test_wait_until (is_quiet, &frames, "a window that asks for no frame");
  gtk_settings_reset_property (settings, "gtk-cursor-blink");
}

/* A document in a folder whose parent it wants to read. */
static void
show_header_outside (Fixture    *fixture,
                     const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LoomCompiled) compiled = loom_compiled_new ();
  LoomDiagnostic *note = loom_diagnostic_new (LOOM_SEVERITY_NOTE, 1, 0, "refused");

  note->fix = LOOM_FIX_ALLOW_FOLDER;
  note->replacement = g_strdup ("/tree");
  g_ptr_array_add (compiled->diagnostics, note);
  loom_session_set_file (fixture->session, file);
  loom_session_set_compiled (fixture->session, compiled);
}

static gboolean
has_banner (GtkWidget  *widget,
            const char *words)
{
  const char *title = LOOM_IS_BANNER (widget) ? loom_banner_get_title (LOOM_BANNER (widget)) : NULL;

  if (title != NULL && strstr (title, words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_banner (child, words))
      return TRUE;

  return FALSE;
}

static gboolean
asks (Fixture *fixture)
{
  return has_banner (GTK_WIDGET (fixture->window), "/tree");
}

static void
test_folder_is_asked_for_once (Fixture       *fixture,
                               gconstpointer  unused)
{
  gtk_window_present (GTK_WINDOW (fixture->window));
  show_header_outside (fixture, "/tree/app/main.cu");
  loom_test_settle ();
  g_assert_true (asks (fixture));
  g_assert_null (loom_session_get_root (fixture->session));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.decline-folder", NULL);
  loom_test_settle ();
  g_assert_false (asks (fixture));
  show_header_outside (fixture, "/tree/app/other.cu");
  loom_test_settle ();
  g_assert_false (asks (fixture));
  g_settings_reset (fixture->settings, "declined-folders");
}

static void
test_allowed_folder_is_remembered (Fixture       *fixture,
                                   gconstpointer  unused)
{
  g_autoptr (GFile) beneath = g_file_new_for_path ("/tree/deep/down/x.cu");
  g_autoptr (GFile) beside = g_file_new_for_path ("/trees/x.cu");

  show_header_outside (fixture, "/tree/app/main.cu");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.allow-folder", NULL);
  loom_test_settle ();
  g_assert_cmpstr (loom_session_get_root (fixture->session), ==, "/tree");
  loom_session_set_file (fixture->session, beside);
  g_assert_null (loom_session_get_root (fixture->session));
  loom_session_set_file (fixture->session, beneath);
  g_assert_cmpstr (loom_session_get_root (fixture->session), ==, "/tree");
  g_settings_reset (fixture->settings, "allowed-folders");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function)                                                                        \
  g_test_add ("/app/window-status/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("newest-toast-comes-first", test_newest_toast_first);
  ADD ("toast-of-an-error-ends", test_error_toast_ends);
  ADD ("toast-of-an-error-is-a-sentence", test_error_toast_is_a_sentence);
  ADD ("hidden-drawer-leaves-the-error", test_hidden_drawer_leaves_the_error);
  ADD ("open-drawer-tells-the-error", test_open_drawer_tells_the_error);
  ADD ("line-of-a-problem-is-said-once", test_line_is_said_once);
  ADD ("drawer-opens-for-a-fault", test_drawer_opens_for_a_fault);
  ADD ("shut-drawer-turns-to-a-fault", test_shut_drawer_turns_to_a_fault);
  ADD ("drawer-opens-for-output", test_drawer_opens_for_output);
  ADD ("status-opens-its-pages", test_status_opens_pages);
  ADD ("line-that-is-shown-opens-the-editor", test_line_opens_the_editor);
  ADD ("folder-is-asked-for-once", test_folder_is_asked_for_once);
  ADD ("allowed-folder-is-remembered", test_allowed_folder_is_remembered);
  ADD ("window-at-rest-asks-for-no-frames", test_rests);
#undef ADD
  return g_test_run ();
}
