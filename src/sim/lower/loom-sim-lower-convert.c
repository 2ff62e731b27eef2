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

/* A step before or after. */
static void
add_step (LoomSimIr            *self,
          LoomSimKey            key,
          const LoomPtxOperand *destination,
          const LoomPtxOperand *source)
{
  LoomPtxOperand operands[2] = { *destination, *source };
  LoomPtxInstruction instruction = *self->current;

  instruction.operands = operands;
  instruction.n_operands = 2;
  loom_sim_lower_operation (self, &instruction, loom_sim_isa_find_key (self->isa, key));
}

/* What no row says in one is flushed before and clamped after; what becomes an integer is clamped
 * anyway. */
static void
lower_in_steps (LoomSimIr                *self,
                const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const LoomPtxType to = modifiers->types[0], from = modifiers->types[1];
  LoomPtxInstruction conversion = *instruction;
  LoomPtxOperand operands[3] = { instruction->operands[0], instruction->operands[1] };
  guint32 flags = modifiers->flags;
  g_autofree char *name = NULL;
  gboolean clamps;

  if (instruction->n_operands > 2)
    operands[2] = instruction->operands[2];
  /* Nothing is flushed on the way to f16: rounded down, the least subnormal float gives the least
   * f16 (seen on an H200). */
  if ((to == LOOM_PTX_TYPE_F16 && from == LOOM_PTX_TYPE_F32) || !loom_ptx_type_is_float (from))
    flags &= ~(guint32) LOOM_PTX_FLAG_FTZ;
  if ((flags & LOOM_PTX_FLAG_FTZ) != 0 && to == LOOM_PTX_TYPE_BF16)
    {
      operands[1] = make_register (loom_sim_ir_add_value (self, 4));
      add_step (self, LOOM_SIM_KEY (FTZ, .type = LOOM_PTX_TYPE_F32), &operands[1],
                &instruction->operands[1]);
      flags &= ~(guint32) LOOM_PTX_FLAG_FTZ;
    }
  clamps = (flags & LOOM_PTX_FLAG_SAT) != 0 && loom_ptx_type_is_float (to);
  if (clamps)
    operands[0] = make_register (loom_sim_ir_add_value (self, loom_ptx_type_bits (to) / 8));
  name = make_name (modifiers, flags & ~(guint32) LOOM_PTX_FLAG_SAT);
  conversion.operands = operands;
  loom_sim_lower_operation (self, &conversion, loom_sim_isa_find (self->isa, name));
  if (clamps)
    add_step (self, LOOM_SIM_KEY (SAT, .type = to), &instruction->operands[0], &operands[0]);
}

/* Appends a cvt. */
void
loom_sim_lower_convert (LoomSimIr                *self,
                        const LoomPtxInstruction *instruction)
{
  LoomPtxInstruction conversion = *instruction;
  LoomPtxModifiers *modifiers = &conversion.modifiers;
  g_autofree char *name = NULL;
  const LoomSimForm *form;

  /* Every bf16 is a float, so there is nothing to round. */
  if (modifiers->types[0] == LOOM_PTX_TYPE_F32 && modifiers->types[1] == LOOM_PTX_TYPE_BF16)
    modifiers->rounding = LOOM_PTX_ROUNDING_NONE;
  name = make_name (modifiers, modifiers->flags);
  form = loom_sim_isa_find (self->isa, name);
  if (form != NULL)
    loom_sim_lower_operation (self, &conversion, form);
  else
    lower_in_steps (self, &conversion);
}
