/* loom-expression.c: reads expressions of C by their tokens and evaluates them on the way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-expression-private.h"

/* As tightly as C binds them. */
static const struct
{
  const char *text;
  guint       precedence;
} operators[] = {
  [LOOM_OPERATOR_OR_ELSE] = { "||", 1 }, [LOOM_OPERATOR_AND_THEN] = { "&&", 2 },
  [LOOM_OPERATOR_OR] = { "|", 3 }, [LOOM_OPERATOR_XOR] = { "^", 4 },
  [LOOM_OPERATOR_AND] = { "&", 5 }, [LOOM_OPERATOR_LEFT] = { "<<", 8 },
  [LOOM_OPERATOR_RIGHT] = { ">>", 8 }, [LOOM_OPERATOR_EQUAL] = { "==", 6 },
  [LOOM_OPERATOR_DIFFERENT] = { "!=", 6 }, [LOOM_OPERATOR_AT_MOST] = { "<=", 7 },
  [LOOM_OPERATOR_AT_LEAST] = { ">=", 7 }, [LOOM_OPERATOR_LESS] = { "<", 7 },
  [LOOM_OPERATOR_MORE] = { ">", 7 }, [LOOM_OPERATOR_PLUS] = { "+", 9 },
  [LOOM_OPERATOR_MINUS] = { "-", 9 }, [LOOM_OPERATOR_TIMES] = { "*", 10 },
  [LOOM_OPERATOR_DIVIDE] = { "/", 10 }, [LOOM_OPERATOR_REMAINDER] = { "%", 10 },
};

/**
 * _loom_operator_get_text:
 * @operator: one that has a sign
 */
const char *
_loom_operator_get_text (LoomOperator operator)
{
  return operators[operator].text;
}

static gboolean
discard (LoomExpression *self,
         LoomTerm       *term)
{
  if (self->language->discard != NULL)
    self->language->discard (term);
  return FALSE;
}

gboolean
_loom_expression_accept (LoomExpression *self,
                         char            sign)
{
  const gboolean is_there = get_punctuation (&self->source, self->at) == sign;

  self->at += is_there;
  return is_there;
}

/**
 * _loom_expression_close:
 * @opened: a bracket whose other one comes next
 * @term: (nullable): what stands between them; it is discarded if the bracket does not come
 */
gboolean
_loom_expression_close (LoomExpression *self,
                        guint           opened,
                        LoomTerm       *term)
{
  const char sign = get_punctuation (&self->source, opened) == '(' ? ')' : ']';

  if (_loom_expression_accept (self, sign) ||
      self->language->fail (self, opened, LOOM_FAULT_BRACKET))
    return TRUE;
  return term != NULL && discard (self, term);
}

/* A cast, or an expression in parentheses. */
static gboolean
read_parentheses (LoomExpression *self,
                  LoomTerm       *term)
{
  const guint opened = self->at++;
  LoomScalar type = LOOM_SCALAR_BYTES;
  const guint end = self->language->find_type != NULL
                    ? self->language->find_type (self, self->at, &type) : self->at;

  if (end == self->at || get_punctuation (&self->source, end) != ')')
    return _loom_expression_read (self, term) && _loom_expression_close (self, opened, term);
  self->at = end + 1;
  return _loom_expression_read_operand (self, term) &&
         self->language->cast (self, opened, type, term);
}

static gboolean
read_any_operand (LoomExpression *self,
                  LoomTerm       *term)
{
  if (self->at >= self->source.n)
    return self->language->read_other (self, term);
  if (get_token (&self->source, self->at)->kind == LOOM_TOKEN_NUMBER)
    return self->language->read_number (self, term);
  if (is_punctuation (&self->source, self->at, self->language->signs))
    {
      const guint place = self->at++;

      return _loom_expression_read_operand (self, term) && self->language->sign (self, place, term);
    }
  return get_punctuation (&self->source, self->at) == '('
         ? read_parentheses (self, term) : self->language->read_other (self, term);
}

/**
 * _loom_expression_read_operand:
 * @term: (out): what it comes to
 *
 * Reads what binds more tightly than any operator with two operands.
 */
gboolean
_loom_expression_read_operand (LoomExpression *self,
                               LoomTerm       *term)
{
  gboolean is_read;

  if (self->depth >= self->language->max_depth)
    return self->language->fail (self, self->at, LOOM_FAULT_DEPTH);
  self->depth++;
  is_read = read_any_operand (self, term) &&
            (self->language->read_postfix == NULL || self->language->read_postfix (self, term));
  self->depth--;
  return is_read;
}

static gboolean
is_of_truths (LoomOperator operator)
{
  return operator <= LOOM_OPERATOR_AND_THEN ||
         (operator >= LOOM_OPERATOR_EQUAL && operator <= LOOM_OPERATOR_MORE);
}

/* Whether an operator comes next that binds at least so tightly. */
static gboolean
find_operator (LoomExpression *self,
               guint           least,
               LoomOperator   *operator)
{
  const LoomSourceReader *source = &self->source;
  const char c = get_punctuation (source, self->at);

  for (guint i = 0; i < G_N_ELEMENTS (operators) && c != '\0'; i++)
    {
      const char *text = operators[i].text;

      if (text[0] != c || (text[1] != '\0' && !is_pair (source, self->at, text)) ||
          (self->language->arithmetic == LOOM_ARITHMETIC_EXACT && is_of_truths (i)))
        continue;
      *operator = i;
      return operators[i].precedence >= least;
    }
  return FALSE;
}

static gboolean
read_binary (LoomExpression *self,
             guint           least,
             LoomTerm       *term)
{
  LoomOperator operator;

  if (!_loom_expression_read_operand (self, term))
    return FALSE;
  while (find_operator (self, least, &operator))
    {
      const guint place = self->at;
      LoomTerm terms[2] = { *term };

      self->at += strlen (operators[operator].text);
      if (!read_binary (self, operators[operator].precedence + 1, &terms[1]))
        return discard (self, &terms[0]);
      if (!self->language->compute (self, place, operator, terms))
        return FALSE;
      *term = terms[0];
    }
  return TRUE;
}

/* Behind the question mark, whose condition is the first of the terms. */
static gboolean
read_choice (LoomExpression *self,
             LoomTerm       *terms)
{
  const guint place = self->at - 1;

  if (!_loom_expression_read (self, &terms[1]))
    return discard (self, &terms[0]);
  if ((!_loom_expression_accept (self, ':') &&
       !self->language->fail (self, place, LOOM_FAULT_COLON)) ||
      !_loom_expression_read (self, &terms[2]))
    return discard (self, &terms[0]), discard (self, &terms[1]);
  return self->language->choose (self, place, terms);
}

/**
 * _loom_expression_read:
 * @term: (out): what it comes to
 *
 * Reads an expression as far as it goes: up to a comma, a bracket that it has not opened, or
 * anything else that is none of its operators.
 *
 * Returns: whether it was read
 */
gboolean
_loom_expression_read (LoomExpression *self,
                       LoomTerm       *term)
{
  LoomTerm terms[3];
  gboolean is_read;

  if (!read_binary (self, 0, term))
    return FALSE;
  if (self->language->choose == NULL || !_loom_expression_accept (self, '?'))
    return TRUE;
  terms[0] = *term;
  self->depth++;
  is_read = read_choice (self, terms);
  self->depth--;
  *term = terms[0];
  return is_read;
}

/* A fault of constants: the value is not known, if reading goes on. */
static gboolean
check (LoomExpression *self,
       guint           place,
       LoomTerm       *term,
       LoomFault       fault)
{
  if (fault == LOOM_FAULT_NONE)
    return TRUE;
  term->constant.type = LOOM_SCALAR_BYTES;
  return self->language->fail (self, place, fault);
}

gboolean
_loom_expression_sign (LoomExpression *self,
                       guint           place,
                       LoomTerm       *term)
{
  return check (self, place, term,
                _loom_constant_sign (&term->constant, get_punctuation (&self->source, place),
                                     self->language->arithmetic));
}

gboolean
_loom_expression_cast (LoomExpression *self,
                       guint           place,
                       LoomScalar      type,
                       LoomTerm       *term)
{
  return check (self, place, term, _loom_constant_convert (&term->constant, type)
                                   ? LOOM_FAULT_NONE : LOOM_FAULT_TYPE);
}

gboolean
_loom_expression_compute (LoomExpression *self,
                          guint           place,
                          LoomOperator    operator,
                          LoomTerm       *terms)
{
  return check (self, place, terms,
                _loom_constant_compute (&terms->constant, operator, &terms[1].constant,
                                        self->language->arithmetic));
}

/* Of two types C takes the one that both become. */
gboolean
_loom_expression_choose (LoomExpression *self,
                         guint           place,
                         LoomTerm       *terms)
{
  const LoomScalar type = MAX (terms[1].constant.type, terms[2].constant.type);
  const gboolean is_known = terms[0].constant.type != LOOM_SCALAR_BYTES;

  terms[0] = terms[is_known && !_loom_constant_is_true (&terms[0].constant) ? 2 : 1];
  return check (self, place, terms, is_known && _loom_constant_convert (&terms->constant, type)
                                    ? LOOM_FAULT_NONE : LOOM_FAULT_TYPE);
}
