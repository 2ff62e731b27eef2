#pragma once

#include "loom-evaluator.h"
#include "loom-replay-state.h"

char      *loom_replay_format_value    (const LoomReplayRegister *self,
                                        const guint8             *bytes);
char      *loom_replay_dup_source_name (const LoomReplay         *self,
                                        guint                     index,
                                        GPtrArray                *parameters);
LoomScope *loom_replay_state_new_scope (const LoomReplayState    *self,
                                        GPtrArray                *parameters);
