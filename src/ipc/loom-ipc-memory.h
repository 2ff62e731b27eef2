#pragma once

#include <gio/gio.h>

/* One memory file that holds everything a run hands over. The writing side fills it through a
 * mapping, then seals it; the reading side trusts nothing but the seals and the size. Writing side
 * only, one thread at a time. */
typedef struct _LoomIpcMemory LoomIpcMemory;

#define LOOM_IPC_MEMORY_ALIGN 64

gsize           loom_ipc_memory_align (gsize           size);
LoomIpcMemory  *loom_ipc_memory_new   (gsize           size,
                                       GError        **error);
LoomIpcMemory  *loom_ipc_memory_new_private (gsize           size,
                                             GError        **error);
void            loom_ipc_memory_free  (LoomIpcMemory  *self);
gpointer        loom_ipc_memory_take  (LoomIpcMemory  *self,
                                       gsize           size);
gboolean        loom_ipc_memory_find  (LoomIpcMemory  *self,
                                       gconstpointer   address,
                                       gsize           size,
                                       guint64        *offset);
void            loom_ipc_memory_populate (LoomIpcMemory        *self);
int             loom_ipc_memory_seal  (LoomIpcMemory  *self,
                                       GError        **error);
GBytes         *loom_ipc_memory_map   (int             fd,
                                       GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomIpcMemory, loom_ipc_memory_free)
