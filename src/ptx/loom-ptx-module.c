/* loom-ptx-module.c: the tree of a PTX module: its life and look-ups in it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-module.h"

#include "loom-ptx-store-private.h"

#include <string.h>

#define BLOCK_SIZE 65536

G_DEFINE_BOXED_TYPE (LoomPtxModule, loom_ptx_module, loom_ptx_module_ref, loom_ptx_module_unref)

static LoomPtxStore *
store_new (void)
{
  LoomPtxStore *self = g_new0 (LoomPtxStore, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->strings = g_string_chunk_new (4096);
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->linkages = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

/* Zeroed, aligned for any operand, and alive as long as the module. */
gpointer
_loom_ptx_store_allocate (LoomPtxStore *self,
                          gsize         size)
{
  gpointer result;

  size = (size + 15) & ~(gsize) 15;
  if (self->blocks->len == 0 || self->size - self->used < size)
    {
      self->size = MAX (size, BLOCK_SIZE);
      self->used = 0;
      g_ptr_array_add (self->blocks, g_malloc0 (self->size));
    }

  result = (guint8 *) g_ptr_array_index (self->blocks, self->blocks->len - 1) + self->used;
  self->used += size;

  return result;
}

gpointer
_loom_ptx_store_copy (LoomPtxStore *self,
                      gconstpointer data,
                      gsize         size)
{
  gpointer result;

  if (size == 0)
    return NULL;

  result = _loom_ptx_store_allocate (self, size);
  memcpy (result, data, size);

  return result;
}

const char *
_loom_ptx_store_intern (LoomPtxStore *self,
                        const char   *text)
{
  return g_string_chunk_insert_const (self->strings, text);
}

/* name and linkage: interned. The last directive of a name counts: a definition's, after
 * declarations. */
void
_loom_ptx_store_set_linkage (LoomPtxStore *self,
                             const char   *name,
                             const char   *linkage)
{
  if (linkage != NULL)
    g_hash_table_insert (self->linkages, (gpointer) name, (gpointer) linkage);
}

static void
variable_free (LoomPtxVariable *self)
{
  g_clear_pointer (&self->data, g_bytes_unref);
  g_clear_pointer (&self->relocations, g_array_unref);
  g_clear_error (&self->refusal);
  g_free (self);
}

LoomPtxVariable *
_loom_ptx_variable_new (void)
{
  LoomPtxVariable *self = g_new0 (LoomPtxVariable, 1);

  self->offset = -1;

  return self;
}

void
_loom_ptx_function_free (LoomPtxFunction *self)
{
  g_ptr_array_unref (self->params);
  g_ptr_array_unref (self->returns);
  g_ptr_array_unref (self->variables);
  g_array_unref (self->registers);
  g_array_unref (self->labels);
  g_array_unref (self->instructions);
  g_ptr_array_unref (self->branch_tables);
  g_ptr_array_unref (self->table_names);
  g_ptr_array_unref (self->prototypes);
  g_clear_error (&self->refusal);
  g_free (self);
}

LoomPtxFunction *
_loom_ptx_function_new (void)
{
  LoomPtxFunction *self = g_new0 (LoomPtxFunction, 1);

  self->params = g_ptr_array_new_with_free_func ((GDestroyNotify) variable_free);
  self->returns = g_ptr_array_new_with_free_func ((GDestroyNotify) variable_free);
  self->variables = g_ptr_array_new_with_free_func ((GDestroyNotify) variable_free);
  self->registers = g_array_new (FALSE, TRUE, sizeof (LoomPtxRegister));
  self->labels = g_array_new (FALSE, TRUE, sizeof (LoomPtxLabel));
  self->instructions = g_array_new (FALSE, TRUE, sizeof (LoomPtxInstruction));
  self->branch_tables = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->table_names = g_ptr_array_new ();
  self->prototypes = g_ptr_array_new_with_free_func ((GDestroyNotify) _loom_ptx_function_free);

  return self;
}

LoomPtxModule *
_loom_ptx_module_new (void)
{
  LoomPtxModule *self = g_new0 (LoomPtxModule, 1);

  self->store = store_new ();
  self->functions = g_ptr_array_new_with_free_func ((GDestroyNotify) _loom_ptx_function_free);
  self->variables = g_ptr_array_new_with_free_func ((GDestroyNotify) variable_free);
  self->files = g_ptr_array_new ();
  self->headers = g_ptr_array_new ();
  self->locations = g_array_new (FALSE, TRUE, sizeof (LoomPtxLocation));

  return self;
}

LoomPtxModule *
loom_ptx_module_ref (LoomPtxModule *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->store->ref_count);

  return self;
}

void
loom_ptx_module_unref (LoomPtxModule *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->store->ref_count))
    return;

  g_ptr_array_unref (self->functions);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->headers);
  g_array_unref (self->locations);
  g_string_chunk_free (self->store->strings);
  g_ptr_array_unref (self->store->blocks);
  g_hash_table_unref (self->store->linkages);
  g_free (self->store);
  g_free (self);
}

LoomPtxFunction *
loom_ptx_module_find_entry (LoomPtxModule *self,
                            const char    *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  for (guint i = 0; i < self->functions->len; i++)
    {
      LoomPtxFunction *function = g_ptr_array_index (self->functions, i);

      if (function->is_entry && !function->is_declared_only && g_str_equal (function->name, name))
        return function;
    }

  return NULL;
}

/**
 * loom_ptx_function_get_symbol: the variable that an operand's `symbol` stands for, or %NULL if it
 * is none.
 * @self: (nullable): the function the operand is in
 */
LoomPtxVariable *
loom_ptx_function_get_symbol (LoomPtxModule   *module,
                              LoomPtxFunction *self,
                              gint32           symbol)
{
  guint index;

  g_return_val_if_fail (module != NULL, NULL);

  if (symbol < 0)
    return NULL;

  if ((symbol & LOOM_PTX_LOCAL_SYMBOL) == 0)
    return (guint)symbol < module->variables->len ? g_ptr_array_index (module->variables, symbol)
                                                  : NULL;

  g_return_val_if_fail (self != NULL, NULL);
  index = symbol & ~LOOM_PTX_LOCAL_SYMBOL;
  if (index < self->params->len)
    return g_ptr_array_index (self->params, index);
  index -= self->params->len;
  if (index < self->returns->len)
    return g_ptr_array_index (self->returns, index);
  index -= self->returns->len;
  return index < self->variables->len ? g_ptr_array_index (self->variables, index) : NULL;
}
