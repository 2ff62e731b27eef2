#pragma once

#include "loom-sim-block-private.h"
#include "loom-sim-clock-private.h"

/* What orders the accesses of a launch: program order, barriers, warp operations, and fences
 * before an atomic or volatile write that another thread's atomic or volatile read sees.
 *
 * Each thread has a clock. What it does at one reading of it is told on together, by whatever
 * moves the clock on. Most of what a thread knows of others is in two numbers: all accesses of
 * its block at clocks below `base` came before the last barrier of the whole block, and all of
 * its warp below the warp's own before its last full sync. Only what came about otherwise has
 * rows or a LoomSimClock. */

/* A launch's. */
typedef struct
{
  const LoomSimLaunchState *launch;
  guint                     height;     /* of its clocks */
  GHashTable               *released;   /* guint64 address -> LoomSimClock that atomic or
                                           volatile writes told all */
} LoomSimOrder;

/* What a thread knew at its last fence, to be told by a later write. below 0: it made none. */
typedef struct
{
  guint32       below, base, warp_base;
  LoomSimClock *others;
} LoomSimFence;

/* A block's. */
typedef struct
{
  LoomSimOrder  *order;
  guint64        block;         /* linear */
  guint64        first;         /* the number of its first thread */
  guint          n_threads, n_warps;
  guint          stride;        /* of a block's threads in their numbers: a power of two of whole
                                   warps, so that those of different blocks, and of different
                                   warps, differ in higher bits */
  gboolean       overflows;     /* a clock is at its end */
  guint32        base;
  guint32       *clock;         /* by thread, of whole warps */
  guint32       *warp_base;     /* by warp */
  guint8        *dirty;         /* by warp: it made accesses at its clocks */
  guint8        *mixed;         /* by warp: its lanes may be at different clocks */
  guint32      **rows;          /* by warp, NULL: none; 32 x 32: lane i knows lane j's accesses
                                   at clocks below */
  LoomSimClock **others;        /* by thread; NULL: nobody knows more */
  LoomSimClock **heard[2];      /* by thread: what it added last to others, from within the block
                                   and from anywhere */
  LoomSimFence  *fences[2];     /* by thread; within the block, and wide */
  LoomSimClock  *arrived[LOOM_SIM_N_BARRIERS];
  GHashTable    *released;      /* as the launch's, told within the block alone; NULL: nothing */
} LoomSimBlockOrder;

void      loom_sim_order_init          (LoomSimOrder             *self,
                                        const LoomSimLaunchState *launch);
void      loom_sim_order_clear         (LoomSimOrder             *self);

guint     loom_sim_order_get_stride    (const LoomSimLaunchState *launch);

void      loom_sim_block_order_begin   (LoomSimBlockOrder        *self,
                                        LoomSimOrder             *order,
                                        guint64                   block);
void      loom_sim_block_order_clear   (LoomSimBlockOrder        *self);
/* Forgets everything but who waits for whom: all clocks begin again. */
void      loom_sim_block_order_restart (LoomSimBlockOrder        *self);
/* Whether an access at a clock of a thread of any block came before what a thread of this block
 * does now. */
gboolean  loom_sim_block_order_knows   (const LoomSimBlockOrder  *self,
                                        guint                     thread,
                                        guint64                   other,
                                        guint32                   clock);
void      loom_sim_block_order_sync_warp (LoomSimBlockOrder      *self,
                                          guint                   warp,
                                          guint32                 lanes,
                                          gboolean                whole);
void      loom_sim_block_order_sync_all  (LoomSimBlockOrder      *self);
void      loom_sim_block_order_sync_some (LoomSimBlockOrder      *self,
                                          const LoomSimBlock     *block,
                                          guint                   barrier);
void      loom_sim_block_order_arrive  (LoomSimBlockOrder        *self,
                                        guint                     warp,
                                        guint32                   lanes,
                                        guint                     barrier);
void      loom_sim_block_order_fence   (LoomSimBlockOrder        *self,
                                        guint                     warp,
                                        guint32                   lanes,
                                        gboolean                  wide);
/* Whether anything can be told or heard: without a fence there is nothing. */
gboolean  loom_sim_block_order_tells   (const LoomSimBlockOrder  *self);
/* An atomic or volatile read, or write, of a thread; address: a slot's number above
 * LOOM_SIM_SLOT_BITS, an offset below. replaces: the write is no atomic. */
void      loom_sim_block_order_read    (LoomSimBlockOrder        *self,
                                        guint                     thread,
                                        guint64                   address);
void      loom_sim_block_order_write   (LoomSimBlockOrder        *self,
                                        guint                     thread,
                                        guint64                   address,
                                        gboolean                  replaces);
