/* loom-runner-serve.c: a runner's life: as long as its connection
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-runner-serve.h"

#include "loom-ipc-process.h"
#include "loom-ipc-server.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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

/**
 * loom_runner_serve:
 * @runner: what answers
 * @on_stdio: whether on standard input and output, which lead to nothing from then on; else on the
 *   descriptor %LOOM_IPC_FD
 *
 * Serves until the other end hangs up.
 *
 * Returns: the exit status of a runner
 */
int
loom_runner_serve (LoomIpcRunner *runner,
                   gboolean       on_stdio)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  connection = on_stdio ? connect_stdio (&error) : loom_ipc_server_connect (LOOM_IPC_FD, &error);
  if (connection == NULL || !loom_ipc_server_export (connection, runner, &error))
    {
      /* Whoever started this may be gone before it was asked for anything. */
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
        return 0;
      g_printerr ("gridloom-runner: %s\n", error->message);
      return 1;
    }

  g_signal_connect (connection, "closed", G_CALLBACK (closed_cb), loop);
  if (!g_dbus_connection_is_closed (connection))
    g_main_loop_run (loop);
  return 0;
}
