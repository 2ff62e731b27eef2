/* loom-formula-check.c: a formula of CUDA C, read word by word for what no compiler would take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-formula-private.h"

#include "loom-extents-private.h"

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
  const char          *text;
  const char          *shown;   /* all of it, for messages */
  const char * const  *names;   /* of the numbers that there are */
  GArray              *tokens;  /* (element-type LoomToken) */
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

static const LoomToken *
peek (Checker *self,
      int      step)
{
  guint index = self->at + step;

  return index < self->tokens->len ? &g_array_index (self->tokens, LoomToken, index) : NULL;
}

static gboolean
is_at (Checker    *self,
       int         step,
       const char *word)
{
  const LoomToken *token = peek (self, step);

  return token != NULL && _loom_token_is (token, self->text, word);
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
read_name (Checker         *self,
           const LoomToken *token)
{
  g_autofree char *word = g_strndup (self->text + token->offset, token->length);
  g_autofree char *shown = NULL, *known = NULL;

  if (g_strv_contains (type_words, word) || g_str_has_suffix (word, "_t"))
    {
      self->next = NEXT_EITHER;
      return TRUE;
    }
  if (self->next == NEXT_OPERATOR)
    return fail (self, _("“%s” lacks an operator between two words"), self->shown);

  self->next = NEXT_OPERATOR;
  if (g_strv_contains (self->names, word) || is_beyond_us (self, word))
    return TRUE;

  shown = _loom_abbreviate (word);
  known = g_strjoinv (", ", (char **) self->names);
  g_set_error (self->error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("“%1$s” stands for nothing here; there are %2$s"), shown, known);
  return FALSE;
}

/* As C writes numbers: 7, 0x1F, 0b11, 1e-3f, 10ull, 1'000. */
static gboolean
is_number (const char *word)
{
  char *end;

  if (g_str_has_prefix (word, "0b") || strchr (word, '\'') != NULL)
    return TRUE;
  g_ascii_strtod (word, &end);
  return end != word && end[strspn (end, "uUlLfF")] == '\0';
}

/* A number, a character or a string, which must be whole. */
static gboolean
read_literal (Checker         *self,
              const LoomToken *token)
{
  g_autofree char *word = g_strndup (self->text + token->offset, token->length);
  const gboolean is_whole
      = token->kind == LOOM_TOKEN_NUMBER ? is_number (word)
        : token->length > 2 - (token->kind == LOOM_TOKEN_STRING)
          && word[token->length - 1] == (token->kind == LOOM_TOKEN_STRING ? '"' : '\'');

  if (self->next == NEXT_OPERATOR)
    return fail (self, _("“%s” lacks an operator between two words"), self->shown);
  /* a string alone is none of the numbers that are asked for */
  if (!is_whole || (token->kind == LOOM_TOKEN_STRING && self->depth == 0))
    return fail (self, _("“%s” is no number"), self->shown);

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
    return fail (self, _("“%s” lacks a number"), self->shown);

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
         g_array_index (self->tokens, LoomToken, opened - 1).kind == LOOM_TOKEN_IDENTIFIER;
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
    return fail (self, _("“%s” lacks a number"), self->shown);

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
  const char *at = self->text + token->offset;

  if (self->next != NEXT_OPERATOR && strchr ("+-~!", *at) != NULL)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      if (!g_str_has_prefix (at, operators[i]))
        continue;
      if (self->next == NEXT_OPERAND && !g_str_equal (operators[i], "::"))
        return fail (self, _("“%s” lacks a number"), self->shown);
      /* the closing of static_cast<int> */
      if (self->next != NEXT_EITHER || *at != '>')
        self->next = NEXT_OPERAND;
      self->at += strlen (operators[i]) - 1;
      return check_operator (self, operators[i]);
    }

  return fail (self, _("“%s” has a sign that stands for nothing"), self->shown);
}

static gboolean
read_sign (Checker         *self,
           const LoomToken *token)
{
  const char sign = self->text[token->offset];

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
      return read_name (self, token);
    case LOOM_TOKEN_NUMBER:
    case LOOM_TOKEN_CHARACTER:
    case LOOM_TOKEN_STRING:
      return read_literal (self, token);
    case LOOM_TOKEN_PUNCTUATION:
      return read_sign (self, token);
    default:
      return fail (self, _("“%s” is no number"), self->shown);
    }
}

/* The words of a text, for whoever wants to know what kinds of them there are. */
GArray *
_loom_formula_tokenize (const char *text)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, strlen (text));
  while (_loom_lexer_next (&lexer, &token))
    g_array_append_val (tokens, token);
  return tokens;
}

/* names: of the numbers that there are. */
gboolean
_loom_formula_check (const char          *text,
                     const char * const  *names,
                     GError             **error)
{
  g_autoptr (GArray) tokens = _loom_formula_tokenize (text);
  g_autofree char *shown = _loom_abbreviate (text);
  Checker self = { text, shown, names, tokens, .error = error };

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
  return self.next == NEXT_OPERATOR || fail (&self, _("“%s” lacks a number"), self.shown);
}
