/* loom-sim-lower-stack.c: arrays of variable size on the stack
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#define SPACE 8192              /* bytes that a function with alloca has for it */
#define LEAST_ALIGN 8

static gboolean
uses_stack (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxOpcode opcode =
          g_array_index (function->instructions, LoomPtxInstruction, i).opcode;

      if (loom_ptx_opcode_get_facts (opcode)->op_class == LOOM_PTX_CLASS_STACK)
        return TRUE;
    }
  return FALSE;
}

/* At a function's beginning, after its variables were laid out: room behind them. */
void
loom_sim_lower_stack_begin (LoomSimIr *self)
{
  if (!uses_stack (self->function))
    return;
  self->stack = loom_sim_ir_add_value (self, 8);
  self->stack_end = loom_sim_ir_local_address (self, self->local_size + SPACE);
  loom_sim_ir_add_copy (self, loom_sim_ir_local_address (self, self->local_size), self->stack);
  loom_sim_lower_enter_local (self, self->local_size, SPACE);
  self->local_size += SPACE;
}

/* The next multiple of the alignment, and as much more as is asked for; a trap where there is no
 * room. */
static void
lower_alloca (LoomSimIr                *self,
              const LoomPtxInstruction *instruction)
{
  static const LoomSimKey add = LOOM_SIM_KEY (ADD, .type = LOOM_PTX_TYPE_U64),
                          and = LOOM_SIM_KEY (AND, .type = LOOM_PTX_TYPE_B64),
                          min = LOOM_SIM_KEY (MIN, .type = LOOM_PTX_TYPE_U64),
                          is_within = LOOM_SIM_KEY (SETP, .compare = LOOM_PTX_COMPARE_LE,
                                                    .type = LOOM_PTX_TYPE_U64);
  const guint64 align = instruction->n_operands > 2
                            ? MAX (instruction->operands[2].bits, LEAST_ALIGN)
                            : LEAST_ALIGN;
  const gint32 size = loom_sim_lower_source (self, &instruction->operands[1], 8);
  const gint32 mask = loom_sim_ir_constant (self, 8, 0 - align),
               slack = loom_sim_ir_constant (self, 8, align - 1);
  const gint32 begin = loom_sim_ir_add_value (self, 8), end = loom_sim_ir_add_value (self, 8);
  const gint32 too_much = loom_sim_ir_constant (self, 8, 2 * SPACE);
  const gint32 fits = loom_sim_ir_add_value (self, 1), label = self->n_labels++;

  loom_sim_ir_add_to (self, add, begin, self->stack, slack);
  loom_sim_ir_add_to (self, and, begin, begin, mask);
  loom_sim_ir_add_to (self, min, end, size, too_much);
  loom_sim_ir_add_to (self, add, end, begin, end);
  loom_sim_ir_add_to (self, is_within, fits, end, self->stack_end);
  loom_sim_ir_add_branch (self, fits, TRUE, label);
  loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_TRAP, LOOM_SIM_FLOW_END, -1);
  loom_sim_ir_add_label (self, label);
  loom_sim_ir_add_copy (self, end, self->stack);
  if (instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER)
    loom_sim_ir_add_copy (self, begin, instruction->operands[0].reg);
}

/* Appends alloca, stacksave or stackrestore. */
void
loom_sim_lower_stack (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  if (instruction->opcode == LOOM_PTX_OP_ALLOCA)
    lower_alloca (self, instruction);
  else if (instruction->opcode != LOOM_PTX_OP_STACKSAVE)
    loom_sim_ir_add_copy (self, loom_sim_lower_source (self, &instruction->operands[0], 8),
                          self->stack);
  else if (instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER)
    loom_sim_ir_add_copy (self, self->stack, instruction->operands[0].reg);
}
