/* loom-backend-variables.c: module variables: what they begin with, and which of them a kernel
 * comes to without the settings naming them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-backend.h"

#include "loom-ptx-reach.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* -1: there is none of that name. */
static gint
find_index (LoomPtxModule *module,
            const char    *lowered)
{
  for (guint i = 0; i < module->variables->len; i++)
    if (g_str_equal (((LoomPtxVariable *) module->variables->pdata[i])->name, lowered))
      return (gint) i;

  return -1;
}

static gboolean
has_addresses (const LoomPtxVariable *variable)
{
  return variable->relocations != NULL && variable->relocations->len > 0;
}

/* As the program initialised it; zeros follow the data. */
static void
copy_initial (const LoomPtxVariable *variable,
              guint8                *bytes,
              gsize                  size)
{
  gsize length = 0;
  const guint8 *data = variable->data != NULL ? g_bytes_get_data (variable->data, &length) : NULL;

  if (length > 0)
    memcpy (bytes, data, MIN (size, length));
}

/**
 * loom_backend_begin_variable:
 * @request: what is run
 * @buffer: of an array or a variable, all zeros
 *
 * Gives a variable of which settings change only a part what the program gives it.
 *
 * Errors: %LOOM_ERROR_DOCUMENT for one that begins with addresses, which only a device knows.
 *
 * Returns: whether it could be
 */
gboolean
loom_backend_begin_variable (const LoomBackendRequest  *request,
                             LoomRunBuffer             *buffer,
                             GError                   **error)
{
  const LoomPlanArg *arg = buffer->arg;
  const LoomPtxVariable *variable;
  gint index;

  if (arg->symbol == NULL || arg->fill.kind != LOOM_FILL_KEEP || loom_plan_arg_is_kept (arg))
    return TRUE;

  index = find_index (request->module, arg->symbol);
  if (index < 0)
    return TRUE;
  variable = request->module->variables->pdata[index];
  if (has_addresses (variable))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the variable %s begins with addresses, so no part of it can be changed; "
                        "write a fill for the whole"), arg->name);
  copy_initial (variable, buffer->bytes, buffer->size);
  return TRUE;
}

static gboolean
is_named (LoomPlan   *plan,
          const char *lowered)
{
  for (guint i = 0; i < plan->symbols->len; i++)
    if (g_strcmp0 (((LoomPlanArg *) plan->symbols->pdata[i])->symbol, lowered) == 0)
      return TRUE;

  return FALSE;
}

/* Names that a compiler makes up for strings, and for what lies in functions. */
static gboolean
is_made_up (const LoomSymbol *symbol)
{
  return symbol->type.scalar == LOOM_SCALAR_BYTES && symbol->type.record == NULL &&
         (*symbol->name == '$' || *symbol->name == '_');
}

static LoomRunArgument *
new_argument (const LoomSymbol      *symbol,
              const LoomPtxVariable *variable)
{
  LoomRunArgument *argument
      = loom_run_argument_new (symbol->name, LOOM_PARAM_ARRAY, &symbol->type);
  guint64 cells;

  argument->is_symbol = TRUE;
  argument->shape = symbol->shape;
  if (loom_shape_cells (&symbol->shape, &cells) && cells == 1 && !has_addresses (variable) &&
      loom_type_count_components (&symbol->type) > 0)
    {
      g_autofree guint8 *bytes = g_malloc0 (symbol->type.size);

      copy_initial (variable, bytes, symbol->type.size);
      loom_run_argument_set_values (argument, bytes, symbol->type.size);
    }
  return argument;
}

/**
 * loom_backend_add_variables:
 * @request: what is run
 * @run: the result, with its arguments
 * @find: (scope call): where variables lie
 * @data: for @find
 *
 * Notes, behind all other arguments, the variables that the kernel comes to and that no setting
 * names: they have no part in the results.
 */
void
loom_backend_add_variables (const LoomBackendRequest *request,
                            LoomRun                  *run,
                            LoomAddressFunc           find,
                            gpointer                  data)
{
  LoomPlan *plan = request->plan;
  LoomPtxFunction *entry = loom_ptx_module_find_entry (request->module, plan->entry);
  g_autoptr (LoomPtxReach) reach = NULL;

  if (entry == NULL)
    return;

  reach = loom_ptx_reach_new (request->module, entry);
  for (guint i = 0; i < request->compiled->symbols->len; i++)
    {
      const LoomSymbol *symbol = request->compiled->symbols->pdata[i];
      const gint index = find_index (request->module, symbol->lowered);
      LoomRunArgument *argument;

      if (index < 0 || !reach->variables[index] || is_named (plan, symbol->lowered) ||
          is_made_up (symbol))
        continue;
      argument = new_argument (symbol, request->module->variables->pdata[index]);
      argument->base = find (data, symbol->lowered);
      g_ptr_array_add (run->arguments, argument);
    }
}
