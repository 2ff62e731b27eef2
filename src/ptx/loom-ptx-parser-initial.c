/* loom-ptx-parser-initial.c: what a variable begins with: numbers, and addresses to fill in later
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  LoomPtxVariable *variable;
  GByteArray      *data;
  guint            element;     /* bytes */
  guint64          at;
} Initial;

/* Makes room for @size bytes at the present place. */
static gboolean
reserve (LoomPtxParser *self,
         Initial       *initial,
         guint          size)
{
  guint64 end = initial->at + size;
  guint before = initial->data->len;

  if ((initial->variable->size != 0 && end > initial->variable->size) || end > LOOM_PTX_MAX_DATA)
    return _loom_ptx_parser_fail (self, self->token.line,
                                  _("more initial values than “%s” has room for"),
                                  initial->variable->name);
  if (end <= before)
    return TRUE;

  self->n_data += end - before;
  if (self->n_data > LOOM_PTX_MAX_DATA)
    return _loom_ptx_parser_fail (self, self->token.line,
                                  _("the variables begin with more than %llu bytes"),
                                  LOOM_PTX_MAX_DATA);
  g_byte_array_set_size (initial->data, end);
  memset (initial->data->data + before, 0, end - before);

  return TRUE;
}

static guint64
convert_literal (const LoomPtxOperand *value,
                 LoomPtxType           type)
{
  union { guint32 u; gfloat f; } narrow;
  union { guint64 u; gdouble f; } wide;

  if (value->is_float == 64 && type == LOOM_PTX_TYPE_F32)
    {
      wide.u = value->bits;
      narrow.f = (gfloat) wide.f;
      return narrow.u;
    }
  if (value->is_float == 32 && type == LOOM_PTX_TYPE_F64)
    {
      narrow.u = value->bits;
      wide.f = narrow.f;
      return wide.u;
    }

  return value->bits;
}

static gboolean
store_literal (LoomPtxParser        *self,
               Initial              *initial,
               const LoomPtxOperand *value)
{
  guint64 bits = convert_literal (value, initial->variable->type);

  if (!reserve (self, initial, initial->element))
    return FALSE;
  for (guint i = 0; i < MIN (initial->element, 8); i++)
    initial->data->data[initial->at + i] = bits >> (8 * i);
  initial->at += initial->element;

  return TRUE;
}

static gboolean
find_addressed (LoomPtxParser     *self,
                LoomPtxRelocation *relocation)
{
  const LoomPtxName *name;

  if (self->token.kind != LOOM_PTX_TOKEN_WORD)
    return _loom_ptx_parser_expect (self, _("the name of a variable or function"));
  name = _loom_ptx_names_find (self->names, _loom_ptx_parser_dup_text (self));
  if (name == NULL ||
      (name->kind != LOOM_PTX_NAME_VARIABLE && name->kind != LOOM_PTX_NAME_FUNCTION) ||
      (name->kind == LOOM_PTX_NAME_VARIABLE && (name->index & LOOM_PTX_LOCAL_SYMBOL) != 0))
    return _loom_ptx_parser_fail (self, self->token.line,
                                  _("“%s” is not a variable or function of the module"),
                                  _loom_ptx_parser_dup_text (self));

  if (name->kind == LOOM_PTX_NAME_VARIABLE)
    relocation->symbol = name->index;
  else
    relocation->function = name->index;

  return _loom_ptx_parser_next (self);
}

/* symbol, generic(symbol), either with + n behind it (inside or outside of the parentheses). */
static gboolean
parse_address (LoomPtxParser     *self,
               LoomPtxRelocation *relocation)
{
  LoomPtxOperand addend = { 0, };

  relocation->generic = loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "generic");
  if (relocation->generic &&
      (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_required (self, '(')))
    return FALSE;
  if (!find_addressed (self, relocation))
    return FALSE;
  if (_loom_ptx_parser_at (self, '+') || _loom_ptx_parser_at (self, '-'))
    if (!_loom_ptx_parser_constant (self, &addend))
      return FALSE;
  relocation->addend += (gint64) addend.bits;
  if (relocation->generic && !_loom_ptx_parser_take_required (self, ')'))
    return FALSE;
  if (_loom_ptx_parser_at (self, '+') || _loom_ptx_parser_at (self, '-'))
    {
      if (!_loom_ptx_parser_constant (self, &addend))
        return FALSE;
      relocation->addend = (gint64) ((guint64) relocation->addend + addend.bits);
    }

  return TRUE;
}

static gboolean
store_address (LoomPtxParser     *self,
               Initial           *initial,
               LoomPtxRelocation *relocation)
{
  LoomPtxVariable *variable = initial->variable;

  relocation->at = initial->at;
  relocation->size = MIN (initial->element, 8);
  if (!reserve (self, initial, initial->element))
    return FALSE;
  if (variable->relocations == NULL)
    variable->relocations = g_array_new (FALSE, TRUE, sizeof (LoomPtxRelocation));
  g_array_append_val (variable->relocations, *relocation);
  initial->at += initial->element;

  return TRUE;
}

/* 0xFF00 (symbol): one byte of an address. */
static gboolean
parse_masked (LoomPtxParser     *self,
              guint64            mask,
              LoomPtxRelocation *relocation)
{
  guint line = self->token.line;

  while (mask != 0 && (mask & 0xff) == 0)
    {
      mask >>= 8;
      relocation->shift += 8;
    }
  if (mask != 0xff)
    return _loom_ptx_parser_fail (self, line,
                                  _("a mask of an address that does not take one byte"));

  return _loom_ptx_parser_next (self) && parse_address (self, relocation) &&
         _loom_ptx_parser_take_required (self, ')');
}

static gboolean
parse_initial_value (LoomPtxParser *self,
                     Initial       *initial)
{
  LoomPtxRelocation relocation = { .symbol = -1, .function = -1 };
  LoomPtxOperand value = { 0, };

  if (self->token.kind == LOOM_PTX_TOKEN_WORD &&
      !loom_ptx_token_is_text (&self->token, LOOM_PTX_TOKEN_WORD, "WARP_SZ"))
    return parse_address (self, &relocation) && store_address (self, initial, &relocation);

  if (!_loom_ptx_parser_constant (self, &value))
    return FALSE;
  if (_loom_ptx_parser_at (self, '('))
    return parse_masked (self, value.bits, &relocation) &&
           store_address (self, initial, &relocation);

  return store_literal (self, initial, &value);
}

/* { … } of dimension @level: braces within are its rows, each of a whole row's size. */
static gboolean
parse_initial_list (LoomPtxParser            *self,
                    Initial                  *initial,
                    const LoomPtxDeclaration *declaration,
                    guint                     level)
{
  guint64 row = initial->element;

  if (level > LOOM_PTX_MAX_DIMENSIONS)
    return _loom_ptx_parser_fail (self, self->token.line, _("more than %d dimensions"),
                                  LOOM_PTX_MAX_DIMENSIONS);
  for (guint i = level + 1; i < declaration->n_dimensions; i++)
    if (!g_uint64_checked_mul (&row, row, declaration->dimensions[i]))
      return _loom_ptx_parser_fail (self, self->token.line,
                                    _("a variable of more than %llu bytes"), LOOM_PTX_MAX_SIZE);
  if (declaration->vector > 1 && level + 1 <= declaration->n_dimensions)
    row *= declaration->vector;

  while (!_loom_ptx_parser_at (self, '}'))
    {
      if (_loom_ptx_parser_take (self, '{'))
        {
          guint64 start = initial->at;

          if (!parse_initial_list (self, initial, declaration, level + 1))
            return FALSE;
          initial->at = start + row;
        }
      else if (self->error != NULL || !parse_initial_value (self, initial))
        return FALSE;
      if (!_loom_ptx_parser_take (self, ',') && !_loom_ptx_parser_at (self, '}'))
        return _loom_ptx_parser_expect (self, _("“,” or “}”"));
    }

  return _loom_ptx_parser_next (self);
}

gboolean
_loom_ptx_parser_initial (LoomPtxParser            *self,
                          LoomPtxVariable          *variable,
                          const LoomPtxDeclaration *declaration)
{
  Initial initial = { .variable = variable,
                      .element = MAX (loom_ptx_type_bits (variable->type), 8) / 8 };
  gboolean ok;

  initial.data = g_byte_array_new ();
  if (_loom_ptx_parser_take (self, '{'))
    ok = parse_initial_list (self, &initial, declaration, 0);
  else
    ok = self->error == NULL && parse_initial_value (self, &initial);

  if (variable->size == 0)
    variable->size = initial.data->len;
  variable->data = g_byte_array_free_to_bytes (initial.data);

  return ok;
}
