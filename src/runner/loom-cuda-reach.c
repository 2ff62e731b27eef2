/* loom-cuda-reach.c: what of a module a kernel can come to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-module.h"

/* Functions that were come to, and those of them that are still to be looked at. */
typedef struct
{
  LoomPtxModule *module;
  gboolean      *known;
  GPtrArray     *waiting;       /* (element-type LoomPtxFunction) */
  gboolean       found;         /* one reads what stands in for the barrier of a grid */
} Reach;

static void
add_function (Reach *self,
              guint  index)
{
  if (index >= self->module->functions->len || self->known[index])
    return;

  self->known[index] = TRUE;
  g_ptr_array_add (self->waiting, self->module->functions->pdata[index]);
}

/* Only a cooperative launch sets %envreg1 and %envreg2, where the barrier of a grid has its
 * memory. */
static void
read_operand (Reach                *self,
              const LoomPtxOperand *operand)
{
  if (operand->kind == LOOM_PTX_OPERAND_FUNCTION)
    add_function (self, (guint) operand->label);
  if (operand->kind == LOOM_PTX_OPERAND_SPECIAL && operand->label == LOOM_PTX_SPECIAL_ENVREG2)
    self->found = TRUE;
  for (guint i = 0; operand->elements != NULL && i < operand->n_elements; i++)
    read_operand (self, &operand->elements[i]);
}

static void
read_function (Reach                 *self,
               const LoomPtxFunction *function)
{
  for (guint i = 0; i < function->instructions->len; i++)
    {
      const LoomPtxInstruction *instruction
          = &g_array_index (function->instructions, LoomPtxInstruction, i);

      for (guint j = 0; j < instruction->n_operands; j++)
        read_operand (self, &instruction->operands[j]);
      if (instruction->call == NULL)
        continue;

      read_operand (self, &instruction->call->target);
      /* Through a pointer it may be any. */
      for (guint j = 0; instruction->call->target.kind == LOOM_PTX_OPERAND_REGISTER
                        && j < self->module->functions->len; j++)
        if (!((LoomPtxFunction *) self->module->functions->pdata[j])->is_entry)
          add_function (self, j);
    }
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
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  g_autofree gboolean *known = g_new0 (gboolean, module->functions->len + 1);
  Reach self = { module, known, waiting, FALSE };
  LoomPtxFunction *kernel = loom_ptx_module_find_entry (module, entry);

  if (kernel != NULL)
    g_ptr_array_add (waiting, kernel);
  while (waiting->len > 0 && !self.found)
    read_function (&self, g_ptr_array_steal_index (waiting, waiting->len - 1));

  return self.found;
}
