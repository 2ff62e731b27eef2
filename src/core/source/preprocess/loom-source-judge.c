/* loom-source-judge.c: what the condition of an #if line comes to, as far as it is known
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-judge-private.h"

#include "loom-source-number-private.h"
#include "loom-source-replace-private.h"

#include <string.h>

/* Whoever writes a longer condition has it taken as unknown; it bounds the time for each line. */
#define MAX_TOKENS 2048
#define MAX_DEPTH 64

typedef struct
{
  LoomSourceDefinitions *definitions;
  LoomSourceReader       source;
  guint                  at;
  guint                  depth;
} Judge;

static gboolean judge_operand (Judge      *self,
                               LoomNumber *value);
static gboolean judge_part    (Judge      *self,
                               guint       rank,
                               LoomNumber *value);

/* Numbers have the widest type there is. */
static gboolean
set_number (LoomNumber *value,
            gint64      number)
{
  *value = (LoomNumber) { LOOM_NUMBER_LONG, number, 0 };
  return TRUE;
}

static gboolean
widen (LoomNumber *value)
{
  return !_loom_number_is_real (value) &&
         (value->type == LOOM_NUMBER_ULONG || _loom_number_convert (value, LOOM_NUMBER_LONG));
}

static gboolean
compute (LoomNumber       *left,
         const char       *sign,
         const LoomNumber *right)
{
  return _loom_number_compute (left, sign, right) && widen (left);
}

static gboolean
accept (Judge *self,
        char   c)
{
  const gboolean ok = get_punctuation (&self->source, self->at) == c;

  self->at += ok;
  return ok;
}

static LoomTruth
get_truth (Judge *self,
           guint  index)
{
  const LoomToken *token = get_token (&self->source, index);
  g_autofree char *name = g_strndup (self->source.text + token->offset, token->length);

  return _loom_source_definitions_has (self->definitions, name);
}

static gboolean
set_truth (LoomNumber *value,
           LoomTruth   truth)
{
  return truth != LOOM_TRUTH_UNKNOWN && set_number (value, truth == LOOM_TRUTH_TRUE);
}

/* Behind `defined`. */
static gboolean
judge_defined (Judge      *self,
               LoomNumber *value)
{
  const gboolean has_paren = accept (self, '(');
  gboolean is_known;

  if (!is_identifier (&self->source, self->at))
    return FALSE;

  is_known = set_truth (value, get_truth (self, self->at++));
  return (!has_paren || accept (self, ')')) && is_known;
}

/* A name that is no macro counts as 0. */
static gboolean
judge_name (Judge      *self,
            LoomNumber *value)
{
  const guint name = self->at++;

  if (is_word (&self->source, name, "defined"))
    return judge_defined (self, value);
  if (is_word (&self->source, name, "true"))
    return set_number (value, 1);
  if (get_punctuation (&self->source, self->at) == '(')
    {
      self->at = _loom_source_skip_brackets (&self->source, self->at);
      return FALSE;
    }
  return (is_word (&self->source, name, "false") || get_truth (self, name) == LOOM_TRUTH_FALSE) &&
         set_number (value, 0);
}

static gboolean
judge_literal (Judge      *self,
               LoomNumber *value)
{
  const LoomToken *token = get_token (&self->source, self->at++);
  g_autofree char *digits = g_strndup (self->source.text + token->offset, token->length);

  return _loom_number_parse (value, digits) && widen (value);
}

/* Behind a sign that stands before an operand. */
static gboolean
judge_signed (Judge      *self,
              char        sign,
              LoomNumber *value)
{
  LoomNumber operand;

  if (sign == '\0' || strchr ("!-+~", sign) == NULL || !judge_operand (self, &operand))
    return FALSE;
  if (sign == '!')
    return set_number (value, !_loom_number_is_true (&operand));

  set_number (value, sign == '~' ? -1 : 0);
  return compute (value, sign == '~' ? "^" : sign == '-' ? "-" : "+", &operand);
}

static gboolean
judge_operand (Judge      *self,
               LoomNumber *value)
{
  const char c = get_punctuation (&self->source, self->at);
  gboolean is_known;

  if (self->at >= self->source.n || self->depth > MAX_DEPTH)
    return FALSE;
  if (is_identifier (&self->source, self->at))
    return judge_name (self, value);
  if (get_token (&self->source, self->at)->kind == LOOM_TOKEN_NUMBER)
    return judge_literal (self, value);

  self->at++;
  self->depth++;
  if (c == '(')
    {
      is_known = judge_part (self, 0, value);
      is_known &= accept (self, ')');
    }
  else
    is_known = judge_signed (self, c, value);
  self->depth--;
  return is_known;
}

/* For || and && one side may be enough. */
static gboolean
apply (const char       *sign,
       LoomNumber       *left,
       gboolean          has_left,
       const LoomNumber *right,
       gboolean          has_right)
{
  const gboolean is_or = g_str_equal (sign, "||");
  const gboolean in_left = has_left && _loom_number_is_true (left);
  const gboolean in_right = has_right && _loom_number_is_true (right);

  if (!is_or && !g_str_equal (sign, "&&"))
    return has_left && has_right && compute (left, sign, right);
  if ((has_left && in_left == is_or) || (has_right && in_right == is_or))
    return set_number (left, is_or);
  return has_left && has_right && set_number (left, !is_or);
}

/* Operands whose operators bind closer than `rank`. */
static gboolean
judge_part (Judge      *self,
            guint       rank,
            LoomNumber *value)
{
  gboolean is_known = judge_operand (self, value);
  const char *sign;
  guint next;

  while ((sign = _loom_number_find_operator (&self->source, self->at, &next)) != NULL &&
         next > rank)
    {
      LoomNumber right;
      gboolean has_right;

      self->at += strlen (sign);
      has_right = judge_part (self, next, &right);
      is_known = apply (sign, value, is_known, &right, has_right);
    }

  return is_known;
}

/* What the words behind #if come to. n_left: counts down how much may still be looked at; a source
 * whose macros grow in each of its lines comes to the end of what it may take in all, and what
 * follows is unknown. */
LoomTruth
_loom_source_judge (LoomSourceDefinitions  *definitions,
                    const LoomSourceReader *words,
                    guint                  *n_left)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  const guint most = MIN (*n_left, MAX_TOKENS);
  LoomSourceReplacer replacer;
  Judge judge = { .definitions = definitions };
  gboolean is_known;
  LoomNumber value;

  _loom_source_replacer_init (&replacer, definitions, words->text, NULL);
  replacer.keeps_defined = TRUE;
  replacer.n_left = most;
  is_known = _loom_source_replace_all (&replacer, words, tokens);
  *n_left -= most - replacer.n_left;
  _loom_source_replacer_clear (&replacer);
  if (!is_known)
    return LOOM_TRUTH_UNKNOWN;

  judge.source = (LoomSourceReader) { words->text, tokens, tokens->len };
  is_known = judge_part (&judge, 0, &value);
  /* What is left over (a question mark, a string) was not understood. */
  if (!is_known || judge.at < tokens->len)
    return LOOM_TRUTH_UNKNOWN;
  return _loom_number_is_true (&value) ? LOOM_TRUTH_TRUE : LOOM_TRUTH_FALSE;
}
