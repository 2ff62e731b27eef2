/* edit-to-picture.c: how long it takes from an edit until the frame that shows its picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A real window with a real runner shows a document of 2,000 lines, as real ones are: device
 * functions, kernels, and host code that launches them. Each kind of edit is made over and over
 * in the editor's buffer. Besides the time by the clock it says how long the processor was used,
 * by the window and all that it started, which other work beside hardly changes.
 */

#include "config.h"

#include "real-window.h"


#include <gtksourceview/gtksource.h>

#include <stdlib.h>
#include <string.h>

#define N_LINES 2000
#define N_FUNCTIONS 40
#define N_KERNELS 6
#define N_DIGITS 4

/* An edit changes the number behind its mark, to one that was never there: what was compiled once is
 * known. */
static const struct
{
  const char *name, *mark;
} edits[] = {
  { "settings", "value=" },
  { "comment", "// Edited: " },
  { "host code", "int edited_by_host = " },
  { "kernel", "float edited = " },
};

typedef struct
{
  LoomSession   *session;
  GtkTextBuffer *buffer;
  GArray        *seen;          /* of gint64: when pictures were painted */
  gint64         began, compiled, run, painted;
} Watch;

static char *
make_document (void)
{
  GString *text = g_string_new (
      "#include <algorithm>\n#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n"
      "#include <vector>\n#include <cuda_runtime.h>\n#include <helper_cuda.h>\n"
      "#include <helper_math.h>\n\n// Edited: 1000\n#define SIDE 128\n\n");
  guint n_lines = 0;

  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      g_string_append_printf (text, "/* Relaxes a value by rule %u. */\n"
                              "__device__ float relax%u (float x, float y)\n{\n"
                              "  float sum = 0.f;\n\n", i, i);
      for (guint j = 0; j < 10; j++)
        g_string_append_printf (text, "  sum += x * %u.25f - y * %u.5f;\n"
                                "  x = fminf (x + sum, %u.f);\n", i + 1, j + 1, i * j + 3);
      g_string_append (text, "  return sum / (1.f + fabsf (x));\n}\n\n");
    }
  for (guint i = 0; i < N_KERNELS; i++)
    {
      g_string_append_printf (text, "__global__ void step%u (float *f, int cols, int rows, float k)\n{\n"
                              "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                              "  const int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                              "  float edited = 1000.f;\n\n"
                              "  if (x >= cols || y >= rows)\n    return;\n", i);
      for (guint j = i; j < N_FUNCTIONS; j += N_KERNELS)
        g_string_append_printf (text, "  edited += relax%u (f[y * cols + x], k);\n", j);
      g_string_append (text, "  f[y * cols + x] = edited;\n}\n\n");
    }
  for (const char *at = text->str; *at != '\0'; at++)
    n_lines += *at == '\n';

  for (guint i = 0; n_lines < N_LINES - 40; i++, n_lines += 12)
    g_string_append_printf (text, "static void print%u (const std::vector<float> &cells)\n{\n"
                            "  float most = 0.f;\n\n  for (size_t i = 0; i < cells.size (); i++)\n"
                            "    {\n      most = std::max (most, cells[i]);\n"
                            "      if (cells[i] > %u.f)\n        printf (\"%%g\\n\", cells[i]);\n"
                            "    }\n  printf (\"most %%g\\n\", most);\n}\n", i, i);
  g_string_append (text, "int main (int argc, char **argv)\n{\n  int edited_by_host = 1000;\n"
                   "  std::vector<float> cells (SIDE * SIDE);\n  float *f;\n"
                   "  dim3 block (16, 16), grid (SIDE / block.x, SIDE / block.y);\n\n"
                   "  checkCudaErrors (cudaMalloc (&f, sizeof (float) * SIDE * SIDE));\n");
  for (guint i = 0; i < N_KERNELS; i++)
    g_string_append_printf (text, "  step%u<<<grid, block>>> (f, SIDE, SIDE, %u.f);\n", i, i);
  g_string_append (text, "  cudaMemcpy (cells.data (), f, sizeof (float) * SIDE * SIDE, "
                   "cudaMemcpyDeviceToHost);\n  print0 (cells);\n  return edited_by_host;\n}\n\n"
                   "/* gridloom\n[launch]\nkernel=step0\nblock=16,16\ngrid=8,8\n[arg f]\n"
                   "shape=128,128\nfill=iota\n[arg k]\nvalue=1000\n*/\n");
  return g_string_free (text, FALSE);
}

static void
compiled_cb (Watch *watch)
{
  watch->compiled = g_get_monotonic_time ();
}

static void
run_cb (Watch *watch)
{
  watch->run = g_get_monotonic_time ();
}

static void
painted_cb (Watch *watch)
{
  if (watch->run != 0 && watch->painted == 0)
    watch->painted = g_get_monotonic_time ();
}

/* Seconds of processor that a process and its children have used; those of threads that ended too. */
static double
get_used (const char *pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/schedstat", pid);
  g_autofree char *tasks = g_strdup_printf ("/proc/%s/task", pid);
  g_autoptr (GDir) dir = g_dir_open (tasks, 0, NULL);
  double used = 0;
  const char *task;

  while (dir != NULL && (task = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *stat = g_build_filename (tasks, task, "schedstat", NULL);
      g_autofree char *children = g_build_filename (tasks, task, "children", NULL);
      g_autofree char *text = NULL, *pids = NULL;
      g_auto (GStrv) words = NULL;

      if (g_file_get_contents (stat, &text, NULL, NULL))
        used += g_ascii_strtod (text, NULL) / 1e9;
      if (g_file_get_contents (children, &pids, NULL, NULL))
        words = g_strsplit (g_strstrip (pids), " ", -1);
      for (guint i = 0; words != NULL && words[i] != NULL; i++)
        if (*words[i] != '\0')
          used += get_used (words[i]);
    }

  return used;
}

/* The next number behind a mark; the same number of bytes. */
static void
edit (Watch      *watch,
      const char *mark)
{
  GtkTextIter at, from, end;
  g_autofree char *number = NULL, *next = NULL;

  gtk_text_buffer_get_start_iter (watch->buffer, &at);
  if (!gtk_text_iter_forward_search (&at, mark, 0, NULL, &from, NULL))
    g_error ("no %s", mark);
  end = from;
  gtk_text_iter_forward_chars (&end, N_DIGITS);
  number = gtk_text_buffer_get_text (watch->buffer, &from, &end, TRUE);
  next = g_strdup_printf ("%d", atoi (number) + 1);

  gtk_text_buffer_begin_user_action (watch->buffer);
  gtk_text_buffer_delete (watch->buffer, &from, &end);
  gtk_text_buffer_insert (watch->buffer, &from, next, N_DIGITS);
  gtk_text_buffer_end_user_action (watch->buffer);
}

static void
wait_for_picture (Watch *watch)
{
  while (watch->painted == 0 || loom_session_get_stale (watch->session)
         || loom_session_get_activity (watch->session) != LOOM_ACTIVITY_IDLE)
    g_main_context_iteration (NULL, TRUE);
}

/* As long as a person looks at a picture, at the least. */
static gboolean
rested_cb (gpointer rested)
{
  *(gboolean *) rested = TRUE;
  return G_SOURCE_REMOVE;
}

static void
rest (void)
{
  gboolean rested = FALSE;

  g_timeout_add (300, rested_cb, &rested);
  while (!rested)
    g_main_context_iteration (NULL, TRUE);
}

static double
get_median (double *values,
            guint   n)
{
  real_window_sort (values, n);
  return values[n / 2];
}

static void
measure (Watch      *watch,
         const char *name,
         const char *mark,
         guint       n)
{
  g_autofree double *clock = g_new (double, n), *used = g_new (double, n);
  g_autofree double *compile = g_new0 (double, n), *run = g_new0 (double, n);

  for (guint i = 0; i < n; i++)
    {
      double before;

      rest ();
      before = get_used ("self");
      watch->compiled = watch->run = watch->painted = 0;
      watch->began = g_get_monotonic_time ();
      edit (watch, mark);
      wait_for_picture (watch);
      clock[i] = (watch->painted - watch->began) / 1000.0;
      used[i] = (get_used ("self") - before) * 1000.0;
      if (watch->compiled != 0)
        compile[i] = (watch->compiled - watch->began) / 1000.0;
      run[i] = (watch->run - MAX (watch->began, watch->compiled)) / 1000.0;
    }
  g_print ("%-10s %6.1f ms, %6.1f ms of processor; %6.1f until compiled, %6.1f until run\n", name,
           get_median (clock, n), get_median (used, n), get_median (compile, n),
           get_median (run, n));
}

int
main (int   argc,
      char *argv[])
{
  const guint n = argc > 1 ? MAX (1, atoi (argv[1])) : 20;
  RealWindow window = { NULL };
  g_autofree char *text = make_document ();
  GdkFrameClock *frames;
  Watch watch = { NULL };

  if (!real_window_open (&window, 0, 0))
    return 1;
  watch.session = loom_window_get_session (window.window);
  watch.buffer = gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (real_window_find (GTK_WIDGET (window.window), GTK_SOURCE_TYPE_VIEW)));
  frames = gtk_widget_get_frame_clock (GTK_WIDGET (window.window));
  g_signal_connect_swapped (watch.session, "notify::compiled", G_CALLBACK (compiled_cb), &watch);
  g_signal_connect_swapped (watch.session, "notify::run", G_CALLBACK (run_cb), &watch);
  g_signal_connect_swapped (frames, "after-paint", G_CALLBACK (painted_cb), &watch);

  loom_session_set_text (watch.session, text, -1);
  wait_for_picture (&watch);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    measure (&watch, edits[i].name, edits[i].mark, n);
  real_window_close (&window);
  return 0;
}
