/* loom-cell-layout.c: where a picture puts the cells of an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-layout.h"

#define LONGEST_SINGLE_ROW 32
#define NARROWEST_WRAP 16

/* A power of two, so that warps and blocks begin at the same columns in every row; at least the
 * square root, so that the picture is between 1 and 4 times as wide as high. */
static guint64
wrap_width (guint64 cells)
{
  guint64 width = NARROWEST_WRAP;

  if (cells <= LONGEST_SINGLE_ROW)
    return cells;
  while (width < G_GUINT64_CONSTANT (1) << 31 && width * width < cells)
    width *= 2;
  return width;
}

/**
 * loom_cell_layout_init:
 * @self: (out): the layout to fill
 * @shape: the shape of the array
 * @plane: which plane of a 3-D array; beyond the last one the last one is taken
 *
 * Lays out one plane of an array.
 *
 * A shape whose cells don't fit 64 bits, or with none, gives a layout without cells.
 */
void
loom_cell_layout_init (LoomCellLayout  *self,
                       const LoomShape *shape,
                       guint64          plane)
{
  guint64 total;

  *self = (LoomCellLayout) { 0 };
  if (!loom_shape_cells (shape, &total) || total == 0)
    return;

  if (shape->rank <= 1)
    {
      self->cells = total;
      self->cols = wrap_width (total);
      self->rows = total / self->cols + (total % self->cols != 0);
      self->wrapped = self->rows > 1;
      return;
    }
  self->cols = shape->cols;
  self->rows = shape->rows;
  self->cells = shape->cols * shape->rows;
  self->first = MIN (plane, shape->planes - 1) * self->cells;
}

/**
 * loom_cell_layout_has:
 * @col: column
 * @row: row of the data
 *
 * Whether there is a cell at a place; the end of a wrapped array's last row has none.
 */
gboolean
loom_cell_layout_has (const LoomCellLayout *self,
                      guint64               col,
                      guint64               row)
{
  return col < self->cols && row < self->rows && row * self->cols + col < self->cells;
}

/**
 * loom_cell_layout_cell:
 * @col: column
 * @row: row of the data
 *
 * The index in the array of a cell that [func@cell_layout_has] knows.
 */
guint64
loom_cell_layout_cell (const LoomCellLayout *self,
                       guint64               col,
                       guint64               row)
{
  return self->first + row * self->cols + col;
}
