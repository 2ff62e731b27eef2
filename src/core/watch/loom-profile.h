#pragma once

#include "loom-float.h"
#include "loom-wire.h"

/* What one line of the source cost. A request is one warp's execution of one instruction that
 * accesses memory. */
typedef struct
{
  const char *file;             /* interned, as seen from the document's folder; NULL: the
                                   document */
  guint    line;                /* of the CUDA source, from 1; 0: of no line there */
  guint    instructions;        /* PTX instructions that come from it */
  guint64  executed;            /* warp instructions */
  guint64  lanes;               /* thread instructions: the running lanes of those, summed */
  guint64  requests;            /* of global memory */
  guint64  sectors;             /* of 32 bytes that those touch */
  guint64  bytes;               /* that their lanes ask for, each its own */
  guint64  shared_requests;
  guint64  wavefronts;          /* passes that the 32 banks of shared memory need for those */
  guint64  conflicts;           /* passes beyond those that they would need without a conflict */
  guint64  flops[LOOM_N_FLOATS];        /* floating-point operations of the running lanes: two for a
                                           fused multiply-add, none for products of matrices */
} LoomLineProfile;

/* Instructions of a thread, over all threads. */
typedef struct
{
  guint32 least, median, most;
} LoomThreadSpread;

/* What became of a thread. */
typedef enum
{
  LOOM_THREAD_NOT_RUN,          /* the launch was cut short before its block */
  LOOM_THREAD_SENT_HOME,        /* it ended and had come to no array and no variable, as a guard
                                   has it */
  LOOM_THREAD_NO_STORE,         /* it ended, had read arrays, and stored to none */
  LOOM_THREAD_STORED,           /* it ended, and had stored to one */
  LOOM_THREAD_STOPPED,          /* another one of its block ended it */
  LOOM_THREAD_WAITING,          /* it was at a barrier when its block ended */
  LOOM_THREAD_TRAPPED,
  LOOM_N_THREAD_STATES
} LoomThreadState;

/* What a run cost where. Built once, then not changed. */
typedef struct
{
  GArray           *lines;      /* (element-type LoomLineProfile) in the order of lines, those of
                                   the document first */
  GBytes           *threads;    /* guint32 for each thread: its instructions; NULL where not kept */
  GBytes           *lanes;      /* guint64 for each thread: the running lanes of its warp at each of
                                   its instructions, summed; or NULL */
  GBytes           *states;     /* guint8 for each thread: its LoomThreadState; or NULL */
  LoomThreadSpread  spread;
  guint64           stores;     /* requests so far that store to global memory, while a simulator
                                   counts */
} LoomProfile;

LoomProfile      *loom_profile_new          (void);
void              loom_profile_free         (LoomProfile        *self);
LoomLineProfile  *loom_profile_take_line    (LoomProfile        *self,
                                             const char         *file,
                                             guint               line);
const LoomLineProfile *loom_profile_find_line (const LoomProfile *self,
                                             guint               line);
void              loom_profile_sum          (const LoomProfile  *self,
                                             LoomLineProfile    *sum);
void              loom_profile_set_threads  (LoomProfile        *self,
                                             GBytes             *threads);
void              loom_profile_set_activity (LoomProfile        *self,
                                             GBytes             *lanes,
                                             GBytes             *states);
void              loom_profile_leave_out_threads (LoomProfile   *self);
LOOM_DECLARE_WIRE (LoomProfile, loom_profile)
extern const LoomWire _loom_profile_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomProfile, loom_profile_free)
