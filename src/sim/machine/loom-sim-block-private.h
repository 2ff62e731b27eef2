#pragma once

#include "loom-sim-isa-private.h"
#include "loom-sim-log-private.h"

#define LOOM_SIM_MAX_VECTORS 32u        /* of a block: 1024 threads in single warps */
#define LOOM_SIM_MAX_WATCHERS 8
#define LOOM_SIM_TURN (1u << 14)        /* warp instructions of a vector's turn, and of a block's:
                                           some 60 microseconds */

/* Why it is a fault, where its code alone does not say. */
typedef enum
{
  LOOM_SIM_CAUSE_NONE,
  LOOM_SIM_CAUSE_BYPASSED,              /* a barrier: lanes bypass it, their warp waits there */
  LOOM_SIM_CAUSE_OTHER_BARRIER,         /* a barrier: warps meet at different ones */
  LOOM_SIM_CAUSE_UNFINISHED_COPY,       /* a race with a copy that was not waited for */
  LOOM_SIM_CAUSE_ABSENT_LANE,           /* a shuffle with a lane that takes no part: other_thread */
  LOOM_SIM_CAUSE_UNSET,                 /* a read of a register that nobody gave anything */
  LOOM_SIM_CAUSE_POLLS,                 /* endless: the loop depends on what is at the address */
  LOOM_SIM_CAUSE_OUTSIDE_MASK,          /* a trap: a lane is not in its own warp operation's mask */
  LOOM_SIM_CAUSE_OTHER_MASK,            /* a deadlock: lanes name each other in different masks */
  LOOM_SIM_CAUSE_NO_BARRIER,            /* a trap: there is none of that number */
  LOOM_SIM_CAUSE_NO_FUNCTION,           /* a trap: a call through a pointer to none */
  LOOM_SIM_CAUSE_NO_TEXTURE,            /* a trap: of another kind, or of other dimensions */
  LOOM_SIM_CAUSE_OUTSIDE_SURFACE,       /* out of bounds: at `at` of a surface */
} LoomSimCause;

/* What ended a block. Plain values; loom-sim-trap.c makes a finding of them. */
typedef struct
{
  gboolean         happened;
  LoomError        code;
  const LoomSimOp *op, *other;          /* other: of a second site, or NULL */
  guint            thread, other_thread;        /* linear, in the block */
  const LoomSimOp *user;                /* of undefined bytes, or NULL */
  guint            user_thread;
  guint            left_in;             /* slot that they were left in, 0: none */
  guint64          address;
  guint            size;
  LoomPtxSpace     space;
  char            *text;                /* what an assertion says, or NULL */
  LoomSimCause     cause;
  gint32           at[3];               /* in a surface: byte of a row, row, plane or layer */
  guint32          mask, other_mask;    /* that the lane is not in, or waits for; the other one's */
  guint32          shared_needed;       /* bytes of dynamic shared memory to get by; 0: unknown */
  LoomSimMuster   *muster;              /* where the block's threads are, or NULL */
} LoomSimTrap;

/* What malloc() gives out. */
typedef struct
{
  LoomSimSlot *slots;
  guint        next;                    /* slot */
  guint64      taken;                   /* bytes */
} LoomSimHeap;

#define LOOM_SIM_BLOCK_SAMPLES 32

/* A few blocks of a grid, by index (loom-sim-block-costs.c). What blocks ask of memory differs
 * little from one to the next, and looking at all takes ten times as long as running them. */
typedef struct
{
  guint   n;
  guint64 blocks[LOOM_SIM_BLOCK_SAMPLES];
} LoomSimBlockSample;

/* A launch, the same for all workers while it runs. */
struct _LoomSimLaunchState
{
  const LoomSimProgram *program;
  const LoomSimIsa     *isa;
  const LoomSimSlot    *slots;
  LoomSimRegion        *regions;        /* by slot */
  guint                 n_slots;
  LoomDim3              grid, block;
  guint                 block_threads;
  guint64               first_block, n_blocks;  /* that are run; indices of blocks are those of
                                                   the grid */
  const guint8         *wanted;         /* by index of a block: whether it is run; NULL: all are */
  guint                 n_vectors;
  guint                 vector_lanes;   /* of all vectors but the last */
  guint                 batch;          /* blocks that share a vector: 1, or several narrow ones */
  guint32               shared_size;    /* static and dynamic */
  guint32               dynamic_shared;
  guint                 multiprocessors;
  guint32               local_size;     /* bytes of each lane */
  LoomSimHeap          *heap;
  gboolean              is_small;       /* one worker may be done before others began */
  gboolean              order_matters;  /* blocks take turns on one worker */
  gboolean              adds_in_order;  /* of floats: each worker ends a block before the next */
  gboolean              undoes;         /* it may have to be undone, and run again */
  guint64               grid_barrier;   /* address of cooperative groups' counter; 0: none */
  LoomSimWatcher      **watchers;       /* ends with NULL; NULL: nobody watches */
  const LoomSimBlockSample *watched_blocks;     /* that watchers are told of; NULL: of all */
  const guint8         *unobserved;     /* by op: watchers can find nothing at the access */
  gsize                 watched_size;   /* bytes that they need for a block */
  gboolean              seen;           /* a watcher has all that was wanted: the launch ends */
  gint64                seed;           /* of the schedule, -1: none */
  LoomSimBlock         *spare;          /* made to check sums, for the first worker; or NULL */
};

/* Where a seed decides whose turn it is. */
typedef struct
{
  guint64  state;               /* of the generator */
  guint    style;
  guint32  left;                /* accesses until the running vector stops; 0: never */
} LoomSimTurns;

/* A block in flight: all that is needed to go on with it later. Owned by one worker, used again for
 * other blocks. Narrow blocks may be batched: index and id are those of the first, threads are
 * counted on through all of them. */
struct _LoomSimBlock
{
  const LoomSimLaunchState *launch;
  LoomSimWorker            *worker;
  guint64                   index;      /* linear */
  LoomDim3                  id;
  LoomSimVector            *vectors;
  guint8                   *shared;
  guint32                   arrived[LOOM_SIM_N_BARRIERS];       /* by bar.arrive, not yet used up */
  guint64                   issued;     /* by turns before */
  LoomSimTrap               trap;
  GString                  *output;     /* of printf */
  LoomSimLog               *log;        /* its worker's, of adds of floats; NULL: made at once */
  LoomSimFindings          *findings;   /* its worker's: warnings that every launch gives */
  LoomSimWatcher          **watchers;   /* NULL: nobody watches */
  gpointer                  watched[LOOM_SIM_MAX_WATCHERS];     /* what each keeps of the block */
  LoomSimTurns              turns;
};

typedef enum
{
  LOOM_SIM_BLOCK_TURN,          /* its turn is over, it has more to do */
  LOOM_SIM_BLOCK_DONE,
  LOOM_SIM_BLOCK_TRAPPED,
} LoomSimBlockState;

void               loom_sim_block_sample_init (LoomSimBlockSample       *self,
                                             guint64                   n_blocks);
gboolean           loom_sim_block_sample_has (const LoomSimBlockSample *self,
                                             guint64                   block);
LoomSimBlock      *loom_sim_block_new      (const LoomSimLaunchState *launch);
void               loom_sim_block_assign   (LoomSimBlock             *self,
                                            LoomSimWorker            *worker,
                                            LoomSimTracker           *tracker);
void               loom_sim_block_free     (LoomSimBlock             *self);
gboolean           loom_sim_block_has_sums (const LoomSimBlock       *self);
gsize              loom_sim_block_get_size (const LoomSimLaunchState *launch);
void               loom_sim_block_begin    (LoomSimBlock             *self,
                                            guint64                   index);
LoomSimBlockState  loom_sim_block_run      (LoomSimBlock             *self);
guint64            loom_sim_block_get_issued (const LoomSimBlock     *self);

/* loom-sim-turns.c */
guint64            loom_sim_turns_draw     (LoomSimTurns             *self);
void               loom_sim_turns_begin    (LoomSimTurns             *self,
                                            gint64                    seed,
                                            guint64                   block);
void               loom_sim_turns_begin_turn (LoomSimTurns           *self);
void               loom_sim_turns_shuffle  (LoomSimTurns             *self,
                                            guint8                   *order,
                                            guint                     n);
void               loom_sim_turns_order_blocks (LoomSimTurns         *self,
                                                guint64               n,
                                                guint64              *from,
                                                guint64              *by);

/* loom-sim-hang.c */
/* The op at which a reader of the source sees a lane that goes on at `at`. */
const LoomSimOp   *loom_sim_find_line      (const LoomSimProgram     *program,
                                            const LoomSimOp          *at);
void               loom_sim_block_trap_deadlock (LoomSimBlock        *self);
void               loom_sim_block_trap_endless (LoomSimBlock         *self);

/* loom-sim-barrier.c */
gboolean           loom_sim_block_release  (LoomSimBlock             *self);
gboolean           loom_sim_vector_just_returns (const LoomSimVector  *v,
                                                 guint32               key);
void               loom_sim_vector_mark_bypassing (LoomSimVector     *v,
                                                   guint              w);
void               loom_sim_vector_warn_bypassing (LoomSimVector     *v,
                                                   const LoomSimOp   *op);

/* loom-sim-trap.c */
void               loom_sim_trap_clear     (LoomSimTrap              *self);
/* The name in the source of the object at a generic address, or NULL, and the offset in it. */
char              *loom_sim_trap_name_place (const LoomSimLaunchState *launch,
                                             guint64                   address,
                                             LoomSpace                *space,
                                             gint64                   *offset);
LoomFinding       *loom_sim_trap_describe  (const LoomSimTrap        *self,
                                            const LoomSimLaunchState *launch,
                                            guint64                   block,
                                            guint64                   other_block);

/* The function of an instruction of the module. */
LoomPtxFunction   *loom_sim_trap_find_function (const LoomPtxModule      *module,
                                                const LoomPtxInstruction *instruction);

/* loom-sim-shared-need.c: of a launch that a block went past the end of its dynamic shared memory
 * in, how much of it would do, in trap->shared_needed. */
void               loom_sim_find_shared_need (const LoomSimLaunchState *launch,
                                              LoomSimTrap              *trap,
                                              guint64                   block);

/* Whether a thread went past the end of its block's dynamic shared memory. */
gboolean           loom_sim_trap_is_past_dynamic (const LoomSimTrap  *self,
                                                  const LoomSimLaunchState *launch);
