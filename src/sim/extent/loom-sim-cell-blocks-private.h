#pragma once

#include "loom-sim-block-private.h"

/* Says of each block of a surveyed launch whether it can come to a cell, and finds for each slot
 * what these blocks can access. reaches: of each slot. NULL: any block may, or what some do hangs
 * on others, so all are to run; then nothing is found. */
guint8 *loom_sim_cell_blocks_find (const LoomSimLaunchState *launch,
                                   const LoomSimCell        *cell,
                                   LoomSimReach             *reaches);

/* The same for a block by its index: itself alone, if what it does does not hang on others. */
guint8 *loom_sim_cell_blocks_find_alone (const LoomSimLaunchState *launch,
                                         guint64                   block,
                                         LoomSimReach             *reaches);
