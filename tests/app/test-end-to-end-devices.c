/* test-end-to-end-devices.c: every switch on every device, with a real runner and two GPUs that the
 * simulator plays
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-runner-client.h"
#include "loom-window.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE \
  "__global__ void fill (float *f, int n)\n" \
  "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f[i] = i; }\n" \
  "/* gridloom\n[launch]\nblock=32\n[arg f]\nshape=128\nfill=zeros\n*/\n"

typedef struct
{
  LoomWindow  *window;
  LoomSession *session;
  GSettings   *settings;
} Fixture;

static const char * const switches[]
    = { "as-written", "profile", "cold", "check-races", "check-uninitialised", "permute" };

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();

  fixture->settings = loom_application_open_settings (NULL);
  fixture->window = loom_window_new ((gpointer) application, fixture->settings, client);
  fixture->session = loom_window_get_session (fixture->window);
  g_object_set (loom_session_get_run_settings (fixture->session), "live", FALSE, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_test_close_window (fixture->window);
  g_object_unref (fixture->settings);
}

static gboolean
has_devices (gpointer session)
{
  return loom_session_get_choices (session)->backends != NULL;
}

/* For so many runs, all newer than this one, to come to an end. */
typedef struct
{
  LoomSession   *session;
  LoomRunJob *last;
  guint          n_runs;
} Waiting;

static gboolean
are_done (gpointer data)
{
  const Waiting *waiting = data;
  GListModel *jobs = loom_session_get_jobs (waiting->session);
  g_autoptr (LoomRunJob) before = g_list_model_get_item (jobs, waiting->n_runs);

  if (g_list_model_get_n_items (jobs) < waiting->n_runs || before != waiting->last
      || loom_session_get_activity (waiting->session) != LOOM_ACTIVITY_IDLE)
    return FALSE;
  for (guint i = 0; i < waiting->n_runs; i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (jobs, i);

      if (loom_run_job_get_status (job)->state < LOOM_RUN_JOB_DONE)
        return FALSE;
    }
  return TRUE;
}

/* Does something that makes so many more runs, all of which must succeed. */
static void
act (Fixture    *fixture,
     const char *action,
     guint       n_runs)
{
  GListModel *jobs = loom_session_get_jobs (fixture->session);
  g_autoptr (LoomRunJob) last = g_list_model_get_item (jobs, 0);
  Waiting waiting = { fixture->session, last, n_runs };

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL);
  loom_test_wait_until (are_done, &waiting, action);
  g_assert_no_error (loom_session_get_error (fixture->session));
  for (guint i = 0; i < n_runs; i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (jobs, i);

      g_assert_cmpstr (loom_run_job_get_status (job)->error, ==, NULL);
      g_assert_cmpint (loom_run_job_get_status (job)->state, ==, LOOM_RUN_JOB_DONE);
    }
}

static void
test_switches (Fixture       *fixture,
               gconstpointer  unused)
{
  static const char * const backends[] = { "cuda:0", "sim" };
  LoomRunSettings *settings = loom_session_get_run_settings (fixture->session);

  loom_test_wait_until (has_devices, fixture->session, "the devices");
  loom_session_set_text (fixture->session, SOURCE, -1);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      g_object_set (settings, switches[i], TRUE, NULL);
      for (guint j = 0; j < G_N_ELEMENTS (backends); j++)
        {
          g_test_message ("%s on %s", switches[i], backends[j]);
          g_object_set (settings, "backend", backends[j], NULL);
          act (fixture, "win.run", 1);
          act (fixture, "win.compare", 1);
          g_assert_nonnull (loom_session_get_comparison (fixture->session));
          g_assert_true (
              loom_comparison_is_same (loom_session_get_comparison (fixture->session)));
          act (fixture, "win.run-everywhere", 3);
        }
      g_object_set (settings, switches[i], FALSE, NULL);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  g_test_add ("/app/end-to-end-devices/every-switch-on-every-device", Fixture, application, set_up,
              test_switches, tear_down);
  return g_test_run ();
}
