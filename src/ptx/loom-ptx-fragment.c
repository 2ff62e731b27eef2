/* loom-ptx-fragment.c: where the registers of a matrix lie in memory
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-fragment.h"

/**
 * loom_ptx_fragment_init:
 * @self: (out caller-allocates): the description
 * @instruction: wmma.load.a, .b or .c, or wmma.store.d
 *
 * Describes the matrix that an instruction loads or stores.
 */
void
loom_ptx_fragment_init (LoomPtxFragment          *self,
                        const LoomPtxInstruction *instruction)
{
  const LoomPtxModifiers *modifiers = &instruction->modifiers;
  const gboolean is_a = instruction->opcode == LOOM_PTX_OP_WMMA_LOAD_A,
                 is_b = instruction->opcode == LOOM_PTX_OP_WMMA_LOAD_B;
  const gboolean is_sum = !is_a && !is_b, by_rows = modifiers->layouts[0] == LOOM_PTX_LAYOUT_ROW;
  LoomPtxShape shape = { 0, 0, 0 };
  gboolean is_turned;

  loom_ptx_mode_get_shape (modifiers->mode, &shape);
  is_turned = shape.n > 16;
  self->type = modifiers->types[0];
  self->is_first = is_sum || is_a != is_turned;
  self->lines = is_b || (is_sum && is_turned) ? shape.n : shape.m;
  self->depth = !is_sum ? shape.k : is_turned ? shape.m : shape.n;
  self->cells = loom_ptx_fragment_cells (self->type);
  self->spread = is_sum ? 2 : self->cells;
  self->by_lines = is_sum ? by_rows != is_turned : by_rows == is_a;
}

/**
 * loom_ptx_fragment_get_place:
 * @index: of a register
 * @cell: of those that it holds
 *
 * Finds line and place in it of a cell that lane 0 holds. Lane n has that of n / 4 lines on, and n
 * % 4 * spread cells.
 *
 * Returns: both
 */
LoomPtxTile
loom_ptx_fragment_get_place (const LoomPtxFragment *self,
                             guint                  index,
                             guint                  cell)
{
  const guint registers = self->spread / self->cells;
  const LoomPtxTile tile = loom_ptx_fragment_tile (self->lines, self->depth, self->spread,
                                                   self->is_first, index / registers);

  return (LoomPtxTile) { tile.line, tile.cell + index % registers * self->cells + cell };
}
