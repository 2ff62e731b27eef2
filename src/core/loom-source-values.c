/* loom-source-values.c: constants of host code: arithmetic of numbers, macros, variables whose
 * value is certain, and functions that only compute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-extents-private.h"
#include "loom-source-names-private.h"

#include <math.h>
#include <string.h>

/* Variables that are made of variables, functions that call functions, parentheses. */
#define MAX_DEPTH 24
#define MAX_NESTED 64
#define MAX_ARGUMENTS 8
/* Extents that are made of members of extents. */
#define MAX_EXTENTS 8

/* What a parameter of a function that is being computed was given. */
typedef struct
{
  char       *name;
  LoomNumber  value;
} Argument;

/* An expression without macros. A value that is not certain is none. */
typedef struct
{
  LoomSourceNames  *names;
  LoomSourceReader  source;
  GArray           *arguments;  /* (element-type Argument) of the function it is in, or NULL */
  guint             at;
  guint             place;      /* where it stands in the whole source */
  guint             depth;
  guint             nested;
} Parser;

static const struct
{
  const char *name;
  guint       size;
} sizes[] = {
  { "float", 4 }, { "double", 8 }, { "half", 2 }, { "__half", 2 }, { "half2", 4 }, { "__half2", 4 },
  { "__nv_bfloat16", 2 }, { "float2", 8 }, { "float3", 12 }, { "float4", 16 }, { "int2", 8 },
  { "int3", 12 }, { "int4", 16 }, { "uint2", 8 }, { "uint3", 12 }, { "uint4", 16 },
  { "double2", 16 }, { "uchar4", 4 }, { "uchar3", 3 }, { "uchar2", 2 }, { "char4", 4 },
  { "short2", 4 }, { "ushort4", 8 }, { "cuFloatComplex", 8 }, { "cuComplex", 8 },
  { "cuDoubleComplex", 16 }, { "cufftComplex", 8 },
};

static const guint8 number_sizes[] = {
  [LOOM_NUMBER_BOOL] = 1, [LOOM_NUMBER_CHAR] = 1, [LOOM_NUMBER_UCHAR] = 1,
  [LOOM_NUMBER_SHORT] = 2, [LOOM_NUMBER_USHORT] = 2, [LOOM_NUMBER_INT] = 4,
  [LOOM_NUMBER_UINT] = 4, [LOOM_NUMBER_LONG] = 8, [LOOM_NUMBER_ULONG] = 8,
  [LOOM_NUMBER_FLOAT] = 4, [LOOM_NUMBER_DOUBLE] = 8,
};

static gboolean parse_choice (Parser           *self,
                              LoomNumber       *value);
static gboolean compute      (LoomSourceNames  *names,
                              GArray           *arguments,
                              LoomSourceRange   range,
                              guint             place,
                              guint             depth,
                              LoomNumber       *value);

static gboolean
take (Parser *self,
      char    punctuation)
{
  if (get_punctuation (&self->source, self->at) != punctuation)
    return FALSE;

  self->at++;
  return TRUE;
}

static gboolean
parse_literal (Parser     *self,
               LoomNumber *value)
{
  g_autofree char *text = _loom_source_dup_text (&self->source, self->at, self->at + 1);

  self->at++;
  return _loom_number_parse (value, text);
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
                  const char      *name,
                  guint            depth)
{
  const guint start = GPOINTER_TO_UINT (g_hash_table_lookup (names->typedefs, name));

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      if (strcmp (sizes[i].name, name) == 0)
        return sizes[i].size;
    }
  if (start > 0 && start < LOOM_NOWHERE && depth > 0 && is_identifier (&names->source, start - 1) &&
      (has_punctuation (names, start, ";") ||
       (is_identifier (&names->source, start) && has_punctuation (names, start + 1, ";"))))
    {
      g_autofree char *target = _loom_source_dup_text (&names->source, start - 1, start);

      return get_size_of_name (names, target, depth - 1);
    }
  if (names->bindings != NULL && depth > 0 && g_hash_table_contains (names->bindings, name))
    {
      const char *target = g_hash_table_lookup (names->bindings, name);

      if (strcmp (target, "int") == 0 || strcmp (target, "unsigned int") == 0)
        return 4;
      return strcmp (target, name) != 0 ? get_size_of_name (names, target, depth - 1) : 0;
    }

  return 0;
}

/* Behind `sizeof`. What has brackets or members is left alone. */
static gboolean
parse_sizeof (Parser     *self,
              LoomNumber *value)
{
  LoomNumberType type;
  guint end, size = 0;

  if (!take (self, '('))
    return FALSE;

  if (is_word (&self->source, self->at, "struct"))
    self->at++;
  end = read_type (self, self->at, &type);
  if (end > self->at)
    size = number_sizes[type];
  else if (is_identifier (&self->source, self->at))
    {
      g_autofree char *name = _loom_source_dup_text (&self->source, self->at, self->at + 1);
      LoomDeclaredName declared;

      end = self->at + 1;
      if (_loom_source_names_find (self->names, name, self->place, &declared))
        size = declared.pointers == 0 && declared.type == LOOM_DECLARED_NUMBER
               ? number_sizes[declared.number] : 0;
      else
        size = get_size_of_name (self->names, name, 4);
    }

  self->at = end;
  while (take (self, '*'))
    size = 8;
  *value = make_long (LOOM_NUMBER_ULONG, size);
  return take (self, ')') && size > 0;
}

/* An enumerator without a value of its own is one more than that before it. */
static gboolean
compute_enumerator (Parser                 *self,
                    const LoomDeclaredName *declared,
                    LoomNumber             *value)
{
  LoomSourceNames *names = self->names;
  guint start = declared->name, steps = 0;

  if (declared->first < declared->end)
    return compute (names, NULL, (LoomSourceRange) { declared->first, declared->end },
                    declared->name, self->depth - 1, value) &&
           _loom_number_convert (value, LOOM_NUMBER_INT);

  while (has_punctuation (names, start - 1, ",") && names->budget > 0)
    {
      guint before = start - 2;

      names->budget--;
      steps++;
      while (before > names->outer[declared->name] + 1 && !has_punctuation (names, before - 1, ","))
        before--;
      if (has_punctuation (names, before + 1, "="))
        {
          const LoomNumber count = make_long (LOOM_NUMBER_INT, steps);

          return compute (names, NULL, (LoomSourceRange) { before + 2, start - 1 }, before,
                          self->depth - 1, value) &&
                 _loom_number_convert (value, LOOM_NUMBER_INT) &&
                 _loom_number_compute (value, "+", &count);
        }
      start = before;
    }

  *value = make_long (LOOM_NUMBER_INT, steps);
  return names->budget > 0;
}

static gboolean
compute_defined (Parser                 *self,
                 const char             *name,
                 const LoomDeclaredName *declared,
                 LoomNumber             *value)
{
  LoomSourceDefinition definition;
  LoomNumber *known;
  gpointer key;

  if (!_loom_source_names_find_definition (self->names, name, declared, NULL, self->place,
                                           &definition))
    return FALSE;

  key = GUINT_TO_POINTER (definition.at + 1);
  known = g_hash_table_lookup (self->names->values, key);
  if (known == NULL)
    {
      known = g_new0 (LoomNumber, 1);
      g_hash_table_insert (self->names->values, key, known);
      if (!compute (self->names, NULL, (LoomSourceRange) { definition.first, definition.end },
                    definition.at, self->depth - 1, value) ||
          (declared->type == LOOM_DECLARED_NUMBER &&
           !_loom_number_convert (value, declared->number)))
        value->type = LOOM_NUMBER_NONE;
      *known = *value;
    }

  *value = *known;
  return value->type != LOOM_NUMBER_NONE;
}

static gboolean
compute_variable (Parser                 *self,
                  const char             *name,
                  const LoomDeclaredName *declared,
                  LoomNumber             *value)
{
  LoomSourceNames *names = self->names;

  if (names->supposed == declared->name)
    {
      *value = make_long (LOOM_NUMBER_INT, names->supposed_value);
      return declared->type != LOOM_DECLARED_NUMBER ||
             _loom_number_convert (value, declared->number);
    }
  if (compute_defined (self, name, declared, value))
    return TRUE;

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

  if (text == NULL)
    return FALSE;
  if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0)
    return *value = make_long (LOOM_NUMBER_BOOL, *text == 't'), TRUE;
  return g_ascii_isdigit (*text) && _loom_number_parse (value, text);
}

/* A variable, or a member of a dim3. */
static gboolean
look_up (Parser     *self,
         LoomNumber *value)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, self->at, self->at + 1);
  LoomDeclaredName declared;

  self->at++;
  for (guint i = 0; self->arguments != NULL && i < self->arguments->len; i++)
    {
      const Argument *argument = &g_array_index (self->arguments, Argument, i);

      if (strcmp (argument->name, name) == 0)
        return *value = argument->value, TRUE;
    }
  if (strcmp (name, "true") == 0 || strcmp (name, "false") == 0)
    return *value = make_long (LOOM_NUMBER_BOOL, *name == 't'), TRUE;
  if (self->depth == 0)
    return FALSE;
  if (!_loom_source_names_find (self->names, name, self->place, &declared))
    return compute_binding (self, name, value);

  if (declared.type == LOOM_DECLARED_DIM3 && take (self, '.'))
    {
      g_autofree char *axis = _loom_source_dup_text (&self->source, self->at, self->at + 1);
      const LoomReadNumber read = axis[0] >= 'x' && axis[0] <= 'z' && axis[1] == '\0'
        ? _loom_source_names_read_axis (self->names, name, &declared, axis[0] - 'x', self->place)
        : (LoomReadNumber) { FALSE, 0 };

      self->at++;
      return *value = make_long (LOOM_NUMBER_UINT, read.value), read.is_certain;
    }
  if (declared.is_enumerator)
    return compute_enumerator (self, &declared, value);
  return (declared.type == LOOM_DECLARED_NUMBER || declared.type == LOOM_DECLARED_AUTO) &&
         declared.pointers == 0 && compute_variable (self, name, &declared, value);
}

/* min and max of two numbers, and what rounds up to whole ones. */
static gboolean
compute_known_function (const char *name,
                        LoomNumber *numbers,
                        guint       n,
                        LoomNumber *value)
{
  const gboolean is_min = strcmp (name, "min") == 0 || strcmp (name, "MIN") == 0;
  const gboolean is_max = strcmp (name, "max") == 0 || strcmp (name, "MAX") == 0;
  LoomNumberType type = LOOM_NUMBER_DOUBLE;

  if ((is_min || is_max) && n == 2)
    {
      *value = numbers[0];
      if (!_loom_number_compute (value, is_min ? "<=" : ">=", &numbers[1]))
        return FALSE;
      *value = value->integer != 0 ? numbers[0] : numbers[1];
      return _loom_number_convert (value, MAX (numbers[0].type, numbers[1].type));
    }
  if ((strcmp (name, "ceil") != 0 && strcmp (name, "ceilf") != 0) || n != 1)
    return FALSE;

  /* ceil (x) of a float is a float as well in C++ */
  *value = numbers[0];
  if (numbers[0].type == LOOM_NUMBER_FLOAT || strcmp (name, "ceilf") == 0)
    type = LOOM_NUMBER_FLOAT;
  if (!_loom_number_convert (value, type))
    return FALSE;
  value->real = ceil (value->real);
  return isfinite (value->real);
}

static void
argument_clear (gpointer data)
{
  g_free (((Argument *) data)->name);
}

/* `{ return EXPRESSION; }` */
static gboolean
find_returned (LoomSourceNames      *names,
               const LoomSourceBody *body,
               LoomSourceRange      *range)
{
  guint brace = names->closing[body->paren] + 1;

  while (brace < body->end && is_identifier (&names->source, brace))
    brace++;
  if (get_punctuation (&names->source, brace) != '{' ||
      !is_word (&names->source, brace + 1, "return") || names->closing[brace] < 2 ||
      !has_punctuation (names, names->closing[brace] - 1, ";"))
    return FALSE;

  *range = (LoomSourceRange) { brace + 2, names->closing[brace] - 1 };
  for (guint i = range->first; i < range->end; i++)
    {
      if (has_punctuation (names, i, ";{") || is_conditional (names, i))
        return FALSE;
    }

  return TRUE;
}

/* The type that a function gives back, where words in front of its name say it; of a template whose
 * parameter it is, that of its value. */
static LoomNumberType
read_returned_type (LoomSourceNames      *names,
                    const LoomSourceBody *body)
{
  guint first = body->paren - 1;

  while (first > 0 && body->paren - first < 12 &&
         (is_identifier (&names->source, first - 1) || has_punctuation (names, first - 1, ":")) &&
         !is_word (&names->source, first - 1, "__host__") &&
         !is_word (&names->source, first - 1, "__device__") &&
         !is_word (&names->source, first - 1, "__forceinline__"))
    first--;

  return _loom_source_names_read_number_type (names, &names->source, first, body->paren - 1);
}

/* How many functions of the source have a name; `body`: the last of them. */
static guint
find_functions (LoomSourceNames       *names,
                const char            *name,
                const LoomSourceBody **body)
{
  guint n = 0;

  for (guint i = 0; i < names->scan->bodies->len && names->budget > 0; i++)
    {
      const LoomSourceBody *one = &g_array_index (names->scan->bodies, LoomSourceBody, i);

      names->budget--;
      if (one->paren != one->first || strcmp (one->name, name) != 0)
        continue;
      *body = one;
      n++;
    }

  return n;
}

/* A function of the source that does nothing but compute a number of numbers. */
static gboolean
compute_function (Parser               *self,
                  const LoomSourceBody *body,
                  LoomNumber           *numbers,
                  guint                 n,
                  LoomNumber           *value)
{
  LoomSourceNames *names = self->names;
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (Argument));
  LoomSourceRange range;
  LoomNumberType type;

  g_array_set_clear_func (arguments, argument_clear);
  if (self->depth == 0 || !find_returned (names, body, &range))
    return FALSE;

  for (guint i = 0, first, end;
       _loom_source_names_get_argument (names, body->paren, i, &first, &end); i++)
    {
      Argument argument;

      if (i >= n || end - first < 2 || !is_identifier (&names->source, end - 1))
        return FALSE;
      argument.value = numbers[i];
      type = _loom_source_names_read_number_type (
        names, &names->source, first, has_punctuation (names, end - 2, "&") ? end - 2 : end - 1);
      if (type != LOOM_NUMBER_NONE ? !_loom_number_convert (&argument.value, type)
          : body->angle == LOOM_NOWHERE)
        return FALSE;
      argument.name = _loom_source_dup_text (&names->source, end - 1, end);
      g_array_append_val (arguments, argument);
    }
  if (arguments->len != n ||
      !compute (names, arguments, range, range.first, self->depth - 1, value))
    return FALSE;

  type = read_returned_type (names, body);
  return type != LOOM_NUMBER_NONE ? _loom_number_convert (value, type)
         : body->angle != LOOM_NOWHERE || is_word (&names->source, body->paren - 2, "auto");
}

/* At the name of a function. */
static gboolean
parse_call (Parser     *self,
            LoomNumber *value)
{
  g_autofree char *name = _loom_source_dup_text (&self->source, self->at, self->at + 1);
  const LoomSourceBody *body = NULL;
  LoomNumber numbers[MAX_ARGUMENTS];
  guint n = 0, n_found;

  self->at++;
  if (get_punctuation (&self->source, self->at) == '<')
    self->at = _loom_source_step_over_angles (&self->source, self->at);
  if (!take (self, '('))
    return FALSE;
  while (!take (self, ')'))
    {
      if (n == MAX_ARGUMENTS || (n > 0 && !take (self, ',')) || !parse_choice (self, &numbers[n++]))
        return FALSE;
    }

  n_found = find_functions (self->names, name, &body);
  return n_found == 0 ? compute_known_function (name, numbers, n, value)
                      : n_found == 1 && compute_function (self, body, numbers, n, value);
}

/* static_cast<T> (x), T (x), T {x}. `is_read`: it is one of these. */
static gboolean
parse_cast (Parser     *self,
            LoomNumber *value,
            gboolean   *is_read)
{
  guint first = self->at, end;
  LoomNumberType type;

  *is_read = FALSE;
  if (is_word (&self->source, first, "static_cast") &&
      get_punctuation (&self->source, first + 1) == '<')
    {
      end = read_type (self, first + 2, &type);
      if (get_punctuation (&self->source, end) != '>')
        return FALSE;
      end++;
    }
  else
    end = read_type (self, first, &type);
  if (end == first || (get_punctuation (&self->source, end) != '(' &&
                       get_punctuation (&self->source, end) != '{'))
    return FALSE;

  *is_read = TRUE;
  self->at = end + 1;
  return parse_choice (self, value) && (take (self, ')') || take (self, '}')) &&
         _loom_number_convert (value, type);
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

static gboolean
parse_word (Parser     *self,
            LoomNumber *value)
{
  gboolean is_cast, is_right = parse_cast (self, value, &is_cast);
  guint next;

  if (is_cast)
    return is_right;
  if (is_word (&self->source, self->at, "sizeof"))
    return self->at++, parse_sizeof (self, value);
  if (is_word (&self->source, self->at, "std") &&
      get_punctuation (&self->source, self->at + 1) == ':')
    self->at += 3;

  next = self->at + 1;
  if (get_punctuation (&self->source, next) == '<' &&
      _loom_source_skip_angles (&self->source, next) > next)
    next = _loom_source_skip_angles (&self->source, next);
  return get_punctuation (&self->source, next) == '(' ? parse_call (self, value)
                                                      : look_up (self, value);
}

static gboolean
parse_signed (Parser     *self,
              char        sign,
              LoomNumber *value)
{
  LoomNumber zero = make_long (LOOM_NUMBER_INT, 0), ones = make_long (LOOM_NUMBER_INT, -1);
  LoomNumber operand;

  if (get_punctuation (&self->source, self->at + 1) == sign)
    return FALSE;
  self->at++;
  if (!parse_unary (self, &operand))
    return FALSE;
  if (sign == '!')
    return *value = make_long (LOOM_NUMBER_BOOL, !_loom_number_is_true (&operand)), TRUE;

  *value = sign == '~' ? ones : zero;
  return _loom_number_compute (value, sign == '~' ? "^" : sign == '-' ? "-" : "+", &operand);
}

static gboolean
parse_unary (Parser     *self,
             LoomNumber *value)
{
  char c = get_punctuation (&self->source, self->at);
  gboolean is_read;

  if (self->at >= self->source.n || self->nested >= MAX_NESTED)
    return FALSE;

  self->nested++;
  is_read = get_token (&self->source, self->at)->kind == LOOM_TOKEN_NUMBER
            ? parse_literal (self, value)
            : c != '\0' && strchr ("+-!~", c) != NULL ? parse_signed (self, c, value)
            : c == '(' ? parse_parens (self, value)
            : is_identifier (&self->source, self->at) && parse_word (self, value);
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
      if (strcmp (text, "||") == 0)
        *value = make_long (LOOM_NUMBER_BOOL, _loom_number_is_true (value) ||
                                              _loom_number_is_true (&right));
      else if (strcmp (text, "&&") == 0)
        *value = make_long (LOOM_NUMBER_BOOL, _loom_number_is_true (value) &&
                                              _loom_number_is_true (&right));
      else if (!_loom_number_compute (value, text, &right))
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

static gboolean
compute (LoomSourceNames *names,
         GArray          *arguments,
         LoomSourceRange  range,
         guint            place,
         guint            depth,
         LoomNumber      *value)
{
  Parser parser = {
    .names = names,
    .source = { names->source.text, names->source.tokens, range.end },
    .arguments = arguments,
    .at = range.first,
    .place = place,
    .depth = depth,
  };

  if (range.first >= range.end || depth == 0 || names->budget < range.end - range.first ||
      has_macros (names, range))
    return FALSE;

  names->budget -= range.end - range.first;
  return parse_choice (&parser, value) && parser.at == range.end;
}

/* The value of the expression between two tokens, as it is at `place`; FALSE if it can't be read
 * for certain. */
gboolean
_loom_source_names_compute (LoomSourceNames *self,
                            guint            first,
                            guint            end,
                            guint            place,
                            LoomNumber      *value)
{
  gboolean is_computed;

  if (self->n_nested >= MAX_EXTENTS)
    return FALSE;

  self->n_nested++;
  is_computed = compute (self, NULL, (LoomSourceRange) { first, end }, place, MAX_DEPTH, value);
  self->n_nested--;
  return is_computed;
}

/* The same of an expression for whole numbers, where it stands. */
gboolean
_loom_source_names_evaluate (LoomSourceNames *self,
                             guint            first,
                             guint            end,
                             gint64          *value)
{
  LoomNumber number;

  if (!_loom_source_names_compute (self, first, end, first, &number) ||
      _loom_number_is_real (&number) || (number.type == LOOM_NUMBER_ULONG && number.integer < 0))
    return FALSE;

  *value = number.integer;
  return TRUE;
}
