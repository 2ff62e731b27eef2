/* loom-ptx-reach.c: which functions and variables of a module one of its kernels can come to
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By name alone: a function can be called if a function that was come to names it, or if a variable
 * that was come to begins with its address. So a call through a pointer may be to any of those, and
 * to none that only another kernel names: addresses come from nowhere else, since a launch begins
 * with memory as new.
 */

#include "config.h"

#include "loom-ptx-reach.h"

/* Arrays of numbers grow while they are gone through. */
typedef struct
{
  LoomPtxModule         *module;
  const LoomPtxFunction *entry;
  LoomPtxReach          *reach;
  GArray                *variables;     /* (element-type guint) that were come to */
  gboolean              *functions;     /* by number: whether it was come to */
} Search;

static void
add_function (Search *self,
              guint   index)
{
  const LoomPtxFunction *function;

  if (index >= self->module->functions->len || self->functions[index])
    return;

  function = g_ptr_array_index (self->module->functions, index);
  /* No kernel can call another. */
  if (function->is_entry && function != self->entry)
    return;
  self->functions[index] = TRUE;
  g_array_append_val (self->reach->functions, index);
}

/* A function's own are come to with it, and begin with no addresses. */
static void
add_variable (Search *self,
              guint   index)
{
  if (index >= self->module->variables->len || self->reach->variables[index])
    return;

  self->reach->variables[index] = TRUE;
  g_array_append_val (self->variables, index);
}

static void
read_operand (Search               *self,
              const LoomPtxOperand *operand)
{
  if (operand->kind == LOOM_PTX_OPERAND_FUNCTION)
    add_function (self, (guint) operand->label);
  else if ((operand->kind == LOOM_PTX_OPERAND_SYMBOL || operand->kind == LOOM_PTX_OPERAND_ADDRESS)
           && operand->symbol >= 0)
    add_variable (self, (guint) operand->symbol);
  for (guint i = 0; operand->kind == LOOM_PTX_OPERAND_VECTOR && i < operand->n_elements; i++)
    read_operand (self, &operand->elements[i]);
}

static void
read_instruction (Search                   *self,
                  const LoomPtxInstruction *instruction)
{
  for (guint i = 0; i < instruction->n_operands; i++)
    read_operand (self, &instruction->operands[i]);
  if (instruction->call == NULL)
    return;

  read_operand (self, &instruction->call->target);
  for (guint i = 0; i < instruction->call->n_arguments; i++)
    read_operand (self, &instruction->call->arguments[i]);
}

static void
read_function (Search                *self,
               const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    read_instruction (self, &g_array_index (function->instructions, LoomPtxInstruction, i));
}

static void
read_variable (Search                *self,
               const LoomPtxVariable *variable)
{
  for (guint i = 0; variable->relocations != NULL && i < variable->relocations->len; i++)
    {
      const LoomPtxRelocation *relocation
          = &g_array_index (variable->relocations, LoomPtxRelocation, i);

      if (relocation->function >= 0)
        add_function (self, (guint) relocation->function);
      if (relocation->symbol >= 0)
        add_variable (self, (guint) relocation->symbol);
    }
}

/**
 * loom_ptx_reach_new:
 * @module: a module, which need not have passed the verifier
 * @entry: a kernel of it
 *
 * Finds what a kernel can come to, also by calls through pointers.
 *
 * Returns: (transfer full): the functions and variables
 */
LoomPtxReach *
loom_ptx_reach_new (LoomPtxModule         *module,
                    const LoomPtxFunction *entry)
{
  LoomPtxReach *reach = g_new0 (LoomPtxReach, 1);
  g_autoptr (GArray) variables = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *functions = g_new0 (gboolean, module->functions->len);
  Search self = { module, entry, reach, variables, functions };
  guint index = 0, n_functions = 0, n_variables = 0;

  reach->functions = g_array_new (FALSE, FALSE, sizeof (guint));
  reach->variables = g_new0 (gboolean, MAX (module->variables->len, 1));
  g_ptr_array_find (module->functions, entry, &index);
  add_function (&self, index);
  while (n_functions < reach->functions->len || n_variables < variables->len)
    if (n_functions < reach->functions->len)
      read_function (&self, g_ptr_array_index (module->functions,
                                               g_array_index (reach->functions, guint,
                                                              n_functions++)));
    else
      read_variable (&self, g_ptr_array_index (module->variables,
                                               g_array_index (variables, guint, n_variables++)));

  return reach;
}

/**
 * loom_ptx_reach_free:
 * @self: (transfer full): what a kernel can come to
 */
void
loom_ptx_reach_free (LoomPtxReach *self)
{
  g_array_unref (self->functions);
  g_free (self->variables);
  g_free (self);
}
