/* loom-ptx-flops.c: how many floating-point operations an instruction is
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-flops.h"

/* Of each of the values that the instruction works on. */
static guint
count_operations (const LoomPtxInstruction *self)
{
  switch ((guint) self->opcode)
    {
    case LOOM_PTX_OP_FMA:
    case LOOM_PTX_OP_MAD:
      return 2;
    case LOOM_PTX_OP_ADD:
    case LOOM_PTX_OP_SUB:
    case LOOM_PTX_OP_MUL:
    case LOOM_PTX_OP_DIV:
    case LOOM_PTX_OP_RCP:
    case LOOM_PTX_OP_SQRT:
    case LOOM_PTX_OP_RSQRT:
    case LOOM_PTX_OP_SIN:
    case LOOM_PTX_OP_COS:
    case LOOM_PTX_OP_LG2:
    case LOOM_PTX_OP_EX2:
    case LOOM_PTX_OP_TANH:
      return 1;
    case LOOM_PTX_OP_ATOM:
    case LOOM_PTX_OP_RED:
      return self->modifiers.atomic == LOOM_PTX_ATOMIC_ADD;
    default:
      return 0;
    }
}

/**
 * loom_ptx_instruction_count_flops:
 * @format: (out): what they are in, where there are any
 *
 * Counts the floating-point operations of one lane's execution of an instruction, as the roofline
 * model has them (Williams, Waterman, Patterson 2009): additions, subtractions and multiplications,
 * two for a fused multiply-add; divisions, roots and the functions that are one PTX instruction
 * count as one. Minima, comparisons, conversions and changes of sign are none. Products of
 * matrices are not counted, since tensor cores have a roof of their own.
 *
 * Returns: how many
 */
guint
loom_ptx_instruction_count_flops (const LoomPtxInstruction *self,
                                  LoomFloat                *format)
{
  const LoomPtxType type = self->modifiers.n_types > 0 ? self->modifiers.types[0]
                                                       : LOOM_PTX_TYPE_NONE;
  const guint operations = count_operations (self);

  switch ((guint) type)
    {
    case LOOM_PTX_TYPE_F16:
    case LOOM_PTX_TYPE_BF16:
      *format = LOOM_FLOAT_HALF;
      return operations;
    case LOOM_PTX_TYPE_F16X2:
    case LOOM_PTX_TYPE_BF16X2:
      *format = LOOM_FLOAT_HALF;
      return 2 * operations;
    case LOOM_PTX_TYPE_F32:
      *format = LOOM_FLOAT_SINGLE;
      return operations;
    case LOOM_PTX_TYPE_F64:
      *format = LOOM_FLOAT_DOUBLE;
      return operations;
    default:
      return 0;
    }
}
