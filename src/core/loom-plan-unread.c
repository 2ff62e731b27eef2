/* loom-plan-unread.c: settings of an argument that only one of another kind could have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* `value` and `value.x`. */
static gboolean
is_key (const char         *key,
        const char * const *words)
{
  g_autofree char *word = g_strndup (key, strcspn (key, "."));

  return g_strv_contains (words, word);
}

/* Several kernels share [arg NAME]: what one of them does not read another may. */
static gboolean
may_be_of_another (LoomBinder      *self,
                   const LoomParam *param,
                   const char      *group)
{
  if (strchr (group, '/') != NULL || strchr (group, '#') != NULL)
    return FALSE;
  for (guint i = 0; i < self->compiled->kernels->len; i++)
    {
      LoomKernel *kernel = g_ptr_array_index (self->compiled->kernels, i);
      const gint index = _loom_kernel_find_param (kernel, param->name);

      if (index >= 0 && _loom_kernel_get_param (kernel, index)->kind != param->kind)
        return TRUE;
    }
  return FALSE;
}

static void
warn (LoomBinder *self,
      const char *group,
      const char *key,
      const char *name,
      gboolean    is_array)
{
  const guint line = loom_document_get_value_line (self->document, group, key);
  const guint column = loom_document_get_value_column (self->document, group, key);

  g_ptr_array_add (self->plan->problems,
                   loom_diagnostic_new (LOOM_SEVERITY_WARNING, line, column,
                                        is_array
                                        ? _("nothing reads “%1$s” here, since %2$s is an array; "
                                            "fill says what it begins with")
                                        : _("nothing reads “%1$s” here, since %2$s is a number; "
                                            "value says which"), key, name));
}

static void
check_group (LoomBinder        *self,
             const LoomPlanArg *arg,
             const LoomParam   *param,
             const char        *group)
{
  static const char * const of_numbers[] = { "value", NULL };
  static const char * const of_arrays[] = { "fill", "shape", "same", "texture", "surface", NULL };
  const gboolean is_array = arg->kind == LOOM_PARAM_ARRAY;
  g_auto (GStrv) keys = loom_document_list_keys (self->document, group);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (is_key (keys[i], is_array ? of_numbers : of_arrays) &&
        !may_be_of_another (self, param, group))
      warn (self, group, keys[i], param->name, is_array);
}

/* Warns of each value of an array, and each fill of a number. */
void
_loom_binder_check_unread (LoomBinder *self)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, i);
      g_auto (GStrv) groups = NULL;

      if (arg->kind == LOOM_PARAM_STRUCT)
        continue;
      groups = _loom_binder_list_arg_groups (self, i);
      for (guint k = 0; groups[k] != NULL; k++)
        check_group (self, arg, _loom_kernel_get_param (self->kernel, i), groups[k]);
    }
}
