/* loom-sim-lower-async.c: asynchronous copies, which are done at once, and barriers in memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

#include <glib/gi18n-lib.h>

#define MAX_COPY 16             /* bytes */

/* One end of a copy. */
typedef struct
{
  LoomPtxSpace space;
  gint32       base;
  gint64       offset;
} Place;

static gboolean
add_move (LoomSimIr     *self,
          const char    *name,
          gboolean       is_store,
          const Place   *place,
          guint          at,
          guint          element,
          const gint32  *parts,
          guint          n_parts,
          GError       **error)
{
  LoomSimIrOp *op = loom_sim_ir_add (self, name, error);

  if (op == NULL)
    return FALSE;
  op = loom_sim_lower_set_access (self, op, place->space, element, n_parts,
                                  is_store ? LOOM_SIM_ACCESS_STORE : LOOM_SIM_ACCESS_LOAD,
                                  place->base, place->offset + at);
  op->detail->mode = is_store ? element : 0;
  op->n_parts = n_parts;
  op->parts_written = !is_store;
  memcpy (op->parts, parts, n_parts * sizeof *parts);
  return TRUE;
}

/* To a label of the same copy if a comparison of two numbers fails. */
static gboolean
add_branch (LoomSimIr   *self,
            const char  *comparison,
            gint32       a,
            gint32       b,
            gint32       label,
            GError     **error)
{
  const gint32 operands[] = { a, b };
  const gint32 holds = loom_sim_ir_add_result (self, comparison, 1, operands, 2, 0, error);
  LoomSimIrOp *op = loom_sim_ir_add (self, "@bra.if", error);

  if (op == NULL || holds == LOOM_SIM_NO_VALUE)
    return FALSE;
  op->flow = LOOM_SIM_FLOW_BRANCH;
  op->early = TRUE;
  op->label = label;
  op->a = holds;
  op->immediate = -1;
  return TRUE;
}

static gboolean
add_copy (LoomSimIr   *self,
          gint32       from,
          gint32       to,
          GError     **error)
{
  LoomSimIrOp *op = loom_sim_ir_add (self,
                                     loom_sim_ir_get_width (self, to) == 8   ? "@mov.8"
                                     : loom_sim_ir_get_width (self, to) == 4 ? "@mov.4"
                                                                             : "@mov.2",
                                     error);

  if (op == NULL)
    return FALSE;
  op->d = to;
  op->a = from;
  return TRUE;
}

/* Bytes as registers of @element bytes each. */
static gboolean
pack_bytes (LoomSimIr     *self,
            const gint32  *bytes,
            guint          size,
            guint          element,
            const gint32  *parts,
            GError       **error)
{
  for (guint i = 0; i < size; i += element)
    {
      gint32 words[2];

      for (guint j = 0; j < element; j += 4)
        words[j / 4] = loom_sim_ir_add_result (self, "@pack.4.1", 4, bytes + i + j, 4, 0, error);
      if (words[0] == LOOM_SIM_NO_VALUE)
        return FALSE;
      if (element == 8)
        words[0] = loom_sim_ir_add_result (self, "@pack.8.4", 8, words, 2, 0, error);
      if (words[0] == LOOM_SIM_NO_VALUE || !add_copy (self, words[0], parts[i / element], error))
        return FALSE;
    }
  return TRUE;
}

/* What is left of a source that ends within the copy, byte by byte; the rest is zeros. */
static gboolean
add_partial_load (LoomSimIr     *self,
                  const Place   *source,
                  gint32         length,
                  guint          size,
                  guint          element,
                  const gint32  *parts,
                  GError       **error)
{
  const gint32 zero = loom_sim_ir_constant (self, 2, 0), done = self->n_labels++;
  gint32 bytes[MAX_COPY];

  for (guint i = 0; i < size; i++)
    {
      bytes[i] = loom_sim_ir_add_value (self, 2);
      if (!add_copy (self, zero, bytes[i], error))
        return FALSE;
    }
  for (guint i = 0; i < size; i++)
    if (!add_branch (self, "setp.gt.u32", length, loom_sim_ir_constant (self, 4, i), done, error) ||
        !add_move (self, "@ld.u8.2", FALSE, source, i, 1, &bytes[i], 1, error))
      return FALSE;
  loom_sim_ir_add_label (self, done);
  return pack_bytes (self, bytes, size, element, parts, error);
}

/* How many bytes the source has: as said, or none of a copy that is to ignore it. */
static gint32
lower_length (LoomSimIr                 *self,
              const LoomPtxInstruction  *instruction,
              guint                      size,
              GError                   **error)
{
  const LoomPtxOperand *operand = &instruction->operands[3];
  const gboolean is_predicate = operand->kind == LOOM_PTX_OPERAND_REGISTER &&
                                loom_sim_ir_get_width (self, operand->reg) == 1;
  const gint32 value = loom_sim_lower_source (self, operand, is_predicate ? 1 : 4, error);
  const gint32 choices[] = { loom_sim_ir_constant (self, 4, 0),
                             loom_sim_ir_constant (self, 4, size), value };

  if (!is_predicate || value == LOOM_SIM_NO_VALUE)
    return value;
  return loom_sim_ir_add_result (self, "@selp.4", 4, choices, 3, 0, error);
}

static gboolean
lower_copy (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            GError                   **error)
{
  const guint size = (guint) instruction->operands[2].bits, element = MIN (size, 8),
              n = size / element;
  const guint hint = (instruction->modifiers.flags & LOOM_PTX_FLAG_HINT) != 0 ? 1 : 0;
  const char *load = element == 4 ? "@ld.u32.4" : "@ld.u64.8",
             *store = element == 4 ? "@st.4.4" : "@st.8.8";
  Place to = { .space = LOOM_PTX_SPACE_SHARED }, from = { .space = LOOM_PTX_SPACE_GLOBAL };
  const gint32 partial = self->n_labels++, whole = self->n_labels++;
  gint32 parts[2], length;
  LoomSimIrOp *op;

  if (!loom_sim_lower_address (self, &instruction->operands[0], &to.space, &to.base, &to.offset,
                               error) ||
      !loom_sim_lower_address (self, &instruction->operands[1], &from.space, &from.base,
                               &from.offset, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    parts[i] = loom_sim_ir_add_value (self, element);
  if (instruction->n_operands - hint == 3)
    return add_move (self, load, FALSE, &from, 0, element, parts, n, error) &&
           add_move (self, store, TRUE, &to, 0, element, parts, n, error);

  length = lower_length (self, instruction, size, error);
  if (length == LOOM_SIM_NO_VALUE ||
      !add_branch (self, "setp.ge.u32", length, loom_sim_ir_constant (self, 4, size), partial,
                   error) ||
      !add_move (self, load, FALSE, &from, 0, element, parts, n, error))
    return FALSE;
  op = loom_sim_ir_add (self, "@bra", error);
  if (op == NULL)
    return FALSE;
  op->flow = LOOM_SIM_FLOW_JUMP;
  op->early = TRUE;
  op->label = whole;
  loom_sim_ir_add_label (self, partial);
  if (!add_partial_load (self, &from, length, size, element, parts, error))
    return FALSE;
  loom_sim_ir_add_label (self, whole);
  return add_move (self, store, TRUE, &to, 0, element, parts, n, error);
}

static gboolean
lower_arrive (LoomSimIr             *self,
              const char            *name,
              const LoomPtxOperand  *destination,
              const LoomPtxOperand  *address,
              LoomPtxSpace           space,
              gint32                 count,
              GError               **error)
{
  gint32 base;
  gint64 offset;
  LoomSimIrOp *op;

  if (count == LOOM_SIM_NO_VALUE ||
      !loom_sim_lower_address (self, address, &space, &base, &offset, error))
    return FALSE;
  op = loom_sim_ir_add (self, name, error);
  if (op == NULL)
    return FALSE;
  op = loom_sim_lower_set_access (self, op, space, 8, 1, LOOM_SIM_ACCESS_ATOMIC, base, offset);
  op->d = destination != NULL && destination->kind == LOOM_PTX_OPERAND_REGISTER
                      ? destination->reg
                      : LOOM_SIM_NO_VALUE;
  op->b = count;
  return TRUE;
}

static gint32
lower_count (LoomSimIr                 *self,
             const LoomPtxInstruction  *instruction,
             GError                   **error)
{
  gint32 count;

  if (instruction->n_operands < 3)
    return loom_sim_ir_constant (self, 8, 1);
  if (instruction->operands[2].kind == LOOM_PTX_OPERAND_IMMEDIATE)
    return loom_sim_ir_constant (self, 8, (guint32) instruction->operands[2].bits);
  count = loom_sim_lower_source (self, &instruction->operands[2], 4, error);
  return count == LOOM_SIM_NO_VALUE
             ? count
             : loom_sim_ir_add_result (self, "@widen.u.4.8", 8, &count, 1, 0, error);
}

static gboolean
lower_init (LoomSimIr                 *self,
            const LoomPtxInstruction  *instruction,
            GError                   **error)
{
  Place place = { .space = (LoomPtxSpace) instruction->modifiers.space };
  const gint32 count = loom_sim_lower_source (self, &instruction->operands[1], 4, error);
  gint32 word;

  if (count == LOOM_SIM_NO_VALUE ||
      !loom_sim_lower_address (self, &instruction->operands[0], &place.space, &place.base,
                               &place.offset, error))
    return FALSE;
  word = loom_sim_ir_add_result (self, "@mbarrier.word", 8, &count, 1, 0, error);
  return word != LOOM_SIM_NO_VALUE &&
         add_move (self, "@st.8.8", TRUE, &place, 0, 8, &word, 1, error);
}

/* An arrival of nobody reads the word as atomics do, so that observers take it for no race. */
static gboolean
lower_test_wait (LoomSimIr                 *self,
                 const LoomPtxInstruction  *instruction,
                 gboolean                   parity,
                 GError                   **error)
{
  const gint32 word = loom_sim_ir_add_value (self, 8);
  const LoomPtxOperand destination = { .kind = LOOM_PTX_OPERAND_REGISTER, .reg = word, .pair = -1 };
  gint32 phase;
  LoomSimIrOp *op;

  if (!lower_arrive (self, "@mbarrier.look", &destination, &instruction->operands[1],
                     (LoomPtxSpace) instruction->modifiers.space, loom_sim_ir_constant (self, 8, 0),
                     error))
    return FALSE;
  phase = loom_sim_lower_source (self, &instruction->operands[2], parity ? 4 : 8, error);
  if (phase == LOOM_SIM_NO_VALUE)
    return FALSE;
  if (instruction->operands[0].kind != LOOM_PTX_OPERAND_REGISTER)
    return TRUE;
  op = loom_sim_ir_add (self, parity ? "@mbarrier.passed.parity" : "@mbarrier.passed", error);
  if (op == NULL)
    return FALSE;
  op->d = instruction->operands[0].reg;
  op->a = word;
  op->b = phase;
  return TRUE;
}

/* Appends an asynchronous copy or what becomes of a barrier in memory. */
gboolean
loom_sim_lower_async (LoomSimIr                 *self,
                      const LoomPtxInstruction  *instruction,
                      GError                   **error)
{
  const LoomPtxOperand *operands = instruction->operands;
  const LoomPtxSpace space = (LoomPtxSpace) instruction->modifiers.space;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_CP_ASYNC_CA:
    case LOOM_PTX_OP_CP_ASYNC_CG:
      return lower_copy (self, instruction, error);
    case LOOM_PTX_OP_MBARRIER_INIT:
      return lower_init (self, instruction, error);
    case LOOM_PTX_OP_MBARRIER_ARRIVE:
    case LOOM_PTX_OP_MBARRIER_ARRIVE_NO_COMPLETE:
      return lower_arrive (self, "@mbarrier.arrive", &operands[0], &operands[1], space,
                           lower_count (self, instruction, error), error);
    case LOOM_PTX_OP_MBARRIER_ARRIVE_DROP:
    case LOOM_PTX_OP_MBARRIER_ARRIVE_DROP_NO_COMPLETE:
      return lower_arrive (self, "@mbarrier.arrive_drop", &operands[0], &operands[1], space,
                           lower_count (self, instruction, error), error);
    case LOOM_PTX_OP_CP_ASYNC_COMMIT_GROUP:
    case LOOM_PTX_OP_CP_ASYNC_WAIT_GROUP:
    case LOOM_PTX_OP_CP_ASYNC_WAIT_ALL:
      loom_sim_lower_copies (self, instruction);
      return TRUE;
    /* One thread more and its arrival cancel out. */
    case LOOM_PTX_OP_CP_ASYNC_MBARRIER_ARRIVE:
      loom_sim_lower_copies (self, instruction);
      return TRUE;
    case LOOM_PTX_OP_CP_ASYNC_MBARRIER_ARRIVE_NOINC:
      loom_sim_lower_copies (self, instruction);
      return lower_arrive (self, "@mbarrier.arrive", NULL, &operands[0], space,
                           loom_sim_ir_constant (self, 8, 1), error);
    case LOOM_PTX_OP_MBARRIER_TEST_WAIT:
      return lower_test_wait (self, instruction, FALSE, error);
    case LOOM_PTX_OP_MBARRIER_TEST_WAIT_PARITY:
      return lower_test_wait (self, instruction, TRUE, error);
    case LOOM_PTX_OP_MBARRIER_PENDING_COUNT:
      return loom_sim_lower_operation (self, instruction, "@mbarrier.missing", error);
    default:
      return TRUE;
    }
}
