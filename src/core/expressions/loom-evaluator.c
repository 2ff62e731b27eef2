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
  const LoomSourceReader *source = &self->reader.source;
  const gsize offset = place < source->n ? get_token (source, place)->offset
                                         : strlen (source->text);
  const glong column = g_utf8_pointer_to_offset (source->text, source->text + offset) + 1;
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  /* Translators: where in an expression, and what is wrong there */
  return loom_fail_at (self->error, 1, column, _("character %1$ld: %2$s"), column, message);
}

static gboolean
report_fault (LoomExpression *reader,
              guint           place,
              LoomFault       fault)
{
  LoomEvaluator *self = (LoomEvaluator *) reader;
  const LoomSourceReader *source = &reader->source;
  const gboolean is_round = get_punctuation (source, place) == '(';
  g_autofree char *word = reader->at < source->n ? dup_token (source, reader->at) : NULL;

  if (fault == LOOM_FAULT_DEPTH)
    return _loom_evaluator_fail (self, place,
                                 _("this is nested more than %d deep; do it in parts"),
                                 LOOM_EVALUATOR_MAX_DEPTH);
  if (fault == LOOM_FAULT_COLON)
    return _loom_evaluator_fail (self, place, _("this “?” has no “:”"));
  if (word == NULL)
    return _loom_evaluator_fail (self, place, is_round ? _("this “(” has no matching “)”")
                                                       : _("this “[” has no matching “]”"));
  return _loom_evaluator_fail (self, reader->at,
                               _("found “%1$s” where an operator or “%2$s” is expected"), word,
                               is_round ? ")" : "]");
}

/* What terms come to; they are given up. */
static gboolean
take_result (LoomTerm  *terms,
             guint      n,
             LoomValue *result)
{
  for (guint i = 0; i < n; i++)
    loom_value_unref (terms[i].array);
  terms->array = result;
  return result != NULL;
}

static gboolean
read_number (LoomExpression *reader,
             LoomTerm       *term)
{
  LoomEvaluator *self = (LoomEvaluator *) reader;
  const guint place = reader->at++;
  g_autofree char *word = dup_token (&reader->source, place);
  g_autofree char *shown = _loom_abbreviate (word);
  LoomConstant constant;

  switch (_loom_constant_parse (&constant, word))
    {
    case LOOM_FAULT_NONE:
      return take_result (term, 0, _loom_evaluator_take_number (constant.type, constant.number));
    case LOOM_FAULT_BASE:
      return _loom_evaluator_fail (self, place,
                                   _("“%s” has a number that begins with 0, which C reads with "
                                     "base 8; leave the 0 out"), shown);
    case LOOM_FAULT_WIDTH:
      return _loom_evaluator_fail (self, place, _("“%s” needs more than 64 bits"), shown);
    default:
      return _loom_evaluator_fail (self, place, _("“%s” is not a number"), shown);
    }
}

static LoomValue *
read_value (LoomEvaluator *self)
{
  LoomTerm term;

  return _loom_expression_read (&self->reader, &term) ? term.array : NULL;
}

static char
get_sign (LoomEvaluator *self)
{
  return get_punctuation (&self->reader.source, self->reader.at);
}

static gboolean
skip (LoomEvaluator *self,
      char           sign)
{
  return _loom_expression_accept (&self->reader, sign);
}

static gboolean
close_bracket (LoomEvaluator *self,
               guint          opened)
{
  return _loom_expression_close (&self->reader, opened, NULL);
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

  axis_place = self->reader.at += 2;
  value = read_value (self);
  if (value == NULL || !close_bracket (self, opened) ||
      !_loom_evaluator_get_index (self, axis_place, value, &axis))
    return NULL;
  if (n_arguments != 1)
    return _loom_evaluator_fail_null (self, axis_place,
                                      _("an axis follows one array, as in sum(f, axis=0)"));
  return _loom_evaluator_call_along (self, place, name, arguments[0], axis_place, axis);
}

static gboolean
is_at_axis (LoomEvaluator *self)
{
  const LoomSourceReader *source = &self->reader.source;
  const guint at = self->reader.at;

  return is_word (source, at, "axis") && get_punctuation (source, at + 1) == '=' &&
         !is_pair (source, at + 1, "==");
}

static LoomValue *
read_call (LoomEvaluator *self,
           guint          place)
{
  g_autofree char *name = dup_token (&self->reader.source, place);
  LoomValue *arguments[MAX_ARGUMENTS] = { NULL, };
  LoomValue *result = NULL;
  const guint opened = self->reader.at++;
  gboolean good = TRUE, has_axis = FALSE;
  guint n = 0;

  while (good && get_sign (self) != ')' && n < MAX_ARGUMENTS)
    {
      good = n == 0 || skip (self, ',') || close_bracket (self, opened);
      has_axis = good && is_at_axis (self);
      if (!good || has_axis)
        break;
      good = (arguments[n] = read_value (self)) != NULL;
      n++;
    }
  if (has_axis)
    result = read_axis (self, place, opened, name, arguments, n);
  else if (good && close_bracket (self, opened))
    result = _loom_evaluator_call (self, place, name, arguments, n);
  for (guint i = 0; i < MAX_ARGUMENTS; i++)
    g_clear_pointer (&arguments[i], loom_value_unref);
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
                                      _("“%s” is not defined here: there is no array"), shown);
  return _loom_evaluator_fail_null (self, place,
                                    _("“%1$s” is not defined here; there are %2$s"), shown,
                                    names);
}

static gboolean
is_at_member (LoomEvaluator *self)
{
  return get_sign (self) == '.' && is_identifier (&self->reader.source, self->reader.at + 1);
}

/* Members of a struct can be arrays, whose names have points in them. */
static LoomValue *
read_name (LoomEvaluator *self)
{
  LoomExpression *reader = &self->reader;
  const guint place = reader->at++;
  g_autofree char *first = dup_token (&reader->source, place);
  g_autoptr (GString) name = g_string_new (first);
  LoomValue *value = loom_scope_find (self->scope, first);
  LoomValue *constant;
  guint end = reader->at, axis;
  gint64 extent;

  while (is_at_member (self))
    {
      g_autofree char *word = dup_token (&reader->source, reader->at + 1);
      LoomValue *longer;

      g_string_append_printf (name, ".%s", word);
      longer = loom_scope_find (self->scope, name->str);
      reader->at += 2;
      value = longer != NULL ? longer : value;
      end = longer != NULL ? reader->at : end;
    }
  reader->at = end;
  if (value != NULL)
    return loom_value_ref (value);
  extent = loom_scope_get_extent (self->scope, first, &axis);
  if (extent > 0)
    return make_indices (self, place, axis, extent);
  constant = find_constant (first);
  return constant != NULL ? constant : fail_unknown (self, place, first);
}

static guint
find_type (LoomExpression *reader,
           guint           index,
           LoomScalar     *scalar)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint end = index;

  for (guint i = index; i < index + 4 && is_identifier (&reader->source, i); i++)
    {
      g_autofree char *word = dup_token (&reader->source, i);
      LoomType type;

      g_string_append_printf (text, "%s%s", i > index ? " " : "", word);
      if (!loom_type_parse (text->str, &type, NULL) || type.lanes != 1 ||
          type.scalar == LOOM_SCALAR_BYTES)
        continue;
      *scalar = type.scalar;
      end = i + 1;
    }
  return end;
}

/* float (f), behind the words of the type. */
static LoomValue *
read_conversion (LoomEvaluator *self,
                 guint          place,
                 LoomScalar     scalar)
{
  const guint opened = self->reader.at;
  g_autoptr (LoomValue) value = NULL;

  if (!skip (self, '('))
    return _loom_evaluator_fail_null (self, place,
                                      _("a type goes in parentheses before what is cast, or "
                                        "before parentheses"));
  value = read_value (self);
  if (value == NULL || !close_bracket (self, opened))
    return NULL;
  return _loom_evaluator_cast (self, place, scalar, value);
}

/* The names of arrays come before those of types. */
static LoomValue *
read_word (LoomEvaluator *self)
{
  LoomExpression *reader = &self->reader;
  const guint place = reader->at;
  g_autofree char *word = dup_token (&reader->source, place);
  LoomScalar scalar = LOOM_SCALAR_BYTES;

  if (loom_scope_find (self->scope, word) == NULL)
    reader->at = find_type (reader, place, &scalar);
  if (reader->at > place)
    return read_conversion (self, place, scalar);
  if (get_punctuation (&reader->source, place + 1) != '(')
    return read_name (self);
  reader->at++;
  return read_call (self, place);
}

static LoomValue *
fail_operand (LoomEvaluator *self)
{
  const guint place = self->reader.at;
  g_autofree char *word = place < self->reader.source.n
                          ? dup_token (&self->reader.source, place) : NULL;
  g_autofree char *shown = word != NULL ? _loom_abbreviate (word) : NULL;

  if (word == NULL)
    return _loom_evaluator_fail_null (self, place, _("the expression ends where a number or an "
                                                     "array is expected"));
  return _loom_evaluator_fail_null (self, place,
                                    _("found “%s” where a number or an array is expected"), shown);
}

static gboolean
read_other (LoomExpression *reader,
            LoomTerm       *term)
{
  LoomEvaluator *self = (LoomEvaluator *) reader;

  return take_result (term, 0, is_identifier (&reader->source, reader->at) ? read_word (self)
                                                                          : fail_operand (self));
}

static gboolean
is_end_of_part (LoomEvaluator *self)
{
  return is_punctuation (&self->reader.source, self->reader.at, ":,]") ||
         self->reader.at >= self->reader.source.n;
}

/* 3, or 1:5:2 with any of the three left out. */
static gboolean
read_subscript (LoomEvaluator *self,
                LoomSubscript *subscript)
{
  const LoomSourceReader *source = &self->reader.source;
  const guint place = self->reader.at;

  subscript->place = place;
  if (is_pair (source, place, "..") && is_pair (source, place + 1, ".."))
    {
      self->reader.at += strlen ("...");
      subscript->is_rest = TRUE;
      return TRUE;
    }
  for (guint part = 0; part < 3; part++)
    {
      if (!is_end_of_part (self))
        {
          subscript->values[part] = read_value (self);
          if (subscript->values[part] == NULL)
            return FALSE;
        }
      else if (part == 0 && get_sign (self) != ':')
        return fail_operand (self) != NULL;
      if (part == 2 || !skip (self, ':'))
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
  const guint opened = self->reader.at++;
  LoomValue *result = NULL;
  gboolean good;
  guint n = 0;

  do
    good = read_subscript (self, &subscripts[n++]);
  while (good && n < G_N_ELEMENTS (subscripts) && skip (self, ','));
  if (good && (n == G_N_ELEMENTS (subscripts) || close_bracket (self, opened)))
    result = _loom_evaluator_subscript (self, opened, value, subscripts, n);
  for (guint i = 0; i < n; i++)
    _loom_subscript_clear (&subscripts[i]);
  return result;
}

/* An element of an array in a struct is .2, which is a number by itself. */
static gboolean
is_at_element (LoomEvaluator *self)
{
  const LoomSourceReader *source = &self->reader.source;
  const guint at = self->reader.at;

  return at < source->n && get_token (source, at)->kind == LOOM_TOKEN_NUMBER &&
         source->text[get_token (source, at)->offset] == '.';
}

/* The names of members up to a number of each cell. */
static char *
read_members (LoomEvaluator *self)
{
  g_autoptr (GString) name = g_string_new (NULL);

  while (is_at_member (self) || is_at_element (self))
    {
      g_autofree char *word = NULL;

      self->reader.at += is_at_member (self);
      word = dup_token (&self->reader.source, self->reader.at++);
      g_string_append_printf (name, "%s%s", name->len > 0 && *word != '.' ? "." : "",
                              name->len > 0 || *word != '.' ? word : word + 1);
    }
  return g_strdup (name->str);
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
  const guint place = self->reader.at;
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
read_postfix (LoomExpression *reader,
              LoomTerm       *term)
{
  LoomEvaluator *self = (LoomEvaluator *) reader;
  gboolean is_read = TRUE;

  while (is_read && (get_sign (self) == '[' || is_at_member (self) || is_at_element (self)))
    is_read = take_result (term, 1, get_sign (self) == '[' ? read_brackets (self, term->array)
                                                          : read_member (self, term->array));
  return is_read;
}

static gboolean
sign (LoomExpression *reader,
      guint           place,
      LoomTerm       *term)
{
  return take_result (term, 1, _loom_evaluator_sign ((LoomEvaluator *) reader, place,
                                                     get_punctuation (&reader->source, place),
                                                     term->array));
}

static gboolean
cast (LoomExpression *reader,
      guint           place,
      LoomScalar      type,
      LoomTerm       *term)
{
  return take_result (term, 1, _loom_evaluator_cast ((LoomEvaluator *) reader, place, type,
                                                     term->array));
}

static gboolean
compute (LoomExpression *reader,
         guint           place,
         LoomOperator    operator,
         LoomTerm       *terms)
{
  return take_result (terms, 2, _loom_evaluator_binary ((LoomEvaluator *) reader, place, operator,
                                                        terms[0].array, terms[1].array));
}

static gboolean
choose (LoomExpression *reader,
        guint           place,
        LoomTerm       *terms)
{
  LoomValue *values[] = { terms[0].array, terms[1].array, terms[2].array };

  return take_result (terms, 3, _loom_evaluator_choose ((LoomEvaluator *) reader, place, values));
}

static void
discard (LoomTerm *term)
{
  loom_value_unref (term->array);
}

static const LoomLanguage arrays = {
  .max_depth = LOOM_EVALUATOR_MAX_DEPTH,
  .signs = "+-~!",
  .fail = report_fault,
  .read_number = read_number,
  .read_other = read_other,
  .read_postfix = read_postfix,
  .find_type = find_type,
  .sign = sign,
  .cast = cast,
  .compute = compute,
  .choose = choose,
  .discard = discard,
};

/* `2,5` where nothing divides numbers: what it is as people write who have decimal commas. */
static char *
dup_decimal_comma (LoomEvaluator *self)
{
  const char *text = self->reader.source.text;
  const char *point = text + get_token (&self->reader.source, self->reader.at)->offset;
  const char *start = point, *end;

  if (*point != ',' || !g_ascii_isdigit (point[1]))
    return NULL;
  while (start > text && g_ascii_isdigit (start[-1]))
    start--;
  for (end = point + 1; g_ascii_isdigit (*end); end++)
    continue;
  return start < point ? g_strndup (start, (gsize) (end - start)) : NULL;
}

static LoomValue *
fail_rest (LoomEvaluator *self)
{
  const guint place = self->reader.at;
  const char rest = get_sign (self);
  g_autofree char *number = dup_decimal_comma (self);
  g_autofree char *word = dup_token (&self->reader.source, place);
  g_autofree char *shown = _loom_abbreviate (word);

  if (rest == ')' || rest == ']')
    return _loom_evaluator_fail_null (self, place, _("this “%s” closes nothing"), shown);
  if (rest == '=')
    return _loom_evaluator_fail_null (self, place, _("nothing is assigned here; “==” compares"));
  if (number != NULL)
    return _loom_evaluator_fail_null (self, place, _("“%s” has a comma; decimals are written "
                                                     "with a point"), number);
  return _loom_evaluator_fail_null (self, place, _("found “%s” where an operator is expected"),
                                    shown);
}

static LoomEvaluator
make_evaluator (const char    *text,
                GArray        *tokens,
                LoomScope     *scope,
                GCancellable  *cancellable,
                GError       **error)
{
  return (LoomEvaluator) {
    .reader = { &arrays, { text, tokens, tokens->len } },
    .scope = scope, .cancellable = cancellable, .error = error,
  };
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
  LoomEvaluator self;

  g_return_val_if_fail (text != NULL && scope != NULL, NULL);

  if (strlen (text) > LOOM_EVALUATOR_MAX_LENGTH)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("an expression has at most %d bytes; do it in parts"),
                           LOOM_EVALUATOR_MAX_LENGTH);
  if (!g_utf8_validate (text, -1, NULL))
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, _("this is not text in UTF-8"));
  tokens = _loom_lexer_tokenize (text);
  if (tokens->len == 0)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT,
                           _("an expression is missing; write one such as sum(f)"));
  self = make_evaluator (text, tokens, scope, cancellable, error);
  value = read_value (&self);
  if (value != NULL && self.reader.at < tokens->len)
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
  g_autoptr (LoomValue) value = loom_evaluate (text, scope, NULL, error), narrow = NULL;
  g_autoptr (GArray) tokens = NULL;
  LoomEvaluator self;
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

  tokens = _loom_lexer_tokenize (text);
  self = make_evaluator (text, tokens, scope, NULL, error);
  narrow = _loom_evaluator_cast (&self, 0, is_half ? LOOM_SCALAR_F64 : scalar, value);
  if (narrow == NULL)
    return FALSE;
  memset (bits, 0, sizeof *bits);
  memcpy (bits, narrow->data, narrow->type.size);
  if (is_half)
    loom_scalar_from_double (bits->f64, scalar, bits);
  return TRUE;
}
