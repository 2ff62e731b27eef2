/* loom-sim-exec-observe.c: handlers that tell a block's watchers what comes next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-observer-private.h"

#define HALF 16u
#define HALF_MASK 0xffffu

/* Apart from the memory handlers, and slower: they need not know that anybody watches. */

typedef struct
{
  const LoomSimVector *v;
  LoomPtxSpace         space;
  guint                size;
  gboolean             writes;
  guint64              from, end;       /* of the shared variable that it means */
  guint                n;
  LoomSimPiece         pieces[LOOM_SIM_MAX_LANES];
} Seen;

/* FALSE for what the access itself will make a trap. */
static inline gboolean
find_place (const Seen *self,
            guint64     address,
            guint64     length,
            guint32    *slot,
            guint64    *offset)
{
  const LoomSimVector *v = self->v;
  guint64 from = 0, end;

  *slot = (guint32) (address >> LOOM_SIM_SLOT_BITS);
  *offset = address & (LOOM_SIM_SHARED_WINDOW - 1);
  if (self->space == LOOM_PTX_SPACE_SHARED || self->space == LOOM_PTX_SPACE_LOCAL)
    {
      *slot = self->space == LOOM_PTX_SPACE_SHARED ? LOOM_SIM_SHARED_SLOT : LOOM_SIM_LOCAL_SLOT;
      *offset = address;
    }
  else if (self->space != LOOM_PTX_SPACE_GENERIC && *slot < LOOM_SIM_FIRST_SLOT)
    return FALSE;
  if (*slot == LOOM_SIM_SHARED_SLOT)
    {
      from = self->from;
      end = self->end;
    }
  else if (*slot == LOOM_SIM_LOCAL_SLOT)
    end = v->local_size;
  else if (*slot >= LOOM_SIM_FIRST_SLOT && *slot < v->n_slots && v->slots[*slot].bytes != NULL &&
           !(self->writes && v->slots[*slot].is_constant))
    {
      *offset = address - LOOM_SIM_SLOT_ADDRESS (*slot);
      end = v->slots[*slot].size;
    }
  else
    return FALSE;
  return *offset >= from && *offset < end && end - *offset >= length && (address & (self->size - 1)) == 0;
}

/* Lanes side by side or at one place become one piece with those before them, where that is so of both. */
static inline void
add_piece (Seen     *self,
           guint     lane,
           guint     n_lanes,
           guint32   slot,
           guint64   offset,
           gboolean  spread)
{
  LoomSimPiece *last = self->pieces + self->n - 1;

  if (self->n > 0 && last->slot == slot && slot != LOOM_SIM_LOCAL_SLOT && last->lane + last->n_lanes == lane)
    {
      if (last->spread && spread && last->offset + (guint64) last->n_lanes * self->size == offset)
        {
          last->n_lanes += (guint16) n_lanes;
          return;
        }
      if ((!last->spread || last->n_lanes == 1) && (!spread || n_lanes == 1) && last->offset == offset)
        {
          last->n_lanes += (guint16) n_lanes;
          last->spread = FALSE;
          return;
        }
    }
  self->pieces[self->n++] = (LoomSimPiece) {
    .offset = offset, .slot = slot, .lane = (guint16) lane, .n_lanes = (guint16) n_lanes, .spread = spread
  };
}

typedef guint64 Wide __attribute__ ((vector_size (64), aligned (8)));

static inline gboolean
is_any (Wide x)
{
#ifdef __AVX512F__
  return _mm512_test_epi64_mask ((__m512i) x, (__m512i) x) != 0;
#else
  return (x[0] | x[1] | x[2] | x[3] | x[4] | x[5] | x[6] | x[7]) != 0;
#endif
}

/* Half a warp whose lanes lie side by side or at one place; FALSE: look at it lane by lane. */
static inline gboolean
see_half (Seen          *self,
          guint          first,
          const guint64 *addresses)
{
  static const Wide iota = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const Wide low = *(const Wide *) addresses, high = *(const Wide *) (addresses + 8);
  const Wide same = (Wide) { 0, } + addresses[0], step = iota * self->size;
  const gboolean spread = !is_any ((low ^ (same + step)) | (high ^ (same + step + 8 * self->size)));
  guint64 offset;
  guint32 slot;

  if ((!spread && is_any ((low ^ same) | (high ^ same))) ||
      !find_place (self, addresses[0], spread ? self->size * HALF : self->size, &slot, &offset) ||
      slot == LOOM_SIM_LOCAL_SLOT)
    return FALSE;
  add_piece (self, first, HALF, slot, offset, spread);
  return TRUE;
}

static void
see_lanes (Seen          *self,
           guint          first,
           guint32        lanes,
           const guint64 *addresses)
{
  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint i = (guint) __builtin_ctz (lanes);
      guint64 offset;
      guint32 slot;

      if (find_place (self, addresses[i], self->size, &slot, &offset))
        add_piece (self, first + i, 1, slot, offset, TRUE);
    }
}

static void
see (Seen            *self,
     LoomSimVector   *v,
     const LoomSimOp *op)
{
  const LoomSimDetail *detail = op->detail;

  self->v = v;
  self->space = (LoomPtxSpace) detail->space;
  self->size = detail->size;
  self->writes = detail->kind != LOOM_SIM_ACCESS_LOAD;
  self->from = detail->from;
  self->end = detail->end != 0 ? detail->end : v->shared_size;
  self->n = 0;
  LOOM_SIM_FOREACH_WARP (w)
    {
      const guint first = w * LOOM_SIM_WARP;
      guint64 addresses[LOOM_SIM_WARP];

      if (detail->width[0] == 8)
        for (guint i = 0; i < LOOM_SIM_WARP; i++)
          addresses[i] = LOOM_SIM_LANES (guint64, op->a)[first + i] + (guint64) op->immediate;
      else
        for (guint i = 0; i < LOOM_SIM_WARP; i++)
          addresses[i] = (guint32) (LOOM_SIM_LANES (guint32, op->a)[first + i] + (guint32) op->immediate);
      for (guint half = 0; half < LOOM_SIM_WARP; half += HALF)
        if ((v->bits[w] >> half & HALF_MASK) != HALF_MASK || !see_half (self, first + half, addresses + half))
          see_lanes (self, first, v->bits[w] & HALF_MASK << half, addresses);
    }
}

/* The vector's turn ends before an access: its lanes come back to this op. */
static const LoomSimOp *
pause_before (LoomSimVector   *v,
       const LoomSimOp *op)
{
  static const guint32 nobody[LOOM_SIM_MAX_WARPS];

  loom_sim_count (v, op->begin);
  loom_sim_wait_at (v, v->bits, loom_sim_vector_key (v, op));
  loom_sim_set_running (v, nobody);
  v->stop = LOOM_SIM_STOP_FUEL;
  return NULL;
}

/* What is loaded is defined, until a watcher says otherwise. */
static void
clear_undefined (LoomSimVector   *v,
                 const LoomSimOp *op)
{
  static const guint8 zeros[LOOM_SIM_WARP * 16];
  const LoomSimDetail *detail = op->detail;

  for (guint i = 0; i < detail->n_elements && v->has_undefined; i++)
    LOOM_SIM_FOREACH_WARP (w)
      loom_sim_merge (LOOM_SIM_LANES (guint8, detail->undefined[2 * i]) + w * LOOM_SIM_WARP * detail->widths[i], zeros,
                      detail->widths[i], v->bits[w], v->on + w * LOOM_SIM_WARP);
}

static gboolean
wants (const LoomSimObserver *watcher,
       const LoomSimOp       *op)
{
  return (watcher->wants & 1u << op->detail->kind) != 0 && (watcher->spaces & 1u << op->detail->space) != 0 &&
         (!op->detail->passes || watcher->registers);
}

static const LoomSimOp *
observe_some (LoomSimVector   *v,
              const LoomSimOp *op)
{
  LoomSimObserver **watchers = v->block->watchers;
  LoomSimTurns *turns = &v->block->turns;
  Seen seen;

  if (op->detail->carries && op->detail->kind == LOOM_SIM_ACCESS_LOAD)
    clear_undefined (v, op);
  if (v->block->launch->unobserved != NULL && v->block->launch->unobserved[op->key] != 0)
    return op + 1;
  /* A group that has a turn out of order keeps it: others wait for what it does. */
  if (!op->detail->passes && turns->left > 0 && --turns->left == 0 && !v->elected)
    return pause_before (v, op);
  if (watchers == NULL)
    return op + 1;
  see (&seen, v, op);
  for (guint i = 0; watchers[i] != NULL && seen.n > 0; i++)
    if (wants (watchers[i], op))
      watchers[i]->access (watchers[i], v, op, seen.pieces, seen.n);
  return op + 1;
}

static const LoomSimOp *
observe_all (LoomSimVector   *v,
             const LoomSimOp *op)
{
  return observe_some (v, op);
}

/* immediate: it reaches beyond the block. */
static const LoomSimOp *
fence_some (LoomSimVector   *v,
            const LoomSimOp *op)
{
  LOOM_SIM_TELL (v->block, fence, v, op->immediate != 0);
  return op + 1;
}

static const LoomSimOp *
fence_all (LoomSimVector   *v,
           const LoomSimOp *op)
{
  return fence_some (v, op);
}

/* immediate: as LoomSimObserver.copies takes it. */
static const LoomSimOp *
copies_some (LoomSimVector   *v,
             const LoomSimOp *op)
{
  LOOM_SIM_TELL (v->block, copies, v, op->immediate);
  return op + 1;
}

static const LoomSimOp *
copies_all (LoomSimVector   *v,
            const LoomSimOp *op)
{
  return copies_some (v, op);
}

/* immediate: where in the frame above, its size below. */
static const LoomSimOp *
enter_local_some (LoomSimVector   *v,
                  const LoomSimOp *op)
{
  LOOM_SIM_TELL (v->block, enter_local, v, v->local_frame + (guint32) ((guint64) op->immediate >> 32),
                 (guint32) op->immediate);
  return op + 1;
}

static const LoomSimOp *
enter_local_all (LoomSimVector   *v,
                 const LoomSimOp *op)
{
  return enter_local_some (v, op);
}

static const LoomSimOp *
step_some (LoomSimVector   *v,
           const LoomSimOp *op)
{
  LOOM_SIM_TELL (v->block, steps, v, op);
  return op + 1;
}

static const LoomSimOp *
step_all (LoomSimVector   *v,
          const LoomSimOp *op)
{
  return step_some (v, op);
}

static const LoomSimOp *
trace_begin_some (LoomSimVector   *v,
                  const LoomSimOp *op)
{
  LOOM_SIM_TELL (v->block, begin_step, v, op);
  return op + 1;
}

static const LoomSimOp *
trace_begin_all (LoomSimVector   *v,
                 const LoomSimOp *op)
{
  return trace_begin_some (v, op);
}

static const LoomSimOp *
trace_end_some (LoomSimVector   *v,
                const LoomSimOp *op)
{
  LOOM_SIM_TELL (v->block, end_step, v, op);
  return op + 1;
}

static const LoomSimOp *
trace_end_all (LoomSimVector   *v,
               const LoomSimOp *op)
{
  return trace_end_some (v, op);
}

LOOM_SIM_ROWS (observe)
{
  LOOM_SIM_ROW ("@observe", "=", observe)
  LOOM_SIM_ROW ("@fence", "=", fence)
  LOOM_SIM_ROW ("@enter.local", "=", enter_local)
  LOOM_SIM_ROW ("@copies", "=", copies)
  LOOM_SIM_ROW ("@step", "=", step)
  LOOM_SIM_ROW ("@trace.begin", "=", trace_begin)
  LOOM_SIM_ROW ("@trace.end", "=", trace_end)
  LOOM_SIM_ROWS_END
};
