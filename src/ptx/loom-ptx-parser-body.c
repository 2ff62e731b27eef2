/* loom-ptx-parser-body.c: what stands between the braces of a function
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include "loom-ptx-limits-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A name and its colon were read. Tables and prototypes are called so as well. */
static gboolean
parse_label (LoomPtxParser *self,
             const char    *name)
{
  LoomPtxFunction *function = self->function;
  LoomPtxLabel label = { _loom_ptx_names_make_unique (self->names, name),
                         function->instructions->len };

  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_LABEL, function->labels->len, 1))
    return _loom_ptx_parser_fail (self, self->token.line, _("“%s” is declared twice"), name);
  g_array_append_val (function->labels, label);

  return TRUE;
}

/* Labels may stand further down: they are looked up once the body is read, see
 * _loom_ptx_parser_body(). */
static gboolean
parse_branch_targets (LoomPtxParser *self,
                      const char    *name)
{
  LoomPtxFunction *function = self->function;
  GArray *targets = g_array_new (FALSE, TRUE, sizeof (guint));
  GPtrArray *waiting = g_ptr_array_new ();

  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_TABLE, function->branch_tables->len,
                            1))
    _loom_ptx_parser_fail (self, self->token.line, _("“%s” is declared twice"), name);
  g_ptr_array_add (function->branch_tables, targets);
  g_ptr_array_add (function->table_names,
                   (gpointer)_loom_ptx_names_make_unique (self->names, name));
  g_ptr_array_add (self->targets, waiting);

  do
    {
      LoomPtxOperand *operand;

      if (!_loom_ptx_parser_next (self))
        return FALSE;
      if (self->token.kind != LOOM_PTX_TOKEN_WORD)
        return _loom_ptx_parser_expect (self, _("a label"));
      operand = _loom_ptx_store_allocate (self->store, sizeof *operand);
      operand->kind = LOOM_PTX_OPERAND_UNDEFINED;
      operand->name = _loom_ptx_store_intern (self->store, _loom_ptx_parser_dup_text (self));
      operand->offset = self->token.line;
      _loom_ptx_names_await_label (self->names, operand);
      g_ptr_array_add (waiting, operand);
    }
  while (_loom_ptx_parser_next (self) && _loom_ptx_parser_at (self, ','));

  return _loom_ptx_parser_take_required (self, ';');
}

static gboolean
parse_call_prototype (LoomPtxParser *self,
                      const char    *name)
{
  LoomPtxFunction *prototype = _loom_ptx_function_new ();

  prototype->is_declared_only = TRUE;
  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_PROTOTYPE,
                            self->function->prototypes->len, 1))
    _loom_ptx_parser_fail (self, self->token.line, _("“%s” is declared twice"), name);
  g_ptr_array_add (self->function->prototypes, prototype);
  if (!_loom_ptx_parser_prototype (self, prototype))
    return FALSE;
  prototype->name = _loom_ptx_names_make_unique (self->names, name);

  return TRUE;
}

/* name: .calltargets f, g; the functions that a call may reach are alike, so the first says what
 * all take. */
static gboolean
parse_call_targets (LoomPtxParser *self,
                    const char    *name)
{
  LoomPtxFunction *prototype = _loom_ptx_function_new (), *first = NULL;

  prototype->is_declared_only = TRUE;
  prototype->name = _loom_ptx_names_make_unique (self->names, name);
  if (!_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_PROTOTYPE,
                            self->function->prototypes->len, 1))
    _loom_ptx_parser_fail (self, self->token.line, _("“%s” is declared twice"), name);
  g_ptr_array_add (self->function->prototypes, prototype);

  do
    {
      const LoomPtxName *target = NULL;

      if (!_loom_ptx_parser_next (self))
        return FALSE;
      if (self->token.kind == LOOM_PTX_TOKEN_WORD)
        target = _loom_ptx_names_find (self->names, _loom_ptx_parser_dup_text (self));
      if (target == NULL || target->kind != LOOM_PTX_NAME_FUNCTION)
        return _loom_ptx_parser_fail (self, self->token.line,
                                      _("there is no function of that name"));
      if (first == NULL)
        first = g_ptr_array_index (self->module->functions, target->index);
    }
  while (_loom_ptx_parser_next (self) && _loom_ptx_parser_at (self, ','));

  g_ptr_array_unref (prototype->params);
  g_ptr_array_unref (prototype->returns);
  prototype->params = g_ptr_array_ref (first->params);
  prototype->returns = g_ptr_array_ref (first->returns);
  return _loom_ptx_parser_take_required (self, ';');
}

static gboolean
append_instruction (LoomPtxParser      *self,
                    LoomPtxInstruction *instruction,
                    const LoomPtxToken *head)
{
  instruction->line = head->line;
  instruction->location = self->location;
  instruction->in_assembly = head->in_assembly;
  if (!_loom_ptx_parser_instruction (self, head, instruction))
    return FALSE;

  if (instruction->opcode == LOOM_PTX_OP_LD)
    instruction->used_bytes = self->used_bytes;
  self->used_bytes = 0;

  if (instruction->call != NULL)
    return _loom_ptx_parser_append_call (self, instruction);
  if (instruction->opcode == LOOM_PTX_OP_RET)
    _loom_ptx_parser_store_returns (self, instruction);
  g_array_append_val (self->function->instructions, *instruction);

  return TRUE;
}

static gboolean
parse_guarded (LoomPtxParser *self)
{
  LoomPtxInstruction instruction = { 0, };
  LoomPtxToken head;

  if (!_loom_ptx_parser_next (self))
    return FALSE;
  instruction.guard_negated = _loom_ptx_parser_take (self, '!');
  if (self->token.kind == LOOM_PTX_TOKEN_WORD)
    instruction.guard =
        _loom_ptx_names_find_register (self->names, _loom_ptx_parser_dup_text (self));
  if (self->token.kind != LOOM_PTX_TOKEN_WORD || instruction.guard < 0)
    return _loom_ptx_parser_expect (self, _("a predicate register"));
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  head = self->token;
  if (head.kind != LOOM_PTX_TOKEN_WORD)
    return _loom_ptx_parser_expect (self, _("an instruction"));

  return _loom_ptx_parser_next (self) && append_instruction (self, &instruction, &head);
}

static gboolean
parse_word (LoomPtxParser *self)
{
  LoomPtxInstruction instruction = { .guard = -1 };
  LoomPtxToken head = self->token;
  g_autofree char *name = NULL;

  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (!_loom_ptx_parser_at (self, ':'))
    return append_instruction (self, &instruction, &head);

  name = g_strndup (head.text, head.length);
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  if (_loom_ptx_parser_at_dot (self, "branchtargets"))
    return parse_branch_targets (self, name);
  if (_loom_ptx_parser_at_dot (self, "callprototype"))
    return parse_call_prototype (self, name);
  if (_loom_ptx_parser_at_dot (self, "calltargets"))
    return parse_call_targets (self, name);

  return parse_label (self, name);
}

/* A directive that is none of those: no instruction, which the verifier says, so that kernels that
 * don't come here can run. */
static gboolean
parse_directive (LoomPtxParser *self)
{
  LoomPtxInstruction instruction = { .guard = -1 };
  LoomPtxToken head = self->token;

  head.text--;
  head.length++;

  return _loom_ptx_parser_next (self) && append_instruction (self, &instruction, &head);
}

/* "used_bytes_mask 61695" or "used_bytes_mask 0xf0ff" (PTX ISA, "Pragma Strings"). */
static void
read_pragma (LoomPtxParser *self)
{
  static const char used_bytes[] = "used_bytes_mask ";
  g_autofree char *text = g_strndup (self->token.text, self->token.length);

  if (g_str_has_prefix (text, used_bytes))
    self->used_bytes = (guint32) g_ascii_strtoull (text + strlen (used_bytes), NULL, 0);
}

/* What others say a compiler may heed, and we need not. */
static gboolean
parse_pragma (LoomPtxParser *self)
{
  if (!_loom_ptx_parser_next (self))
    return FALSE;
  while (self->token.kind == LOOM_PTX_TOKEN_STRING || _loom_ptx_parser_at (self, ','))
    {
      if (self->token.kind == LOOM_PTX_TOKEN_STRING)
        read_pragma (self);
      if (!_loom_ptx_parser_next (self))
        return FALSE;
    }

  return _loom_ptx_parser_take_required (self, ';');
}

static gboolean
parse_statement (LoomPtxParser *self)
{
  if (self->token.kind == LOOM_PTX_TOKEN_WORD)
    return parse_word (self);
  if (_loom_ptx_parser_at (self, '@'))
    return parse_guarded (self);
  if (_loom_ptx_parser_at_dot (self, "loc"))
    return _loom_ptx_parser_loc (self);
  if (_loom_ptx_parser_at_dot (self, "pragma"))
    return parse_pragma (self);
  if (_loom_ptx_parser_at_variable (self))
    return _loom_ptx_parser_variables (self, NULL);
  if (_loom_ptx_parser_at (self, ';'))
    return _loom_ptx_parser_next (self);
  if (self->token.kind == LOOM_PTX_TOKEN_DOT)
    return parse_directive (self);

  return _loom_ptx_parser_expect (self, _("an instruction"));
}

static gboolean
parse_brace (LoomPtxParser *self,
             guint          bottom)
{
  gboolean opens = _loom_ptx_parser_at (self, '{');

  if (opens && !_loom_ptx_names_open (self->names))
    return _loom_ptx_parser_fail (self, self->token.line, _("braces are nested more than %d deep"),
                                  LOOM_PTX_MAX_SCOPES);
  if (!opens && _loom_ptx_names_get_depth (self->names) > bottom)
    _loom_ptx_names_close (self->names, self->function);

  return _loom_ptx_parser_next (self);
}

static gboolean
settle_targets (LoomPtxParser *self)
{
  for (guint i = 0; i < self->targets->len; i++)
    {
      GPtrArray *waiting = g_ptr_array_index (self->targets, i);

      for (guint j = 0; j < waiting->len; j++)
        {
          LoomPtxOperand *operand = g_ptr_array_index (waiting, j);
          guint label = operand->label;

          if (operand->kind != LOOM_PTX_OPERAND_LABEL)
            return _loom_ptx_parser_fail (self, operand->offset, _("label “%s” is not defined"),
                                          operand->name);
          g_array_append_val ((GArray *)g_ptr_array_index (self->function->branch_tables, i),
                              label);
        }
    }
  g_ptr_array_set_size (self->targets, 0);

  return TRUE;
}

/* Whether the text after the last instruction can be reached: then the function returns there. */
static gboolean
falls_off_end (LoomPtxFunction *function)
{
  const LoomPtxInstruction *last;
  guint n = function->instructions->len;

  if (n == 0)
    return TRUE;
  if (function->labels->len > 0 &&
      g_array_index (function->labels, LoomPtxLabel, function->labels->len - 1).target == n)
    return TRUE;

  last = &g_array_index (function->instructions, LoomPtxInstruction, n - 1);

  return last->guard >= 0 ||
         (last->opcode != LOOM_PTX_OP_RET && last->opcode != LOOM_PTX_OP_EXIT &&
          last->opcode != LOOM_PTX_OP_BRA && last->opcode != LOOM_PTX_OP_BRX_IDX &&
          last->opcode != LOOM_PTX_OP_TRAP);
}

static void
append_return (LoomPtxParser *self)
{
  LoomPtxInstruction instruction = { .guard = -1,
                                     .location = self->location,
                                     .line = self->token.line };

  instruction.opcode = LOOM_PTX_OP_RET;
  instruction.mnemonic = "ret";
  instruction.modifiers.suffix = "";
  instruction.modifiers.vector = 1;
  _loom_ptx_parser_store_returns (self, &instruction);
  g_array_append_val (self->function->instructions, instruction);
}

/* { … }: statements. The scope of the function was opened by the caller, and is closed here. */
gboolean
_loom_ptx_parser_body (LoomPtxParser *self)
{
  guint bottom = _loom_ptx_names_get_depth (self->names);

  if (!_loom_ptx_parser_take_required (self, '{'))
    return FALSE;
  _loom_ptx_parser_load_parameters (self);

  for (;;)
    {
      gboolean closes = _loom_ptx_parser_at (self, '}');

      if (closes && _loom_ptx_names_get_depth (self->names) == bottom)
        break;
      if (closes || _loom_ptx_parser_at (self, '{') ? !parse_brace (self, bottom)
                                                    : !parse_statement (self))
        return FALSE;
    }
  _loom_ptx_names_close (self->names, self->function);
  if (falls_off_end (self->function))
    append_return (self);

  return settle_targets (self) && _loom_ptx_parser_next (self);
}
