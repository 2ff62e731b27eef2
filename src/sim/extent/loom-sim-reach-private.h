#pragma once

#include "loom-sim-block-private.h"

/* Finds for each slot of a launch that was surveyed what its blocks can access. reaches: of each
 * slot. */
void loom_sim_reach_find (const LoomSimLaunchState *launch,
                          LoomSimReach             *reaches);
