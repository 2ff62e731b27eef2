/* loom-plan.c: one launch, wholly decided, as a value, and how it is bound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan.h"

#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-kernel-template.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  gatomicrefcount ref_count;
  LoomPlan        plan;
} Counted;

#define COUNTED(self) ((Counted *) ((char *) (self) - G_STRUCT_OFFSET (Counted, plan)))

G_DEFINE_BOXED_TYPE (LoomPlan, loom_plan, loom_plan_ref, loom_plan_unref)

/**
 * loom_plan_arg_new:
 *
 * Returns: (transfer full): an argument without a name: a single cell, filled with zeros
 */
LoomPlanArg *
loom_plan_arg_new (void)
{
  LoomPlanArg *self = g_new0 (LoomPlanArg, 1);

  self->type = loom_type_of (LOOM_SCALAR_BYTES, 1);
  self->shape = (LoomShape) { 1, 1, 1, 1 };
  self->same = -1;
  self->owner = -1;
  return self;
}

void
loom_plan_arg_free (LoomPlanArg *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->symbol);
  loom_fill_clear (&self->fill);
  g_free (self->value);
  g_free (self->expect.domain);
  g_free (self->expect.reference_expr);
  g_free (self->expect.reference_file);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_free (self);
}

/**
 * loom_plan_new:
 *
 * Returns: (transfer full): a plan of one thread without arguments; whoever makes it fills it in
 *   before sharing it
 */
LoomPlan *
loom_plan_new (void)
{
  Counted *counted = g_new0 (Counted, 1);
  LoomPlan *self = &counted->plan;

  g_atomic_ref_count_init (&counted->ref_count);
  self->args = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_arg_free);
  self->symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_arg_free);
  self->main_array = -1;
  self->rank = 1;
  self->range = self->block = self->grid = LOOM_DIM3 (1, 1, 1);
  self->launches = 1;
  self->swaps = g_array_new (FALSE, FALSE, sizeof (guint));
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  return self;
}

LoomPlan *
loom_plan_ref (LoomPlan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&COUNTED (self)->ref_count);
  return self;
}

void
loom_plan_unref (LoomPlan *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&COUNTED (self)->ref_count))
    return;

  g_free (self->kernel);
  g_free (self->entry);
  g_free (self->reason);
  g_ptr_array_unref (self->args);
  g_ptr_array_unref (self->symbols);
  g_array_unref (self->swaps);
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->problems);
  g_free (COUNTED (self));
}

/**
 * loom_plan_count_params:
 *
 * Returns: how many of its arguments are parameters of the kernel; those behind them are pointed to
 *   from within structs
 */
guint
loom_plan_count_params (LoomPlan *self)
{
  guint count;

  g_return_val_if_fail (self != NULL, 0);

  for (count = self->args->len; count > 0; count--)
    if (((LoomPlanArg *) g_ptr_array_index (self->args, count - 1))->owner < 0)
      break;
  return count;
}

/* The names of all kernels, for messages. */
static char *
list_kernels (LoomCompiled *compiled)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < compiled->kernels->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ((LoomKernel *) g_ptr_array_index (compiled->kernels, i))->name);
  for (guint i = 0; i < compiled->templates->len; i++)
    {
      g_autofree char *title
        = loom_kernel_template_dup_title (g_ptr_array_index (compiled->templates, i));

      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", title);
    }
  return g_string_free (names, FALSE);
}

/* A name that leads to no kernel: of a template perhaps, which needs its arguments. */
static gboolean
fail_kernel (LoomBinder         *self,
             const LoomSetting  *setting,
             GError            **error)
{
  LoomKernelTemplate *template
    = loom_kernel_template_find (self->compiled->templates, setting->text);
  g_autofree char *shown = _loom_abbreviate (setting->text);
  g_autofree char *names = list_kernels (self->compiled);
  g_autofree char *example = NULL;

  if (template == NULL)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("there is no kernel “%1$s” in the source; there are: %2$s"), shown, names);
      return _loom_setting_fail (setting, error);
    }

  example = loom_kernel_template_dup_example (template);
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_TEMPLATE,
               _("“%1$s” is a template, and needs its arguments: %2$s, for one"), shown, example);
  return _loom_setting_fail (setting, error);
}

static gboolean
choose_kernel (LoomBinder  *self,
               GError     **error)
{
  LoomSetting setting = { self->overrides->kernel, "kernel", 0, 0 };
  gboolean given = (setting.text != NULL && *setting.text != '\0') ||
                   _loom_binder_get (self, "launch", "kernel", &setting);

  if (self->compiled->kernels->len == 0)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("there is no kernel in the source; a kernel is a function marked __global__"));
      return FALSE;
    }

  self->kernel = loom_compiled_find_kernel (self->compiled, given ? setting.text : NULL);
  return self->kernel != NULL || fail_kernel (self, &setting, error);
}

/* The first error of the settings themselves. Of very many problems the list has only the first. */
static gboolean
check_document (LoomDocument  *document,
                GError       **error)
{
  GPtrArray *problems = loom_document_get_problems (document);

  if (!loom_document_is_broken (document))
    return TRUE;

  for (guint i = 0; i < problems->len; i++)
    {
      LoomDiagnostic *problem = g_ptr_array_index (problems, i);

      if (problem->severity != LOOM_SEVERITY_ERROR)
        continue;
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("line %1$u: %2$s"), problem->line, problem->text);
      if (error != NULL)
        loom_error_set_place (*error, problem->line, problem->column);
      return FALSE;
    }

  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("the settings have more than %u problems; mend the first of them"), problems->len);
  return FALSE;
}

/**
 * loom_plan_bind:
 * @document: the settings
 * @compiled: what the source of @document compiled to
 * @overrides: (nullable): what is laid over the settings
 * @limits: of the device that the launch is for
 * @folder: (nullable): where `file:` names are looked up; only headers are read
 * @error: return location
 *
 * Decides a launch wholly: which kernel, which arguments, how many threads. Settings that nothing
 * matches, and hints about the launch, are in the plan; a plan with them runs.
 *
 * Errors: %LOOM_ERROR_LAUNCH for an extent or a limit (which, by how much, the nearest legal
 * value), %LOOM_ERROR_DOCUMENT for a setting, %LOOM_ERROR_FILE for an input, %LOOM_ERROR_USAGE for
 * an override.
 *
 * Returns: (transfer full): a plan, or %NULL with @error set
 */
LoomPlan *
loom_plan_bind (LoomDocument         *document,
                LoomCompiled         *compiled,
                const LoomOverrides  *overrides,
                const LoomLimits     *limits,
                GFile                *folder,
                GError              **error)
{
  static const LoomOverrides none = { NULL };
  g_autoptr (LoomPlan) plan = NULL;
  LoomBinder binder = {
    .document = document,
    .compiled = compiled,
    .overrides = overrides != NULL ? overrides : &none,
    .limits = limits,
    .folder = folder != NULL ? g_file_peek_path (folder) : NULL,
  };

  gboolean is_bound;

  g_return_val_if_fail (document != NULL && compiled != NULL && limits != NULL, NULL);

  if (!check_document (document, error) || !choose_kernel (&binder, error))
    return NULL;

  binder.plan = plan = loom_plan_new ();
  plan->kernel = g_strdup (binder.kernel->name);
  plan->entry = g_strdup (binder.kernel->entry);
  is_bound = _loom_binder_bind_args (&binder, error) &&
             _loom_binder_bind_symbols (&binder, error) &&
             _loom_binder_bind_launch (&binder, error);
  _loom_defaults_clear (&binder.defaults);
  if (!is_bound)
    return NULL;

  _loom_binder_check_groups (&binder);
  _loom_binder_add_hints (&binder);
  return g_steal_pointer (&plan);
}

/* What is wrong with a launch as it would be; NULL: nothing. */
static GError *
find_error (LoomDocument         *document,
            LoomCompiled         *compiled,
            const LoomOverrides  *overrides,
            const LoomLimits     *limits,
            GFile                *folder)
{
  g_autoptr (LoomPlan) plan = NULL;
  GError *error = NULL;

  plan = loom_plan_bind (document, compiled, overrides, limits, folder, &error);
  return error;
}

/**
 * loom_plan_check_setting:
 * @document: the settings as they are
 * @compiled: what the source of @document compiled to
 * @limits: of the device that the launch is for
 * @folder: (nullable): where `file:` names are looked up
 * @group: a group of the settings
 * @key: a key of it
 * @value: what it is to be, not empty
 * @error: return location; as loom_plan_bind() has it, without the place of @value in a text
 *
 * Checks what a person gives for a setting before it is written. What was wrong with the launch
 * already is no fault of this value; a launch that is beyond a limit may come back to it step by
 * step.
 *
 * Returns: %FALSE with @error set
 */
gboolean
loom_plan_check_setting (LoomDocument      *document,
                         LoomCompiled      *compiled,
                         const LoomLimits  *limits,
                         GFile             *folder,
                         const char        *group,
                         const char        *key,
                         const char        *value,
                         GError           **error)
{
  const LoomOverrides typed = { .group = group, .key = key, .value = value };
  g_autoptr (GError) before = NULL, after = NULL;

  g_return_val_if_fail (group != NULL && key != NULL && value != NULL, FALSE);

  after = find_error (document, compiled, &typed, limits, folder);
  if (after == NULL)
    return TRUE;
  before = find_error (document, compiled, NULL, limits, folder);
  if (before != NULL && (g_str_equal (before->message, after->message) ||
                         g_error_matches (after, LOOM_ERROR, LOOM_ERROR_LAUNCH)))
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&after));
  return FALSE;
}
