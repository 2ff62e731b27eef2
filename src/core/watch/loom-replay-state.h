#pragma once

#include "loom-replay.h"

/* Registers, and shared memory where it was recorded, at one of the steps of a thread. Going on is
 * a matter of that step; going back, or far, of at most LOOM_REPLAY_KEY_STEPS others. One thread at
 * a time. */
typedef struct
{
  const LoomReplay *replay;     /* borrowed */
  guint             at;         /* steps of it that were made: 0: what it begins with */
  guint             n_lanes;    /* that have values: the warp's, or one */
  GArray           *offsets;    /* (element-type guint32) of registers, in values */
  GArray           *known;      /* (element-type guint32) by register: lanes with a value */
  GArray           *changed;    /* (element-type guint32) the same, by the last step */
  GByteArray       *values;
  GByteArray       *shared;
  GArray           *touched;    /* (element-type LoomReplayRange) shared memory that the last step
                                   changed */
  LoomReplayAccess  access;     /* of the last step */
  gboolean          has_access;
  GPtrArray        *keys;       /* states on the way, every so many steps */
} LoomReplayState;

/* Bytes of shared memory. */
typedef struct
{
  guint32 at, size;
} LoomReplayRange;

#define LOOM_REPLAY_KEY_STEPS 4096u

LoomReplayState *loom_replay_state_new       (const LoomReplay      *replay);
void             loom_replay_state_free      (LoomReplayState       *self);
void             loom_replay_state_seek      (LoomReplayState       *self,
                                              guint                  at);
const guint8    *loom_replay_state_get_value (const LoomReplayState *self,
                                              guint                  index,
                                              guint                  lane);
gboolean         loom_replay_state_is_changed (const LoomReplayState *self,
                                              guint                  index,
                                              guint                  lane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomReplayState, loom_replay_state_free)
