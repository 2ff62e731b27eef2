/* loom-constant.c: numbers with a type, as C reads them, converts them and computes with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-constant-private.h"

#include "loom-scalar-text.h"

#include <math.h>
#include <string.h>

/* Holds what two numbers of any type of 64 bits come to. */
typedef __int128 Wide;

/**
 * _loom_scalar_promote:
 *
 * Returns: what C computes with: of narrow whole numbers int; of half floats, as in the fills of a
 *   document, float
 */
LoomScalar
_loom_scalar_promote (LoomScalar scalar)
{
  if (loom_scalar_is_float (scalar))
    return scalar == LOOM_SCALAR_F64 ? LOOM_SCALAR_F64 : LOOM_SCALAR_F32;
  return MAX (scalar, LOOM_SCALAR_I32);
}

/**
 * _loom_scalar_common:
 *
 * Returns: what C computes with where these two meet
 */
LoomScalar
_loom_scalar_common (LoomScalar a,
                     LoomScalar b)
{
  /* their order is that of C's ranks: each unsigned one above its signed one, floats above all */
  return MAX (_loom_scalar_promote (a), _loom_scalar_promote (b));
}

static void
wrap_numbers (LoomNumber *numbers,
              gsize       n,
              LoomScalar  to)
{
  const guint bits = 8 * loom_scalar_size (to);
  const gboolean is_signed = loom_scalar_is_signed (to);

  for (gsize i = 0; i < n && bits < 64; i++)
    {
      numbers[i].u <<= 64 - bits;
      if (is_signed)
        numbers[i].i >>= 64 - bits;
      else
        numbers[i].u >>= 64 - bits;
    }
}

static void
truncate_numbers (LoomNumber *numbers,
                  gsize       n,
                  LoomScalar  to)
{
  LoomScalarBits bits;

  for (gsize i = 0; i < n; i++)
    {
      loom_scalar_from_double (numbers[i].d, to, &bits);
      numbers[i].i = bits.i64;
    }
  wrap_numbers (numbers, n, to);
}

/* From whole numbers straight to a float, so that there is one rounding. */
static void
float_numbers (LoomNumber *numbers,
               gsize       n,
               LoomScalar  from,
               LoomScalar  to)
{
  const gboolean is_narrow = to == LOOM_SCALAR_F32;

  for (gsize i = 0; i < n; i++)
    if (from == LOOM_SCALAR_U64)
      numbers[i].d = is_narrow ? (float) numbers[i].u : (double) numbers[i].u;
    else
      numbers[i].d = is_narrow ? (float) numbers[i].i : (double) numbers[i].i;
}

static void
round_numbers (LoomNumber *numbers,
               gsize       n,
               LoomScalar  to)
{
  LoomScalarBits bits;

  for (gsize i = 0; i < n && to != LOOM_SCALAR_F64; i++)
    if (to == LOOM_SCALAR_F32)
      numbers[i].d = (float) numbers[i].d;
    else
      {
        loom_scalar_from_double (numbers[i].d, to, &bits);
        numbers[i].d = loom_scalar_to_double (to, &bits);
      }
}

/**
 * _loom_numbers_convert:
 *
 * Converts as C does; a float that a whole number cannot hold saturates, as in CUDA.
 */
void
_loom_numbers_convert (LoomNumber *numbers,
                       gsize       n,
                       LoomScalar  from,
                       LoomScalar  to)
{
  if (to == from)
    return;
  if (to == LOOM_SCALAR_BOOL)
    {
      for (gsize i = 0; i < n; i++)
        numbers[i].u = loom_scalar_is_float (from) ? numbers[i].d != 0 : numbers[i].u != 0;
    }
  else if (loom_scalar_is_float (from) && loom_scalar_is_float (to))
    round_numbers (numbers, n, to);
  else if (loom_scalar_is_float (from))
    truncate_numbers (numbers, n, to);
  else if (!loom_scalar_is_float (to))
    wrap_numbers (numbers, n, to);
  else
    {
      float_numbers (numbers, n, from, to);
      round_numbers (numbers, n, to);
    }
}

#define COMPARE(operator) \
  LOOM_EACH_NUMBER (x.u = is_float ? x.d operator y.d \
                          : with_sign ? x.i operator y.i : x.u operator y.u)

/**
 * _loom_numbers_compare:
 * @a: (inout): numbers of the type @kind; then what holds of each
 */
void
_loom_numbers_compare (LoomNumber       *a,
                       const LoomNumber *b,
                       gsize             n,
                       LoomOperator      operator,
                       LoomScalar        kind)
{
  const gboolean is_float = loom_scalar_is_float (kind), with_sign = loom_scalar_is_signed (kind);

  switch (operator)
    {
    case LOOM_OPERATOR_EQUAL:
      COMPARE (==);
    case LOOM_OPERATOR_DIFFERENT:
      COMPARE (!=);
    case LOOM_OPERATOR_AT_MOST:
      COMPARE (<=);
    case LOOM_OPERATOR_AT_LEAST:
      COMPARE (>=);
    case LOOM_OPERATOR_LESS:
      COMPARE (<);
    default:
      COMPARE (>);
    }
}

/**
 * _loom_floats_compute:
 * @a: (inout): numbers of the type @kind; then the results
 *
 * A sum, difference, product or quotient of floats that is rounded from that of their doubles is
 * the nearest float: twice as many bits, and two, are enough for that. Of floats NaN is left out
 * where there is a number, as fmin() and fmax() do.
 */
void
_loom_floats_compute (LoomNumber       *a,
                      const LoomNumber *b,
                      gsize             n,
                      LoomOperator      operator,
                      LoomScalar        kind)
{
  switch (operator)
    {
    case LOOM_OPERATOR_PLUS:
      LOOM_EACH_NUMBER (x.d += y.d);
    case LOOM_OPERATOR_MINUS:
      LOOM_EACH_NUMBER (x.d -= y.d);
    case LOOM_OPERATOR_TIMES:
      LOOM_EACH_NUMBER (x.d *= y.d);
    case LOOM_OPERATOR_LEAST:
      LOOM_EACH_NUMBER (x.d = fmin (x.d, y.d));
    case LOOM_OPERATOR_MOST:
      LOOM_EACH_NUMBER (x.d = fmax (x.d, y.d));
    default:
      LOOM_EACH_NUMBER (x.d /= y.d);
    }
  _loom_numbers_convert (a, n, LOOM_SCALAR_F64, kind);
}

static LoomFault
parse_float (LoomConstant *self,
             const char   *digits)
{
  char *end;
  const double value = g_ascii_strtod (digits, &end);
  const gboolean is_narrow = g_ascii_strcasecmp (end, "f") == 0;

  if (end == digits || (*end != '\0' && !is_narrow && g_ascii_strcasecmp (end, "l") != 0))
    return LOOM_FAULT_NUMBER;
  self->type = is_narrow ? LOOM_SCALAR_F32 : LOOM_SCALAR_F64;
  self->number.d = value;
  _loom_numbers_convert (&self->number, 1, LOOM_SCALAR_F64, self->type);
  return LOOM_FAULT_NONE;
}

/* The first type that holds it, of those that C tries. */
static LoomScalar
find_type (guint64     value,
           const char *suffix,
           gboolean    is_decimal)
{
  const gboolean is_unsigned = strpbrk (suffix, "uU") != NULL;
  const gboolean is_long = strpbrk (suffix, "lLzZ") != NULL;

  if (!is_long && !is_unsigned && value <= G_MAXINT32)
    return LOOM_SCALAR_I32;
  if (!is_long && (is_unsigned || !is_decimal) && value <= G_MAXUINT32)
    return LOOM_SCALAR_U32;
  return !is_unsigned && value <= G_MAXINT64 ? LOOM_SCALAR_I64 : LOOM_SCALAR_U64;
}

static LoomFault
parse_integer (LoomConstant *self,
               const char   *text,
               guint         base)
{
  const char *digits = text + (base == 16 || base == 2 ? 2 : 0);
  const gsize n = strspn (digits, base == 16 ? "0123456789abcdefABCDEF" : "0123456789");
  const char *suffix = digits + n;
  g_autofree char *only = g_strndup (digits, n);

  if (strlen (suffix) > 3 || suffix[strspn (suffix, "uUlLzZ")] != '\0')
    return LOOM_FAULT_NUMBER;
  if (!g_ascii_string_to_unsigned (only, base, 0, G_MAXUINT64, &self->number.u, NULL))
    return n > 0 && base != 2 ? LOOM_FAULT_WIDTH : LOOM_FAULT_NUMBER;
  self->type = find_type (self->number.u, suffix, base == 10);
  return LOOM_FAULT_NONE;
}

/**
 * _loom_constant_parse:
 * @self: (out): the number; where there is a fault other than %LOOM_FAULT_BASE, it is not known
 * @text: a literal as C writes it: 7, 0x1Fu, 0b11, 017, 1'000, 1e-3f, 0x1p4
 *
 * Returns: what is wrong with it
 */
LoomFault
_loom_constant_parse (LoomConstant *self,
                      const char   *text)
{
  g_auto (GStrv) groups = g_strsplit (text, "'", -1);
  g_autofree char *digits = g_strjoinv (NULL, groups);
  const guint base = g_ascii_strncasecmp (digits, "0x", 2) == 0   ? 16
                     : g_ascii_strncasecmp (digits, "0b", 2) == 0 ? 2
                     : *digits == '0' && g_ascii_isdigit (digits[1]) ? 8 : 10;
  LoomFault fault;

  self->type = LOOM_SCALAR_BYTES;
  if (strpbrk (digits, base == 16 ? ".pP" : ".eE") != NULL)
    return parse_float (self, digits);
  fault = parse_integer (self, digits, base);
  return base == 8 ? LOOM_FAULT_BASE : fault;
}

static gboolean
is_float (const LoomConstant *self)
{
  return loom_scalar_is_float (self->type);
}

static Wide
get_wide (const LoomConstant *self)
{
  return self->type == LOOM_SCALAR_U64 ? (Wide) self->number.u : self->number.i;
}

/* Of a result what its type makes of it: only unsigned ones wrap around. */
static LoomFault
set_wide (LoomConstant   *self,
          Wide            value,
          LoomArithmetic  arithmetic)
{
  const gboolean is_exact = arithmetic == LOOM_ARITHMETIC_EXACT;

  if (is_exact)
    self->type = value > G_MAXINT64 ? LOOM_SCALAR_U64 : LOOM_SCALAR_I64;
  self->number.u = (guint64) value;
  wrap_numbers (&self->number, 1, self->type);
  return get_wide (self) == value || (!is_exact && !loom_scalar_is_signed (self->type))
         ? LOOM_FAULT_NONE : LOOM_FAULT_WIDTH;
}

static LoomFault
set_truth (LoomConstant   *self,
           gboolean        value,
           LoomArithmetic  arithmetic)
{
  self->type = arithmetic == LOOM_ARITHMETIC_TYPED ? LOOM_SCALAR_BOOL : LOOM_SCALAR_I64;
  self->number.u = value;
  return LOOM_FAULT_NONE;
}

/**
 * _loom_constant_convert:
 *
 * Converts as C does. Unsigned types wrap around.
 *
 * Returns: %FALSE where the number is not known, where C leaves open what comes of it, or where no
 *   finite float does
 */
gboolean
_loom_constant_convert (LoomConstant *self,
                        LoomScalar    type)
{
  const LoomConstant before = *self;

  if (type == LOOM_SCALAR_BYTES || self->type == LOOM_SCALAR_BYTES)
    return FALSE;
  _loom_numbers_convert (&self->number, 1, self->type, type);
  self->type = type;
  if (is_float (self))
    return isfinite (self->number.d);
  if (type == LOOM_SCALAR_BOOL)
    return TRUE;
  if (is_float (&before))
    return fabs (before.number.d) < 9e18 && (double) self->number.i == trunc (before.number.d);
  return !loom_scalar_is_signed (type) || get_wide (self) == get_wide (&before);
}

gboolean
_loom_constant_is_true (const LoomConstant *self)
{
  return is_float (self) ? self->number.d != 0 : self->number.u != 0;
}

/* || and &&: one side may be enough. */
static LoomFault
join (LoomConstant       *self,
      const LoomConstant *right,
      gboolean            is_or,
      LoomArithmetic      arithmetic)
{
  const gboolean has_left = self->type != LOOM_SCALAR_BYTES;
  const gboolean has_right = right->type != LOOM_SCALAR_BYTES;

  if ((has_left && _loom_constant_is_true (self) == is_or) ||
      (has_right && _loom_constant_is_true (right) == is_or))
    return set_truth (self, is_or, arithmetic);
  return has_left && has_right ? set_truth (self, !is_or, arithmetic) : LOOM_FAULT_TYPE;
}

/* Makes both of one type; what is shifted keeps its own. */
static gboolean
meet (LoomConstant *a,
      LoomConstant *b,
      gboolean      is_shift)
{
  const LoomScalar common = _loom_scalar_common (a->type, b->type);

  if (is_shift && loom_scalar_is_float (common))
    return FALSE;
  return _loom_constant_convert (a, is_shift ? _loom_scalar_promote (a->type) : common) &&
         _loom_constant_convert (b, is_shift ? _loom_scalar_promote (b->type) : common);
}

static LoomFault
compute_floats (LoomConstant *self,
                LoomOperator  operator,
                LoomNumber    right)
{
  if (operator < LOOM_OPERATOR_PLUS || operator == LOOM_OPERATOR_REMAINDER)
    return LOOM_FAULT_TYPE;
  if (operator == LOOM_OPERATOR_DIVIDE && right.d == 0)
    return LOOM_FAULT_DIVISION;
  _loom_floats_compute (&self->number, &right, 1, operator, self->type);
  return isfinite (self->number.d) ? LOOM_FAULT_NONE : LOOM_FAULT_WIDTH;
}

/* Towards zero, as C divides, which leaves open what the least number divided by -1 comes to. */
static LoomFault
divide (LoomOperator  operator,
        Wide         *left,
        Wide          right,
        guint         bits,
        gboolean      is_exact)
{
  if (right == 0)
    return LOOM_FAULT_DIVISION;
  if (!is_exact && right == -1 && *left == -((Wide) 1 << (bits - 1)))
    return LOOM_FAULT_WIDTH;
  *left = operator == LOOM_OPERATOR_DIVIDE ? *left / right : *left % right;
  return LOOM_FAULT_NONE;
}

static LoomFault
shift (LoomOperator  operator,
       Wide         *left,
       Wide          right,
       guint         bits,
       gboolean      is_exact)
{
  const gboolean is_left = operator == LOOM_OPERATOR_LEFT;

  if (right < 0 || right >= bits || (is_left && *left < 0 && !is_exact))
    return LOOM_FAULT_SHIFT;
  *left = is_left ? *left * ((Wide) 1 << right) : *left >> right;
  return LOOM_FAULT_NONE;
}

/* bits: of their type; all that are not exact are of it. */
static LoomFault
compute_integers (LoomOperator  operator,
                  Wide         *left,
                  Wide          right,
                  guint         bits,
                  gboolean      is_exact)
{
  switch (operator)
    {
    case LOOM_OPERATOR_OR:
      *left |= right;
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_XOR:
      *left ^= right;
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_AND:
      *left &= right;
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_PLUS:
      *left += right;
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_MINUS:
      *left -= right;
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_TIMES:
      /* what leaves 128 bits are two of 64 without a sign, which keep the lower half */
      return __builtin_mul_overflow (*left, right, left) && is_exact ? LOOM_FAULT_WIDTH
                                                                     : LOOM_FAULT_NONE;
    case LOOM_OPERATOR_LEAST:
      *left = MIN (*left, right);
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_MOST:
      *left = MAX (*left, right);
      return LOOM_FAULT_NONE;
    case LOOM_OPERATOR_LEFT:
    case LOOM_OPERATOR_RIGHT:
      return shift (operator, left, right, bits, is_exact);
    default:
      return divide (operator, left, right, bits, is_exact);
    }
}

/**
 * _loom_constant_compute:
 * @self: (inout): the left one; the result, which is not known where there is a fault
 *
 * Returns: why there is no result
 */
LoomFault
_loom_constant_compute (LoomConstant       *self,
                        LoomOperator        operator,
                        const LoomConstant *right,
                        LoomArithmetic      arithmetic)
{
  const gboolean is_exact = arithmetic == LOOM_ARITHMETIC_EXACT;
  const gboolean is_shift = operator == LOOM_OPERATOR_LEFT || operator == LOOM_OPERATOR_RIGHT;
  LoomConstant other = *right;
  LoomFault fault;

  if (operator <= LOOM_OPERATOR_AND_THEN)
    fault = join (self, right, operator == LOOM_OPERATOR_OR_ELSE, arithmetic);
  else if (!is_exact && !meet (self, &other, is_shift))
    fault = LOOM_FAULT_TYPE;
  else if (operator >= LOOM_OPERATOR_EQUAL && operator <= LOOM_OPERATOR_MORE)
    {
      _loom_numbers_compare (&self->number, &other.number, 1, operator, self->type);
      fault = set_truth (self, self->number.u != 0, arithmetic);
    }
  else if (is_float (self))
    fault = compute_floats (self, operator, other.number);
  else
    {
      Wide value = get_wide (self);

      fault = compute_integers (operator, &value, get_wide (&other),
                                is_exact ? 64 : 8 * loom_scalar_size (self->type), is_exact);
      fault = fault == LOOM_FAULT_NONE ? set_wide (self, value, arithmetic) : fault;
    }
  if (fault != LOOM_FAULT_NONE)
    self->type = LOOM_SCALAR_BYTES;
  return fault;
}

/**
 * _loom_constant_sign:
 * @self: (inout): the number, and what comes of it
 * @sign: `+`, `-`, `~` or `!`
 *
 * Returns: why there is no result
 */
LoomFault
_loom_constant_sign (LoomConstant   *self,
                     char            sign,
                     LoomArithmetic  arithmetic)
{
  const LoomOperator operator = sign == '~' ? LOOM_OPERATOR_XOR : sign == '-' ? LOOM_OPERATOR_MINUS
                                : LOOM_OPERATOR_PLUS;
  const LoomConstant operand = *self;

  if (operand.type == LOOM_SCALAR_BYTES)
    return LOOM_FAULT_TYPE;
  if (sign == '!')
    return set_truth (self, !_loom_constant_is_true (self), arithmetic);
  self->type = LOOM_SCALAR_I32;
  self->number.i = sign == '~' ? -1 : 0;
  return _loom_constant_compute (self, operator, &operand, arithmetic);
}
