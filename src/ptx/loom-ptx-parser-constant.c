/* loom-ptx-parser-constant.c: constants and the expressions made of them, as in C
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* .f64, or .f32 as its bits were written; else .s64 or .u64. */
typedef struct
{
  guint64  bits;
  guint    float_bits;          /* 32, 64; 0: an integer */
  gboolean is_unsigned;
} Constant;

typedef enum
{
  OPERATOR_NONE,
  OPERATOR_OR_ELSE, OPERATOR_AND_THEN,
  OPERATOR_OR, OPERATOR_XOR, OPERATOR_AND,
  OPERATOR_EQUAL, OPERATOR_UNEQUAL,
  OPERATOR_LESS, OPERATOR_LESS_EQUAL, OPERATOR_GREATER, OPERATOR_GREATER_EQUAL,
  OPERATOR_SHIFT_LEFT, OPERATOR_SHIFT_RIGHT,
  OPERATOR_ADD, OPERATOR_SUBTRACT,
  OPERATOR_MULTIPLY, OPERATOR_DIVIDE,
} Operator;

/* Longer ones before those that they begin with. */
static const struct
{
  const char *text;
  Operator    operator;
  guint       precedence;       /* how strongly it binds, from 1 */
} operators[] = {
  { "||", OPERATOR_OR_ELSE, 1 }, { "&&", OPERATOR_AND_THEN, 2 },
  { "|", OPERATOR_OR, 3 }, { "^", OPERATOR_XOR, 4 }, { "&", OPERATOR_AND, 5 },
  { "==", OPERATOR_EQUAL, 6 }, { "!=", OPERATOR_UNEQUAL, 6 },
  { "<<", OPERATOR_SHIFT_LEFT, 8 }, { ">>", OPERATOR_SHIFT_RIGHT, 8 },
  { "<=", OPERATOR_LESS_EQUAL, 7 }, { ">=", OPERATOR_GREATER_EQUAL, 7 },
  { "<", OPERATOR_LESS, 7 }, { ">", OPERATOR_GREATER, 7 },
  { "+", OPERATOR_ADD, 9 }, { "-", OPERATOR_SUBTRACT, 9 },
  { "*", OPERATOR_MULTIPLY, 10 }, { "/", OPERATOR_DIVIDE, 10 },
};

static gboolean parse_choice (LoomPtxParser *self,
                              Constant      *value,
                              guint          depth);

static gdouble
get_double (const Constant *value)
{
  const guint32 low = (guint32) value->bits;
  gdouble number;
  gfloat single;

  if (value->float_bits == 0)
    return value->is_unsigned ? (gdouble) value->bits : (gdouble) (gint64) value->bits;
  memcpy (&single, &low, sizeof single);
  memcpy (&number, &value->bits, sizeof number);

  return value->float_bits == 32 ? single : number;
}

static void
set_double (Constant *value,
            gdouble   number)
{
  memcpy (&value->bits, &number, sizeof number);
  value->float_bits = 64;
}

static void
set_truth (Constant *value,
           gboolean  holds)
{
  *value = (Constant) { .bits = holds ? 1 : 0 };
}

static gboolean
is_true (const Constant *value)
{
  return value->float_bits != 0 ? get_double (value) != 0 : value->bits != 0;
}

static gboolean
parse_literal (LoomPtxParser *self,
               Constant      *value)
{
  const LoomPtxToken *token = &self->token;

  if (token->kind == LOOM_PTX_TOKEN_INTEGER || token->kind == LOOM_PTX_TOKEN_FLOAT)
    {
      *value = (Constant) { token->bits, token->float_bits, FALSE };
      value->is_unsigned = token->text[token->length - 1] == 'U' || token->bits > G_MAXINT64;
      return _loom_ptx_parser_next (self);
    }
  if (loom_ptx_token_is_text (token, LOOM_PTX_TOKEN_WORD, "WARP_SZ"))
    {
      *value = (Constant) { .bits = 32 };
      return _loom_ptx_parser_next (self);
    }

  return _loom_ptx_parser_expect (self, _("a constant"));
}

static gboolean
refuse_floats (LoomPtxParser *self)
{
  return _loom_ptx_parser_fail (self, self->token.line, _("a constant computes with floats"));
}

static gboolean
apply_unary (LoomPtxParser *self,
             char           operator,
             Constant      *value)
{
  if (operator == '!')
    set_truth (value, !is_true (value));
  else if (operator == '-' && value->float_bits != 0)
    value->bits ^= G_GUINT64_CONSTANT (1) << (value->float_bits - 1);
  else if (operator == '-')
    value->bits = -value->bits;
  else if (operator == '~' && value->float_bits != 0)
    return refuse_floats (self);
  else if (operator == '~')
    value->bits = ~value->bits;

  return TRUE;
}

/* After the parenthesis: `.s64)` or `.u64)`, and what it is about. */
static gboolean
parse_cast (LoomPtxParser *self,
            Constant      *value,
            gboolean       is_unsigned,
            gboolean     (*parse) (LoomPtxParser *, Constant *, guint),
            guint          depth)
{
  if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_required (self, ')') ||
      !parse (self, value, depth))
    return FALSE;
  if (value->float_bits != 0)
    return refuse_floats (self);
  value->is_unsigned = is_unsigned;

  return TRUE;
}

static gboolean
parse_unary (LoomPtxParser *self,
             Constant      *value,
             guint          depth)
{
  const char *const prefixes = "+-~!";

  if (depth > LOOM_PTX_MAX_NESTING)
    return _loom_ptx_parser_fail (
        self, self->token.line, _("a constant is nested more than %d deep"), LOOM_PTX_MAX_NESTING);
  for (const char *c = prefixes; *c != '\0'; c++)
    if (_loom_ptx_parser_take (self, *c))
      return parse_unary (self, value, depth + 1) && apply_unary (self, *c, value);
  if (!_loom_ptx_parser_take (self, '('))
    return parse_literal (self, value);
  if (loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_DOT, "s64"))
    return parse_cast (self, value, FALSE, parse_unary, depth + 1);
  if (loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_DOT, "u64"))
    return parse_cast (self, value, TRUE, parse_unary, depth + 1);

  return parse_choice (self, value, depth + 1) && _loom_ptx_parser_take_required (self, ')');
}

/* Index in `operators` of the one that begins at the present token, or -1. */
static gint
find_operator (LoomPtxParser *self)
{
  const char *next = self->lexer.cursor;

  if (self->token.kind != LOOM_PTX_TOKEN_PUNCTUATION)
    return -1;
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (operators[i].text[0] == *self->token.text &&
        (operators[i].text[1] == '\0' ||
         (next < self->lexer.end && *next == operators[i].text[1])))
      return (gint) i;

  return -1;
}

static gboolean
compare (Operator operator,
         gboolean less,
         gboolean equal)
{
  switch (operator)
    {
    case OPERATOR_EQUAL: return equal;
    case OPERATOR_UNEQUAL: return !equal;
    case OPERATOR_LESS: return less;
    case OPERATOR_LESS_EQUAL: return less || equal;
    case OPERATOR_GREATER: return !less && !equal;
    default: return !less;
    }
}

static gboolean
apply_to_floats (LoomPtxParser  *self,
                 Operator        operator,
                 Constant       *value,
                 const Constant *right)
{
  const gdouble a = get_double (value), b = get_double (right);

  switch (operator)
    {
    case OPERATOR_ADD: set_double (value, a + b); break;
    case OPERATOR_SUBTRACT: set_double (value, a - b); break;
    case OPERATOR_MULTIPLY: set_double (value, a * b); break;
    case OPERATOR_DIVIDE: set_double (value, a / b); break;
    case OPERATOR_EQUAL ... OPERATOR_GREATER_EQUAL:
      set_truth (value, compare (operator, a < b, a == b));
      break;
    default: return refuse_floats (self);
    }

  return TRUE;
}

static gboolean
divide (LoomPtxParser *self,
        Constant      *value,
        guint64        by,
        gboolean       is_unsigned)
{
  if (by == 0)
    return _loom_ptx_parser_fail (self, self->token.line, _("a constant divides by zero"));
  if (is_unsigned)
    value->bits /= by;
  else
    value->bits = by == G_MAXUINT64 ? -value->bits : (guint64) ((gint64) value->bits / (gint64) by);

  return TRUE;
}

static guint64
shift_right (const Constant *value,
             guint64         by)
{
  if (value->is_unsigned)
    return by < 64 ? value->bits >> by : 0;

  return (guint64) ((gint64) value->bits >> MIN (by, 63));
}

static gboolean
apply (LoomPtxParser  *self,
       Operator        operator,
       Constant       *value,
       const Constant *right)
{
  const guint64 a = value->bits, b = right->bits;
  const gboolean is_unsigned = value->is_unsigned || right->is_unsigned;
  gboolean ok = TRUE;

  switch (operator)
    {
    case OPERATOR_OR_ELSE: set_truth (value, is_true (value) || is_true (right)); return TRUE;
    case OPERATOR_AND_THEN: set_truth (value, is_true (value) && is_true (right)); return TRUE;
    default: break;
    }
  if (value->float_bits != 0 || right->float_bits != 0)
    return apply_to_floats (self, operator, value, right);
  switch (operator)
    {
    case OPERATOR_OR: value->bits = a | b; break;
    case OPERATOR_XOR: value->bits = a ^ b; break;
    case OPERATOR_AND: value->bits = a & b; break;
    case OPERATOR_SHIFT_LEFT: value->bits = b < 64 ? a << b : 0; return TRUE;
    case OPERATOR_SHIFT_RIGHT: value->bits = shift_right (value, b); return TRUE;
    case OPERATOR_ADD: value->bits = a + b; break;
    case OPERATOR_SUBTRACT: value->bits = a - b; break;
    case OPERATOR_MULTIPLY: value->bits = a * b; break;
    case OPERATOR_DIVIDE: ok = divide (self, value, b, is_unsigned); break;
    default:
      set_truth (value, compare (operator, is_unsigned ? a < b : (gint64) a < (gint64) b, a == b));
      return TRUE;
    }
  value->is_unsigned = is_unsigned;

  return ok;
}

static gboolean
parse_binary (LoomPtxParser *self,
              Constant      *value,
              guint          lowest,
              guint          depth)
{
  gint found;

  if (!parse_unary (self, value, depth))
    return FALSE;

  while ((found = find_operator (self)) >= 0 && operators[found].precedence > lowest)
    {
      Constant right = { 0, };

      for (const char *c = operators[found].text; *c != '\0'; c++)
        if (!_loom_ptx_parser_next (self))
          return FALSE;
      if (!parse_binary (self, &right, operators[found].precedence, depth + 1) ||
          !apply (self, operators[found].operator, value, &right))
        return FALSE;
    }

  return TRUE;
}

/* a ? b : c, or what binds more strongly. */
static gboolean
parse_choice (LoomPtxParser *self,
              Constant      *value,
              guint          depth)
{
  Constant yes = { 0, }, no = { 0, };

  if (!parse_binary (self, value, 0, depth))
    return FALSE;
  if (!_loom_ptx_parser_take (self, '?'))
    return TRUE;
  if (!parse_choice (self, &yes, depth + 1) || !_loom_ptx_parser_take_required (self, ':') ||
      !parse_choice (self, &no, depth + 1))
    return FALSE;
  *value = is_true (value) ? yes : no;

  return TRUE;
}

/* A constant expression; @value becomes an immediate. */
gboolean
_loom_ptx_parser_constant (LoomPtxParser  *self,
                           LoomPtxOperand *value)
{
  Constant constant = { 0, };
  const gboolean ok = parse_choice (self, &constant, 0);

  value->kind = LOOM_PTX_OPERAND_IMMEDIATE;
  value->bits = constant.bits;
  value->is_float = constant.float_bits;

  return ok;
}
