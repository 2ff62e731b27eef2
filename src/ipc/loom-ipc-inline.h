#pragma once

#include "loom-ipc-call-private.h"

#define LOOM_IPC_CHUNK (16 << 20)

/* Results where descriptors can't be passed. The serving end holds each memory file under a number
 * until it is released, and gives it out in chunks; the client asks for them in turn. */
typedef struct _LoomIpcHold LoomIpcHold;

gboolean     loom_ipc_inline_is_needed (GDBusConnection      *connection);

LoomIpcHold *loom_ipc_hold_new         (guint64               limit);
void         loom_ipc_hold_free        (LoomIpcHold          *self);
GVariant    *loom_ipc_hold_add         (LoomIpcHold          *self,
                                        GVariant             *run,
                                        int                   fd,
                                        GError              **error);
GVariant    *loom_ipc_hold_read        (LoomIpcHold          *self,
                                        guint32               memory,
                                        guint64               offset,
                                        GError              **error);
void         loom_ipc_hold_release     (LoomIpcHold          *self,
                                        guint32               memory);

void         loom_ipc_inline_run_async (LoomIpcCall          *call,
                                        GAsyncReadyCallback   callback);
