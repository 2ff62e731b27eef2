/* scrub.c: how long frames take while somebody drags through the moments of a run with steps
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scrub FILE.cu: a real window with a real runner; the scale below the picture is set to one moment
 * after the other, each as soon as the last was painted. It says how long frames took, from the
 * change until they were painted, and how many moments were painted.
 */

#include "config.h"

#include "loom-application.h"
#include "loom-moment-bar.h"
#include "loom-runner-client.h"
#include "loom-window.h"

#include <gtksourceview/gtksource.h>

#include <stdlib.h>

static GtkWidget *
find (GtkWidget *widget,
      GType      type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (child), type) ? child : find (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
painted_cb (gint64 *painted)
{
  *painted = g_get_monotonic_time ();
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
scrub (GtkRange *scale,
       gint64   *painted)
{
  const guint n = (guint) gtk_adjustment_get_upper (gtk_range_get_adjustment (scale)) + 1;
  g_autofree double *ms = g_new (double, n);

  for (guint i = 0; i < n; i++)
    {
      const gint64 began = g_get_monotonic_time ();

      *painted = 0;
      gtk_range_set_value (scale, i);
      while (*painted == 0)
        g_main_context_iteration (NULL, TRUE);
      ms[i] = (*painted - began) / 1000.0;
    }
  qsort (ms, n, sizeof *ms, compare);
  g_print ("%u moments: median %.1f ms, 99th percentile %.1f ms, most %.1f ms\n", n, ms[n / 2],
           ms[n * 99 / 100], ms[n - 1]);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = NULL;
  g_autoptr (LoomRunnerClient) client = NULL;
  g_autoptr (GSettings) settings = NULL;
  g_autofree char *text = NULL;
  LoomSession *session;
  LoomWindow *window;
  gint64 painted = 0;

  if (argc != 2 || !g_file_get_contents (argv[1], &text, NULL, NULL))
    {
      g_printerr ("scrub FILE.cu\n");
      return 2;
    }
  gtk_init ();
  adw_init ();
  gtk_source_init ();
  application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  if (!g_application_register (G_APPLICATION (application), NULL, NULL))
    return 1;
  client = loom_runner_client_new ();
  settings = loom_application_open_settings (NULL);
  window = loom_window_new (application, settings, client);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  gtk_window_present (GTK_WINDOW (window));
  session = loom_window_get_session (window);
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                            G_CALLBACK (painted_cb), &painted);

  loom_session_set_text (session, text, -1);
  while (loom_session_get_run (session) == NULL || loom_session_get_stale (session)
         || loom_session_get_activity (session) != LOOM_ACTIVITY_IDLE || painted == 0)
    g_main_context_iteration (NULL, TRUE);
  scrub (GTK_RANGE (find (find (GTK_WIDGET (window), LOOM_TYPE_MOMENT_BAR), GTK_TYPE_SCALE)),
         &painted);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
