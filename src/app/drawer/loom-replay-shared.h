#pragma once

#include "loom-replay-state.h"

#include <gtk/gtk.h>

/* Shared memory of the block that is replayed, as text: four words in a line. What the step changed
 * is bold, what the thread itself accessed is underlined. */
#define LOOM_TYPE_REPLAY_SHARED (loom_replay_shared_get_type ())
G_DECLARE_FINAL_TYPE (LoomReplayShared, loom_replay_shared, LOOM, REPLAY_SHARED, GObject)

LoomReplayShared *loom_replay_shared_new    (GtkTextView           *view);
void              loom_replay_shared_update (LoomReplayShared      *self,
                                             const LoomReplayState *state);
