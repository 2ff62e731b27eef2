/* loom-source-values.c: constants of host code: arithmetic of numbers, macros, and variables whose
 * value is certain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-values-private.h"

#include "loom-expression-private.h"

#include <math.h>
#include <string.h>

/* Variables that are made of variables, and parentheses. */
#define MAX_DEPTH 24
#define MAX_NESTED 64
#define MAX_ARGUMENTS 2

/* An expression without macros. A value that is not certain is none. */
typedef struct
{
  LoomExpression   expression;
  LoomSourceNames *names;
  guint            place;       /* where it stands in the whole source */
} Parser;

static gboolean
take (Parser *self,
      char    punctuation)
{
  return _loom_expression_accept (&self->expression, punctuation);
}

static LoomConstant
make_whole (LoomScalar type,
            gint64     value)
{
  return (LoomConstant) { type, { .i = value } };
}

/* The type of numbers that the words from here say; where they end, or the same place. */
static guint
find_type (LoomExpression *self,
           guint           index,
           LoomScalar     *type)
{
  guint end = index;

  while (is_identifier (&self->source, end) ||
         (get_punctuation (&self->source, end) == ':' && end > index &&
          (get_punctuation (&self->source, end + 1) == ':' ||
           get_punctuation (&self->source, end - 1) == ':')))
    end++;
  *type = _loom_source_names_read_number_type (((Parser *) self)->names, &self->source, index, end);

  return *type != LOOM_SCALAR_BYTES ? end : index;
}

/* 0: not known. */
static guint
get_size (LoomScalar type)
{
  return type != LOOM_SCALAR_BYTES ? loom_scalar_size (type) : 0;
}

/* The size of a type by its name, or of what it is a name for; 0: not known. */
static guint
get_size_of_name (LoomSourceNames *names,
                  const char      *name)
{
  const guint start = GPOINTER_TO_UINT (g_hash_table_lookup (names->typedefs, name));
  g_autofree char *target = NULL;
  LoomType type;

  if (start == LOOM_NOWHERE ||
      (start > 0 && !has_punctuation (names, start + is_identifier (&names->source, start), ";")))
    return 0;
  if (start > 0)
    target = _loom_source_dup_text (&names->source, start - 1, start);
  return loom_type_parse (target != NULL ? target : name, &type, NULL) ? type.size : 0;
}

/* Behind `sizeof`. What has brackets or members is left alone. */
static gboolean
parse_sizeof (Parser       *self,
              LoomConstant *value)
{
  LoomExpression *expression = &self->expression;
  const LoomSourceReader *source = &expression->source;
  LoomDeclaredName declared;
  LoomScalar type;
  guint end, size;

  if (!take (self, '('))
    return FALSE;

  expression->at += is_word (source, expression->at, "struct");
  end = find_type (expression, expression->at, &type);
  size = get_size (type);
  if (end == expression->at && is_identifier (source, end))
    {
      g_autofree char *name = dup_token (source, end++);

      if (!_loom_source_names_find (self->names, name, self->place, &declared))
        size = get_size_of_name (self->names, name);
      else if (declared.pointers == 0)
        size = get_size (declared.number);
    }

  expression->at = end;
  while (take (self, '*'))
    size = 8;
  *value = make_whole (LOOM_SCALAR_U64, size);
  return take (self, ')') && size > 0;
}

static gboolean
convert_to (LoomConstant           *value,
            const LoomDeclaredName *declared)
{
  return declared->type != LOOM_DECLARED_NUMBER || _loom_constant_convert (value, declared->number);
}

/* What a variable or an enumerator was given. */
static gboolean
compute_variable (Parser                 *self,
                  const char             *name,
                  const LoomDeclaredName *declared,
                  LoomConstant           *value)
{
  LoomSourceNames *names = self->names;
  LoomSourceDefinition definition;

  *value = make_whole (LOOM_SCALAR_I32, names->supposed_value);
  if (names->supposed == declared->name)
    return convert_to (value, declared);
  if (_loom_source_names_find_definition (names, name, declared, NULL, self->place, &definition))
    {
      const gpointer key = GUINT_TO_POINTER (definition.at + 1);
      LoomConstant *known = g_hash_table_lookup (names->values, key);

      if (known == NULL)
        {
          known = g_new0 (LoomConstant, 1);
          g_hash_table_insert (names->values, key, known);
          if (_loom_source_names_compute (names, definition.range, definition.at, value) &&
              convert_to (value, declared))
            *known = *value;
        }
      *value = *known;
      if (value->type != LOOM_SCALAR_BYTES)
        return TRUE;
    }

  names->open = names->open == LOOM_NOWHERE ? declared->name : names->open;
  return FALSE;
}

/* A literal that is finite. */
static gboolean
parse_number (LoomConstant *value,
              const char   *text)
{
  _loom_constant_parse (value, text);
  return _loom_constant_convert (value, value->type);
}

static gboolean
compute_binding (Parser       *self,
                 const char   *name,
                 LoomConstant *value)
{
  const char *text = self->names->bindings != NULL
                     ? g_hash_table_lookup (self->names->bindings, name) : NULL;

  return text != NULL && g_ascii_isdigit (*text) && parse_number (value, text);
}

/* A variable, or a member of a dim3. */
static gboolean
look_up (Parser       *self,
         LoomConstant *value)
{
  LoomExpression *expression = &self->expression;
  g_autofree char *name = dup_token (&expression->source, expression->at++);
  LoomDeclaredName declared;

  if (strcmp (name, "true") == 0 || strcmp (name, "false") == 0)
    return *value = make_whole (LOOM_SCALAR_BOOL, *name == 't'), TRUE;
  if (!_loom_source_names_find (self->names, name, self->place, &declared))
    return compute_binding (self, name, value);

  if (declared.type == LOOM_DECLARED_DIM3 && take (self, '.'))
    {
      static const char * const axes[] = { "x", "y", "z" };
      LoomReadNumber read = { FALSE, 0 };
      LoomSourceRange text;

      for (guint axis = 0; axis < 3; axis++)
        if (is_word (&expression->source, expression->at, axes[axis]))
          _loom_source_names_read_axis (self->names, name, &declared, axis, self->place, &read,
                                        &text);
      expression->at++;
      return *value = make_whole (LOOM_SCALAR_U32, read.value), read.is_certain;
    }
  return (declared.type == LOOM_DECLARED_NUMBER || declared.type == LOOM_DECLARED_AUTO) &&
         declared.pointers == 0 && compute_variable (self, name, &declared, value);
}

/* min and max of two numbers, and what rounds up to whole ones. */
static gboolean
compute_known_function (const char     *name,
                        const LoomTerm *terms,
                        guint           n,
                        LoomConstant   *value)
{
  const gboolean is_min = g_ascii_strcasecmp (name, "min") == 0;
  const gboolean is_ceilf = strcmp (name, "ceilf") == 0;

  *value = terms[0].constant;
  if (n == 2)
    return (is_min || g_ascii_strcasecmp (name, "max") == 0) &&
           _loom_constant_compute (value, is_min ? LOOM_OPERATOR_LEAST : LOOM_OPERATOR_MOST,
                                   &terms[1].constant, LOOM_ARITHMETIC_TYPED) == LOOM_FAULT_NONE;

  /* ceil (x) of a float is a float as well in C++ */
  if ((!is_ceilf && strcmp (name, "ceil") != 0) ||
      !_loom_constant_convert (value, is_ceilf || value->type == LOOM_SCALAR_F32
                                      ? LOOM_SCALAR_F32 : LOOM_SCALAR_F64))
    return FALSE;
  value->number.d = ceil (value->number.d);
  return TRUE;
}

/* At the name of a function, whose arguments stand behind `paren`. */
static gboolean
parse_call (Parser       *self,
            guint         paren,
            LoomConstant *value)
{
  LoomExpression *expression = &self->expression;
  g_autofree char *name = dup_token (&expression->source, expression->at);
  LoomTerm terms[MAX_ARGUMENTS];
  guint n = 0;

  expression->at = paren;
  while (n < MAX_ARGUMENTS && take (self, n == 0 ? '(' : ','))
    if (!_loom_expression_read (expression, &terms[n++]))
      return FALSE;
  return take (self, ')') && self->names->budget > 0 &&
         _loom_source_names_find_function (self->names, name) == NULL &&
         compute_known_function (name, terms, n, value);
}

/* static_cast<T> (x), T (x), T {x}, sizeof (T), f (x) or a name. */
static gboolean
read_word (LoomExpression *self,
           LoomTerm       *term)
{
  const LoomSourceReader *source = &self->source;
  Parser *parser = (Parser *) self;
  const gboolean is_static = is_word (source, self->at, "static_cast");
  LoomScalar type;
  guint end;

  if (!is_identifier (source, self->at))
    return FALSE;
  end = find_type (self, self->at + (is_static ? 2 : 0), &type);
  end += is_static && get_punctuation (source, end) == '>';
  if (type != LOOM_SCALAR_BYTES && is_punctuation (source, end, "({"))
    {
      self->at = end + 1;
      return _loom_expression_read (self, term) && (take (parser, ')') || take (parser, '}')) &&
             _loom_constant_convert (&term->constant, type);
    }
  if (is_word (source, self->at, "sizeof"))
    return self->at++, parse_sizeof (parser, &term->constant);
  if (is_word (source, self->at, "std"))
    self->at += 3;

  end = self->at + 1;
  if (get_punctuation (source, end) == '<')
    end = _loom_source_skip_angles (source, end);
  return get_punctuation (source, end) == '(' ? parse_call (parser, end, &term->constant)
                                              : look_up (parser, &term->constant);
}

static gboolean
read_number (LoomExpression *self,
             LoomTerm       *term)
{
  g_autofree char *text = dup_token (&self->source, self->at++);

  return parse_number (&term->constant, text);
}

/* ++ and -- change what stands behind them. */
static gboolean
compute_sign (LoomExpression *self,
              guint           place,
              LoomTerm       *term)
{
  return get_punctuation (&self->source, place + 1) != get_punctuation (&self->source, place) &&
         _loom_expression_sign (self, place, term);
}

static gboolean
refuse (LoomExpression *self,
        guint           place,
        LoomFault       fault)
{
  return FALSE;
}

static const LoomLanguage host_code = {
  .max_depth = MAX_NESTED,
  .signs = "+-!~",
  .fail = refuse,
  .read_number = read_number,
  .read_other = read_word,
  .find_type = find_type,
  .sign = compute_sign,
  .cast = _loom_expression_cast,
  .compute = _loom_expression_compute,
  .choose = _loom_expression_choose,
};

/* Macros were put in their places before. Of a name that is one all the same nobody knows whether
 * it is there: it is defined under a condition, or further down, or grew without end. */
static gboolean
has_macros (LoomSourceNames *names,
            LoomSourceRange  range)
{
  for (guint i = range.first; i < range.end; i++)
    {
      g_autofree char *name = is_identifier (&names->source, i)
                              ? _loom_source_dup_text (&names->source, i, i + 1) : NULL;
      const LoomSourceMacro *macro = name != NULL
                                     ? g_hash_table_lookup (names->scan->macros, name) : NULL;

      if (macro != NULL &&
          (macro->params == NULL || get_punctuation (&names->source, i + 1) == '('))
        return TRUE;
    }

  return FALSE;
}

/* The value of an expression as it is at `place`; FALSE if it can't be read for certain. */
gboolean
_loom_source_names_compute (LoomSourceNames *self,
                            LoomSourceRange  range,
                            guint            place,
                            LoomConstant    *value)
{
  Parser parser = {
    { &host_code, { self->source.text, self->source.tokens, range.end }, range.first },
    self, place,
  };
  gboolean is_computed;
  LoomTerm term;

  if (range.first >= range.end || self->n_nested >= MAX_DEPTH ||
      self->budget < range.end - range.first || has_macros (self, range))
    return FALSE;

  self->budget -= range.end - range.first;
  self->n_nested++;
  is_computed = _loom_expression_read (&parser.expression, &term) &&
                parser.expression.at == range.end;
  self->n_nested--;
  if (is_computed)
    *value = term.constant;
  return is_computed;
}

/* The same of an expression for whole numbers, where it stands. */
gboolean
_loom_source_names_evaluate (LoomSourceNames *self,
                             LoomSourceRange  range,
                             gint64          *value)
{
  LoomConstant constant;

  if (!_loom_source_names_compute (self, range, range.first, &constant) ||
      loom_scalar_is_float (constant.type) ||
      (constant.type == LOOM_SCALAR_U64 && constant.number.i < 0))
    return FALSE;

  *value = constant.number.i;
  return TRUE;
}
