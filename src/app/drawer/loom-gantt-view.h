#pragma once

#include "loom-chart-view.h"
#include "loom-gantt.h"

/* The blocks of a run over time (LoomGantt). A place is a block's linear number; a click activates
 * it. */
#define LOOM_TYPE_GANTT_VIEW (loom_gantt_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomGanttView, loom_gantt_view, LOOM, GANTT_VIEW, LoomChartView)

void loom_gantt_view_set_gantt (LoomGanttView *self,
                                LoomGantt     *gantt);
