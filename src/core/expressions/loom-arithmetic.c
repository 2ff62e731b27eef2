/* loom-arithmetic.c: a whole number as a person types it into a field: 16, 16*2, (1000+255)/256
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-arithmetic.h"

#include "loom-extents-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Every step of a computation must fit into 64 bits, with a sign or without. */
typedef __int128 Wide;

#define LOWEST (-((Wide) 1 << 63))
#define HIGHEST (((Wide) 1 << 64) - 1)
#define MAX_SHIFT 63

/* How far a text has been read; the first thing that is wrong ends it. */
typedef struct
{
  const char      *text;
  const char      *shown;       /* all of it, for messages */
  const char      *at;
  guint            depth;
  const LoomShape *names;       /* whose extents have names here, or NULL */
  GError         **error;
} Reader;

/* The operators with two operands, as tightly as C binds them. */
static const struct
{
  const char *sign;
  guint       precedence;
} operators[] = {
  { "|", 1 }, { "^", 2 }, { "&", 3 }, { "<<", 4 }, { ">>", 4 },
  { "+", 5 }, { "-", 5 }, { "*", 6 }, { "/", 6 }, { "%", 6 },
};

static gboolean read_operand (Reader *self, Wide *value);
static gboolean read_binary  (Reader *self, guint least_precedence, Wide *value);

static gboolean G_GNUC_PRINTF (2, 3)
fail (Reader     *self,
      const char *format,
      ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (self->error, g_error_new_valist (LOOM_ERROR, LOOM_ERROR_LAUNCH, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
fail_no_number (Reader *self)
{
  return fail (self, _("“%s” is not a whole number"), self->shown);
}

static gboolean
check_width (Reader *self,
             Wide    value)
{
  return (value >= LOWEST && value <= HIGHEST) ||
         fail (self, _("“%s” needs more than 64 bits on its way"), self->shown);
}

static void
skip_space (Reader *self)
{
  while (g_ascii_isspace (*self->at))
    self->at++;
}

/* As to numbers that begin with 0, see _loom_check_base(), which is for those that stand alone. One
 * that does may be of any length: it is too large then, not too wide. */
static gboolean
read_number (Reader *self,
             Wide   *value)
{
  gboolean hexadecimal = self->at[0] == '0' && (self->at[1] == 'x' || self->at[1] == 'X');
  guint base = hexadecimal ? 16 : 10;
  const char *digits = self->at + (hexadecimal ? 2 : 0);
  const char *end = digits;

  for (*value = 0; g_ascii_isxdigit (*end) && (hexadecimal || g_ascii_isdigit (*end)); end++)
    if (*value <= HIGHEST)
      *value = *value * base + g_ascii_xdigit_value (*end);
  self->at = end;

  if (end == digits || g_ascii_isalnum (*end) || *end == '_' || *end == '.')
    return fail_no_number (self);
  if (!hexadecimal && *digits == '0' && end - digits > 1)
    return fail (self, _("“%s” has a number that begins with 0, which C reads with base 8; leave "
                         "the 0 out"), self->shown);
  if (*value > HIGHEST && digits == self->text && *end == '\0')
    return TRUE;
  return check_width (self, *value);
}

static gboolean
read_name (Reader *self,
           Wide   *value)
{
  const LoomShape *shape = self->names;
  const struct { const char *name; Wide value; } names[] = {
    { "cols", shape->cols }, { "rows", shape->rows }, { "planes", shape->planes },
    { "size", (Wide) shape->cols * shape->rows * shape->planes },
  };
  const gsize length = strspn (self->at, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");

  g_autofree char *name = g_strndup (self->at, length);

  self->at += length;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      {
        *value = names[i].value;
        return TRUE;
      }
  return fail (self, _("“%s” is no number: there are cols, rows, planes and size, which are those "
                       "of the main array"), name);
}

static gboolean
read_parentheses (Reader *self,
                  Wide   *value)
{
  self->at++;
  if (!read_binary (self, 1, value))
    return FALSE;
  if (*self->at != ')')
    return fail (self, _("“%s” has a “(” without its “)”"), self->shown);

  self->at++;
  return TRUE;
}

static gboolean
read_signed (Reader *self,
             Wide   *value)
{
  const char sign = *self->at++;

  if (!read_operand (self, value))
    return FALSE;

  if (sign != '+')
    *value = sign == '-' ? -*value : ~*value;
  return check_width (self, *value);
}

static gboolean
read_any_operand (Reader *self,
                  Wide   *value)
{
  skip_space (self);
  if (g_ascii_isdigit (*self->at))
    return read_number (self, value);
  if (self->names != NULL && (g_ascii_isalpha (*self->at) || *self->at == '_'))
    return read_name (self, value);
  if (*self->at == '(')
    return read_parentheses (self, value);
  if (*self->at != '\0' && strchr ("+-~", *self->at) != NULL)
    return read_signed (self, value);
  if (*self->at == '\0' || strchr (")*/%<>&|^", *self->at) != NULL)
    return fail (self, _("“%s” lacks a number"), self->shown);

  return fail_no_number (self);
}

static gboolean
read_operand (Reader *self,
              Wide   *value)
{
  gboolean good;

  if (self->depth == LOOM_ARITHMETIC_MAX_DEPTH)
    return fail (self, _("“%s” is nested too deeply"), self->shown);

  self->depth++;
  good = read_any_operand (self, value);
  self->depth--;
  return good;
}

/* Towards zero, as C divides. */
static gboolean
divide (Reader *self,
        char    sign,
        Wide   *left,
        Wide    right)
{
  if (right == 0)
    return fail (self, _("“%s” divides by 0"), self->shown);

  *left = sign == '/' ? *left / right : *left % right;
  return TRUE;
}

static gboolean
shift (Reader *self,
       char    sign,
       Wide   *left,
       Wide    right)
{
  if (right < 0 || right > MAX_SHIFT)
    return fail (self, _("“%s” shifts by less than 0 bits or by more than 63"), self->shown);

  *left = sign == '<' ? *left * ((Wide) 1 << right) : *left >> right;
  return TRUE;
}

/* What would leave 128 bits has left 64 long before. */
static gboolean
multiply (Reader *self,
          Wide   *left,
          Wide    right)
{
  return !__builtin_mul_overflow (*left, right, left) || check_width (self, HIGHEST + 1);
}

static gboolean
apply (Reader *self,
       char    sign,
       Wide   *left,
       Wide    right)
{
  switch (sign)
    {
    case '|':
      *left |= right;
      return TRUE;
    case '^':
      *left ^= right;
      return TRUE;
    case '&':
      *left &= right;
      return TRUE;
    case '+':
      *left += right;
      return TRUE;
    case '-':
      *left -= right;
      return TRUE;
    case '*':
      return multiply (self, left, right);
    case '<':
    case '>':
      return shift (self, sign, left, right);
    default:
      return divide (self, sign, left, right);
    }
}

/* The operator that comes next; one past the last if there is none. */
static guint
find_operator (Reader *self)
{
  guint i;

  skip_space (self);
  for (i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_has_prefix (self->at, operators[i].sign))
      break;
  return i;
}

static gboolean
read_binary (Reader *self,
             guint   least_precedence,
             Wide   *value)
{
  if (!read_operand (self, value))
    return FALSE;

  for (;;)
    {
      guint next = find_operator (self);
      Wide right;

      if (next == G_N_ELEMENTS (operators) || operators[next].precedence < least_precedence)
        return TRUE;
      self->at += strlen (operators[next].sign);
      if (!read_binary (self, operators[next].precedence + 1, &right) ||
          !apply (self, operators[next].sign[0], value, right) || !check_width (self, *value))
        return FALSE;
    }
}

static gboolean
read_all (Reader *self,
          Wide   *value)
{
  if (strlen (self->text) > LOOM_ARITHMETIC_MAX_LENGTH)
    return fail (self, _("“%s” is too long for a number"), self->shown);
  if (!read_binary (self, 1, value))
    return FALSE;
  if (*self->at == ')')
    return fail (self, _("“%s” has a “)” without its “(”"), self->shown);

  return *self->at == '\0' || fail_no_number (self);
}

static gboolean
check_bounds (const char  *text,
              Wide         value,
              gint64       least,
              guint64      most,
              GError     **error)
{
  g_autofree char *shown = NULL;

  if (value > HIGHEST)
    shown = _loom_abbreviate (text);
  else if (value < 0)
    shown = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
  else
    shown = g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value);

  if (value < (Wide) least)
    return _loom_fail_too_small (shown, least, error);
  if (value > (Wide) most)
    return _loom_fail_too_large (shown, most, error);
  return TRUE;
}

static gboolean
evaluate (const char       *text,
          const LoomShape  *names,
          gint64            least,
          guint64           most,
          guint64          *value,
          GError          **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *shown = _loom_abbreviate (stripped);
  Reader reader = { stripped, shown, stripped, .names = names, .error = error };
  Wide result = 0;

  if (*stripped == '\0')
    return _loom_fail_missing (error);
  if (!read_all (&reader, &result) || !check_bounds (stripped, result, least, most, error))
    return FALSE;

  *value = result;
  return TRUE;
}

/**
 * loom_arithmetic_evaluate:
 * @text: a whole number, or arithmetic with whole numbers: decimal and hexadecimal ones,
 *   parentheses and the operators `+ - * / % << >> & | ^ ~` as C has them
 * @least: the least that is allowed
 * @most: the most that is allowed
 * @value: (out): where to put the number; a negative one as its 64 bits
 * @error: return location; %LOOM_ERROR_LAUNCH says in words what is wrong
 *
 * Computes a number that a person typed. Nothing wraps and nothing is cut: what needs more than 64
 * bits, with a sign or without, is an error.
 *
 * Returns: %FALSE with @error set; @value is then untouched
 */
gboolean
loom_arithmetic_evaluate (const char  *text,
                          gint64       least,
                          guint64      most,
                          guint64     *value,
                          GError     **error)
{
  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  return evaluate (text, NULL, least, most, value, error);
}

/**
 * loom_arithmetic_dup_scalar:
 * @scalar: a whole number
 *
 * Does as loom_arithmetic_evaluate() with the bounds of a type.
 *
 * Returns: (transfer full): the number written out, or %NULL with @error set
 */
char *
loom_arithmetic_dup_scalar (const char  *text,
                            LoomScalar   scalar,
                            GError     **error)
{
  const gboolean is_signed = scalar == LOOM_SCALAR_I8 || scalar == LOOM_SCALAR_I16 ||
                             scalar == LOOM_SCALAR_I32 || scalar == LOOM_SCALAR_I64;
  const guint bits = scalar == LOOM_SCALAR_BOOL ? 1 : 8 * loom_scalar_size (scalar) - is_signed;
  const guint64 most = bits == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
  guint64 value;

  if (!loom_arithmetic_evaluate (text, is_signed ? -(gint64) most - 1 : 0, most, &value, error))
    return NULL;
  return is_signed ? g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value)
                   : g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

/**
 * loom_arithmetic_dup_list:
 * @text: what loom_arithmetic_evaluate() takes, several times with commas between
 * @names: (nullable): a shape whose extents the text may use as `cols`, `rows`, `planes` and `size`
 * @least: the least that each may be; not negative
 * @most: the most
 * @error: return location; as that of loom_arithmetic_evaluate()
 *
 * Computes numbers that a person wrote, as the extents of a shape.
 *
 * Returns: (transfer full): the numbers with commas between them, or %NULL with @error set
 */
char *
loom_arithmetic_dup_list (const char       *text,
                          const LoomShape  *names,
                          gint64            least,
                          guint64           most,
                          GError          **error)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_auto (GStrv) parts = NULL;
  guint64 number;

  g_return_val_if_fail (text != NULL && least >= 0, NULL);

  /* a text of nothing has one part as well: the number that is missing */
  parts = *text != '\0' ? g_strsplit (text, ",", -1) : g_strsplit (" ", ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (!evaluate (parts[i], names, least, most, &number, error))
        return NULL;
      g_string_append_printf (list, "%s%" G_GUINT64_FORMAT, i > 0 ? "," : "", number);
    }
  return g_strdup (list->str);
}
