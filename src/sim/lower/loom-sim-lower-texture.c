/* loom-sim-lower-texture.c: reads of textures, reads and writes of surfaces
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <string.h>

/* Object, x, y, and z or the layer; zeros where there is less. */
static void
lower_coordinates (LoomSimIr            *self,
                   const LoomPtxOperand *operand,
                   LoomPtxGeometry       geometry,
                   gint32               *sources)
{
  const guint layer = geometry >= LOOM_PTX_GEOMETRY_A1D ? 1 : 0,
              n = loom_ptx_geometry_count (geometry);

  sources[0] = operand->reg;
  for (guint i = 0; i < 3; i++)
    sources[i + 1] = i < n ? loom_sim_lower_source (self, &operand->elements[i + layer], 4)
                           : loom_sim_ir_constant (self, 4, 0);
  if (layer != 0)
    sources[3] = loom_sim_lower_source (self, &operand->elements[0], 4);
}

static const LoomPtxOperand *
get_part (const LoomPtxOperand *operand,
          guint                 i)
{
  return operand->kind == LOOM_PTX_OPERAND_VECTOR ? &operand->elements[i] : operand;
}

/* Registers of the instruction, or values that nobody reads. */
static guint
list_parts (LoomSimIr            *self,
            const LoomPtxOperand *operand,
            guint                 least,
            gint32               *parts)
{
  const guint n = operand->kind == LOOM_PTX_OPERAND_VECTOR ? operand->n_elements : 1;
  guint width = least;

  for (guint i = 0; i < n; i++)
    if (get_part (operand, i)->kind == LOOM_PTX_OPERAND_REGISTER)
      width = loom_sim_ir_get_width (self, get_part (operand, i)->reg);
  for (guint i = 0; i < n; i++)
    parts[i] = get_part (operand, i)->kind == LOOM_PTX_OPERAND_REGISTER
                   ? get_part (operand, i)->reg
                   : loom_sim_ir_add_value (self, width);
  return n;
}

static void
lower_texture (LoomSimIr                *self,
               const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const gboolean is_integer = modifiers->types[1] == LOOM_PTX_TYPE_S32;
  const gint component
    = instruction->opcode == LOOM_PTX_OP_TLD4 ? (gint) modifiers->component : -1;
  gint32 sources[4], parts[8];
  LoomSimDetail *detail;
  LoomSimIrOp *op;
  guint n;

  lower_coordinates (self, &instruction->operands[1], modifiers->geometry, sources);
  n = list_parts (self, &instruction->operands[0], 4, parts);
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (TEXEL));
  memcpy (op->sources, sources, sizeof sources);
  memcpy (op->parts, parts, n * sizeof *parts);
  op->n_parts = (guint8) n;
  op->parts_written = TRUE;
  op->immediate.texture.geometry = (guint8) modifiers->geometry;
  op->immediate.texture.is_integer = is_integer;
  op->immediate.texture.component = (gint8) component;
  detail = loom_sim_ir_add_detail (self, op);
  detail->space = LOOM_PTX_SPACE_GLOBAL;
  detail->kind = LOOM_SIM_ACCESS_LOAD;
  detail->size = detail->element = 4;
  detail->n_elements = (guint8) n;
  detail->width[0] = 8;
  detail->is_texel = TRUE;
}

/* The address of an access to a surface, and a predicate that it is inside; where it is to trap
 * outside, it has. */
static LoomSimIrPlace
add_place (LoomSimIr                *self,
           const LoomPtxInstruction *instruction,
           const LoomPtxOperand     *operand,
           gint32                   *inside)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const guint size = modifiers->vector * loom_ptx_type_bits (modifiers->types[0]) / 8;
  const LoomSimIrPlace place = {
    .space = LOOM_PTX_SPACE_GLOBAL, .base = loom_sim_ir_add_value (self, 8),
  };
  gint32 sources[4];
  LoomSimIrOp *op;

  *inside = loom_sim_ir_add_value (self, 1);
  lower_coordinates (self, operand, modifiers->geometry, sources);
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (SURFACE_PLACE));
  op->d = place.base;
  op->e = *inside;
  memcpy (op->sources, sources, sizeof sources);
  op->immediate.surface.geometry = (guint8) modifiers->geometry;
  op->immediate.surface.boundary = (guint8) modifiers->boundary;
  op->immediate.surface.size = size;
  return place;
}

static void
lower_surface_load (LoomSimIr                *self,
                    const LoomPtxInstruction *instruction)
{
  const guint element = loom_ptx_type_bits (instruction->modifiers.types[0]) / 8;
  const gboolean skips = instruction->modifiers.boundary == LOOM_PTX_BOUNDARY_ZERO;
  const LoomPtxType type = LOOM_PTX_TYPE_U8 + (guint) __builtin_ctz (element);
  const gint32 label = skips ? self->n_labels++ : 0;
  gint32 parts[8], inside;
  LoomSimIrPlace place = add_place (self, instruction, &instruction->operands[1], &inside);
  const guint n = list_parts (self, &instruction->operands[0], MAX (element, 2), parts);

  for (guint i = 0; i < n && skips; i++)
    {
      const guint width = loom_sim_ir_get_width (self, parts[i]);

      loom_sim_ir_add_copy (self, loom_sim_ir_constant (self, width, 0), parts[i]);
    }
  if (skips)
    loom_sim_ir_add_branch (self, inside, FALSE, label);
  loom_sim_lower_add_load (self, &place, type, parts, n);
  if (skips)
    loom_sim_ir_add_label (self, label);
}

static void
lower_surface_store (LoomSimIr                *self,
                     const LoomPtxInstruction *instruction)
{
  const LoomPtxOperand *source = &instruction->operands[1];
  const guint element = loom_ptx_type_bits (instruction->modifiers.types[0]) / 8;
  const gboolean skips = instruction->modifiers.boundary == LOOM_PTX_BOUNDARY_ZERO;
  const gint32 label = skips ? self->n_labels++ : 0;
  const guint n = source->kind == LOOM_PTX_OPERAND_VECTOR ? source->n_elements : 1;
  guint width = MAX (element, 2);
  gint32 parts[8], inside;
  LoomSimIrPlace place = add_place (self, instruction, &instruction->operands[0], &inside);

  for (guint i = 0; i < n; i++)
    if (get_part (source, i)->kind == LOOM_PTX_OPERAND_REGISTER)
      width = loom_sim_ir_get_width (self, get_part (source, i)->reg);
  for (guint i = 0; i < n; i++)
    parts[i] = loom_sim_lower_source (self, get_part (source, i), width);
  if (skips)
    loom_sim_ir_add_branch (self, inside, FALSE, label);
  loom_sim_lower_add_store (self, &place, element, parts, n);
  if (skips)
    loom_sim_ir_add_label (self, label);
}

void
loom_sim_lower_texture (LoomSimIr                *self,
                        const LoomPtxInstruction *instruction)
{
  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_SULD_B:
      lower_surface_load (self, instruction);
      break;
    case LOOM_PTX_OP_SUST_B:
      lower_surface_store (self, instruction);
      break;
    default:
      lower_texture (self, instruction);
      break;
    }
}
