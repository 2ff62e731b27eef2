/* loom-sim-exec-barrier.c: handlers of barriers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-muster-private.h"
#include "loom-sim-watcher-private.h"

/* Those who run have come to the barrier, and would wait. */
static LoomSimMuster *
take_muster (LoomSimVector   *v,
             const LoomSimOp *op,
             const guint32   *barrier,
             guint            thread)
{
  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      loom_sim_vector_park (v, op, w, 1u << n % LOOM_SIM_WARP, barrier[n] % LOOM_SIM_N_BARRIERS);
  return loom_sim_muster_new (v->block, thread - thread % v->block->launch->block_threads, NULL,
                              NULL);
}

/* A lane of the same warp that waits at another aligned barrier: they can never meet. */
static const LoomSimOp *
check_aligned (LoomSimVector   *v,
               const LoomSimOp *op,
               guint            w,
               const guint32   *barrier)
{
  for (guint32 left = v->parked[w]; left != 0; left &= left - 1)
    {
      const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
      const LoomSimOp *other = loom_sim_op_of_key (v, v->parked_at[n]);

      if (v->parked_on[n] == LOOM_SIM_PARKED_ON_WARP || other == op || !other->detail->aligned)
        continue;
      loom_sim_trap (v, op, LOOM_ERROR_BARRIER,
                     w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->bits[w]));
      v->block->trap.muster = take_muster (v, op, barrier, v->block->trap.thread);
      v->block->trap.other = other;
      v->block->trap.other_thread = v->first + n;
      return NULL;
    }
  return op;
}

static const LoomSimOp *
trap_no_barrier (LoomSimVector   *v,
                 const LoomSimOp *op,
                 guint            lane)
{
  v->block->trap.cause = LOOM_SIM_CAUSE_NO_BARRIER;
  return loom_sim_trap (v, op, LOOM_ERROR_TRAP, lane);
}

/* Mostly all lanes name the same barrier. */
static gboolean
park_warp (LoomSimVector   *v,
           const LoomSimOp *op,
           guint            w,
           const guint32   *barrier)
{
  const guint32 first = barrier[w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->bits[w])];
  guint32 different = 0;

  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    different |= (barrier[w * LOOM_SIM_WARP + i] ^ first) & (0u - (v->bits[w] >> i & 1));
  if (different == 0 && first < LOOM_SIM_N_BARRIERS)
    {
      loom_sim_vector_park (v, op, w, v->bits[w], first);
      return TRUE;
    }
  LOOM_SIM_FOREACH_LANE (w, n)
    {
      if (barrier[n] >= LOOM_SIM_N_BARRIERS)
        {
          trap_no_barrier (v, op, n);
          return FALSE;
        }
      loom_sim_vector_park (v, op, w, 1u << (n % LOOM_SIM_WARP), barrier[n]);
    }
  return TRUE;
}

static const LoomSimOp *
barrier_any (LoomSimVector   *v,
             const LoomSimOp *op)
{
  const guint32 *barrier = LOOM_SIM_LANES (guint32, op->a);
  guint32 missing = 0;

  for (guint w = 0; w < v->n_warps; w++)
    missing |= v->bits[w] ^ v->live[w];
  /* The whole block is here. */
  if (missing == 0 && v->block->launch->n_vectors == 1 && !op->detail->counted &&
      op->detail->reduction == LOOM_PTX_ATOMIC_NONE)
    {
      LOOM_SIM_TELL (v->block, block_sync, v->block, LOOM_SIM_WHOLE_BLOCK);
      return op + 1;
    }
  LOOM_SIM_FOREACH_WARP (w)
    {
      if (op->detail->aligned && v->parked[w] != 0 && check_aligned (v, op, w, barrier) == NULL)
        return NULL;
      if (!park_warp (v, op, w, barrier))
        return NULL;
      if (op->detail->aligned && (v->bits[w] != v->live[w] || v->any_bypassing))
        loom_sim_vector_mark_bypassing (v, w);
    }
  return loom_sim_leave (v, op);
}

/* A warp arrives as 32 threads, whoever of it has returned. */
static const LoomSimOp *
arrive_any (LoomSimVector   *v,
            const LoomSimOp *op)
{
  const guint32 *barrier = LOOM_SIM_LANES (guint32, op->a);

  LOOM_SIM_FOREACH_WARP (w)
    {
      const guint first = w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->bits[w]);

      if (barrier[first] >= LOOM_SIM_N_BARRIERS)
        return trap_no_barrier (v, op, first);
      LOOM_SIM_TELL (v->block, arrive, v, w, barrier[first]);
      v->block->arrived[barrier[first]] +=
          v->bits[w] == v->live[w] ? LOOM_SIM_WARP : (guint32) __builtin_popcount (v->bits[w]);
    }
  return op + 1;
}

LOOM_SIM_ROWS (barrier)
{
  LOOM_SIM_ROW_ANY ("@barrier", "=441", barrier)
  LOOM_SIM_ROW_ANY ("@arrive", "=44", arrive)
  LOOM_SIM_ROWS_END
};
