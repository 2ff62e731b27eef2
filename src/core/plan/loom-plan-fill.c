/* loom-plan-fill.c: type and fill of an argument or a variable, read and bound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-folder.h"
#include "loom-input.h"
#include "loom-plan-private.h"
#include "loom-record.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
_loom_plan_source_get (LoomPlanSource *source,
                       const char     *key,
                       LoomSetting    *setting)
{
  if (source->index >= 0)
    return _loom_binder_get_arg (source->binder, source->index, key, setting);

  return _loom_binder_get (source->binder, source->group, key, setting);
}

gboolean
_loom_plan_source_bind_type (LoomPlanSource  *source,
                             LoomPlanArg     *arg,
                             GError         **error)
{
  LoomSetting setting;

  /* A struct has the name that the compiler gives it. */
  if (!_loom_plan_source_get (source, "type", &setting) ||
      (arg->type.record != NULL && g_str_equal (setting.text, arg->type.record->name)) ||
      loom_type_parse (setting.text, &arg->type, error))
    return TRUE;

  return _loom_setting_fail (&setting, error);
}

/* How many numbers a list has. */
static guint64
count_values (const char *text)
{
  guint64 n = 1;

  for (; *text != '\0'; text++)
    n += *text == ',';
  return n;
}

/* A list without a shape is a vector of just these cells. */
gboolean
_loom_plan_arg_check_values (LoomPlanArg        *arg,
                             const LoomSetting  *setting,
                             GError            **error)
{
  guint64 n = count_values (arg->fill.text), cells = 0;
  guint64 components = loom_type_count_components (&arg->type);

  if (arg->shape.rank == 0)
    arg->shape = (LoomShape) { 1, MAX (n / components, 1), 1, 1 };
  loom_shape_cells (&arg->shape, &cells);
  if (n / components == cells && n % components == 0)
    return TRUE;

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               ngettext ("there is %1$llu value instead of %2$llu, one for each number of the "
                         "array",
                         "there are %1$llu values instead of %2$llu, one for each number of the "
                         "array", n),
               (unsigned long long) n, (unsigned long long) (cells * components));
  return _loom_setting_fail (setting, error);
}

/* A fill as a setting has it, with its file named from the document's folder on. */
gboolean
_loom_binder_parse_fill (LoomBinder         *self,
                         const LoomSetting  *setting,
                         LoomFill           *fill,
                         GError            **error)
{
  g_autofree char *name = NULL;

  if (!loom_fill_parse (setting->text, fill, error))
    return _loom_setting_fail (setting, error);
  if (fill->kind != LOOM_FILL_FILE)
    return TRUE;

  name = g_steal_pointer (&fill->text);
  fill->text = loom_folder_dup_name (self->folder, name);
  return TRUE;
}

/* Whether what a fill brings goes with the shape, which may come from it. */
gboolean
_loom_binder_check_fill (LoomBinder         *self,
                         LoomPlanArg        *arg,
                         const LoomSetting  *setting,
                         GError            **error)
{
  if (arg->fill.kind == LOOM_FILL_VALUES)
    return _loom_plan_arg_check_values (arg, setting, error);
  return arg->fill.kind != LOOM_FILL_FILE ||
         loom_input_check (self->folder, arg->fill.text, &arg->type, &arg->shape, error) ||
         _loom_setting_fail (setting, error);
}

/* What nobody gave a fill: variables keep what the source gives them, and what is read begins with
 * something to be seen. That the kernel only reads an array which is not const is a guess. */
static LoomFillKind
choose_fill (LoomPlanSource    *source,
             const LoomPlanArg *arg)
{
  if (arg->symbol != NULL)
    return LOOM_FILL_KEEP;
  if (arg->is_const)
    return LOOM_FILL_IOTA;
  if (source->index < 0 || _loom_kernel_get_param (source->binder->kernel, source->index)->use
                             != LOOM_SOURCE_USE_READS)
    return LOOM_FILL_ZEROS;

  /* steps may fill it */
  if (source->binder->statement == NULL)
    g_ptr_array_add (source->binder->plan->findings,
                     loom_finding_new (LOOM_ERROR_SETTINGS,
                                       _("the array %1$s has no fill, so its cells count up from "
                                         "0, since the kernel is only seen to read it; write "
                                         "“fill” into [arg %1$s]"), arg->name));
  return LOOM_FILL_IOTA;
}

/* The fill, and the shape where the fill brings one. */
gboolean
_loom_plan_source_bind_fill (LoomPlanSource  *source,
                             LoomPlanArg     *arg,
                             GError         **error)
{
  LoomSetting setting;

  if (!_loom_plan_source_get (source, "fill", &setting))
    {
      g_autofree char *chosen = NULL;

      arg->fill.kind = choose_fill (source, arg);
      chosen = loom_fill_format (&arg->fill);
      if (arg->symbol == NULL)
        _loom_plan_guess (source->binder->plan, arg->name, "fill", chosen, NULL);
      return TRUE;
    }
  return _loom_binder_parse_fill (source->binder, &setting, &arg->fill, error) &&
         _loom_binder_check_fill (source->binder, arg, &setting, error);
}
