/* loom-source-values.c: constants of host code: arithmetic of numbers, macros, and variables whose
 * value is certain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-values-private.h"
#include "loom-type.h"

#include <math.h>
#include <string.h>

/* Variables that are made of variables, and parentheses. */
#define MAX_DEPTH 24
#define MAX_NESTED 64
#define MAX_ARGUMENTS 2

/* An expression without macros. A value that is not certain is none. */
typedef struct
{
  LoomSourceNames  *names;
  LoomSourceReader  source;
  guint             at;
  guint             place;      /* where it stands in the whole source */
  guint             nested;
} Parser;

static const guint8 number_sizes[] = {
  [LOOM_NUMBER_NONE] = 0,
  [LOOM_NUMBER_BOOL] = 1, [LOOM_NUMBER_CHAR] = 1, [LOOM_NUMBER_UCHAR] = 1,
  [LOOM_NUMBER_SHORT] = 2, [LOOM_NUMBER_USHORT] = 2, [LOOM_NUMBER_INT] = 4,
  [LOOM_NUMBER_UINT] = 4, [LOOM_NUMBER_LONG] = 8, [LOOM_NUMBER_ULONG] = 8,
  [LOOM_NUMBER_FLOAT] = 4, [LOOM_NUMBER_DOUBLE] = 8,
};

static gboolean parse_choice (Parser     *self,
                              LoomNumber *value);

static gboolean
take (Parser *self,
      char    punctuation)
{
  if (get_punctuation (&self->source, self->at) != punctuation)
    return FALSE;

  self->at++;
  return TRUE;
}

static LoomNumber
make_long (LoomNumberType type,
           gint64         value)
{
  return (LoomNumber) { type, value, 0 };
}

/* The type of numbers that the words from here say; where they end, or the same place. */
static guint
read_type (Parser         *self,
           guint           index,
           LoomNumberType *type)
{
  guint end = index;

  while (is_identifier (&self->source, end) ||
         (get_punctuation (&self->source, end) == ':' && end > index &&
          (get_punctuation (&self->source, end + 1) == ':' ||
           get_punctuation (&self->source, end - 1) == ':')))
    end++;
  *type = _loom_source_names_read_number_type (self->names, &self->source, index, end);

  return *type != LOOM_NUMBER_NONE ? end : index;
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
parse_sizeof (Parser     *self,
              LoomNumber *value)
{
  LoomDeclaredName declared;
  LoomNumberType type;
  guint end, size;

  if (!take (self, '('))
    return FALSE;

  self->at += is_word (&self->source, self->at, "struct");
  end = read_type (self, self->at, &type);
  size = number_sizes[type];
  if (end == self->at && is_identifier (&self->source, end))
    {
      g_autofree char *name = _loom_source_dup_text (&self->source, end, end + 1);

      end++;
      if (!_loom_source_names_find (self->names, name, self->place, &declared))
        size = get_size_of_name (self->names, name);
      else if (declared.pointers == 0)
        size = number_sizes[declared.number];
    }

  self->at = end;
  while (take (self, '*'))
    size = 8;
  *value = make_long (LOOM_NUMBER_ULONG, size);
  return take (self, ')') && size > 0;
}

static gboolean
convert_to (LoomNumber             *value,
            const LoomDeclaredName *declared)
{
  return declared->type != LOOM_DECLARED_NUMBER || _loom_number_convert (value, declared->number);
}

/* What a variable or an enumerator was given. */
static gboolean
compute_variable (Parser                 *self,
                  const char             *name,
                  const LoomDeclaredName *declared,
                  LoomNumber             *value)
{
  LoomSourceNames *names = self->names;
  LoomSourceDefinition definition;

  *value = make_long (LOOM_NUMBER_INT, names->supposed_value);
  if (names->supposed == declared->name)
    return convert_to (value, declared);
  if (_loom_source_names_find_definition (names, name, declared, NULL, self->place, &definition))
    {
      const gpointer key = GUINT_TO_POINTER (definition.at + 1);
      LoomNumber *known = g_hash_table_lookup (names->values, key);

      if (known == NULL)
        {
          known = g_new0 (LoomNumber, 1);
          g_hash_table_insert (names->values, key, known);
          if (_loom_source_names_compute (names, definition.range, definition.at, value) &&
              convert_to (value, declared))
            *known = *value;
        }
      *value = *known;
      if (value->type != LOOM_NUMBER_NONE)
        return TRUE;
    }

  names->open = names->open == LOOM_NOWHERE ? declared->name : names->open;
  return FALSE;
}

static gboolean
compute_binding (Parser     *self,
                 const char *name,
                 LoomNumber *value)
{
  const char *text = self->names->bindings != NULL
                     ? g_hash_table_lookup (self->names->bindings, name) : NULL;

  return text != NULL && g_ascii_isdigit (*text) && _loom_number_parse (value, text);
}

/* A variable, or a member of a dim3. */
static gboolean
look_up (Parser     *self,
         LoomNumber *value)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, self->at, self->at + 1);
  LoomDeclaredName declared;

  self->at++;
  if (strcmp (name, "true") == 0 || strcmp (name, "false") == 0)
    return *value = make_long (LOOM_NUMBER_BOOL, *name == 't'), TRUE;
  if (!_loom_source_names_find (self->names, name, self->place, &declared))
    return compute_binding (self, name, value);

  if (declared.type == LOOM_DECLARED_DIM3 && take (self, '.'))
    {
      static const char * const axes[] = { "x", "y", "z" };
      LoomReadNumber read = { FALSE, 0 };
      LoomSourceRange text;

      for (guint axis = 0; axis < 3; axis++)
        if (is_word (&self->source, self->at, axes[axis]))
          _loom_source_names_read_axis (self->names, name, &declared, axis, self->place, &read,
                                        &text);
      self->at++;
      return *value = make_long (LOOM_NUMBER_UINT, read.value), read.is_certain;
    }
  return (declared.type == LOOM_DECLARED_NUMBER || declared.type == LOOM_DECLARED_AUTO) &&
         declared.pointers == 0 && compute_variable (self, name, &declared, value);
}

/* min and max of two numbers, and what rounds up to whole ones. */
static gboolean
compute_known_function (const char       *name,
                        const LoomNumber *numbers,
                        guint             n,
                        LoomNumber       *value)
{
  const gboolean is_min = g_ascii_strcasecmp (name, "min") == 0;
  const gboolean is_ceilf = strcmp (name, "ceilf") == 0;

  *value = numbers[0];
  if (n == 2)
    {
      if ((!is_min && g_ascii_strcasecmp (name, "max") != 0) ||
          !_loom_number_compute (value, is_min ? "<=" : ">=", &numbers[1]))
        return FALSE;
      *value = numbers[value->integer == 0];
      return _loom_number_convert (value, MAX (numbers[0].type, numbers[1].type));
    }

  /* ceil (x) of a float is a float as well in C++ */
  if ((!is_ceilf && strcmp (name, "ceil") != 0) ||
      !_loom_number_convert (value, is_ceilf || value->type == LOOM_NUMBER_FLOAT
                                    ? LOOM_NUMBER_FLOAT : LOOM_NUMBER_DOUBLE))
    return FALSE;
  value->real = ceil (value->real);
  return TRUE;
}

/* At the name of a function, whose arguments stand behind `paren`. */
static gboolean
parse_call (Parser     *self,
            guint       paren,
            LoomNumber *value)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, self->at, self->at + 1);
  LoomNumber numbers[MAX_ARGUMENTS];
  guint n = 0;

  self->at = paren;
  while (n < MAX_ARGUMENTS && take (self, n == 0 ? '(' : ','))
    if (!parse_choice (self, &numbers[n++]))
      return FALSE;
  return take (self, ')') && self->names->budget > 0 &&
         _loom_source_names_find_function (self->names, name) == NULL &&
         compute_known_function (name, numbers, n, value);
}

static gboolean parse_unary (Parser     *self,
                             LoomNumber *value);

/* (x), (int) x */
static gboolean
parse_parens (Parser     *self,
              LoomNumber *value)
{
  LoomNumberType type;
  guint end = read_type (self, self->at + 1, &type);

  if (end > self->at + 1 && get_punctuation (&self->source, end) == ')')
    {
      self->at = end + 1;
      return parse_unary (self, value) && _loom_number_convert (value, type);
    }

  self->at++;
  return parse_choice (self, value) && take (self, ')');
}

/* static_cast<T> (x), T (x), T {x}, sizeof (T), f (x) or a name. */
static gboolean
parse_word (Parser     *self,
            LoomNumber *value)
{
  const gboolean is_static = is_word (&self->source, self->at, "static_cast");
  LoomNumberType type;
  guint end = read_type (self, self->at + (is_static ? 2 : 0), &type);

  end += is_static && get_punctuation (&self->source, end) == '>';
  if (type != LOOM_NUMBER_NONE && is_punctuation (&self->source, end, "({"))
    {
      self->at = end + 1;
      return parse_choice (self, value) && (take (self, ')') || take (self, '}')) &&
             _loom_number_convert (value, type);
    }
  if (is_word (&self->source, self->at, "sizeof"))
    return self->at++, parse_sizeof (self, value);
  if (is_word (&self->source, self->at, "std"))
    self->at += 3;

  end = self->at + 1;
  if (get_punctuation (&self->source, end) == '<')
    end = _loom_source_skip_angles (&self->source, end);
  return get_punctuation (&self->source, end) == '(' ? parse_call (self, end, value)
                                                     : look_up (self, value);
}

static gboolean
parse_signed (Parser     *self,
              char        sign,
              LoomNumber *value)
{
  LoomNumber operand;

  if (get_punctuation (&self->source, ++self->at) == sign || !parse_unary (self, &operand))
    return FALSE;
  if (sign == '!')
    return *value = make_long (LOOM_NUMBER_BOOL, !_loom_number_is_true (&operand)), TRUE;

  *value = make_long (LOOM_NUMBER_INT, sign == '~' ? -1 : 0);
  return _loom_number_compute (value, sign == '~' ? "^" : sign == '-' ? "-" : "+", &operand);
}

static gboolean
parse_unary (Parser     *self,
             LoomNumber *value)
{
  const char c = get_punctuation (&self->source, self->at);
  gboolean is_read = FALSE;

  if (self->at >= self->source.n || self->nested >= MAX_NESTED)
    return FALSE;

  self->nested++;
  if (get_token (&self->source, self->at)->kind == LOOM_TOKEN_NUMBER)
    {
      g_autofree char *text = _loom_source_dup_text (&self->source, self->at, self->at + 1);

      self->at++;
      is_read = _loom_number_parse (value, text);
    }
  else if (c != '\0')
    is_read = strchr ("+-!~", c) != NULL ? parse_signed (self, c, value)
                                         : c == '(' && parse_parens (self, value);
  else
    is_read = is_identifier (&self->source, self->at) && parse_word (self, value);
  self->nested--;
  return is_read;
}

static gboolean
parse_binary (Parser     *self,
              guint       least,
              LoomNumber *value)
{
  if (!parse_unary (self, value))
    return FALSE;

  for (;;)
    {
      guint precedence;
      const char *text = _loom_number_find_operator (&self->source, self->at, &precedence);
      LoomNumber right;

      if (text == NULL || precedence < least)
        return TRUE;
      self->at += strlen (text);
      if (!parse_binary (self, precedence + 1, &right))
        return FALSE;
      if (!_loom_number_compute (value, text, &right))
        return FALSE;
    }
}

/* a ? b : c */
static gboolean
parse_choice (Parser     *self,
              LoomNumber *value)
{
  LoomNumber condition, yes, no;

  if (!parse_binary (self, 1, &condition))
    return FALSE;
  if (!take (self, '?'))
    return *value = condition, TRUE;
  if (self->nested >= MAX_NESTED)
    return FALSE;

  self->nested++;
  if (!parse_choice (self, &yes) || !take (self, ':') || !parse_choice (self, &no))
    return FALSE;
  self->nested--;
  *value = _loom_number_is_true (&condition) ? yes : no;
  return _loom_number_convert (value, MAX (yes.type, no.type));
}

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
                            LoomNumber      *value)
{
  Parser parser = {
    .names = self, .source = { self->source.text, self->source.tokens, range.end },
    .at = range.first, .place = place,
  };
  gboolean is_computed;

  if (range.first >= range.end || self->n_nested >= MAX_DEPTH ||
      self->budget < range.end - range.first || has_macros (self, range))
    return FALSE;

  self->budget -= range.end - range.first;
  self->n_nested++;
  is_computed = parse_choice (&parser, value) && parser.at == range.end;
  self->n_nested--;
  return is_computed;
}

/* The same of an expression for whole numbers, where it stands. */
gboolean
_loom_source_names_evaluate (LoomSourceNames *self,
                             LoomSourceRange  range,
                             gint64          *value)
{
  LoomNumber number;

  if (!_loom_source_names_compute (self, range, range.first, &number) ||
      _loom_number_is_real (&number) || (number.type == LOOM_NUMBER_ULONG && number.integer < 0))
    return FALSE;

  *value = number.integer;
  return TRUE;
}
