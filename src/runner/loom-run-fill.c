/* loom-run-fill.c: what a run begins with, on any backend
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-fill.h"

#include <glib/gi18n-lib.h>
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
  g_byte_array_unref (bytes);
}

/* As many zeros as a parameter has bytes, and room for an address. */
static GByteArray *
take_zeros (guint32 size)
{
  const gsize taken = MAX (size, sizeof (guint64));
  guint8 *bytes = g_try_malloc0 (taken);

  return bytes != NULL ? g_byte_array_new_take (bytes, taken) : NULL;
}

/**
 * loom_run_fill_values:
 * @context: what filling needs
 * @plan: the launch
 * @error: return location for an error
 *
 * Makes the bytes of parameters. Those of numbers and structs do not change from sample to sample;
 * addresses of arrays, also within structs, are zeros until loom_run_put_addresses() is called.
 *
 * Returns: (transfer full) (element-type GByteArray): for each parameter its bytes, at least 8.
 *   %NULL on error
 */
GPtrArray *
loom_run_fill_values (const LoomFillContext  *context,
                      LoomPlan               *plan,
                      GError                **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (free_bytes);

  for (guint i = 0; i < loom_plan_count_params (plan); i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      GByteArray *bytes = take_zeros (arg->kind == LOOM_PARAM_ARRAY ? 0 : arg->type.size);

      if (bytes == NULL)
        {
          g_set_error (error, LOOM_ERROR, LOOM_ERROR_MEMORY,
                       _("There is no memory for the argument %s"), arg->name);
          return NULL;
        }
      g_ptr_array_add (values, bytes);
      if (arg->kind == LOOM_PARAM_SCALAR
              ? !loom_scalar_fill (context, arg, bytes->data, error)
              : arg->kind == LOOM_PARAM_STRUCT
                    && !loom_array_fill (context, arg, bytes->data, arg->type.size, error))
        return NULL;
    }

  return g_steal_pointer (&values);
}

/**
 * loom_run_put_addresses:
 * @values: from loom_run_fill_values()
 * @plan: the launch
 * @addresses: of each argument of @plan that is an array and not the same as another one
 *
 * Puts the addresses of arrays where the kernel looks for them: into the parameter, or into the
 * struct that points to the array.
 */
void
loom_run_put_addresses (GPtrArray      *values,
                        LoomPlan       *plan,
                        const guint64  *addresses)
{
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];
      GByteArray *bytes = values->pdata[arg->owner >= 0 ? (guint) arg->owner : i];

      if (arg->kind == LOOM_PARAM_ARRAY)
        memcpy (bytes->data + (arg->owner >= 0 ? arg->offset : 0),
                &addresses[arg->same >= 0 ? (guint) arg->same : i], sizeof *addresses);
    }
}
