/* loom-run-fill.c: what a run begins with, on any backend
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-fill.h"

#include <string.h>

/**
 * loom_run_fill_buffers:
 * @context: what filling needs
 * @memory: of the run
 * @error: return location for an error
 *
 * Makes what arrays and module variables hold before the first launch, their domains and their
 * references.
 *
 * Returns: whether all could be made
 */
gboolean
loom_run_fill_buffers (const LoomFillContext  *context,
                       LoomRunMemory          *memory,
                       GError                **error)
{
  for (guint i = 0; i < memory->buffers->len; i++)
    {
      LoomRunBuffer *buffer = loom_run_memory_get (memory, i);

      if (!loom_array_fill (context, buffer->arg, buffer->bytes, buffer->size, error))
        return FALSE;
      if (buffer->image != NULL)
        memcpy (buffer->image, buffer->bytes, buffer->size);
      if (buffer->domain != NULL
          && !loom_expressions_evaluate (context->expressions, context->module, buffer->arg,
                                         LOOM_EXPRESSION_DOMAIN, buffer->domain, buffer->cells,
                                         context->cancel, error))
        return FALSE;
      if (buffer->reference != NULL &&
          !loom_array_fill_reference (context, buffer->arg, buffer->reference, buffer->size, error))
        return FALSE;
    }

  return TRUE;
}

static void
free_bytes (gpointer bytes)
{
  if (bytes != NULL)
    g_bytes_unref (bytes);
}

/**
 * loom_run_fill_values:
 * @context: what filling needs
 * @plan: the launch
 * @error: return location for an error
 *
 * Makes the bytes of numbers and structs, which do not change from sample to sample.
 *
 * Returns: (transfer full) (element-type GBytes): for each argument its bytes, at least 8; %NULL
 * for an array. %NULL on error
 */
GPtrArray *
loom_run_fill_values (const LoomFillContext  *context,
                      LoomPlan               *plan,
                      GError                **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (free_bytes);

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      gsize size = MAX (arg->type.size, 8);
      g_autofree guint8 *bytes = g_try_malloc0 (size);

      if (arg->kind == LOOM_PARAM_ARRAY)
        {
          g_ptr_array_add (values, NULL);
          continue;
        }
      if (bytes == NULL
          || (arg->kind == LOOM_PARAM_SCALAR
                  ? !loom_scalar_fill (context, arg, bytes, error)
                  : !loom_array_fill (context, arg, bytes, arg->type.size, error)))
        return NULL;
      g_ptr_array_add (values, g_bytes_new_take (g_steal_pointer (&bytes), size));
    }

  return g_steal_pointer (&values);
}
