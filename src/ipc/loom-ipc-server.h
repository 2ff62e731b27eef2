#pragma once

#include "loom-ipc-runner.h"

GDBusConnection *loom_ipc_server_connect (int             fd,
                                          GError        **error);
GDBusConnection *loom_ipc_server_connect_pipes (int      input,
                                                int      output,
                                                GError **error);
gboolean         loom_ipc_server_export  (GDBusConnection *connection,
                                          LoomIpcRunner   *skeleton,
                                          GError         **error);
