#pragma once

#include "loom-trace.h"

#define LOOM_REPLAY_MAX_STEPS (1u << 21)        /* of a window */
#define LOOM_REPLAY_MAX_BYTES (32u << 20)       /* of what its steps change: a message has no room
                                                   for much more */
#define LOOM_REPLAY_MAX_SHARED (1u << 20)       /* bytes of a block's shared memory */
#define LOOM_REPLAY_MAX_WIDTH 16                /* bytes of a register */

/* Which steps of which thread are asked for. Plain value. */
typedef struct
{
  LoomDim3 block, thread;
  guint64  first;               /* step, from 0 */
  guint32  n_steps;             /* at most; 0: nothing is asked for */
  gboolean warp;                /* also what the other lanes hold, and shared memory; the launch may
                                   end with the window. FALSE: the thread alone, and how many steps
                                   it makes */
} LoomReplayTarget;

/* A register that was written. */
typedef struct
{
  char   *name;
  char   *type;                 /* as its first writer takes it: "f32", "b64", "pred" */
  guint   width;                /* bytes of a lane */
  guint   instruction;          /* index: that writer */
} LoomReplayRegister;

/* An instruction as lanes of the warp came to it. Plain value. */
typedef struct
{
  guint32 instruction;          /* index */
  guint32 active;               /* lanes that came together */
  guint32 executed;             /* of those, the ones whose guard held */
  guint32 live;                 /* lanes of the warp that have not returned */
} LoomReplayPlace;

/* Plain value. */
typedef struct
{
  guint32 place;                /* index */
  guint32 end;                  /* of what it changed, which begins where that of the step before
                                   ends */
} LoomReplayStep;

/* What a change begins with. A register is followed by its value in each of the lanes, from the
 * lowest; shared memory by where it changed (guint32) and its bytes; an access by a
 * LoomReplayAccess. Plain value. */
typedef struct
{
  guint32 what;                 /* index of a register, or one of the two below */
  guint32 n;                    /* of a register: lanes; of shared memory: bytes */
} LoomReplayChange;

#define LOOM_REPLAY_SHARED_MEMORY 0xffffffffu
#define LOOM_REPLAY_ACCESS 0xfffffffeu

/* What the thread itself accessed. Plain value without holes. */
typedef struct
{
  guint64 at;                   /* byte in the array; of shared memory in all of the block's */
  gint32  array;                /* index of its name, -1: it has none */
  guint16 size;                 /* bytes */
  guint8  space;                /* LoomSpace */
  guint8  is_store;             /* or an atomic */
} LoomReplayAccess;

/* Some of the steps of a thread. A step's changes are all that the thread finds changed at its next
 * one, also by other threads. Built while a launch runs, then not changed. */
typedef struct
{
  LoomReplayTarget target;
  guint64          total;       /* steps that were made until the launch ended */
  gboolean         is_ended;    /* the thread makes no more of them */
  guint32          shared_size; /* bytes */
  GPtrArray       *instructions;        /* (element-type LoomTraceInstruction) */
  GPtrArray       *registers;   /* (element-type LoomReplayRegister) */
  GPtrArray       *arrays;      /* (element-type utf8) names */
  GArray          *places;      /* (element-type LoomReplayPlace) */
  GByteArray      *before;      /* changes before the first step, from nothing */
  GArray          *steps;       /* (element-type LoomReplayStep) */
  GByteArray      *changes;     /* of all steps */

  GHashTable      *known;       /* while it is built: instructions, registers and places, to their
                                   index plus one */
} LoomReplay;

gboolean    loom_replay_target_parse    (const char             *text,
                                         LoomReplayTarget       *target,
                                         GError                **error);
gboolean    loom_replay_target_parse_window  (const char        *text,
                                         LoomReplayTarget       *target,
                                         GError                **error);
gboolean    loom_replay_target_check    (const LoomReplayTarget *self,
                                         const LoomDim3         *grid,
                                         const LoomDim3         *block,
                                         GError                **error);
GVariant   *loom_replay_target_to_variant    (const LoomReplayTarget *self);
gboolean    loom_replay_target_from_variant  (GVariant          *variant,
                                         LoomReplayTarget       *target);

LoomReplay *loom_replay_new             (const LoomReplayTarget *target);
void        loom_replay_free            (LoomReplay             *self);
guint32     loom_replay_take_place      (LoomReplay             *self,
                                         const LoomReplayPlace  *place);
guint32     loom_replay_take_array      (LoomReplay             *self,
                                         const char             *name);
void        loom_replay_add_register    (GByteArray             *changes,
                                         guint32                 index,
                                         guint32                 lanes,
                                         guint                   width,
                                         const guint8           *values);
void        loom_replay_add_shared      (GByteArray             *changes,
                                         guint32                 at,
                                         const guint8           *bytes,
                                         guint32                 size);
void        loom_replay_add_access      (GByteArray             *changes,
                                         const LoomReplayAccess *access);
gboolean    loom_replay_read            (const GByteArray       *changes,
                                         guint32                *at,
                                         guint32                 end,
                                         const LoomReplay       *self,
                                         LoomReplayChange       *change,
                                         const guint8          **bytes);
const LoomReplayPlace *loom_replay_get_place (const LoomReplay  *self,
                                         guint                   index);
GVariant   *loom_replay_to_variant      (const LoomReplay       *self);
LoomReplay *loom_replay_from_variant    (GVariant               *variant);
extern const LoomWire _loom_replay_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomReplay, loom_replay_free)
