#pragma once

#include "loom-chart-view.h"
#include "loom-warp-timeline.h"

/* What the lanes of a warp did (LoomWarpTimeline). A place is a step. Signal "hovered" (gint64
 * step): which the pointer is over, or %LOOM_NO_MARK. */
#define LOOM_TYPE_WARP_VIEW (loom_warp_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomWarpView, loom_warp_view, LOOM, WARP_VIEW, LoomChartView)
