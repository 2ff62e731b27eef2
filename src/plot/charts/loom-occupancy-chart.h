#pragma once

#include "loom-occupancy.h"

#include <cairo.h>

/* Resident warps over one thing that a launch takes, all else as it is, and where the launch is on
 * that curve. Immutable. Sizes are design pixels. */
typedef struct _LoomOccupancyChart LoomOccupancyChart;

LoomOccupancyChart *loom_occupancy_chart_new      (const LoomDeviceProfile  *profile,
                                                   const LoomOccupancyUse   *use,
                                                   LoomOccupancyAxis         axis);
void                loom_occupancy_chart_free     (LoomOccupancyChart       *self);
void                loom_occupancy_chart_draw     (const LoomOccupancyChart *self,
                                                   cairo_t                  *cr,
                                                   double                    width,
                                                   double                    height,
                                                   gboolean                  dark,
                                                   double                    text_scale,
                                                   guint                     marked);
guint               loom_occupancy_chart_find     (const LoomOccupancyChart *self,
                                                   double                    width,
                                                   double                    text_scale,
                                                   double                    x);
guint               loom_occupancy_chart_get_now  (const LoomOccupancyChart *self);
guint               loom_occupancy_chart_step     (const LoomOccupancyChart *self,
                                                   guint                     from,
                                                   gint                      by);
char               *loom_occupancy_chart_dup_text (const LoomOccupancyChart *self,
                                                   guint                     point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomOccupancyChart, loom_occupancy_chart_free)
