/* loom-sim-exec-observe.c: handlers that tell a block's watchers what comes next
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-block-private.h"
#include "loom-sim-watcher-private.h"

#include <string.h>

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
  loom_sim_merge (LOOM_SIM_LANES (guint8, detail->undefined[2 * i])
                      + w * LOOM_SIM_WARP * detail->widths[i],
                  zeros, detail->widths[i], v->bits[w], v->on + w * LOOM_SIM_WARP);
}

static gboolean
wants (const LoomSimWatcherClass *class,
       const LoomSimOp           *op)
{
  return (class->spaces & 1u << op->detail->space) != 0 &&
         (!op->detail->passes || class->registers);
}

/* Where a lane of an access goes. */
static const LoomSimPiece *
find_piece (const LoomSimPlaces *places,
            guint                lane)
{
  for (guint i = 0; i < places->n_pieces; i++)
    if (lane - places->pieces[i].lane < places->pieces[i].n_lanes)
      return &places->pieces[i];
  return NULL;
}

/* The access that an @observe stands before. What follows undefined bits may come between. */
static const LoomSimOp *
go_to_access (LoomSimVector   *v,
              const LoomSimOp *op)
{
  do
    op = op->opcode == LOOM_SIM_OPCODE_OBSERVE ? op + 1 : loom_sim_run_op (v, op);
  while (op != NULL && (op->detail == NULL || !op->detail->is_observed));
  return op;
}

/* Does the access that follows for one lane after the other, in their order, which is what it does
 * at once: so it can be told what each has left. */
static const LoomSimOp *
access_one_by_one (LoomSimVector   *v,
                   const LoomSimOp *op,
                   LoomSimPlaces   *places)
{
  LoomSimWatcher **watchers = v->block->watchers;
  const LoomSimOp *access = go_to_access (v, op), *next;
  guint32 all[LOOM_SIM_MAX_WARPS];

  if (access == NULL)
    return NULL;
  next = access + 1;
  memcpy (all, v->bits, sizeof all);
  for (guint n = 0; n < v->n_lanes; n++)
    {
      const LoomSimPiece *piece = find_piece (places, n);
      guint32 one[LOOM_SIM_MAX_WARPS] = { 0, };

      if ((all[n / LOOM_SIM_WARP] >> n % LOOM_SIM_WARP & 1) == 0)
        continue;
      one[n / LOOM_SIM_WARP] = 1u << n % LOOM_SIM_WARP;
      loom_sim_set_running (v, one);
      if (loom_sim_run_op (v, access) == NULL)
        next = NULL;
      for (guint i = 0; watchers[i] != NULL && piece != NULL; i++)
        if (watchers[i]->one_by_one)
          watchers[i]->class->access_done (watchers[i], v, op, piece, n);
    }
  loom_sim_set_running (v, all);
  for (guint i = 0; watchers[i] != NULL; i++)
    watchers[i]->one_by_one = FALSE;
  return next;
}

/* What calls pass lies in each lane's frame at the same offset. FALSE: not within its memory. */
static gboolean
tell_passed (LoomSimVector   *v,
             const LoomSimOp *op)
{
  const guint64 window = LOOM_SIM_SHARED_WINDOW - 1;
  guint64 offset;
  guint w = 0;

  while (w + 1 < v->n_warps && v->bits[w] == 0)
    w++;
  if (op->detail->width[0] != 8 || v->bits[w] == 0)
    return FALSE;
  offset = (LOOM_SIM_LANES (guint64, op->a)[w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->bits[w])]
            + loom_sim_get_displacement (v, op)) & window;
  if (offset > v->local_size || op->detail->size > v->local_size - offset)
    return FALSE;
  LOOM_SIM_TELL (v->block, access_passed, v, op, offset);
  return TRUE;
}

static const LoomSimOp *
observe (LoomSimVector   *v,
         const LoomSimOp *op)
{
  LoomSimWatcher **watchers = v->block->watchers;
  LoomSimTurns *turns = &v->block->turns;
  LoomSimPlaces places;
  gboolean one_by_one = FALSE;

  if (op->detail->carries && op->detail->kind == LOOM_SIM_ACCESS_LOAD)
    clear_undefined (v, op);
  if (v->block->launch->unobserved != NULL && v->block->launch->unobserved[op->key] != 0)
    return op + 1;
  /* A group that has a turn out of order keeps it: others wait for what it does. */
  if (!op->detail->passes && turns->left > 0 && --turns->left == 0 && !v->elected)
    return pause_before (v, op);
  if (watchers == NULL || (op->detail->passes && tell_passed (v, op)))
    return op + 1;
  loom_sim_resolve (v, op, LOOM_SIM_RESOLVE_PIECES, &places);
  for (guint i = 0; watchers[i] != NULL && places.n_pieces > 0; i++)
    if (wants (watchers[i]->class, op))
      {
        watchers[i]->class->access (watchers[i], v, op, places.pieces, places.n_pieces);
        one_by_one |= watchers[i]->one_by_one;
      }
  return one_by_one ? access_one_by_one (v, op, &places) : op + 1;
}

/* A handler that does nothing but call a func of each watcher. */
#define TELL(name, ...) \
  static const LoomSimOp * \
  name (LoomSimVector *v, const LoomSimOp *op) \
  { \
    LOOM_SIM_TELL (v->block, __VA_ARGS__); \
    return op + 1; \
  }

TELL (fence, fence, v, op->immediate.is_wide)
TELL (copies, copies, v, op->immediate.left)
TELL (enter_local, enter_local, v, v->local_frame + op->immediate.frame.offset,
      op->immediate.frame.size)
TELL (step, steps, v, op)
TELL (trace_begin, begin_step, v, op)
TELL (trace_end, end_step, v, op)

LOOM_SIM_ROWS (observe)
{
  LOOM_SIM_ROW_ONE ("@observe", "=", observe)
  LOOM_SIM_ROW_ONE ("@fence", "=", fence)
  LOOM_SIM_ROW_ONE ("@enter.local", "=", enter_local)
  LOOM_SIM_ROW_ONE ("@copies", "=", copies)
  LOOM_SIM_ROW_ONE ("@step", "=", step)
  LOOM_SIM_ROW_ONE ("@trace.begin", "=", trace_begin)
  LOOM_SIM_ROW_ONE ("@trace.end", "=", trace_end)
  LOOM_SIM_ROWS_END
};
