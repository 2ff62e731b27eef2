#pragma once

#include "loom-sim-vector-private.h"

typedef void (*LoomSimAccessFunc) (LoomSimObserver    *self,
                                   LoomSimVector      *v,
                                   const LoomSimOp    *op,
                                   const LoomSimPiece *pieces,
                                   guint               n_pieces);

typedef void (*LoomSimRowsFunc) (LoomSimObserver     *self,
                                 LoomSimVector       *v,
                                 const LoomSimOp     *op,
                                 guint32              slot,
                                 guint64              offset);

/* How a call's arguments and results go, all in local memory. */
typedef enum
{
  LOOM_SIM_PASSED_TO,           /* the frame above */
  LOOM_SIM_PASSED_BACK,         /* from it */
  LOOM_SIM_PASSED_TO_RUNTIME,   /* who looks at them, and answers */
} LoomSimPassed;

#define LOOM_SIM_MAX_WATCHERS 4
#define LOOM_SIM_ALL_ACCESSES \
  (1u << LOOM_SIM_ACCESS_LOAD | 1u << LOOM_SIM_ACCESS_STORE | 1u << LOOM_SIM_ACCESS_ATOMIC)
#define LOOM_SIM_COPIES_COMMIT (-1)
#define LOOM_SIM_COPIES_ALL G_MAXINT64
#define LOOM_SIM_WHOLE_BLOCK LOOM_SIM_N_BARRIERS        /* in place of a barrier's number */

/* Who looks at accesses from outside the core: one for each worker, so that none locks. What is
 * not asked for is not collected.
 *
 * There are two ways to look. A vector's `observer` (coverage) hears of accesses from the memory
 * handlers themselves and of blocks that are done, nothing else. A block's `watchers` (races,
 * uninitialised bytes) hear of everything below, but only in a program that was lowered for
 * being watched: there an @observe op stands before every access, and tells all watchers of it,
 * so that the handlers of all other programs know nothing of them. Funcs may be NULL but
 * `access`. */
struct _LoomSimObserver
{
  guint   wants;                /* bits of LoomSimAccessKind; for a vector's observer each slot
                                   says what it hears of */
  guint   spaces;               /* bits of LoomPtxSpace as instructions name them; generic stands
                                   for any */
  /* Before the access. pieces: in lane order, each within one object. Lanes that may not access
   * are left out. */
  LoomSimAccessFunc access;
  /* Before an access by the running lanes of a vector, whose groups lie side by side or at one
   * place each as their survey says, the lowest of all lanes' places at an offset. Of a vector's
   * observer. */
  LoomSimRowsFunc rows;
  /* A block has ended, also by a trap, or is given up. */
  void  (*block_done)  (LoomSimObserver *self,
                        LoomSimBlock    *block);

  guint   index;                /* among a block's watchers: its own state is
                                   block->watched[index] */
  void  (*block_begin) (LoomSimObserver *self,
                        LoomSimBlock    *block);
  void  (*block_free)  (LoomSimObserver *self,
                        LoomSimBlock    *block);
  /* Lanes of warp w came together at a warp operation. */
  void  (*warp_sync)   (LoomSimObserver *self,
                        LoomSimVector   *v,
                        guint            w,
                        guint32          lanes);
  /* Who follows undefined bits through registers; alone hears of what calls pass. */
  gboolean registers;
  /* A lane of a vector is about to shuffle with a lane of its warp that takes no part: tells
   * where the undefined bits that it gets have their origin. */
  guint32 (*absent_source) (LoomSimObserver *self,
                          LoomSimVector   *v,
                          const LoomSimOp *op,
                          guint            lane,
                          guint            source);
  /* Some of a register's lanes, and maybe of those that run, have undefined bits, op->a, and are
   * looked at. Their origin is op->b, bytes of the register op->immediate. */
  void  (*use)         (LoomSimObserver *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  /* The running lanes call a function, or come back. */
  void  (*pass)        (LoomSimObserver *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op,
                        LoomSimPassed    how);
  /* The run time looks at memory of a lane, at a generic address. */
  void  (*look)        (LoomSimObserver *self,
                        const LoomSimVector *v,
                        const LoomSimOp *op,
                        guint            lane,
                        guint64          address,
                        guint            size);
  /* Whoever is parked at a barrier goes on, or LOOM_SIM_WHOLE_BLOCK: all who live. */
  void  (*block_sync)  (LoomSimObserver *self,
                        LoomSimBlock    *block,
                        guint            barrier);
  /* The running lanes of warp w arrive at a barrier, and do not wait. */
  void  (*arrive)      (LoomSimObserver *self,
                        LoomSimVector   *v,
                        guint            w,
                        guint            barrier);
  /* The running lanes make a fence; wide: beyond their block. */
  void  (*fence)       (LoomSimObserver *self,
                        LoomSimVector   *v,
                        gboolean         wide);
  /* The running lanes wait for their asynchronous copies, until at most `left` groups are not
   * done, or LOOM_SIM_COPIES_ALL; or, LOOM_SIM_COPIES_COMMIT, make a group of those that they
   * have begun. */
  void  (*copies)      (LoomSimObserver *self,
                        LoomSimVector   *v,
                        gint64           left);
  /* The running lanes enter a function: local memory from their frame's `offset` on has no
   * contents yet. */
  void  (*enter_local) (LoomSimObserver *self,
                        LoomSimVector   *v,
                        guint32          offset,
                        guint32          size);
  /* The running lanes are about to execute op->detail->n_steps instructions, from op->source on. */
  void  (*steps)       (LoomSimObserver *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  /* The running lanes come to op->source; op->a is its guard where detail->counted. They have
   * executed it, and the registers that it writes are detail->registers. Not all instructions
   * have an end. */
  void  (*begin_step)  (LoomSimObserver *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  void  (*end_step)    (LoomSimObserver *self,
                        LoomSimVector   *v,
                        const LoomSimOp *op);
  /* malloc() gave out a slot. */
  void  (*heap_taken)  (LoomSimObserver *self,
                        guint            slot);
};

/* Calls a func of each watcher of a block that has it. */
#define LOOM_SIM_TELL(block, func, ...) \
  G_STMT_START { \
    for (guint _i = 0; (block)->watchers != NULL && (block)->watchers[_i] != NULL; _i++) \
      if ((block)->watchers[_i]->func != NULL) \
        (block)->watchers[_i]->func ((block)->watchers[_i], __VA_ARGS__); \
  } G_STMT_END
