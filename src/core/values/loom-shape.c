/* loom-shape.c: the extents of an array and their text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-type.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/**
 * loom_shape_parse:
 * @text: `cols`, `rows,cols` or `planes,rows,cols`
 * @shape: (out): where to put the shape
 * @error: return location; %LOOM_ERROR_LAUNCH says what was found and what is allowed
 *
 * Reads a shape. Its number of cells is below 2⁶³.
 */
gboolean
loom_shape_parse (const char  *text,
                  LoomShape   *shape,
                  GError     **error)
{
  guint64 values[3] = { 1, 1, 1 }, cells;
  LoomShape parsed = { 0, 1, 1, 1 };

  g_return_val_if_fail (text != NULL && shape != NULL, FALSE);

  if (!_loom_parse_extents (text, G_MAXINT64, NULL, values, &parsed.rank, error))
    return FALSE;

  parsed.cols = values[parsed.rank - 1];
  if (parsed.rank > 1)
    parsed.rows = values[parsed.rank - 2];
  if (parsed.rank > 2)
    parsed.planes = values[0];

  if (!loom_shape_cells (&parsed, &cells))
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("an array of %s cells is larger than any memory"), text);

  *shape = parsed;
  return TRUE;
}

/**
 * loom_shape_format:
 *
 * Returns: (transfer full): text that loom_shape_parse() reads back, slowest axis first, as NumPy
 *   does
 */
char *
loom_shape_format (const LoomShape *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->rank >= 3)
    return g_strdup_printf ("%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT,
                            self->planes, self->rows, self->cols);
  if (self->rank == 2)
    return g_strdup_printf ("%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, self->rows, self->cols);
  return g_strdup_printf ("%" G_GUINT64_FORMAT, self->cols);
}

gboolean
loom_shape_equal (const LoomShape *a,
                  const LoomShape *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->rank == b->rank && a->cols == b->cols && a->rows == b->rows && a->planes == b->planes;
}

/**
 * loom_shape_cells:
 * @self: a shape, perhaps from another process
 *
 * Returns: %FALSE if @self is no shape (rank not 1 to 3, an extent 0 or an unused one not 1) or has
 *   2⁶³ cells or more; @cells is then untouched
 */
gboolean
loom_shape_cells (const LoomShape *self,
                  guint64         *cells)
{
  guint64 product;

  g_return_val_if_fail (self != NULL && cells != NULL, FALSE);

  if (self->rank < 1 || self->rank > 3 ||
      self->cols == 0 || self->rows == 0 || self->planes == 0 ||
      (self->rank < 3 && self->planes != 1) || (self->rank < 2 && self->rows != 1) ||
      !g_uint64_checked_mul (&product, self->cols, self->rows) ||
      !g_uint64_checked_mul (&product, product, self->planes) ||
      product > G_MAXINT64)
    return FALSE;

  *cells = product;
  return TRUE;
}

/**
 * loom_shape_dup_place:
 * @cell: index in C order
 *
 * Returns: (transfer full): where a cell is in the user's language, as rows and columns where there
 *   are such
 */
char *
loom_shape_dup_place (const LoomShape *self,
                      guint64          cell)
{
  const guint64 col = cell % self->cols, row = cell / self->cols % self->rows;

  if (self->rank == 1)
    return g_strdup_printf (_("cell %" PRIu64), cell);
  if (self->rank == 2)
    return g_strdup_printf (_("row %1$" PRIu64 ", column %2$" PRIu64), row, col);
  return g_strdup_printf (_("plane %1$" PRIu64 ", row %2$" PRIu64 ", column %3$" PRIu64),
                          cell / self->cols / self->rows, row, col);
}

/**
 * loom_shape_get_default:
 * @rank: 1, 2 or 3
 *
 * Gets the shape of arrays that nobody has given one: as many cells along one axis as along two or
 * three, so that a choice of the rank changes nothing else.
 *
 * Returns: 4096; 64 × 64; 16 × 16 × 16
 */
LoomShape
loom_shape_get_default (guint rank)
{
  static const LoomShape shapes[] = {
    { 1, 4096, 1, 1 }, { 2, 64, 64, 1 }, { 3, 16, 16, 16 },
  };

  return shapes[CLAMP (rank, 1, 3) - 1];
}

static gboolean
check_shape (gpointer data)
{
  guint64 cells;

  return loom_shape_cells (data, &cells);
}

static const LoomWireMember shape_members[] = {
  LOOM_WIRE (UINT32, LoomShape, rank), LOOM_WIRE (UINT64, LoomShape, cols),
  LOOM_WIRE (UINT64, LoomShape, rows), LOOM_WIRE (UINT64, LoomShape, planes),
};

const LoomWire _loom_shape_wire = {
  LOOM_WIRE_MEMBERS (shape_members, LoomShape), .check = check_shape,
};
