/* test-window-devices.c: what the window does with devices, faults and runs that are done
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-banner.h"
#include "loom-copies-view.h"
#include "loom-drawer.h"
#include "loom-pages.h"
#include "loom-window.h"
#include "window-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n*/\n"

#define SIMULATOR "{'id': <'sim'>, 'name': <'Simulator'>, 'available': <true>}"
#define GPU(n) "{'id': <'cuda:" n "'>, 'name': <'GPU " n "'>, 'available': <true>}"
#define NO_GPU "{'id': <'cuda:0'>, 'name': <'GPU'>, 'available': <false>, 'why': <'no driver'>}"

typedef LoomTestWindow Fixture;

/* The runner has told of its devices before a test tells of others. */
static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  loom_test_window_set_up (fixture, application);
  loom_test_settle ();
}

static void
find_devices (Fixture    *fixture,
              const char *list)
{
  g_autofree char *text = g_strdup_printf ("([%s], @aa{sv} [])", list);

  g_object_set (loom_session_get_run_settings (fixture->session), "backends",
                g_variant_new_parsed (text), NULL);
  loom_test_settle ();
}

static void
activate (Fixture    *fixture,
          const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL);
}

/* The banner that is shown and says something like this. */
static GtkWidget *
find_banner (GtkWidget  *widget,
             const char *words)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *title = NULL;
      GtkWidget *found;

      if (LOOM_IS_BANNER (child))
        title = loom_banner_get_title (LOOM_BANNER (child));
      if (title != NULL && strstr (title, words) != NULL)
        return child;
      found = find_banner (child, words);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A button or a label, in a toast for one, that says this. */
static GtkWidget *
find_words (GtkWidget  *widget,
            const char *words)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (GTK_IS_LABEL (child) && strstr (gtk_label_get_text (GTK_LABEL (child)), words) != NULL)
        return child;
      found = find_words (child, words);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
check_button (GtkWidget  *widget,
              const char *label,
              const char *action)
{
  GtkWidget *words = find_words (widget, label);
  GtkWidget *button;

  g_assert_nonnull (words);
  button = gtk_widget_get_ancestor (words, GTK_TYPE_BUTTON);
  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, action);
}

typedef struct
{
  Fixture    *fixture;
  const char *words;
} Said;

static gboolean
is_said (gpointer data)
{
  const Said *said = data;

  return find_words (GTK_WIDGET (said->fixture->window), said->words) != NULL;
}

static void
wait_for_words (Fixture    *fixture,
                const char *words)
{
  Said said = { fixture, words };

  loom_test_wait_until (is_said, &said, words);
}

/* Answers the run in flight, which must be on this device. */
static void
answer (Fixture    *fixture,
        const char *backend,
        gboolean    faults)
{
  g_autoptr (LoomRun) run = NULL;

  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  g_assert_cmpstr (loom_mocked_runner_get_backend (fixture->fake), ==, backend);
  run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  g_assert_true (loom_backend_id_parse (backend, &run->backend, NULL));
  if (faults)
    run->trap = loom_finding_new (LOOM_ERROR_OOB, "%s", "A thread writes behind f");
  loom_mocked_runner_answer_run (fixture->fake, run);
}

/* Asks for a run of the document on a device. */
static void
ask (Fixture    *fixture,
     const char *backend)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
  g_object_set (loom_session_get_run_settings (fixture->session), "backend", backend, NULL);
  loom_session_set_text (fixture->session, SOURCE, -1);
  activate (fixture, "win.run");
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
}

static void
choose_completion (Fixture    *fixture,
                   const char *what)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "on-completion",
                                  g_variant_new_string (what));
}

static void
test_fault_offers_the_simulator (Fixture       *fixture,
                                 gconstpointer  unused)
{
  GtkWidget *banner;

  find_devices (fixture, SIMULATOR "," GPU ("0"));
  ask (fixture, "cuda:0");
  answer (fixture, "cuda:0", TRUE);
  banner = find_banner (GTK_WIDGET (fixture->window), "A thread writes behind f");
  g_assert_nonnull (banner);
  check_button (banner, "Run on Simulator", "win.simulate");

  activate (fixture, "win.simulate");
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "sim");
  answer (fixture, "sim", TRUE);
  banner = find_banner (GTK_WIDGET (fixture->window), "after a fault on GPU 0");
  g_assert_nonnull (banner);
  check_button (banner, "Back on the GPU", "win.back-on-gpu");

  activate (fixture, "win.back-on-gpu");
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "cuda:0");
  g_assert_null (find_banner (GTK_WIDGET (fixture->window), "after a fault"));
}

static void
test_fault_runs_on_the_simulator (Fixture       *fixture,
                                  gconstpointer  unused)
{
  g_settings_set_boolean (fixture->settings, "simulate-faults", TRUE);
  find_devices (fixture, SIMULATOR "," GPU ("0"));
  ask (fixture, "cuda:0");
  answer (fixture, "cuda:0", TRUE);
  answer (fixture, "sim", TRUE);
  g_assert_nonnull (find_banner (GTK_WIDGET (fixture->window), "after a fault on GPU 0"));
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 2);

  /* its old result, shown again, is no fault of now */
  activate (fixture, "win.back-on-gpu");
  activate (fixture, "win.run");
  answer (fixture, "cuda:0", FALSE);
  {
    g_autoptr (LoomRunJob) faulted
        = g_list_model_get_item (loom_session_get_jobs (fixture->session), 2);

    g_assert_cmpint (loom_run_job_get_status (faulted)->state, ==, LOOM_RUN_JOB_FAILED);
    loom_session_show_job (fixture->session, faulted);
  }
  loom_test_settle ();
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 3);
  g_assert_nonnull (find_banner (GTK_WIDGET (fixture->window), "older run"));
  activate (fixture, "win.show-latest");
  g_assert_null (find_banner (GTK_WIDGET (fixture->window), "older run"));
}

static void
test_lost_gpu_offers_the_simulator (Fixture       *fixture,
                                    gconstpointer  unused)
{
  GtkWidget *banner;

  find_devices (fixture, SIMULATOR "," GPU ("0"));
  ask (fixture, "cuda:0");
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  loom_mocked_runner_lose (fixture->fake, "the GPU has gone");
  banner = find_banner (GTK_WIDGET (fixture->window), "the GPU has gone");
  g_assert_nonnull (banner);
  check_button (banner, "Run on Simulator", "win.simulate");
  activate (fixture, "win.simulate");
  answer (fixture, "sim", FALSE);
  g_assert_null (find_banner (GTK_WIDGET (fixture->window), "the GPU has gone"));
}

static void
test_falls_back (Fixture       *fixture,
                 gconstpointer  unused)
{
  GtkWidget *banner;

  g_settings_set_string (fixture->settings, "backend", "cuda:0");
  find_devices (fixture, SIMULATOR "," NO_GPU);
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "sim");
  banner = find_banner (GTK_WIDGET (fixture->window), "no driver");
  g_assert_nonnull (banner);
  check_button (banner, "Devices", "win.devices");

  /* it is there after all */
  find_devices (fixture, SIMULATOR "," GPU ("0"));
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "cuda:0");
  g_assert_null (find_banner (GTK_WIDGET (fixture->window), "no driver"));
}

static void
test_takes_a_gpu_where_there_is_one (Fixture       *fixture,
                                     gconstpointer  unused)
{
  g_settings_set_string (fixture->settings, "backend", "auto");
  find_devices (fixture, SIMULATOR "," NO_GPU);
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "sim");
  g_assert_null (find_banner (GTK_WIDGET (fixture->window), "no driver"));

  find_devices (fixture, SIMULATOR "," NO_GPU "," GPU ("1"));
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "cuda:1");
}

static void
test_completion_validates (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autoptr (LoomRun) checked = NULL;
  LoomRunArray *array;

  choose_completion (fixture, "validate");
  ask (fixture, "sim");
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  checked = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  array = checked->arrays->pdata[0];
  array->compared = 256;
  array->mismatches = 64;
  loom_mocked_runner_answer_run (fixture->fake, checked);
  wait_for_words (fixture, "64 (25 %) of 256 compared cells differ from the reference");
}

/* Without a reference, against the other device. */
static void
test_completion_validates_with_another (Fixture       *fixture,
                                        gconstpointer  unused)
{
  find_devices (fixture, SIMULATOR "," GPU ("0"));
  choose_completion (fixture, "validate");
  ask (fixture, "cuda:0");
  answer (fixture, "cuda:0", FALSE);
  answer (fixture, "sim", FALSE);
  wait_for_words (fixture, "same");
}

static void
test_completion_exports_what_is_saved (Fixture       *fixture,
                                       gconstpointer  unused)
{
  choose_completion (fixture, "export");
  ask (fixture, "sim");
  answer (fixture, "sim", FALSE);
  wait_for_words (fixture, "Not exported: save the document first");
}

static void
test_completion_exports (Fixture       *fixture,
                         gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("gridloom-export-XXXXXX", &error);
  g_autofree char *document = g_build_filename (folder, "fill.cu", NULL);
  g_autofree char *picture = g_build_filename (folder, "fill.png", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (document);

  g_assert_no_error (error);
  choose_completion (fixture, "export");
  loom_session_set_file (fixture->session, file);
  ask (fixture, "sim");
  answer (fixture, "sim", FALSE);
  wait_for_words (fixture, picture);
  g_assert_true (g_file_test (picture, G_FILE_TEST_IS_REGULAR));
  g_remove (picture);
  g_rmdir (folder);
}

static void
test_completion_runs_on_the_next (Fixture       *fixture,
                                  gconstpointer  unused)
{
  find_devices (fixture, SIMULATOR "," GPU ("0") "," GPU ("1"));
  choose_completion (fixture, "next");
  ask (fixture, "sim");
  answer (fixture, "sim", FALSE);
  answer (fixture, "cuda:0", FALSE);
  answer (fixture, "cuda:1", FALSE);
  wait_for_words (fixture, "That was the last device");
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, 3);
}

/* Only a run that was asked for is followed by anything. */
static void
test_completion_is_not_for_edits (Fixture       *fixture,
                                  gconstpointer  unused)
{
  find_devices (fixture, SIMULATOR "," GPU ("0"));
  ask (fixture, "sim");
  answer (fixture, "sim", FALSE);
  choose_completion (fixture, "next");
  g_object_set (loom_session_get_run_settings (fixture->session), "live", TRUE, NULL);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "4,4", NULL));
  answer (fixture, "sim", FALSE);
  loom_test_settle ();
  g_assert_cmpstr (loom_session_get_choices (fixture->session)->backend, ==, "sim");
  g_assert_false (loom_mocked_runner_is_running (fixture->fake));
}

static GtkWindow *
find_devices_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (LOOM_IS_DEVICES_WINDOW (window))
        return window;
    }
  return NULL;
}

static void
test_devices_measure (Fixture       *fixture,
                      gconstpointer  unused)
{
  GtkWindow *devices;
  GtkWidget *measure, *used;

  find_devices (fixture, SIMULATOR "," GPU ("0") "," GPU ("1"));
  gtk_window_present (GTK_WINDOW (fixture->window));
  activate (fixture, "win.devices");
  loom_test_settle ();
  /* it asks what there is now, and the fake has no GPU of its own */
  find_devices (fixture, SIMULATOR "," GPU ("0") "," GPU ("1"));
  devices = find_devices_window ();
  g_assert_nonnull (devices);
  g_assert_nonnull (find_words (GTK_WIDGET (devices), "no peer access"));
  used = gtk_widget_get_ancestor (find_words (GTK_WIDGET (devices), "In Use"), GTK_TYPE_BUTTON);
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (used), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                     "Run on Simulator"));
  g_assert_false (gtk_widget_is_sensitive (used));
  g_assert_true (gtk_widget_is_sensitive (loom_test_find_button (GTK_WIDGET (devices), "Use")));
  measure = gtk_widget_get_ancestor (find_words (GTK_WIDGET (devices), "Measure"), GTK_TYPE_BUTTON);
  g_assert_nonnull (measure);

  g_signal_emit_by_name (measure, "clicked");
  g_assert_true (loom_mocked_runner_is_measuring (fixture->fake));
  g_assert_nonnull (find_words (GTK_WIDGET (devices), "Stop"));
  loom_mocked_runner_answer_copies (
      fixture->fake,
      g_variant_new_parsed ("[{'from': <'cuda:0'>, 'to': <'cuda:1'>, 'pinned': <true>,"
                            "  'bytes-per-second': <4e10>, 'why': <''>}]"));
  g_assert_nonnull (find_words (GTK_WIDGET (devices), "40.0 GB/s"));
  g_assert_nonnull (find_words (GTK_WIDGET (devices), "no peer access: through this computer"));

  /* nobody waits any more */
  g_signal_emit_by_name (measure, "clicked");
  g_assert_true (loom_session_get_copies (fixture->session)->is_running);
  gtk_window_close (devices);
  loom_test_settle ();
  g_assert_false (loom_session_get_copies (fixture->session)->is_running);
  g_assert_false (loom_mocked_runner_is_measuring (fixture->fake));
}

/* A switch that the device lacks says so and can't be moved, but stays as it is. */
static void
test_switches_follow_the_device (Fixture       *fixture,
                                 gconstpointer  unused)
{
  static const char * const of_simulator[]
      = { "as-written", "profile", "check-races", "check-uninitialised", "permute" };
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);
  LoomRunSettings *settings = loom_session_get_run_settings (fixture->session);

  find_devices (fixture, SIMULATOR "," GPU ("0"));
  g_object_set (settings, "live", FALSE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (of_simulator); i++)
    {
      gboolean is_on;

      g_object_set (loom_session_get_run_settings (fixture->session), "backend", "sim", NULL);
      g_assert_true (g_action_group_get_action_enabled (actions, of_simulator[i]));
      g_assert_false (g_action_group_get_action_enabled (actions, "cold"));
      g_action_group_activate_action (actions, of_simulator[i], NULL);
      g_object_get (settings, of_simulator[i], &is_on, NULL);
      g_assert_true (is_on);

      g_object_set (settings, "backend", "cuda:0", NULL);
      {
        g_autoptr (GVariant) state = g_action_group_get_action_state (actions, of_simulator[i]);

        g_assert_false (g_action_group_get_action_enabled (actions, of_simulator[i]));
        g_assert_true (g_action_group_get_action_enabled (actions, "cold"));
        g_assert_true (g_variant_get_boolean (state));
      }
      g_action_group_activate_action (actions, of_simulator[i], NULL);
      g_object_get (settings, of_simulator[i], &is_on, NULL);
      g_assert_true (is_on);
    }
}

/* Two of one long name are told apart, and leave room for the rest. */
static void
test_long_names (Fixture       *fixture,
                 gconstpointer  unused)
{
  const char *name = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition";
  g_autofree char *list = NULL;
  int minimum;

  list = g_strdup_printf (SIMULATOR ", {'id': <'cuda:0'>, 'name': <'%s'>, 'available': <true>},"
                          " {'id': <'cuda:1'>, 'name': <'%s'>, 'available': <true>}", name, name);
  find_devices (fixture, list);
  ask (fixture, "cuda:1");
  answer (fixture, "cuda:1", FALSE);
  g_assert_nonnull (find_words (GTK_WIDGET (fixture->window), "Workstation Edition, number 1"));
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  g_assert_cmpint (minimum, <=, 960);
}

/* More blocks than are laid out and drawn within a frame: the window goes on meanwhile. */
static void
test_large_schedule (Fixture       *fixture,
                     gconstpointer  unused)
{
  const guint n = 20000;
  g_autofree LoomBlockSpan *spans = g_new0 (LoomBlockSpan, n);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomRun) run = NULL, other = NULL;

  for (guint i = 0; i < n; i++)
    spans[i] = (LoomBlockSpan) { i / 4 * 10, i / 4 * 10 + 9, i % 4, 0 };
  bytes = g_bytes_new (spans, n * sizeof *spans);
  find_devices (fixture, SIMULATOR "," GPU ("0"));
  gtk_window_present (GTK_WINDOW (fixture->window));
  ask (fixture, "cuda:0");
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  run = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  run->backend = LOOM_BACKEND_ID_CUDA (0);
  run->schedule = loom_schedule_new (bytes, n, 4);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-page", "s", "schedule");
  loom_mocked_runner_answer_run (fixture->fake, run);
  wait_for_words (fixture, "4 of 4 SMs");
  loom_test_settle ();

  /* one that comes while it is still drawn takes its place */
  activate (fixture, "win.run");
  other = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  other->backend = LOOM_BACKEND_ID_CUDA (0);
  other->schedule = loom_schedule_new (bytes, n, 5);
  loom_mocked_runner_answer_run (fixture->fake, other);
  wait_for_words (fixture, "4 of 5 SMs");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/window-devices/" path, Fixture, application, set_up, function, \
              loom_test_window_tear_down)
  ADD ("fault-offers-the-simulator", test_fault_offers_the_simulator);
  ADD ("fault-runs-on-the-simulator", test_fault_runs_on_the_simulator);
  ADD ("lost-gpu-offers-the-simulator", test_lost_gpu_offers_the_simulator);
  ADD ("falls-back", test_falls_back);
  ADD ("takes-a-gpu-where-there-is-one", test_takes_a_gpu_where_there_is_one);
  ADD ("completion-validates", test_completion_validates);
  ADD ("completion-validates-with-another", test_completion_validates_with_another);
  ADD ("completion-exports", test_completion_exports);
  ADD ("completion-exports-what-is-saved", test_completion_exports_what_is_saved);
  ADD ("completion-runs-on-the-next", test_completion_runs_on_the_next);
  ADD ("completion-is-not-for-edits", test_completion_is_not_for_edits);
  ADD ("devices-measure", test_devices_measure);
  ADD ("switches-follow-the-device", test_switches_follow_the_device);
  ADD ("long-names", test_long_names);
  ADD ("large-schedule", test_large_schedule);
#undef ADD
  return g_test_run ();
}
