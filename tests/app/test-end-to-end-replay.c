/* test-end-to-end-replay.c: a million steps of a thread, in the window with a real runner: how long
 * it takes to any of them, and what is held for it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-runner-client.h"
#include "loom-window.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE \
  "__global__ void walk (const float *in, float *out, int n)\n" \
  "{\n" \
  "  __shared__ float s[32];\n" \
  "  float a = in[threadIdx.x];\n" \
  "  for (int j = 0; j < n; j++)\n" \
  "    {\n" \
  "      s[threadIdx.x] = a;\n" \
  "      __syncwarp ();\n" \
  "      a += s[(threadIdx.x + j) % 32] * 0.5f;\n" \
  "      __syncwarp ();\n" \
  "    }\n" \
  "  out[blockIdx.x * blockDim.x + threadIdx.x] = a;\n" \
  "}\n" \
  "/* gridloom\n[launch]\nblock=32\ngrid=4\n[arg in]\nshape=32\nfill=iota\n" \
  "[arg out]\nshape=128\nfill=zeros\n[arg n]\nvalue=98000\n*/\n"
#define STEPS 1000000u          /* at least */
#define JUMPS 60
#define MIB (1 << 20)
#define MOST_BYTES (64 * MIB)

static gint64
get_resident (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  return g_ascii_strtoll (strchr (text, ' '), NULL, 10) * 4096;
}

static gboolean
has_run (gpointer session)
{
  return loom_session_get_run (session) != NULL && !loom_session_get_stale (session) &&
         loom_session_get_activity (session) == LOOM_ACTIVITY_IDLE;
}

static gboolean
has_all (gpointer replayer)
{
  LoomReplayTarget target;

  g_assert_null (loom_replayer_get_error (replayer));
  return loom_replayer_get_total (replayer) > 0 && !loom_replayer_get_missing (replayer, &target);
}

static double
since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* The thread's own registers are there at once, the rest of the warp once the simulator has told. */
static void
jump (LoomReplayer *replayer)
{
  const guint64 total = loom_replayer_get_total (replayer);
  g_autoptr (GRand) random = g_rand_new_with_seed (16);
  double own = 0, all = 0;

  for (guint i = 0; i < JUMPS; i++)
    {
      const gint64 start = g_get_monotonic_time ();
      const guint64 at = 1 + (guint64) g_rand_int_range (random, 0, (gint) total);

      loom_replayer_seek (replayer, at);
      g_assert_nonnull (loom_replayer_get_state (replayer));
      own += since (start);
      loom_test_wait_until (has_all, replayer, "the warp");
      all += since (start);
      g_assert_cmpuint (loom_replayer_get_at (replayer), ==, at);
    }
  g_test_message ("to any of %u steps: %.2f ms, with the warp and shared memory %.2f ms",
                  (guint) total, own / JUMPS, all / JUMPS);
}

static void
test_million_steps (gconstpointer application)
{
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();
  g_autoptr (GSettings) settings = loom_application_open_settings (NULL);
  LoomWindow *window = loom_window_new ((gpointer) application, settings, client);
  LoomSession *session = loom_window_get_session (window);
  LoomReplayer *replayer = loom_session_get_replayer (session);
  gint64 before, held;

  loom_session_set_text (session, SOURCE, -1);
  loom_test_wait_until (has_run, session, "the run");
  before = get_resident ();
  loom_action_activate (GTK_WIDGET (window), "win.replay-thread", "(uuuuuu)", 1, 0, 0, 7, 0, 0);
  loom_test_wait_until (has_all, replayer, "the replay");
  g_assert_cmpuint (loom_replayer_get_total (replayer), >, STEPS);
  jump (replayer);
  held = get_resident () - before;
  g_test_message ("%.1f MiB are held for it", held / (double) MIB);
  if (g_getenv ("ASAN_OPTIONS") == NULL)
    g_assert_cmpint (held, <, MOST_BYTES);
  loom_test_close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  g_test_add_data_func ("/app/end-to-end-replay/million-steps", application, test_million_steps);
  return g_test_run ();
}
