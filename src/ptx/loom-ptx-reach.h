#pragma once

#include "loom-ptx-module.h"

/* What of a module one of its kernels can come to. */
typedef struct
{
  GArray   *functions;          /* (element-type guint) by number, the kernel first */
  gboolean *variables;          /* by number of the module's: whether one of them names it */
} LoomPtxReach;

LoomPtxReach *loom_ptx_reach_new  (LoomPtxModule         *module,
                                   const LoomPtxFunction *entry);
void          loom_ptx_reach_free (LoomPtxReach          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomPtxReach, loom_ptx_reach_free)
