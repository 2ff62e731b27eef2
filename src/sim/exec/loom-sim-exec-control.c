/* loom-sim-exec-control.c: handlers of branches, calls, guards, exits and traps
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"

/* Names that begin with @ are made by lowering; PTX has no such instruction, or one with other
 * operands. */

LOOM_SIM_CALL (bra, loom_sim_go (v, op, op->target))

/* immediate.flip: all ones to branch on a false predicate, else 0. */
static const LoomSimOp *
bra_if_any (LoomSimVector   *v,
            const LoomSimOp *op)
{
  const guint8 *predicate = LOOM_SIM_LANES (guint8, op->a);
  const guint32 flip = (guint32) op->immediate.flip;
  guint32 taken[LOOM_SIM_MAX_WARPS], any = 0, missing = 0;

  for (guint w = 0; w < v->n_warps; w++)
    {
      taken[w] = (loom_sim_bits (predicate + w * LOOM_SIM_WARP) ^ flip) & v->bits[w];
      any |= taken[w];
      missing |= taken[w] ^ v->bits[w];
    }
  if (any == 0)
    return op + 1;
  if (missing == 0)
    return loom_sim_go (v, op, op->target);
  return loom_sim_split (v, op, taken, op->target);
}

/* The first note counts: a branch may lead to another one. */
static void
note_exit (LoomSimVector   *v,
           const LoomSimOp *op,
           guint            w,
           guint32          lanes)
{
  for (; lanes != 0; lanes &= lanes - 1)
    {
      const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (lanes);

      if (v->left_at[n] == LOOM_SIM_NO_KEY)
        v->left_at[n] = (guint32) (op - v->ops);
    }
}

static const LoomSimOp *
note_exit_any (LoomSimVector   *v,
               const LoomSimOp *op)
{
  for (guint w = 0; w < v->n_warps; w++)
    note_exit (v, op, w, v->bits[w]);
  return op + 1;
}

/* As @bra.if, which follows. */
static const LoomSimOp *
note_exit_if_any (LoomSimVector   *v,
                  const LoomSimOp *op)
{
  const guint8 *predicate = LOOM_SIM_LANES (guint8, op->a);
  const guint32 flip = (guint32) op->immediate.flip;

  for (guint w = 0; w < v->n_warps; w++)
    note_exit (v, op, w, (loom_sim_bits (predicate + w * LOOM_SIM_WARP) ^ flip) & v->bits[w]);
  return op + 1;
}

/* As @bra.if, around the one instruction that it guards: a warp of which nobody stays has issued
 * that as well. */
static const LoomSimOp *
bra_around_any (LoomSimVector   *v,
                const LoomSimOp *op)
{
  const guint8 *predicate = LOOM_SIM_LANES (guint8, op->a);
  const guint32 flip = (guint32) op->immediate.flip;

  for (guint w = 0; w < v->n_warps; w++)
    v->issued += v->bits[w] != 0 &&
                 (~(loom_sim_bits (predicate + w * LOOM_SIM_WARP) ^ flip) & v->bits[w]) == 0;
  return bra_if_any (v, op);
}

/* brx.idx: each lane has a target of its own. */
static const LoomSimOp *
brx_any (LoomSimVector   *v,
         const LoomSimOp *op)
{
  const guint32 *index = LOOM_SIM_LANES (guint32, op->a);
  gboolean back = FALSE;

  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        if (index[n] >= op->detail->n_targets)
          return loom_sim_trap (v, op, LOOM_ERROR_TRAP, n);
        v->wait[n] = loom_sim_vector_key (v, op->detail->targets[index[n]]);
        back |= op->detail->targets[index[n]] <= op;
      }
  return loom_sim_scatter (v, op, back);
}

static const LoomSimOp *
join_some (LoomSimVector   *v,
           const LoomSimOp *op)
{
  return loom_sim_join (v, op);
}

static const LoomSimOp *
join_all (LoomSimVector   *v,
          const LoomSimOp *op)
{
  return op + 1;
}

static const LoomSimOp *
exit_some (LoomSimVector   *v,
           const LoomSimOp *op)
{
  if (G_UNLIKELY (v->any_bypassing))
    loom_sim_vector_warn_bypassing (v, op);
  for (guint w = 0; w < v->n_warps; w++)
    v->live[w] &= ~v->bits[w];
  return loom_sim_leave (v, op);
}

/* The common end of a block: nothing waits, nothing is left. */
static const LoomSimOp *
exit_all (LoomSimVector   *v,
          const LoomSimOp *op)
{
  loom_sim_count (v, op->ordinal + 1);
  for (guint w = 0; w < v->n_warps; w++)
    v->live[w] = 0;
  v->stop = LOOM_SIM_STOP_EXIT;
  return NULL;
}

/* Runs the op that follows for the lanes whose predicate holds. */
static const LoomSimOp *
guard_any (LoomSimVector   *v,
           const LoomSimOp *op)
{
  const guint8 *predicate = LOOM_SIM_LANES (guint8, op->a);
  const guint32 flip = (guint32) op->immediate.flip;
  guint32 lanes[LOOM_SIM_MAX_WARPS], before[LOOM_SIM_MAX_WARPS], any = 0, missing = 0;
  const LoomSimOp *next;

  for (guint w = 0; w < v->n_warps; w++)
    {
      before[w] = v->bits[w];
      lanes[w] = (loom_sim_bits (predicate + w * LOOM_SIM_WARP) ^ flip) & v->bits[w];
      any |= lanes[w];
      missing |= lanes[w] ^ v->bits[w];
    }
  if (any == 0)
    return op + 2;
  if (missing == 0)
    return loom_sim_run_op (v, op + 1);
  loom_sim_set_running (v, lanes);
  next = loom_sim_run_op (v, op + 1);
  if (next != NULL)
    loom_sim_set_running (v, before);
  return next;
}

/* Calls. The callee's frame is one deeper; its first register holds, for each lane, the key to go
 * back to. */

static void
copy_arguments (LoomSimVector       *v,
                const LoomSimDetail *detail,
                guint                n,
                guint32              callee_frame)
{
  guint8 *local = v->local + (gsize) n * v->local_size;

  for (guint i = 0; i < detail->n_arguments; i++)
    memcpy (local + callee_frame + detail->arguments[i].to,
            local + v->local_frame + detail->arguments[i].from, detail->arguments[i].size);
}

static const LoomSimOp *
enter (LoomSimVector   *v,
       const LoomSimOp *op,
       const LoomSimOp *target)
{
  const guint32 back = loom_sim_vector_key (v, op + 1);
  guint8 *frame = loom_sim_vector_get_frame (v, v->depth + 1);
  guint32 local_frame, *back_to;

  if (frame == NULL)
    return loom_sim_trap (v, op, LOOM_ERROR_STACK, LOOM_SIM_LOWEST_LANE);
  local_frame = loom_sim_vector_get_local_frame (v, v->depth + 1);
  back_to = (guint32 *) (gpointer) (frame + v->return_slot);
  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        back_to[n] = back;
        copy_arguments (v, op->detail, n, local_frame);
      }
  loom_sim_count (v, op->ordinal + 1);
  v->depth += 1;
  v->depth_key = loom_sim_key_of_depth (v->depth);
  v->frame = frame;
  v->local_frame = local_frame;
  return loom_sim_proceed (v, TRUE, target);
}

LOOM_SIM_CALL (call, enter (v, op, op->target))

/* A function's address is its place in detail->targets, spread so that no data has it. The lowest
 * lane's callee comes first; lanes with another one wait at the label before this op. */
static const LoomSimOp *
call_address_any (LoomSimVector   *v,
                  const LoomSimOp *op)
{
  const guint64 *address = LOOM_SIM_LANES (guint64, op->a);
  guint32 same[LOOM_SIM_MAX_WARPS] = { 0, }, other[LOOM_SIM_MAX_WARPS] = { 0, }, others = 0;
  const guint first = (guint) __builtin_ctz (v->warps) * LOOM_SIM_WARP +
                      (guint) __builtin_ctz (v->bits[__builtin_ctz (v->warps)]);
  const guint64 chosen = address[first];
  const guint64 index = (chosen - LOOM_SIM_FUNCTION_BASE) / LOOM_SIM_FUNCTION_STEP;

  if (chosen < LOOM_SIM_FUNCTION_BASE || chosen % LOOM_SIM_FUNCTION_STEP != 0 ||
      index >= op->detail->n_targets || op->detail->targets[index] == NULL)
    {
      v->block->trap.cause = LOOM_SIM_CAUSE_NO_FUNCTION;
      return loom_sim_trap (v, op, LOOM_ERROR_TRAP, first);
    }
  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        guint32 *set = address[n] == chosen ? same : other;

        set[w] |= 1u << (n % LOOM_SIM_WARP);
        others |= address[n] != chosen;
      }
  if (others != 0)
    {
      loom_sim_wait_at (v, other, loom_sim_vector_key (v, op - 1));
      loom_sim_count (v, op->ordinal);
      loom_sim_set_running (v, same);
      if (!v->elected)
        v->lowest = MIN (v->lowest, loom_sim_vector_key (v, op - 1));
    }
  return enter (v, op, op->detail->targets[index]);
}

/* What a callee returned, from the frame that it had. */
static const LoomSimOp *
take_returns_any (LoomSimVector   *v,
                  const LoomSimOp *op)
{
  const guint32 callee_frame = loom_sim_vector_get_local_frame (v, v->depth + 1);

  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        guint8 *local = v->local + (gsize) n * v->local_size;

        for (guint i = 0; i < op->detail->n_returns; i++)
          memcpy (local + v->local_frame + op->detail->returns[i].to,
                  local + callee_frame + op->detail->returns[i].from, op->detail->returns[i].size);
      }
  return op + 1;
}

static const LoomSimOp *
return_any (LoomSimVector   *v,
            const LoomSimOp *op)
{
  const guint32 *back_to = LOOM_SIM_LANES (guint32, v->return_slot);

  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      v->wait[n] = back_to[n];
  return loom_sim_leave (v, op);
}

LOOM_SIM_CALL (trap, loom_sim_trap (v, op, LOOM_ERROR_TRAP, LOOM_SIM_LOWEST_LANE))

/* Others have their turn: the vector's end of turn comes at its next branch back. */
static const LoomSimOp *
nanosleep_any (LoomSimVector   *v,
               const LoomSimOp *op)
{
  v->fuel = 0;
  return op + 1;
}

LOOM_SIM_ROWS (control)
{
  LOOM_SIM_ROW_ANY ("@bra", "=", bra)
  LOOM_SIM_ROW_ANY ("@bra.if", "=1", bra_if)
  LOOM_SIM_ROW_ANY ("@note.exit", "=", note_exit)
  LOOM_SIM_ROW_ANY ("@note.exit.if", "=1", note_exit_if)
  LOOM_SIM_ROW_ANY ("@bra.around", "=1", bra_around)
  LOOM_SIM_ROW_ANY ("@brx", "=4", brx)
  LOOM_SIM_ROW ("@join", "=", join)
  LOOM_SIM_ROW ("@exit", "=", exit)
  LOOM_SIM_ROW_ANY ("@guard", "=1", guard)
  LOOM_SIM_ROW_ANY ("@call", "=", call)
  LOOM_SIM_ROW_ANY ("@call.address", "=8", call_address)
  LOOM_SIM_ROW_ANY ("@take.returns", "=", take_returns)
  LOOM_SIM_ROW_ANY ("@return", "=", return)
  LOOM_SIM_ROW_ANY ("@trap", "=", trap)
  LOOM_SIM_ROW_ANY ("@nanosleep", "=4", nanosleep)
  LOOM_SIM_ROWS_END
};
