#pragma once

#include "loom-chart-view.h"
#include "loom-roofline-chart.h"

/* A launch under the roofs of a device (LoomRooflineChart). A place is one of its points. */
#define LOOM_TYPE_ROOFLINE_VIEW (loom_roofline_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomRooflineView, loom_roofline_view, LOOM, ROOFLINE_VIEW, LoomChartView)
