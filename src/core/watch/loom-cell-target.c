/* loom-cell-target.c: the cell whose writers and readers are asked for
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-history.h"

#include "loom-error.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

/**
 * loom_cell_target_parse:
 * @text: an array, a colon, and a place as C has it: "f:3,5" is f[3][5]; one number is an index
 * @target: (out): what it says
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether it can be read
 */
gboolean
loom_cell_target_parse (const char      *text,
                        LoomCellTarget  *target,
                        GError         **error)
{
  const char *colon = strrchr (text, ':');
  g_auto (GStrv) numbers = g_strsplit (colon != NULL ? colon + 1 : "", ",", -1);
  g_autofree char *name = NULL;
  const guint n = g_strv_length (numbers);
  gboolean ok = colon != NULL && colon > text && n >= 1 && n <= G_N_ELEMENTS (target->at);

  *target = (LoomCellTarget) { NULL };
  for (guint i = 0; i < n && ok; i++)
    ok = g_ascii_string_to_unsigned (numbers[i], 10, 0, G_MAXINT64, &target->at[i], NULL);
  if (!ok)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("a cell is written as its array and its place, as f:3,5 for f[3][5]"));

  name = g_strndup (text, (gsize) (colon - text));
  target->array = g_intern_string (name);
  target->n = n;
  return TRUE;
}

/**
 * loom_cell_target_find:
 * @shape: of the array
 * @cell: (out): which of its cells it is, in C order
 *
 * Errors: %LOOM_ERROR_USAGE.
 *
 * Returns: whether the array has such a cell
 */
gboolean
loom_cell_target_find (const LoomCellTarget  *self,
                       const LoomShape       *shape,
                       guint64               *cell,
                       GError               **error)
{
  const guint64 extents[] = { shape->planes, shape->rows, shape->cols };
  g_autofree char *extent = loom_shape_format (shape);
  guint64 cells = 0;

  *cell = self->at[0];
  if (self->n == 1 && loom_shape_cells (shape, &cells) && self->at[0] < cells)
    return TRUE;
  if (self->n != shape->rank)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      self->n == 1 ? _("%1$s has no such cell: its extents are %2$s, and places "
                                       "count from 0")
                                   : _("A cell of %1$s has another number of places: its extents "
                                       "are %2$s"),
                      self->array, extent);

  *cell = 0;
  for (guint i = 0; i < self->n; i++)
    {
      const guint64 most = extents[G_N_ELEMENTS (extents) - self->n + i];

      if (self->at[i] >= most)
        return loom_fail (error, LOOM_ERROR_USAGE,
                          _("%1$s has no such cell: its extents are %2$s, and places count from 0"),
                          self->array, extent);
      *cell = *cell * most + self->at[i];
    }
  return TRUE;
}

/**
 * loom_cell_dup_subscript:
 * @shape: (nullable): of the array, %NULL where it is not known
 * @cell: index in C order
 *
 * Returns: (transfer full): the place as C has it, such as "[3][5]"
 */
char *
loom_cell_dup_subscript (const LoomShape *shape,
                         guint64          cell)
{
  const guint64 cols = shape != NULL ? MAX (shape->cols, 1) : 1,
                rows = shape != NULL ? MAX (shape->rows, 1) : 1;

  if (shape == NULL || shape->rank == 1)
    return g_strdup_printf ("[%" PRIu64 "]", cell);
  if (shape->rank == 2)
    return g_strdup_printf ("[%" PRIu64 "][%" PRIu64 "]", cell / cols, cell % cols);
  return g_strdup_printf ("[%" PRIu64 "][%" PRIu64 "][%" PRIu64 "]", cell / cols / rows,
                          cell / cols % rows, cell % cols);
}

static gboolean
check (gpointer data)
{
  const LoomCellTarget *self = data;

  return self->array != NULL && self->n >= 1;
}

static const LoomWireMember members[] = {
  LOOM_WIRE (INTERNED, LoomCellTarget, array),
  LOOM_WIRE_UP_TO (LoomCellTarget, n, 3),
  LOOM_WIRE (UINT64, LoomCellTarget, at[0]),
  LOOM_WIRE (UINT64, LoomCellTarget, at[1]),
  LOOM_WIRE (UINT64, LoomCellTarget, at[2]),
  LOOM_WIRE (BOOLEAN, LoomCellTarget, alone),
};
const LoomWire _loom_cell_target_wire = {
  LOOM_WIRE_MEMBERS (members, LoomCellTarget), .destroy = g_free, .check = check,
};

GVariant *
loom_cell_target_to_variant (const LoomCellTarget *self)
{
  return _loom_wire_pack (&_loom_cell_target_wire, self);
}

/**
 * loom_cell_target_from_variant:
 * @variant: from loom_cell_target_to_variant(), perhaps in a hostile process
 * @target: (out): what it says; no cell if it is none
 *
 * Returns: whether @variant is one
 */
gboolean
loom_cell_target_from_variant (GVariant       *variant,
                               LoomCellTarget *target)
{
  g_autofree LoomCellTarget *read = _loom_wire_create (&_loom_cell_target_wire, variant);

  *target = read != NULL ? *read : (LoomCellTarget) { NULL };
  return read != NULL;
}
