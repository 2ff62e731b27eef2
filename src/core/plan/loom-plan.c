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
#include "loom-class.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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
  g_free (self->cells);
  g_free (self->value);
  loom_expect_clear (&self->expect);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_free (self);
}

static gpointer
copy_member (gconstpointer member,
             gpointer      data)
{
  return loom_plan_arg_copy (member);
}

/**
 * loom_plan_arg_copy:
 *
 * Returns: (transfer full): the same argument
 */
LoomPlanArg *
loom_plan_arg_copy (const LoomPlanArg *self)
{
  LoomPlanArg *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->name = g_strdup (self->name);
  copy->symbol = g_strdup (self->symbol);
  copy->fill.text = g_strdup (self->fill.text);
  copy->cells = g_strdup (self->cells);
  copy->value = g_strdup (self->value);
  loom_expect_copy (&self->expect, &copy->expect);
  if (self->members != NULL)
    copy->members = g_ptr_array_copy (self->members, copy_member, NULL);
  return copy;
}

/**
 * loom_plan_step_new:
 *
 * Returns: (transfer full): a step that names nothing; whoever makes it fills it in
 */
LoomPlanStep *
loom_plan_step_new (LoomStatementKind kind)
{
  LoomPlanStep *self = g_new0 (LoomPlanStep, 1);

  self->kind = kind;
  self->first = self->second = -1;
  self->arrays = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->values = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_value_free);
  return self;
}

void
loom_plan_step_free (LoomPlanStep *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->count);
  g_free (self->until);
  g_free (self->counter);
  g_free (self->stream);
  g_free (self->event);
  g_clear_pointer (&self->launch, loom_plan_unref);
  g_array_unref (self->arrays);
  g_ptr_array_unref (self->values);
  loom_plan_arg_free (self->fill);
  g_free (self);
}

void
loom_plan_value_free (LoomPlanValue *self)
{
  g_free (self->text);
  g_free (self);
}

/**
 * loom_plan_arg_is_null:
 * @self: an argument, bound
 *
 * Returns: whether it is a pointer to which the settings give no array
 */
gboolean
loom_plan_arg_is_null (const LoomPlanArg *self)
{
  return self->kind == LOOM_PARAM_SCALAR && self->value == NULL;
}

/**
 * loom_plan_arg_has_memory:
 *
 * Returns: whether it is an array with cells of its own, not the same as one before it, or a module
 *   variable
 */
gboolean
loom_plan_arg_has_memory (const LoomPlanArg *self)
{
  return self->kind == LOOM_PARAM_ARRAY && self->same < 0;
}

/**
 * loom_plan_arg_is_like:
 * @other: an array as @self is one
 *
 * Returns: whether the bytes of one can be those of the other: type, shape and pitch are the same
 */
gboolean
loom_plan_arg_is_like (const LoomPlanArg *self,
                       const LoomPlanArg *other)
{
  return loom_type_equal (&self->type, &other->type) &&
         loom_shape_equal (&self->shape, &other->shape) && self->pitch == other->pitch;
}

/**
 * loom_plan_arg_is_kept:
 *
 * Returns: whether a module variable is just as the program initialised it
 */
gboolean
loom_plan_arg_is_kept (const LoomPlanArg *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; self->members != NULL && i < self->members->len; i++)
    if (!loom_plan_arg_is_kept (self->members->pdata[i]))
      return FALSE;

  return self->fill.kind == LOOM_FILL_KEEP && self->cells == NULL;
}

/**
 * loom_plan_args_find:
 * @args: (nullable) (element-type LoomPlanArg): arguments, module variables, or members of one
 *
 * Returns: (transfer none) (nullable): the first of a name, %NULL where there is none
 */
const LoomPlanArg *
loom_plan_args_find (const GPtrArray *args,
                     const char      *name)
{
  for (guint i = 0; args != NULL && i < args->len; i++)
    if (g_strcmp0 (((const LoomPlanArg *) args->pdata[i])->name, name) == 0)
      return args->pdata[i];
  return NULL;
}

/**
 * loom_plan_get_array:
 * @index: of an argument that is an array
 *
 * Returns: (transfer none): the array whose memory it has: itself, or the one that it is the same
 *   as
 */
const LoomPlanArg *
loom_plan_get_array (const LoomPlan *self,
                     guint           index)
{
  const LoomPlanArg *arg = self->args->pdata[index];

  return arg->same >= 0 ? self->args->pdata[arg->same] : arg;
}

/**
 * loom_plan_get_main_array:
 *
 * Returns: (transfer none) (nullable): the array that the launch is over, %NULL if there is none
 */
const LoomPlanArg *
loom_plan_get_main_array (const LoomPlan *self)
{
  return self->main_array >= 0 ? self->args->pdata[self->main_array] : NULL;
}

/**
 * loom_plan_list_arrays:
 *
 * Returns: (transfer container) (element-type LoomPlanArg): all that has memory of its own:
 *   arguments, then the module variables that the document sets
 */
GPtrArray *
loom_plan_list_arrays (const LoomPlan *self)
{
  GPtrArray *arrays = g_ptr_array_new ();

  for (guint i = 0; i < self->args->len; i++)
    if (loom_plan_arg_has_memory (self->args->pdata[i]))
      g_ptr_array_add (arrays, self->args->pdata[i]);
  g_ptr_array_extend (arrays, self->symbols, NULL, NULL);
  return arrays;
}

/**
 * loom_plan_lookup_array:
 * @name: of an argument, or of a module variable; `symbol.NAME` is the variable alone
 *
 * Finds an array as results name it. One that is the same array as another is that other.
 *
 * Returns: (transfer none) (nullable): the array, or %NULL
 */
const LoomPlanArg *
loom_plan_lookup_array (LoomPlan   *self,
                        const char *name)
{
  const char *bare = g_str_has_prefix (name, "symbol.") ? name + strlen ("symbol.") : name;
  const gint index = loom_plan_find_array (self, name);

  return index >= 0 ? self->args->pdata[index] : loom_plan_args_find (self->symbols, bare);
}

/**
 * loom_plan_arg_get_pitch:
 *
 * Returns: bytes from a row of an array to the next
 */
guint64
loom_plan_arg_get_pitch (const LoomPlanArg *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->pitch != 0 ? self->pitch : self->shape.cols * self->type.size;
}

/**
 * loom_plan_arg_get_size:
 * @size: (out): bytes of an array, with what lies between its rows
 *
 * Returns: %FALSE for more than can be counted
 */
gboolean
loom_plan_arg_get_size (const LoomPlanArg *self,
                        guint64           *size)
{
  const LoomShape rows = { 1, self->shape.rows, self->shape.planes, 1 };
  guint64 n, row;

  g_return_val_if_fail (self != NULL && size != NULL, FALSE);

  return g_uint64_checked_mul (&row, self->shape.cols, self->type.size) &&
         g_uint64_checked_mul (&n, rows.cols, rows.rows) &&
         g_uint64_checked_mul (size, n, MAX (row, self->pitch)) && *size <= G_MAXINT64;
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
  LoomPlan *self = g_atomic_rc_box_new0 (LoomPlan);

  self->args = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_arg_free);
  self->symbols = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_arg_free);
  self->main_array = -1;
  self->rank = 1;
  self->range = self->block = self->grid = LOOM_DIM3 (1, 1, 1);
  self->launches = 1;
  self->swaps = g_array_new (FALSE, FALSE, sizeof (guint));
  self->split.devices = 1;
  self->split.cuts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_step_free);
  self->shown = -1;
  self->guesses = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_guess_free);
  self->findings = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  return self;
}

static void
loom_plan_clear (LoomPlan *self)
{
  g_free (self->kernel);
  g_free (self->entry);
  g_free (self->reason);
  g_ptr_array_unref (self->args);
  g_ptr_array_unref (self->symbols);
  g_array_unref (self->swaps);
  g_array_unref (self->split.cuts);
  g_ptr_array_unref (self->steps);
  g_clear_pointer (&self->reference, loom_plan_unref);
  g_ptr_array_unref (self->guesses);
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->problems);
}

LOOM_DEFINE_SHARED (LoomPlan, loom_plan)

/**
 * loom_plan_find_computed:
 * @index: of an argument
 *
 * Finds what the launch that is shown computes for an argument each time when its turn comes.
 *
 * Returns: (nullable): the expression; %NULL where the argument's own value counts
 */
const char *
loom_plan_find_computed (LoomPlan *self,
                         guint     index)
{
  const LoomPlanStep *step;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->shown < 0)
    return NULL;
  step = g_ptr_array_index (self->steps, self->shown);
  for (guint i = 0; i < step->values->len; i++)
    {
      const LoomPlanValue *value = g_ptr_array_index (step->values, i);

      if (value->index == index)
        return value->text;
    }
  return NULL;
}

/**
 * loom_plan_count_params:
 *
 * Returns: how many of its arguments are parameters of the kernel; those behind them are pointed to
 *   from within structs, or are arrays of other launches among the steps
 */
guint
loom_plan_count_params (LoomPlan *self)
{
  guint count;

  g_return_val_if_fail (self != NULL, 0);

  for (count = 0; count < self->args->len; count++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, count);

      if (arg->owner >= 0 || arg->is_extra)
        break;
    }
  return count;
}

/**
 * loom_plan_find_array:
 *
 * Returns: the index of the argument that is an array of that name, -1: there is none
 */
gint
loom_plan_find_array (LoomPlan   *self,
                      const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, -1);

  for (guint i = 0; i < self->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, i);

      if (arg->kind == LOOM_PARAM_ARRAY && strcmp (arg->name, name) == 0)
        return arg->same >= 0 ? arg->same : (gint) i;
    }
  return -1;
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
gboolean
_loom_binder_fail_kernel (LoomBinder         *self,
                          const LoomSetting  *setting,
                          GError            **error)
{
  LoomKernelTemplate *template
    = loom_kernel_template_find (self->compiled->templates, setting->text);
  g_autofree char *shown = _loom_abbreviate (setting->text);
  g_autofree char *names = list_kernels (self->compiled);
  g_autofree char *example = NULL;

  if (template == NULL)
    return _loom_setting_refuse (setting, error, LOOM_ERROR_DOCUMENT,
                                 _("there is no kernel “%1$s” in the source; there are: %2$s"),
                                 shown, names);

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
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("there is no kernel in the source; a kernel is a function marked "
                        "__global__"));

  if (loom_document_get_statements (self->document)->len > 0 && !self->overrides->is_reference)
    return _loom_binder_choose_statement (self, given ? &setting : NULL, error);

  self->kernel = loom_compiled_find_kernel (self->compiled, given ? setting.text : NULL);
  return self->kernel != NULL || _loom_binder_fail_kernel (self, &setting, error);
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

      if (problem->severity == LOOM_SEVERITY_ERROR)
        return loom_fail_at (error, problem->line, problem->column, "%s", problem->text);
    }

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the settings have more than %u problems; mend the first of them"),
                    problems->len);
}

/* Binds the kernel that was chosen. What is of the whole document is left to the binder of all. */
LoomPlan *
_loom_binder_bind (LoomBinder  *self,
                   GFile       *folder,
                   GError     **error)
{
  g_autoptr (LoomPlan) plan = loom_plan_new ();
  const gboolean is_whole = self->parent == NULL;
  gboolean is_bound;

  self->plan = plan;
  plan->kernel = g_strdup (self->kernel->name);
  plan->entry = g_strdup (self->kernel->entry);
  is_bound = _loom_binder_bind_args (self, error) &&
             (!is_whole || _loom_binder_bind_symbols (self, error)) &&
             _loom_binder_bind_launch (self, error) &&
             (!is_whole || (_loom_binder_bind_steps (self, error) &&
                            _loom_binder_bind_split (self, error) &&
                            _loom_binder_bind_reference_kernel (self, folder, error)));
  _loom_defaults_clear (&self->defaults);
  if (!is_bound)
    return NULL;

  if (is_whole)
    {
      _loom_binder_check_groups (self);
      _loom_binder_check_keys (self);
      _loom_binder_check_lengths (self);
    }
  _loom_binder_add_hints (self);
  _loom_binder_add_findings_of_steps (self);
  return g_steal_pointer (&plan);
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
  LoomBinder binder = {
    .document = document,
    .compiled = compiled,
    .overrides = overrides != NULL ? overrides : &none,
    .limits = limits,
    .folder = folder != NULL ? g_file_peek_path (folder) : NULL,
  };

  g_return_val_if_fail (document != NULL && compiled != NULL && limits != NULL, NULL);

  if (!check_document (document, error) || !choose_kernel (&binder, error))
    return NULL;

  return _loom_binder_bind (&binder, folder, error);
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
 * @value: what it is to be, not empty
 * @error: return location; as loom_plan_bind() has it, without the place of @value in a text
 *
 * Checks what a person gives for a setting before it is written. What was wrong with the launch
 * already is no fault of this value; a launch that is beyond a limit may come back to it step by
 * step.
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
