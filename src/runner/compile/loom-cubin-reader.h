#pragma once

#include "loom-kernel-resources.h"

#include <gio/gio.h>

/* What machine code says of the functions in it. */
typedef struct _LoomCubin LoomCubin;

LoomCubin *loom_cubin_read (const guint8         *bytes,
                            gsize                 size,
                            GError              **error);
gboolean   loom_cubin_find (const LoomCubin      *self,
                            const char           *function,
                            LoomKernelResources  *resources);
void       loom_cubin_free (LoomCubin            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCubin, loom_cubin_free)
