#pragma once

#include "loom-sim-vector-private.h"

/* How a call's arguments and results go, all in local memory. */
typedef enum
{
  LOOM_SIM_PASSED_TO,           /* the frame above */
  LOOM_SIM_PASSED_BACK,         /* from it */
  LOOM_SIM_PASSED_TO_RUNTIME,   /* who looks at them, and answers */
} LoomSimPassed;

#define LOOM_SIM_COPIES_COMMIT (-1)
#define LOOM_SIM_COPIES_ALL G_MAXINT64
#define LOOM_SIM_WHOLE_BLOCK LOOM_SIM_N_BARRIERS        /* in place of a barrier's number */

/* What watchers of one kind (races, uninitialised bytes, profile, trace) are told of. Only a
 * program that was lowered for being watched tells them: there an @observe op stands before every
 * access, so that the handlers of all other programs know nothing of them. Funcs may be NULL but
 * `access` and `free`. */
typedef struct
{
  guint    spaces;              /* bits of LoomPtxSpace as instructions name them; generic stands
                                   for any */
  gboolean registers;           /* undefined bits are followed through registers: alone is told of
                                   what calls pass */
  /* Before the access. pieces: in lane order, each within one object. Lanes that may not access
   * are left out. */
  void  (*access)      (LoomSimWatcher     *self,
                        LoomSimVector      *v,
                        const LoomSimOp    *op,
                        const LoomSimPiece *pieces,
                        guint               n_pieces);
  /* Before the access to what calls pass, which each running lane has at this offset of its local
   * memory. */
  void  (*access_passed) (LoomSimWatcher  *self,
                          LoomSimVector   *v,
                          const LoomSimOp *op,
                          guint64          offset);
  /* After the access of one lane, if its watcher asked for that: one_by_one. */
  void  (*access_done) (LoomSimWatcher     *self,
                        LoomSimVector      *v,
                        const LoomSimOp    *op,
                        const LoomSimPiece *piece,
                        guint               lane);
  /* Texels that lanes read, likewise as pieces. */
  void  (*sample)      (LoomSimWatcher     *self,
                        LoomSimVector      *v,
                        const LoomSimOp    *op,
                        const LoomSimPiece *pieces,
                        guint               n_pieces);
  void  (*block_begin) (LoomSimWatcher  *self,
                        LoomSimBlock    *block);
  /* It has ended, also by a trap, or is given up. */
  void  (*block_end)   (LoomSimWatcher  *self,
                        LoomSimBlock    *block);
  void  (*block_free)  (LoomSimWatcher  *self,
                        LoomSimBlock    *block);
  /* Lanes of warp w came together at a warp operation. */
  void  (*warp_sync)   (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        guint            w,
                        guint32          lanes);
  /* A lane of a vector is about to shuffle with a lane of its warp that takes no part. origin:
   * (out): where the undefined bits that it gets have theirs. */
  void  (*absent_source) (LoomSimWatcher  *self,
                          LoomSimVector   *v,
                          const LoomSimOp *op,
                          guint            lane,
                          guint            source,
                          guint32         *origin);
  /* A lane is about to read a register that nobody has given anything; origin as above. */
  void  (*read_unset)  (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op,
                        guint            lane,
                        guint32         *origin);
  /* Some of a register's lanes, and maybe of those that run, have undefined bits, op->a, and are
   * looked at. Their origin is op->b, a register of op->immediate.size bytes. */
  void  (*use)         (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  /* The running lanes call a function, or come back. */
  void  (*pass)        (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op,
                        LoomSimPassed    how);
  /* The run time looks at memory of a lane, at a generic address. */
  void  (*look)        (LoomSimWatcher  *self,
                        const LoomSimVector *v,
                        const LoomSimOp *op,
                        guint            lane,
                        guint64          address,
                        guint            size);
  /* Whoever is parked at a barrier goes on, or LOOM_SIM_WHOLE_BLOCK: all who live. */
  void  (*block_sync)  (LoomSimWatcher  *self,
                        LoomSimBlock    *block,
                        guint            barrier);
  /* The running lanes of warp w arrive at a barrier, and do not wait. */
  void  (*arrive)      (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        guint            w,
                        guint            barrier);
  /* The running lanes make a fence; wide: beyond their block. */
  void  (*fence)       (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        gboolean         wide);
  /* The running lanes wait for their asynchronous copies, until at most `left` groups are not
   * done, or LOOM_SIM_COPIES_ALL; or, LOOM_SIM_COPIES_COMMIT, make a group of those that they
   * have begun. */
  void  (*copies)      (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        gint64           left);
  /* The running lanes enter a function: local memory from their frame's `offset` on has no
   * contents yet. */
  void  (*enter_local) (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        guint32          offset,
                        guint32          size);
  /* The running lanes are about to execute op->detail->n_steps instructions, from op->source on. */
  void  (*steps)       (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  /* The running lanes come to op->source; op->a is its guard where detail->counted. They have
   * executed it, and the registers that it writes are detail->registers. Not all instructions
   * have an end. */
  void  (*begin_step)  (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  void  (*end_step)    (LoomSimWatcher  *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  /* malloc() gave out a slot. */
  void  (*heap_taken)  (LoomSimWatcher  *self,
                        guint            slot);
  /* All blocks are done. */
  void  (*end)         (LoomSimWatcher  *self);
  void  (*free)        (LoomSimWatcher  *self);
} LoomSimWatcherClass;

/* One watcher of a launch. */
struct _LoomSimWatcher
{
  const LoomSimWatcherClass *class;
  guint                      index;     /* among the launch's: its own state of a block is
                                           block->watched[index] */
  LoomSimFindings           *findings;  /* what it warns of */
  guint64                    equal_writes;      /* no race for that alone */
  gboolean                   one_by_one;        /* set by `access`: lanes are to have this access
                                                   one after the other */
};

/* Calls a func of each watcher of a block that has it. */
#define LOOM_SIM_TELL(block, func, ...) \
  G_STMT_START { \
    for (guint _i = 0; (block)->watchers != NULL && (block)->watchers[_i] != NULL; _i++) \
      if ((block)->watchers[_i]->class->func != NULL) \
        (block)->watchers[_i]->class->func ((block)->watchers[_i], __VA_ARGS__); \
  } G_STMT_END
