/* loom-sim-barrier.c: when the lanes parked at barriers and warp operations go on, and what is
 * wrong with how they came there SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-findings-private.h"
#include "loom-sim-watcher-private.h"

#define MAX_STEPS 64            /* of jumps on the way to a return */

typedef struct
{
  guint parked[LOOM_SIM_N_BARRIERS];    /* threads waiting there; a warp whose live lanes all wait
                                           counts as 32 */
  guint lanes[LOOM_SIM_N_BARRIERS];     /* lanes waiting there */
  guint expected[LOOM_SIM_N_BARRIERS];  /* 0: all live lanes of the block */
  guint live;
} Count;

static void
count_warp (const LoomSimVector *v,
            guint                w,
            Count               *count)
{
  guint lanes[LOOM_SIM_N_BARRIERS] = { 0, };

  for (guint32 left = v->parked[w]; left != 0; left &= left - 1)
    {
      const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left), on = v->parked_on[n];
      const LoomSimOp *op = loom_sim_op_of_key (v, v->parked_at[n]);
      const guint8 *frame = g_ptr_array_index (v->frames, loom_sim_depth_of_key (v->parked_at[n]));

      if (on >= LOOM_SIM_N_BARRIERS)
        continue;
      lanes[on]++;
      if (op->detail->counted)
        count->expected[on] = ((const guint32 *) (gconstpointer) (frame + op->b))[n];
    }
  for (guint on = 0; on < LOOM_SIM_N_BARRIERS; on++)
    {
      count->lanes[on] += lanes[on];
      count->parked[on] += lanes[on] == (guint) __builtin_popcount (v->live[w]) && lanes[on] > 0
                               ? LOOM_SIM_WARP
                               : lanes[on];
    }
}

static void
count_block (const LoomSimBlock *self,
             Count              *count)
{
  memset (count, 0, sizeof *count);
  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      const LoomSimVector *v = &self->vectors[i];

      for (guint w = 0; w < v->n_warps; w++)
        {
          count->live += (guint) __builtin_popcount (v->live[w]);
          if (v->parked[w] != 0)
            count_warp (v, w, count);
        }
    }
}

static void
wake (LoomSimVector *v,
      guint          n)
{
  v->parked[n / LOOM_SIM_WARP] &= ~(1u << (n % LOOM_SIM_WARP));
  v->wait[n] = v->parked_at[n] + 1;
  v->stop = LOOM_SIM_STOP_FUEL;
}

typedef void (*LaneFunc) (LoomSimVector   *v,
                          const LoomSimOp *op,
                          guint8          *frame,
                          guint            n,
                          guint           *sum);

static void
foreach_parked (LoomSimBlock *self,
                guint         barrier,
                LaneFunc      func,
                guint        *sum)
{
  for (guint i = 0; i < self->launch->n_vectors; i++)
    {
      LoomSimVector *v = &self->vectors[i];

      for (guint w = 0; w < v->n_warps; w++)
        for (guint32 left = v->parked[w]; left != 0; left &= left - 1)
          {
            const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);

            if (v->parked_on[n] == barrier)
              func (v, loom_sim_op_of_key (v, v->parked_at[n]),
                    g_ptr_array_index (v->frames, loom_sim_depth_of_key (v->parked_at[n])), n, sum);
          }
    }
}

/* sum[0]: lanes whose predicate holds, sum[1]: lanes */
static void
gather (LoomSimVector   *v,
        const LoomSimOp *op,
        guint8          *frame,
        guint            n,
        guint           *sum)
{
  sum[0] += op->detail->reduction != LOOM_PTX_ATOMIC_NONE && frame[op->c + n] != 0;
  sum[1]++;
}

static void
let_go (LoomSimVector   *v,
        const LoomSimOp *op,
        guint8          *frame,
        guint            n,
        guint           *sum)
{
  if (op->detail->reduction == LOOM_PTX_ATOMIC_AND)
    frame[op->d + n] = sum[0] == sum[1] ? 0xff : 0;
  else if (op->detail->reduction == LOOM_PTX_ATOMIC_OR)
    frame[op->d + n] = sum[0] > 0 ? 0xff : 0;
  else if (op->detail->reduction == LOOM_PTX_ATOMIC_POPC)
    ((guint32 *) (gpointer) (frame + op->d))[n] = sum[0];
  wake (v, n);
}

/* Lanes parked at one warp operation whose masks name none that lives and is not there too. */
static gboolean
release_warp (LoomSimBlock  *self,
              LoomSimVector *v,
              guint          w)
{
  gboolean released = FALSE;

  for (guint32 left = v->parked[w]; left != 0; left &= left - 1)
    {
      const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
      const guint32 key = v->parked_at[n];
      const LoomSimOp *op = loom_sim_op_of_key (v, key);
      const guint8 *frame = g_ptr_array_index (v->frames, loom_sim_depth_of_key (key));
      const guint32 *mask = (const guint32 *) (gconstpointer) (frame + op->a) + w * LOOM_SIM_WARP;
      guint32 here = 0, need;

      if (v->parked_on[n] != LOOM_SIM_PARKED_ON_WARP)
        continue;
      need = mask[n % LOOM_SIM_WARP] & v->live[w];
      for (guint i = 0; i < LOOM_SIM_WARP; i++)
        if ((v->parked[w] >> i & 1) != 0 && v->parked_at[w * LOOM_SIM_WARP + i] == key &&
            v->parked_on[w * LOOM_SIM_WARP + i] == LOOM_SIM_PARKED_ON_WARP &&
            mask[i] == mask[n % LOOM_SIM_WARP])
          here |= 1u << i;
      if ((need & ~here) != 0)
        continue;
      LOOM_SIM_TELL (self, warp_sync, v, w, here & need);
      for (guint32 go = here & need; go != 0; go &= go - 1)
        wake (v, w * LOOM_SIM_WARP + (guint) __builtin_ctz (go));
      left &= ~(here & need);
      released = TRUE;
      if (left == 0)
        break;
    }
  return released;
}

/* The first lane that is parked, in *v and *n; FALSE if none is. */
static gboolean
find_first_parked (LoomSimBlock   *self,
                   LoomSimVector **v,
                   guint          *n)
{
  for (guint i = 0; i < self->launch->n_vectors; i++)
    for (guint w = 0; w < self->vectors[i].n_warps; w++)
      if (self->vectors[i].parked[w] != 0)
        {
          *v = &self->vectors[i];
          *n = w * LOOM_SIM_WARP + (guint) __builtin_ctz ((*v)->parked[w]);
          return TRUE;
        }
  return FALSE;
}

/* Whether all live lanes of a warp are parked at one place. */
static gboolean
is_all_at (const LoomSimVector *v,
           guint                w,
           guint32              key,
           guint8               on)
{
  const guint32 *at = v->parked_at + w * LOOM_SIM_WARP;
  const guint8 *barrier = v->parked_on + w * LOOM_SIM_WARP;
  guint32 different = 0;

  if (v->parked[w] != v->live[w])
    return FALSE;
  for (guint i = 0; i < LOOM_SIM_WARP; i++)
    different |= ((at[i] ^ key) | (guint32) (barrier[i] ^ on)) & (0u - (v->live[w] >> i & 1));
  return different == 0;
}

/* Whether a barrier is of the whole block, without a result. */
static gboolean
is_plain (const LoomSimOp *op,
          guint            on)
{
  return on < LOOM_SIM_N_BARRIERS && !op->detail->counted &&
         op->detail->reduction == LOOM_PTX_ATOMIC_NONE;
}

static void
wake_warp (LoomSimVector *v,
           guint          w,
           guint32        key)
{
  guint32 *wait = v->wait + w * LOOM_SIM_WARP;

  for (guint l = 0; l < LOOM_SIM_WARP; l++)
    wait[l] = (v->parked[w] >> l & 1) != 0 ? key + 1 : wait[l];
  if (v->parked[w] != 0)
    v->stop = LOOM_SIM_STOP_FUEL;
  v->parked[w] = 0;
}

/* The most common case, whole warps at a time: all live lanes wait at one barrier of the whole
 * block. */
static gboolean
release_whole (LoomSimBlock *self)
{
  LoomSimVector *v;
  const LoomSimOp *op;
  guint32 key;
  guint n, on;

  if (!find_first_parked (self, &v, &n))
    return FALSE;
  key = v->parked_at[n];
  on = v->parked_on[n];
  op = loom_sim_op_of_key (v, key);
  if (!is_plain (op, on))
    return FALSE;
  for (guint i = 0; i < self->launch->n_vectors; i++)
    for (guint w = 0; w < self->vectors[i].n_warps; w++)
      if (!is_all_at (&self->vectors[i], w, key, (guint8) on))
        return FALSE;
  LOOM_SIM_TELL (self, block_sync, self, LOOM_SIM_WHOLE_BLOCK);
  for (guint i = 0; i < self->launch->n_vectors; i++)
    for (guint w = 0; w < self->vectors[i].n_warps; w++)
      wake_warp (&self->vectors[i], w, key);
  self->arrived[on] = 0;
  return TRUE;
}

/* Of a batch, lets each block go whose live lanes all wait at one barrier. */
static gboolean
release_each (LoomSimBlock *self)
{
  LoomSimVector *v = self->vectors;
  const guint many = self->launch->block_threads / LOOM_SIM_WARP;
  gboolean released = FALSE;

  for (guint first = 0; first < v->n_warps; first += many)
    {
      guint w = first, n;
      gboolean all = TRUE;

      while (w < first + many && v->parked[w] == 0)
        w++;
      if (w == first + many)
        continue;
      n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->parked[w]);
      all = is_plain (loom_sim_op_of_key (v, v->parked_at[n]), v->parked_on[n]);
      for (w = first; all && w < first + many; w++)
        all = is_all_at (v, w, v->parked_at[n], v->parked_on[n]);
      for (w = first; all && w < first + many; w++)
        wake_warp (v, w, v->parked_at[n]);
      released |= all;
    }
  return released;
}

/* What the hardware survives at barriers, and CUDA does not allow, is warned of. */

/* Whether a lane that goes on at a key does nothing but return. */
gboolean
loom_sim_vector_just_returns (const LoomSimVector *v,
                              guint32              key)
{
  const LoomSimOp *op = loom_sim_op_of_key (v, key);

  for (guint i = 0; i < MAX_STEPS; i++)
    {
      if (op->opcode == LOOM_SIM_OPCODE_EXIT)
        return TRUE;
      if (op->opcode != LOOM_SIM_OPCODE_JOIN && op->opcode != LOOM_SIM_OPCODE_BRA)
        return FALSE;
      op = op->opcode == LOOM_SIM_OPCODE_BRA ? op->target : op + 1;
    }
  return FALSE;
}

/* Lanes of warp w were parked at an aligned barrier: marks the others that have more to do than
 * return. */
void
loom_sim_vector_mark_bypassing (LoomSimVector *v,
                                guint          w)
{
  v->bypassing[w] &= ~v->parked[w];
  for (guint32 left = v->live[w] & ~v->parked[w] & ~v->bypassing[w]; left != 0; left &= left - 1)
    {
      const guint32 key = v->wait[w * LOOM_SIM_WARP + (guint) __builtin_ctz (left)];

      if (key == LOOM_SIM_NO_KEY || loom_sim_vector_just_returns (v, key))
        continue;
      v->bypassing[w] |= left & -left;
      v->any_bypassing = TRUE;
    }
}

static void
warn_bypassing (LoomSimVector   *v,
                guint            w,
                guint            gone,
                const LoomSimOp *op)
{
  for (guint32 left = v->parked[w]; left != 0; left &= left - 1)
    {
      const guint n = w * LOOM_SIM_WARP + (guint) __builtin_ctz (left);
      const LoomSimOp *barrier = loom_sim_op_of_key (v, v->parked_at[n]);
      const LoomSimSighting sighting = {
        .trap = {
          .code = LOOM_ERROR_BARRIER, .op = barrier, .other = op, .thread = v->first + n,
          .other_thread = v->first + w * LOOM_SIM_WARP + gone,
          .cause = LOOM_SIM_CAUSE_BYPASSED,
        },
        .block = v->block->index, .other_block = v->block->index, .count = 1,
      };

      if (v->parked_on[n] == LOOM_SIM_PARKED_ON_WARP || !barrier->detail->aligned)
        continue;
      loom_sim_findings_add_mustered (v->block->findings, &sighting, v->block, v, op);
      return;
    }
}

/* The running lanes return at op: warns of those that thus bypassed a barrier that their warp waits
 * at. */
void
loom_sim_vector_warn_bypassing (LoomSimVector   *v,
                                const LoomSimOp *op)
{
  for (guint w = 0; w < v->n_warps; w++)
    {
      for (guint32 left = v->bypassing[w] & v->bits[w]; left != 0; left &= left - 1)
        warn_bypassing (v, w, (guint) __builtin_ctz (left), op);
      v->bypassing[w] &= ~v->bits[w];
    }
}

/* A warp whose live lanes all wait at __syncthreads. */
typedef struct
{
  const LoomSimOp *op;
  guint            thread;      /* the lowest */
} Meeting;

/* FALSE: none of its lanes waits, or barriers of this kind may stand anywhere. */
static gboolean
find_meeting (const LoomSimVector *v,
              guint                w,
              Meeting             *meeting)
{
  const guint n = v->parked[w] != 0 ? w * LOOM_SIM_WARP + (guint) __builtin_ctz (v->parked[w]) : 0;

  if (v->parked[w] == 0)
    return FALSE;
  meeting->op = loom_sim_op_of_key (v, v->parked_at[n]);
  meeting->thread = v->first + n;
  return meeting->op->detail->aligned && !meeting->op->detail->counted;
}

/* first stands before second in the source: so there is one finding for each pair, whichever of
 * them the first warp came to. */
static void
warn_meeting (LoomSimBlock  *self,
              const Meeting *first,
              const Meeting *second)
{
  const LoomSimSighting sighting = {
    .trap = {
      .code = LOOM_ERROR_BARRIER, .op = first->op, .other = second->op, .thread = first->thread,
      .other_thread = second->thread, .cause = LOOM_SIM_CAUSE_OTHER_BARRIER,
    },
    .block = self->index, .other_block = self->index, .count = 1,
  };

  loom_sim_findings_add_mustered (self->findings, &sighting, self, NULL, NULL);
}

/* All live lanes wait at barrier 0: warns where they came to different ones of the source. Copies
 * that the compiler made of one barrier are that barrier, so it is known by its place in the
 * text alone. That holds for a function that was put in place of several calls, too: were it not,
 * its warps would wait at one instruction, and nobody could tell. */
static void
warn_meetings (LoomSimBlock *self)
{
  const LoomPtxModule *module = self->launch->program->module;
  Meeting first = { NULL, 0 }, other;

  for (guint i = 0; i < self->launch->n_vectors; i++)
    for (guint w = 0; w < self->vectors[i].n_warps; w++)
      {
        gint order;

        if (!find_meeting (&self->vectors[i], w, &other))
          continue;
        if (first.op == NULL)
          first = other;
        if (first.op == other.op)
          continue;
        order = loom_ptx_module_compare_places (module, first.op->source, other.op->source);
        if (order != 0)
          warn_meeting (self, order < 0 ? &first : &other, order < 0 ? &other : &first);
      }
}

/* Lets go whom a barrier or a warp operation need not hold any longer; FALSE: nobody. */
gboolean
loom_sim_block_release (LoomSimBlock *self)
{
  gboolean released = FALSE;
  Count count;

  if (release_whole (self))
    return TRUE;
  if (self->launch->batch > 1)
    released = release_each (self);
  for (guint i = 0; i < self->launch->n_vectors; i++)
    for (guint w = 0; w < self->vectors[i].n_warps; w++)
      if (self->vectors[i].parked[w] != 0)
        released |= release_warp (self, &self->vectors[i], w);
  count_block (self, &count);
  for (guint on = 0; on < LOOM_SIM_N_BARRIERS; on++)
    {
      guint sum[2] = { 0, 0 };

      if (count.lanes[on] == 0 ||
          (count.expected[on] == 0 ? count.lanes[on] < count.live
                                   : count.parked[on] + self->arrived[on] < count.expected[on]))
        continue;
      LOOM_SIM_TELL (self, block_sync, self,
                     count.lanes[on] == count.live ? LOOM_SIM_WHOLE_BLOCK : on);
      if (on == 0 && count.lanes[on] == count.live)
        warn_meetings (self);
      foreach_parked (self, on, gather, sum);
      foreach_parked (self, on, let_go, sum);
      self->arrived[on] = 0;
      released = TRUE;
    }
  return released;
}
