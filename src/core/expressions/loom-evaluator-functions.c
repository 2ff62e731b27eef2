/* loom-evaluator-functions.c: the functions of an expression that are of one cell at a time, by
 * CUDA's names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

typedef enum
{
  RESULT_FLOAT,                 /* of a float that, else a double */
  RESULT_TRUTH,
  RESULT_SAME,                  /* the promoted type, whole numbers too */
} Result;

typedef struct
{
  const char *name;
  guint       n_arguments;
  Result      result;
  double    (*one) (double);
  double    (*two) (double, double);
} Function;

static double
rsqrt (double x)
{
  return 1 / sqrt (x);
}

static double
is_nan (double x)
{
  return isnan (x) != 0;
}

static double
is_infinite (double x)
{
  return isinf (x) != 0;
}

static double
is_finite (double x)
{
  return isfinite (x) != 0;
}

static double
is_negative (double x)
{
  return signbit (x) != 0;
}

static const Function functions[] = {
  { "abs", 1, RESULT_SAME }, { "max", 2, RESULT_SAME }, { "min", 2, RESULT_SAME },
  { "fma", 3, RESULT_FLOAT },

  { "acos", 1, RESULT_FLOAT, acos }, { "acosh", 1, RESULT_FLOAT, acosh },
  { "asin", 1, RESULT_FLOAT, asin }, { "asinh", 1, RESULT_FLOAT, asinh },
  { "atan", 1, RESULT_FLOAT, atan }, { "atanh", 1, RESULT_FLOAT, atanh },
  { "cbrt", 1, RESULT_FLOAT, cbrt }, { "ceil", 1, RESULT_FLOAT, ceil },
  { "cos", 1, RESULT_FLOAT, cos }, { "cosh", 1, RESULT_FLOAT, cosh },
  { "erf", 1, RESULT_FLOAT, erf }, { "erfc", 1, RESULT_FLOAT, erfc },
  { "exp", 1, RESULT_FLOAT, exp }, { "exp10", 1, RESULT_FLOAT, exp10 },
  { "exp2", 1, RESULT_FLOAT, exp2 }, { "expm1", 1, RESULT_FLOAT, expm1 },
  { "fabs", 1, RESULT_FLOAT, fabs }, { "floor", 1, RESULT_FLOAT, floor },
  { "lgamma", 1, RESULT_FLOAT, lgamma }, { "log", 1, RESULT_FLOAT, log },
  { "log10", 1, RESULT_FLOAT, log10 }, { "log1p", 1, RESULT_FLOAT, log1p },
  { "log2", 1, RESULT_FLOAT, log2 }, { "nearbyint", 1, RESULT_FLOAT, nearbyint },
  { "rint", 1, RESULT_FLOAT, rint }, { "round", 1, RESULT_FLOAT, round },
  { "rsqrt", 1, RESULT_FLOAT, rsqrt }, { "sin", 1, RESULT_FLOAT, sin },
  { "sinh", 1, RESULT_FLOAT, sinh }, { "sqrt", 1, RESULT_FLOAT, sqrt },
  { "tan", 1, RESULT_FLOAT, tan }, { "tanh", 1, RESULT_FLOAT, tanh },
  { "tgamma", 1, RESULT_FLOAT, tgamma }, { "trunc", 1, RESULT_FLOAT, trunc },

  { "isfinite", 1, RESULT_TRUTH, is_finite }, { "isinf", 1, RESULT_TRUTH, is_infinite },
  { "isnan", 1, RESULT_TRUTH, is_nan }, { "signbit", 1, RESULT_TRUTH, is_negative },

  { "atan2", 2, RESULT_FLOAT, NULL, atan2 }, { "copysign", 2, RESULT_FLOAT, NULL, copysign },
  { "fdim", 2, RESULT_FLOAT, NULL, fdim }, { "fmax", 2, RESULT_FLOAT, NULL, fmax },
  { "fmin", 2, RESULT_FLOAT, NULL, fmin }, { "fmod", 2, RESULT_FLOAT, NULL, fmod },
  { "hypot", 2, RESULT_FLOAT, NULL, hypot }, { "pow", 2, RESULT_FLOAT, NULL, pow },
  { "remainder", 2, RESULT_FLOAT, NULL, remainder },
};

static const Function *
find_exactly (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_equal (functions[i].name, name))
      return &functions[i];
  return NULL;
}

/* sinf() is sin() of a float. */
static const Function *
find_function (const char *name,
               gboolean   *is_narrow)
{
  const Function *function = find_exactly (name);
  g_autofree char *stem = NULL;

  *is_narrow = FALSE;
  if (function != NULL || !g_str_has_suffix (name, "f"))
    return function;
  stem = g_strndup (name, strlen (name) - 1);
  function = find_exactly (stem);
  *is_narrow = TRUE;
  return function != NULL && function->result == RESULT_FLOAT ? function : NULL;
}

/* The nearest of its type to the result in double. */
static gsize
apply_function (const LoomMap  *map,
                LoomNumber    **arguments,
                gsize           n)
{
  const Function *function = map->function;
  LoomNumber *a = arguments[0];

  if (function->one != NULL)
    for (gsize i = 0; i < n; i++)
      a[i].d = function->one (a[i].d);
  else if (function->two != NULL)
    for (gsize i = 0; i < n; i++)
      a[i].d = function->two (a[i].d, arguments[1][i].d);
  else if (map->result == LOOM_SCALAR_F32)
    for (gsize i = 0; i < n; i++)
      a[i].d = fmaf (a[i].d, arguments[1][i].d, arguments[2][i].d);
  else
    for (gsize i = 0; i < n; i++)
      a[i].d = fma (a[i].d, arguments[1][i].d, arguments[2][i].d);
  _loom_numbers_convert (a, n, LOOM_SCALAR_F64, map->result);
  return n;
}

static gsize
apply_absolute (const LoomMap  *map,
                LoomNumber    **arguments,
                gsize           n)
{
  const gboolean is_signed = loom_scalar_is_signed (map->result);
  LoomNumber *a = arguments[0];

  for (gsize i = 0; i < n; i++)
    if (loom_scalar_is_float (map->result))
      a[i].d = fabs (a[i].d);
    else if (is_signed && a[i].i < 0)
      a[i].u = -a[i].u;
  if (!loom_scalar_is_float (map->result))
    _loom_numbers_convert (a, n, LOOM_SCALAR_I64, map->result);
  return n;
}

static LoomValue *
call_same (LoomEvaluator  *self,
           guint           place,
           const Function *function,
           LoomValue     **arguments)
{
  LoomMap map = { .apply = apply_absolute };

  if (function->n_arguments == 2)
    return _loom_evaluator_binary (self, place,
                                   g_str_equal (function->name, "min") ? LOOM_OPERATOR_LEAST
                                                                       : LOOM_OPERATOR_MOST,
                                   arguments[0], arguments[1]);
  map.kinds[0] = map.result = _loom_scalar_promote (arguments[0]->type.scalar);
  return _loom_evaluator_map (self, place, &map, arguments, 1);
}

static LoomValue *
call (LoomEvaluator  *self,
      guint           place,
      const Function *function,
      gboolean        is_narrow,
      LoomValue     **arguments)
{
  LoomMap map = { .apply = apply_function, .function = function };
  LoomScalar kind = LOOM_SCALAR_F32;

  if (function->result == RESULT_SAME)
    return call_same (self, place, function, arguments);
  /* whole numbers are doubles there */
  for (guint k = 0; k < function->n_arguments; k++)
    {
      const LoomScalar promoted = _loom_scalar_promote (arguments[k]->type.scalar);

      kind = promoted == LOOM_SCALAR_F32 ? kind : LOOM_SCALAR_F64;
    }
  kind = is_narrow ? LOOM_SCALAR_F32 : kind;
  for (guint k = 0; k < function->n_arguments; k++)
    map.kinds[k] = kind;
  map.result = function->result == RESULT_TRUTH ? LOOM_SCALAR_BOOL : kind;
  return _loom_evaluator_map (self, place, &map, arguments, function->n_arguments);
}

gboolean
_loom_evaluator_has_function (const char *name)
{
  gboolean is_narrow;

  return _loom_whole_function_find (name) != NULL || find_function (name, &is_narrow) != NULL;
}

static LoomValue *
fail_unknown (LoomEvaluator *self,
              guint          place,
              const char    *name)
{
  return _loom_evaluator_fail_null (self, place,
                                    _("there is no function “%s” here; there are those of CUDA "
                                      "such as sqrt, exp and min, and sum, mean, std, any, all, "
                                      "count, allclose and diff"), name);
}

/**
 * _loom_evaluator_call:
 *
 * Returns: (transfer full): the result of a function, or %NULL with the error set
 */
LoomValue *
_loom_evaluator_call (LoomEvaluator  *self,
                      guint           place,
                      const char     *name,
                      LoomValue     **arguments,
                      guint           n_arguments)
{
  const LoomWholeFunction *whole = _loom_whole_function_find (name);
  gboolean is_narrow;
  const Function *function = find_function (name, &is_narrow);

  if (whole != NULL && n_arguments >= whole->least && n_arguments <= whole->most)
    {
      for (guint k = 0; k < n_arguments; k++)
        if (!_loom_evaluator_check_cells (self, place, arguments[k]))
          return NULL;
      return whole->call (self, place, arguments, n_arguments);
    }
  if (function != NULL && n_arguments == function->n_arguments)
    return call (self, place, function, is_narrow, arguments);
  if (function == NULL && whole == NULL)
    return fail_unknown (self, place, name);
  return _loom_evaluator_fail_null (self, place,
                                    ngettext ("%1$s() is given %2$u argument and needs %3$u",
                                              "%1$s() is given %2$u arguments and needs %3$u",
                                              n_arguments),
                                    name, n_arguments,
                                    function != NULL ? function->n_arguments : whole->least);
}
