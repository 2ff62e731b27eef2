/* loom-sim-lower-video.c: video instructions: what their suffixes and the parts of their operands
 * say
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-video-private.h"

static const struct
{
  LoomPtxOpcode         opcode;
  LoomSimVideoOperation operation;
  guint                 parts;
} operations[] = {
  { LOOM_PTX_OP_VADD, LOOM_SIM_VIDEO_ADD, 1 },
  { LOOM_PTX_OP_VSUB, LOOM_SIM_VIDEO_SUB, 1 },
  { LOOM_PTX_OP_VABSDIFF, LOOM_SIM_VIDEO_ABSDIFF, 1 },
  { LOOM_PTX_OP_VMIN, LOOM_SIM_VIDEO_MIN, 1 },
  { LOOM_PTX_OP_VMAX, LOOM_SIM_VIDEO_MAX, 1 },
  { LOOM_PTX_OP_VSHL, LOOM_SIM_VIDEO_SHL, 1 },
  { LOOM_PTX_OP_VSHR, LOOM_SIM_VIDEO_SHR, 1 },
  { LOOM_PTX_OP_VMAD, LOOM_SIM_VIDEO_MAD, 1 },
  { LOOM_PTX_OP_VSET, LOOM_SIM_VIDEO_SET, 1 },
  { LOOM_PTX_OP_VADD2, LOOM_SIM_VIDEO_ADD, 2 },
  { LOOM_PTX_OP_VSUB2, LOOM_SIM_VIDEO_SUB, 2 },
  { LOOM_PTX_OP_VAVRG2, LOOM_SIM_VIDEO_AVERAGE, 2 },
  { LOOM_PTX_OP_VABSDIFF2, LOOM_SIM_VIDEO_ABSDIFF, 2 },
  { LOOM_PTX_OP_VMIN2, LOOM_SIM_VIDEO_MIN, 2 },
  { LOOM_PTX_OP_VMAX2, LOOM_SIM_VIDEO_MAX, 2 },
  { LOOM_PTX_OP_VSET2, LOOM_SIM_VIDEO_SET, 2 },
  { LOOM_PTX_OP_VADD4, LOOM_SIM_VIDEO_ADD, 4 },
  { LOOM_PTX_OP_VSUB4, LOOM_SIM_VIDEO_SUB, 4 },
  { LOOM_PTX_OP_VAVRG4, LOOM_SIM_VIDEO_AVERAGE, 4 },
  { LOOM_PTX_OP_VABSDIFF4, LOOM_SIM_VIDEO_ABSDIFF, 4 },
  { LOOM_PTX_OP_VMIN4, LOOM_SIM_VIDEO_MIN, 4 },
  { LOOM_PTX_OP_VMAX4, LOOM_SIM_VIDEO_MAX, 4 },
  { LOOM_PTX_OP_VSET4, LOOM_SIM_VIDEO_SET, 4 },
};

/* The parts that a source gives, the lowest first: as written, or its own in order. The first
 * source's parts count before the second's, so those begin at @first. */
static guint
get_picks (const LoomPtxOperand *operand,
           guint                 parts,
           guint                 first)
{
  guint picks = 0;

  if (parts == 1)
    return operand->selector;
  for (guint i = 0; i < parts; i++)
    picks |= (operand->n_lanes == parts ? (guint) operand->lanes >> (4 * i) & 7 : first + i)
             << (3 * i);
  return picks;
}

/* Which parts the destination takes: those that are named, or all. */
static guint
get_mask (const LoomPtxOperand *operand,
          guint                 parts)
{
  guint mask = 0;

  if (parts == 1 || operand->selector == LOOM_PTX_SELECTOR_NONE)
    return (1u << parts) - 1;
  if (operand->selector < LOOM_PTX_SELECTOR_H0)
    return 1u << (operand->selector - LOOM_PTX_SELECTOR_B0);
  if (operand->selector < LOOM_PTX_SELECTOR_BYTES)
    return 1u << (operand->selector - LOOM_PTX_SELECTOR_H0);
  for (guint i = 0; i < operand->n_lanes; i++)
    mask |= 1u << (operand->lanes >> (4 * i) & 3);
  return mask;
}

/* What vset makes, and what a second operation compares with it, is as signed as its first source
 * is (seen on an H200; the ISA has both unsigned). */
static void
read_types (LoomSimVideo           *video,
            const LoomPtxModifiers *modifiers)
{
  const guint first = modifiers->n_types == 3 ? 1 : 0;

  video->d_signed = loom_ptx_type_is_signed (modifiers->types[0]);
  video->a_signed = loom_ptx_type_is_signed (modifiers->types[first]);
  video->b_signed = loom_ptx_type_is_signed (modifiers->types[first + 1]);
}

static LoomSimVideo
describe (const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  LoomSimVideo video = { .word = 0 };
  guint row = 0;

  while (operations[row].opcode != instruction->opcode)
    row++;
  video.operation = operations[row].operation;
  video.parts = operations[row].parts;
  read_types (&video, modifiers);
  video.saturates = (modifiers->flags & LOOM_PTX_FLAG_SAT) != 0;
  video.wraps = (modifiers->flags & LOOM_PTX_FLAG_WRAP) != 0;
  video.plus_one = (modifiers->flags & LOOM_PTX_FLAG_PO) != 0;
  video.compare = modifiers->compare;
  video.second = modifiers->atomic;
  video.scale = modifiers->mode == LOOM_PTX_MODE_SHR7    ? 7
                : modifiers->mode == LOOM_PTX_MODE_SHR15 ? 15
                                                         : 0;
  video.mask = get_mask (&instruction->operands[0], video.parts);
  video.merge = video.parts == 1 ? instruction->operands[0].selector : 0;
  if (video.operation == LOOM_SIM_VIDEO_MAD)
    {
      video.minus_product = instruction->operands[1].minus ^ instruction->operands[2].minus;
      video.minus_c = instruction->operands[3].minus;
    }
  video.pick_a = get_picks (&instruction->operands[1], video.parts, 0);
  video.pick_b = get_picks (&instruction->operands[2], video.parts, video.parts);
  return video;
}

/* Appends a video instruction. */
void
loom_sim_lower_video (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  const LoomSimVideo video = describe (instruction);
  const LoomPtxOperand *destination = &instruction->operands[0];
  gint32 sources[3];
  LoomSimIrOp *op;

  for (guint i = 0; i < 3; i++)
    sources[i] = i + 1 < instruction->n_operands
                     ? loom_sim_lower_source (self, &instruction->operands[i + 1], 4)
                     : loom_sim_ir_constant (self, 4, 0);
  op = loom_sim_ir_add_to (
      self, video.parts == 1 ? LOOM_SIM_KEY (VIDEO) : LOOM_SIM_KEY (VIDEO_PARTS),
      destination->kind == LOOM_PTX_OPERAND_REGISTER ? destination->reg
                                                     : loom_sim_ir_add_value (self, 4),
      sources[0], sources[1]);
  op->c = sources[2];
  op->immediate.word = video.word;
}
