/* loom-ipc-server.c: the serving end of org.gridloom.Runner, on a descriptor that the parent made
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-ipc-server.h"

#include "loom-error.h"
#include "loom-ipc-process.h"

#include <gio/gunixconnection.h>

/**
 * loom_ipc_server_connect:
 * @fd: a connected socket, now owned by the connection
 * @error: return location for an error
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

  (void) LOOM_ERROR;            /* registers the names of errors, before one can be sent */
  stream = g_socket_connection_factory_create_connection (socket);
  return g_dbus_connection_new_sync (G_IO_STREAM (stream), NULL,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                     G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING,
                                     NULL, NULL, error);
}

/**
 * loom_ipc_server_export:
 * @connection: from loom_ipc_server_connect()
 * @skeleton: the implementation
 * @error: return location for an error
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
