#pragma once

#include "loom-chart-view.h"
#include "loom-sweep-chart.h"

/* The map of a sweep (LoomSweepChart). A place is a tile. */
#define LOOM_TYPE_SWEEP_VIEW (loom_sweep_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomSweepView, loom_sweep_view, LOOM, SWEEP_VIEW, LoomChartView)

void loom_sweep_view_take_chart     (LoomSweepView  *self,
                                     LoomSweepChart *chart);
void loom_sweep_view_mark_next_best (LoomSweepView  *self);
