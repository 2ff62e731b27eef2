#pragma once

#include "loom-chart-view.h"
#include "loom-timing-strip.h"

/* The samples of a run's kernel (LoomTimingStrip). A place is a sample. */
#define LOOM_TYPE_TIMING_VIEW (loom_timing_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomTimingView, loom_timing_view, LOOM, TIMING_VIEW, LoomChartView)
