/* loom-ptx-parser-variable.c: declarations of variables and parameters, with what they begin with
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

/* What stands before the name, shared by the names of one declaration; dimensions are the name's own. */
typedef struct
{
  LoomPtxSpace space;
  LoomPtxType  type;
  const char  *opaque;          /* .texref and its like, or NULL */
  guint        align, vector;
  guint64      dimensions[LOOM_PTX_MAX_DIMENSIONS];
  guint        n_dimensions;
  gboolean     unsized;         /* the first is [] */
} Declaration;

typedef struct
{
  LoomPtxVariable *variable;
  GByteArray      *data;
  guint            element;     /* bytes */
  guint64          at;
} Initial;

static gboolean
space_from_token (LoomPtxParser *self,
                  LoomPtxSpace  *space)
{
  static const struct
  {
    const char  *word;
    LoomPtxSpace space;
  } spaces[] = {
    { "global", LOOM_PTX_SPACE_GLOBAL }, { "shared", LOOM_PTX_SPACE_SHARED }, { "local", LOOM_PTX_SPACE_LOCAL },
    { "const", LOOM_PTX_SPACE_CONST }, { "param", LOOM_PTX_SPACE_PARAM }, { "reg", LOOM_PTX_SPACE_REG },
    { "shared::cta", LOOM_PTX_SPACE_SHARED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (_loom_ptx_parser_at_dot (self, spaces[i].word))
      {
        *space = spaces[i].space;
        return TRUE;
      }

  return FALSE;
}

/* Whether a declaration of variables begins here. */
gboolean
_loom_ptx_parser_at_variable (LoomPtxParser *self)
{
  LoomPtxSpace space;

  return space_from_token (self, &space) || _loom_ptx_parser_at_dot (self, "tex");
}

static gboolean
parse_align (LoomPtxParser *self,
             guint         *align)
{
  guint64 value;
  guint line = self->token.line;

  if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_integer (self, &value))
    return FALSE;
  if (value == 0 || (value & (value - 1)) != 0 || value > LOOM_PTX_MAX_ALIGN)
    return _loom_ptx_parser_fail (self, line, _("alignment of %" PRIu64 " bytes; a power of two is needed"),
                                  value);
  *align = value;

  return TRUE;
}

/* .ptr .global .align 4: what a parameter points to. */
static gboolean
skip_pointed_to (LoomPtxParser *self)
{
  LoomPtxSpace space;
  guint align;

  if (!_loom_ptx_parser_next (self))
    return FALSE;
  while (space_from_token (self, &space))
    if (!_loom_ptx_parser_next (self))
      return FALSE;

  return !_loom_ptx_parser_at_dot (self, "align") || parse_align (self, &align);
}

static gboolean
skip_parentheses (LoomPtxParser *self)
{
  if (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_required (self, '('))
    return FALSE;
  while (!_loom_ptx_parser_at (self, ')'))
    if (self->token.kind == LOOM_PTX_TOKEN_END || !_loom_ptx_parser_next (self))
      return _loom_ptx_parser_expect (self, "“)”");

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_declaration_word (LoomPtxParser *self,
                        Declaration   *declaration)
{
  const char *word;

  if (_loom_ptx_parser_at_dot (self, "align"))
    return parse_align (self, &declaration->align);
  if (_loom_ptx_parser_at_dot (self, "attribute"))
    return skip_parentheses (self);
  if (_loom_ptx_parser_at_dot (self, "ptr"))
    return skip_pointed_to (self);

  word = _loom_ptx_parser_dup_text (self);
  if (g_str_equal (word, "v2") || g_str_equal (word, "v4") || g_str_equal (word, "v8"))
    declaration->vector = word[1] - '0';
  else if (g_str_equal (word, "texref") || g_str_equal (word, "surfref") || g_str_equal (word, "samplerref"))
    declaration->opaque = "opaque";
  else if ((declaration->type = loom_ptx_type_from_name (word)) == LOOM_PTX_TYPE_NONE)
    return _loom_ptx_parser_expect (self, _("a type"));

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_declaration_head (LoomPtxParser *self,
                        Declaration   *declaration)
{
  memset (declaration, 0, sizeof *declaration);
  declaration->vector = 1;
  if (_loom_ptx_parser_at_dot (self, "tex"))
    {
      declaration->space = LOOM_PTX_SPACE_GLOBAL;
      declaration->opaque = "opaque";
    }
  else if (!space_from_token (self, &declaration->space))
    return _loom_ptx_parser_expect (self, _("a state space"));
  if (!_loom_ptx_parser_next (self))
    return FALSE;

  while (self->token.kind == LOOM_PTX_TOKEN_DOT)
    if (!parse_declaration_word (self, declaration))
      return FALSE;

  if (declaration->type == LOOM_PTX_TYPE_NONE && declaration->opaque == NULL)
    return _loom_ptx_parser_expect (self, _("a type"));

  return TRUE;
}

static gboolean
parse_dimensions (LoomPtxParser *self,
                  Declaration   *declaration)
{
  declaration->n_dimensions = 0;
  declaration->unsized = FALSE;
  while (_loom_ptx_parser_take (self, '['))
    {
      LoomPtxOperand value = { 0, };

      if (declaration->n_dimensions == LOOM_PTX_MAX_DIMENSIONS)
        return _loom_ptx_parser_fail (self, self->token.line, _("more than %d dimensions"), LOOM_PTX_MAX_DIMENSIONS);
      if (_loom_ptx_parser_at (self, ']') && declaration->n_dimensions == 0)
        declaration->unsized = TRUE;
      else if (!_loom_ptx_parser_constant (self, &value))
        return FALSE;
      declaration->dimensions[declaration->n_dimensions++] = value.bits;
      if (!_loom_ptx_parser_take_required (self, ']'))
        return FALSE;
    }

  return self->error == NULL;
}

static guint
element_bytes (const Declaration *declaration)
{
  return MAX (loom_ptx_type_bits (declaration->type), 8) / 8 * declaration->vector;
}

static gboolean
compute_size (LoomPtxParser     *self,
              const Declaration *declaration,
              guint64           *size)
{
  *size = element_bytes (declaration);
  for (guint i = 0; i < declaration->n_dimensions; i++)
    if (!g_uint64_checked_mul (size, *size, declaration->dimensions[i]) || *size > LOOM_PTX_MAX_SIZE)
      return _loom_ptx_parser_fail (self, self->token.line, _("a variable of more than %llu bytes"), LOOM_PTX_MAX_SIZE);

  return TRUE;
}

static gboolean
make_variable (LoomPtxParser     *self,
               const Declaration *declaration,
               LoomPtxVariable  **result)
{
  g_autofree LoomPtxVariable *variable = NULL;

  if (self->token.kind != LOOM_PTX_TOKEN_WORD)
    return _loom_ptx_parser_expect (self, _("a name"));

  variable = _loom_ptx_variable_new ();
  variable->name = _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
  variable->type = declaration->type;
  variable->space = declaration->space;
  variable->line = self->token.line;
  variable->align = MAX (declaration->align, element_bytes (declaration));
  if (declaration->align != 0 && declaration->vector == 1)
    variable->align = declaration->align;
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  *result = g_steal_pointer (&variable);

  return TRUE;
}

/* Makes room for @size bytes at the present place. */
static gboolean
reserve (LoomPtxParser *self,
         Initial       *initial,
         guint          size)
{
  guint64 end = initial->at + size;
  guint before = initial->data->len;

  if ((initial->variable->size != 0 && end > initial->variable->size) || end > LOOM_PTX_MAX_DATA)
    return _loom_ptx_parser_fail (self, self->token.line, _("more initial values than “%s” has room for"),
                                  initial->variable->name);
  if (end <= before)
    return TRUE;

  self->n_data += end - before;
  if (self->n_data > LOOM_PTX_MAX_DATA)
    return _loom_ptx_parser_fail (self, self->token.line, _("the variables begin with more than %llu bytes"),
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
  if (name == NULL || (name->kind != LOOM_PTX_NAME_VARIABLE && name->kind != LOOM_PTX_NAME_FUNCTION) ||
      (name->kind == LOOM_PTX_NAME_VARIABLE && (name->index & LOOM_PTX_LOCAL_SYMBOL) != 0))
    return _loom_ptx_parser_fail (self, self->token.line, _("“%s” is not a variable or function of the module"),
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
  if (relocation->generic && (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_required (self, '(')))
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
    return _loom_ptx_parser_fail (self, line, _("a mask of an address that does not take one byte"));

  return _loom_ptx_parser_next (self) && parse_address (self, relocation) && _loom_ptx_parser_take_required (self, ')');
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
    return parse_masked (self, value.bits, &relocation) && store_address (self, initial, &relocation);

  return store_literal (self, initial, &value);
}

/* { … } of dimension @level: braces within are its rows, each of a whole row's size. */
static gboolean
parse_initial_list (LoomPtxParser     *self,
                    Initial           *initial,
                    const Declaration *declaration,
                    guint              level)
{
  guint64 row = initial->element;

  if (level > LOOM_PTX_MAX_DIMENSIONS)
    return _loom_ptx_parser_fail (self, self->token.line, _("more than %d dimensions"), LOOM_PTX_MAX_DIMENSIONS);
  for (guint i = level + 1; i < declaration->n_dimensions; i++)
    if (!g_uint64_checked_mul (&row, row, declaration->dimensions[i]))
      return _loom_ptx_parser_fail (self, self->token.line, _("a variable of more than %llu bytes"), LOOM_PTX_MAX_SIZE);
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

static gboolean
parse_initial (LoomPtxParser     *self,
               LoomPtxVariable   *variable,
               const Declaration *declaration)
{
  Initial initial = { .variable = variable, .element = MAX (loom_ptx_type_bits (variable->type), 8) / 8 };
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

/* Adds the variable to the function or module whose it is, and makes its name known. */
static gboolean
add_variable (LoomPtxParser   *self,
              LoomPtxVariable *variable)
{
  LoomPtxFunction *function = self->function;
  gboolean of_module = function == NULL || variable->space == LOOM_PTX_SPACE_GLOBAL ||
                       variable->space == LOOM_PTX_SPACE_CONST;
  const char *name = variable->name;
  gint32 symbol;

  if (of_module)
    {
      symbol = self->module->variables->len;
      g_ptr_array_add (self->module->variables, variable);
    }
  else
    {
      symbol = (function->params->len + function->returns->len + function->variables->len) | LOOM_PTX_LOCAL_SYMBOL;
      variable->name = _loom_ptx_names_make_unique (self->names, name);
      g_ptr_array_add (function->variables, variable);
    }
  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_VARIABLE, symbol, 1))
    return _loom_ptx_parser_fail (self, variable->line, _("“%s” is declared twice"), name);

  return TRUE;
}

static gboolean
parse_variable (LoomPtxParser *self,
                Declaration   *declaration,
                gboolean       is_extern)
{
  LoomPtxVariable *variable;

  if (!make_variable (self, declaration, &variable))
    return FALSE;
  variable->is_extern = is_extern;
  /* Known before its initial values, which may point to it. */
  if (!add_variable (self, variable) || !parse_dimensions (self, declaration) ||
      !compute_size (self, declaration, &variable->size))
    return FALSE;
  if (_loom_ptx_parser_take (self, '='))
    return parse_initial (self, variable, declaration);

  return self->error == NULL;
}

/* The index of the register in a name's place: x, or x<n>. */
static gboolean
add_registers (LoomPtxParser     *self,
               const Declaration *declaration,
               const char        *name,
               gboolean           counted,
               guint64            count)
{
  GArray *registers = self->function->registers;
  gint32 first = registers->len;
  const char *unique;

  if (count > LOOM_PTX_MAX_REGISTERS - self->n_registers)
    return _loom_ptx_parser_fail (self, self->token.line, _("more than %u registers in the module"),
                                  LOOM_PTX_MAX_REGISTERS);
  self->n_registers += count;
  unique = counted ? _loom_ptx_names_count_unique (self->names, name, count)
                   : _loom_ptx_names_make_unique (self->names, name);

  for (guint64 i = 0; i < count; i++)
    {
      char number[24];
      g_autofree char *numbered = NULL;
      LoomPtxRegister reg = { unique, declaration->type };

      if (counted || declaration->vector > 1)
        {
          g_snprintf (number, sizeof number, counted ? "%" G_GUINT64_FORMAT : "$%" G_GUINT64_FORMAT, i);
          numbered = g_strconcat (unique, number, NULL);
          reg.name = g_string_chunk_insert (self->store->strings, numbered);
        }
      g_array_append_val (registers, reg);
    }

  if (counted)
    _loom_ptx_names_add_counted (self->names, name, first, count);
  else if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_REGISTER, first, count))
    return _loom_ptx_parser_fail (self, self->token.line, _("“%s” is declared twice"), name);

  return TRUE;
}

/* One register, known by @name from here on; -1 if that name is taken. */
gint32
_loom_ptx_parser_add_register (LoomPtxParser *self,
                               const char    *name,
                               LoomPtxType    type)
{
  const Declaration declaration = { .type = type, .vector = 1 };

  if (!add_registers (self, &declaration, name, FALSE, 1))
    return -1;

  return self->function->registers->len - 1;
}

static gboolean
parse_register (LoomPtxParser     *self,
                const Declaration *declaration)
{
  g_autofree char *name = NULL;
  guint64 count = declaration->vector;
  gboolean counted;

  if (self->token.kind != LOOM_PTX_TOKEN_WORD)
    return _loom_ptx_parser_expect (self, _("a name"));
  name = g_strdup (_loom_ptx_parser_dup_text (self));
  if (!_loom_ptx_parser_next (self))
    return FALSE;

  counted = _loom_ptx_parser_at (self, '<');
  if (counted && (!_loom_ptx_parser_next (self) || !_loom_ptx_parser_take_integer (self, &count) ||
                  !_loom_ptx_parser_take_required (self, '>')))
    return FALSE;

  return add_registers (self, declaration, name, counted, count);
}

/* One declaration up to its `;`, of any space. */
gboolean
_loom_ptx_parser_variables (LoomPtxParser *self,
                            gboolean       is_extern)
{
  Declaration declaration;

  if (!parse_declaration_head (self, &declaration))
    return FALSE;
  if (declaration.space == LOOM_PTX_SPACE_REG && self->function == NULL)
    return _loom_ptx_parser_expect (self, _("registers inside a function only"));

  do
    {
      if (declaration.space == LOOM_PTX_SPACE_REG ? !parse_register (self, &declaration)
                                                  : !parse_variable (self, &declaration, is_extern))
        return FALSE;
    }
  while (_loom_ptx_parser_take (self, ','));

  return _loom_ptx_parser_take_required (self, ';');
}

static gboolean
parse_parameter (LoomPtxParser *self,
                 GPtrArray     *parameters,
                 gboolean      *is_variadic)
{
  Declaration declaration;
  LoomPtxVariable *variable;

  if (parameters->len >= LOOM_PTX_MAX_ARGUMENTS)
    return _loom_ptx_parser_fail (self, self->token.line, _("more than %d parameters"), LOOM_PTX_MAX_ARGUMENTS);
  if (!parse_declaration_head (self, &declaration) || !make_variable (self, &declaration, &variable))
    return FALSE;
  g_ptr_array_add (parameters, variable);
  variable->in_register = variable->space == LOOM_PTX_SPACE_REG;
  if (variable->in_register)
    variable->space = LOOM_PTX_SPACE_PARAM;
  if (!parse_dimensions (self, &declaration) || !compute_size (self, &declaration, &variable->size))
    return FALSE;
  if (declaration.unsized && is_variadic != NULL)
    *is_variadic = TRUE;

  return TRUE;
}

/* ( … ) of a function: parameters or what it returns. Their offsets follow one another, each at its alignment. */
gboolean
_loom_ptx_parser_parameters (LoomPtxParser *self,
                             GPtrArray     *parameters,
                             gboolean      *is_variadic)
{
  guint64 offset = 0;

  if (!_loom_ptx_parser_take_required (self, '('))
    return FALSE;
  while (!_loom_ptx_parser_at (self, ')'))
    {
      if (!parse_parameter (self, parameters, is_variadic))
        return FALSE;
      if (!_loom_ptx_parser_take (self, ',') && !_loom_ptx_parser_at (self, ')'))
        return _loom_ptx_parser_expect (self, _("“,” or “)”"));
    }

  for (guint i = 0; i < parameters->len; i++)
    {
      LoomPtxVariable *parameter = g_ptr_array_index (parameters, i);

      offset = (offset + parameter->align - 1) / parameter->align * parameter->align;
      if (offset + parameter->size > G_MAXINT32)
        return _loom_ptx_parser_fail (self, parameter->line, _("parameters of more than %d bytes"), G_MAXINT32);
      parameter->offset = offset;
      offset += parameter->size;
    }

  return _loom_ptx_parser_next (self);
}
