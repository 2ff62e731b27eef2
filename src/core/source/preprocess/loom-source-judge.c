/* loom-source-judge.c: what the condition of an #if line comes to, as far as it is known
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-judge-private.h"

#include "loom-expression-private.h"
#include "loom-source-replace-private.h"

/* Whoever writes a longer condition has it taken as unknown; it bounds the time for each line. */
#define MAX_TOKENS 2048
#define MAX_DEPTH 64

typedef struct
{
  LoomExpression         expression;
  LoomSourceDefinitions *definitions;
} Judge;

/* What has no value may stand beside what decides. */
static gboolean
judge_fault (LoomExpression *self,
             guint           place,
             LoomFault       fault)
{
  return fault < LOOM_FAULT_BRACKET;
}

/* Numbers have the widest type there is, with a sign or without. */
static gboolean
judge_number (LoomExpression *self,
              LoomTerm       *term)
{
  g_autofree char *digits = dup_token (&self->source, self->at++);
  LoomConstant *value = &term->constant;

  _loom_constant_parse (value, digits);
  if (loom_scalar_is_float (value->type))
    value->type = LOOM_SCALAR_BYTES;
  else if (value->type != LOOM_SCALAR_BYTES && value->type != LOOM_SCALAR_U64)
    value->type = strpbrk (digits, "uU") != NULL ? LOOM_SCALAR_U64 : LOOM_SCALAR_I64;
  return TRUE;
}

static void
set_truth (LoomTerm  *term,
           LoomTruth  truth)
{
  term->constant.type = truth == LOOM_TRUTH_UNKNOWN ? LOOM_SCALAR_BYTES : LOOM_SCALAR_I64;
  term->constant.number.i = truth == LOOM_TRUTH_TRUE;
}

static LoomTruth
get_truth (LoomExpression *self,
           guint           index)
{
  g_autofree char *name = dup_token (&self->source, index);

  return _loom_source_definitions_has (((Judge *) self)->definitions, name);
}

/* Behind `defined`. */
static gboolean
judge_defined (LoomExpression *self,
               LoomTerm       *term)
{
  const gboolean has_paren = _loom_expression_accept (self, '(');

  if (!is_identifier (&self->source, self->at))
    return FALSE;
  set_truth (term, get_truth (self, self->at++));
  return !has_paren || _loom_expression_accept (self, ')');
}

/* A name that is no macro counts as 0. */
static gboolean
judge_other (LoomExpression *self,
             LoomTerm       *term)
{
  const guint place = self->at++;

  set_truth (term, LOOM_TRUTH_UNKNOWN);
  if (!is_identifier (&self->source, place))
    return place < self->source.n;
  if (is_word (&self->source, place, "defined"))
    return judge_defined (self, term);
  if (is_word (&self->source, place, "true"))
    set_truth (term, LOOM_TRUTH_TRUE);
  else if (get_punctuation (&self->source, self->at) == '(')
    self->at = _loom_source_skip_brackets (&self->source, self->at);
  else if (is_word (&self->source, place, "false") || get_truth (self, place) == LOOM_TRUTH_FALSE)
    set_truth (term, LOOM_TRUTH_FALSE);
  return TRUE;
}

static const LoomLanguage conditions = {
  .max_depth = MAX_DEPTH,
  .signs = "!-+~",
  .arithmetic = LOOM_ARITHMETIC_WIDEST,
  .fail = judge_fault,
  .read_number = judge_number,
  .read_other = judge_other,
  .sign = _loom_expression_sign,
  .compute = _loom_expression_compute,
  .choose = _loom_expression_choose,
};

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
  Judge judge = { { &conditions }, definitions };
  gboolean is_known;
  LoomTerm term;

  _loom_source_replacer_init (&replacer, definitions, words->text, NULL);
  replacer.keeps_defined = TRUE;
  replacer.n_left = most;
  is_known = _loom_source_replace_all (&replacer, words, tokens);
  *n_left -= most - replacer.n_left;
  _loom_source_replacer_clear (&replacer);
  if (!is_known)
    return LOOM_TRUTH_UNKNOWN;

  judge.expression.source = (LoomSourceReader) { words->text, tokens, tokens->len };
  is_known = _loom_expression_read (&judge.expression, &term);
  /* What is left over (a string, a second number) was not understood. */
  if (!is_known || judge.expression.at < tokens->len || term.constant.type == LOOM_SCALAR_BYTES)
    return LOOM_TRUTH_UNKNOWN;
  return _loom_constant_is_true (&term.constant) ? LOOM_TRUTH_TRUE : LOOM_TRUTH_FALSE;
}
