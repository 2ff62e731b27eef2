#pragma once

#include "loom-timeline.h"

#include <gtk/gtk.h>

/* What streams did over time. A click or the arrows mark something, Shift with either marks a
 * second one; Ctrl+scroll, + and - zoom, 0 shows all. Signal "mark-changed". */
#define LOOM_TYPE_TIMELINE_VIEW (loom_timeline_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomTimelineView, loom_timeline_view, LOOM, TIMELINE_VIEW, GtkWidget)

void loom_timeline_view_set_timeline (LoomTimelineView *self,
                                      LoomTimeline     *timeline);
gint loom_timeline_view_get_marked   (LoomTimelineView *self);
gint loom_timeline_view_get_other    (LoomTimelineView *self);
