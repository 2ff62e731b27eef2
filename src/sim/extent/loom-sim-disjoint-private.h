#pragma once

#include "loom-sim-block-private.h"

/* Sets `disjoint` of every region. chunk: blocks that a worker takes at a time, one after the
 * other. */
void loom_sim_disjoint_find (const LoomSimLaunchState *launch,
                             guint64                   chunk);
