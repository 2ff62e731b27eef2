#pragma once

#include "loom-block-map.h"
#include "loom-chart-view.h"

/* The threads of a block by where they are (LoomBlockMap). A place is a thread's linear number in
 * the block; a click activates it. */
#define LOOM_TYPE_BLOCK_VIEW (loom_block_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomBlockView, loom_block_view, LOOM, BLOCK_VIEW, LoomChartView)
