/* loom-evaluator-axis.c: a function of whole arrays along one axis, as sum(f, axis=0)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* The cells that come to one, by where they begin. */
static LoomValue *
make_line (LoomValue *value,
           guint      axis,
           guint64    index)
{
  LoomValue *line = loom_value_new_view (value);

  for (gint other = LOOM_VALUE_MAX_RANK - 1; other >= 0; other--)
    if ((guint) other != axis)
      {
        line->data += (gint64) (index % value->extents[other]) * value->steps[other];
        index /= value->extents[other];
      }
  line->rank = 1;
  line->extents[0] = value->extents[axis];
  line->steps[0] = value->steps[axis];
  for (guint other = 1; other < LOOM_VALUE_MAX_RANK; other++)
    line->extents[other] = 1;
  return line;
}

/* What stands for a line where there is none: the type of the result follows from it, and whether
 * there is one. */
static LoomValue *
make_zero (const LoomValue *value,
           guint            axis)
{
  const gsize size = value->type.size;
  g_autoptr (GBytes) cell = g_bytes_new_take (g_malloc0 (size), size);
  LoomValue *line = loom_value_new (&value->type, 1, (const gint64[]) { 1 }, cell);

  line->extents[0] = MIN (value->extents[axis], 1);
  return line;
}

/* n: how many cells there are to be. */
static guint8 *
fill (LoomEvaluator           *self,
      guint                    place,
      const LoomWholeFunction *function,
      LoomValue               *value,
      guint                    axis,
      guint64                  n,
      LoomScalar              *scalar)
{
  g_autofree guint8 *cells = NULL;
  gsize size = 0;

  for (guint64 i = 0; i < MAX (n, 1); i++)
    {
      g_autoptr (LoomValue) line = NULL, cell = NULL;

      line = n > 0 ? make_line (value, axis, i) : make_zero (value, axis);
      cell = function->call (self, place, &line, 1);
      if (cell == NULL)
        return NULL;
      *scalar = cell->type.scalar;
      size = cell->type.size;
      if (cells == NULL)
        cells = _loom_evaluator_make (self, place, MAX (n, 1), size);
      if (cells == NULL)
        return NULL;
      memcpy (cells + i * size, cell->data, size);
    }
  return g_steal_pointer (&cells);
}

static LoomValue *
fail_axis (LoomEvaluator *self,
           guint          place,
           LoomValue     *value,
           gint64         axis)
{
  g_autofree char *type = loom_value_format_type (value);

  if (value->rank == 0)
    return _loom_evaluator_fail_null (self, place, _("%s is one number and has no axis; leave the "
                                                     "axis out"), type);
  return _loom_evaluator_fail_null (self, place,
                                    _("there is no axis %1$" PRId64 " of %2$s; 0 is the first and "
                                      "%3$u the last"), axis, type, value->rank - 1);
}

/**
 * _loom_evaluator_call_along:
 * @place: of the function's name
 * @axis_place: of the axis
 * @axis: from 0 on, or from the last on if it is negative
 *
 * Returns: (transfer full): what a function of whole arrays comes to for all cells along one axis,
 *   an array without that axis, or %NULL with the error set
 */
LoomValue *
_loom_evaluator_call_along (LoomEvaluator *self,
                            guint          place,
                            const char    *name,
                            LoomValue     *value,
                            guint          axis_place,
                            gint64         axis)
{
  const LoomWholeFunction *function = _loom_whole_function_find (name);
  const gint64 found = axis < 0 ? axis + value->rank : axis;
  gint64 extents[LOOM_VALUE_MAX_RANK] = { 1, 1, 1 };
  LoomScalar scalar = LOOM_SCALAR_BYTES;
  guint8 *cells;
  guint64 n = 1;
  guint rank = 0;

  if (function == NULL || function->least != 1)
    return _loom_evaluator_fail_null (self, axis_place,
                                      _("%s() goes along no axis; sum, mean, std, min, max, any, "
                                        "all and count do"), name);
  if (!_loom_evaluator_check_cells (self, place, value))
    return NULL;
  if (found < 0 || found >= value->rank)
    return fail_axis (self, axis_place, value, axis);
  for (guint other = 0; other < value->rank; other++)
    if (other != found)
      {
        extents[rank++] = value->extents[other];
        n *= value->extents[other];
      }
  cells = fill (self, place, function, value, found, n, &scalar);
  return cells != NULL ? _loom_evaluator_take (scalar, rank, extents, cells) : NULL;
}
