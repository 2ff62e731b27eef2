#pragma once

#include "loom-chart-view.h"
#include "loom-occupancy-chart.h"

/* A curve of occupancy (LoomOccupancyChart). A place is a point of it. */
#define LOOM_TYPE_OCCUPANCY_VIEW (loom_occupancy_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomOccupancyView, loom_occupancy_view, LOOM, OCCUPANCY_VIEW, LoomChartView)
