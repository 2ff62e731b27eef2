/* loom-cuda-reach.c: whether what a kernel can come to waits for the whole grid
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-module.h"

#include "loom-ptx-reach.h"

/* Only a cooperative launch sets %envreg1 and %envreg2, where the barrier of a grid has its
 * memory. */
static gboolean
is_grid_barrier (const LoomPtxOperand *operand)
{
  if (operand->kind == LOOM_PTX_OPERAND_SPECIAL && operand->label == LOOM_PTX_SPECIAL_ENVREG2)
    return TRUE;
  for (guint i = 0; operand->elements != NULL && i < operand->n_elements; i++)
    if (is_grid_barrier (&operand->elements[i]))
      return TRUE;

  return FALSE;
}

static gboolean
has_grid_barrier (const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction
          = &g_array_index (function->instructions, LoomPtxInstruction, i);

      for (guint j = 0; j < instruction->n_operands; j++)
        if (is_grid_barrier (&instruction->operands[j]))
          return TRUE;
    }

  return FALSE;
}

/**
 * loom_cuda_kernel_is_cooperative:
 * @module: a verified module
 * @entry: lowered name of a kernel
 *
 * Tells whether the kernel, or a function that it can call, waits for the whole grid: then the
 * launch has to be a cooperative one, for which all blocks must fit on the device at once.
 *
 * Returns: whether it does
 */
gboolean
loom_cuda_kernel_is_cooperative (LoomPtxModule *module,
                                 const char    *entry)
{
  const LoomPtxFunction *kernel = loom_ptx_module_find_entry (module, entry);
  g_autoptr (LoomPtxReach) reach = NULL;

  if (kernel == NULL)
    return FALSE;

  reach = loom_ptx_reach_new (module, kernel);
  for (guint i = 0; i < reach->functions->len; i++)
    if (has_grid_barrier (g_ptr_array_index (module->functions,
                                             g_array_index (reach->functions, guint, i))))
      return TRUE;

  return FALSE;
}
