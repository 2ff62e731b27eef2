/* loom-evaluator-whole.c: the functions of an expression that are of whole arrays
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Of allclose(), as NumPy has them. */
#define RELATIVE 1e-5
#define ABSOLUTE 1e-8

/* A sum whose rounding is summed beside it (Neumaier), so that its order hardly counts. */
typedef struct
{
  double  sum, lost;
  double  mean;                 /* for squares of what lies apart from it */
  guint64 wrapped;
} Sum;

static void
sum_add (Sum    *self,
         double  value)
{
  const double sum = self->sum + value;

  self->lost += fabs (self->sum) >= fabs (value) ? (self->sum - sum) + value
                                                 : (value - sum) + self->sum;
  self->sum = sum;
}

/* What was lost of a sum that has left the finite numbers is no number. */
static double
sum_get (const Sum *self)
{
  return isfinite (self->sum) ? self->sum + self->lost : self->sum;
}

static void
take_floats (gpointer          data,
             const LoomNumber *numbers,
             gsize             n)
{
  for (gsize i = 0; i < n; i++)
    sum_add (data, numbers[i].d);
}

static void
take_squares (gpointer          data,
              const LoomNumber *numbers,
              gsize             n)
{
  Sum *self = data;

  for (gsize i = 0; i < n; i++)
    sum_add (self, (numbers[i].d - self->mean) * (numbers[i].d - self->mean));
}

static void
take_integers (gpointer          data,
               const LoomNumber *numbers,
               gsize             n)
{
  Sum *self = data;

  for (gsize i = 0; i < n; i++)
    self->wrapped += numbers[i].u;
}

static LoomValue *
take_double (double value)
{
  return _loom_evaluator_take_number (LOOM_SCALAR_F64, (LoomNumber) { .d = value });
}

static LoomValue *
take_truth (gboolean value)
{
  return _loom_evaluator_take_number (LOOM_SCALAR_BOOL, (LoomNumber) { .u = value });
}

/* Of floats a double; of whole numbers one with 64 bits, which wraps. */
static LoomValue *
call_sum (LoomEvaluator  *self,
          guint           place,
          LoomValue     **arguments,
          guint           n_arguments)
{
  const LoomScalar scalar = arguments[0]->type.scalar;
  const LoomScalar kind = loom_scalar_is_float (scalar) ? LOOM_SCALAR_F64
                          : _loom_scalar_promote (scalar) == LOOM_SCALAR_U32 ||
                            scalar == LOOM_SCALAR_U64 ? LOOM_SCALAR_U64 : LOOM_SCALAR_I64;
  const gboolean is_float = kind == LOOM_SCALAR_F64;
  Sum sum = { 0, };

  if (!_loom_evaluator_each (self, arguments[0], kind, is_float ? take_floats : take_integers,
                             &sum))
    return NULL;
  return is_float ? take_double (sum_get (&sum))
                  : _loom_evaluator_take_number (kind, (LoomNumber) { .u = sum.wrapped });
}

static gboolean
get_mean (LoomEvaluator *self,
          LoomValue     *value,
          double        *mean)
{
  Sum sum = { 0, };

  if (!_loom_evaluator_each (self, value, LOOM_SCALAR_F64, take_floats, &sum))
    return FALSE;
  *mean = sum_get (&sum) / loom_value_count (value);
  return TRUE;
}

static LoomValue *
call_mean (LoomEvaluator  *self,
           guint           place,
           LoomValue     **arguments,
           guint           n_arguments)
{
  double mean;

  return get_mean (self, arguments[0], &mean) ? take_double (mean) : NULL;
}

static LoomValue *
call_std (LoomEvaluator  *self,
          guint           place,
          LoomValue     **arguments,
          guint           n_arguments)
{
  Sum squares = { 0, };

  if (!get_mean (self, arguments[0], &squares.mean) ||
      !_loom_evaluator_each (self, arguments[0], LOOM_SCALAR_F64, take_squares, &squares))
    return NULL;
  return take_double (sqrt (sum_get (&squares) / loom_value_count (arguments[0])));
}

typedef struct
{
  LoomScalar kind;
  gboolean   for_most;
  gboolean   has_any;
  LoomNumber extreme;
} Extreme;

/* NaN is the least and the most of all that it is among. */
static gboolean
is_beyond (const Extreme    *self,
           const LoomNumber *number)
{
  if (!self->has_any)
    return TRUE;
  if (loom_scalar_is_float (self->kind))
    return !isnan (self->extreme.d) &&
           (isnan (number->d) || (self->for_most ? number->d > self->extreme.d
                                                 : number->d < self->extreme.d));
  if (self->kind == LOOM_SCALAR_I32 || self->kind == LOOM_SCALAR_I64)
    return self->for_most ? number->i > self->extreme.i : number->i < self->extreme.i;
  return self->for_most ? number->u > self->extreme.u : number->u < self->extreme.u;
}

static void
take_extremes (gpointer          data,
               const LoomNumber *numbers,
               gsize             n)
{
  Extreme *self = data;

  for (gsize i = 0; i < n; i++)
    if (is_beyond (self, &numbers[i]))
      {
        self->extreme = numbers[i];
        self->has_any = TRUE;
      }
}

static LoomValue *
call_extreme (LoomEvaluator *self,
              guint          place,
              LoomValue     *value,
              gboolean       for_most)
{
  Extreme extreme = { _loom_scalar_promote (value->type.scalar), for_most, };

  if (loom_value_count (value) == 0)
    return _loom_evaluator_fail_null (self, place,
                                      _("an array without a cell has no least and no most; widen "
                                        "the slice"));
  if (!_loom_evaluator_each (self, value, extreme.kind, take_extremes, &extreme))
    return NULL;
  return _loom_evaluator_take_number (value->type.scalar, extreme.extreme);
}

static LoomValue *
call_min (LoomEvaluator  *self,
          guint           place,
          LoomValue     **arguments,
          guint           n_arguments)
{
  return call_extreme (self, place, arguments[0], FALSE);
}

static LoomValue *
call_max (LoomEvaluator  *self,
          guint           place,
          LoomValue     **arguments,
          guint           n_arguments)
{
  return call_extreme (self, place, arguments[0], TRUE);
}

/* How many cells are not 0. */
static gboolean
count_true (LoomEvaluator *self,
            LoomValue     *value,
            guint64       *count)
{
  Sum sum = { 0, };
  const gboolean done
      = _loom_evaluator_each (self, value, LOOM_SCALAR_BOOL, take_integers, &sum);

  *count = sum.wrapped;
  return done;
}

static LoomValue *
call_count (LoomEvaluator  *self,
            guint           place,
            LoomValue     **arguments,
            guint           n_arguments)
{
  LoomNumber count;

  return count_true (self, arguments[0], &count.u)
         ? _loom_evaluator_take_number (LOOM_SCALAR_I64, count) : NULL;
}

static LoomValue *
call_any (LoomEvaluator  *self,
          guint           place,
          LoomValue     **arguments,
          guint           n_arguments)
{
  guint64 count;

  return count_true (self, arguments[0], &count) ? take_truth (count > 0) : NULL;
}

static LoomValue *
call_all (LoomEvaluator  *self,
          guint           place,
          LoomValue     **arguments,
          guint           n_arguments)
{
  guint64 count;

  return count_true (self, arguments[0], &count)
         ? take_truth (count == loom_value_count (arguments[0])) : NULL;
}

/* NaN beside NaN, and an infinity beside the same, are no difference. */
static gsize
apply_difference (const LoomMap  *map,
                  LoomNumber    **arguments,
                  gsize           n)
{
  LoomNumber *a = arguments[0];
  const LoomNumber *b = arguments[1];

  for (gsize i = 0; i < n; i++)
    a[i].d = a[i].d == b[i].d || (isnan (a[i].d) && isnan (b[i].d)) ? 0 : a[i].d - b[i].d;
  return n;
}

static LoomValue *
call_diff (LoomEvaluator  *self,
           guint           place,
           LoomValue     **arguments,
           guint           n_arguments)
{
  const LoomMap map = {
    .kinds = { LOOM_SCALAR_F64, LOOM_SCALAR_F64 }, .result = LOOM_SCALAR_F64,
    .apply = apply_difference,
  };

  return _loom_evaluator_map (self, place, &map, arguments, 2);
}

typedef struct
{
  double relative, absolute;
} Tolerance;

static gsize
apply_closeness (const LoomMap  *map,
                 LoomNumber    **arguments,
                 gsize           n)
{
  const Tolerance *tolerance = map->function;

  for (gsize i = 0; i < n; i++)
    {
      const double a = arguments[0][i].d, b = arguments[1][i].d;

      arguments[0][i].u
          = a == b || (isfinite (b) &&
                       fabs (a - b) <= tolerance->absolute + tolerance->relative * fabs (b));
    }
  return n;
}

static gboolean
get_tolerance (LoomEvaluator *self,
               guint          place,
               LoomValue     *value,
               double        *tolerance)
{
  g_autofree char *shown = loom_value_format (value);

  if (value->rank > 0 || value->type.scalar == LOOM_SCALAR_BYTES)
    return _loom_evaluator_fail (self, place, _("a tolerance is one number, as 1e-6"));
  *tolerance = loom_scalar_to_double (value->type.scalar, value->data);
  return *tolerance >= 0 ||
         _loom_evaluator_fail (self, place, _("a tolerance is not negative, and this is %s"),
                               shown);
}

static LoomValue *
call_allclose (LoomEvaluator  *self,
               guint           place,
               LoomValue     **arguments,
               guint           n_arguments)
{
  Tolerance tolerance = { RELATIVE, ABSOLUTE };
  const LoomMap map = {
    .kinds = { LOOM_SCALAR_F64, LOOM_SCALAR_F64 }, .result = LOOM_SCALAR_BOOL,
    .apply = apply_closeness, .function = &tolerance,
  };
  g_autoptr (LoomValue) close = NULL;
  LoomValue *closes[1];

  if ((n_arguments > 2 && !get_tolerance (self, place, arguments[2], &tolerance.relative)) ||
      (n_arguments > 3 && !get_tolerance (self, place, arguments[3], &tolerance.absolute)))
    return NULL;
  close = closes[0] = _loom_evaluator_map (self, place, &map, arguments, 2);
  return close != NULL ? call_all (self, place, closes, 1) : NULL;
}

static const LoomWholeFunction functions[] = {
  { "all", 1, 1, call_all }, { "allclose", 2, 4, call_allclose }, { "any", 1, 1, call_any },
  { "count", 1, 1, call_count }, { "diff", 2, 2, call_diff }, { "max", 1, 1, call_max },
  { "mean", 1, 1, call_mean }, { "min", 1, 1, call_min }, { "std", 1, 1, call_std },
  { "sum", 1, 1, call_sum },
};

/**
 * _loom_whole_function_find:
 *
 * Returns: (nullable): the function of that name; min() and max() of two are not of whole arrays
 */
const LoomWholeFunction *
_loom_whole_function_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_equal (functions[i].name, name))
      return &functions[i];
  return NULL;
}
