#pragma once

#include "loom-dim3.h"
#include "loom-replay-state.h"

#include <gtk/gtk.h>

/* The lanes of the warp in a table: which thread each is, what it did in the step, and what
 * expressions that are watched come to. */
#define LOOM_TYPE_REPLAY_LANES (loom_replay_lanes_get_type ())
G_DECLARE_FINAL_TYPE (LoomReplayLanes, loom_replay_lanes, LOOM, REPLAY_LANES, GObject)

LoomReplayLanes *loom_replay_lanes_new    (GtkColumnView         *view);
void             loom_replay_lanes_update (LoomReplayLanes       *self,
                                           const LoomReplayState *state,
                                           const LoomReplayPlace *place,
                                           const LoomDim3        *block,
                                           GPtrArray             *parameters);
gboolean         loom_replay_lanes_watch  (LoomReplayLanes       *self,
                                           const char            *expression,
                                           GError               **error);
void             loom_replay_lanes_unwatch (LoomReplayLanes      *self);
