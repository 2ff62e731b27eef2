#pragma once

#include "loom-sim-pool-private.h"
#include "loom-sim-program-private.h"
#include "loom-sim-memory-private.h"

struct _LoomSim
{
  LoomPtxModule  *module;
  guint64        *addresses;    /* of module variables, by index; 0: none */
  LoomSimSlot    *slots;
  guint           n_slots, n_allocated;
  GHashTable     *programs;     /* "entry/lanes" -> LoomSimProgram */
  LoomSimPool    *pool;         /* made with the first launch that shares its work */
  guint           grid_slot;    /* of what cooperative groups count a grid's blocks in; 0: no kernel
                                   did yet */
  LoomSimRegion  *regions;      /* of the last launch, by slot; NULL: there was none */
  guint           n_regions;
  GPtrArray      *trackers;     /* (element-type LoomSimTracker) of the last launch, if its counts
                                   are not yet in the planes */
};

guint        loom_sim_add_slot     (LoomSim     *self,
                                    const char  *name,
                                    guint8      *bytes,
                                    guint64      size);
gboolean     loom_sim_load_variables (LoomSim   *self,
                                      GError   **error);
