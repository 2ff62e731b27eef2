#pragma once

#include "loom-chart-view.h"
#include "loom-timeline.h"

/* What streams did over time (LoomTimeline). A place is a span. A click or the arrows mark one,
 * Shift with either marks a second one; Ctrl+scroll, + and - zoom, 0 shows all. */
#define LOOM_TYPE_TIMELINE_VIEW (loom_timeline_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomTimelineView, loom_timeline_view, LOOM, TIMELINE_VIEW, LoomChartView)

void loom_timeline_view_set_timeline (LoomTimelineView *self,
                                      LoomTimeline     *timeline);
gint loom_timeline_view_get_other    (LoomTimelineView *self);
