/* large.c: how soon a large run is seen, and how the picture follows the hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * large [ROWS COLS]: a real window with a real runner runs a kernel over an array, and says how long
 * it took from the launch's end until the run came, until a picture of it was painted, and until that
 * was of all cells. Then a gesture
 * goes through the picture's own controllers, each part of it as soon as the one before was painted:
 * zoom to cells about a point, drags there, zoom out again, drags of the whole. It says how long
 * frames took, from the movement until they were painted. GSK_RENDERER=cairo is a computer without a
 * GPU.
 */

#include "config.h"

#include "real-window.h"

#include "loom-grid-view.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define TURNS 40                /* of the wheel, in and out */
#define MOVES 120               /* of each drag */

typedef struct
{
  GtkWidget          *view;
  GtkEventController *motion, *scroll, *drag;
  gint64              painted;
  GArray             *ms;
  clock_t             cpu;
} Gesture;

static GtkEventController *
find_controller (GtkWidget *widget,
                 GType      type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  const guint n = g_list_model_get_n_items (controllers);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  g_error ("the picture has no %s", g_type_name (type));
}

static void
painted_cb (gint64 *painted)
{
  *painted = g_get_monotonic_time ();
}

/* began: when the hand moved */
static void
wait_painted (Gesture *self,
              gint64   began)
{
  double ms;

  self->painted = 0;
  while (self->painted == 0)
    g_main_context_iteration (NULL, TRUE);
  ms = (double) (self->painted - began) / 1000;
  g_array_append_val (self->ms, ms);
}

static void
turn_wheel (Gesture *self,
            double   by)
{
  for (guint i = 0; i < TURNS; i++)
    {
      const gint64 began = g_get_monotonic_time ();
      gboolean stops;

      g_signal_emit_by_name (self->scroll, "scroll", 0.0, by, &stops);
      wait_painted (self, began);
    }
}

static void
drag (Gesture *self,
      double   step_x,
      double   step_y)
{
  g_signal_emit_by_name (self->drag, "drag-begin", 100.0, 100.0);
  for (guint i = 1; i <= MOVES; i++)
    {
      /* there and back again, so that cells stay in sight */
      const double far = i <= MOVES / 2 ? i : MOVES - i;
      const gint64 began = g_get_monotonic_time ();

      g_signal_emit_by_name (self->drag, "drag-update", 8 + step_x * far, 8 + step_y * far);
      wait_painted (self, began);
    }
  g_signal_emit_by_name (self->drag, "drag-end", 0.0, 0.0);
}

static void
start (Gesture    *self,
       const char *what)
{
  g_print ("%-28s", what);
  g_array_set_size (self->ms, 0);
  self->cpu = clock ();
}

static void
tell (Gesture *self)
{
  const guint n = self->ms->len;
  double *ms = (gpointer) self->ms->data;

  real_window_sort (ms, n);
  g_print ("%4u frames: median %5.1f ms, 99th percentile %5.1f ms, most %5.1f ms; %5.1f ms of "
           "processor each\n", n, ms[n / 2], ms[n * 99 / 100], ms[n - 1],
           (double) (clock () - self->cpu) * 1000 / CLOCKS_PER_SEC / n);
}

static void
gesture (Gesture *self)
{
  g_signal_emit_by_name (self->motion, "motion", gtk_widget_get_width (self->view) * 0.4,
                         gtk_widget_get_height (self->view) * 0.4);
  start (self, "zoom in");
  turn_wheel (self, -0.5);
  tell (self);
  start (self, "drag cells");
  drag (self, 3, 2);
  tell (self);
  start (self, "zoom out");
  turn_wheel (self, 0.5);
  tell (self);
  start (self, "drag at half the way");
  turn_wheel (self, -0.2);
  drag (self, -2, 3);
  tell (self);
}

/* What follows the launches on the simulator is the check. */
static void
changed_cb (LoomRunJob *job,
            gint64     *ended)
{
  if (loom_run_job_get_status (job)->step == LOOM_STEP_CHECK && *ended == 0)
    *ended = g_get_monotonic_time ();
}

static void
jobs_changed_cb (GListModel *jobs,
                 guint       position,
                 guint       removed,
                 guint       added,
                 gint64     *ended)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (LoomRunJob) job = g_list_model_get_item (jobs, position + i);

      g_signal_connect (job, "changed", G_CALLBACK (changed_cb), ended);
    }
}

static void
came_cb (LoomSession *session,
         GParamSpec  *pspec,
         gint64      *came)
{
  if (loom_session_get_run (session) != NULL)
    *came = g_get_monotonic_time ();
}

/* Waits until the run is painted. Returns how long it took. */
static double
wait_picture (Gesture     *self,
              LoomSession *session,
              gboolean     whole,
              gint64       began)
{
  LoomPicture *picture;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      picture = loom_grid_view_get_picture (LOOM_GRID_VIEW (self->view));
    }
  while (picture == NULL || loom_picture_get_run (picture) != loom_session_get_run (session)
         || (whole && loom_picture_is_sketch (picture)));
  wait_painted (self, began);
  return g_array_index (self->ms, double, self->ms->len - 1);
}

/* Every thousandth thousand of cells is missed: no pixel may lose them. */
static void
run (Gesture     *self,
     LoomSession *session,
     guint        rows,
     guint        cols)
{
  g_autofree char *text = g_strdup_printf (
      "extern \"C\" __global__ void fill (float *f, unsigned cols, unsigned rows)\n{\n"
      "  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;\n"
      "  if (x < cols && y < rows && (x * 7919u + y * 104729u) %% 1000003u != 0)\n"
      "    f[(size_t) y * cols + x] = (float) ((x ^ y) & 1023);\n}\n"
      "/* gridloom\n[launch]\nblock=32,8\n[arg f]\nshape=%u,%u\nfill=zeros\n*/\n", rows, cols);
  const LoomRun *shown;
  gint64 ended = 0, came = 0;
  double first, whole;

  g_signal_connect (loom_session_get_jobs (session), "items-changed", G_CALLBACK (jobs_changed_cb),
                    &ended);
  g_signal_connect (session, "notify::run", G_CALLBACK (came_cb), &came);
  loom_session_set_text (session, text, -1);
  while (came == 0)
    g_main_context_iteration (NULL, TRUE);
  first = wait_picture (self, session, FALSE, ended);
  whole = wait_picture (self, session, TRUE, ended);
  shown = loom_session_get_run (session);
  g_print ("%u × %u: a launch of %.0f ms; its run came %.0f ms after its end, was painted %.0f ms "
           "after it, and with all cells %.0f ms after it\n", rows, cols,
           shown->timings.kernel_ms->len > 0
               ? g_array_index (shown->timings.kernel_ms, double, 0) : NAN,
           (double) (came - ended) / 1000, first, whole);
  while (loom_session_get_activity (session) != LOOM_ACTIVITY_IDLE)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  RealWindow window = { NULL };
  Gesture self = { .ms = g_array_new (FALSE, FALSE, sizeof (double)) };

  if (argc != 1 && argc != 3)
    {
      g_printerr ("large [ROWS COLS]\n");
      return 2;
    }
  if (!real_window_open (&window, 1280, 720))
    return 1;
  g_signal_connect_swapped (gtk_widget_get_frame_clock (GTK_WIDGET (window.window)), "after-paint",
                            G_CALLBACK (painted_cb), &self.painted);
  self.view = real_window_find (GTK_WIDGET (window.window), LOOM_TYPE_GRID_VIEW);
  self.motion = find_controller (self.view, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  self.scroll = find_controller (self.view, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  self.drag = find_controller (self.view, GTK_TYPE_GESTURE_DRAG);

  run (&self, loom_window_get_session (window.window), argc == 3 ? atoi (argv[1]) : 16384,
       argc == 3 ? atoi (argv[2]) : 16384);
  gesture (&self);
  g_array_unref (self.ms);
  real_window_close (&window);
  return 0;
}
