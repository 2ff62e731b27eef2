/* loom-sim-lower-matrix.c: products of matrices over a warp, and their parts to and from memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-matrix-private.h"

#define WORDS 4                 /* registers of half a fragment */

/* All lanes come together. */
static gboolean
add_converge (LoomSimIr  *self,
              GError    **error)
{
  const gint32 all = loom_sim_ir_constant (self, 4, G_MAXUINT32);
  LoomSimIrOp *op = loom_sim_ir_add (self, "@converge", error);

  if (op == NULL)
    return FALSE;
  op->immediate = TRUE;
  op->a = all;
  return TRUE;
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

/* Half of a fragment as a value of 16 bytes, zeros where it has no more registers. */
static gint32
gather_half (LoomSimIr             *self,
             const LoomPtxOperand  *operand,
             guint                  first,
             guint                  width,
             GError               **error)
{
  const guint n = 16 / width;
  gint32 parts[WORDS];

  for (guint i = 0; i < n; i++)
    {
      parts[i] = first + i < count_parts (operand)
                     ? loom_sim_lower_source (self, get_part (operand, first + i), width, error)
                     : loom_sim_ir_constant (self, width, 0);
      if (parts[i] == LOOM_SIM_NO_VALUE)
        return LOOM_SIM_NO_VALUE;
    }
  return loom_sim_ir_add_result (self, width == 8 ? "@pack.16.8" : "@pack.16.4", 16, parts, n, 0,
                                 error);
}

/* The registers of a fragment, of @width bytes each, as one value. */
static gint32
gather (LoomSimIr             *self,
        const LoomPtxOperand  *operand,
        guint                  width,
        GError               **error)
{
  const gint32 halves[] = {
    gather_half (self, operand, 0, width, error),
    gather_half (self, operand, 16 / width, width, error),
  };

  if (halves[0] == LOOM_SIM_NO_VALUE || halves[1] == LOOM_SIM_NO_VALUE)
    return LOOM_SIM_NO_VALUE;
  return loom_sim_ir_add_result (self, "@pack.32.16", 32, halves, 2, 0, error);
}

static gboolean
scatter (LoomSimIr             *self,
         gint32                 whole,
         const LoomPtxOperand  *operand,
         guint                  width,
         GError               **error)
{
  for (guint i = 0; i < count_parts (operand); i++)
    {
      const LoomPtxOperand *part = get_part (operand, i);
      LoomSimIrOp *op;

      if (part->kind != LOOM_PTX_OPERAND_REGISTER)
        continue;
      op = loom_sim_ir_add (self, width == 8 ? "@part.32.8" : "@part.32.4", error);
      if (op == NULL)
        return FALSE;
      op->d = part->reg;
      op->a = whole;
      op->immediate = i;
    }
  return TRUE;
}

static LoomSimMatrix
describe (const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const gboolean is_short = modifiers->n_types == 2;
  LoomSimMatrix matrix = { .word = 0 };
  LoomPtxShape shape = { 0, 0, 0 };

  loom_ptx_mode_get_shape (modifiers->mode, &shape);
  matrix.m = shape.m;
  matrix.n = shape.n;
  matrix.k = shape.k;
  matrix.d = modifiers->types[0];
  matrix.a = is_short ? LOOM_PTX_TYPE_F16 : modifiers->types[1];
  matrix.b = is_short ? LOOM_PTX_TYPE_F16 : modifiers->types[2];
  matrix.c = modifiers->types[is_short ? 1 : 3];
  matrix.operation = modifiers->combine == LOOM_PTX_COMBINE_XOR   ? LOOM_SIM_MATRIX_XOR
                     : modifiers->combine == LOOM_PTX_COMBINE_AND ? LOOM_SIM_MATRIX_AND
                                                                  : LOOM_SIM_MATRIX_MULTIPLY;
  matrix.saturates = (modifiers->flags & LOOM_PTX_FLAG_SATFINITE) != 0;
  matrix.rounding = modifiers->rounding;
  matrix.is_quad = modifiers->mode == LOOM_PTX_MODE_M8N8K4 && matrix.a == LOOM_PTX_TYPE_F16;
  matrix.a_by_columns = modifiers->layouts[0] == LOOM_PTX_LAYOUT_COL;
  matrix.b_by_rows = modifiers->layouts[1] == LOOM_PTX_LAYOUT_ROW;
  matrix.is_sparse = instruction->n_operands == 6;
  matrix.selector = matrix.is_sparse ? instruction->operands[5].bits : 0;
  return matrix;
}

static gboolean
lower_product (LoomSimIr                 *self,
               const LoomPtxInstruction  *instruction,
               GError                   **error)
{
  const LoomSimMatrix matrix = describe (instruction);
  const guint width = matrix.a == LOOM_PTX_TYPE_F64 ? 8 : 4;
  gint32 sources[4], whole;

  for (guint i = 0; i < 3; i++)
    {
      sources[i] = gather (self, &instruction->operands[i + 1], width, error);
      if (sources[i] == LOOM_SIM_NO_VALUE)
        return FALSE;
    }
  sources[3] = matrix.is_sparse ? loom_sim_lower_source (self, &instruction->operands[4], 4, error)
                                : loom_sim_ir_constant (self, 4, 0);
  if (sources[3] == LOOM_SIM_NO_VALUE)
    return FALSE;
  whole = loom_sim_ir_add_result (self, "@mma", 32, sources, G_N_ELEMENTS (sources), matrix.word,
                                  error);
  return whole != LOOM_SIM_NO_VALUE &&
         scatter (self, whole, &instruction->operands[0], width, error);
}

/* A plain load or store of one register at an address that is a value. */
static gboolean
add_access (LoomSimIr    *self,
            gboolean      is_store,
            LoomPtxSpace  space,
            guint         bytes,
            gint32        address,
            gint64        offset,
            gint32        value,
            GError      **error)
{
  const guint width = loom_sim_ir_get_width (self, value);
  g_autofree char *name = is_store ? g_strdup_printf ("@st.%u.%u", bytes, width)
                                   : g_strdup_printf ("@ld.u%u.%u", bytes * 8, width);
  LoomSimIrOp *op = loom_sim_ir_add (self, name, error);

  if (op == NULL)
    return FALSE;
  op = loom_sim_lower_set_access (self, op, space, bytes, 1,
                                  is_store ? LOOM_SIM_ACCESS_STORE : LOOM_SIM_ACCESS_LOAD, address,
                                  offset);
  op->detail->mode = is_store ? width : 0;
  op->n_parts = 1;
  op->parts_written = !is_store;
  op->parts[0] = value;
  return TRUE;
}

/* A matrix in memory. */
typedef struct
{
  LoomPtxFragment fragment;
  LoomPtxSpace    space;
  gint32          base, stride;
  gint64          offset;
} Memory;

/* The address of one cell of register @index. */
static gint32
add_address (LoomSimIr     *self,
             const Memory  *memory,
             guint          index,
             guint          cell,
             GError       **error)
{
  const LoomPtxFragment *fragment = &memory->fragment;
  const LoomPtxTile tile = loom_ptx_fragment_get_place (fragment, index, cell);
  const LoomSimMatrixPlace place = {
    .line = tile.line,
    .cell = tile.cell,
    .cells = fragment->spread,
    .bits = loom_ptx_type_bits (fragment->type),
    .by_lines = fragment->by_lines,
  };
  const gint32 sources[] = { memory->base, memory->stride };
  const guint width = loom_sim_ir_get_width (self, memory->base);

  return loom_sim_ir_add_result (self, width == 8 ? "@matrix.place.8" : "@matrix.place.4", width,
                                 sources, 2, place.word, error);
}

/* One register from or to memory: at once if its cells lie side by side, else cell by cell. */
static gboolean
add_register (LoomSimIr     *self,
              const Memory  *memory,
              gboolean       is_store,
              guint          index,
              gint32         value,
              GError       **error)
{
  const LoomPtxFragment *fragment = &memory->fragment;
  const guint bits = loom_ptx_type_bits (fragment->type),
              n = fragment->cells == 1 || fragment->by_lines ? 1 : fragment->cells;
  const guint bytes = n > 1 ? bits / 8 : loom_sim_ir_get_width (self, value),
              width = MAX (bytes, 2);
  g_autofree char *pack = g_strdup_printf ("@pack.4.%u", bytes),
                  *part = g_strdup_printf ("@part.4.%u", bytes);
  gint32 cells[4];
  LoomSimIrOp *op;

  for (guint i = 0; i < n; i++)
    {
      const gint32 address = add_address (self, memory, index, i, error);

      cells[i] = n == 1     ? value
                 : is_store ? loom_sim_ir_add_result (self, part, width, &value, 1, i, error)
                            : loom_sim_ir_add_value (self, width);
      if (address == LOOM_SIM_NO_VALUE || cells[i] == LOOM_SIM_NO_VALUE ||
          !add_access (self, is_store, memory->space, bytes, address, memory->offset, cells[i],
                       error))
        return FALSE;
    }
  if (n == 1 || is_store)
    return TRUE;
  op = loom_sim_ir_add (self, pack, error);
  if (op == NULL)
    return FALSE;
  op->d = value;
  memcpy (op->sources, cells, n * sizeof *cells);
  return TRUE;
}

/* An address or stride as it is before a destination of that name is written. */
static gint32
keep (LoomSimIr             *self,
      gint32                 value,
      const LoomPtxOperand  *fragment,
      GError               **error)
{
  const guint width = loom_sim_ir_get_width (self, value);

  for (guint i = 0; i < count_parts (fragment); i++)
    if (get_part (fragment, i)->reg == value)
      return loom_sim_ir_add_result (self, width == 8 ? "@mov.8" : "@mov.4", width, &value, 1, 0,
                                     error);
  return value;
}

/* wmma.load and wmma.store: the lane's registers, one after the other. */
static gboolean
lower_memory (LoomSimIr                 *self,
              const LoomPtxInstruction  *instruction,
              gboolean                   is_store,
              GError                   **error)
{
  const LoomPtxOperand *fragment = &instruction->operands[is_store ? 1 : 0];
  Memory memory = { .space = (LoomPtxSpace) instruction->modifiers.space };

  loom_ptx_fragment_init (&memory.fragment, instruction);
  if (!loom_sim_lower_address (self, &instruction->operands[is_store ? 0 : 1], &memory.space,
                               &memory.base, &memory.offset, error))
    return FALSE;
  memory.stride = instruction->n_operands > 2
                      ? loom_sim_lower_source (self, &instruction->operands[2], 4, error)
                      : loom_sim_ir_constant (self, 4,
                                              memory.fragment.by_lines ? memory.fragment.depth
                                                                       : memory.fragment.lines);
  if (memory.stride == LOOM_SIM_NO_VALUE)
    return FALSE;
  memory.base = keep (self, memory.base, fragment, error);
  memory.stride = keep (self, memory.stride, fragment, error);
  for (guint i = 0; i < count_parts (fragment); i++)
    {
      const LoomPtxOperand *part = get_part (fragment, i);

      if (part->kind == LOOM_PTX_OPERAND_REGISTER &&
          !add_register (self, &memory, is_store, i, part->reg, error))
        return FALSE;
    }
  return TRUE;
}

/* Each lane loads its cells of each matrix, from the row that another lane names. */
static gboolean
lower_ldmatrix (LoomSimIr                 *self,
                const LoomPtxInstruction  *instruction,
                GError                   **error)
{
  const LoomPtxOperand *fragment = &instruction->operands[0];
  const gboolean is_turned = (instruction->modifiers.flags & LOOM_PTX_FLAG_TRANS) != 0;
  LoomPtxSpace space = (LoomPtxSpace) instruction->modifiers.space;
  gint32 base, loaded[4];
  gint64 offset;

  if (!loom_sim_lower_address (self, &instruction->operands[1], &space, &base, &offset, error))
    return FALSE;
  /* A destination may be the address, so nothing is written before all is read. */
  for (guint i = 0; i < count_parts (fragment); i++)
    {
      gint32 halves[2];

      for (guint j = 0; j < (is_turned ? 2 : 1); j++)
        {
          const LoomSimMatrixRow row = { .matrix = i, .is_turned = is_turned, .cell = j };
          const guint width = loom_sim_ir_get_width (self, base);
          const gint32 address = loom_sim_ir_add_result (
              self, width == 8 ? "@ldmatrix.place.8" : "@ldmatrix.place.4", width, &base, 1,
              row.word, error);

          halves[j] = loom_sim_ir_add_value (self, is_turned ? 2 : 4);
          if (address == LOOM_SIM_NO_VALUE || !add_access (self, FALSE, space, is_turned ? 2 : 4,
                                                           address, offset, halves[j], error))
            return FALSE;
        }
      loaded[i] = is_turned ? loom_sim_ir_add_result (self, "@pack.4.2", 4, halves, 2, 0, error)
                            : halves[0];
      if (loaded[i] == LOOM_SIM_NO_VALUE)
        return FALSE;
    }
  for (guint i = 0; i < count_parts (fragment); i++)
    {
      LoomSimIrOp *op = loom_sim_ir_add (self, "@mov.4", error);

      if (op == NULL)
        return FALSE;
      op->d = get_part (fragment, i)->reg;
      op->a = loaded[i];
    }
  return TRUE;
}

/* Appends an instruction of matrices. */
gboolean
loom_sim_lower_matrix (LoomSimIr                 *self,
                       const LoomPtxInstruction  *instruction,
                       GError                   **error)
{
  if (!add_converge (self, error))
    return FALSE;

  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_WMMA_LOAD_A:
    case LOOM_PTX_OP_WMMA_LOAD_B:
    case LOOM_PTX_OP_WMMA_LOAD_C:
      return lower_memory (self, instruction, FALSE, error);
    case LOOM_PTX_OP_WMMA_STORE_D:
      return lower_memory (self, instruction, TRUE, error);
    case LOOM_PTX_OP_LDMATRIX:
      return lower_ldmatrix (self, instruction, error);
    case LOOM_PTX_OP_MOVMATRIX:
      return loom_sim_lower_operation (self, instruction, "@movmatrix", error);
    default:
      return lower_product (self, instruction, error);
    }
}
