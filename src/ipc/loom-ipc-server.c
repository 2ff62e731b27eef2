/* loom-ipc-server.c: the serving end of org.gridloom.Runner, on a descriptor that the parent made
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-server.h"

#include "loom-error.h"
#include "loom-ipc-process.h"

#include <gio/gunixconnection.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>

static GDBusConnection *
connect_stream (GIOStream  *stream,
                GError    **error)
{
  (void) LOOM_ERROR;            /* registers the names of errors, before one can be sent */
  return g_dbus_connection_new_sync (stream, NULL,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                     G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING,
                                     NULL, NULL, error);
}

/**
 * loom_ipc_server_connect:
 * @fd: a connected socket, now owned by the connection
 *
 * Speaks the opening of D-Bus with the parent; messages wait until loom_ipc_server_export(). Blocks
 * until the parent answers, which is all that a new process has to do.
 *
 * Returns: (transfer full): the connection, or %NULL
 */
GDBusConnection *
loom_ipc_server_connect (int      fd,
                         GError **error)
{
  g_autoptr (GSocket) socket = g_socket_new_from_fd (fd, error);
  g_autoptr (GSocketConnection) stream = NULL;

  if (socket == NULL)
    return NULL;

  stream = g_socket_connection_factory_create_connection (socket);
  return connect_stream (G_IO_STREAM (stream), error);
}

/**
 * loom_ipc_server_connect_pipes:
 * @input: a descriptor to read from, now owned by the connection
 * @output: a descriptor to write to, now owned by the connection
 *
 * Like loom_ipc_server_connect(), over any pair of byte streams.
 *
 * Returns: (transfer full): the connection, or %NULL
 */
GDBusConnection *
loom_ipc_server_connect_pipes (int      input,
                               int      output,
                               GError **error)
{
  g_autoptr (GInputStream) reader = g_unix_input_stream_new (input, TRUE);
  g_autoptr (GOutputStream) writer = g_unix_output_stream_new (output, TRUE);
  g_autoptr (GIOStream) stream = g_simple_io_stream_new (reader, writer);

  /* Two ends that each wait until the other has read all of a large message wait for ever. */
  if (!g_unix_set_fd_nonblocking (input, TRUE, error)
      || !g_unix_set_fd_nonblocking (output, TRUE, error))
    return NULL;

  return connect_stream (stream, error);
}

/**
 * loom_ipc_server_export:
 * @connection: from loom_ipc_server_connect()
 * @skeleton: the implementation
 *
 * Serves the interface and lets messages in.
 *
 * Returns: whether it is served
 */
gboolean
loom_ipc_server_export (GDBusConnection  *connection,
                        LoomIpcRunner    *skeleton,
                        GError          **error)
{
  if (!g_dbus_interface_skeleton_export (G_DBUS_INTERFACE_SKELETON (skeleton), connection,
                                         LOOM_IPC_PATH, error))
    return FALSE;

  g_dbus_connection_start_message_processing (connection);
  return TRUE;
}
