#pragma once

#include "loom-warp-timeline.h"

#include <gtk/gtk.h>

/* What the lanes of a warp did, step by step, with a mark that keys and clicks move. Signals:
 * "hovered" (gint step), which the pointer is over, or %LOOM_NO_STEP; "mark-changed";
 * "step-activated" (gint step). */
#define LOOM_TYPE_WARP_VIEW (loom_warp_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomWarpView, loom_warp_view, LOOM, WARP_VIEW, GtkWidget)

void  loom_warp_view_set_timeline (LoomWarpView     *self,
                                   LoomWarpTimeline *timeline);
gint  loom_warp_view_get_marked   (LoomWarpView     *self);
