#pragma once

#include "loom-sim-memory-private.h"
#include "loom-sim-program-private.h"

typedef struct _LoomSimBlock LoomSimBlock;
typedef struct _LoomSimWorker LoomSimWorker;
typedef struct _LoomSimLaunchState LoomSimLaunchState;
typedef struct _LoomSimFindings LoomSimFindings;
typedef struct _LoomSimTracker LoomSimTracker;
typedef struct _LoomSimWatcher LoomSimWatcher;
typedef struct _LoomSimMuster LoomSimMuster;

/* Lanes are looked at sixteen at a time: most groups lie side by side or at one place, and are
 * checked and moved whole. */
#define LOOM_SIM_GROUP 16
#define LOOM_SIM_GROUP_MASK 0xffffu
#define LOOM_SIM_MAX_GROUPS (LOOM_SIM_MAX_LANES / LOOM_SIM_GROUP)
#define LOOM_SIM_LOWEST_LANE LOOM_SIM_MAX_LANES        /* for a trap: of the running ones */
#define LOOM_SIM_RETURN_SLOT(lanes) (16 * (lanes))      /* first register of a frame after
                                                           scratch */
#define LOOM_SIM_FUNCTION_BASE ((guint64) LOOM_SIM_FUNCTION_SLOT << LOOM_SIM_SLOT_BITS)
#define LOOM_SIM_FUNCTION_STEP 16
#define LOOM_SIM_N_BARRIERS 16
#define LOOM_SIM_PARKED_ON_WARP LOOM_SIM_N_BARRIERS

/* From the lowest to the highest of some numbers. */
typedef struct
{
  gint64 low, high;
} LoomSimRange;

/* Lanes that lie side by side, `at` bytes from the lowest of all. */
typedef struct
{
  guint32 at;
  guint16 lane, n_lanes;
} LoomSimSurveyRow;

/* How the thread's parts of addresses lie, which is the same in every block; or, of a
 * comparison, their range. */
typedef struct
{
  guint8           shape;       /* LoomSimShape of all groups; LANES: they differ; NONE: nothing
                                   is known */
  guint8           n_rows;
  guint32          span;        /* bytes from the lowest to the end of the highest */
  guint32          together;    /* all lanes' distances, or'ed: how they are aligned */
  gint64           low;         /* the lowest, from lane 0 */
  guint32          at[LOOM_SIM_MAX_GROUPS];     /* by group, from the lowest */
  guint32         *lane;        /* of shape LANES: by lane, from the lowest; owned */
  LoomSimSurveyRow rows[LOOM_SIM_MAX_GROUPS];
  LoomSimRange     range;
} LoomSimSurvey;

/* Why a vector left the run loop. */
typedef enum
{
  LOOM_SIM_STOP_NONE,
  LOOM_SIM_STOP_FUEL,           /* its turn is over; its lanes wait at their keys */
  LOOM_SIM_STOP_WAIT,           /* every live lane is parked */
  LOOM_SIM_STOP_EXIT,           /* no lane lives */
  LOOM_SIM_STOP_TRAP,           /* the block ends */
} LoomSimStop;

/* Up to 256 lanes of one block, running in lock-step where they stand at the same place.
 *
 * A lane is running (its bit in `bits`), waiting (its `wait` is the key of the op it goes on
 * with), parked (at a barrier or a warp operation: `parked`) or gone (not in `live`). Running
 * lanes have no stored place: it is the op that the run loop holds. A key is the op's index
 * below the inverted call depth, so that the lowest key is the deepest call and in it the lowest
 * place: what runs next, which brings diverged lanes together again without any analysis. Owned
 * by its block; touched by one worker at a time. */
struct _LoomSimVector
{
  guint8         *frame;        /* registers of the running lanes' call depth */
  guint8          masked;       /* 0: all lanes run, so handlers need no mask */
  guint8          stop;         /* LoomSimStop */
  guint           n_warps;
  guint           warps;        /* bitmap: warps with a running lane */
  guint32         bits[LOOM_SIM_MAX_WARPS];             /* running lanes, by warp */
  guint8 on[LOOM_SIM_MAX_LANES] __attribute__ ((aligned (64))); /* the same, 0 or 0xff */

  guint32         lowest;       /* of wait[], LOOM_SIM_NO_KEY if no lane waits */
  guint32         wait[LOOM_SIM_MAX_LANES] __attribute__ ((aligned (64)));
  guint32         live[LOOM_SIM_MAX_WARPS];
  guint32         parked[LOOM_SIM_MAX_WARPS];
  guint32         full[LOOM_SIM_MAX_WARPS];             /* lanes that exist */
  guint32         bypassing[LOOM_SIM_MAX_WARPS];        /* lanes with more to do than return,
                                                           their warp at a barrier */
  guint32         parked_at[LOOM_SIM_MAX_LANES];        /* key of the op a parked lane waits at */
  guint8          parked_on[LOOM_SIM_MAX_LANES];        /* number of the barrier, or
                                                           LOOM_SIM_PARKED_ON_WARP */
  guint32         left_at[LOOM_SIM_MAX_LANES];  /* index of the op from which a lane left for the
                                                   end, LOOM_SIM_NO_KEY: not noted */
  guint32         patience;     /* backward branches until another waiting group has its turn */
  guint32         rotor;        /* key of the group that had it last */

  guint32         depth;        /* of the running lanes' call stack */
  guint32         depth_key;    /* its part of a key */
  GPtrArray      *frames;       /* (element-type guint8) registers by depth */
  guint8         *local;        /* local memory, one lane after the other */
  guint32         local_size;   /* bytes of each lane */
  guint32         local_frame;  /* where the running lanes' frame begins in it */

  guint32         segment;      /* ordinal from which the running lanes' instructions are not yet
                                   counted */
  guint64         issued;       /* warp instructions */
  guint64         fuel;         /* issued at which its turn is over */

  const LoomSimOp *ops;         /* of the program */
  gboolean        any_bypassing;
  gboolean        has_undefined;        /* registers have met undefined bits */
  gboolean        elected;      /* the running lanes have a turn out of order */
  guint32         patience_limit;
  guint32         return_slot;  /* where a frame keeps the key to go back to */
  guint           n_lanes;
  guint           first;        /* linear thread of lane 0 in its block */
  guint16         tid[3][LOOM_SIM_MAX_LANES] __attribute__ ((aligned (64)));
  const LoomSimSlot *slots;     /* of global memory */
  const LoomSimRegion *regions; /* the same in this launch */
  guint           n_slots;
  guint8         *shared;
  guint32         shared_size;
  LoomSimSurvey  *surveys;      /* by the number in an op's detail */
  gboolean        wraps;        /* some block's sum leaves the type that it is widened from */
  LoomSimTracker *tracker;      /* its worker's; NULL: nothing is counted */
  guint32         stored[LOOM_SIM_MAX_WARPS];           /* lanes that are not idle, while
                                                           somebody counts */
  LoomSimBlock   *block;
};

static inline guint32
loom_sim_key_of_depth (guint depth)
{
  return (LOOM_SIM_MAX_DEPTH - depth) << LOOM_SIM_KEY_BITS;
}

static inline guint
loom_sim_depth_of_key (guint32 key)
{
  return LOOM_SIM_MAX_DEPTH - (key >> LOOM_SIM_KEY_BITS);
}

static inline const LoomSimOp *
loom_sim_op_of_key (const LoomSimVector *v,
                    guint32              key)
{
  return v->ops + (key & LOOM_SIM_MAX_OPS);
}

static inline guint32
loom_sim_vector_key (const LoomSimVector *v,
                     const LoomSimOp     *op)
{
  return v->depth_key | op->key;
}

/* The one way to run an op, in the kernel, under a guard and in the prologue. What lanes it runs
 * for is the vector's state and nobody's to say, since handlers of both kinds read it. */
static inline const LoomSimOp *
loom_sim_run_op (LoomSimVector   *v,
                 const LoomSimOp *op)
{
  return op->run[v->masked] (v, op);
}

/* The op that a vector goes on with after an event, or NULL with `stop` set. */
typedef const LoomSimOp *(*LoomSimResume) (LoomSimVector *v);

/* loom-sim-block.c. Records what ends the block, unless something did before; returns NULL for
 * the handler to return. */
const LoomSimOp *loom_sim_trap        (LoomSimVector   *v,
                                       const LoomSimOp *op,
                                       LoomError        code,
                                       guint            lane);
const LoomSimOp *loom_sim_trap_access (LoomSimVector   *v,
                                       const LoomSimOp *op,
                                       guint            lane,
                                       guint64          address);
/* The registers of a call depth, made on first use; NULL: the stack is full. */
guint8          *loom_sim_vector_get_frame (LoomSimVector *v,
                                            guint          depth);
/* Bytes of each lane's local memory before the frame of a call depth. */
guint32          loom_sim_vector_get_local_frame (const LoomSimVector *v,
                                                  guint                depth);
/* Parks lanes of warp w at a barrier or a warp operation. */
void             loom_sim_vector_park (LoomSimVector   *v,
                                       const LoomSimOp *op,
                                       guint            w,
                                       guint32          lanes,
                                       guint            on);
