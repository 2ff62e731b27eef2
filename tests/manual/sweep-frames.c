/* sweep-frames.c: how the windows follow while a sweep runs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sweep-frames: a real window with a real runner sweeps 36 blocks over a stencil of 1024 × 1024
 * cells, and says how long that took, how long the frames of both windows took, and how long the
 * main loop was away from what a hand may do meanwhile. GSK_RENDERER=cairo is a computer without a
 * GPU.
 */

#include "config.h"

#include "real-window.h"

#include "loom-action.h"
#include "loom-pages.h"

#include <glib/gstdio.h>

#define LOOK_MS 2               /* how often the main loop is to come round */

static const char stencil[]
    = "extern \"C\" __global__ void stencil (const float *in, float *out, int cols, int rows)\n{\n"
      "  int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1)\n    return;\n"
      "  int i = y * cols + x;\n"
      "  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols]);\n}\n"
      "/* gridloom\n[launch]\nblock=16,16\nshape=1024,1024\n[arg in]\nfill=expr:x+y\n"
      "[arg out]\nfill=zeros\n"
      "[sweep]\naxes=block.x=8,16,32,64,96,128; block.y=1,2,3,4,6,8\n*/\n";

/* What was seen of a window, or of the main loop. */
typedef struct
{
  gint64  began;
  GArray *ms;                   /* (element-type double) */
} Times;

static void
begin_cb (Times *self)
{
  self->began = g_get_monotonic_time ();
}

static void
end_cb (Times *self)
{
  const double ms = (double) (g_get_monotonic_time () - self->began) / 1000;

  g_array_append_val (self->ms, ms);
}

static gboolean
look_cb (gpointer data)
{
  end_cb (data);
  begin_cb (data);
  return G_SOURCE_CONTINUE;
}

static void
follow (Times     *self,
        GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  self->ms = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect_swapped (clock, "before-paint", G_CALLBACK (begin_cb), self);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (end_cb), self);
}

static void
tell (Times      *self,
      const char *what)
{
  const guint n = self->ms->len;
  double *ms = (gpointer) self->ms->data;

  if (n == 0)
    {
      g_print ("%-16s none\n", what);
      return;
    }
  real_window_sort (ms, n);
  g_print ("%-16s %5u: median %5.1f ms, 99th percentile %5.1f ms, most %5.1f ms\n", what, n,
           ms[n / 2], ms[n * 99 / 100], ms[n - 1]);
}

static GtkWidget *
find_page (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (LOOM_IS_SWEEP_WINDOW (link->data))
      return link->data;
  return NULL;
}

static void
wait_ms (guint ms)
{
  const gint64 end = g_get_monotonic_time () + ms * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
}

/* Its page, once it is painted. */
static GtkWidget *
open_page (LoomWindow *window)
{
  LoomSession *session = loom_window_get_session (window);
  GtkWidget *page;

  loom_session_set_text (session, stencil, -1);
  while (loom_session_get_run (session) == NULL
         || loom_session_get_activity (session) != LOOM_ACTIVITY_IDLE)
    g_main_context_iteration (NULL, TRUE);
  loom_action_activate (GTK_WIDGET (window), "win.sweep", NULL);
  while ((page = find_page ()) == NULL || !gtk_widget_get_mapped (page))
    g_main_context_iteration (NULL, TRUE);
  wait_ms (1000);
  return page;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *cache = g_dir_make_tmp ("gridloom-sweep-XXXXXX", NULL);
  Times behind = { 0 }, front = { 0 }, loop = { 0 };
  RealWindow window = { NULL };
  GtkProgressBar *progress;
  GtkWidget *page;
  gint64 began;
  guint look;

  /* nothing of an earlier sweep */
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  if (!real_window_open (&window, 1280, 720))
    return 1;
  page = open_page (window.window);
  follow (&behind, GTK_WIDGET (window.window));
  follow (&front, page);
  loop.ms = g_array_new (FALSE, FALSE, sizeof (double));
  progress = GTK_PROGRESS_BAR (real_window_find (page, GTK_TYPE_PROGRESS_BAR));

  began = g_get_monotonic_time ();
  begin_cb (&loop);
  look = g_timeout_add (LOOK_MS, look_cb, &loop);
  loom_action_activate (page, "sweep.start", NULL);
  do
    g_main_context_iteration (NULL, TRUE);
  while (gtk_progress_bar_get_fraction (progress) < 1);
  g_print ("36 blocks in %.2f s\n", (double) (g_get_monotonic_time () - began) / 1e6);
  wait_ms (500);
  g_source_remove (look);
  tell (&front, "frames of Sweep");
  tell (&behind, "of the window");
  tell (&loop, "away for");
  real_window_close (&window);
  return 0;
}
