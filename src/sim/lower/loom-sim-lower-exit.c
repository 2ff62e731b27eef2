/* loom-sim-lower-exit.c: notes where lanes leave for the end, in programs that can wait for them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compilers have one return, at the closing brace, to which every early one branches. Where threads
 * wait for others, those that are gone are asked where they left: so a note stands before such a
 * branch. It runs at most once for a lane. */

#include "config.h"
#include "loom-sim-ir-private.h"

#define MAX_JUMPS 16            /* on the way to a return */

static gboolean
waits (const LoomPtxInstruction *instruction)
{
  const LoomPtxClass class = loom_ptx_opcode_get_facts (instruction->opcode)->op_class;

  return class == LOOM_PTX_CLASS_BARRIER || class == LOOM_PTX_CLASS_WARP;
}

/* Whether threads wait for others in a function. */
gboolean
loom_sim_lower_can_wait (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    if (waits (&g_array_index (function->instructions, LoomPtxInstruction, i)))
      return TRUE;
  return FALSE;
}

/* Whether who comes to a label does nothing but return. */
static gboolean
leads_to_return (const LoomPtxFunction *function,
                 gint32                 label)
{
  for (guint i = 0; i < MAX_JUMPS; i++)
    {
      const guint at = g_array_index (function->labels, LoomPtxLabel, label).target;
      const LoomPtxInstruction *instruction;

      if (at >= function->instructions->len)
        return TRUE;
      instruction = &g_array_index (function->instructions, LoomPtxInstruction, at);
      if (instruction->guard >= 0)
        return FALSE;
      if (instruction->opcode != LOOM_PTX_OP_BRA)
        return instruction->opcode == LOOM_PTX_OP_RET || instruction->opcode == LOOM_PTX_OP_EXIT;
      label = instruction->operands[0].label;
    }
  return FALSE;
}

/* Before a branch of the kernel itself to its return. */
void
loom_sim_lower_note_exit (LoomSimIr                *self,
                          const LoomPtxInstruction *instruction)
{
  LoomSimIrOp *op;

  if (!self->program->notes_exits || !self->function->is_entry ||
      instruction->opcode != LOOM_PTX_OP_BRA ||
      !leads_to_return (self->function, instruction->operands[0].label))
    return;
  if (instruction->guard < 0)
    {
      loom_sim_ir_add (self, LOOM_SIM_KEY (NOTE_EXIT));
      return;
    }
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (NOTE_EXIT_IF));
  op->a = instruction->guard;
  op->immediate.flip = instruction->guard_negated ? -1 : 0;
}
