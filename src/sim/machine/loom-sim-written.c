/* loom-sim-written.c: which registers an instruction writes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-written-private.h"

static void
add_register (gint32  reg,
              gint32 *registers,
              guint  *n)
{
  if (reg >= 0 && *n < LOOM_TRACE_MAX_REGISTERS)
    registers[(*n)++] = reg;
}

guint
loom_sim_list_written (const LoomPtxInstruction *instruction,
                       gint32                   *registers)
{
  const LoomPtxForm *form = instruction->form;
  const LoomPtxOperand *operand = instruction->operands;
  guint n = 0;

  if (instruction->call != NULL || form == NULL || form->n_operands == 0 ||
      instruction->n_operands == 0)
    return 0;
  switch (form->operands[0].kind)
    {
    case LOOM_PTX_PATTERN_DESTINATION:
    case LOOM_PTX_PATTERN_RELAXED_DESTINATION:
    case LOOM_PTX_PATTERN_PAIR:
    case LOOM_PTX_PATTERN_SHUFFLED:
    case LOOM_PTX_PATTERN_LOADED:
    case LOOM_PTX_PATTERN_PACKED:
    case LOOM_PTX_PATTERN_FRAGMENT:
      break;
    default:
      return 0;
    }
  if (operand->kind == LOOM_PTX_OPERAND_REGISTER)
    {
      add_register (operand->reg, registers, &n);
      add_register (operand->pair, registers, &n);
    }
  for (guint i = 0; operand->kind == LOOM_PTX_OPERAND_VECTOR && i < operand->n_elements; i++)
    if (operand->elements[i].kind == LOOM_PTX_OPERAND_REGISTER)
      add_register (operand->elements[i].reg, registers, &n);
  return n;
}
