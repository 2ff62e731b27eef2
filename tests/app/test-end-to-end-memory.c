/* test-end-to-end-memory.c: what a window holds when it is at rest again, with a real runner
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-runner-client.h"
#include "loom-heap.h"
#include "loom-window.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE \
  "__global__ void fill (float *f, int cols, int rows)\n" \
  "{\n" \
  "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n" \
  "  if (x < cols && y < rows)\n" \
  "    f[y * cols + x] = x + y;\n" \
  "}\n" \
  "/* gridloom\n[launch]\nblock=32,8\n[arg f]\nshape=8,8\nfill=zeros\n*/\n"
/* With what is counted on it 320 MiB, more than older results may hold together. */
#define LARGE "4096,4096"
#define SMALL "8,8"
#define TIMES 10

#define RESULT "/memfd:gridloom-run (deleted)"
#define MIB (G_GUINT64_CONSTANT (1) << 20)
/* Programs and fonts that are read while a test goes on. */
#define SLACK (8 * MIB)

static char *
read_own (const char *name)
{
  g_autofree char *path = g_build_filename ("/proc/self", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Bytes of results that are mapped. Under a sanitizer a process has thousands of mappings, and a
 * search from the start of their whole text takes longer than the main loop may stand still. */
static guint64
get_results (void)
{
  g_autofree char *text = read_own ("maps");
  guint64 bytes = 0;

  for (char *line = text, *next; line != NULL; line = next)
    {
      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      if (g_str_has_suffix (line, RESULT))
        {
          char *end;
          const guint64 first = g_ascii_strtoull (line, &end, 16);

          bytes += g_ascii_strtoull (end + 1, NULL, 16) - first;
        }
    }
  return bytes;
}

/* Bytes of this process alone that are in memory. A sanitizer keeps what was freed: then there is
 * nothing to be said. */
static guint64
get_private (void)
{
  static const char * const keys[] = { "Private_Clean:", "Private_Dirty:" };
  g_autofree char *text = read_own ("smaps_rollup");
  guint64 bytes = 0;

  if (g_getenv ("ASAN_OPTIONS") != NULL)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *at = strstr (text, keys[i]);

      g_assert_nonnull (at);
      bytes += g_ascii_strtoull (at + strlen (keys[i]), NULL, 10) << 10;
    }
  return bytes;
}

typedef struct
{
  LoomSession *session;
  const char  *shape;
  guint64      most;            /* private bytes; 0: any */
} Waiting;

/* The picture is made in a thread, and holds its run. */
static gboolean
is_shown (gpointer data)
{
  const Waiting *waiting = data;
  LoomRun *run = loom_session_get_run (waiting->session);
  LoomShape shape;
  guint64 cells, wanted;

  if (run == NULL || run->arrays->len == 0 || loom_session_get_stale (waiting->session)
      || loom_session_get_activity (waiting->session) != LOOM_ACTIVITY_IDLE)
    return FALSE;
  g_assert_true (loom_shape_parse (waiting->shape, &shape, NULL));
  loom_shape_cells (&shape, &wanted);
  loom_shape_cells (loom_array_get_shape (((LoomRunArray *) run->arrays->pdata[0])->array), &cells);
  return cells == wanted;
}

static gboolean
is_unmapped (gpointer data)
{
  return get_results () < MIB;
}

static gboolean
is_at_rest (gpointer data)
{
  const Waiting *waiting = data;

  return waiting->most == 0 || get_private () <= waiting->most;
}

static void
wait_for_rest (guint64 *first)
{
  Waiting waiting = { .most = *first > 0 ? *first + *first / 10 + SLACK : 0 };

  loom_test_wait_until (is_unmapped, NULL, "the large result to be unmapped");
  loom_test_wait_until (is_at_rest, &waiting, "memory to come back");
  if (*first == 0)
    *first = get_private ();
  g_test_message ("%u MiB", (guint) (get_private () / MIB));
}

static void
make (LoomSession *session,
      const char  *shape)
{
  Waiting waiting = { session, shape, 0 };

  g_assert_true (loom_session_edit (session, "arg f", "shape", shape, NULL));
  loom_test_wait_until (is_shown, &waiting, shape);
  if (g_str_equal (shape, LARGE))
    g_assert_cmpuint (get_results (), >, 64 * MIB);
}

static LoomWindow *
open_window (gpointer   application,
             GSettings *settings)
{
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();
  LoomWindow *window = loom_window_new (application, settings, client);

  gtk_window_present (GTK_WINDOW (window));
  loom_session_set_text (loom_window_get_session (window), SOURCE, -1);
  return window;
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* The thread that makes its picture holds a pane, and that the session. */
static void
close_window (LoomWindow *window)
{
  gpointer session = loom_window_get_session (window);

  g_object_add_weak_pointer (session, &session);
  gtk_window_destroy (GTK_WINDOW (window));
  loom_test_wait_until (is_gone, &session, "the session to end");
}

static void
test_made_small (gconstpointer application)
{
  g_autoptr (GSettings) settings = loom_application_open_settings (NULL);
  LoomWindow *window = open_window ((gpointer) application, settings);
  guint64 first = 0;

  for (guint i = 0; i < TIMES; i++)
    {
      make (loom_window_get_session (window), LARGE);
      make (loom_window_get_session (window), SMALL);
      wait_for_rest (&first);
    }
  close_window (window);
}

static void
test_closed (gconstpointer application)
{
  g_autoptr (GSettings) settings = loom_application_open_settings (NULL);
  LoomWindow *stays = open_window ((gpointer) application, settings);
  guint64 first = 0;

  for (guint i = 0; i < TIMES; i++)
    {
      LoomWindow *window = open_window ((gpointer) application, settings);

      make (loom_window_get_session (window), LARGE);
      close_window (window);
      wait_for_rest (&first);
    }
  close_window (stays);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = NULL;

  loom_heap_limit ();
  application = loom_test_application_new (&argc, &argv);
  g_test_add_data_func ("/app/end-to-end-memory/comes-back-when-made-small", application,
                        test_made_small);
  g_test_add_data_func ("/app/end-to-end-memory/comes-back-when-closed", application, test_closed);
  return g_test_run ();
}
