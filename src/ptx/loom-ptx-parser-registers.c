/* loom-ptx-parser-registers.c: parameters and arguments in registers, rewritten to .param variables
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-parser-private.h"

#include <glib/gi18n-lib.h>

/* Hand-written PTX may pass registers and constants straight to a function. A function then has a
 * variable for each of them that is loaded where it begins or stored where it returns, and a call
 * has one that is stored before or loaded after it: so all that comes later knows one way to pass
 * values. */

static LoomPtxOperand
make_operand (LoomPtxOperandKind kind)
{
  return (LoomPtxOperand) { .kind = kind, .reg = -1, .pair = -1, .symbol = -1, .label = -1 };
}

static LoomPtxOperand
make_register (gint32 reg)
{
  LoomPtxOperand operand = make_operand (LOOM_PTX_OPERAND_REGISTER);

  operand.reg = reg;

  return operand;
}

static LoomPtxOperand
make_address (gint32      symbol,
              const char *name)
{
  LoomPtxOperand operand = make_operand (LOOM_PTX_OPERAND_ADDRESS);

  operand.symbol = symbol;
  operand.name = name;

  return operand;
}

/* Adds ld.param or st.param of the width of a type, which stands where another instruction does. */
static void
move (LoomPtxParser            *self,
      const char               *mnemonic,
      const LoomPtxInstruction *like,
      LoomPtxType               type,
      LoomPtxOperand            to,
      LoomPtxOperand            from)
{
  g_autofree char *chain = g_strdup_printf ("%s.b%u", mnemonic, loom_ptx_type_bits (type));

  _loom_ptx_parser_synthesise (self, chain, like, &to, &from);
}

/* Makes parameters known by name; those in registers as the registers. */
gboolean
_loom_ptx_parser_name_parameters (LoomPtxParser *self,
                                  GPtrArray     *parameters,
                                  guint          first)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      LoomPtxVariable *variable = g_ptr_array_index (parameters, i);
      const char *name = variable->name;

      if (variable->in_register && _loom_ptx_parser_add_register (self, name, variable->type) < 0)
        return FALSE;
      if (g_str_equal (name, "_"))
        continue;
      variable->name = _loom_ptx_names_make_unique (self->names, name);
      if (!variable->in_register && !_loom_ptx_names_add (self->names, name, LOOM_PTX_NAME_VARIABLE,
                                                          (first + i) | LOOM_PTX_LOCAL_SYMBOL, 1))
        return _loom_ptx_parser_fail (self, variable->line, _("“%s” is declared twice"), name);
    }

  return TRUE;
}

/* The registers of a function's parameters come first, in order, then those of what it returns. */
void
_loom_ptx_parser_load_parameters (LoomPtxParser *self)
{
  const LoomPtxInstruction like = { .guard = -1, .line = self->token.line, .location = -1 };
  gint32 reg = 0;

  for (guint i = 0; i < self->function->params->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (self->function->params, i);

      if (variable->in_register)
        move (self, "ld.param", &like, variable->type, make_register (reg++),
              make_address (i | LOOM_PTX_LOCAL_SYMBOL, variable->name));
    }
}

void
_loom_ptx_parser_store_returns (LoomPtxParser            *self,
                                const LoomPtxInstruction *ret)
{
  LoomPtxFunction *function = self->function;
  gint32 reg = 0;

  for (guint i = 0; i < function->params->len; i++)
    reg += ((LoomPtxVariable *) g_ptr_array_index (function->params, i))->in_register ? 1 : 0;
  for (guint i = 0; i < function->returns->len; i++)
    {
      const LoomPtxVariable *variable = g_ptr_array_index (function->returns, i);

      if (variable->in_register)
        move (self, "st.param", ret, variable->type,
              make_address ((function->params->len + i) | LOOM_PTX_LOCAL_SYMBOL, variable->name),
              make_register (reg++));
    }
}

/* A new .param variable of the calling function, as a call names it. */
static LoomPtxOperand
add_passed (LoomPtxParser *self,
            LoomPtxType    type)
{
  LoomPtxFunction *function = self->function;
  LoomPtxVariable *variable = _loom_ptx_variable_new ();
  LoomPtxOperand operand = make_operand (LOOM_PTX_OPERAND_SYMBOL);

  variable->name = _loom_ptx_names_make_unique (self->names, "passed");
  variable->type = type;
  variable->space = LOOM_PTX_SPACE_PARAM;
  variable->size = variable->align = MAX (loom_ptx_type_bits (type), 8) / 8;
  variable->line = self->token.line;
  operand.symbol = (function->params->len + function->returns->len + function->variables->len) |
                   LOOM_PTX_LOCAL_SYMBOL;
  operand.name = variable->name;
  g_ptr_array_add (function->variables, variable);

  return operand;
}

static GPtrArray *
get_formals (LoomPtxParser     *self,
             const LoomPtxCall *call)
{
  const LoomPtxFunction *callee = NULL;

  if (call->target.kind == LOOM_PTX_OPERAND_FUNCTION)
    callee = g_ptr_array_index (self->module->functions, call->target.label);
  else if (call->prototype >= 0)
    callee = g_ptr_array_index (self->function->prototypes, call->prototype);

  return callee != NULL ? callee->params : NULL;
}

static gboolean
get_passed_type (LoomPtxParser        *self,
                 const LoomPtxCall    *call,
                 const LoomPtxOperand *operand,
                 guint                 index,
                 LoomPtxType          *type)
{
  GPtrArray *formals = get_formals (self, call);

  if (operand->kind == LOOM_PTX_OPERAND_REGISTER)
    *type = g_array_index (self->function->registers, LoomPtxRegister, operand->reg).type;
  else if (operand->kind == LOOM_PTX_OPERAND_IMMEDIATE && formals != NULL && index < formals->len)
    *type = ((LoomPtxVariable *) g_ptr_array_index (formals, index))->type;
  else
    return FALSE;

  /* A predicate has no bytes; the verifier finds that it is no variable. */
  return *type != LOOM_PTX_TYPE_PRED && *type != LOOM_PTX_TYPE_NONE;
}

static LoomPtxOperand
address_of (const LoomPtxOperand *passed)
{
  return make_address (passed->symbol, passed->name);
}

/* The call, with what passing registers takes before and after it. */
gboolean
_loom_ptx_parser_append_call (LoomPtxParser      *self,
                              LoomPtxInstruction *instruction)
{
  LoomPtxCall *call = instruction->call;
  g_autofree LoomPtxOperand *returns = g_memdup2 (call->returns, call->n_returns * sizeof *returns);
  LoomPtxType type;

  for (guint i = 0; i < call->n_arguments; i++)
    if (get_passed_type (self, call, &call->arguments[i], i, &type))
      {
        LoomPtxOperand passed = add_passed (self, type);

        move (self, "st.param", instruction, type, address_of (&passed), call->arguments[i]);
        call->arguments[i] = passed;
      }
  for (guint i = 0; i < call->n_returns; i++)
    if (returns[i].kind == LOOM_PTX_OPERAND_REGISTER &&
        get_passed_type (self, call, &returns[i], i, &type))
      call->returns[i] = add_passed (self, type);

  g_array_append_val (self->function->instructions, *instruction);

  for (guint i = 0; i < call->n_returns; i++)
    if (returns[i].kind == LOOM_PTX_OPERAND_REGISTER &&
        call->returns[i].kind == LOOM_PTX_OPERAND_SYMBOL)
      {
        type = loom_ptx_function_get_symbol (self->module, self->function, call->returns[i].symbol)
                   ->type;
        move (self, "ld.param", instruction, type, returns[i], address_of (&call->returns[i]));
      }

  return self->error == NULL;
}
