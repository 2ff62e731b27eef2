/* loom-host-python-checks.c: what arrays are held against after a launch, in Python
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-python-private.h"

#include <glib/gi18n-lib.h>

/* What an array or a member of its cells should be; member: of `arg`, or NULL. */
static gboolean
write_reference (LoomHostWriter     *self,
                 const LoomPlanArg  *arg,
                 const LoomPlanArg  *member,
                 GError            **error)
{
  const LoomExpect *expect = member != NULL ? &member->expect : &arg->expect;
  const char *name = _loom_host_get_name (self, arg);
  g_autofree char *place
      = member != NULL ? g_strdup_printf ("['%s']", member->name) : g_strdup ("");
  g_autofree char *wanted = g_strdup_printf ("reference_%s%s%s", name, member != NULL ? "_" : "",
                                             member != NULL ? member->name : "");
  g_autofree char *text = NULL;

  if (expect->reference_expr != NULL)
    {
      if (member != NULL)
        _loom_host_set_type (self, member, _loom_host_dup_type (&member->type));
      text = _loom_host_add_kernel (self, member != NULL ? member : arg, wanted, wanted,
                                    expect->reference_expr, error);
      if (text != NULL)
        _loom_host_line (self, "%s.expected%s = evaluate(%s, '%s', %s.before%s)", name, place,
                         _loom_host_get_own (self, "expressions"), text, name, place);
      return text != NULL;
    }
  if (expect->reference_file == NULL)
    return TRUE;
  if (member != NULL)
    return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                      _("what the member %1$s of %2$s should be is read from a file, which is not "
                        "exported to Python"),
                      member->name, arg->name);
  text = _loom_host_add_file (self, arg, expect->reference_file, "-expected", error);
  if (text != NULL)
    _loom_host_line (self, "%s.expected = %s.read('%s')", name, name, text);
  return text != NULL;
}

static gboolean
write_expected (LoomHostWriter     *self,
                const LoomPlanArg  *arg,
                GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);

  if (loom_expect_has_domain (&arg->expect))
    _loom_host_line (self,
                     "# the domain of %s is not checked: a program does not see which cells a "
                     "kernel writes",
                     arg->name);
  if (!write_reference (self, arg, NULL, error))
    return FALSE;
  if (_loom_host_find_expected (arg, NULL) != NULL && !loom_expect_has_reference (&arg->expect))
    _loom_host_line (self, "%s.expected = np.zeros_like(%s.before)", name, name);
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    if (!write_reference (self, arg, arg->members->pdata[i], error))
      return FALSE;
  return TRUE;
}

static void
begin_again (LoomHostWriter *self)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = self->plan->args->pdata[i];
      const char *name;

      if (!loom_plan_arg_has_memory (arg))
        continue;
      name = _loom_host_get_name (self, arg);
      if (arg->expect.reference_kernel != NULL)
        _loom_host_line (self, "%s.expected = %s.download()", name, name);
      _loom_host_line (self, "%s.upload()", name);
    }
}

/* Makes what arrays are held against, before the launch. */
gboolean
_loom_host_python_expect (LoomHostWriter  *self,
                          GError         **error)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  if (self->plan->reference != NULL)
    {
      if (self->plan->symbols->len > 0)
        return loom_fail (
            error, LOOM_ERROR_UNSUPPORTED,
            _("a kernel as the reference beside variables that are set is exported to "
              "CUDA C++ only"));
      if (!_loom_host_python_launch (self, self->plan->reference, NULL, error))
        return FALSE;
      begin_again (self);
    }
  for (guint i = 0; i < arrays->len; i++)
    if (!write_expected (self, arrays->pdata[i], error))
      return FALSE;
  return TRUE;
}

static char *
dup_tolerance (const LoomPlanArg   *arg,
               const LoomExpect    *expect,
               const LoomComponent *component)
{
  const gboolean is_float = loom_scalar_is_float (component->scalar);
  g_autofree char *rtol = loom_scalar_text_shorten (LOOM_SCALAR_F64, expect->rtol);
  g_autofree char *atol = loom_scalar_text_shorten (LOOM_SCALAR_F64, expect->atol);

  if (!is_float && ((expect->rtol == 0 && expect->atol == 0) || arg->type.record != NULL))
    return g_strdup ("");
  if (is_float && expect->ulps > 0)
    return g_strdup_printf (", %s, %s, %" G_GUINT64_FORMAT, rtol, atol, expect->ulps);
  return g_strdup_printf (", %s, %s", rtol, atol);
}

static void
compare (LoomHostWriter    *self,
         const LoomPlanArg *arg)
{
  const gboolean has_names = arg->type.record != NULL || arg->type.lanes > 1;
  const char *name = _loom_host_get_name (self, arg), *ok = _loom_host_get_own (self, "ok");
  g_autoptr (GString) near = g_string_new (NULL);

  for (guint i = 0; i < loom_type_count_components (&arg->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&arg->type, i);
      const LoomPlanArg *expected = _loom_host_find_expected (arg, component.name);
      g_autofree char *place
          = has_names ? g_strdup_printf ("['%s']", component.name) : g_strdup ("");
      g_autofree char *tolerance = NULL;

      if (expected == NULL || component.pointer != NULL)
        continue;
      tolerance = dup_tolerance (arg, &expected->expect, &component);
      g_string_append_printf (near, ", are_near(%s.after%s, %s.expected%s%s)", name, place, name,
                              place, tolerance);
    }
  _loom_host_line (self, "%s = report('%s'%s) and %s", ok, arg->name, near->str, ok);
}

/* Holds arrays against what is expected of them. */
void
_loom_host_python_compare (LoomHostWriter *self)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    if (_loom_host_find_expected (arrays->pdata[i], NULL) != NULL)
      compare (self, arrays->pdata[i]);
}
