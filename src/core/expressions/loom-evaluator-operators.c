/* loom-evaluator-operators.c: signs, operators and casts of an expression, with the types and the
 * arithmetic of C
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static gsize
apply_comparison (const LoomMap  *map,
                  LoomNumber    **arguments,
                  gsize           n)
{
  _loom_numbers_compare (arguments[0], arguments[1], n, map->operator, map->kinds[0]);
  return n;
}

static void
compute_integers (LoomOperator      operator,
                  gboolean          with_sign,
                  LoomNumber       *a,
                  const LoomNumber *b,
                  gsize             n)
{
  switch (operator)
    {
    case LOOM_OPERATOR_PLUS:
      LOOM_EACH_NUMBER (x.u += y.u);
    case LOOM_OPERATOR_MINUS:
      LOOM_EACH_NUMBER (x.u -= y.u);
    case LOOM_OPERATOR_TIMES:
      LOOM_EACH_NUMBER (x.u *= y.u);
    case LOOM_OPERATOR_OR:
      LOOM_EACH_NUMBER (x.u |= y.u);
    case LOOM_OPERATOR_XOR:
      LOOM_EACH_NUMBER (x.u ^= y.u);
    case LOOM_OPERATOR_AND:
      LOOM_EACH_NUMBER (x.u &= y.u);
    case LOOM_OPERATOR_LEAST:
      LOOM_EACH_NUMBER (x = (with_sign ? y.i < x.i : y.u < x.u) ? y : x);
    default:
      LOOM_EACH_NUMBER (x = (with_sign ? y.i > x.i : y.u > x.u) ? y : x);
    }
}

static gsize
apply_arithmetic (const LoomMap  *map,
                  LoomNumber    **arguments,
                  gsize           n)
{
  if (loom_scalar_is_float (map->result))
    {
      _loom_floats_compute (arguments[0], arguments[1], n, map->operator, map->result);
      return n;
    }
  compute_integers (map->operator, loom_scalar_is_signed (map->result), arguments[0],
                    arguments[1], n);
  _loom_numbers_convert (arguments[0], n, LOOM_SCALAR_I64, map->result);
  return n;
}

/* Towards zero; the least number divided by -1 wraps as all others do. */
static gsize
apply_division (const LoomMap  *map,
                LoomNumber    **arguments,
                gsize           n)
{
  const gboolean for_quotient = map->operator == LOOM_OPERATOR_DIVIDE;
  const gboolean is_signed = loom_scalar_is_signed (map->result);
  LoomNumber *a = arguments[0];
  const LoomNumber *b = arguments[1];
  gsize i;

  for (i = 0; i < n && b[i].u != 0; i++)
    if (!is_signed)
      a[i].u = for_quotient ? a[i].u / b[i].u : a[i].u % b[i].u;
    else if (b[i].i == -1)
      a[i].u = for_quotient ? -a[i].u : 0;
    else
      a[i].i = for_quotient ? a[i].i / b[i].i : a[i].i % b[i].i;
  _loom_numbers_convert (a, i, LOOM_SCALAR_I64, map->result);
  return i;
}

static gsize
apply_shift (const LoomMap  *map,
             LoomNumber    **arguments,
             gsize           n)
{
  const guint64 bits = 8 * loom_scalar_size (map->result);
  const gboolean is_signed = loom_scalar_is_signed (map->result);
  LoomNumber *a = arguments[0];
  const LoomNumber *b = arguments[1];
  gsize i;

  for (i = 0; i < n && b[i].u < bits; i++)
    if (map->operator == LOOM_OPERATOR_LEFT)
      a[i].u <<= b[i].u;
    else if (is_signed)
      a[i].i >>= b[i].u;
    else
      a[i].u >>= b[i].u;
  _loom_numbers_convert (a, i, LOOM_SCALAR_I64, map->result);
  return i;
}

static gsize
apply_logic (const LoomMap  *map,
             LoomNumber    **arguments,
             gsize           n)
{
  LoomNumber *a = arguments[0];
  const LoomNumber *b = arguments[1];

  if (map->operator == LOOM_OPERATOR_AND_THEN)
    for (gsize i = 0; i < n; i++)
      a[i].u &= b[i].u;
  else
    for (gsize i = 0; i < n; i++)
      a[i].u |= b[i].u;
  return n;
}

static gboolean
check_integers (LoomEvaluator *self,
                guint          place,
                const char    *sign,
                LoomScalar     kind)
{
  return !loom_scalar_is_float (kind) ||
         _loom_evaluator_fail (self, place,
                               _("“%1$s” is for whole numbers, and one side is %2$s; cast it, as "
                                 "with (int), or use a function such as fmod()"),
                               sign, loom_scalar_get_name (kind));
}

static void
prepare_shift (LoomMap    *map,
               LoomScalar  left)
{
  map->kinds[0] = map->result = _loom_scalar_promote (left);
  map->kinds[1] = LOOM_SCALAR_I64;
  map->apply = apply_shift;
  map->refusal = N_("a number is shifted by less than 0 bits, or by as many as it has or more");
}

static gboolean
prepare (LoomEvaluator *self,
         guint          place,
         LoomMap       *map,
         LoomScalar     left,
         LoomScalar     right)
{
  const LoomOperator operator = map->operator;
  const LoomScalar common = _loom_scalar_common (left, right);
  const gboolean is_float = loom_scalar_is_float (common);

  map->kinds[0] = map->kinds[1] = map->result = common;
  map->apply = apply_arithmetic;
  if (operator <= LOOM_OPERATOR_AND_THEN)
    {
      map->kinds[0] = map->kinds[1] = map->result = LOOM_SCALAR_BOOL;
      map->apply = apply_logic;
    }
  else if (operator >= LOOM_OPERATOR_EQUAL && operator <= LOOM_OPERATOR_MORE)
    {
      map->result = LOOM_SCALAR_BOOL;
      map->apply = apply_comparison;
    }
  else if (operator == LOOM_OPERATOR_REMAINDER || (operator == LOOM_OPERATOR_DIVIDE && !is_float))
    {
      map->apply = apply_division;
      map->refusal = N_("a whole number is divided by 0");
    }
  else if (operator == LOOM_OPERATOR_LEFT || operator == LOOM_OPERATOR_RIGHT)
    prepare_shift (map, left);
  return (operator != LOOM_OPERATOR_REMAINDER && operator != LOOM_OPERATOR_OR &&
          operator != LOOM_OPERATOR_XOR && operator != LOOM_OPERATOR_AND &&
          map->apply != apply_shift) ||
         check_integers (self, place, _loom_operator_get_text (operator), common);
}

/**
 * _loom_evaluator_binary:
 *
 * Returns: (transfer full): what two arrays come to, cell by cell, or %NULL with the error set
 */
LoomValue *
_loom_evaluator_binary (LoomEvaluator *self,
                        guint          place,
                        LoomOperator   operator,
                        LoomValue     *left,
                        LoomValue     *right)
{
  LoomValue *values[] = { left, right };
  LoomMap map = { .operator = operator };

  if (!_loom_evaluator_check_cells (self, place, left) ||
      !_loom_evaluator_check_cells (self, place, right) ||
      !prepare (self, place, &map, left->type.scalar, right->type.scalar))
    return NULL;
  return _loom_evaluator_map (self, place, &map, values, 2);
}

static gsize
apply_sign (const LoomMap  *map,
            LoomNumber    **arguments,
            gsize           n)
{
  LoomNumber *a = arguments[0];

  for (gsize i = 0; i < n; i++)
    if (map->operator == '!')
      a[i].u = !a[i].u;
    else if (map->operator == '~')
      a[i].u = ~a[i].u;
    else if (map->operator == '-' && loom_scalar_is_float (map->result))
      a[i].d = -a[i].d;
    else if (map->operator == '-')
      a[i].u = -a[i].u;
  if (!loom_scalar_is_float (map->result))
    _loom_numbers_convert (a, n, LOOM_SCALAR_I64, map->result);
  return n;
}

/**
 * _loom_evaluator_sign:
 * @sign: `+`, `-`, `~`, `!`, or a blank for none
 *
 * Returns: (transfer full): the result of each cell, or %NULL with the error set
 */
LoomValue *
_loom_evaluator_sign (LoomEvaluator *self,
                      guint          place,
                      char           sign,
                      LoomValue     *value)
{
  const char shown[] = { sign, '\0' };
  LoomMap map = { .operator = sign, .apply = apply_sign };

  map.kinds[0] = map.result
      = sign == '!' ? LOOM_SCALAR_BOOL : _loom_scalar_promote (value->type.scalar);
  if (!_loom_evaluator_check_cells (self, place, value) ||
      (sign == '~' && !check_integers (self, place, shown, map.result)))
    return NULL;
  return _loom_evaluator_map (self, place, &map, &value, 1);
}

static gsize
apply_choice (const LoomMap  *map,
              LoomNumber    **arguments,
              gsize           n)
{
  for (gsize i = 0; i < n; i++)
    arguments[0][i] = arguments[arguments[0][i].u != 0 ? 1 : 2][i];
  return n;
}

/**
 * _loom_evaluator_choose:
 * @values: a condition and what is taken where it holds and where not
 *
 * Returns: (transfer full): the choices of all cells, or %NULL with the error set
 */
LoomValue *
_loom_evaluator_choose (LoomEvaluator  *self,
                        guint           place,
                        LoomValue     **values)
{
  const LoomScalar a = values[1]->type.scalar, b = values[2]->type.scalar;
  /* C promotes nothing where both are of one type */
  const LoomScalar common = a == b ? a : _loom_scalar_common (a, b);
  const LoomMap map = {
    .kinds = { LOOM_SCALAR_BOOL, common, common }, .result = common, .apply = apply_choice,
  };

  return _loom_evaluator_map (self, place, &map, values, 3);
}

static gsize
apply_nothing (const LoomMap  *map,
               LoomNumber    **arguments,
               gsize           n)
{
  return n;
}

LoomValue *
_loom_evaluator_cast (LoomEvaluator *self,
                      guint          place,
                      LoomScalar     scalar,
                      LoomValue     *value)
{
  const LoomMap map = { .kinds = { scalar }, .result = scalar, .apply = apply_nothing };

  return _loom_evaluator_map (self, place, &map, &value, 1);
}
