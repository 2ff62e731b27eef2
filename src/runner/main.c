/* main.c: gridloom-runner, the process that owns all that can crash, hang or be hostile
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Started by the window or the command line, with one end of a socket pair as its descriptor 3; and
 * by itself, as "gridloom-runner --compile", for each compiler. As "gridloom-runner --stdio" it
 * serves on standard input and output, for a window on another computer. It lives exactly as long
 * as that connection.
 */

#include "config.h"

#include "loom-compile-service.h"
#include "loom-confine.h"
#include "loom-ipc-process.h"
#include "loom-ipc-server.h"
#include "loom-runner-service.h"
#include "loom-sim.h"

#include <glib-unix.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

static int
usage (void)
{
  g_printerr ("gridloom-runner is started by gridloom and gridloom-cli; it is of no use alone.\n"
              "On another computer they start it as: gridloom-runner --stdio\n");
  return 2;
}

static void
closed_cb (GDBusConnection *connection,
           gboolean         remote_peer_vanished,
           GError          *error,
           GMainLoop       *loop)
{
  g_main_loop_quit (loop);
}

/* The two ends move away, so that nothing that prints can reach them. */
static GDBusConnection *
connect_stdio (GError **error)
{
  int input = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, LOOM_IPC_FD + 1);
  int output = fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, LOOM_IPC_FD + 1);
  int nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);

  if (input < 0 || output < 0 || nothing < 0 || dup2 (nothing, STDIN_FILENO) < 0
      || dup2 (nothing, STDOUT_FILENO) < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
      return NULL;
    }

  close (nothing);
  return loom_ipc_server_connect_pipes (input, output, error);
}

static int
serve (LoomIpcRunner *runner,
       gboolean       on_stdio)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  connection = on_stdio ? connect_stdio (&error) : loom_ipc_server_connect (LOOM_IPC_FD, &error);
  if (connection == NULL || !loom_ipc_server_export (connection, runner, &error))
    {
      g_printerr ("gridloom-runner: %s\n", error->message);
      return 1;
    }

  g_signal_connect (connection, "closed", G_CALLBACK (closed_cb), loop);
  if (!g_dbus_connection_is_closed (connection))
    g_main_loop_run (loop);
  return 0;
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (LoomIpcRunner) runner = NULL;
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  gboolean compiles = argc == 2 && g_str_equal (argv[1], "--compile");
  gboolean on_stdio = argc == 2 && g_str_equal (argv[1], "--stdio");

  if (argc > 2 || (argc == 2 && !compiles && !on_stdio)
      || (!on_stdio && fcntl (LOOM_IPC_FD, F_GETFD) < 0))
    return usage ();

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  signal (SIGPIPE, SIG_IGN);
  /* Ctrl+C in a terminal comes to all that runs there; whoever called says what is to stop. */
  signal (SIGINT, SIG_IGN);
  if (!on_stdio)
    fcntl (LOOM_IPC_FD, F_SETFD, FD_CLOEXEC);

  if (compiles)
    {
      /* Before anything starts a thread. */
      gboolean confined = loom_confine_writes () == LOOM_CONFINED_FULLY;

      loom_confine_limits ();
      runner = loom_compile_service_new (confined);
    }
  else
    {
      loom_sim_keep_memory ();
      runner = loom_runner_service_new (program != NULL ? program : argv[0]);
    }

  return serve (runner, on_stdio);
}
