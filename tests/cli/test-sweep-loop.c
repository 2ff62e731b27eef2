/* test-sweep-loop.c: a sweep never holds the main loop for long, so that a window goes on meanwhile
 *
 * What counts is the processor time of this thread between two turns of the loop: how busy the
 * machine is does not matter.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-cli-launch.h"
#include "loom-sweeper.h"

#include <time.h>

#define MOST_MS 33              /* half of what a frame may take */

typedef struct
{
  LoomCliRunOptions options;
  LoomCliLaunch     launch;
  LoomCliSession    session;
  LoomCliRequest    compile;
  GAsyncResult     *result;
  double            last, longest;
} Case;

static double
get_thread_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static gboolean
tick_cb (gpointer user_data)
{
  Case *self = user_data;
  const double now = get_thread_ms ();

  self->longest = MAX (self->longest, now - self->last);
  self->last = now;
  return G_SOURCE_CONTINUE;
}

static void
swept_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  ((Case *) user_data)->result = g_object_ref (result);
}

static void
prepare (Case *self)
{
  g_autoptr (GError) error = NULL;

  loom_run_options_init (&self->options.run);
  self->options.file = g_build_filename (g_getenv ("GRIDLOOM_KERNELS"), "14-stencil.cu", NULL);
  loom_cli_session_init (&self->session, NULL);
  loom_cli_launch_prepare (&self->launch, &self->session, &self->options, &error);
  g_assert_no_error (error);
  loom_cli_input_fill_request (&self->launch.input, &self->options, &self->compile, &error);
  g_assert_no_error (error);
}

static void
sweep (Case        *self,
       LoomSweeper *sweeper,
       const char  *axes)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *parsed = loom_sweep_axes_parse (axes, &error);
  LoomSweepRequest request;
  guint tick;

  g_assert_no_error (error);
  loom_sweep_request_init (&request, LOOM_BACKEND_ID_SIMULATOR);
  request.document = self->launch.input.document;
  request.compile = &self->compile.request;
  request.compiled = self->launch.compiled;
  request.plan = self->launch.plan;
  request.limits = self->launch.limits;
  request.device = "sim";
  request.folder = self->launch.input.folder;
  request.options = self->options.run;
  request.keeps = FALSE;
  loom_sweeper_sweep_async (sweeper, parsed, &request, NULL, swept_cb, self);
  self->last = get_thread_ms ();
  tick = g_timeout_add_full (G_PRIORITY_HIGH, 1, tick_cb, self, NULL);
  while (self->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
  loom_sweeper_sweep_finish (sweeper, self->result, &error);
  g_assert_no_error (error);
}

static void
test_the_main_loop_goes_on (void)
{
  Case self = { 0 };
  g_autoptr (LoomSweeper) sweeper = NULL;

  prepare (&self);
  sweeper = loom_sweeper_new (self.session.client);
  sweep (&self, sweeper, "block.x=1..40; block.y=1..12; cols=32,33");
  g_assert_cmpuint (loom_sweep_count_ended (loom_sweeper_get_sweep (sweeper)), ==, 960);
  g_test_message ("longest turn: %.1f ms", self.longest);
  g_assert_cmpfloat (self.longest, <, MOST_MS);
  g_clear_object (&self.result);
  loom_cli_request_clear (&self.compile);
  loom_cli_launch_clear (&self.launch);
  loom_cli_session_clear (&self.session);
  loom_cli_run_options_clear (&self.options);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/Loom/sweep/the_main_loop_goes_on", test_the_main_loop_goes_on);
  return g_test_run ();
}
