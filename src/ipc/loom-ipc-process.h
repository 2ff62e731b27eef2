#pragma once

#include "loom-ipc-runner.h"

#define LOOM_IPC_VERSION 9
#define LOOM_IPC_PATH "/org/gridloom/Runner"
#define LOOM_IPC_FD 3

/* One child process that serves org.gridloom.Runner on its descriptor 3: spawned, greeted, watched,
 * ended. Belongs to the thread-default context that made it.
 * Signal "ended" (const char *how, int status): once, when the process is gone, however that came.
 * status: its exit status, or -1 if a signal ended it. */
#define LOOM_TYPE_IPC_PROCESS (loom_ipc_process_get_type ())
G_DECLARE_FINAL_TYPE (LoomIpcProcess, loom_ipc_process, LOOM, IPC_PROCESS, GObject)

LoomIpcProcess *loom_ipc_process_spawn       (const char * const  *argv,
                                              const char          *toolkit,
                                              GError             **error);
LoomIpcProcess *loom_ipc_process_spawn_command (const char * const  *argv,
                                                const char          *toolkit,
                                                GError             **error);
void            loom_ipc_process_open_async  (LoomIpcProcess      *self,
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             user_data);
gboolean        loom_ipc_process_open_finish (LoomIpcProcess      *self,
                                              GAsyncResult        *result,
                                              GError             **error);
LoomIpcRunner  *loom_ipc_process_get_runner  (LoomIpcProcess      *self);
GVariant       *loom_ipc_process_get_limits  (LoomIpcProcess      *self);
void            loom_ipc_process_kill        (LoomIpcProcess      *self);
