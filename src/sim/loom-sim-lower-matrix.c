/* loom-sim-lower-matrix.c: products of matrices over a warp
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-matrix-private.h"

#define MAX_PARTS 4

static const struct
{
  LoomPtxMode mode;
  guint       m, n, k;
} shapes[] = {
  { LOOM_PTX_MODE_M16N8K8, 16, 8, 8 },
  { LOOM_PTX_MODE_M16N8K16, 16, 8, 16 },
  { LOOM_PTX_MODE_M8N8K16, 8, 8, 16 },
  { LOOM_PTX_MODE_M16N8K32, 16, 8, 32 },
};

static LoomSimMatrix
describe (const LoomPtxModifiers *modifiers)
{
  LoomSimMatrix matrix = { .word = 0 };
  guint row = 0;

  while (shapes[row].mode != modifiers->mode)
    row++;
  matrix.m = shapes[row].m;
  matrix.n = shapes[row].n;
  matrix.k = shapes[row].k;
  matrix.d = modifiers->types[0];
  matrix.a = modifiers->types[1];
  matrix.b = modifiers->types[2];
  matrix.c = modifiers->types[3];
  matrix.saturates = (modifiers->flags & LOOM_PTX_FLAG_SATFINITE) != 0;
  return matrix;
}

static const LoomPtxOperand *
get_part (const LoomPtxOperand *operand,
          guint                 index)
{
  return operand->kind == LOOM_PTX_OPERAND_VECTOR ? &operand->elements[index] : operand;
}

static guint
count_parts (const LoomPtxOperand *operand)
{
  return operand->kind == LOOM_PTX_OPERAND_VECTOR ? operand->n_elements : 1;
}

/* The registers of a fragment as one value of four, zeros where it has fewer. */
static gint32
gather (LoomSimIr             *self,
        const LoomPtxOperand  *operand,
        GError               **error)
{
  gint32 whole, parts[MAX_PARTS];
  LoomSimIrOp *op;

  for (guint i = 0; i < MAX_PARTS; i++)
    {
      parts[i] = i < count_parts (operand) ? loom_sim_lower_source (self, get_part (operand, i), 4, error)
                                           : loom_sim_ir_constant (self, 4, 0);
      if (parts[i] == LOOM_SIM_NO_VALUE)
        return LOOM_SIM_NO_VALUE;
    }
  whole = loom_sim_ir_add_value (self, 16);
  op = loom_sim_ir_add (self, "@pack.16.4", error);
  if (op == NULL)
    return LOOM_SIM_NO_VALUE;
  op->values[0] = whole;
  memcpy (op->values + 2, parts, sizeof parts);
  return whole;
}

static gboolean
scatter (LoomSimIr             *self,
         gint32                 whole,
         const LoomPtxOperand  *operand,
         GError               **error)
{
  for (guint i = 0; i < count_parts (operand); i++)
    {
      LoomSimIrOp *op = loom_sim_ir_add (self, "@part.16.4", error);

      if (op == NULL)
        return FALSE;
      op->values[0] = get_part (operand, i)->reg;
      op->values[2] = whole;
      op->immediate = i;
    }
  return TRUE;
}

/* Appends an mma: all lanes come together, and each gives and gets its parts in one value. */
gboolean
loom_sim_lower_mma (LoomSimIr                 *self,
                    const LoomPtxInstruction  *instruction,
                    GError                   **error)
{
  gint32 sources[3], whole;
  LoomSimIrOp *op = loom_sim_ir_add (self, "@converge", error);

  if (op == NULL)
    return FALSE;
  op->immediate = TRUE;
  whole = loom_sim_ir_constant (self, 4, G_MAXUINT32);
  g_array_index (self->ops, LoomSimIrOp, self->ops->len - 1).values[2] = whole;

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      sources[i] = gather (self, &instruction->operands[i + 1], error);
      if (sources[i] == LOOM_SIM_NO_VALUE)
        return FALSE;
    }
  whole = loom_sim_ir_add_value (self, 16);
  op = loom_sim_ir_add (self, "@mma", error);
  if (op == NULL)
    return FALSE;
  op->immediate = describe (&instruction->modifiers).word;
  op->values[0] = whole;
  memcpy (op->values + 2, sources, sizeof sources);
  return scatter (self, whole, &instruction->operands[0], error);
}
