/* loom-sim-lower-convert.c: cvt, in one op or in two: convert, clamp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

/* The spelling that a row has: words in one order, whatever the PTX says. */
static char *
make_name (const LoomPtxModifiers *modifiers,
           guint32                 flags)
{
  static const char *const roundings[] = {
    [LOOM_PTX_ROUNDING_NONE] = "",    [LOOM_PTX_ROUNDING_RN] = ".rn",
    [LOOM_PTX_ROUNDING_RZ] = ".rz",   [LOOM_PTX_ROUNDING_RM] = ".rm",
    [LOOM_PTX_ROUNDING_RP] = ".rp",   [LOOM_PTX_ROUNDING_RNA] = ".rna",
    [LOOM_PTX_ROUNDING_RNI] = ".rni", [LOOM_PTX_ROUNDING_RZI] = ".rzi",
    [LOOM_PTX_ROUNDING_RMI] = ".rmi", [LOOM_PTX_ROUNDING_RPI] = ".rpi",
  };
  GString *name = g_string_new ("cvt");

  g_string_append (name, roundings[modifiers->rounding]);
  g_string_append (name, (flags & LOOM_PTX_FLAG_RELU) != 0 ? ".relu" : "");
  g_string_append (name, (flags & LOOM_PTX_FLAG_SATFINITE) != 0 ? ".satfinite" : "");
  g_string_append (name, (flags & LOOM_PTX_FLAG_FTZ) != 0 ? ".ftz" : "");
  g_string_append (name, (flags & LOOM_PTX_FLAG_SAT) != 0 ? ".sat" : "");
  g_string_append_printf (name, ".%s.%s", loom_ptx_type_get_name (modifiers->types[0]),
                          loom_ptx_type_get_name (modifiers->types[1]));
  return g_string_free (name, FALSE);
}

static LoomPtxOperand
make_register (gint32 value)
{
  return (LoomPtxOperand) { .kind = LOOM_PTX_OPERAND_REGISTER, .reg = value, .pair = -1 };
}

/* A step before or after: @ftz, @sat. */
static gboolean
add_step (LoomSimIr             *self,
          const char            *step,
          LoomPtxType            type,
          const LoomPtxOperand  *destination,
          const LoomPtxOperand  *source,
          GError               **error)
{
  g_autofree char *name = g_strdup_printf ("@%s.%s", step, loom_ptx_type_get_name (type));
  LoomPtxOperand operands[2] = { *destination, *source };
  LoomPtxInstruction instruction = *self->current;

  instruction.operands = operands;
  instruction.n_operands = 2;
  return loom_sim_lower_operation (self, &instruction, name, error);
}

/* Appends a cvt. What no row says in one is clamped after; what becomes an integer is clamped
 * anyway. */
gboolean
loom_sim_lower_convert (LoomSimIr                 *self,
                        const LoomPtxInstruction  *instruction,
                        GError                   **error)
{
  LoomPtxInstruction conversion = *instruction;
  LoomPtxModifiers *modifiers = &conversion.modifiers;
  const LoomPtxType to = modifiers->types[0];
  LoomPtxOperand operands[3] = { instruction->operands[0], instruction->operands[1] };
  guint32 flags = modifiers->flags;
  g_autofree char *whole = NULL, *rest = NULL;
  gboolean clamps;

  /* Every bf16 is a float, so there is nothing to round. */
  if (to == LOOM_PTX_TYPE_F32 && modifiers->types[1] == LOOM_PTX_TYPE_BF16)
    modifiers->rounding = LOOM_PTX_ROUNDING_NONE;
  whole = make_name (modifiers, flags);
  if (loom_sim_isa_find (self->isa, whole) != NULL)
    return loom_sim_lower_operation (self, instruction, whole, error);

  if (instruction->n_operands > 2)
    operands[2] = instruction->operands[2];
  /* Nothing is flushed on the way to f16: rounded down, the least subnormal float gives the least
   * f16 (seen on an H200). */
  if ((to == LOOM_PTX_TYPE_F16 && modifiers->types[1] == LOOM_PTX_TYPE_F32) ||
      !loom_ptx_type_is_float (modifiers->types[1]))
    flags &= ~(guint32) LOOM_PTX_FLAG_FTZ;
  if ((flags & LOOM_PTX_FLAG_FTZ) != 0 && to == LOOM_PTX_TYPE_BF16)
    {
      operands[1] = make_register (loom_sim_ir_add_value (self, 4));
      if (!add_step (self, "ftz", LOOM_PTX_TYPE_F32, &operands[1], &instruction->operands[1],
                     error))
        return FALSE;
      flags &= ~(guint32) LOOM_PTX_FLAG_FTZ;
    }
  clamps = (flags & LOOM_PTX_FLAG_SAT) != 0 && loom_ptx_type_is_float (to);
  if (clamps)
    operands[0] = make_register (loom_sim_ir_add_value (self, loom_ptx_type_bits (to) / 8));
  rest = make_name (modifiers, flags & ~(guint32) LOOM_PTX_FLAG_SAT);
  conversion.operands = operands;
  return loom_sim_lower_operation (self, &conversion, rest, error) &&
         (!clamps || add_step (self, "sat", to, &instruction->operands[0], &operands[0], error));
}
