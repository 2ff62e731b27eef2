/* scrub.c: how long frames take while somebody drags through the moments of a run with steps
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scrub FILE.cu: a real window with a real runner; the scale below the picture is set to one moment
 * after the other, each as soon as the last was painted. It says how long frames took, from the
 * change until they were painted, how many moments were painted, and how much of a processor the
 * window took for each, which is what can be compared beside other work.
 */

#include "config.h"

#include "real-window.h"

#include "loom-moment-bar.h"

#include <stdlib.h>
#include <time.h>

static void
painted_cb (gint64 *painted)
{
  *painted = g_get_monotonic_time ();
}

static void
scrub (GtkRange *scale,
       gint64   *painted)
{
  const guint n = (guint) gtk_adjustment_get_upper (gtk_range_get_adjustment (scale)) + 1;
  g_autofree double *ms = g_new (double, n);
  const clock_t cpu = clock ();

  for (guint i = 0; i < n; i++)
    {
      const gint64 began = g_get_monotonic_time ();

      *painted = 0;
      gtk_range_set_value (scale, i);
      while (*painted == 0)
        g_main_context_iteration (NULL, TRUE);
      ms[i] = (*painted - began) / 1000.0;
    }
  real_window_sort (ms, n);
  g_print ("%u moments: median %.1f ms, 99th percentile %.1f ms, most %.1f ms; %.1f ms of processor "
           "each\n", n, ms[n / 2], ms[n * 99 / 100], ms[n - 1],
           (clock () - cpu) * 1000.0 / CLOCKS_PER_SEC / n);
}

int
main (int   argc,
      char *argv[])
{
  RealWindow window = { NULL };
  g_autofree char *text = NULL;
  LoomSession *session;
  GtkWidget *bar;
  gint64 painted = 0;

  if (argc != 2 || !g_file_get_contents (argv[1], &text, NULL, NULL))
    {
      g_printerr ("scrub FILE.cu\n");
      return 2;
    }
  if (!real_window_open (&window, 1280, 720))
    return 1;
  session = loom_window_get_session (window.window);
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (window.window)), "after-paint",
                            G_CALLBACK (painted_cb), &painted);

  loom_session_set_text (session, text, -1);
  while (loom_session_get_run (session) == NULL || loom_session_get_stale (session)
         || loom_session_get_activity (session) != LOOM_ACTIVITY_IDLE || painted == 0)
    g_main_context_iteration (NULL, TRUE);
  bar = real_window_find (GTK_WIDGET (window.window), LOOM_TYPE_MOMENT_BAR);
  scrub (GTK_RANGE (real_window_find (bar, GTK_TYPE_SCALE)), &painted);
  real_window_close (&window);
  return 0;
}
