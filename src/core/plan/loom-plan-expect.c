/* loom-plan-expect.c: what an array should hold after a launch, read and bound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-cells.h"
#include "loom-domain.h"
#include "loom-extents-private.h"
#include "loom-folder.h"
#include "loom-input.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define KERNEL_PREFIX "kernel:"

/* NumPy's default for float, and the same idea for the others: a reference expression is
 * compiled without fused multiply-add, so its last bits may differ. */
static void
set_default_tolerance (LoomPlanArg *arg,
                       LoomScalar   scalar)
{
  switch ((int) scalar)
    {
    case LOOM_SCALAR_F16:
    case LOOM_SCALAR_BF16:
      arg->expect.rtol = 1e-2;
      arg->expect.atol = 1e-3;
      break;
    case LOOM_SCALAR_F32:
      arg->expect.rtol = 1e-5;
      arg->expect.atol = 1e-8;
      break;
    case LOOM_SCALAR_F64:
      arg->expect.rtol = 1e-9;
      arg->expect.atol = 1e-12;
      break;
    default:
      break;
    }
}

/* The float with the fewest digits in a cell, if there is one. */
static LoomScalar
get_coarsest (const LoomType *type)
{
  LoomScalar coarsest = type->scalar;

  for (guint i = 0; type->record != NULL && i < loom_type_count_components (type); i++)
    {
      const LoomScalar scalar = loom_type_get_component (type, i).scalar;

      if (loom_scalar_is_float (scalar) &&
          (!loom_scalar_is_float (coarsest) ||
           loom_scalar_size (scalar) < loom_scalar_size (coarsest)))
        coarsest = scalar;
    }

  return coarsest;
}

static gboolean
parse_tolerance (const LoomSetting  *setting,
                 double             *value,
                 GError            **error)
{
  g_autofree char *shown = _loom_abbreviate (setting->text);
  char *end;
  double number = g_ascii_strtod (setting->text, &end);

  if (*end == '\0' && isfinite (number) && number >= 0)
    {
      *value = number;
      return TRUE;
    }

  return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                               _("“%s” is not a number of 0 or more, such as 1e-5"), shown);
}

/* `kernel:NAME`: which one is seen once the whole launch is bound. */
static gboolean
bind_kernel (LoomBinder         *self,
             LoomPlanArg        *arg,
             const LoomSetting  *setting,
             GError            **error)
{
  const char *name = setting->text + strlen (KERNEL_PREFIX);

  while (g_ascii_isspace (*name))
    name++;
  if ((!g_ptr_array_find (self->plan->args, arg, NULL) &&
       !g_ptr_array_find (self->plan->symbols, arg, NULL)) || *name == '\0')
    return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                                 _("a kernel is a reference of whole cells: kernel:NAME"));
  arg->expect.reference_kernel = g_strdup (name);
  return TRUE;
}

gboolean
_loom_binder_bind_reference (LoomBinder         *self,
                             LoomPlanArg        *arg,
                             const LoomSetting  *setting,
                             GError            **error)
{
  LoomFill reference = { 0 };

  if (g_str_has_prefix (setting->text, KERNEL_PREFIX))
    return bind_kernel (self, arg, setting, error);
  if (!_loom_binder_parse_fill (self, setting, &reference, NULL) ||
      (reference.kind != LOOM_FILL_FILE && reference.kind != LOOM_FILL_EXPR))
    {
      loom_fill_clear (&reference);
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("a reference is file:NAME.npy, kernel:NAME or expr: and CUDA C in x y z cols "
                     "rows planes"));
      return _loom_setting_fail (setting, error);
    }

  if (reference.kind == LOOM_FILL_EXPR)
    {
      arg->expect.reference_expr = g_steal_pointer (&reference.text);
      return TRUE;
    }

  arg->expect.reference_file = g_steal_pointer (&reference.text);
  return loom_input_check (self->folder, arg->expect.reference_file, &arg->type, &arg->shape,
                           error) ||
         _loom_setting_fail (setting, error);
}

static gboolean
get_expect (LoomBinder  *self,
            LoomPlanArg *arg,
            gboolean     is_main,
            const char  *key,
            LoomSetting *setting)
{
  g_autofree char *group = g_strconcat ("expect ", arg->name, NULL);

  return _loom_binder_get (self, group, key, setting) ||
         (is_main && _loom_binder_get (self, "expect", key, setting));
}

/* Where only units in the last place are given, nothing else makes numbers equal. */
static gboolean
bind_tolerances (LoomBinder   *self,
                 LoomPlanArg  *arg,
                 gboolean      is_main,
                 LoomExpect   *expect,
                 GError      **error)
{
  LoomSetting rtol, atol, ulps;
  const gboolean has_rtol = get_expect (self, arg, is_main, "rtol", &rtol);
  const gboolean has_atol = get_expect (self, arg, is_main, "atol", &atol);

  if (get_expect (self, arg, is_main, "ulps", &ulps))
    {
      if (!_loom_setting_parse_u64 (&ulps, 0, G_MAXUINT32, &expect->ulps, error))
        return FALSE;
      if (!has_rtol && !has_atol)
        expect->rtol = expect->atol = 0;
    }

  return (!has_rtol || parse_tolerance (&rtol, &expect->rtol, error)) &&
         (!has_atol || parse_tolerance (&atol, &expect->atol, error));
}

/* Whole numbers of a struct are compared exactly, whatever its others are. */
static gboolean
set_tolerances (LoomBinder   *self,
                LoomPlanArg  *arg,
                LoomPlanArg  *member,
                gboolean      is_main,
                GError      **error)
{
  set_default_tolerance (member, member->type.scalar);
  return !loom_scalar_is_float (member->type.scalar) ||
         bind_tolerances (self, arg, is_main, &member->expect, error);
}

static gboolean
bind_members (LoomBinder   *self,
              LoomPlanArg  *arg,
              gboolean      is_main,
              GError      **error)
{
  g_autofree char *group = g_strconcat ("expect ", arg->name, NULL);
  LoomPlanSource own = { self, -1, group }, common = { self, -1, (char *) "expect" };

  if ((is_main && !_loom_plan_source_bind_references (&common, arg, error)) ||
      !_loom_plan_source_bind_references (&own, arg, error))
    return FALSE;
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    if (!set_tolerances (self, arg, arg->members->pdata[i], is_main, error))
      return FALSE;

  return TRUE;
}

/* An array may have become smaller since its cells were painted. */
static gboolean
check_outside (LoomBinder         *self,
               const LoomPlanArg  *arg,
               const LoomSetting  *setting,
               const char         *cells)
{
  g_autofree char *outside = loom_cells_find_outside (cells, &arg->shape);
  g_autofree char *shape = loom_shape_format (&arg->shape);

  if (outside != NULL)
    g_ptr_array_add (self->plan->problems,
                     loom_diagnostic_new (LOOM_SEVERITY_WARNING, setting->line, setting->column,
                                          _("the cells %1$s reach beyond %2$s, whose shape is "
                                            "%3$s; what lies outside is left out"),
                                          outside, arg->name, shape));
  return TRUE;
}

/* A blank stands for cells of which there are none: what is empty says nothing. */
static gboolean
bind_domain (LoomBinder         *self,
             LoomPlanArg        *arg,
             const LoomSetting  *setting,
             GError            **error)
{
  LoomExpect *expect = &arg->expect;
  LoomDomain domain;

  loom_domain_read (&domain, setting->text, arg->shape.rank);
  switch ((int) domain.kind)
    {
    case LOOM_DOMAIN_FILE:
      expect->domain_file = loom_folder_dup_name (self->folder, domain.rest);
      return loom_domain_check_file (self->folder, expect->domain_file, &arg->shape, error) ||
             _loom_setting_fail (setting, error);
    case LOOM_DOMAIN_CELLS:
      expect->domain_cells = g_strdup (*domain.rest != '\0' ? domain.rest : " ");
      return loom_cells_parse (domain.rest, &arg->shape, NULL, error)
             ? check_outside (self, arg, setting, domain.rest)
             : _loom_setting_fail (setting, error);
    default:
      expect->domain = g_strdup (setting->text);
      return TRUE;
    }
}

gboolean
_loom_binder_bind_expect (LoomBinder   *self,
                          LoomPlanArg  *arg,
                          gboolean      is_main,
                          GError      **error)
{
  LoomSetting setting;

  if (self->overrides->is_reference)
    return TRUE;
  set_default_tolerance (arg, get_coarsest (&arg->type));
  if (!bind_tolerances (self, arg, is_main, &arg->expect, error))
    return FALSE;
  if (get_expect (self, arg, is_main, "domain", &setting) &&
      !bind_domain (self, arg, &setting, error))
    return FALSE;
  if (get_expect (self, arg, is_main, "reference", &setting))
    return _loom_binder_bind_reference (self, arg, &setting, error);

  return bind_members (self, arg, is_main, error);
}

/* The kernel that leaves what is expected must have an array of the same name and cells. */
static gboolean
check_array (const LoomPlan     *reference,
             const LoomPlanArg  *arg,
             GError            **error)
{
  const LoomPlanArg *other = loom_plan_args_find (
      arg->symbol != NULL ? reference->symbols : reference->args, arg->name);
  g_autofree char *shape = loom_shape_format (&arg->shape), *type = loom_type_format (&arg->type);
  g_autofree char *other_shape = NULL, *other_type = NULL;

  if (other == NULL || other->kind != LOOM_PARAM_ARRAY)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the kernel %1$s has no array %2$s that could be a reference"),
                      reference->kernel, arg->name);
  if (loom_type_equal (&other->type, &arg->type) && loom_shape_equal (&other->shape, &arg->shape))
    return TRUE;

  other_shape = loom_shape_format (&other->shape);
  other_type = loom_type_format (&other->type);
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("%1$s has cells of type %2$s and shape %3$s, but in the kernel %4$s of type "
                      "%5$s and shape %6$s: give it a shape in [arg %1$s]"), arg->name, type, shape,
                    reference->kernel, other_type, other_shape);
}

static gboolean
bind_reference_of (LoomBinder         *self,
                   const LoomPlanArg  *arg,
                   GFile              *folder,
                   GError            **error)
{
  LoomOverrides overrides = *self->overrides;
  const char *name = arg->expect.reference_kernel;

  if (self->plan->reference != NULL && !g_str_equal (self->plan->reference->kernel, name))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("one kernel can be the reference, not both %1$s and %2$s"),
                      self->plan->reference->kernel, name);
  if (g_str_equal (self->plan->kernel, name))
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("the kernel %s cannot be its own reference; name another one of the file"),
                      name);
  overrides.kernel = name;
  overrides.is_reference = TRUE;
  if (self->plan->reference == NULL)
    self->plan->reference = loom_plan_bind (self->document, self->compiled, &overrides,
                                            self->limits, folder, error);
  return self->plan->reference != NULL && check_array (self->plan->reference, arg, error);
}

/* Binds the other kernel of the file as the settings say it is launched. */
gboolean
_loom_binder_bind_reference_kernel (LoomBinder  *self,
                                    GFile       *folder,
                                    GError     **error)
{
  GPtrArray *lists[] = { self->plan->args, self->plan->symbols };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      {
        const LoomPlanArg *arg = lists[i]->pdata[j];
        const gboolean is_main = i == 0 && (gint) j == self->plan->main_array;
        LoomSetting setting = { NULL };

        if (arg->expect.reference_kernel == NULL ||
            bind_reference_of (self, arg, folder, error))
          continue;
        get_expect (self, (LoomPlanArg *) arg, is_main, "reference", &setting);
        return _loom_setting_fail (&setting, error);
      }

  return TRUE;
}
