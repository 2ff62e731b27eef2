/* loom-evaluator-slices.c: what stands in brackets behind an array: one cell, one row, or every
 * second, or those that a condition chooses, as NumPy has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

void
_loom_subscript_clear (LoomSubscript *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->values); i++)
    g_clear_pointer (&self->values[i], loom_value_unref);
}

/**
 * _loom_evaluator_get_index:
 * @index: (out): a whole number; a place beyond 2⁶³ is beyond all arrays anyway
 *
 * Returns: whether a value is one whole number; else with the error set
 */
gboolean
_loom_evaluator_get_index (LoomEvaluator *self,
                           guint          place,
                           LoomValue     *value,
                           gint64        *index)
{
  LoomNumber number = { 0, };
  const LoomScalar scalar = value->type.scalar;
  g_autofree char *type = loom_value_format_type (value);
  g_autoptr (LoomValue) wide = NULL;

  if (value->rank > 0)
    return _loom_evaluator_fail (self, place,
                                 _("an index is one whole number, and this is %s; cells are chosen "
                                   "by a condition alone, as in f[f > 0]"), type);
  if (value->type.lanes != 1 || scalar < LOOM_SCALAR_I8 ||
      loom_scalar_is_float (scalar))
    return _loom_evaluator_fail (self, place,
                                 _("an index is one whole number, and this is %s; cast it, as "
                                   "with (int)"), type);
  wide = _loom_evaluator_cast (self, place, LOOM_SCALAR_I64, value);
  if (wide == NULL)
    return FALSE;
  number.i = *(const gint64 *) wide->data;
  *index = scalar == LOOM_SCALAR_U64 && number.i < 0 ? G_MAXINT64 : number.i;
  return TRUE;
}

/* Where a slice begins or ends: counted from the end if it is negative, and never outside. */
static gint64
clip (gint64 index,
      gint64 extent,
      gint64 step)
{
  if (index < 0)
    index += extent;
  if (index < 0)
    return step < 0 ? -1 : 0;
  if (index >= extent)
    return step < 0 ? extent - 1 : extent;
  return index;
}

static gboolean
take_slice (LoomEvaluator       *self,
            LoomValue           *view,
            guint                axis,
            const LoomSubscript *subscript)
{
  const gint64 extent = view->extents[axis];
  gint64 numbers[3] = { 0, 0, 1 }, start, stop, step, count = 0;

  for (guint i = 0; i < 3; i++)
    if (subscript->values[i] != NULL &&
        !_loom_evaluator_get_index (self, subscript->place, subscript->values[i], &numbers[i]))
      return FALSE;
  step = MAX (numbers[2], -G_MAXINT64);
  if (step == 0)
    return _loom_evaluator_fail (self, subscript->place,
                                 _("the step of a slice is not 0; -1 goes backwards"));
  start = subscript->values[0] != NULL ? clip (numbers[0], extent, step)
                                       : step < 0 ? extent - 1 : 0;
  stop = subscript->values[1] != NULL ? clip (numbers[1], extent, step) : step < 0 ? -1 : extent;
  if (step > 0 && start < stop)
    count = (stop - start - 1) / step + 1;
  else if (step < 0 && start > stop)
    count = (start - stop - 1) / -step + 1;
  if (count > 0)
    view->data += start * view->steps[axis];
  /* a step beyond the array leads to no second cell */
  view->steps[axis] *= count > 1 ? step : 1;
  view->extents[axis] = count;
  return TRUE;
}

/* shown: which axis it is of the whole array. */
static gboolean
take_one (LoomEvaluator       *self,
          LoomValue           *view,
          guint                axis,
          guint                shown,
          const LoomSubscript *subscript)
{
  const gint64 extent = view->extents[axis];
  gint64 index;

  if (!_loom_evaluator_get_index (self, subscript->place, subscript->values[0], &index))
    return FALSE;
  if (index < -extent || index >= extent)
    return _loom_evaluator_fail (self, subscript->place,
                                 ngettext ("there is no index %1$" PRId64 " along axis "
                                           "%2$u, which has %3$" PRId64 " cell; 0 is the "
                                           "first and -1 the last",
                                           "there is no index %1$" PRId64 " along axis "
                                           "%2$u, which has %3$" PRId64 " cells; 0 is "
                                           "the first and -1 the last", extent),
                                 index, shown, extent);
  view->data += (index < 0 ? index + extent : index) * view->steps[axis];
  return TRUE;
}

/* An axis of which one cell is left is none. */
static void
drop_axis (LoomValue *view,
           guint      axis)
{
  for (guint i = axis; i + 1 < LOOM_VALUE_MAX_RANK; i++)
    {
      view->extents[i] = view->extents[i + 1];
      view->steps[i] = view->steps[i + 1];
    }
  view->extents[LOOM_VALUE_MAX_RANK - 1] = 1;
  view->steps[LOOM_VALUE_MAX_RANK - 1] = view->type.size;
  view->rank--;
}

static gboolean
is_mask (const LoomSubscript *subscript)
{
  return !subscript->is_slice && !subscript->is_rest && subscript->values[0]->rank > 0 &&
         subscript->values[0]->type.scalar == LOOM_SCALAR_BOOL;
}

static gboolean
fits_mask (const LoomValue *value,
           const LoomValue *mask)
{
  if (mask->rank > value->rank)
    return FALSE;
  for (guint axis = 0; axis < mask->rank; axis++)
    if (mask->extents[axis] != value->extents[axis])
      return FALSE;
  return TRUE;
}

/* One after the other, whatever lies behind each place of the mask: a number, or a row. */
static gboolean
copy_chosen (LoomEvaluator   *self,
             const LoomValue *value,
             const LoomValue *mask,
             guint64          inner,
             guint8          *cells)
{
  const guint64 n = loom_value_count (mask);
  const gsize size = value->type.size;

  for (guint64 i = 0; i < n; i++)
    {
      if (i % 65536 == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, self->error))
        return FALSE;
      if (*(const guint8 *) loom_value_get_cell (mask, i) == 0)
        continue;
      for (guint64 k = 0; k < inner; k++, cells += size)
        memcpy (cells, loom_value_get_cell (value, i * inner + k), size);
    }
  return TRUE;
}

/* f[f > 0]: the cells for which a condition holds. */
static LoomValue *
choose (LoomEvaluator *self,
        guint          place,
        LoomValue     *value,
        LoomValue     *mask)
{
  gint64 extents[LOOM_VALUE_MAX_RANK] = { 0, 1, 1 };
  g_autofree guint8 *cells = NULL;
  g_autoptr (GBytes) bytes = NULL;
  guint64 n = loom_value_count (mask), inner = 1, size;

  if (!fits_mask (value, mask))
    {
      g_autofree char *type = loom_value_format_type (value);
      g_autofree char *chosen = loom_value_format_type (mask);

      return _loom_evaluator_fail_null (self, place,
                                        _("the condition is %1$s and chooses cells of %2$s; both "
                                          "need the same extents"), chosen, type);
    }
  for (guint64 i = 0; i < n; i++)
    extents[0] += *(const guint8 *) loom_value_get_cell (mask, i) != 0;
  for (guint axis = mask->rank; axis < value->rank; axis++)
    inner *= extents[axis - mask->rank + 1] = value->extents[axis];
  size = (guint64) extents[0] * inner;
  cells = _loom_evaluator_make (self, place, size, value->type.size);
  if (cells == NULL || !copy_chosen (self, value, mask, inner, cells))
    return NULL;
  bytes = g_bytes_new_take (g_steal_pointer (&cells), size * value->type.size);
  return loom_value_new (&value->type, value->rank - mask->rank + 1, extents, bytes);
}

/* How many axes a subscript is of: ... is of all that are left. */
static guint
count_axes (const LoomSubscript *subscripts,
            guint                n_subscripts,
            guint                i,
            guint                rank)
{
  return subscripts[i].is_rest ? rank + 1 - n_subscripts : 1;
}

static gboolean
check_rests (LoomEvaluator       *self,
             const LoomSubscript *subscripts,
             guint                n_subscripts,
             guint               *n_rests)
{
  *n_rests = 0;
  for (guint i = 0; i < n_subscripts; i++)
    {
      *n_rests += subscripts[i].is_rest;
      if (*n_rests > 1)
        return _loom_evaluator_fail (self, subscripts[i].place,
                                     _("“...” stands for all axes that are left, and "
                                       "can be used once"));
    }
  return TRUE;
}

/**
 * _loom_evaluator_subscript:
 *
 * Returns: (transfer full): a view of the cells that the subscripts leave, or %NULL with the error
 *   set
 */
LoomValue *
_loom_evaluator_subscript (LoomEvaluator       *self,
                           guint                place,
                           LoomValue           *value,
                           const LoomSubscript *subscripts,
                           guint                n_subscripts)
{
  g_autoptr (LoomValue) view = loom_value_new_view (value);
  guint axis = 0, whole = 0, n_rests;

  if (n_subscripts == 1 && is_mask (&subscripts[0]))
    return choose (self, subscripts[0].place, value, subscripts[0].values[0]);
  if (!check_rests (self, subscripts, n_subscripts, &n_rests))
    return NULL;
  if (n_subscripts - n_rests > value->rank)
    {
      g_autofree char *type = loom_value_format_type (value);

      return _loom_evaluator_fail_null (self, place,
                                        ngettext ("%1$s has %2$u axis, fewer than there are "
                                                  "indices (%3$u); leave some out",
                                                  "%1$s has %2$u axes, fewer than there are "
                                                  "indices (%3$u); leave some out", value->rank),
                                        type, value->rank, n_subscripts - n_rests);
    }
  for (guint i = 0; i < n_subscripts; i++)
    {
      const guint n_axes = count_axes (subscripts, n_subscripts, i, value->rank);

      if (subscripts[i].is_slice && !take_slice (self, view, axis, &subscripts[i]))
        return NULL;
      if (subscripts[i].is_slice || subscripts[i].is_rest)
        axis += n_axes;
      else if (!take_one (self, view, axis, whole, &subscripts[i]))
        return NULL;
      else
        drop_axis (view, axis);
      whole += n_axes;
    }
  return g_steal_pointer (&view);
}
