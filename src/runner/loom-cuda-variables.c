/* loom-cuda-variables.c: which variables of a module a launch can have changed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Headers of libraries bring thousands of variables along that no instruction names; copying each
 * before every launch would take longer than most kernels.
 */

#include "config.h"

#include "loom-cuda-module.h"

static void
mark_operand (const LoomPtxModule  *module,
              const LoomPtxOperand *operand,
              gboolean             *used)
{
  if (operand->symbol >= 0 && operand->symbol < (gint32) module->variables->len)
    used[operand->symbol] = TRUE;
  for (guint i = 0; operand->elements != NULL && i < operand->n_elements; i++)
    mark_operand (module, &operand->elements[i], used);
}

static void
mark_function (const LoomPtxModule   *module,
               const LoomPtxFunction *function,
               gboolean              *used)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction
          = &g_array_index (function->instructions, LoomPtxInstruction, i);

      for (guint j = 0; j < instruction->n_operands; j++)
        mark_operand (module, &instruction->operands[j], used);
      for (guint j = 0; instruction->call != NULL && j < instruction->call->n_arguments; j++)
        mark_operand (module, &instruction->call->arguments[j], used);
    }
}

static void
mark_initial (const LoomPtxModule   *module,
              const LoomPtxVariable *variable,
              gboolean              *used)
{
  for (guint i = 0; variable->relocations != NULL && i < variable->relocations->len; i++)
    {
      const gint32 symbol = g_array_index (variable->relocations, LoomPtxRelocation, i).symbol;

      if (symbol >= 0 && symbol < (gint32) module->variables->len)
        used[symbol] = TRUE;
    }
}

/**
 * loom_cuda_variables_list:
 * @module: a verified module
 *
 * Finds the variables of global memory that an instruction names, or another variable's contents.
 *
 * Returns: (transfer container) (element-type utf8): their names, which are the module's
 */
GPtrArray *
loom_cuda_variables_list (LoomPtxModule *module)
{
  GPtrArray *names = g_ptr_array_new ();
  g_autofree gboolean *used = g_new0 (gboolean, module->variables->len + 1);

  for (guint i = 0; i < module->functions->len; i++)
    mark_function (module, module->functions->pdata[i], used);
  for (guint i = 0; i < module->variables->len; i++)
    mark_initial (module, module->variables->pdata[i], used);

  for (guint i = 0; i < module->variables->len; i++)
    {
      const LoomPtxVariable *variable = module->variables->pdata[i];

      if (used[i] && variable->space == LOOM_PTX_SPACE_GLOBAL && !variable->is_extern)
        g_ptr_array_add (names, (gpointer) variable->name);
    }

  return names;
}
