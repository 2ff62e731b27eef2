/* loom-sim-lower-compare.c: the ops of instructions whose result is a truth
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

static LoomPtxOperand
make_register (gint32 value)
{
  return (LoomPtxOperand) { .kind = LOOM_PTX_OPERAND_REGISTER, .reg = value, .pair = -1 };
}

/* Two predicates as one. */
static gint32
combine (LoomSimIr *self,
         guint      how,
         gint32     d,
         gint32     a,
         gint32     b)
{
  static const LoomSimOpcode opcodes[] = {
    [LOOM_PTX_COMBINE_AND] = LOOM_SIM_OPCODE_AND,
    [LOOM_PTX_COMBINE_OR] = LOOM_SIM_OPCODE_OR,
    [LOOM_PTX_COMBINE_XOR] = LOOM_SIM_OPCODE_XOR,
  };
  const LoomSimKey key = { .opcode = opcodes[how], .type = LOOM_PTX_TYPE_PRED };

  return loom_sim_ir_add_to (self, key, d, a, b)->d;
}

static gint32
combine_new (LoomSimIr *self,
             guint      how,
             gint32     a,
             gint32     b)
{
  return combine (self, how, loom_sim_ir_add_value (self, 1), a, b);
}

static gboolean
is_packed (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_F16X2 || type == LOOM_PTX_TYPE_BF16X2;
}

/* A comparison alone, with a value as its only destination. */
static gint32
lower_comparison (LoomSimIr                *self,
                  const LoomPtxInstruction *instruction,
                  const LoomSimForm        *form)
{
  const gint32 result = loom_sim_ir_add_value (self, 1);
  LoomPtxOperand operands[3];
  LoomPtxInstruction comparison = *instruction;

  memcpy (operands, instruction->operands, sizeof operands);
  operands[0] = make_register (result);
  comparison.operands = operands;
  comparison.n_operands = 3;
  loom_sim_lower_operation (self, &comparison, form);
  return result;
}

/* The two predicates are those of the two halves; either may be the one that both are combined
 * with. */
static void
lower_packed_setp (LoomSimIr                *self,
                   const LoomPtxInstruction *instruction,
                   const LoomSimForm        *form)
{
  const guint how = instruction->modifiers.combine;
  gint32 other, results[2], halves[2];

  loom_sim_lower_operation (self, instruction, form);
  if (how == LOOM_PTX_COMBINE_NONE)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      gint32 *value = &loom_sim_ir_get_op (self, self->ops->len - 1)->results[i];

      results[i] = *value;
      *value = halves[i] = loom_sim_ir_add_value (self, 1);
    }
  other = loom_sim_lower_source (self, &instruction->operands[3], 1);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    halves[i] = combine_new (self, how, halves[i], other);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    if (results[i] >= 0)
      loom_sim_ir_add_copy (self, halves[i], results[i]);
}

/* setp with a second destination or a further predicate: the comparison, then what becomes of
 * it. */
void
loom_sim_lower_setp (LoomSimIr                *self,
                     const LoomPtxInstruction *instruction,
                     const char               *name)
{
  const LoomSimForm *form = loom_sim_isa_find (self->isa, name);
  const LoomPtxOperand *destination = &instruction->operands[0];
  const guint how = instruction->modifiers.combine;
  gint32 result, inverse, other;

  if (is_packed (instruction->modifiers.types[0]))
    {
      lower_packed_setp (self, instruction, form);
      return;
    }
  if (how == LOOM_PTX_COMBINE_NONE && destination->pair < 0)
    {
      loom_sim_lower_operation (self, instruction, form);
      return;
    }
  result = lower_comparison (self, instruction, form);
  inverse = destination->pair >= 0 ? loom_sim_lower_not (self, result) : LOOM_SIM_NO_VALUE;
  if (how != LOOM_PTX_COMBINE_NONE)
    {
      other = loom_sim_lower_source (self, &instruction->operands[3], 1);
      result = combine_new (self, how, result, other);
      if (inverse != LOOM_SIM_NO_VALUE)
        inverse = combine_new (self, how, inverse, other);
    }
  if (destination->kind == LOOM_PTX_OPERAND_REGISTER)
    loom_sim_ir_add_copy (self, result, destination->reg);
  if (inverse != LOOM_SIM_NO_VALUE)
    loom_sim_ir_add_copy (self, inverse, destination->pair);
}

/* set by halves, each its own truth; a further predicate counts for both. */
static void
lower_packed_set (LoomSimIr                *self,
                  const LoomPtxInstruction *instruction,
                  const LoomSimForm        *form)
{
  const LoomPtxType type = instruction->modifiers.types[0];
  const guint how = instruction->modifiers.combine;
  gint32 truth, result, other, choices[2];

  loom_sim_lower_operation (self, instruction, form);
  if (how == LOOM_PTX_COMBINE_NONE)
    return;

  result = loom_sim_ir_get_op (self, self->ops->len - 1)->d;
  truth = loom_sim_ir_constant (self, 4, !is_packed (type)                ? G_MAXUINT32
                                         : type == LOOM_PTX_TYPE_F16X2 ? 0x3c003c00
                                                                       : 0x3f803f80);
  other = loom_sim_lower_source (self, &instruction->operands[3], 1);
  choices[0] = how == LOOM_PTX_COMBINE_AND ? result : truth;
  choices[1] = how == LOOM_PTX_COMBINE_AND ? loom_sim_ir_constant (self, 4, 0) : result;
  if (how == LOOM_PTX_COMBINE_XOR)
    choices[0] = loom_sim_ir_add_result (self, LOOM_SIM_KEY (XOR, .type = LOOM_PTX_TYPE_B32), 4,
                                         result, truth);
  loom_sim_ir_add_to (self, LOOM_SIM_KEY (SELP, .widths = { 4 }), result, choices[0], choices[1])
      ->c = other;
}

/* What set gives where it holds. */
static guint64
get_truth (LoomPtxType type)
{
  return type == LOOM_PTX_TYPE_F32    ? 0x3f800000
         : type == LOOM_PTX_TYPE_F16  ? 0x3c00
         : type == LOOM_PTX_TYPE_BF16 ? 0x3f80
                                      : G_MAXUINT64;
}

/* set: setp, then a number for true and one for false. */
void
loom_sim_lower_set (LoomSimIr                *self,
                    const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const guint width = loom_ptx_type_bits (modifiers->types[0]) / 8;
  g_auto (GStrv) words = g_strsplit (modifiers->suffix, ".", -1);
  const char *ftz = (modifiers->flags & LOOM_PTX_FLAG_FTZ) != 0 ? ".ftz" : "",
             *type = loom_ptx_type_get_name (modifiers->types[1]);
  g_autofree char *name = NULL;
  LoomPtxOperand operands[4];
  LoomPtxInstruction comparison = *instruction;
  gint32 yes, no, predicate;

  if (is_packed (modifiers->types[1]))
    {
      name = g_strdup_printf (
          "set.%s%s.%s.%s", words[1], ftz,
          is_packed (modifiers->types[0]) ? loom_ptx_type_get_name (modifiers->types[0]) : "u32",
          type);
      lower_packed_set (self, instruction, loom_sim_isa_find (self->isa, name));
      return;
    }
  name = g_strdup_printf ("setp.%s%s.%s", words[1], ftz, type);
  predicate = loom_sim_ir_add_value (self, 1);
  memcpy (operands, instruction->operands, sizeof operands[0] * MIN (instruction->n_operands, 4));
  operands[0] = make_register (predicate);
  comparison.operands = operands;
  loom_sim_lower_setp (self, &comparison, name);
  yes = loom_sim_ir_constant (self, width, get_truth (modifiers->types[0]));
  no = loom_sim_ir_constant (self, width, 0);
  loom_sim_ir_add_to (self, LOOM_SIM_KEY (SELP, .widths = { (guint8) width }),
                      instruction->operands[0].reg, yes, no)->c = predicate;
}

/* lop3 with a predicate: p := (d ~= 0) bool q. */
void
loom_sim_lower_lop3 (LoomSimIr                *self,
                     const LoomPtxInstruction *instruction)
{
  const LoomSimKey differs =
      LOOM_SIM_KEY (SETP, .compare = LOOM_PTX_COMPARE_NE, .type = LOOM_PTX_TYPE_S32);
  const gint32 pair = instruction->operands[0].pair;
  gint32 result, zero, other;

  loom_sim_lower_operation (self, instruction, loom_sim_isa_find (self->isa, "lop3.b32"));
  if (pair < 0)
    return;
  result = loom_sim_ir_get_op (self, self->ops->len - 1)->d;
  zero = loom_sim_ir_constant (self, 4, 0);
  other = loom_sim_lower_source (self, &instruction->operands[5], 1);
  result = loom_sim_ir_add_result (self, differs, 1, result, zero);
  combine (self, instruction->modifiers.combine, pair, result, other);
}
