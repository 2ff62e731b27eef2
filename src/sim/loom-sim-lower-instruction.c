/* loom-sim-lower-instruction.c: the ops of one PTX instruction
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <glib/gi18n-lib.h>

/* The name that a handler's row has: the mnemonic and its suffix, less what makes no difference to
 * the result. */
char *
loom_sim_lower_name (const LoomPtxInstruction *instruction)
{
  const gboolean default_nearest = instruction->opcode == LOOM_PTX_OP_ADD ||
                                   instruction->opcode == LOOM_PTX_OP_SUB ||
                                   instruction->opcode == LOOM_PTX_OP_MUL;
  const gboolean combines = instruction->modifiers.combine != LOOM_PTX_COMBINE_NONE;
  g_auto (GStrv) words = g_strsplit (
      instruction->modifiers.suffix != NULL ? instruction->modifiers.suffix : "", ".", -1);
  GString *name = g_string_new (loom_ptx_opcode_get_facts (instruction->opcode)->mnemonic);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0' || (default_nearest && g_str_equal (words[i], "rn")))
        continue;
      if (combines && (g_str_equal (words[i], "and") || g_str_equal (words[i], "or") ||
                       g_str_equal (words[i], "xor")))
        continue;
      g_string_append_printf (name, ".%s", words[i]);
    }
  return g_string_free (name, FALSE);
}

static guint
get_signature_width (char letter)
{
  switch (letter)
    {
    case '1':
    case 'c':
      return 1;
    case 'x':
      return 16;
    default:
      return (guint) (letter - '0');
    }
}

/* A predicate as it is or inverted. */
gint32
loom_sim_lower_not (LoomSimIr *self,
                    gint32     predicate)
{
  gint32 result = loom_sim_ir_add_value (self, 1);
  LoomSimIrOp *op = loom_sim_ir_add (self, "not.pred", NULL);

  op->d = result;
  op->a = predicate;
  return result;
}

static gint32
add_cut (LoomSimIr *self,
         gint32     value,
         guint      width)
{
  g_autofree char *name = g_strdup_printf ("@cut.%u.%u", loom_sim_ir_get_width (self, value),
                                           width);
  gint32 result = loom_sim_ir_add_value (self, width);
  LoomSimIrOp *op = loom_sim_ir_add (self, name, NULL);

  op->d = result;
  op->a = value;
  return result;
}

/* Reads a special register into a value of its own width. */
gboolean
loom_sim_lower_special (LoomSimIr  *self,
                        gint32      special,
                        gint32      value,
                        GError    **error)
{
  LoomSimIrOp *op = loom_sim_ir_add (
      self, loom_ptx_special_get_facts ((LoomPtxSpecial) special)->name, error);

  if (op == NULL)
    return FALSE;
  op->d = value;
  /* Cooperative groups find the barrier of their grid through these. */
  self->program->syncs_grid |= special == LOOM_PTX_SPECIAL_ENVREG1 ||
                               special == LOOM_PTX_SPECIAL_ENVREG2;
  return TRUE;
}

static gint32
add_special (LoomSimIr *self,
             gint32     special,
             guint      width)
{
  const guint own =
      loom_ptx_type_bits (loom_ptx_special_get_facts ((LoomPtxSpecial) special)->type) / 8;
  const gint32 value = loom_sim_ir_add_value (self, own);

  if (!loom_sim_lower_special (self, special, value, NULL))
    return LOOM_SIM_NO_VALUE;
  return own > width ? add_cut (self, value, width) : value;
}

/* The value of a source operand, of at least `width` bytes cut to it. NO_VALUE with error set: it
 * cannot be one. */
gint32
loom_sim_lower_source (LoomSimIr             *self,
                       const LoomPtxOperand  *operand,
                       guint                  width,
                       GError               **error)
{
  gint32 value = LOOM_SIM_NO_VALUE;
  LoomPtxSpace space;
  guint64 address;

  switch ((LoomPtxOperandKind) operand->kind)
    {
    case LOOM_PTX_OPERAND_REGISTER:
      value = operand->reg;
      if (operand->negated)
        return loom_sim_lower_not (self, value);
      if (loom_sim_ir_get_width (self, value) > width)
        return add_cut (self, value, width);
      if (loom_sim_ir_get_width (self, value) == width)
        return value;
      break;
    case LOOM_PTX_OPERAND_IMMEDIATE:
      return loom_sim_ir_constant (self, width, operand->bits);
    case LOOM_PTX_OPERAND_SPECIAL:
      value = add_special (self, operand->label, width);
      if (value != LOOM_SIM_NO_VALUE && loom_sim_ir_get_width (self, value) == width)
        return value;
      break;
    case LOOM_PTX_OPERAND_SYMBOL:
      if (loom_sim_lower_symbol (self, operand->symbol, &space, &value, &address))
        {
          if (value == LOOM_SIM_NO_VALUE)
            return loom_sim_lower_symbol_address (self, operand->symbol, width,
                                                  address + (guint64) operand->offset);
          return width == 8
                     ? loom_sim_ir_local_address (self,
                                                  (guint32) (address + (guint64) operand->offset))
                     : value;
        }
      break;
    case LOOM_PTX_OPERAND_FUNCTION:
      return loom_sim_ir_constant (
          self, width, LOOM_SIM_FUNCTION_BASE + (guint64) operand->label * LOOM_SIM_FUNCTION_STEP);
    default:
      break;
    }
  g_propagate_error (error, loom_sim_ir_unsupported (
                                self, _("an operand has a form or width that it cannot have")));
  return LOOM_SIM_NO_VALUE;
}

static gint32
get_destination (LoomSimIr            *self,
                 const LoomPtxOperand *operand,
                 gboolean              second,
                 guint                 width)
{
  gint32 reg = second ? operand->pair : operand->reg;

  return operand->kind == LOOM_PTX_OPERAND_REGISTER && reg >= 0
             ? reg
             : loom_sim_ir_add_value (self, width);
}

static gint32
get_carry (LoomSimIr *self)
{
  if (self->carry == LOOM_SIM_NO_VALUE)
    self->carry = loom_sim_ir_add_value (self, 1);
  return self->carry;
}

/* After the op whose destination was made narrower than the register: widens it as the type
 * says. */
static void
add_widening (LoomSimIr *self,
              gint32     from,
              gint32     to,
              gboolean   is_signed)
{
  g_autofree char *name = g_strdup_printf ("@widen.%c.%u.%u", is_signed ? 's' : 'u',
                                           loom_sim_ir_get_width (self, from),
                                           loom_sim_ir_get_width (self, to));
  LoomSimIrOp *op = loom_sim_ir_add (self, name, NULL);

  op->d = to;
  op->a = from;
}

/* An instruction that is one op: operands in the order of the row's signature. */
gboolean
loom_sim_lower_operation (LoomSimIr                 *self,
                          const LoomPtxInstruction  *instruction,
                          const char                *name,
                          GError                   **error)
{
  const LoomSimForm *form = loom_sim_isa_find (self->isa, name);
  gint32 results[2] = { -1, -1 }, sources[4] = { -1, -1, -1, -1 }, narrow = LOOM_SIM_NO_VALUE;
  guint n_destinations, next;
  const char *letter;
  LoomSimIrOp *op;

  if (form == NULL)
    {
      g_propagate_error (error, loom_sim_ir_unsupported (self, NULL));
      return FALSE;
    }
  n_destinations = (guint) (strchr (form->signature, '=') - form->signature);
  next = n_destinations > 0 && form->signature[0] != 'c' ? 1 : 0;
  for (letter = form->signature + n_destinations + 1; *letter != '\0' && *letter != ','; letter++)
    {
      const guint i = (guint) (letter - form->signature) - n_destinations - 1;

      if (*letter == 'c')
        sources[i] = get_carry (self);
      else if (next < instruction->n_operands)
        sources[i] = loom_sim_lower_source (self, &instruction->operands[next++],
                                            get_signature_width (*letter), error);
      if (sources[i] == LOOM_SIM_NO_VALUE)
        {
          if (error != NULL && *error == NULL)
            g_propagate_error (error, loom_sim_ir_unsupported (self, _("it lacks an operand")));
          return FALSE;
        }
    }
  for (guint i = 0; i < n_destinations; i++)
    {
      const guint width = get_signature_width (form->signature[i]);

      results[i] = form->signature[i] == 'c'
                       ? get_carry (self)
                       : get_destination (self, &instruction->operands[0], i > 0, width);
      if (loom_sim_ir_get_width (self, results[i]) > width)
        {
          narrow = results[i];
          results[i] = loom_sim_ir_add_value (self, width);
        }
      else if (loom_sim_ir_get_width (self, results[i]) < width)
        {
          g_propagate_error (error,
                             loom_sim_ir_unsupported (self, _("its destination is too narrow")));
          return FALSE;
        }
    }
  op = loom_sim_ir_add (self, name, error);
  memcpy (op->results, results, sizeof results);
  memcpy (op->sources, sources, sizeof sources);
  if (narrow != LOOM_SIM_NO_VALUE)
    add_widening (self, results[0], narrow,
                  loom_ptx_type_is_signed (instruction->modifiers.types[0]));
  return TRUE;
}

/* By the width alone: nothing depends on the type. */
static gboolean
lower_by_width (LoomSimIr                 *self,
                const LoomPtxInstruction  *instruction,
                const char                *stem,
                GError                   **error)
{
  g_autofree char *name = g_strdup_printf (
      "%s.%u", stem, loom_ptx_type_bits (instruction->modifiers.types[0]) / 8);

  return loom_sim_lower_operation (self, instruction, name, error);
}

static gboolean
lower_slct (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            GError                   **error)
{
  g_autofree char *name = g_strdup_printf (
      "@slct.%u%s.%s", loom_ptx_type_bits (instruction->modifiers.types[0]) / 8,
      (instruction->modifiers.flags & LOOM_PTX_FLAG_FTZ) != 0 ? ".ftz" : "",
      loom_ptx_type_get_name (instruction->modifiers.types[1]));

  return loom_sim_lower_operation (self, instruction, name, error);
}

/* The lanes that a warp operation names come together before it. */
static gboolean
lower_warp (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            const char                *name,
            GError                   **error)
{
  const LoomPtxOperand *mask = &instruction->operands[instruction->n_operands - 1];
  gint32 value = loom_sim_lower_source (self, mask, 4, error);
  LoomSimIrOp *op;

  if (value == LOOM_SIM_NO_VALUE)
    return FALSE;
  op = loom_sim_ir_add (self, "@converge", error);
  op->a = value;
  op->immediate = mask->kind == LOOM_PTX_OPERAND_IMMEDIATE && (guint32) mask->bits == G_MAXUINT32;
  if (instruction->opcode == LOOM_PTX_OP_BAR_WARP_SYNC)
    return TRUE;
  return loom_sim_lower_operation (self, instruction, name, error);
}

/* .sync may stand before or after .any and .all. */
static gboolean
lower_match (LoomSimIr                 *self,
             const LoomPtxInstruction  *instruction,
             GError                   **error)
{
  g_autofree char *name = g_strdup_printf (
      "match.%s.sync.%s", instruction->modifiers.mode == LOOM_PTX_MODE_ANY ? "any" : "all",
      loom_ptx_type_get_name (instruction->modifiers.types[0]));

  return lower_warp (self, instruction, name, error);
}

/* .sync may stand before or after what is voted on. */
static gboolean
lower_vote (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            GError                   **error)
{
  static const char *const names[] = { "all.pred", "any.pred", "uni.pred", "ballot.b32" };
  g_autofree char *name = g_strdup_printf ("vote.sync.%s",
                                           names[instruction->modifiers.mode - LOOM_PTX_MODE_ALL]);

  return lower_warp (self, instruction, name, error);
}

static gboolean
lower_plain (LoomSimIr                 *self,
             const LoomPtxInstruction  *instruction,
             GError                   **error)
{
  g_autofree char *name = loom_sim_lower_name (instruction);

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_SETP:
      return loom_sim_lower_setp (self, instruction, name, error);
    case LOOM_PTX_OP_SET:
      return loom_sim_lower_set (self, instruction, name, error);
    case LOOM_PTX_OP_LOP3:
      return loom_sim_lower_lop3 (self, instruction, error);
    case LOOM_PTX_OP_SELP:
      return lower_by_width (self, instruction, "@selp", error);
    case LOOM_PTX_OP_SLCT:
      return lower_slct (self, instruction, error);
    case LOOM_PTX_OP_VOTE:
      return lower_vote (self, instruction, error);
    case LOOM_PTX_OP_CVT:
      return loom_sim_lower_convert (self, instruction, error);
    case LOOM_PTX_OP_MATCH:
      return lower_match (self, instruction, error);
    case LOOM_PTX_OP_SHFL:
    case LOOM_PTX_OP_REDUX:
    case LOOM_PTX_OP_BAR_WARP_SYNC:
      return lower_warp (self, instruction, name, error);
    default:
      return loom_sim_lower_operation (self, instruction, name, error);
    }
}

/* Appends what an instruction does when its guard holds. Errors: UNSUPPORTED. */
gboolean
loom_sim_lower_instruction (LoomSimIr                 *self,
                            const LoomPtxInstruction  *instruction,
                            GError                   **error)
{
  switch (loom_ptx_opcode_get_facts (instruction->opcode)->op_class)
    {
    case LOOM_PTX_CLASS_MEMORY:
      return loom_sim_lower_access (self, instruction, error);
    case LOOM_PTX_CLASS_ASYNC:
      return loom_sim_lower_async (self, instruction, error);
    case LOOM_PTX_CLASS_STACK:
      return loom_sim_lower_stack (self, instruction, error);
    case LOOM_PTX_CLASS_ATOMIC:
      return loom_sim_lower_atomic (self, instruction, error);
    case LOOM_PTX_CLASS_CONTROL:
      return instruction->opcode == LOOM_PTX_OP_CALL
                 ? loom_sim_lower_call (self, instruction, error)
                 : loom_sim_lower_control (self, instruction, error);
    case LOOM_PTX_CLASS_MATRIX:
      return loom_sim_lower_matrix (self, instruction, error);
    case LOOM_PTX_CLASS_BARRIER:
      return instruction->opcode == LOOM_PTX_OP_BAR_WARP_SYNC
                 ? lower_plain (self, instruction, error)
                 : loom_sim_lower_control (self, instruction, error);
    default:
      break;
    }
  if (instruction->opcode == LOOM_PTX_OP_MOV || instruction->opcode == LOOM_PTX_OP_CVTA ||
      instruction->opcode == LOOM_PTX_OP_ISSPACEP)
    return loom_sim_lower_move (self, instruction, error);
  if (loom_ptx_opcode_get_facts (instruction->opcode)->op_class == LOOM_PTX_CLASS_VIDEO)
    return loom_sim_lower_video (self, instruction, error);
  return lower_plain (self, instruction, error);
}
