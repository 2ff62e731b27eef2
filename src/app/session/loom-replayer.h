#pragma once

#include "loom-replay-state.h"
#include "loom-run.h"

#include <gio/gio.h>

/* A thread that is replayed, and at which of its steps. It keeps what the thread itself did, at
 * most LOOM_REPLAY_MAX_STEPS of it, and beside that some pages with all of the warp and shared
 * memory, and says what is missing where it is. The session's; the run controller answers. Main
 * thread.
 *
 * Signals: "changed": another thread, another step, or more is known of it; "wanted": something is
 * missing; "watched": somebody looks at it, or nobody does any more. */
#define LOOM_TYPE_REPLAYER (loom_replayer_get_type ())
G_DECLARE_FINAL_TYPE (LoomReplayer, loom_replayer, LOOM, REPLAYER, GObject)

void         loom_replayer_begin        (LoomReplayer           *self,
                                         LoomRun                *run,
                                         const LoomSite         *thread);
void         loom_replayer_take         (LoomReplayer           *self,
                                         LoomRun                *answer,
                                         const GError           *error);
void         loom_replayer_forget       (LoomReplayer           *self);
gboolean     loom_replayer_get_missing  (LoomReplayer           *self,
                                         LoomReplayTarget       *target);
LoomRun     *loom_replayer_get_run      (LoomReplayer           *self);
const LoomSite *loom_replayer_get_thread (LoomReplayer          *self);
const char  *loom_replayer_get_error    (LoomReplayer           *self);
guint64      loom_replayer_get_total    (LoomReplayer           *self);
guint64      loom_replayer_get_at       (LoomReplayer           *self);
void         loom_replayer_seek         (LoomReplayer           *self,
                                         guint64                 at);
const LoomReplayState *loom_replayer_get_state (LoomReplayer    *self);
const LoomReplayPlace *loom_replayer_get_place (LoomReplayer    *self);
const LoomTraceInstruction *loom_replayer_get_instruction (LoomReplayer *self);
void         loom_replayer_set_watched  (LoomReplayer           *self,
                                         gboolean                is_watched);
const LoomReplayAccess *loom_replayer_get_access (LoomReplayer  *self,
                                         const char            **array);
guint64      loom_replayer_find_next_line (LoomReplayer         *self);
guint64      loom_replayer_find_previous_line (LoomReplayer     *self);
guint64      loom_replayer_find_line    (LoomReplayer           *self,
                                         guint                   line);
