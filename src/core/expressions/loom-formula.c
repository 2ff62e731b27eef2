/* loom-formula.c: values and fills as they are typed: what is certainly wrong, before a
 * compiler sees them, and what their names stand for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-formula.h"

#include "loom-arithmetic.h"
#include "loom-constant-private.h"
#include "loom-extents-private.h"
#include "loom-scalar-text.h"
#include "loom-tokens-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_DEPTH 64

/* A formula is read word by word: either something with a value may come next, or an operator, or,
 * behind the name of a type, both. */
typedef enum
{
  NEXT_OPERAND,
  NEXT_OPERATOR,
  NEXT_EITHER,
} Next;

typedef struct
{
  LoomSourceReader     source;
  const char          *shown;   /* all of it, for messages */
  const char * const  *names;   /* of the numbers that there are */
  guint                at;
  Next                 next;
  char                 open[MAX_DEPTH];
  guint                opened[MAX_DEPTH];       /* tokens */
  guint                depth;
  int                  choices;                 /* `?` that wait for their `:` */
  GError             **error;
} Checker;

static const char * const type_words[] = {
  "auto", "bool", "char", "const", "double", "float", "half", "int", "long", "short", "signed",
  "unsigned", NULL
};
static const char * const other_words[] = {
  "alignof", "blockDim", "blockIdx", "const_cast", "false", "gridDim", "nullptr",
  "reinterpret_cast", "sizeof", "static_cast", "std", "threadIdx", "true", "warpSize", NULL
};

/* The longest first. */
static const char * const operators[] = {
  "<<=", ">>=", "<=>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "::", "+=", "-=", "*=",
  "/=", "%=", "&=", "|=", "^=", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "=", "?", ":",
  ",", ".",
};

static gboolean G_GNUC_PRINTF (2, 3)
fail (Checker    *self,
      const char *format,
      ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (self->error,
                     g_error_new_valist (LOOM_ERROR, LOOM_ERROR_DOCUMENT, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
is_at (Checker    *self,
       int         step,
       const char *word)
{
  return is_word (&self->source, self->at + step, word);
}

/* As macros and constants are: INT_MAX, M_PI. */
static gboolean
is_capital (const char *word)
{
  for (const char *c = word; *c != '\0'; c++)
    if (!g_ascii_isupper (*c) && !g_ascii_isdigit (*c) && *c != '_')
      return FALSE;
  return word[1] != '\0';
}

/* Functions, members and what a header may define are for the compiler to judge. */
static gboolean
is_beyond_us (Checker    *self,
              const char *word)
{
  return is_capital (word) || g_str_has_prefix (word, "__") ||
         g_strv_contains (other_words, word) || is_at (self, 1, "(") || is_at (self, 1, "<") ||
         is_at (self, 1, ":") || is_at (self, -1, ".") || is_at (self, -1, ":") ||
         is_at (self, -1, ">");
}

static gboolean
read_name (Checker *self)
{
  g_autofree char *word = dup_token (&self->source, self->at);
  g_autofree char *shown = NULL, *known = NULL;

  if (g_strv_contains (type_words, word) || g_str_has_suffix (word, "_t"))
    {
      self->next = NEXT_EITHER;
      return TRUE;
    }
  if (self->next == NEXT_OPERATOR)
    return fail (self, _("“%s” is missing an operator between two words"), self->shown);

  self->next = NEXT_OPERATOR;
  if (g_strv_contains (self->names, word) || is_beyond_us (self, word))
    return TRUE;

  shown = _loom_abbreviate (word);
  known = g_strjoinv (", ", (char **) self->names);
  return loom_fail (self->error, LOOM_ERROR_DOCUMENT,
                    _("“%1$s” is not defined here; there are %2$s"), shown, known);
}

static gboolean
is_number (const char *word)
{
  LoomConstant constant;

  return _loom_constant_parse (&constant, word) != LOOM_FAULT_NUMBER;
}

/* A number, a character or a string, which must be whole. */
static gboolean
read_literal (Checker         *self,
              const LoomToken *token)
{
  g_autofree char *word = dup_token (&self->source, self->at);
  const gboolean is_whole
      = token->kind == LOOM_TOKEN_NUMBER ? is_number (word)
        : token->length > 2 - (token->kind == LOOM_TOKEN_STRING)
          && word[token->length - 1] == (token->kind == LOOM_TOKEN_STRING ? '"' : '\'');

  if (self->next == NEXT_OPERATOR)
    return fail (self, _("“%s” is missing an operator between two words"), self->shown);
  /* a string alone is none of the numbers that are asked for */
  if (!is_whole || (token->kind == LOOM_TOKEN_STRING && self->depth == 0))
    return fail (self, _("“%s” is not a number"), self->shown);

  self->next = NEXT_OPERATOR;
  return TRUE;
}

static gboolean
open_parenthesis (Checker *self,
                  char     sign)
{
  if (self->depth == MAX_DEPTH)
    return fail (self, _("“%s” is nested too deeply"), self->shown);
  if (sign == '[' && self->next == NEXT_OPERAND)
    return fail (self, _("“%s” is missing a value"), self->shown);

  self->open[self->depth] = sign;
  self->opened[self->depth++] = self->at;
  self->next = NEXT_OPERAND;
  return TRUE;
}

/* `()` closes the call of a function, and nothing else that is empty. */
static gboolean
is_call (Checker *self,
         guint    opened)
{
  return opened + 1 == self->at && opened > 0 &&
         is_identifier (&self->source, opened - 1);
}

static gboolean
close_parenthesis (Checker *self,
                   char     sign)
{
  if (self->depth == 0 || self->open[self->depth - 1] != sign)
    return fail (self, sign == '(' ? _("“%s” has a “)” without its “(”")
                                   : _("“%s” has a “]” without its “[”"), self->shown);
  self->depth--;
  if (self->next == NEXT_OPERAND && !is_call (self, self->opened[self->depth]))
    return fail (self, _("“%s” is missing a value"), self->shown);

  /* behind the name of a type: a cast, or sizeof */
  if (self->next != NEXT_EITHER)
    self->next = NEXT_OPERATOR;
  return TRUE;
}

/* What an operator of two operands needs beside these. C takes 1,5 for 5, which nobody means. */
static gboolean
check_operator (Checker    *self,
                const char *operator)
{
  self->choices += g_str_equal (operator, "?") - g_str_equal (operator, ":");
  if (self->choices < 0)
    return fail (self, _("“%s” has a “:” without its “?”"), self->shown);
  if (self->depth == 0 && g_str_equal (operator, ","))
    return fail (self, _("“%s” has a comma; decimals are written with a point"), self->shown);

  return TRUE;
}

/* Signs that stand before a value, and operators between two. There is nothing to point to, so `*`
 * and `&` are not among the signs. */
static gboolean
read_operator (Checker         *self,
               const LoomToken *token)
{
  const char *at = self->source.text + token->offset;

  if (self->next != NEXT_OPERATOR && strchr ("+-~!", *at) != NULL)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      if (!g_str_has_prefix (at, operators[i]))
        continue;
      if (self->next == NEXT_OPERAND && !g_str_equal (operators[i], "::"))
        return fail (self, _("“%s” is missing a value"), self->shown);
      /* the closing of static_cast<int> */
      if (self->next != NEXT_EITHER || *at != '>')
        self->next = NEXT_OPERAND;
      self->at += strlen (operators[i]) - 1;
      return check_operator (self, operators[i]);
    }

  return fail (self, _("“%s” has a character that means nothing"), self->shown);
}

static gboolean
read_sign (Checker         *self,
           const LoomToken *token)
{
  const char sign = self->source.text[token->offset];

  switch (sign)
    {
    case '(':
    case '[':
      return open_parenthesis (self, sign);
    case ')':
      return close_parenthesis (self, '(');
    case ']':
      return close_parenthesis (self, '[');
    default:
      return read_operator (self, token);
    }
}

static gboolean
read_token (Checker         *self,
            const LoomToken *token)
{
  switch (token->kind)
    {
    case LOOM_TOKEN_IDENTIFIER:
      return read_name (self);
    case LOOM_TOKEN_NUMBER:
    case LOOM_TOKEN_CHARACTER:
    case LOOM_TOKEN_STRING:
      return read_literal (self, token);
    case LOOM_TOKEN_PUNCTUATION:
      return read_sign (self, token);
    default:
      return fail (self, _("“%s” is not a number"), self->shown);
    }
}

/* names: of the numbers that there are. */
static gboolean
check (const char          *text,
       const char * const  *names,
       GError             **error)
{
  g_autoptr (GArray) tokens = _loom_lexer_tokenize (text);
  g_autofree char *shown = _loom_abbreviate (text);
  Checker self = { { text, tokens, tokens->len }, shown, names, .error = error };

  if (tokens->len == 0)
    return _loom_fail_missing (error);
  /* A function within it has statements; they are the compiler's. */
  if (strchr (text, '[') != NULL && strchr (text, '{') > strchr (text, '['))
    return TRUE;

  for (; self.at < tokens->len; self.at++)
    if (!read_token (&self, &g_array_index (tokens, LoomToken, self.at)))
      return FALSE;

  if (self.depth > 0)
    return fail (&self, self.open[self.depth - 1] == '(' ? _("“%s” has a “(” without its “)”")
                                                         : _("“%s” has a “[” without its “]”"),
                 self.shown);
  if (self.choices > 0)
    return fail (&self, _("“%s” has a “?” without its “:”"), self.shown);
  return self.next == NEXT_OPERATOR || fail (&self, _("“%s” is missing a value"), self.shown);
}

static const char * const cell_names[]
    = { "x", "y", "z", "cols", "rows", "planes", "main_cols", "main_rows", "main_planes", NULL };
static const char * const value_names[] = { "cols", "rows", "planes", "size", NULL };

static gboolean
has_names (const char *text)
{
  g_autoptr (GArray) tokens = _loom_lexer_tokenize (text);

  for (guint i = 0; i < tokens->len; i++)
    {
      LoomTokenKind kind = g_array_index (tokens, LoomToken, i).kind;

      if (kind != LOOM_TOKEN_NUMBER && kind != LOOM_TOKEN_PUNCTUATION)
        return TRUE;
    }
  return FALSE;
}

/**
 * loom_formula_dup_value:
 * @text: the value of a number that a kernel is given: written out, or a formula in cols, rows,
 *   planes and size
 * @error: return location; %LOOM_ERROR_DOCUMENT or %LOOM_ERROR_LAUNCH says in words what is wrong
 *
 * Looks for what is certainly wrong with a value, and computes arithmetic with whole numbers.
 *
 * Returns: (transfer full): the value as settings have it, or %NULL with @error set
 */
char *
loom_formula_dup_value (const char      *text,
                        const LoomType  *type,
                        GError         **error)
{
  const LoomScalar scalar = type->scalar;
  LoomScalarBits bits;

  g_return_val_if_fail (text != NULL && type != NULL, NULL);

  if (loom_scalar_text_parse (text, scalar, &bits))
    return g_strstrip (g_strdup (text));
  if (!_loom_check_base (text, error))
    return NULL;
  if (scalar != LOOM_SCALAR_BYTES && scalar != LOOM_SCALAR_BOOL && !loom_scalar_is_float (scalar)
      && *text != '\0' && !has_names (text))
    return loom_arithmetic_dup_scalar (text, scalar, error);

  return check (text, value_names, error) ? g_strstrip (g_strdup (text)) : NULL;
}

/* One number after the other of one cell after the other. */
static gboolean
check_values (const char      *text,
              const LoomType  *type,
              GError         **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  const guint n = MAX (loom_type_count_components (type), 1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*g_strstrip (words[i]) == '\0')
        return _loom_fail_missing (error);
      if (!loom_scalar_text_check (words[i], loom_type_get_component (type, i % n).scalar, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * loom_formula_check_fill:
 * @fill: what an array is to hold
 * @type: of its cells
 * @error: return location; %LOOM_ERROR_DOCUMENT says in words what is wrong
 *
 * Looks for what is certainly wrong with the numbers or the formula of a fill.
 */
gboolean
loom_formula_check_fill (const LoomFill  *fill,
                         const LoomType  *type,
                         GError         **error)
{
  g_return_val_if_fail (fill != NULL && type != NULL, FALSE);

  if (fill->kind == LOOM_FILL_VALUES)
    return check_values (fill->text, type, error);
  if (fill->kind == LOOM_FILL_EXPR)
    return check (fill->text, cell_names, error);

  return TRUE;
}
