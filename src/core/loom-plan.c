/* loom-plan.c: one launch, wholly decided, as a value: how it is bound, and how it crosses to
 * another process, checked on the way in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan.h"

#include "loom-cell-values.h"
#include "loom-error.h"
#include "loom-extents-private.h"
#include "loom-kernel-template.h"
#include "loom-plan-private.h"
#include "loom-class.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

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
  g_clear_pointer (&self->reference, loom_plan_unref);
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->problems);
}

LOOM_DEFINE_SHARED (LoomPlan, loom_plan)

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

  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the settings have more than %u problems; mend the first of them"),
                    problems->len);
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
             _loom_binder_bind_launch (&binder, error) &&
             _loom_binder_bind_reference_kernel (&binder, folder, error);
  _loom_defaults_clear (&binder.defaults);
  if (!is_bound)
    return NULL;

  _loom_binder_check_groups (&binder);
  _loom_binder_check_keys (&binder);
  _loom_binder_check_lengths (&binder);
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

static gboolean
check_fill (gpointer data)
{
  const LoomFill *self = data;

  return self->text != NULL || self->kind < LOOM_FILL_VALUES || self->kind > LOOM_FILL_EXPR;
}

static const LoomWireMember fill_members[] = {
  LOOM_WIRE_UP_TO (LoomFill, kind, LOOM_FILL_KEEP),
  LOOM_WIRE (NULLABLE, LoomFill, text),
  LOOM_WIRE (UINT64, LoomFill, number),
};
static const LoomWire fill_wire = {
  LOOM_WIRE_MEMBERS (fill_members, LoomFill), .check = check_fill,
};

static const LoomWireMember expect_members[] = {
  LOOM_WIRE (NULLABLE, LoomExpect, domain),
  LOOM_WIRE (NULLABLE, LoomExpect, domain_file),
  LOOM_WIRE (NULLABLE, LoomExpect, domain_cells),
  LOOM_WIRE (NULLABLE, LoomExpect, reference_expr),
  LOOM_WIRE (NULLABLE, LoomExpect, reference_file),
  LOOM_WIRE (NULLABLE, LoomExpect, reference_kernel),
  LOOM_WIRE (DOUBLE, LoomExpect, rtol),
  LOOM_WIRE (DOUBLE, LoomExpect, atol),
  LOOM_WIRE (UINT64, LoomExpect, ulps),
};
static const LoomWire expect_wire = { LOOM_WIRE_MEMBERS (expect_members, LoomExpect) };

/* A member has the cells of its array, so its shape does not cross. */
static const LoomWireMember member_members[] = {
  LOOM_WIRE (STRING, LoomPlanArg, name),
  LOOM_WIRE_UP_TO (LoomPlanArg, kind, LOOM_PARAM_STRUCT),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, type, &_loom_type_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, fill, &fill_wire),
  LOOM_WIRE (NULLABLE, LoomPlanArg, cells),
  LOOM_WIRE (NULLABLE, LoomPlanArg, value),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, expect, &expect_wire),
};
static const LoomWire member_wire = {
  LOOM_WIRE_MEMBERS (member_members, LoomPlanArg), .create = (LoomWireCreate) loom_plan_arg_new,
  .destroy = (GDestroyNotify) loom_plan_arg_free,
};

/* Single cells, as a document could have them. */
static gboolean
check_cells (const LoomPlanArg *self)
{
  return self->cells == NULL ||
         (self->kind == LOOM_PARAM_ARRAY && self->shape.rank >= 1 && self->shape.rank <= 3 &&
          loom_cell_values_apply (self->cells, &self->type, &self->shape, NULL, NULL, NULL));
}

/* Each is a number that the cells really have. */
static gboolean
check_members (LoomPlanArg *self)
{
  for (guint i = 0; self->members != NULL && i < self->members->len; i++)
    {
      LoomPlanArg *member = g_ptr_array_index (self->members, i);
      const gint index = loom_type_find_component (&self->type, member->name);
      LoomType type;

      if (index < 0)
        return FALSE;
      type = loom_type_of (loom_type_get_component (&self->type, index).scalar, 1);
      if (!loom_type_equal (&type, &member->type))
        return FALSE;
      member->shape = self->shape;
      if (!check_cells (member))
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_arg (gpointer data)
{
  LoomPlanArg *self = data;
  guint64 cells, size;

  return loom_shape_cells (&self->shape, &cells) && loom_plan_arg_get_size (self, &size) &&
         (self->pitch == 0 ||
          (self->pitch % self->type.size == 0 && self->shape.rank > 1 && !self->is_rows &&
           self->pitch / self->type.size >= self->shape.cols &&
           self->texture.kind == LOOM_TEXTURE_NONE && self->symbol == NULL)) &&
         (self->texture.kind == LOOM_TEXTURE_NONE ||
          (self->kind == LOOM_PARAM_ARRAY && self->symbol == NULL && !self->is_rows &&
           self->owner < 0 &&
           loom_texture_check (&self->texture, self->name, &self->type, &self->shape, NULL))) &&
         check_cells (self) && check_members (self);
}

static const LoomWireMember arg_members[] = {
  LOOM_WIRE (STRING, LoomPlanArg, name),
  LOOM_WIRE (NULLABLE, LoomPlanArg, symbol),
  LOOM_WIRE_UP_TO (LoomPlanArg, kind, LOOM_PARAM_STRUCT),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, type, &_loom_type_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, shape, &_loom_shape_wire),
  LOOM_WIRE (UINT64, LoomPlanArg, pitch),
  LOOM_WIRE (BOOLEAN, LoomPlanArg, is_const),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, fill, &fill_wire),
  LOOM_WIRE (NULLABLE, LoomPlanArg, cells),
  LOOM_WIRE (NULLABLE, LoomPlanArg, value),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, expect, &expect_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlanArg, members, &member_wire),
  LOOM_WIRE (INT32, LoomPlanArg, same),
  LOOM_WIRE (BOOLEAN, LoomPlanArg, is_rows),
  LOOM_WIRE (INT32, LoomPlanArg, owner),
  LOOM_WIRE (UINT32, LoomPlanArg, offset),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, texture, &_loom_texture_wire),
};
static const LoomWire arg_wire = {
  LOOM_WIRE_MEMBERS (arg_members, LoomPlanArg), .create = (LoomWireCreate) loom_plan_arg_new,
  .destroy = (GDestroyNotify) loom_plan_arg_free, .check = check_arg,
};

static gboolean
has_threads (const LoomDim3 *extent)
{
  return extent->x > 0 && extent->y > 0 && extent->z > 0;
}

static gboolean
check_geometry (gpointer data)
{
  const LoomPlan *self = data;
  guint64 blocks, threads, all;

  return self->rank >= 1 && self->rank <= 3 && has_threads (&self->range) &&
         has_threads (&self->block) && has_threads (&self->grid) &&
         loom_dim3_volume (&self->grid, &blocks) && loom_dim3_volume (&self->block, &threads) &&
         g_uint64_checked_mul (&all, blocks, threads) && all <= G_MAXINT64;
}

static const LoomWireMember geometry_members[] = {
  LOOM_WIRE (UINT32, LoomPlan, rank),
  LOOM_WIRE_OF (STRUCT, LoomPlan, range, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlan, block, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlan, grid, &_loom_dim3_wire),
  LOOM_WIRE (BOOLEAN, LoomPlan, range_known),
  LOOM_WIRE (BOOLEAN, LoomPlan, grid_auto),
};
static const LoomWire geometry_wire = {
  LOOM_WIRE_MEMBERS (geometry_members, LoomPlan), .check = check_geometry,
};

static gboolean
is_array (LoomPlan *self,
          guint     index)
{
  return index < self->args->len &&
         ((LoomPlanArg *) g_ptr_array_index (self->args, index))->kind == LOOM_PARAM_ARRAY;
}

/* Its bytes lie in memory that pointers reach. */
static gboolean
is_plain_array (LoomPlan *self,
                guint     index)
{
  return is_array (self, index) &&
         ((LoomPlanArg *) g_ptr_array_index (self->args, index))->texture.kind ==
         LOOM_TEXTURE_NONE;
}

static gboolean
check_swaps (LoomPlan *self)
{
  for (guint i = 0; i < self->swaps->len; i++)
    if (!is_plain_array (self, g_array_index (self->swaps, guint32, i)))
      return FALSE;

  return self->swaps->len % 2 == 0;
}

/* Nobody is the same as what is itself the same as another, and both have the same bytes. */
static gboolean
check_same (LoomPlan *self)
{
  for (guint i = 0; i < self->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, i);
      const LoomPlanArg *other;

      if (arg->same == -1)
        continue;
      if (arg->same < 0 || !is_plain_array (self, i) || !is_plain_array (self, arg->same))
        return FALSE;
      other = g_ptr_array_index (self->args, arg->same);
      if (other->same != -1 || !loom_type_equal (&arg->type, &other->type) ||
          !loom_shape_equal (&arg->shape, &other->shape) || arg->pitch != other->pitch)
        return FALSE;
    }

  return TRUE;
}

/* Parameters first; all others are arrays whose address fits into a struct among those. */
static gboolean
check_owners (LoomPlan *self)
{
  const gint params = (gint) loom_plan_count_params (self);

  for (gint i = 0; i < (gint) self->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, i), *owner;

      if (i < params && arg->owner == -1)
        continue;
      if (i < params || arg->owner < 0 || arg->owner >= params || !is_array (self, i))
        return FALSE;
      owner = g_ptr_array_index (self->args, arg->owner);
      if (owner->kind != LOOM_PARAM_STRUCT ||
          (guint64) arg->offset + sizeof (guint64) > owner->type.size)
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_plan (gpointer data)
{
  LoomPlan *self = data;

  return check_same (self) && check_owners (self) && check_swaps (self) && self->launches > 0 &&
         (self->main_array == -1 || (self->main_array >= 0 && is_array (self, self->main_array)));
}

/* A plan within a plan, in a box since a type can't hold itself; none, or one that has none. */
static GVariant *
pack_reference (gconstpointer data)
{
  LoomPlan * const *reference = data;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("av"));
  if (*reference != NULL)
    g_variant_builder_add (&builder, "v", loom_plan_to_variant (*reference));
  return g_variant_builder_end (&builder);
}

static gboolean
unpack_reference (GVariant *variant,
                  gpointer  data)
{
  LoomPlan **reference = data;
  g_autoptr (GVariant) box = NULL, child = NULL;

  if (g_variant_n_children (variant) == 0)
    return TRUE;
  box = g_variant_get_child_value (variant, 0);
  child = g_variant_get_variant (box);
  *reference = loom_plan_from_variant (child, NULL);
  return *reference != NULL && (*reference)->reference == NULL;
}

static const LoomWire reference_wire = {
  .type = "av", .pack = pack_reference, .unpack = unpack_reference,
};

static const LoomWireMember plan_members[] = {
  LOOM_WIRE (STRING, LoomPlan, kernel),
  LOOM_WIRE (STRING, LoomPlan, entry),
  LOOM_WIRE (NULLABLE, LoomPlan, reason),
  LOOM_WIRE_OF (VARIANTS, LoomPlan, args, &arg_wire),
  LOOM_WIRE_OF (VARIANTS, LoomPlan, symbols, &arg_wire),
  LOOM_WIRE (INT32, LoomPlan, main_array),
  LOOM_WIRE_PART (&geometry_wire),
  LOOM_WIRE (UINT64, LoomPlan, shared),
  LOOM_WIRE (UINT32, LoomPlan, launches),
  LOOM_WIRE_OF (ARRAY, LoomPlan, swaps, &_loom_uint32_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlan, indices, &_loom_source_indices_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlan, reference, &reference_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlan, findings, &_loom_finding_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlan, problems, &_loom_diagnostic_wire),
};
static const LoomWire plan_wire = {
  LOOM_WIRE_MEMBERS (plan_members, LoomPlan), .check = check_plan,
};

GVariant *
loom_plan_to_variant (LoomPlan *self)
{
  return _loom_wire_pack (&plan_wire, self);
}

/**
 * loom_plan_from_variant:
 * @variant: from loom_plan_to_variant(), perhaps in a hostile process
 * @error: return location; %LOOM_ERROR_PROTOCOL
 *
 * Unpacks and checks a plan: types and shapes exist, no size overflows, indices are within the
 * arguments.
 *
 * Returns: (transfer full): a plan, or %NULL with @error set
 */
LoomPlan *
loom_plan_from_variant (GVariant  *variant,
                        GError   **error)
{
  g_autoptr (LoomPlan) self = loom_plan_new ();
  g_autofree char *type = _loom_wire_dup_type (&plan_wire);

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (type)))
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                           _("the plan of a launch has type %1$s where %2$s was expected"),
                           g_variant_get_type_string (variant), type);
  if (_loom_wire_unpack (&plan_wire, variant, self))
    return g_steal_pointer (&self);

  return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                         _("the plan of a launch holds a type, a shape, an extent or an index that "
                           "cannot be"));
}
