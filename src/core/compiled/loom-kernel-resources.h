#pragma once

#include <glib.h>

/* What the machine code of a kernel takes for one architecture, as it says of itself. */
typedef struct
{
  gboolean is_told;             /* FALSE: there is no machine code, and the rest is 0 */
  guint    registers;           /* of a thread */
  guint    barriers;            /* of a block; 0: not told, or none */
  guint64  shared;              /* of a block, bytes: that of the source */
  guint64  frame;               /* of a thread, bytes of local memory: arrays, and registers that
                                   are spilled */
  guint64  stack;               /* the same with all functions that it calls */
  gboolean has_spills;          /* the compiler told of: */
  guint64  spill_stores, spill_loads;   /* bytes of a thread */
} LoomKernelResources;
