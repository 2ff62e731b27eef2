/* loom-sim-lower-async.c: asynchronous copies, which are done at once, and barriers in memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#define MAX_COPY 16             /* bytes */

/* To a label of the same copy if a comparison of two numbers fails. */
static void
add_branch (LoomSimIr      *self,
            LoomPtxCompare  compare,
            gint32          a,
            gint32          b,
            gint32          label)
{
  const LoomSimKey key = LOOM_SIM_KEY (SETP, .compare = compare, .type = LOOM_PTX_TYPE_U32);

  loom_sim_ir_add_branch (self, loom_sim_ir_add_result (self, key, 1, a, b), FALSE, label);
}

/* Bytes as registers of @element bytes each. */
static void
pack_bytes (LoomSimIr    *self,
            const gint32 *bytes,
            guint         size,
            guint         element,
            const gint32 *parts)
{
  for (guint i = 0; i < size; i += element)
    {
      gint32 words[2];

      for (guint j = 0; j < element; j += 4)
        words[j / 4] = loom_sim_ir_add_pack (self, 4, 1, bytes + i + j);
      if (element == 8)
        words[0] = loom_sim_ir_add_pack (self, 8, 4, words);
      loom_sim_ir_add_copy (self, words[0], parts[i / element]);
    }
}

/* What is left of a source that ends within the copy, byte by byte; the rest is zeros. */
static void
add_partial_load (LoomSimIr            *self,
                  const LoomSimIrPlace *source,
                  gint32                length,
                  guint                 size,
                  guint                 element,
                  const gint32         *parts)
{
  const gint32 zero = loom_sim_ir_constant (self, 2, 0), done = self->n_labels++;
  LoomSimIrPlace place = *source;
  gint32 bytes[MAX_COPY];

  for (guint i = 0; i < size; i++)
    {
      bytes[i] = loom_sim_ir_add_value (self, 2);
      loom_sim_ir_add_copy (self, zero, bytes[i]);
    }
  for (guint i = 0; i < size; i++, place.offset++)
    {
      add_branch (self, LOOM_PTX_COMPARE_GT, length, loom_sim_ir_constant (self, 4, i), done);
      loom_sim_lower_add_load (self, &place, LOOM_PTX_TYPE_U8, &bytes[i], 1);
    }
  loom_sim_ir_add_label (self, done);
  pack_bytes (self, bytes, size, element, parts);
}

/* How many bytes the source has: as said, or none of a copy that is to ignore it. */
static gint32
lower_length (LoomSimIr                *self,
              const LoomPtxInstruction *instruction,
              guint                     size)
{
  const LoomPtxOperand *operand = &instruction->operands[3];
  const gboolean is_predicate = operand->kind == LOOM_PTX_OPERAND_REGISTER &&
                                loom_sim_ir_get_width (self, operand->reg) == 1;
  const gint32 value = loom_sim_lower_source (self, operand, is_predicate ? 1 : 4),
               none = loom_sim_ir_constant (self, 4, 0),
               all = loom_sim_ir_constant (self, 4, size);
  gint32 length;

  if (!is_predicate)
    return value;
  length = loom_sim_ir_add_result (self, LOOM_SIM_KEY (SELP, .widths = { 4 }), 4, none, all);
  loom_sim_ir_get_op (self, self->ops->len - 1)->c = value;
  return length;
}

static void
lower_copy (LoomSimIr                *self,
            const LoomPtxInstruction *instruction)
{
  const guint size = (guint) instruction->operands[2].bits, element = MIN (size, 8),
              n = size / element;
  const guint hint = (instruction->modifiers.flags & LOOM_PTX_FLAG_HINT) != 0 ? 1 : 0;
  const LoomPtxType type = element == 4 ? LOOM_PTX_TYPE_U32 : LOOM_PTX_TYPE_U64;
  const gint32 partial = self->n_labels++, whole = self->n_labels++;
  const LoomSimIrPlace
      to = loom_sim_lower_place (self, &instruction->operands[0], LOOM_PTX_SPACE_SHARED),
      from = loom_sim_lower_place (self, &instruction->operands[1], LOOM_PTX_SPACE_GLOBAL);
  gint32 parts[2], length;

  for (guint i = 0; i < n; i++)
    parts[i] = loom_sim_ir_add_value (self, element);
  if (instruction->n_operands - hint == 3)
    loom_sim_lower_add_load (self, &from, type, parts, n);
  else
    {
      length = lower_length (self, instruction, size);
      add_branch (self, LOOM_PTX_COMPARE_GE, length, loom_sim_ir_constant (self, 4, size),
                  partial);
      loom_sim_lower_add_load (self, &from, type, parts, n);
      loom_sim_ir_add_flow (self, LOOM_SIM_OPCODE_BRA, LOOM_SIM_FLOW_JUMP, whole)->early = TRUE;
      loom_sim_ir_add_label (self, partial);
      add_partial_load (self, &from, length, size, element, parts);
      loom_sim_ir_add_label (self, whole);
    }
  loom_sim_lower_add_store (self, &to, element, parts, n);
}

static void
lower_arrive (LoomSimIr            *self,
              LoomSimOpcode         opcode,
              gint32                destination,
              const LoomPtxOperand *address,
              gint32                count)
{
  const LoomSimIrPlace place =
      loom_sim_lower_place (self, address, (LoomPtxSpace) self->current->modifiers.space);
  LoomSimIrOp *op = loom_sim_ir_add (self, (LoomSimKey) { .opcode = opcode });

  op = loom_sim_lower_set_access (self, op, &place, 8, 1, LOOM_SIM_ACCESS_ATOMIC);
  op->d = destination;
  op->b = count;
}

static gint32
lower_count (LoomSimIr                *self,
             const LoomPtxInstruction *instruction)
{
  gint32 count;

  if (instruction->n_operands < 3)
    return loom_sim_ir_constant (self, 8, 1);
  if (instruction->operands[2].kind == LOOM_PTX_OPERAND_IMMEDIATE)
    return loom_sim_ir_constant (self, 8, (guint32) instruction->operands[2].bits);
  count = loom_sim_lower_source (self, &instruction->operands[2], 4);
  return loom_sim_ir_add_result (self, LOOM_SIM_KEY (WIDEN_U, .widths = { 4, 8 }), 8, count,
                                 LOOM_SIM_NO_VALUE);
}

static gint32
get_destination (const LoomPtxInstruction *instruction)
{
  return instruction->operands[0].kind == LOOM_PTX_OPERAND_REGISTER ? instruction->operands[0].reg
                                                                    : LOOM_SIM_NO_VALUE;
}

static void
lower_init (LoomSimIr                *self,
            const LoomPtxInstruction *instruction)
{
  const gint32 count = loom_sim_lower_source (self, &instruction->operands[1], 4);
  const LoomSimIrPlace place = loom_sim_lower_place (
      self, &instruction->operands[0], (LoomPtxSpace) instruction->modifiers.space);
  const gint32 word = loom_sim_ir_add_result (self, LOOM_SIM_KEY (MBARRIER_WORD), 8, count,
                                              LOOM_SIM_NO_VALUE);

  loom_sim_lower_add_store (self, &place, 8, &word, 1);
}

/* An arrival of nobody reads the word as atomics do, so that watchers take it for no race. */
static void
lower_test_wait (LoomSimIr                *self,
                 const LoomPtxInstruction *instruction,
                 LoomSimKey                key,
                 guint                     phase_width)
{
  const gint32 word = loom_sim_ir_add_value (self, 8);
  gint32 phase;

  lower_arrive (self, LOOM_SIM_OPCODE_MBARRIER_LOOK, word, &instruction->operands[1],
                loom_sim_ir_constant (self, 8, 0));
  phase = loom_sim_lower_source (self, &instruction->operands[2], phase_width);
  if (get_destination (instruction) != LOOM_SIM_NO_VALUE)
    loom_sim_ir_add_to (self, key, get_destination (instruction), word, phase);
}

/* Appends an asynchronous copy or what becomes of a barrier in memory. */
void
loom_sim_lower_async (LoomSimIr                *self,
                      const LoomPtxInstruction *instruction)
{
  const LoomPtxOperand *operands = instruction->operands;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_CP_ASYNC_CA:
    case LOOM_PTX_OP_CP_ASYNC_CG:
      lower_copy (self, instruction);
      break;
    case LOOM_PTX_OP_MBARRIER_INIT:
      lower_init (self, instruction);
      break;
    case LOOM_PTX_OP_MBARRIER_ARRIVE:
    case LOOM_PTX_OP_MBARRIER_ARRIVE_NO_COMPLETE:
      lower_arrive (self, LOOM_SIM_OPCODE_MBARRIER_ARRIVE, get_destination (instruction),
                    &operands[1], lower_count (self, instruction));
      break;
    case LOOM_PTX_OP_MBARRIER_ARRIVE_DROP:
    case LOOM_PTX_OP_MBARRIER_ARRIVE_DROP_NO_COMPLETE:
      lower_arrive (self, LOOM_SIM_OPCODE_MBARRIER_ARRIVE_DROP, get_destination (instruction),
                    &operands[1], lower_count (self, instruction));
      break;
    /* One thread more and its arrival cancel out. */
    case LOOM_PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
    case LOOM_PTX_OP_CP_ASYNC_COMMIT_GROUP:
    case LOOM_PTX_OP_CP_ASYNC_WAIT_GROUP:
    case LOOM_PTX_OP_CP_ASYNC_WAIT_ALL:
      loom_sim_lower_copies (self, instruction);
      break;
    case LOOM_PTX_OP_CP_ASYNC_MBARRIER_ARRIVE_NOINC:
      loom_sim_lower_copies (self, instruction);
      lower_arrive (self, LOOM_SIM_OPCODE_MBARRIER_ARRIVE, LOOM_SIM_NO_VALUE, &operands[0],
                    loom_sim_ir_constant (self, 8, 1));
      break;
    case LOOM_PTX_OP_MBARRIER_TEST_WAIT:
      lower_test_wait (self, instruction, LOOM_SIM_KEY (MBARRIER_PASSED), 8);
      break;
    case LOOM_PTX_OP_MBARRIER_TEST_WAIT_PARITY:
      lower_test_wait (self, instruction, LOOM_SIM_KEY (MBARRIER_PASSED_PARITY), 4);
      break;
    case LOOM_PTX_OP_MBARRIER_PENDING_COUNT:
      loom_sim_lower_operation (self, instruction,
                                loom_sim_isa_find_key (self->isa, LOOM_SIM_KEY (MBARRIER_MISSING)));
      break;
    default:
      break;
    }
}
