/* loom-host-cuda-checks.c: what arrays are held against after a launch, in CUDA C++
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-host-code-private.h"

#include <glib/gi18n-lib.h>

/* Cells that are expected, by the variable that has them. */
static gboolean
write_expected (LoomHostWriter     *self,
                const LoomPlanArg  *arg,
                const char         *called,
                GError            **error)
{
  const char *name = _loom_host_get_name (self, arg);
  const LoomExpect *expect = &arg->expect;
  g_autofree char *wanted = g_strconcat ("reference_", name, NULL);
  g_autofree char *text = NULL;

  if (expect->reference_expr != NULL)
    {
      g_autofree char *setting
          = g_strdup_printf ("[expect %s] reference=expr:%s", called, expect->reference_expr);

      text = _loom_host_add_kernel (self, arg, wanted, setting, expect->reference_expr, error);
      if (text == NULL)
        return FALSE;
      self->parts |= 1u << LOOM_HOST_PART_EVALUATE;
      _loom_host_line (self, "%s.expected = host::evaluate (host::%s, %s.count (), \"%s\");", name,
                       text, name, text);
    }
  else if (expect->reference_file != NULL)
    {
      g_autofree char *quoted = NULL;

      text = _loom_host_add_file (self, arg, expect->reference_file, "-expected", error);
      if (text == NULL)
        return FALSE;
      quoted = g_strescape (text, NULL);
      self->parts |= 1u << LOOM_HOST_PART_NPY;
      _loom_host_line (self, "host::read_npy (\"%s\", %s.expect (), %s.bytes ());", quoted, name,
                       name);
    }
  return TRUE;
}

static gboolean
write_members (LoomHostWriter     *self,
               const LoomPlanArg  *arg,
               GError            **error)
{
  for (guint i = 0; arg->members != NULL && i < arg->members->len; i++)
    {
      const LoomPlanArg *member = arg->members->pdata[i];
      g_autofree char *called = NULL;

      if (!loom_expect_has_reference (&member->expect))
        continue;
      called = g_strdup_printf ("%s.%s", arg->name, member->name);
      if (!g_hash_table_contains (self->names, member))
        _loom_host_cuda_declare_member (self, arg, member);
      if (!write_expected (self, member, called, error))
        return FALSE;
    }
  return TRUE;
}

static void
upload_again (LoomHostWriter *self)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    {
      const LoomPlanArg *arg = arrays->pdata[i];

      if (arg->symbol != NULL)
        _loom_host_cuda_symbol (self, arg, TRUE);
      else
        _loom_host_line (self, "%s.upload ();", _loom_host_get_name (self, arg));
    }
}

/* What another kernel leaves in the same arrays; then they are as before. */
static gboolean
run_reference (LoomHostWriter  *self,
               GError         **error)
{
  _loom_host_line (self, "// what %s leaves in the arrays is expected of %s",
                   self->plan->reference->kernel, self->plan->kernel);
  if (!_loom_host_cuda_launch (self, self->plan->reference, NULL, error))
    return FALSE;
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomPlanArg *arg = self->plan->args->pdata[i];

      if (arg->kind != LOOM_PARAM_ARRAY || arg->expect.reference_kernel == NULL)
        continue;
      _loom_host_line (self, "%s.download (%s.expect ());", _loom_host_get_name (self, arg),
                       _loom_host_get_name (self, arg));
    }
  upload_again (self);
  return TRUE;
}

/* Makes what arrays are held against, before the launch. */
gboolean
_loom_host_cuda_expect (LoomHostWriter  *self,
                        GError         **error)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  if (self->plan->reference != NULL && !run_reference (self, error))
    return FALSE;
  for (guint i = 0; i < arrays->len; i++)
    {
      const LoomPlanArg *arg = arrays->pdata[i];

      if (arg->symbol != NULL && arg->expect.reference_kernel != NULL)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("what a kernel leaves in the variable %s is not exported as its "
                            "reference"), arg->name);
      if (loom_expect_has_domain (&arg->expect))
        _loom_host_line (self,
                         "// [expect %s] domain is not checked: a program does not see which "
                         "cells a kernel writes",
                         arg->name);
      if (!write_expected (self, arg, arg->name, error) || !write_members (self, arg, error))
        return FALSE;
    }
  return TRUE;
}

/* Floats are compared by their tolerance, and whole numbers that have one, but for those of
 * structs. */
static char *
dup_tolerance (const LoomPlanArg   *arg,
               const LoomExpect    *expect,
               const LoomComponent *component,
               const char          *is,
               const char          *should_be,
               guint               *parts)
{
  const gboolean is_float = loom_scalar_is_float (component->scalar);
  const gboolean is_exact
      = !is_float && ((expect->rtol == 0 && expect->atol == 0) || arg->type.record != NULL);
  g_autofree char *rtol = NULL, *atol = NULL;

  if (is_exact)
    return g_strdup ("");
  rtol = loom_scalar_text_shorten (LOOM_SCALAR_F64, expect->rtol);
  atol = loom_scalar_text_shorten (LOOM_SCALAR_F64, expect->atol);
  if (!is_float || expect->ulps == 0)
    return g_strdup_printf (", %s, %s", rtol, atol);

  *parts |= 1u << LOOM_HOST_PART_ULPS;
  return g_strdup_printf (", host::count_ulps<%s, uint%u_t> (%s, %s) <= %" G_GUINT64_FORMAT
                          " || host::Comparison::is_close (host::number (%s), host::number (%s), "
                          "%s, %s)",
                          _loom_host_name_scalar (component->scalar),
                          loom_scalar_size (component->scalar) * 8, is, should_be, expect->ulps, is,
                          should_be, rtol, atol);
}

static void
compare_number (LoomHostWriter    *self,
                const LoomPlanArg *arg,
                const char        *check,
                guint              index)
{
  const LoomComponent component = loom_type_get_component (&arg->type, index);
  const LoomPlanArg *expected = _loom_host_find_expected (arg, component.name);
  g_autofree char *member = _loom_host_dup_member (&component);
  g_autofree char *is = NULL, *should_be = NULL, *tolerance = NULL;

  if (expected == NULL || component.pointer != NULL)
    return;
  is = g_strdup_printf ("%s.after[i]%s", _loom_host_get_name (self, arg), member);
  should_be = g_strdup_printf ("%s.expected[i]%s", _loom_host_get_name (self, expected),
                               expected == arg ? member : "");
  tolerance = dup_tolerance (arg, &expected->expect, &component, is, should_be, &self->parts);
  _loom_host_line (self, "%s.add (i, %s, %s%s);", check, is, should_be, tolerance);
  if (component.scalar == LOOM_SCALAR_F16)
    self->parts |= 1u << LOOM_HOST_PART_HALF;
  else if (component.scalar == LOOM_SCALAR_BF16)
    self->parts |= 1u << LOOM_HOST_PART_BFLOAT16;
}

static void
compare (LoomHostWriter    *self,
         const LoomPlanArg *arg)
{
  const char *name = _loom_host_get_name (self, arg);
  const char *ok = _loom_host_get_own (self, "ok");
  const guint n = loom_type_count_components (&arg->type);
  g_autofree char *wanted = g_strconcat (name, "_check", NULL);
  g_autofree char *check = _loom_host_dup_name (self, wanted);

  self->parts |= 1u << LOOM_HOST_PART_COMPARISON;
  _loom_host_line (self, "host::Comparison %s (\"%s\", %s.count ());", check, arg->name, name);
  _loom_host_cuda_begin_cells (self, arg, n);
  for (guint i = 0; i < n; i++)
    compare_number (self, arg, check, i);
  _loom_host_cuda_end_cells (self, n);
  _loom_host_line (self, "%s = %s.report () && %s;", ok, check, ok);
}

/* Holds arrays against what is expected of them. */
void
_loom_host_cuda_compare (LoomHostWriter *self)
{
  g_autoptr (GPtrArray) arrays = loom_plan_list_arrays (self->plan);

  for (guint i = 0; i < arrays->len; i++)
    if (_loom_host_find_expected (arrays->pdata[i], NULL) != NULL)
      compare (self, arrays->pdata[i]);
}
