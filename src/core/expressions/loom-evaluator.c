/* loom-evaluator.c: an expression over arrays, read as C reads it, with NumPy's slices, and
 * evaluated on its way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-evaluator-private.h"

#include "loom-error.h"
#include "loom-extents-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define MAX_ARGUMENTS 4

/* The operators with two operands, as tightly as C binds them; of two that begin alike the longer
 * one first. */
static const struct
{
  const char   *sign;
  guint         precedence;
  LoomOperator  operator;
} operators[] = {
  { "||", 1, LOOM_OPERATOR_OR_ELSE }, { "&&", 2, LOOM_OPERATOR_AND_THEN },
  { "|", 3, LOOM_OPERATOR_OR }, { "^", 4, LOOM_OPERATOR_XOR }, { "&", 5, LOOM_OPERATOR_AND },
  { "==", 6, LOOM_OPERATOR_EQUAL }, { "!=", 6, LOOM_OPERATOR_DIFFERENT },
  { "<<", 8, LOOM_OPERATOR_LEFT }, { ">>", 8, LOOM_OPERATOR_RIGHT },
  { "<=", 7, LOOM_OPERATOR_AT_MOST }, { ">=", 7, LOOM_OPERATOR_AT_LEAST },
  { "<", 7, LOOM_OPERATOR_LESS }, { ">", 7, LOOM_OPERATOR_MORE },
  { "+", 9, LOOM_OPERATOR_PLUS }, { "-", 9, LOOM_OPERATOR_MINUS },
  { "*", 10, LOOM_OPERATOR_TIMES }, { "/", 10, LOOM_OPERATOR_DIVIDE },
  { "%", 10, LOOM_OPERATOR_REMAINDER },
};

/* What <limits.h>, <float.h> and <math.h> call numbers. */
static const struct
{
  const char *name;
  LoomScalar  scalar;
  LoomNumber  number;
} constants[] = {
  { "true", LOOM_SCALAR_BOOL, { .u = 1 } }, { "false", LOOM_SCALAR_BOOL, { .u = 0 } },
  { "SHRT_MIN", LOOM_SCALAR_I32, { .i = SHRT_MIN } },
  { "SHRT_MAX", LOOM_SCALAR_I32, { .i = SHRT_MAX } },
  { "INT_MIN", LOOM_SCALAR_I32, { .i = INT_MIN } },
  { "INT_MAX", LOOM_SCALAR_I32, { .i = INT_MAX } },
  { "UINT_MAX", LOOM_SCALAR_U32, { .u = UINT_MAX } },
  { "LLONG_MIN", LOOM_SCALAR_I64, { .i = LLONG_MIN } },
  { "LLONG_MAX", LOOM_SCALAR_I64, { .i = LLONG_MAX } },
  { "ULLONG_MAX", LOOM_SCALAR_U64, { .u = ULLONG_MAX } },
  { "FLT_MAX", LOOM_SCALAR_F32, { .d = (double) FLT_MAX } },
  { "FLT_MIN", LOOM_SCALAR_F32, { .d = (double) FLT_MIN } },
  { "FLT_EPSILON", LOOM_SCALAR_F32, { .d = (double) FLT_EPSILON } },
  { "DBL_MAX", LOOM_SCALAR_F64, { .d = DBL_MAX } },
  { "DBL_MIN", LOOM_SCALAR_F64, { .d = DBL_MIN } },
  { "DBL_EPSILON", LOOM_SCALAR_F64, { .d = DBL_EPSILON } },
  { "INFINITY", LOOM_SCALAR_F32, { .d = (double) INFINITY } },
  { "NAN", LOOM_SCALAR_F32, { .d = (double) NAN } },
  { "M_E", LOOM_SCALAR_F64, { .d = M_E } }, { "M_PI", LOOM_SCALAR_F64, { .d = M_PI } },
  { "M_SQRT2", LOOM_SCALAR_F64, { .d = M_SQRT2 } },
};

static LoomValue *read_choice (LoomEvaluator *self);
static LoomValue *read_operand (LoomEvaluator *self);

/**
 * _loom_evaluator_fail:
 * @place: the index of the word that is to blame; one past the last for what is missing
 *
 * Says what is wrong, and at which character.
 *
 * Returns: %FALSE
 */
gboolean
_loom_evaluator_fail (LoomEvaluator *self,
                      guint          place,
                      const char    *format,
                      ...)
{
  const gsize offset = place < self->tokens->len
                       ? g_array_index (self->tokens, LoomToken, place).offset
                       : strlen (self->text);
  const glong column = g_utf8_pointer_to_offset (self->text, self->text + offset) + 1;
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  /* Translators: where in an expression, and what is wrong there */
  return loom_fail_at (self->error, 1, column, _("character %1$ld: %2$s"), column, message);
}

static const LoomToken *
peek (LoomEvaluator *self,
      guint          step)
{
  return self->at + step < self->tokens->len
         ? &g_array_index (self->tokens, LoomToken, self->at + step) : NULL;
}

static char *
dup_word (LoomEvaluator *self,
          guint          place)
{
  const LoomToken *token = &g_array_index (self->tokens, LoomToken, place);

  return g_strndup (self->text + token->offset, token->length);
}

static gboolean
is_at (LoomEvaluator *self,
       const char    *sign)
{
  const LoomToken *token = peek (self, 0);

  return token != NULL && token->kind == LOOM_TOKEN_PUNCTUATION &&
         g_str_has_prefix (self->text + token->offset, sign);
}

static gboolean
skip (LoomEvaluator *self,
      const char    *sign)
{
  if (!is_at (self, sign))
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
is_word_at (LoomEvaluator *self,
            guint          step)
{
  const LoomToken *token = peek (self, step);

  return token != NULL && token->kind == LOOM_TOKEN_IDENTIFIER;
}

/* The end of what opened a bracket. */
static gboolean
close_bracket (LoomEvaluator *self,
               guint          opened,
               char           sign)
{
  const char text[] = { sign, '\0' };
  g_autofree char *word = NULL;

  if (skip (self, text))
    return TRUE;
  if (self->at >= self->tokens->len)
    return _loom_evaluator_fail (self, opened, sign == ')' ? _("this “(” lacks its “)”")
                                                           : _("this “[” lacks its “]”"));
  word = dup_word (self, self->at);
  return _loom_evaluator_fail (self, self->at,
                               _("“%1$s” stands where an operator or “%2$s” is expected"), word,
                               text);
}

static gboolean
is_float_text (const char *digits,
               gboolean    is_hexadecimal)
{
  return strpbrk (digits, is_hexadecimal ? ".pP" : ".eE") != NULL;
}

static LoomValue *
fail_no_number (LoomEvaluator *self,
                guint          place,
                const char    *word)
{
  g_autofree char *shown = _loom_abbreviate (word);

  return _loom_evaluator_fail_null (self, place, _("“%s” is no number"), shown);
}

static LoomValue *
parse_float (LoomEvaluator *self,
             guint          place,
             const char    *digits)
{
  char *end;
  const double value = g_ascii_strtod (digits, &end);
  const gboolean is_narrow = g_ascii_strcasecmp (end, "f") == 0;

  if (end == digits || (*end != '\0' && !is_narrow && g_ascii_strcasecmp (end, "l") != 0))
    return fail_no_number (self, place, digits);
  return _loom_evaluator_take_number (is_narrow ? LOOM_SCALAR_F32 : LOOM_SCALAR_F64,
                                      (LoomNumber) { .d = value });
}

/* The first type that holds it, of those that C tries. */
static LoomScalar
find_type (guint64     value,
           const char *suffix,
           gboolean    is_decimal)
{
  const gboolean is_unsigned = strpbrk (suffix, "uU") != NULL;
  const gboolean is_long = strpbrk (suffix, "lL") != NULL;

  if (!is_long && !is_unsigned && value <= G_MAXINT32)
    return LOOM_SCALAR_I32;
  if (!is_long && (is_unsigned || !is_decimal) && value <= G_MAXUINT32)
    return LOOM_SCALAR_U32;
  return !is_unsigned && value <= G_MAXINT64 ? LOOM_SCALAR_I64 : LOOM_SCALAR_U64;
}

static LoomValue *
parse_integer (LoomEvaluator *self,
               guint          place,
               const char    *word)
{
  const guint base = g_ascii_strncasecmp (word, "0x", 2) == 0   ? 16
                     : g_ascii_strncasecmp (word, "0b", 2) == 0 ? 2 : 10;
  const char *digits = word + (base == 10 ? 0 : 2);
  const gsize n = strspn (digits, base == 16 ? "0123456789abcdefABCDEF" : "0123456789");
  const char *suffix = digits + n;
  g_autofree char *only = g_strndup (digits, n);
  guint64 value;

  if (base == 10 && *digits == '0' && n > 1)
    return _loom_evaluator_fail_null (self, place,
                                      _("“%s” has a number that begins with 0, which C reads with "
                                        "base 8; leave the 0 out"), word);
  if (strlen (suffix) > 3 || suffix[strspn (suffix, "uUlL")] != '\0')
    return fail_no_number (self, place, word);
  if (!g_ascii_string_to_unsigned (only, base, 0, G_MAXUINT64, &value, NULL))
    return n > 0 && base != 2
           ? _loom_evaluator_fail_null (self, place, _("“%s” needs more than 64 bits"), word)
           : fail_no_number (self, place, word);
  return _loom_evaluator_take_number (find_type (value, suffix, base == 10),
                                      (LoomNumber) { .u = value });
}

static LoomValue *
read_number (LoomEvaluator *self)
{
  const guint place = self->at++;
  g_autofree char *written = dup_word (self, place);
  g_auto (GStrv) groups = g_strsplit (written, "'", -1);
  g_autofree char *word = g_strjoinv (NULL, groups);

  if (is_float_text (word, g_ascii_strncasecmp (word, "0x", 2) == 0))
    return parse_float (self, place, word);
  return parse_integer (self, place, word);
}

static void
clear_value (LoomValue **value)
{
  g_clear_pointer (value, loom_value_unref);
}

/* The end of a call whose last argument is axis=0. */
static LoomValue *
read_axis (LoomEvaluator *self,
           guint          place,
           guint          opened,
           const char    *name,
           LoomValue    **arguments,
           guint          n_arguments)
{
  g_autoptr (LoomValue) value = NULL;
  guint axis_place;
  gint64 axis;

  self->at += 2;
  axis_place = self->at;
  value = read_choice (self);
  if (value == NULL || !close_bracket (self, opened, ')') ||
      !_loom_evaluator_get_index (self, axis_place, value, &axis))
    return NULL;
  if (n_arguments != 1)
    return _loom_evaluator_fail_null (self, axis_place,
                                      _("an axis stands behind one array, as in sum(f, axis=0)"));
  return _loom_evaluator_call_along (self, place, name, arguments[0], axis_place, axis);
}

static gboolean
is_at_axis (LoomEvaluator *self)
{
  const LoomToken *name = peek (self, 0), *equals = peek (self, 1);

  return is_word_at (self, 0) && _loom_token_is (name, self->text, "axis") && equals != NULL &&
         _loom_token_is (equals, self->text, "=") && self->text[equals->offset + 1] != '=';
}

static LoomValue *
read_call (LoomEvaluator *self,
           guint          place)
{
  g_autofree char *name = dup_word (self, place);
  LoomValue *arguments[MAX_ARGUMENTS] = { NULL, };
  LoomValue *result = NULL;
  const guint opened = self->at++;
  gboolean good = TRUE, has_axis = FALSE;
  guint n = 0;

  while (good && !is_at (self, ")") && n < MAX_ARGUMENTS)
    {
      good = n == 0 || skip (self, ",") || close_bracket (self, opened, ')');
      has_axis = good && is_at_axis (self);
      if (!good || has_axis)
        break;
      good = (arguments[n] = read_choice (self)) != NULL;
      n++;
    }
  if (has_axis)
    result = read_axis (self, place, opened, name, arguments, n);
  else if (good && close_bracket (self, opened, ')'))
    result = _loom_evaluator_call (self, place, name, arguments, n);
  for (guint i = 0; i < MAX_ARGUMENTS; i++)
    clear_value (&arguments[i]);
  return result;
}

static LoomValue *
find_constant (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (g_str_equal (constants[i].name, name))
      return _loom_evaluator_take_number (constants[i].scalar, constants[i].number);
  return NULL;
}

/* As in the fills of a document: where a cell is. Each goes along one axis and is one cell wide
 * along those behind, so an expression of several has the extents that it needs. */
static LoomValue *
make_indices (LoomEvaluator *self,
              guint          place,
              guint          axis,
              gint64         extent)
{
  const gint64 extents[LOOM_VALUE_MAX_RANK] = { extent, 1, 1 };
  guint8 *cells = _loom_evaluator_make (self, place, extent, sizeof (gint32));

  if (cells == NULL)
    return NULL;
  for (gint64 i = 0; i < extent; i++)
    ((gint32 *) (gpointer) cells)[i] = i;
  return _loom_evaluator_take (LOOM_SCALAR_I32, axis + 1, extents, cells);
}

static LoomValue *
fail_unknown (LoomEvaluator *self,
              guint          place,
              const char    *name)
{
  g_autofree char *names = loom_scope_dup_names (self->scope);
  g_autofree char *shown = _loom_abbreviate (name);

  if (_loom_evaluator_has_function (name))
    return _loom_evaluator_fail_null (self, place,
                                      _("“%1$s” is a function; write what it is to take behind it, "
                                        "as in %1$s(…)"), shown);
  if (*names == '\0')
    return _loom_evaluator_fail_null (self, place,
                                      _("“%s” stands for nothing here: there is no array"), shown);
  return _loom_evaluator_fail_null (self, place,
                                    _("“%1$s” stands for nothing here; there are %2$s"), shown,
                                    names);
}

/* Members of a struct can be arrays, whose names have points in them. */
static LoomValue *
read_name (LoomEvaluator *self)
{
  const guint place = self->at++;
  g_autofree char *first = dup_word (self, place);
  g_autoptr (GString) name = g_string_new (first);
  LoomValue *value = loom_scope_find (self->scope, first);
  LoomValue *constant;
  guint end = self->at, axis;
  gint64 extent;

  for (guint next = self->at; is_at (self, ".") && is_word_at (self, 1); next = self->at += 2)
    {
      g_autofree char *word = dup_word (self, next + 1);
      LoomValue *longer;

      g_string_append_printf (name, ".%s", word);
      longer = loom_scope_find (self->scope, name->str);
      value = longer != NULL ? longer : value;
      end = longer != NULL ? next + 2 : end;
    }
  self->at = end;
  if (value != NULL)
    return loom_value_ref (value);
  extent = loom_scope_get_extent (self->scope, first, &axis);
  if (extent > 0)
    return make_indices (self, place, axis, extent);
  constant = find_constant (first);
  return constant != NULL ? constant : fail_unknown (self, place, first);
}

/* How many words from here on are a type's, and which; 0: none are. */
static guint
find_type_words (LoomEvaluator *self,
                 LoomScalar    *scalar)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0, best = 0;

  for (; n < 4 && is_word_at (self, n); n++)
    {
      g_autofree char *word = dup_word (self, self->at + n);
      LoomType type;

      g_string_append_printf (text, "%s%s", n > 0 ? " " : "", word);
      if (!loom_type_parse (text->str, &type, NULL) || type.lanes != 1 ||
          type.scalar == LOOM_SCALAR_BYTES)
        continue;
      *scalar = type.scalar;
      best = n + 1;
    }
  return best;
}

/* float (f); the names of arrays come first. */
static LoomValue *
read_conversion (LoomEvaluator *self,
                 guint          n_words,
                 LoomScalar     scalar)
{
  const guint place = self->at;
  const guint opened = self->at += n_words;
  g_autoptr (LoomValue) value = NULL;

  if (!skip (self, "("))
    return _loom_evaluator_fail_null (self, place,
                                      _("a type stands in parentheses before what is cast, or "
                                        "before parentheses"));
  value = read_choice (self);
  if (value == NULL || !close_bracket (self, opened, ')'))
    return NULL;
  return _loom_evaluator_cast (self, place, scalar, value);
}

static LoomValue *
read_word (LoomEvaluator *self)
{
  g_autofree char *word = dup_word (self, self->at);
  LoomScalar scalar = LOOM_SCALAR_BYTES;
  const guint n_words = loom_scope_find (self->scope, word) != NULL
                        ? 0 : find_type_words (self, &scalar);
  const LoomToken *next = peek (self, 1);

  if (n_words > 0)
    return read_conversion (self, n_words, scalar);
  if (next != NULL && _loom_token_is (next, self->text, "("))
    {
      self->at++;
      return read_call (self, self->at - 1);
    }
  return read_name (self);
}

static LoomValue *
read_cast (LoomEvaluator *self,
           guint          n_words,
           LoomScalar     scalar)
{
  const guint opened = self->at - 1;
  g_autoptr (LoomValue) value = NULL;

  self->at += n_words;
  if (!close_bracket (self, opened, ')'))
    return NULL;
  value = read_operand (self);
  return value != NULL ? _loom_evaluator_cast (self, opened, scalar, value) : NULL;
}

/* A cast, or an expression in parentheses. */
static LoomValue *
read_parentheses (LoomEvaluator *self)
{
  const guint opened = self->at++;
  g_autoptr (LoomValue) value = NULL;
  LoomScalar scalar = LOOM_SCALAR_BYTES;
  guint n_words = find_type_words (self, &scalar);

  if (n_words > 0 && peek (self, n_words) != NULL &&
      _loom_token_is (peek (self, n_words), self->text, ")"))
    return read_cast (self, n_words, scalar);
  value = read_choice (self);
  return value != NULL && close_bracket (self, opened, ')') ? g_steal_pointer (&value) : NULL;
}

static LoomValue *
fail_operand (LoomEvaluator *self)
{
  g_autofree char *word = self->at < self->tokens->len ? dup_word (self, self->at) : NULL;
  g_autofree char *shown = word != NULL ? _loom_abbreviate (word) : NULL;

  if (word == NULL)
    return _loom_evaluator_fail_null (self, self->at, _("the expression ends where a number or an "
                                                        "array is expected"));
  return _loom_evaluator_fail_null (self, self->at,
                                    _("“%s” stands where a number or an array is expected"), shown);
}

static LoomValue *
read_primary (LoomEvaluator *self)
{
  const LoomToken *token = peek (self, 0);

  if (token != NULL && token->kind == LOOM_TOKEN_NUMBER)
    return read_number (self);
  if (token != NULL && token->kind == LOOM_TOKEN_IDENTIFIER)
    return read_word (self);
  if (is_at (self, "("))
    return read_parentheses (self);
  return fail_operand (self);
}

static gboolean
is_end_of_part (LoomEvaluator *self)
{
  return is_at (self, ":") || is_at (self, ",") || is_at (self, "]") ||
         self->at >= self->tokens->len;
}

/* 3, or 1:5:2 with any of the three left out. */
static gboolean
read_subscript (LoomEvaluator *self,
                LoomSubscript *subscript)
{
  subscript->place = self->at;
  if (is_at (self, "..."))
    {
      self->at += strlen ("...");
      subscript->is_rest = TRUE;
      return TRUE;
    }
  for (guint part = 0; part < 3; part++)
    {
      if (!is_end_of_part (self))
        {
          subscript->values[part] = read_choice (self);
          if (subscript->values[part] == NULL)
            return FALSE;
        }
      else if (part == 0 && !is_at (self, ":"))
        return fail_operand (self) != NULL;
      if (part == 2 || !skip (self, ":"))
        break;
      subscript->is_slice = TRUE;
    }
  return TRUE;
}

static LoomValue *
read_brackets (LoomEvaluator *self,
               LoomValue     *value)
{
  LoomSubscript subscripts[LOOM_VALUE_MAX_RANK + 2] = { 0, };
  const guint opened = self->at++;
  LoomValue *result = NULL;
  gboolean good;
  guint n = 0;

  do
    good = read_subscript (self, &subscripts[n++]);
  while (good && n < G_N_ELEMENTS (subscripts) && skip (self, ","));
  if (good && (n == G_N_ELEMENTS (subscripts) || close_bracket (self, opened, ']')))
    result = _loom_evaluator_subscript (self, opened, value, subscripts, n);
  for (guint i = 0; i < n; i++)
    _loom_subscript_clear (&subscripts[i]);
  return result;
}

/* The names of members up to a number of each cell; an element of an array in a struct is .2. */
static char *
read_members (LoomEvaluator *self)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (;;)
    {
      const LoomToken *token = peek (self, 0);
      g_autofree char *word = NULL;

      if (is_at (self, ".") && is_word_at (self, 1))
        self->at++;
      else if (token == NULL || token->kind != LOOM_TOKEN_NUMBER ||
               self->text[token->offset] != '.')
        return g_strdup (name->str);
      word = dup_word (self, self->at++);
      g_string_append_printf (name, "%s%s", name->len > 0 && *word != '.' ? "." : "",
                              name->len > 0 || *word != '.' ? word : word + 1);
    }
}

static char *
dup_members (const LoomType *type)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const guint n = loom_type_count_components (type);

  for (guint i = 0; i < MIN (n, 8); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            loom_type_get_component (type, i).name);
  return g_strdup_printf ("%s%s", names->str, n > 8 ? ", …" : "");
}

static LoomValue *
read_member (LoomEvaluator *self,
             LoomValue     *value)
{
  const guint place = self->at;
  g_autofree char *name = read_members (self);
  const gint index = loom_type_find_component (&value->type, name);
  g_autoptr (LoomValue) view = NULL;
  LoomComponent component;

  if (index < 0)
    {
      g_autofree char *type = loom_type_format (&value->type);
      g_autofree char *names = dup_members (&value->type);

      if (*names == '\0')
        return _loom_evaluator_fail_null (self, place,
                                          _("a cell of the type %s is one number; it has no "
                                            "members"), type);
      return _loom_evaluator_fail_null (self, place,
                                        _("a cell of the type %1$s has no number “%2$s”; there are "
                                          "%3$s"), type, name, names);
    }
  component = loom_type_get_component (&value->type, index);
  view = loom_value_new_view (value);
  view->type = loom_type_of (component.scalar, 1);
  view->data += component.offset;
  return g_steal_pointer (&view);
}

static gboolean
is_member_at (LoomEvaluator *self)
{
  const LoomToken *token = peek (self, 0);

  return (is_at (self, ".") && is_word_at (self, 1)) ||
         (token != NULL && token->kind == LOOM_TOKEN_NUMBER && self->text[token->offset] == '.');
}

static LoomValue *
read_postfix (LoomEvaluator *self)
{
  LoomValue *value = read_primary (self);

  while (value != NULL && (is_at (self, "[") || is_member_at (self)))
    {
      g_autoptr (LoomValue) whole = value;

      value = is_at (self, "[") ? read_brackets (self, whole) : read_member (self, whole);
    }
  return value;
}

static LoomValue *
read_signed (LoomEvaluator *self)
{
  const guint place = self->at++;
  const char sign = self->text[g_array_index (self->tokens, LoomToken, place).offset];
  g_autoptr (LoomValue) value = read_operand (self);

  return value != NULL ? _loom_evaluator_sign (self, place, sign, value) : NULL;
}

static LoomValue *
read_operand (LoomEvaluator *self)
{
  LoomValue *value;

  if (self->depth == LOOM_EVALUATOR_MAX_DEPTH)
    return _loom_evaluator_fail_null (self, self->at,
                                      _("this is nested more than %d deep; do it in parts"),
                                      LOOM_EVALUATOR_MAX_DEPTH);
  self->depth++;
  value = is_at (self, "+") || is_at (self, "-") || is_at (self, "~") || is_at (self, "!")
          ? read_signed (self) : read_postfix (self);
  self->depth--;
  return value;
}

/* The operator that comes next; one past the last if there is none. */
static guint
find_operator (LoomEvaluator *self)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (operators); i++)
    if (is_at (self, operators[i].sign))
      break;
  return i;
}

static LoomValue *
read_binary (LoomEvaluator *self,
             guint          least_precedence)
{
  LoomValue *value = read_operand (self);

  while (value != NULL)
    {
      const guint next = find_operator (self), place = self->at;
      g_autoptr (LoomValue) left = NULL, right = NULL;

      if (next == G_N_ELEMENTS (operators) || operators[next].precedence < least_precedence)
        return value;
      left = value;
      self->at += strlen (operators[next].sign);
      right = read_binary (self, operators[next].precedence + 1);
      value = right != NULL ? _loom_evaluator_binary (self, place, operators[next].operator, left,
                                                      right) : NULL;
    }
  return NULL;
}

static LoomValue *
read_alternatives (LoomEvaluator *self,
                   LoomValue     *condition)
{
  const guint place = self->at++;
  g_autoptr (LoomValue) first = read_choice (self), second = NULL;
  LoomValue *values[] = { condition, first, NULL };

  if (first == NULL)
    return NULL;
  if (!skip (self, ":"))
    return _loom_evaluator_fail_null (self, place, _("this “?” lacks its “:”"));
  values[2] = second = read_choice (self);
  return second != NULL ? _loom_evaluator_choose (self, place, values) : NULL;
}

static LoomValue *
read_choice (LoomEvaluator *self)
{
  g_autoptr (LoomValue) condition = NULL;
  LoomValue *value;

  if (self->depth == LOOM_EVALUATOR_MAX_DEPTH)
    return read_operand (self);
  self->depth++;
  condition = read_binary (self, 1);
  value = condition != NULL && is_at (self, "?") ? read_alternatives (self, condition)
                                                 : g_steal_pointer (&condition);
  self->depth--;
  return value;
}

/* `2,5` where nothing divides numbers: what it is as people write who have decimal commas. */
static char *
dup_decimal_comma (LoomEvaluator *self)
{
  const LoomToken *comma = peek (self, 0);
  const char *point = comma != NULL ? self->text + comma->offset : NULL;
  const char *start = point, *end;

  if (point == NULL || *point != ',' || !g_ascii_isdigit (point[1]))
    return NULL;
  while (start > self->text && g_ascii_isdigit (start[-1]))
    start--;
  for (end = point + 1; g_ascii_isdigit (*end); end++)
    continue;
  return start < point ? g_strndup (start, (gsize) (end - start)) : NULL;
}

static LoomValue *
fail_rest (LoomEvaluator *self)
{
  g_autofree char *number = dup_decimal_comma (self);
  g_autofree char *word = dup_word (self, self->at);
  g_autofree char *shown = _loom_abbreviate (word);

  if (is_at (self, ")") || is_at (self, "]"))
    return _loom_evaluator_fail_null (self, self->at, _("this “%s” closes nothing"), shown);
  if (is_at (self, "="))
    return _loom_evaluator_fail_null (self, self->at,
                                      _("nothing is assigned here; “==” compares"));
  if (number != NULL)
    return _loom_evaluator_fail_null (self, self->at, _("“%s” has a comma; decimals are written "
                                                        "with a point"), number);
  return _loom_evaluator_fail_null (self, self->at, _("“%s” stands where an operator is expected"),
                                    shown);
}

/**
 * loom_evaluate:
 * @text: an expression as documents have them: C's numbers, operators, types and functions; arrays
 *   by their names, with slices, broadcasting and functions of whole arrays as NumPy has them
 * @scope: the arrays that there are
 * @cancellable: (nullable): what stops it
 * @error: return location; %LOOM_ERROR_DOCUMENT says in words what is wrong, with its place
 *
 * Evaluates an expression, cell by cell. Blocks; any thread may call it.
 *
 * Returns: (transfer full): what it comes to, or %NULL with @error set
 */
LoomValue *
loom_evaluate (const char    *text,
               LoomScope     *scope,
               GCancellable  *cancellable,
               GError       **error)
{
  g_autoptr (GArray) tokens = NULL;
  g_autoptr (LoomValue) value = NULL;
  LoomEvaluator self = { text, .scope = scope, .cancellable = cancellable, .error = error };

  g_return_val_if_fail (text != NULL && scope != NULL, NULL);

  if (strlen (text) > LOOM_EVALUATOR_MAX_LENGTH)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("an expression has at most %d bytes; do it in parts"),
                           LOOM_EVALUATOR_MAX_LENGTH);
  if (!g_utf8_validate (text, -1, NULL))
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, _("this is no text in UTF-8"));
  self.tokens = tokens = _loom_lexer_tokenize (text);
  if (tokens->len == 0)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("an expression is missing; write one such as sum(f)"));
  value = read_choice (&self);
  if (value != NULL && self.at < tokens->len)
    return fail_rest (&self);
  return g_steal_pointer (&value);
}

/**
 * loom_evaluate_number:
 * @text: as loom_evaluate() has it
 * @scope: the arrays and numbers that there are
 * @scalar: what the number becomes
 * @bits: (out): the number
 * @error: return location; %LOOM_ERROR_DOCUMENT
 *
 * Evaluates an expression that comes to one number, and casts it as C does.
 *
 * Returns: whether it did
 */
gboolean
loom_evaluate_number (const char      *text,
                      LoomScope       *scope,
                      LoomScalar       scalar,
                      LoomScalarBits  *bits,
                      GError         **error)
{
  const gboolean is_half = scalar == LOOM_SCALAR_F16 || scalar == LOOM_SCALAR_BF16;
  g_autoptr (LoomValue) value = loom_evaluate (text, scope, NULL, error), cast = NULL;
  LoomEvaluator self = { text, .scope = scope, .error = error };
  g_autofree char *type = NULL;

  if (value == NULL)
    return FALSE;
  if (value->rank > 0)
    {
      type = loom_value_format_type (value);
      return loom_fail (error, LOOM_ERROR_DOCUMENT,
                        _("“%1$s” comes to an array, %2$s, where one number is wanted; sum, min, "
                          "max or an index make one of it"), text, type);
    }

  self.tokens = _loom_lexer_tokenize (text);
  cast = _loom_evaluator_cast (&self, 0, is_half ? LOOM_SCALAR_F64 : scalar, value);
  g_array_unref (self.tokens);
  if (cast == NULL)
    return FALSE;
  memset (bits, 0, sizeof *bits);
  memcpy (bits, cast->data, cast->type.size);
  if (is_half)
    loom_scalar_from_double (bits->f64, scalar, bits);
  return TRUE;
}
