/* loom-evaluator-slices.c: what stands in brackets behind an array: one cell, one row, or every
 * second, as NumPy has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

void
_loom_subscript_clear (LoomSubscript *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->values); i++)
    g_clear_pointer (&self->values[i], loom_value_unref);
}

/* A place beyond 2⁶³ is beyond all arrays anyway. */
static gboolean
get_index (LoomEvaluator *self,
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
                                   "as in “condition ? f : 0”, and counted by count()"), type);
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
        !get_index (self, subscript->place, subscript->values[i], &numbers[i]))
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

  if (!get_index (self, subscript->place, subscript->values[0], &index))
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
  guint axis = 0;

  if (n_subscripts > value->rank)
    {
      g_autofree char *type = loom_value_format_type (value);

      return _loom_evaluator_fail_null (self, place,
                                        ngettext ("%1$s has %2$u axis, fewer than there are "
                                                  "indices (%3$u); leave some out",
                                                  "%1$s has %2$u axes, fewer than there are "
                                                  "indices (%3$u); leave some out", value->rank),
                                        type, value->rank, n_subscripts);
    }
  for (guint i = 0; i < n_subscripts; i++)
    if (subscripts[i].is_slice)
      {
        if (!take_slice (self, view, axis, &subscripts[i]))
          return NULL;
        axis++;
      }
    else
      {
        if (!take_one (self, view, axis, i, &subscripts[i]))
          return NULL;
        drop_axis (view, axis);
      }
  return g_steal_pointer (&view);
}
