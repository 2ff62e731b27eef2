/* loom-sim-passes.c: what is done to a function's ops between lowering and emitting, in this order
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

static void
note_order (LoomSimIr *ir)
{
  for (guint i = 0; i < ir->ops->len; i++)
    {
      const LoomSimIrOp *op = &g_array_index (ir->ops, LoomSimIrOp, i);
      const LoomPtxInstruction *source = op->source;

      if (op->detail == NULL || op->detail->kind != LOOM_SIM_ACCESS_ATOMIC || op->n_parts > 0 ||
          source == NULL || op->detail->size == 0 || op->detail->space == LOOM_PTX_SPACE_SHARED)
        continue;
      if (op->d >= 0 || source->modifiers.atomic == LOOM_PTX_ATOMIC_EXCH ||
          source->modifiers.atomic == LOOM_PTX_ATOMIC_CAS ||
          source->modifiers.atomic == LOOM_PTX_ATOMIC_INC ||
          source->modifiers.atomic == LOOM_PTX_ATOMIC_DEC)
        ir->program->order_matters = TRUE;
      /* Integers' operations commute, and the only one for floats is to add. */
      else if (loom_ptx_type_is_float (source->modifiers.types[0]))
        ir->program->adds_floats = TRUE;
    }
}

/* Clocks, what is printed and barriers that count are a block's own. */
static gboolean
is_of_own_block (const LoomSimIrOp *op)
{
  return (op->form->flags & LOOM_SIM_OPCODE_OF_BLOCK) != 0 ||
         (op->form->opcode == LOOM_SIM_OPCODE_BARRIER &&
          (op->detail->counted || op->detail->reduction != LOOM_PTX_ATOMIC_NONE));
}

static void
note_own_block (LoomSimIr *ir)
{
  for (guint i = 0; i < ir->ops->len; i++)
    ir->program->needs_own_block |= is_of_own_block (&g_array_index (ir->ops, LoomSimIrOp, i));
}

/* Lanes begin behind a barrier. Where all that stood between it and a label was hoisted or dropped,
 * a place of their own tells what they have still to count; others come to the label from
 * elsewhere. */
static void
part_barriers_from_labels (LoomSimIr *ir)
{
  for (guint i = 0; i + 1 < ir->ops->len; i++)
    {
      const LoomSimIrOp *op = loom_sim_ir_get_op (ir, i), *next = loom_sim_ir_get_op (ir, i + 1);
      LoomSimIrOp place = *next;

      if (op->form->opcode != LOOM_SIM_OPCODE_BARRIER || next->flow != LOOM_SIM_FLOW_LABEL ||
          next->ordinal == op->ordinal + 1)
        continue;
      place.flow = LOOM_SIM_FLOW_NEXT;
      place.label = -1;
      place.ordinal = op->ordinal + 1;
      g_array_insert_val (ir->ops, i + 1, place);
    }
}

static gboolean
follows_undefined (const LoomSimIr *ir)
{
  return (ir->program->watched & LOOM_SIM_WATCHED_REGISTERS) != 0;
}

/* A function that is called has no prologue of its own. */
static gboolean
is_entry (const LoomSimIr *ir)
{
  return ir->function->is_entry;
}

static gboolean
has_sums (const LoomSimIr *ir)
{
  return is_entry (ir) && ir->program->sums;
}

const LoomSimPass loom_sim_passes[] = {
  { "provenance", loom_sim_ir_find_provenance, NULL },
  { "undefined", loom_sim_lower_undefined, follows_undefined },
  { "unused", loom_sim_ir_drop_unused, NULL },
  { "hoist", loom_sim_ir_hoist, is_entry },
  { "affine", loom_sim_ir_find_affine, has_sums },
  { "unused-affine", loom_sim_ir_drop_unused, has_sums },
  { "unused-heads", loom_sim_ir_drop_unused_heads, has_sums },
  { "survey", loom_sim_ir_survey, has_sums },
  { "guards", loom_sim_ir_find_guards, has_sums },
  { "barriers", part_barriers_from_labels, NULL },
  { "order", note_order, NULL },
  { "own-block", note_own_block, NULL },
  { "allocate", loom_sim_ir_allocate, NULL },
  { NULL, NULL, NULL },
};

void
loom_sim_pass_run (const LoomSimPass *self,
                   LoomSimIr         *ir)
{
  if (self->applies == NULL || self->applies (ir))
    self->run (ir);
}
