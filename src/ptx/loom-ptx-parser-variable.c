/* loom-ptx-parser-variable.c: declarations of variables, registers and parameters
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <string.h>

static gboolean
space_from_token (LoomPtxParser *self,
                  LoomPtxSpace  *space)
{
  static const struct
  {
    const char  *word;
    LoomPtxSpace space;
  } spaces[] = {
    { "global", LOOM_PTX_SPACE_GLOBAL },      { "shared", LOOM_PTX_SPACE_SHARED },
    { "local", LOOM_PTX_SPACE_LOCAL },        { "const", LOOM_PTX_SPACE_CONST },
    { "param", LOOM_PTX_SPACE_PARAM },        { "reg", LOOM_PTX_SPACE_REG },
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
    return _loom_ptx_parser_fail (
        self, line, _("alignment of %" PRIu64 " bytes; a power of two is needed"), value);
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
parse_declaration_word (LoomPtxParser      *self,
                        LoomPtxDeclaration *declaration)
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
  else if (g_str_equal (word, "texref") || g_str_equal (word, "surfref") ||
           g_str_equal (word, "samplerref"))
    declaration->opaque = "opaque";
  else if ((declaration->type = loom_ptx_type_from_name (word)) == LOOM_PTX_TYPE_NONE)
    return _loom_ptx_parser_expect (self, _("a type"));

  return _loom_ptx_parser_next (self);
}

static gboolean
parse_declaration_head (LoomPtxParser      *self,
                        LoomPtxDeclaration *declaration)
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
parse_dimensions (LoomPtxParser      *self,
                  LoomPtxDeclaration *declaration)
{
  declaration->n_dimensions = 0;
  declaration->unsized = FALSE;
  while (_loom_ptx_parser_take (self, '['))
    {
      LoomPtxOperand value = { 0, };

      if (declaration->n_dimensions == LOOM_PTX_MAX_DIMENSIONS)
        return _loom_ptx_parser_fail (self, self->token.line, _("more than %d dimensions"),
                                      LOOM_PTX_MAX_DIMENSIONS);
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
element_bytes (const LoomPtxDeclaration *declaration)
{
  return MAX (loom_ptx_type_bits (declaration->type), 8) / 8 * declaration->vector;
}

static gboolean
compute_size (LoomPtxParser            *self,
              const LoomPtxDeclaration *declaration,
              guint64                  *size)
{
  *size = element_bytes (declaration);
  for (guint i = 0; i < declaration->n_dimensions; i++)
    if (!g_uint64_checked_mul (size, *size, declaration->dimensions[i]) ||
        *size > LOOM_PTX_MAX_SIZE)
      return _loom_ptx_parser_fail (self, self->token.line,
                                    _("a variable of more than %llu bytes"), LOOM_PTX_MAX_SIZE);

  return TRUE;
}

static gboolean
make_variable (LoomPtxParser            *self,
               const LoomPtxDeclaration *declaration,
               LoomPtxVariable         **result)
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
      symbol = (function->params->len + function->returns->len + function->variables->len) |
               LOOM_PTX_LOCAL_SYMBOL;
      variable->name = _loom_ptx_names_make_unique (self->names, name);
      g_ptr_array_add (function->variables, variable);
    }
  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_VARIABLE, symbol, 1))
    return _loom_ptx_parser_fail (self, variable->line, _("“%s” is declared twice"), name);

  return TRUE;
}

static gboolean
parse_variable (LoomPtxParser      *self,
                LoomPtxDeclaration *declaration,
                const char         *linkage)
{
  LoomPtxVariable *variable;

  if (!make_variable (self, declaration, &variable))
    return FALSE;
  variable->is_extern = g_strcmp0 (linkage, "extern") == 0;
  _loom_ptx_store_set_linkage (self->store, variable->name, linkage);
  /* Known before its initial values, which may point to it. */
  if (!add_variable (self, variable) || !parse_dimensions (self, declaration) ||
      !compute_size (self, declaration, &variable->size))
    return FALSE;
  if (_loom_ptx_parser_take (self, '='))
    return _loom_ptx_parser_initial (self, variable, declaration);

  return self->error == NULL;
}

/* The index of the register in a name's place: x, or x<n>. */
static gboolean
add_registers (LoomPtxParser            *self,
               const LoomPtxDeclaration *declaration,
               const char               *name,
               gboolean                  counted,
               guint64                   count)
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
          g_snprintf (number, sizeof number, counted ? "%" G_GUINT64_FORMAT : "$%" G_GUINT64_FORMAT,
                      i);
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
  const LoomPtxDeclaration declaration = { .type = type, .vector = 1 };

  if (!add_registers (self, &declaration, name, FALSE, 1))
    return -1;

  return self->function->registers->len - 1;
}

static gboolean
parse_register (LoomPtxParser            *self,
                const LoomPtxDeclaration *declaration)
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
                            const char    *linkage)
{
  LoomPtxDeclaration declaration;

  if (!parse_declaration_head (self, &declaration))
    return FALSE;
  if (declaration.space == LOOM_PTX_SPACE_REG && self->function == NULL)
    return _loom_ptx_parser_expect (self, _("registers inside a function only"));

  do
    {
      if (declaration.space == LOOM_PTX_SPACE_REG ? !parse_register (self, &declaration)
                                                  : !parse_variable (self, &declaration, linkage))
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
  LoomPtxDeclaration declaration;
  LoomPtxVariable *variable;

  if (parameters->len >= LOOM_PTX_MAX_ARGUMENTS)
    return _loom_ptx_parser_fail (self, self->token.line, _("more than %d parameters"),
                                  LOOM_PTX_MAX_ARGUMENTS);
  if (!parse_declaration_head (self, &declaration) ||
      !make_variable (self, &declaration, &variable))
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

/* ( … ) of a function: parameters or what it returns. Their offsets follow one another, each at its
 * alignment. */
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
        return _loom_ptx_parser_fail (self, parameter->line, _("parameters of more than %d bytes"),
                                      G_MAXINT32);
      parameter->offset = offset;
      offset += parameter->size;
    }

  return _loom_ptx_parser_next (self);
}
