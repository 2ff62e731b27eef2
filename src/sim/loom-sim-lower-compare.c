/* loom-sim-lower-compare.c: the ops of instructions whose result is a truth
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

static gint32
combine (LoomSimIr *self,
         guint      how,
         gint32     a,
         gint32     b,
         gint32     result)
{
  static const char *const names[] = { NULL, "and.pred", "or.pred", "xor.pred" };
  LoomSimIrOp *op;

  if (result == LOOM_SIM_NO_VALUE)
    result = loom_sim_ir_add_value (self, 1);
  op = loom_sim_ir_add (self, names[how], NULL);
  op->d = result;
  op->a = a;
  op->b = b;
  return result;
}

static void
copy_predicate (LoomSimIr *self,
                gint32     from,
                gint32     to)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, "@mov.1", NULL);

  op->d = to;
  op->a = from;
}

static gboolean
is_packed (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_F16X2 || type == LOOM_PTX_TYPE_BF16X2;
}

/* The two predicates are those of the two halves; either may be the one that both are combined with. */
static gboolean
lower_packed_setp (LoomSimIr                 *self,
                   const LoomPtxInstruction  *instruction,
                   const char                *name,
                   GError                   **error)
{
  const guint how = instruction->modifiers.combine;
  gint32 other, results[2], halves[2];

  if (!loom_sim_lower_operation (self, instruction, name, error))
    return FALSE;
  if (how == LOOM_PTX_COMBINE_NONE)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      gint32 *value = &g_array_index (self->ops, LoomSimIrOp, self->ops->len - 1).results[i];

      results[i] = *value;
      *value = halves[i] = loom_sim_ir_add_value (self, 1);
    }
  other = loom_sim_lower_source (self, &instruction->operands[3], 1, error);
  if (other == LOOM_SIM_NO_VALUE)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    halves[i] = combine (self, how, halves[i], other, LOOM_SIM_NO_VALUE);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    copy_predicate (self, halves[i], results[i]);
  return TRUE;
}

/* setp with a second destination or a further predicate: the comparison, then what becomes of
 * it. */
gboolean
loom_sim_lower_setp (LoomSimIr                 *self,
                     const LoomPtxInstruction  *instruction,
                     const char                *name,
                     GError                   **error)
{
  const LoomPtxOperand *destination = &instruction->operands[0];
  const guint how = instruction->modifiers.combine;
  LoomPtxOperand plain[3];
  LoomPtxInstruction comparison = *instruction;
  gint32 result, inverse, other = LOOM_SIM_NO_VALUE;

  if (is_packed (instruction->modifiers.types[0]))
    return lower_packed_setp (self, instruction, name, error);
  if (how == LOOM_PTX_COMBINE_NONE && destination->pair < 0)
    return loom_sim_lower_operation (self, instruction, name, error);
  result = loom_sim_ir_add_value (self, 1);
  memcpy (plain, instruction->operands, sizeof plain);
  plain[0] = (LoomPtxOperand) { .kind = LOOM_PTX_OPERAND_REGISTER, .reg = result, .pair = -1 };
  comparison.operands = plain;
  comparison.n_operands = 3;
  if (!loom_sim_lower_operation (self, &comparison, name, error))
    return FALSE;
  inverse = destination->pair >= 0 ? loom_sim_lower_not (self, result) : LOOM_SIM_NO_VALUE;
  if (how != LOOM_PTX_COMBINE_NONE)
    {
      other = loom_sim_lower_source (self, &instruction->operands[3], 1, error);
      if (other == LOOM_SIM_NO_VALUE)
        return FALSE;
      result = combine (self, how, result, other, LOOM_SIM_NO_VALUE);
      if (inverse != LOOM_SIM_NO_VALUE)
        inverse = combine (self, how, inverse, other, LOOM_SIM_NO_VALUE);
    }
  if (destination->kind == LOOM_PTX_OPERAND_REGISTER)
    copy_predicate (self, result, destination->reg);
  if (inverse != LOOM_SIM_NO_VALUE)
    copy_predicate (self, inverse, destination->pair);
  return TRUE;
}

/* set by halves, each its own truth; a further predicate counts for both. */
static gboolean
lower_packed_set (LoomSimIr                 *self,
                  const LoomPtxInstruction  *instruction,
                  const char                *compare,
                  GError                   **error)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const gboolean is_mask = !is_packed (modifiers->types[0]),
                 is_half = modifiers->types[0] == LOOM_PTX_TYPE_F16X2;
  g_autofree char *name = g_strdup_printf (
      "set.%s%s.%s.%s", compare, (modifiers->flags & LOOM_PTX_FLAG_FTZ) != 0 ? ".ftz" : "",
      is_mask ? "u32" : loom_ptx_type_get_name (modifiers->types[0]),
      loom_ptx_type_get_name (modifiers->types[1]));
  const guint how = modifiers->combine;
  gint32 truth, result, other, choices[2];
  LoomSimIrOp *op;

  if (!loom_sim_lower_operation (self, instruction, name, error))
    return FALSE;
  if (how == LOOM_PTX_COMBINE_NONE)
    return TRUE;

  result = g_array_index (self->ops, LoomSimIrOp, self->ops->len - 1).d;
  truth = loom_sim_ir_constant (self, 4, is_mask ? G_MAXUINT32 : is_half ? 0x3c003c00 : 0x3f803f80);
  other = loom_sim_lower_source (self, &instruction->operands[3], 1, error);
  if (other == LOOM_SIM_NO_VALUE)
    return FALSE;
  choices[0] = how == LOOM_PTX_COMBINE_AND ? result : truth;
  choices[1] = how == LOOM_PTX_COMBINE_AND ? loom_sim_ir_constant (self, 4, 0) : result;
  if (how == LOOM_PTX_COMBINE_XOR)
    {
      choices[0] = loom_sim_ir_add_value (self, 4);
      op = loom_sim_ir_add (self, "xor.b32", error);
      op->d = choices[0];
      op->a = result;
      op->b = truth;
    }
  op = loom_sim_ir_add (self, "@selp.4", error);
  op->d = result;
  op->a = choices[0];
  op->b = choices[1];
  op->c = other;
  return TRUE;
}

/* set: setp, then a number for true and one for false. */
gboolean
loom_sim_lower_set (LoomSimIr                 *self,
                    const LoomPtxInstruction  *instruction,
                    const char                *name,
                    GError                   **error)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const guint width = loom_ptx_type_bits (modifiers->types[0]) / 8;
  g_auto (GStrv) words = NULL;
  g_autofree char *setp_name = NULL, *select_name = NULL;
  LoomPtxOperand operands[4];
  LoomPtxInstruction comparison = *instruction;
  guint64 truth = G_MAXUINT64;
  gint32 yes, no, predicate;
  LoomSimIrOp *op;

  if (modifiers->types[0] == LOOM_PTX_TYPE_F32)
    truth = 0x3f800000;
  else if (modifiers->types[0] == LOOM_PTX_TYPE_F16)
    truth = 0x3c00;
  else if (modifiers->types[0] == LOOM_PTX_TYPE_BF16)
    truth = 0x3f80;
  words = g_strsplit (name, ".", -1);
  if (is_packed (modifiers->types[1]))
    return lower_packed_set (self, instruction, words[1], error);
  setp_name = g_strdup_printf ("setp.%s%s.%s", words[1],
                               (modifiers->flags & LOOM_PTX_FLAG_FTZ) != 0 ? ".ftz" : "",
                               loom_ptx_type_get_name (modifiers->types[1]));
  predicate = loom_sim_ir_add_value (self, 1);
  memcpy (operands, instruction->operands, sizeof operands[0] * MIN (instruction->n_operands, 4));
  operands[0] = (LoomPtxOperand){ .kind = LOOM_PTX_OPERAND_REGISTER, .reg = predicate, .pair = -1 };
  comparison.operands = operands;
  if (!loom_sim_lower_setp (self, &comparison, setp_name, error))
    return FALSE;
  yes = loom_sim_ir_constant (self, width, truth);
  no = loom_sim_ir_constant (self, width, 0);
  select_name = g_strdup_printf ("@selp.%u", width);
  op = loom_sim_ir_add (self, select_name, error);
  op->d = instruction->operands[0].reg;
  op->a = yes;
  op->b = no;
  op->c = predicate;
  return TRUE;
}

/* lop3 with a predicate: p := (d ~= 0) bool q. */
gboolean
loom_sim_lower_lop3 (LoomSimIr                 *self,
                     const LoomPtxInstruction  *instruction,
                     GError                   **error)
{
  const LoomPtxOperand *destination = &instruction->operands[0];
  gint32 result, zero, other;
  LoomSimIrOp *op;

  if (!loom_sim_lower_operation (self, instruction, "lop3.b32", error))
    return FALSE;
  if (destination->pair < 0)
    return TRUE;
  result = g_array_index (self->ops, LoomSimIrOp, self->ops->len - 1).d;
  zero = loom_sim_ir_constant (self, 4, 0);
  other = loom_sim_lower_source (self, &instruction->operands[5], 1, error);
  if (other == LOOM_SIM_NO_VALUE)
    return FALSE;
  op = loom_sim_ir_add (self, "setp.ne.s32", error);
  op->d = loom_sim_ir_add_value (self, 1);
  op->a = result;
  op->b = zero;
  combine (self, instruction->modifiers.combine, op->d, other, destination->pair);
  return TRUE;
}
