/* loom-cuda-module.c: PTX that a device has taken, and its variables as they were then
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cuda-module.h"

#include <string.h>

/* The document's, and that which counts; now and before the last edit. */
#define MOST_MODULES 4

static void
module_free (gpointer data)
{
  LoomCudaModule *self = data;

  for (guint i = 0; i < self->variables->len; i++)
    {
      LoomCudaVariable *variable = &g_array_index (self->variables, LoomCudaVariable, i);

      self->context->cuda->cudaFree (variable->pristine);
      g_free (variable->name);
    }
  if (self->library != NULL)
    self->context->cuda->cudaLibraryUnload (self->library);
  g_array_unref (self->variables);
  g_free (self->ptx);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCudaModule, module_free)

static gboolean
keep_pristine (LoomCudaModule  *self,
               const char      *name,
               GError         **error)
{
  LoomCudaContext *context = self->context;
  const LoomCuda *cuda = context->cuda;
  LoomCudaVariable variable = { NULL };
  cudaError_t code;

  /* What the compiler kept to itself has no name on the device, and nobody can have set it. */
  code = cuda->cudaLibraryGetGlobal (&variable.address, &variable.size, self->library, name);
  if (code != cudaSuccess)
    {
      cuda->cudaGetLastError ();
      return !loom_cuda_error_is_final (code)
             || loom_cuda_check (context->cuda, code, "cudaLibraryGetGlobal", error);
    }
  if (variable.size == 0)
    return TRUE;
  if (!LOOM_CUDA_CALL (context, error, cudaMalloc, &variable.pristine, variable.size))
    return FALSE;

  variable.name = g_strdup (name);
  g_array_append_val (self->variables, variable);
  return loom_cuda_context_copy (context, variable.pristine, variable.address, variable.size,
                                 cudaMemcpyDeviceToDevice, error);
}

static LoomCudaVariable *
find_kept (LoomCudaModule *self,
           const char     *name)
{
  for (guint i = 0; i < self->variables->len; i++)
    {
      LoomCudaVariable *variable = &g_array_index (self->variables, LoomCudaVariable, i);

      if (strcmp (variable->name, name) == 0)
        return variable;
    }

  return NULL;
}

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

/* The names, which are the module's, of the variables of global memory that an instruction names,
 * or another variable's contents. */
static GPtrArray *
list_variables (LoomPtxModule *module)
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

static gboolean
load (LoomCudaModule  *self,
      LoomPtxModule   *module,
      GError         **error)
{
  LoomCudaContext *context = self->context;
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) names = list_variables (module);

  if (!LOOM_CUDA_CALL (context, error, cudaLibraryLoadData, &self->library, self->ptx, NULL, NULL,
                       0, NULL, NULL, 0))
    return FALSE;

  for (guint i = 0; i < names->len; i++)
    if (!keep_pristine (self, names->pdata[i], error))
      return FALSE;

  self->load_ms = (g_get_monotonic_time () - start) / 1000.0;
  return TRUE;
}

/**
 * loom_cuda_module_get:
 * @context: an open context
 * @module: what @ptx says, for its variables
 * @ptx: the text that the device takes
 *
 * Finds a module that this context has taken already, or lets it take it.
 *
 * Returns: (transfer none): the module, valid until three others were taken; or %NULL
 */
LoomCudaModule *
loom_cuda_module_get (LoomCudaContext  *context,
                      LoomPtxModule    *module,
                      const char       *ptx,
                      GError          **error)
{
  g_autoptr (LoomCudaModule) self = NULL;

  if (context->modules == NULL)
    context->modules = g_ptr_array_new_with_free_func (module_free);
  for (guint i = 0; i < context->modules->len; i++)
    {
      LoomCudaModule *known = context->modules->pdata[i];

      if (strcmp (known->ptx, ptx) == 0)
        {
          g_ptr_array_add (context->modules, g_ptr_array_steal_index (context->modules, i));
          known->load_ms = 0;
          return known;
        }
    }

  self = g_new0 (LoomCudaModule, 1);
  self->context = context;
  self->ptx = g_strdup (ptx);
  self->variables = g_array_new (FALSE, TRUE, sizeof (LoomCudaVariable));
  if (!load (self, module, error))
    return NULL;

  if (context->modules->len >= MOST_MODULES)
    g_ptr_array_remove_index (context->modules, 0);
  g_ptr_array_add (context->modules, self);
  return g_steal_pointer (&self);
}

/**
 * loom_cuda_module_find_variable:
 * @name: in the PTX
 *
 * Looks a variable up, also one that no instruction names or that lies in constant memory: its
 * contents are kept from now on.
 *
 * Returns: (transfer none) (nullable): the variable, valid until another is looked up, or %NULL
 */
LoomCudaVariable *
loom_cuda_module_find_variable (LoomCudaModule *self,
                                const char     *name)
{
  if (find_kept (self, name) == NULL)
    keep_pristine (self, name, NULL);
  return find_kept (self, name);
}

/**
 * loom_cuda_module_restore:
 *
 * Queues what makes all variables as the program initialised them.
 *
 * Returns: whether it was taken
 */
gboolean
loom_cuda_module_restore (LoomCudaModule  *self,
                          GError         **error)
{
  LoomCudaContext *context = self->context;

  for (guint i = 0; i < self->variables->len; i++)
    {
      LoomCudaVariable *variable = &g_array_index (self->variables, LoomCudaVariable, i);

      if (!loom_cuda_context_copy (context, variable->address, variable->pristine, variable->size,
                                   cudaMemcpyDeviceToDevice, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * loom_cuda_module_get_kernel:
 * @entry: lowered name of a kernel
 *
 * Looks a kernel up.
 *
 * Returns: the kernel, or %NULL
 */
cudaKernel_t
loom_cuda_module_get_kernel (LoomCudaModule  *self,
                             const char      *entry,
                             GError         **error)
{
  cudaKernel_t kernel = NULL;

  return LOOM_CUDA_CALL (self->context, error, cudaLibraryGetKernel, &kernel, self->library,
                         entry)
             ? kernel
             : NULL;
}
