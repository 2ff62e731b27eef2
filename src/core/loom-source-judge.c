/* loom-source-judge.c: what the condition of an #if line comes to, as far as it is known
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-conditions-private.h"

#include <string.h>

/* Whoever writes a longer condition has it taken as unknown; it bounds the time for each line. */
#define MAX_STEPS 512
#define MAX_STEPS_IN_ALL 4000000
#define MAX_DEPTH 24

typedef struct
{
  LoomSourceConditions *conditions;
  guint                *n_steps;
  guint                 depth;
  LoomLexer             lexer;
  LoomToken             token;
  gboolean              has_token;
} Judge;

typedef struct
{
  const char *sign;
  guint       rank;             /* a higher one binds closer */
} Operator;

static const LoomSourceNumber unknown;

static LoomSourceNumber judge_part (Judge *self,
                                    guint  rank);
static LoomSourceNumber judge_text (LoomSourceConditions *conditions,
                                    guint                *n_steps,
                                    guint                 depth,
                                    const char           *text,
                                    gsize                 length);

static LoomSourceNumber
make_number (gint64 value)
{
  return (LoomSourceNumber) { TRUE, value };
}

static void
advance (Judge *self)
{
  do
    self->has_token = ++*self->n_steps < MAX_STEPS &&
                      _loom_lexer_next (&self->lexer, &self->token);
  while (self->has_token && self->token.kind == LOOM_TOKEN_COMMENT);
}

static gboolean
accept (Judge      *self,
        const char *word)
{
  gboolean ok = self->has_token && _loom_token_is (&self->token, self->lexer.text, word);

  if (ok)
    advance (self);
  return ok;
}

/* The operator that begins at the token, of those that two or one of its bytes make. */
static const Operator *
find_operator (Judge *self)
{
  static const Operator operators[] = {
    { "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 }, { "<<", 8 },
    { ">>", 8 }, { "|", 3 }, { "^", 4 }, { "&", 5 }, { "<", 7 }, { ">", 7 }, { "+", 9 },
    { "-", 9 }, { "*", 10 }, { "/", 10 }, { "%", 10 },
  };

  for (guint i = 0; self->has_token && i < G_N_ELEMENTS (operators); i++)
    {
      gsize length = strlen (operators[i].sign);

      if (self->token.kind == LOOM_TOKEN_PUNCTUATION &&
          self->lexer.length - self->token.offset >= length &&
          memcmp (self->lexer.text + self->token.offset, operators[i].sign, length) == 0)
        return &operators[i];
    }

  return NULL;
}

static LoomSourceNumber
apply (const char       *sign,
       LoomSourceNumber  left,
       LoomSourceNumber  right)
{
  const gint64 a = left.value, b = right.value;

  if (!left.is_known || !right.is_known)
    {
      /* One side may be enough. */
      LoomSourceNumber one = left.is_known ? left : right;

      if (one.is_known && ((g_str_equal (sign, "&&") && one.value == 0) ||
                           (g_str_equal (sign, "||") && one.value != 0)))
        return make_number (one.value != 0);
      return unknown;
    }

  switch (sign[0])
    {
    case '|': return make_number (sign[1] != '\0' ? a != 0 || b != 0 : a | b);
    case '&': return make_number (sign[1] != '\0' ? a != 0 && b != 0 : a & b);
    case '^': return make_number (a ^ b);
    case '=': return make_number (a == b);
    case '!': return make_number (a != b);
    case '+': return make_number ((gint64) ((guint64) a + (guint64) b));
    case '-': return make_number ((gint64) ((guint64) a - (guint64) b));
    case '*': return make_number ((gint64) ((guint64) a * (guint64) b));
    case '/':
    case '%':
      if (b == 0 || b == -1)
        return unknown;
      return make_number (sign[0] == '/' ? a / b : a % b);
    default:
      break;
    }

  if (sign[1] == sign[0])
    {
      if (b < 0 || b > 62)
        return unknown;
      return make_number (sign[0] == '<' ? (gint64) ((guint64) a << b) : a >> b);
    }
  if (sign[1] == '=')
    return make_number (sign[0] == '<' ? a <= b : a >= b);
  return make_number (sign[0] == '<' ? a < b : a > b);
}

/* At the name behind `defined`, perhaps in parentheses. */
static LoomSourceNumber
judge_defined (Judge *self)
{
  gboolean has_paren = accept (self, "(");
  LoomSourceMeaning meaning = { FALSE };

  if (self->has_token && self->token.kind == LOOM_TOKEN_IDENTIFIER)
    meaning = _loom_source_conditions_look_up (self->conditions,
                                               self->lexer.text + self->token.offset,
                                               self->token.length);
  advance (self);
  if (has_paren)
    accept (self, ")");
  return meaning.is_known ? make_number (meaning.is_defined) : unknown;
}

static void
skip_parens (Judge *self)
{
  guint depth = 0;

  do
    {
      if (accept (self, "("))
        depth++;
      else if (accept (self, ")"))
        depth--;
      else
        advance (self);
    }
  while (depth > 0 && self->has_token);
}

static LoomSourceNumber
judge_name (Judge *self)
{
  LoomSourceMeaning meaning =
    _loom_source_conditions_look_up (self->conditions, self->lexer.text + self->token.offset,
                                     self->token.length);

  advance (self);
  if (self->has_token && _loom_token_is (&self->token, self->lexer.text, "("))
    {
      skip_parens (self);
      return unknown;
    }
  if (meaning.is_known && !meaning.is_defined)
    return make_number (0);
  if (meaning.is_known && meaning.text != NULL && self->depth < MAX_DEPTH)
    return judge_text (self->conditions, self->n_steps, self->depth + 1, meaning.text,
                       meaning.length);
  return meaning.number;
}

static LoomSourceNumber
judge_literal (Judge *self)
{
  g_autofree char *digits = g_strndup (self->lexer.text + self->token.offset, self->token.length);
  char *end;
  gint64 value = g_ascii_strtoll (digits, &end, 0);

  advance (self);
  return end > digits && strspn (end, "uUlL") == strlen (end) ? make_number (value) : unknown;
}

static LoomSourceNumber
judge_operand (Judge *self)
{
  LoomSourceNumber number;

  if (!self->has_token || self->depth > MAX_DEPTH)
    return unknown;
  if (self->token.kind == LOOM_TOKEN_NUMBER)
    return judge_literal (self);
  if (accept (self, "defined"))
    return judge_defined (self);
  if (accept (self, "true"))
    return make_number (1);
  if (accept (self, "false"))
    return make_number (0);
  if (self->token.kind == LOOM_TOKEN_IDENTIFIER)
    return judge_name (self);

  self->depth++;
  if (accept (self, "("))
    {
      number = judge_part (self, 0);
      if (!accept (self, ")"))
        number = unknown;
    }
  else if (accept (self, "!"))
    {
      number = judge_operand (self);
      number.value = number.value == 0;
    }
  else if (accept (self, "-"))
    {
      number = judge_operand (self);
      number.value = (gint64) (0 - (guint64) number.value);
    }
  else
    {
      advance (self);
      number = unknown;
    }
  self->depth--;
  return number;
}

/* Operands whose operators bind closer than `rank`. */
static LoomSourceNumber
judge_part (Judge *self,
            guint  rank)
{
  LoomSourceNumber left = judge_operand (self);
  const Operator *operator;

  while ((operator = find_operator (self)) != NULL && operator->rank > rank)
    {
      advance (self);
      if (operator->sign[1] != '\0')
        advance (self);
      left = apply (operator->sign, left, judge_part (self, operator->rank));
    }

  return left;
}

static LoomSourceNumber
judge_text (LoomSourceConditions *conditions,
            guint                *n_steps,
            guint                 depth,
            const char           *text,
            gsize                 length)
{
  Judge judge = { .conditions = conditions, .n_steps = n_steps, .depth = depth };
  LoomSourceNumber number;

  _loom_lexer_init (&judge.lexer, text, length);
  judge.lexer.line_is_empty = FALSE;
  advance (&judge);
  number = judge_part (&judge, 0);
  /* What is left over (a question mark, a string) was not understood. */
  return judge.has_token || *n_steps >= MAX_STEPS ? unknown : number;
}

/* n_steps: counts how much was looked at; a source whose macros grow in each of its lines comes to
 * the end of what it may take in all, and what follows is unknown. */
LoomSourceNumber
_loom_source_judge (LoomSourceConditions *conditions,
                    const char           *text,
                    gsize                 length,
                    guint                *n_steps)
{
  guint n_in_line = 0;
  LoomSourceNumber number;

  if (*n_steps > MAX_STEPS_IN_ALL)
    return unknown;

  number = judge_text (conditions, &n_in_line, 0, text, length);
  *n_steps += n_in_line;
  return number;
}
