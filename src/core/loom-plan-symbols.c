/* loom-plan-symbols.c: module variables, bound: those that the document names
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static LoomSymbol *
find_symbol (LoomCompiled *compiled,
             const char   *name,
             gsize         length)
{
  for (guint i = 0; i < compiled->symbols->len; i++)
    {
      LoomSymbol *symbol = g_ptr_array_index (compiled->symbols, i);

      if (strlen (symbol->name) == length && strncmp (symbol->name, name, length) == 0)
        return symbol;
    }

  return NULL;
}

/* A variable's bytes are as many as the compiler says, however they are seen. */
static gboolean
bind_symbol_shape (LoomPlanSource    *source,
                   LoomPlanArg       *arg,
                   const LoomSymbol  *symbol,
                   GError           **error)
{
  guint64 cells = 0, size, given_cells = 0, given_size;
  LoomSetting setting;

  loom_shape_cells (&symbol->shape, &cells);
  size = cells * symbol->type.size;
  arg->shape = symbol->shape;
  if (arg->type.size != symbol->type.size)
    arg->shape = (LoomShape) { 1, MAX (size / arg->type.size, 1), 1, 1 };
  if (_loom_plan_source_get (source, "shape", &setting) &&
      !loom_shape_parse (setting.text, &arg->shape, error))
    return _loom_setting_fail (&setting, error);

  if (loom_shape_cells (&arg->shape, &given_cells) &&
      g_uint64_checked_mul (&given_size, given_cells, arg->type.size) && given_size == size)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("the settings give the variable %1$s %2$llu cells of %3$u bytes, but it has "
                 "%4$llu bytes"),
               arg->name, (unsigned long long) given_cells, arg->type.size,
               (unsigned long long) size);
  if (_loom_plan_source_get (source, "shape", &setting) ||
      _loom_plan_source_get (source, "type", &setting))
    return _loom_setting_fail (&setting, error);
  return FALSE;
}

static gboolean
bind_symbol (LoomBinder        *self,
             const LoomSymbol  *symbol,
             const char        *group,
             GError           **error)
{
  LoomPlanArg *arg = loom_plan_arg_new ();
  LoomPlanSource source = { self, -1, (char *) group };

  arg->name = g_strdup (symbol->name);
  arg->symbol = g_strdup (symbol->lowered);
  arg->kind = LOOM_PARAM_ARRAY;
  arg->type = symbol->type;
  arg->is_const = symbol->is_constant;
  g_ptr_array_add (self->plan->symbols, arg);

  return _loom_plan_source_bind_type (&source, arg, error) &&
         bind_symbol_shape (&source, arg, symbol, error) &&
         _loom_plan_source_bind_fill (&source, arg, error) &&
         _loom_plan_source_bind_members (&source, arg, error) &&
         _loom_binder_bind_expect (self, arg, FALSE, error);
}

/* Only variables that the document names; the others keep what the source gives them. */
gboolean
_loom_binder_bind_symbols (LoomBinder  *self,
                           GError     **error)
{
  g_auto (GStrv) groups = loom_document_list_groups (self->document);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      const char *name = groups[i] + strlen ("symbol ");
      LoomSymbol *symbol;

      if (!g_str_has_prefix (groups[i], "symbol "))
        continue;
      symbol = find_symbol (self->compiled, name, strlen (name));
      if (symbol != NULL && !bind_symbol (self, symbol, groups[i], error))
        return FALSE;
    }

  return TRUE;
}
