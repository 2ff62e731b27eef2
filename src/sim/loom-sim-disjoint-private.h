#pragma once

#include "loom-sim-block-private.h"
#include "loom-sim-module-private.h"

/* Sets `disjoint` of every slot. chunk: blocks that a worker takes at a time, one after the
 * other. */
void loom_sim_disjoint_find (LoomSim                  *sim,
                             const LoomSimLaunchState *launch,
                             guint64                   chunk);
