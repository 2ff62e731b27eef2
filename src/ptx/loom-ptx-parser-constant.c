/* loom-ptx-parser-constant.c: constants and the expressions made of them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

static gboolean parse_binary (LoomPtxParser  *self,
                              LoomPtxOperand *value,
                              guint           lowest,
                              guint           depth);

static void
negate (LoomPtxOperand *value)
{
  if (value->is_float != 0)
    value->bits ^= G_GUINT64_CONSTANT (1) << (value->is_float - 1);
  else
    value->bits = -value->bits;
}

static gboolean
parse_literal (LoomPtxParser  *self,
               LoomPtxOperand *value)
{
  value->kind = LOOM_PTX_OPERAND_IMMEDIATE;
  if (self->token.kind == LOOM_PTX_TOKEN_INTEGER || self->token.kind == LOOM_PTX_TOKEN_FLOAT)
    {
      value->bits = self->token.bits;
      value->is_float = self->token.float_bits;
      return _loom_ptx_parser_next (self);
    }
  if (loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "WARP_SZ"))
    {
      value->bits = 32;
      return _loom_ptx_parser_next (self);
    }

  return _loom_ptx_parser_expect (self, _("a constant"));
}

static gboolean
parse_unary (LoomPtxParser  *self,
             LoomPtxOperand *value,
             guint           depth)
{
  if (depth > LOOM_PTX_MAX_NESTING)
    return _loom_ptx_parser_fail (
        self, self->token.line, _("a constant is nested more than %d deep"), LOOM_PTX_MAX_NESTING);
  if (_loom_ptx_parser_take (self, '+'))
    return parse_unary (self, value, depth + 1);
  if (_loom_ptx_parser_take (self, '-'))
    {
      gboolean ok = parse_unary (self, value, depth + 1);

      negate (value);
      return ok;
    }
  if (_loom_ptx_parser_take (self, '~'))
    {
      gboolean ok = parse_unary (self, value, depth + 1);

      value->bits = ~value->bits;
      return ok;
    }
  if (_loom_ptx_parser_take (self, '!'))
    {
      gboolean ok = parse_unary (self, value, depth + 1);

      value->bits = value->bits == 0;
      return ok;
    }
  if (_loom_ptx_parser_take (self, '('))
    return parse_binary (self, value, 0, depth + 1) && _loom_ptx_parser_take_required (self, ')');

  return parse_literal (self, value);
}

/* How strongly the operator at the present token binds, as in C; 0: it is none. */
static guint
get_precedence (LoomPtxParser *self)
{
  static const char *const levels[] = { "|", "^", "&", "<>", "+-", "*/" };

  if (self->token.kind != LOOM_PTX_TOKEN_PUNCTUATION)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    for (const char *c = levels[i]; *c != '\0'; c++)
      if (*self->token.text == *c)
        return i + 1;

  return 0;
}

static gboolean
apply (LoomPtxParser        *self,
       char                  operator,
       LoomPtxOperand       *value,
       const LoomPtxOperand *right)
{
  guint64 a = value->bits, b = right->bits;

  if (value->is_float != 0 || right->is_float != 0)
    return _loom_ptx_parser_fail (self, self->token.line, _("a constant computes with floats"));

  switch (operator)
    {
    case '|': value->bits = a | b; break;
    case '^': value->bits = a ^ b; break;
    case '&': value->bits = a & b; break;
    case '<': value->bits = b < 64 ? a << b : 0; break;
    case '>': value->bits = b < 64 ? a >> b : 0; break;
    case '+': value->bits = a + b; break;
    case '-': value->bits = a - b; break;
    case '*': value->bits = a * b; break;
    case '/':
      if (b == 0)
        return _loom_ptx_parser_fail (self, self->token.line, _("a constant divides by zero"));
      if (b == G_MAXUINT64)
        value->bits = -a;
      else
        value->bits = (guint64) ((gint64) a / (gint64) b);
      break;
    default:
      g_assert_not_reached ();
    }

  return TRUE;
}

static gboolean
parse_binary (LoomPtxParser  *self,
              LoomPtxOperand *value,
              guint           lowest,
              guint           depth)
{
  guint precedence;

  if (!parse_unary (self, value, depth))
    return FALSE;

  while ((precedence = get_precedence (self)) > lowest)
    {
      LoomPtxOperand right = { 0, };
      char operator = *self->token.text;

      if (!_loom_ptx_parser_next (self))
        return FALSE;
      if ((operator == '<' || operator == '>') && !_loom_ptx_parser_take_required (self, operator))
        return FALSE;
      if (!parse_binary (self, &right, precedence, depth + 1) ||
          !apply (self, operator, value, &right))
        return FALSE;
    }

  return TRUE;
}

/* A constant expression; @value becomes an immediate. */
gboolean
_loom_ptx_parser_constant (LoomPtxParser  *self,
                           LoomPtxOperand *value)
{
  value->bits = 0;
  value->is_float = 0;

  return parse_binary (self, value, 0, 0);
}
