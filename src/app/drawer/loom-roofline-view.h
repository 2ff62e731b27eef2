#pragma once

#include "loom-roofline-chart.h"

#include <gtk/gtk.h>

/* A launch under the roofs of a device, with a point that pointer and keys choose. Signal
 * "mark-changed": another point stands out. */
#define LOOM_TYPE_ROOFLINE_VIEW (loom_roofline_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomRooflineView, loom_roofline_view, LOOM, ROOFLINE_VIEW, GtkWidget)

void               loom_roofline_view_take_chart (LoomRooflineView  *self,
                                                  LoomRooflineChart *chart);
LoomRooflineChart *loom_roofline_view_get_chart  (LoomRooflineView  *self);
char              *loom_roofline_view_dup_text   (LoomRooflineView  *self);
