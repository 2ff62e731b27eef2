/* loom-source-number.c: numbers of host code, computed with as C does: conversions, widths, signs
 *
 * What C leaves undefined or to the compiler is no value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-number-private.h"

#include <math.h>
#include <string.h>

static const struct
{
  gint64 least, most;
} ranges[] = {
  [LOOM_NUMBER_BOOL] = { 0, 1 },
  [LOOM_NUMBER_CHAR] = { G_MININT8, G_MAXINT8 },
  [LOOM_NUMBER_UCHAR] = { 0, G_MAXUINT8 },
  [LOOM_NUMBER_SHORT] = { G_MININT16, G_MAXINT16 },
  [LOOM_NUMBER_USHORT] = { 0, G_MAXUINT16 },
  [LOOM_NUMBER_INT] = { G_MININT32, G_MAXINT32 },
  [LOOM_NUMBER_UINT] = { 0, G_MAXUINT32 },
  [LOOM_NUMBER_LONG] = { G_MININT64, G_MAXINT64 },
  [LOOM_NUMBER_ULONG] = { 0, G_MAXINT64 },
};

static gboolean
is_real_type (LoomNumberType type)
{
  return type == LOOM_NUMBER_FLOAT || type == LOOM_NUMBER_DOUBLE;
}

gboolean
_loom_number_is_real (const LoomNumber *self)
{
  return is_real_type (self->type);
}

static double
get_real (const LoomNumber *self)
{
  return _loom_number_is_real (self) ? self->real
         : self->type == LOOM_NUMBER_ULONG ? (double) (guint64) self->integer
         : (double) self->integer;
}

static void
set_real (LoomNumber     *self,
          LoomNumberType  type,
          double          value)
{
  *self = (LoomNumber) { type, 0, type == LOOM_NUMBER_FLOAT ? (double) (float) value : value };
}

static gboolean
convert_real (LoomNumber     *self,
              LoomNumberType  type)
{
  double whole = trunc (self->real);

  if (type == LOOM_NUMBER_BOOL)
    *self = (LoomNumber) { type, self->real != 0, 0 };
  else if (!(whole >= (double) ranges[type].least && whole <= (double) ranges[type].most &&
             fabs (whole) < 9e18))
    return FALSE;
  else
    *self = (LoomNumber) { type, (gint64) whole, 0 };
  return TRUE;
}

/* Unsigned types wrap around; what a signed one does not hold is the compiler's. */
static gboolean
convert_integer (LoomNumber     *self,
                 LoomNumberType  type)
{
  const gboolean is_large = self->type == LOOM_NUMBER_ULONG && self->integer < 0;
  gint64 value = self->integer;

  if (type == LOOM_NUMBER_BOOL)
    value = value != 0;
  else if (type == LOOM_NUMBER_UCHAR || type == LOOM_NUMBER_USHORT || type == LOOM_NUMBER_UINT)
    value &= ranges[type].most;
  else if (type != LOOM_NUMBER_ULONG &&
           (is_large || value < ranges[type].least || value > ranges[type].most))
    return FALSE;

  *self = (LoomNumber) { type, value, 0 };
  return TRUE;
}

gboolean
_loom_number_convert (LoomNumber     *self,
                      LoomNumberType  type)
{
  if (type == LOOM_NUMBER_NONE || self->type == LOOM_NUMBER_NONE)
    return FALSE;
  if (is_real_type (type))
    set_real (self, type, get_real (self));
  else
    return _loom_number_is_real (self) ? convert_real (self, type) : convert_integer (self, type);

  return isfinite (self->real);
}

gboolean
_loom_number_is_true (const LoomNumber *self)
{
  return _loom_number_is_real (self) ? self->real != 0 : self->integer != 0;
}

static gboolean
set_bool (LoomNumber *self,
          gboolean    value)
{
  *self = (LoomNumber) { LOOM_NUMBER_BOOL, value, 0 };
  return TRUE;
}

/* -1, 0 or 1, of numbers of one type. */
static gint
compare (const LoomNumber *a,
         const LoomNumber *b)
{
  if (_loom_number_is_real (a))
    return (a->real > b->real) - (a->real < b->real);
  if (a->type == LOOM_NUMBER_ULONG)
    return ((guint64) a->integer > (guint64) b->integer) -
           ((guint64) a->integer < (guint64) b->integer);
  return (a->integer > b->integer) - (a->integer < b->integer);
}

static gboolean
compute_real (LoomNumber *self,
              char        operation,
              double      right)
{
  const double left = self->real;

  if (operation == '/' && right == 0)
    return FALSE;
  if (strchr ("+-*/", operation) == NULL)
    return FALSE;

  set_real (self, self->type, operation == '+' ? left + right : operation == '-' ? left - right
            : operation == '*' ? left * right : left / right);
  return isfinite (self->real);
}

static gboolean
compute_unsigned (LoomNumber *self,
                  char        operation,
                  guint64     right)
{
  guint64 value = self->integer;

  if ((operation == '/' || operation == '%') && right == 0)
    return FALSE;

  value = operation == '+' ? value + right : operation == '-' ? value - right
          : operation == '*' ? value * right : operation == '/' ? value / right
          : operation == '%' ? value % right : operation == '&' ? (value & right)
          : operation == '|' ? (value | right) : (value ^ right);
  if (self->type == LOOM_NUMBER_UINT)
    value &= G_MAXUINT32;
  self->integer = value;
  return TRUE;
}

static gboolean
compute_signed (LoomNumber *self,
                char        operation,
                gint64      right)
{
  gint64 left = self->integer, value = 0;
  gboolean overflows = FALSE;

  switch (operation)
    {
    case '+':
      overflows = __builtin_add_overflow (left, right, &value);
      break;
    case '-':
      overflows = __builtin_sub_overflow (left, right, &value);
      break;
    case '*':
      overflows = __builtin_mul_overflow (left, right, &value);
      break;
    case '/':
    case '%':
      if (right == 0 || right == -1)
        overflows = TRUE;
      else
        value = operation == '/' ? left / right : left % right;
      break;
    case '&':
      value = left & right;
      break;
    case '|':
      value = left | right;
      break;
    default:
      value = left ^ right;
      break;
    }

  self->integer = value;
  return !overflows && value >= ranges[self->type].least && value <= ranges[self->type].most;
}

/* The type of the left one is that of the result. */
static gboolean
shift (LoomNumber       *self,
       gboolean          is_left,
       const LoomNumber *right)
{
  const gint width = self->type == LOOM_NUMBER_LONG || self->type == LOOM_NUMBER_ULONG ? 64 : 32;
  const gint64 count = right->integer;

  if (_loom_number_is_real (self) || _loom_number_is_real (right) || count < 0 || count >= width)
    return FALSE;
  if (!is_left)
    {
      self->integer = self->type == LOOM_NUMBER_ULONG
                      ? (gint64) ((guint64) self->integer >> count) : self->integer >> count;
      return TRUE;
    }
  if (self->type == LOOM_NUMBER_INT || self->type == LOOM_NUMBER_LONG)
    {
      if (self->integer < 0 || self->integer > ranges[self->type].most >> count)
        return FALSE;
      self->integer <<= count;
      return TRUE;
    }

  self->integer = (gint64) ((guint64) self->integer << count);
  if (self->type == LOOM_NUMBER_UINT)
    self->integer &= G_MAXUINT32;
  return TRUE;
}

static gboolean
promote (LoomNumber *self)
{
  return self->type >= LOOM_NUMBER_INT || _loom_number_convert (self, LOOM_NUMBER_INT);
}

static gboolean
compare_by (LoomNumber       *self,
            const char       *operation,
            const LoomNumber *right)
{
  const gint order = compare (self, right);

  return set_bool (self, operation[0] == '=' ? order == 0 : operation[0] == '!' ? order != 0
                   : operation[0] == '<' ? (operation[1] == '=' ? order <= 0 : order < 0)
                   : (operation[1] == '=' ? order >= 0 : order > 0));
}

/* `operation`: "+", "<<", "==", "&&" and so on. */
gboolean
_loom_number_compute (LoomNumber       *self,
                      const char       *operation,
                      const LoomNumber *right)
{
  const gboolean is_true = _loom_number_is_true (self), is_other = _loom_number_is_true (right);
  LoomNumber other = *right;

  if (strcmp (operation, "||") == 0)
    return set_bool (self, is_true || is_other);
  if (strcmp (operation, "&&") == 0)
    return set_bool (self, is_true && is_other);
  if (!promote (self) || !promote (&other))
    return FALSE;
  if (strcmp (operation, "<<") == 0 || strcmp (operation, ">>") == 0)
    return shift (self, *operation == '<', &other);
  if (!_loom_number_convert (self, MAX (self->type, other.type)) ||
      !_loom_number_convert (&other, self->type))
    return FALSE;

  if (strchr ("=!<>", *operation) != NULL)
    return compare_by (self, operation, &other);
  if (_loom_number_is_real (self))
    return compute_real (self, *operation, other.real);
  if (self->type == LOOM_NUMBER_UINT || self->type == LOOM_NUMBER_ULONG)
    return compute_unsigned (self, *operation, other.integer);
  return compute_signed (self, *operation, other.integer);
}

/* The operator of two operands that one or two tokens make, for _loom_number_compute(). */
const char *
_loom_number_find_operator (const LoomSourceReader *source,
                            guint                   index,
                            guint                  *precedence)
{
  static const struct { const char *text; guint precedence; } operators[] = {
    { "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 }, { "<<", 8 },
    { ">>", 8 }, { "|", 3 }, { "^", 4 }, { "&", 5 }, { "<", 7 }, { ">", 7 }, { "+", 9 },
    { "-", 9 }, { "*", 10 }, { "/", 10 }, { "%", 10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      const char *text = operators[i].text;

      *precedence = operators[i].precedence;
      if (get_punctuation (source, index) == text[0] &&
          (text[1] == '\0' || get_punctuation (source, index + 1) == text[1]))
        return text;
    }

  return NULL;
}

static gboolean
parse_real (LoomNumber *self,
            const char *digits)
{
  char *end;
  const double value = g_ascii_strtod (digits, &end);

  if (end == digits || strlen (end) > 1 || strspn (end, "fFlL") != strlen (end) ||
      !isfinite (value))
    return FALSE;
  set_real (self, *end == 'f' || *end == 'F' ? LOOM_NUMBER_FLOAT : LOOM_NUMBER_DOUBLE, value);
  return TRUE;
}

/* The smallest type that holds it, of those that its suffix and its base allow. */
static gboolean
parse_integer (LoomNumber *self,
               const char *digits)
{
  const gboolean is_binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
  const gboolean is_decimal = digits[0] != '0';
  char *end;
  guint64 value = g_ascii_strtoull (is_binary ? digits + 2 : digits, &end, is_binary ? 2 : 0);
  const gboolean is_long = strpbrk (end, "lLzZ") != NULL;
  const gboolean is_unsigned = strpbrk (end, "uUzZ") != NULL;

  if (end == digits || strspn (end, "uUlLzZ") != strlen (end) || value == G_MAXUINT64)
    return FALSE;

  *self = (LoomNumber) { LOOM_NUMBER_ULONG, (gint64) value, 0 };
  if (!is_long && !is_unsigned && value <= G_MAXINT32)
    self->type = LOOM_NUMBER_INT;
  else if (!is_long && (is_unsigned || !is_decimal) && value <= G_MAXUINT32)
    self->type = LOOM_NUMBER_UINT;
  else if (!is_unsigned && value <= G_MAXINT64)
    self->type = LOOM_NUMBER_LONG;
  else if (!is_unsigned && is_decimal)
    return FALSE;
  return TRUE;
}

/* A literal. */
gboolean
_loom_number_parse (LoomNumber *self,
                    const char *text)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  const gboolean is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c != '\'')
        g_string_append_c (digits, *c);
    }

  if (strpbrk (digits->str, is_hex ? ".pP" : ".eE") != NULL ||
      (!is_hex && strpbrk (digits->str, "fF") != NULL))
    return parse_real (self, digits->str);
  return parse_integer (self, digits->str);
}
