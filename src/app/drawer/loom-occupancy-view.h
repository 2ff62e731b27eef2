#pragma once

#include "loom-occupancy-chart.h"

#include <gtk/gtk.h>

/* A curve of occupancy, with a cursor that pointer and keys move; it begins where the launch is.
 * Signal "mark-changed": another point stands out. */
#define LOOM_TYPE_OCCUPANCY_VIEW (loom_occupancy_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomOccupancyView, loom_occupancy_view, LOOM, OCCUPANCY_VIEW, GtkWidget)

void  loom_occupancy_view_take_chart (LoomOccupancyView  *self,
                                      LoomOccupancyChart *chart);
char *loom_occupancy_view_dup_text   (LoomOccupancyView  *self);
