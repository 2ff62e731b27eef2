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

static gboolean
add_op (LoomSimIr   *self,
        const char  *name,
        gint32       d,
        gint32       a,
        gint32       b,
        GError     **error)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, name, error);

  if (op == NULL)
    return FALSE;
  op->d = d;
  op->a = a;
  op->b = b;
  return TRUE;
}

/* At a function's beginning, after its variables were laid out: room behind them. */
void
loom_sim_lower_stack_begin (LoomSimIr *self)
{
  if (!uses_stack (self->function))
    return;
  self->stack = loom_sim_ir_add_value (self, 8);
  self->stack_end = loom_sim_ir_local_address (self, self->local_size + SPACE);
  add_op (self, "@mov.8", self->stack, loom_sim_ir_local_address (self, self->local_size),
          LOOM_SIM_NO_VALUE, NULL);
  loom_sim_lower_enter_local (self, self->local_size, SPACE);
  self->local_size += SPACE;
}

/* The next multiple of the alignment, and as much more as is asked for; a trap where there is no
 * room. */
static gboolean
lower_alloca (LoomSimIr                 *self,
              const LoomPtxInstruction  *instruction,
              GError                   **error)
{
  const guint64 align = instruction->n_operands > 2
                            ? MAX (instruction->operands[2].bits, LEAST_ALIGN)
                            : LEAST_ALIGN;
  const gint32 size = loom_sim_lower_source (self, &instruction->operands[1], 8, error);
  const gint32 mask = loom_sim_ir_constant (self, 8, 0 - align),
               slack = loom_sim_ir_constant (self, 8, align - 1);
  const gint32 begin = loom_sim_ir_add_value (self, 8), end = loom_sim_ir_add_value (self, 8);
  const gint32 too_much = loom_sim_ir_constant (self, 8, 2 * SPACE);
  const gint32 fits = loom_sim_ir_add_value (self, 1), label = self->n_labels++;
  LoomSimIrOp *op;

  if (size == LOOM_SIM_NO_VALUE || !add_op (self, "add.u64", begin, self->stack, slack, error) ||
      !add_op (self, "and.b64", begin, begin, mask, error) ||
      !add_op (self, "min.u64", end, size, too_much, error) ||
      !add_op (self, "add.u64", end, begin, end, error) ||
      !add_op (self, "setp.le.u64", fits, end, self->stack_end, error) ||
      !add_op (self, "@bra.if", LOOM_SIM_NO_VALUE, fits, LOOM_SIM_NO_VALUE, error))
    return FALSE;
  op = &g_array_index (self->ops, LoomSimIrOp, self->ops->len - 1);
  op->flow = LOOM_SIM_FLOW_BRANCH;
  op->early = TRUE;
  op->label = label;
  op = loom_sim_ir_add (self, "@trap", error);
  if (op == NULL)
    return FALSE;
  op->flow = LOOM_SIM_FLOW_END;
  loom_sim_ir_add_label (self, label);
  return add_op (self, "@mov.8", self->stack, end, LOOM_SIM_NO_VALUE, error) &&
         (instruction->operands[0].kind != LOOM_PTX_OPERAND_REGISTER ||
          add_op (self, "@mov.8", instruction->operands[0].reg, begin, LOOM_SIM_NO_VALUE, error));
}

/* Appends alloca, stacksave or stackrestore. */
gboolean
loom_sim_lower_stack (LoomSimIr                 *self,
                      const LoomPtxInstruction  *instruction,
                      GError                   **error)
{
  gint32 value;

  if (instruction->opcode == LOOM_PTX_OP_ALLOCA)
    return lower_alloca (self, instruction, error);
  if (instruction->opcode == LOOM_PTX_OP_STACKSAVE)
    return instruction->operands[0].kind != LOOM_PTX_OPERAND_REGISTER ||
           add_op (self, "@mov.8", instruction->operands[0].reg, self->stack, LOOM_SIM_NO_VALUE,
                   error);
  value = loom_sim_lower_source (self, &instruction->operands[0], 8, error);
  return value != LOOM_SIM_NO_VALUE &&
         add_op (self, "@mov.8", self->stack, value, LOOM_SIM_NO_VALUE, error);
}
