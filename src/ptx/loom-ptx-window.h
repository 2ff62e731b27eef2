#pragma once

#include "loom-ptx-module.h"

/* Kernels of a module that are launched as some of the blocks of a larger grid, for devices that
 * count blocks from 0. Each has a parameter more, the last one, which is this. */
typedef struct
{
  guint32 first[3];             /* x, y, z: of the block that the device calls 0 */
  guint32 grid[3];              /* blocks of the whole grid */
} LoomPtxWindow;

gboolean  loom_ptx_window_check (LoomPtxModule  *module,
                                 const char     *entry,
                                 GError        **error);
char     *loom_ptx_window_print (LoomPtxModule  *module);
