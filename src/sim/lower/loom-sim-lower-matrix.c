/* loom-sim-lower-matrix.c: products of matrices over a warp, and their parts to and from memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"
#include "loom-sim-matrix-private.h"

#define WORDS 4                 /* registers of half a fragment */

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
gather_half (LoomSimIr            *self,
             const LoomPtxOperand *operand,
             guint                 first,
             guint                 width)
{
  gint32 parts[WORDS];

  for (guint i = 0; i < 16 / width; i++)
    parts[i] = first + i < count_parts (operand)
                   ? loom_sim_lower_source (self, get_part (operand, first + i), width)
                   : loom_sim_ir_constant (self, width, 0);
  return loom_sim_ir_add_pack (self, 16, width, parts);
}

/* The registers of a fragment, of @width bytes each, as one value. */
static gint32
gather (LoomSimIr            *self,
        const LoomPtxOperand *operand,
        guint                 width)
{
  gint32 halves[2];

  for (guint i = 0; i < 2; i++)
    halves[i] = gather_half (self, operand, i * 16 / width, width);
  return loom_sim_ir_add_pack (self, 32, 16, halves);
}

static void
scatter (LoomSimIr            *self,
         gint32                whole,
         const LoomPtxOperand *operand,
         guint                 width)
{
  const LoomSimKey key = LOOM_SIM_KEY (PART, .widths = { 32, (guint8) width });

  for (guint i = 0; i < count_parts (operand); i++)
    if (get_part (operand, i)->kind == LOOM_PTX_OPERAND_REGISTER)
      loom_sim_ir_add_to (self, key, get_part (operand, i)->reg, whole, LOOM_SIM_NO_VALUE)
          ->immediate.part = i;
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

static void
lower_product (LoomSimIr                *self,
               const LoomPtxInstruction *instruction)
{
  const LoomSimMatrix matrix = describe (instruction);
  const guint width = matrix.a == LOOM_PTX_TYPE_F64 ? 8 : 4;
  gint32 sources[4], whole;
  LoomSimIrOp *op;

  for (guint i = 0; i < 3; i++)
    sources[i] = gather (self, &instruction->operands[i + 1], width);
  sources[3] = matrix.is_sparse ? loom_sim_lower_source (self, &instruction->operands[4], 4)
                                : loom_sim_ir_constant (self, 4, 0);
  whole = loom_sim_ir_add_value (self, 32);
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (MMA));
  op->d = whole;
  memcpy (op->sources, sources, sizeof sources);
  op->immediate.word = matrix.word;
  scatter (self, whole, &instruction->operands[0], width);
}

/* A matrix in memory. */
typedef struct
{
  LoomPtxFragment fragment;
  LoomSimIrPlace  place;
  gint32          stride;
} Memory;

/* Where one cell of register @index is. */
static LoomSimIrPlace
add_place (LoomSimIr    *self,
           const Memory *memory,
           guint         index,
           guint         cell)
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
  const guint8 width = (guint8) loom_sim_ir_get_width (self, memory->place.base);
  const gint32 address =
      loom_sim_ir_add_result (self, LOOM_SIM_KEY (MATRIX_PLACE, .widths = { width }), width,
                              memory->place.base, memory->stride);

  loom_sim_ir_get_op (self, self->ops->len - 1)->immediate.word = place.word;
  return (LoomSimIrPlace) { memory->place.space, address, memory->place.offset };
}

static void
add_access (LoomSimIr            *self,
            gboolean              is_store,
            const LoomSimIrPlace *place,
            guint                 bytes,
            gint32                value)
{
  if (is_store)
    loom_sim_lower_add_store (self, place, bytes, &value, 1);
  else
    loom_sim_lower_add_load (self, place, LOOM_PTX_TYPE_U8 + (guint) __builtin_ctz (bytes), &value,
                             1);
}

/* One register from or to memory: at once if its cells lie side by side, else cell by cell. */
static void
add_register (LoomSimIr    *self,
              const Memory *memory,
              gboolean      is_store,
              guint         index,
              gint32        value)
{
  const LoomPtxFragment *fragment = &memory->fragment;
  const guint n = fragment->cells == 1 || fragment->by_lines ? 1 : fragment->cells;
  const guint8 bytes = (guint8) (n > 1 ? loom_ptx_type_bits (fragment->type) / 8
                                       : loom_sim_ir_get_width (self, value));
  const guint width = MAX (bytes, 2);
  gint32 cells[4];
  LoomSimIrOp *op;

  for (guint i = 0; i < n; i++)
    {
      const LoomSimIrPlace place = add_place (self, memory, index, i);

      cells[i] = value;
      if (n > 1 && is_store)
        {
          cells[i] = loom_sim_ir_add_result (self, LOOM_SIM_KEY (PART, .widths = { 4, bytes }),
                                             width, value, LOOM_SIM_NO_VALUE);
          loom_sim_ir_get_op (self, self->ops->len - 1)->immediate.part = i;
        }
      else if (n > 1)
        cells[i] = loom_sim_ir_add_value (self, width);
      add_access (self, is_store, &place, bytes, cells[i]);
    }
  if (n == 1 || is_store)
    return;
  op = loom_sim_ir_add (self, LOOM_SIM_KEY (PACK, .widths = { 4, bytes }));
  op->d = value;
  memcpy (op->sources, cells, n * sizeof *cells);
}

/* An address or stride as it is before a destination of that name is written. */
static gint32
keep (LoomSimIr            *self,
      gint32                value,
      const LoomPtxOperand *fragment)
{
  const guint width = loom_sim_ir_get_width (self, value);

  for (guint i = 0; i < count_parts (fragment); i++)
    if (get_part (fragment, i)->reg == value)
      {
        const gint32 kept = loom_sim_ir_add_value (self, width);

        loom_sim_ir_add_copy (self, value, kept);
        return kept;
      }
  return value;
}

/* wmma.load and wmma.store: the lane's registers, one after the other. */
static void
lower_memory (LoomSimIr                *self,
              const LoomPtxInstruction *instruction,
              gboolean                  is_store)
{
  const LoomPtxOperand *fragment = &instruction->operands[is_store ? 1 : 0];
  const LoomPtxSpace space = (LoomPtxSpace) instruction->modifiers.space;
  Memory memory = { .stride = LOOM_SIM_NO_VALUE };

  loom_ptx_fragment_init (&memory.fragment, instruction);
  memory.place = loom_sim_lower_place (self, &instruction->operands[is_store ? 0 : 1], space);
  memory.stride = instruction->n_operands > 2
                      ? loom_sim_lower_source (self, &instruction->operands[2], 4)
                      : loom_sim_ir_constant (self, 4,
                                              memory.fragment.by_lines ? memory.fragment.depth
                                                                       : memory.fragment.lines);
  memory.place.base = keep (self, memory.place.base, fragment);
  memory.stride = keep (self, memory.stride, fragment);
  for (guint i = 0; i < count_parts (fragment); i++)
    if (get_part (fragment, i)->kind == LOOM_PTX_OPERAND_REGISTER)
      add_register (self, &memory, is_store, i, get_part (fragment, i)->reg);
}

/* Each lane loads its cells of each matrix, from the row that another lane names. */
static void
lower_ldmatrix (LoomSimIr                *self,
                const LoomPtxInstruction *instruction)
{
  const LoomPtxOperand *fragment = &instruction->operands[0];
  const gboolean is_turned = (instruction->modifiers.flags & LOOM_PTX_FLAG_TRANS) != 0;
  const LoomSimIrPlace place = loom_sim_lower_place (
      self, &instruction->operands[1], (LoomPtxSpace) instruction->modifiers.space);
  const guint8 width = (guint8) loom_sim_ir_get_width (self, place.base);
  gint32 loaded[4];

  /* A destination may be the address, so nothing is written before all is read. */
  for (guint i = 0; i < count_parts (fragment); i++)
    {
      gint32 halves[2];

      for (guint j = 0; j < (is_turned ? 2 : 1); j++)
        {
          const LoomSimMatrixRow row = { .matrix = i, .is_turned = is_turned, .cell = j };
          LoomSimIrPlace cells = place;

          cells.base =
              loom_sim_ir_add_result (self, LOOM_SIM_KEY (LDMATRIX_PLACE, .widths = { width }),
                                      width, place.base, LOOM_SIM_NO_VALUE);
          loom_sim_ir_get_op (self, self->ops->len - 1)->immediate.word = row.word;
          halves[j] = loom_sim_ir_add_value (self, is_turned ? 2 : 4);
          add_access (self, FALSE, &cells, is_turned ? 2 : 4, halves[j]);
        }
      loaded[i] = is_turned ? loom_sim_ir_add_pack (self, 4, 2, halves) : halves[0];
    }
  for (guint i = 0; i < count_parts (fragment); i++)
    loom_sim_ir_add_copy (self, loaded[i], get_part (fragment, i)->reg);
}

/* Appends an instruction of matrices: all lanes come together before it. */
void
loom_sim_lower_matrix (LoomSimIr                *self,
                       const LoomPtxInstruction *instruction)
{
  loom_sim_ir_add_to (self, LOOM_SIM_KEY (CONVERGE), LOOM_SIM_NO_VALUE,
                      loom_sim_ir_constant (self, 4, G_MAXUINT32), LOOM_SIM_NO_VALUE)
      ->immediate.is_full = TRUE;
  switch (instruction->opcode)
    {
    case LOOM_PTX_OP_WMMA_LOAD_A:
    case LOOM_PTX_OP_WMMA_LOAD_B:
    case LOOM_PTX_OP_WMMA_LOAD_C:
      lower_memory (self, instruction, FALSE);
      break;
    case LOOM_PTX_OP_WMMA_STORE_D:
      lower_memory (self, instruction, TRUE);
      break;
    case LOOM_PTX_OP_LDMATRIX:
      lower_ldmatrix (self, instruction);
      break;
    case LOOM_PTX_OP_MOVMATRIX:
      loom_sim_lower_operation (self, instruction,
                                loom_sim_isa_find_key (self->isa, LOOM_SIM_KEY (MOVMATRIX)));
      break;
    default:
      lower_product (self, instruction);
      break;
    }
}
