/* loom-sim-barrier-warnings.c: what the hardware survives at barriers, and CUDA does not allow
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-findings-private.h"

#define MAX_STEPS 64            /* of jumps on the way to a return */

/* Whether a lane that goes on at a key does nothing but return. */
static gboolean
just_returns (const LoomSimVector *v,
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

void
loom_sim_vector_mark_astray (LoomSimVector *v,
                             guint          w)
{
  v->astray[w] &= ~v->parked[w];
  for (guint32 left = v->live[w] & ~v->parked[w] & ~v->astray[w]; left != 0; left &= left - 1)
    {
      const guint32 key = v->wait[w * LOOM_SIM_WARP + (guint) __builtin_ctz (left)];

      if (key == LOOM_SIM_NO_KEY || just_returns (v, key))
        continue;
      v->astray[w] |= left & -left;
      v->any_astray = TRUE;
    }
}

static void
warn_astray (LoomSimVector   *v,
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
          .cause = LOOM_SIM_CAUSE_GONE_ROUND,
        },
        .block = v->block->index, .other_block = v->block->index, .count = 1,
      };

      if (v->parked_on[n] == LOOM_SIM_PARKED_ON_WARP || !barrier->detail->aligned)
        continue;
      loom_sim_findings_add (v->block->findings, &sighting);
      return;
    }
}

void
loom_sim_vector_note_astray (LoomSimVector   *v,
                             const LoomSimOp *op)
{
  for (guint w = 0; w < v->n_warps; w++)
    {
      for (guint32 left = v->astray[w] & v->bits[w]; left != 0; left &= left - 1)
        warn_astray (v, w, (guint) __builtin_ctz (left), op);
      v->astray[w] &= ~v->bits[w];
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

/* The one that stands first in the source is told of, beside the other: so there is one finding for
 * each pair, whichever of them the first warp came to. */
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

  loom_sim_findings_add (self->findings, &sighting);
}

/* Copies that the compiler made of one barrier are that barrier, so it is known by its place in the
 * text alone. That holds for a function that was put in place of several calls, too: were it not,
 * its warps would wait at one instruction, and nobody could tell. */
void
loom_sim_block_note_meeting (LoomSimBlock *self)
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
