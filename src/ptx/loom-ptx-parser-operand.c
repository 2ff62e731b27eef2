/* loom-ptx-parser-operand.c: registers, constants, addresses, vectors and names as operands
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static void
init_operand (LoomPtxOperand *operand)
{
  memset (operand, 0, sizeof *operand);
  operand->reg = operand->pair = operand->symbol = operand->label = -1;
}

/* %tid and, glued to it, .x: the name of a special register. */
static gboolean
parse_special (LoomPtxParser  *self,
               LoomPtxOperand *operand)
{
  LoomPtxLexer lexer = self->lexer;
  LoomPtxToken part;
  gint special;

  if (self->token.text[0] != '%')
    return FALSE;

  special = loom_ptx_special_lookup (_loom_ptx_parser_dup_text (self));
  if (special < 0)
    {
      loom_ptx_lexer_next (&lexer, &part);
      if (part.kind != LOOM_PTX_TOKEN_DOT || !part.glued)
        return FALSE;
      g_string_append_c (self->scratch, '.');
      g_string_append_len (self->scratch, part.text, part.length);
      special = loom_ptx_special_lookup (self->scratch->str);
      if (special < 0)
        return FALSE;
      self->lexer = lexer;
    }
  operand->kind = LOOM_PTX_OPERAND_SPECIAL;
  operand->label = special;

  return TRUE;
}

static gboolean
parse_lanes (LoomPtxOperand *operand,
             const char     *digits,
             gsize           length,
             char            highest)
{
  operand->n_lanes = length;
  for (gsize i = 0; i < length; i++)
    {
      if (digits[i] < '0' || digits[i] > highest)
        return FALSE;
      operand->lanes = operand->lanes << 4 | (digits[i] - '0');
    }

  return TRUE;
}

/* %r1.b0, %r1.h1, %r1.b3210, %r1.h10: what a video instruction takes of a register. */
static gboolean
parse_selector (LoomPtxParser  *self,
                LoomPtxOperand *operand)
{
  const char *text = self->token.text;
  gsize length = self->token.length;
  gboolean ok = FALSE;

  if (text[0] == 'b' && length == 2 && text[1] >= '0' && text[1] <= '3')
    {
      operand->selector = LOOM_PTX_SELECTOR_B0 + (text[1] - '0');
      ok = TRUE;
    }
  else if (text[0] == 'h' && length == 2 && text[1] >= '0' && text[1] <= '1')
    {
      operand->selector = LOOM_PTX_SELECTOR_H0 + (text[1] - '0');
      ok = TRUE;
    }
  else if (text[0] == 'b' && length >= 3 && length <= 5)
    {
      operand->selector = LOOM_PTX_SELECTOR_BYTES;
      ok = parse_lanes (operand, text + 1, length - 1, '7');
    }
  else if (text[0] == 'h' && length == 3)
    {
      operand->selector = LOOM_PTX_SELECTOR_HALVES;
      ok = parse_lanes (operand, text + 1, length - 1, '3');
    }

  return ok ? _loom_ptx_parser_next (self)
            : _loom_ptx_parser_expect (self, _("a part of a register"));
}

/* %v.x of a register of .v4 */
static gboolean
parse_component (LoomPtxParser     *self,
                 const LoomPtxName *name,
                 LoomPtxOperand    *operand)
{
  const char *const parts = "xyzwrgba";
  const char *part = self->token.length == 1 ? strchr (parts, *self->token.text) : NULL;

  if (part == NULL || (guint) (part - parts) % 4 >= name->count)
    return _loom_ptx_parser_expect (self, _("a part of a vector"));
  operand->kind = LOOM_PTX_OPERAND_REGISTER;
  operand->reg = name->index + (part - parts) % 4;

  return _loom_ptx_parser_next (self);
}

static void
spread_vector (LoomPtxParser     *self,
               const LoomPtxName *name,
               LoomPtxOperand    *operand)
{
  operand->kind = LOOM_PTX_OPERAND_VECTOR;
  operand->n_elements = name->count;
  operand->elements =
      _loom_ptx_store_allocate (self->store, name->count * sizeof *operand->elements);
  for (guint i = 0; i < name->count; i++)
    {
      init_operand (&operand->elements[i]);
      operand->elements[i].kind = LOOM_PTX_OPERAND_REGISTER;
      operand->elements[i].reg = name->index + i;
    }
}

static void
set_name (LoomPtxParser     *self,
          const LoomPtxName *name,
          LoomPtxOperand    *operand)
{
  operand->name = _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
  switch (name != NULL ? name->kind : LOOM_PTX_NAME_NONE)
    {
    case LOOM_PTX_NAME_VARIABLE:
      operand->kind = LOOM_PTX_OPERAND_SYMBOL;
      operand->symbol = name->index;
      operand->name =
          loom_ptx_function_get_symbol (self->module, self->function, name->index)->name;
      break;
    case LOOM_PTX_NAME_FUNCTION:
      operand->kind = LOOM_PTX_OPERAND_FUNCTION;
      operand->label = name->index;
      break;
    case LOOM_PTX_NAME_TABLE:
      operand->kind = LOOM_PTX_OPERAND_TABLE;
      operand->label = name->index;
      operand->name = g_ptr_array_index (self->function->table_names, name->index);
      break;
    default:
      operand->kind = LOOM_PTX_OPERAND_UNDEFINED;
      break;
    }
}

static gboolean
parse_name (LoomPtxParser  *self,
            LoomPtxOperand *operand)
{
  const LoomPtxName *name;

  operand->reg = _loom_ptx_names_find_register (self->names, _loom_ptx_parser_dup_text (self));
  if (operand->reg >= 0)
    {
      operand->kind = LOOM_PTX_OPERAND_REGISTER;
      if (!_loom_ptx_parser_next (self))
        return FALSE;
      return self->token.kind != LOOM_PTX_TOKEN_DOT || !self->token.glued ||
             parse_selector (self, operand);
    }

  name = _loom_ptx_names_find (self->names, self->scratch->str);
  if (name == NULL && parse_special (self, operand))
    return _loom_ptx_parser_next (self);
  if (name != NULL && name->kind == LOOM_PTX_NAME_REGISTER)
    {
      if (!_loom_ptx_parser_next (self))
        return FALSE;
      if (self->token.kind == LOOM_PTX_TOKEN_DOT)
        return parse_component (self, name, operand);
      spread_vector (self, name, operand);
      return TRUE;
    }
  set_name (self, name, operand);

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_offset (LoomPtxParser  *self,
              LoomPtxOperand *operand)
{
  LoomPtxOperand value = { 0, };

  if (!_loom_ptx_parser_at (self, '+') && !_loom_ptx_parser_at (self, '-'))
    return TRUE;
  if (!_loom_ptx_parser_constant (self, &value))
    return FALSE;
  operand->offset = (gint64) value.bits;

  return TRUE;
}

static gboolean parse_simple (LoomPtxParser  *self,
                              LoomPtxOperand *operand);
static gboolean parse_vector (LoomPtxParser  *self,
                              LoomPtxOperand *operand);

/* [object, {x, y}], of which the comma comes next. One coordinate needs no braces. */
static gboolean
parse_coordinates (LoomPtxParser  *self,
                   LoomPtxOperand *operand)
{
  LoomPtxOperand at = { 0, };

  if (!_loom_ptx_parser_next (self) ||
      !(_loom_ptx_parser_at (self, '{') ? parse_vector (self, &at) : parse_simple (self, &at)))
    return FALSE;

  operand->kind = LOOM_PTX_OPERAND_TEXEL;
  operand->n_elements = at.kind == LOOM_PTX_OPERAND_VECTOR ? at.n_elements : 1;
  operand->elements = at.kind == LOOM_PTX_OPERAND_VECTOR
                          ? at.elements
                          : _loom_ptx_store_copy (self->store, &at, sizeof at);

  return _loom_ptx_parser_take_required (self, ']');
}

/* [register + n], [variable + n], [n]; a name that stands for nothing stays for the verifier. */
static gboolean
parse_address (LoomPtxParser  *self,
               LoomPtxOperand *operand)
{
  if (!_loom_ptx_parser_next (self))
    return FALSE;

  if (self->token.kind == LOOM_PTX_TOKEN_WORD)
    {
      if (!parse_name (self, operand) || !parse_offset (self, operand))
        return FALSE;
      if (_loom_ptx_parser_at (self, ','))
        return parse_coordinates (self, operand);
      if (operand->kind == LOOM_PTX_OPERAND_REGISTER || operand->kind == LOOM_PTX_OPERAND_SYMBOL)
        operand->kind = LOOM_PTX_OPERAND_ADDRESS;
      else if (operand->kind != LOOM_PTX_OPERAND_UNDEFINED)
        return _loom_ptx_parser_fail (self, self->token.line,
                                      _("an address starts with a register or a variable"));
    }
  else
    {
      LoomPtxOperand value = { 0, };

      if (!_loom_ptx_parser_constant (self, &value))
        return FALSE;
      operand->kind = LOOM_PTX_OPERAND_ADDRESS;
      operand->offset = (gint64) value.bits;
    }

  return _loom_ptx_parser_take_required (self, ']');
}

static gboolean
parse_vector (LoomPtxParser  *self,
              LoomPtxOperand *operand)
{
  LoomPtxOperand elements[LOOM_PTX_MAX_VECTOR];
  guint n = 0;

  do
    {
      if (n == LOOM_PTX_MAX_VECTOR)
        return _loom_ptx_parser_fail (self, self->token.line, _("a vector of more than %d parts"),
                                      LOOM_PTX_MAX_VECTOR);
      if (!_loom_ptx_parser_next (self) || !parse_simple (self, &elements[n++]))
        return FALSE;
    }
  while (_loom_ptx_parser_at (self, ','));

  operand->kind = LOOM_PTX_OPERAND_VECTOR;
  operand->n_elements = n;
  operand->elements = _loom_ptx_store_copy (self->store, elements, n * sizeof *elements);

  return _loom_ptx_parser_take_required (self, '}');
}

/* -%r, !%p */
static gboolean
at_sign_of_register (LoomPtxParser *self,
                     char           sign)
{
  LoomPtxLexer lexer = self->lexer;
  LoomPtxToken token;

  if (!_loom_ptx_parser_at (self, sign))
    return FALSE;
  loom_ptx_lexer_next (&lexer, &token);

  return token.kind == LOOM_PTX_TOKEN_WORD &&
         !loom_ptx_token_is_text (&token, LOOM_PTX_TOKEN_WORD, "WARP_SZ");
}

static gboolean
parse_simple (LoomPtxParser  *self,
              LoomPtxOperand *operand)
{
  init_operand (operand);
  if (at_sign_of_register (self, '-'))
    {
      operand->minus = TRUE;
      return _loom_ptx_parser_next (self) && parse_name (self, operand);
    }
  if (loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "_"))
    {
      operand->kind = LOOM_PTX_OPERAND_SINK;
      return _loom_ptx_parser_next (self);
    }
  if (self->token.kind != LOOM_PTX_TOKEN_WORD ||
      loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "WARP_SZ"))
    return _loom_ptx_parser_constant (self, operand);

  return parse_name (self, operand) &&
         (operand->kind != LOOM_PTX_OPERAND_SYMBOL || parse_offset (self, operand));
}

/* `|` and a second destination */
static gboolean
parse_pair (LoomPtxParser  *self,
            LoomPtxOperand *operand)
{
  LoomPtxOperand second;

  if (!_loom_ptx_parser_next (self) || !parse_simple (self, &second))
    return FALSE;
  if (second.kind != LOOM_PTX_OPERAND_REGISTER && second.kind != LOOM_PTX_OPERAND_SINK)
    return _loom_ptx_parser_expect (self, _("a register after “|”"));
  operand->pair = second.reg;

  return TRUE;
}

/* One operand, whatever may be one. */
gboolean
_loom_ptx_parser_operand (LoomPtxParser  *self,
                          LoomPtxOperand *operand)
{
  init_operand (operand);
  if (_loom_ptx_parser_at (self, '['))
    return parse_address (self, operand);
  if (_loom_ptx_parser_at (self, '{'))
    return parse_vector (self, operand);
  if (at_sign_of_register (self, '!'))
    {
      if (!_loom_ptx_parser_next (self) || !parse_name (self, operand))
        return FALSE;
      operand->negated = TRUE;

      return TRUE;
    }

  return parse_simple (self, operand) &&
         (!_loom_ptx_parser_at (self, '|') || parse_pair (self, operand));
}
