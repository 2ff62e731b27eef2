/* loom-plan-same.c: parameters that are given the array of another one
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>

static LoomPlanArg *
get_arg (LoomBinder *self,
         guint       index)
{
  return g_ptr_array_index (self->plan->args, index);
}

/* The argument that `same` of another one names. */
static gboolean
find_named (LoomBinder         *self,
            guint               index,
            const LoomSetting  *setting,
            gint               *other,
            GError            **error)
{
  g_autofree char *shown = _loom_abbreviate (setting->text);
  const LoomPlanArg *arg = get_arg (self, index);

  *other = _loom_kernel_find_param (self->kernel, setting->text);
  if (arg->kind != LOOM_PARAM_ARRAY)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("%s is no array, so no other argument is the same array"), arg->name);
  else if (*other < 0 || get_arg (self, *other)->kind != LOOM_PARAM_ARRAY)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                 _("the kernel %1$s has no array “%2$s”"), self->kernel->name, shown);
  else
    return TRUE;
  return _loom_setting_fail (setting, error);
}

/* `same` may lead on to another `same`, but not back. */
static gboolean
follow (LoomBinder  *self,
        guint        index,
        GError     **error)
{
  LoomPlanArg *arg = get_arg (self, index);
  LoomSetting setting, next;
  gint other = (gint) index;

  if (!_loom_binder_get_arg (self, index, "same", &setting))
    return TRUE;

  next = setting;
  for (guint steps = 0; steps <= self->plan->args->len; steps++)
    {
      if (!find_named (self, (guint) other, &next, &other, error))
        return FALSE;
      if (!_loom_binder_get_arg (self, (guint) other, "same", &next))
        {
          arg->same = other;
          return TRUE;
        }
    }

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("%s leads round in a circle: one of these arrays must be one of its own"),
               arg->name);
  return _loom_setting_fail (&setting, error);
}

/* Which arguments are the same array. What is shown and expected of one is so of the array that has
 * the settings. */
gboolean
_loom_binder_find_same (LoomBinder  *self,
                        GError     **error)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    if (!follow (self, i, error))
      return FALSE;

  if (self->plan->main_array >= 0 && get_arg (self, self->plan->main_array)->same >= 0)
    self->plan->main_array = get_arg (self, self->plan->main_array)->same;
  return TRUE;
}

/* All that could be said of it is said of the other. */
gboolean
_loom_binder_bind_same (LoomBinder   *self,
                        LoomPlanArg  *arg,
                        guint         index,
                        GError      **error)
{
  static const char * const keys[] = { "type", "shape", "fill", NULL };
  LoomPlanArg *other = get_arg (self, arg->same);
  g_autofree char *type = loom_type_format (&arg->type);
  g_autofree char *other_type = loom_type_format (&other->type);
  LoomSetting setting;

  for (guint i = 0; keys[i] != NULL; i++)
    if (_loom_binder_get_arg (self, index, keys[i], &setting))
      {
        g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                     _("%1$s is the same array as %2$s; write this into [arg %2$s]"), arg->name,
                     other->name);
        return _loom_setting_fail (&setting, error);
      }

  if (loom_type_equal (&arg->type, &other->type) && arg->is_rows == other->is_rows)
    {
      arg->shape = other->shape;
      return TRUE;
    }

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("%1$s and %2$s cannot be the same array: their cells are %3$s and %4$s"),
               arg->name, other->name, type, other_type);
  _loom_binder_get_arg (self, index, "same", &setting);
  return _loom_setting_fail (&setting, error);
}
