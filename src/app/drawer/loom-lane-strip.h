#pragma once

#include "loom-replay.h"

#include <gtk/gtk.h>

/* The lanes of a warp side by side, from 0: which execute, are held back by their guard, are
 * elsewhere or have returned, and which one it is about. */
#define LOOM_TYPE_LANE_STRIP (loom_lane_strip_get_type ())
G_DECLARE_FINAL_TYPE (LoomLaneStrip, loom_lane_strip, LOOM, LANE_STRIP, GtkWidget)

void  loom_lane_strip_set_place (LoomLaneStrip         *self,
                                 const LoomReplayPlace *place,
                                 guint                  lane);
