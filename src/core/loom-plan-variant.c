/* loom-plan-variant.c: plans to and from GVariant, checked on the way in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan.h"
#include "loom-variant-private.h"

#include <glib/gi18n-lib.h>

#define FILL_VARIANT "(ust)"
#define EXPECT_VARIANT "(sssdd)"
#define MEMBER_VARIANT "(su" LOOM_TYPE_VARIANT FILL_VARIANT "s" EXPECT_VARIANT ")"
#define ARG_VARIANT "(ssu" LOOM_TYPE_VARIANT LOOM_SHAPE_VARIANT "b" FILL_VARIANT "s" \
                    EXPECT_VARIANT "a" MEMBER_VARIANT "ibiu)"
#define GEOMETRY_VARIANT "(u" LOOM_DIM3_VARIANT LOOM_DIM3_VARIANT LOOM_DIM3_VARIANT "bb)"
#define PLAN_VARIANT "(sssa" ARG_VARIANT "a" ARG_VARIANT "i" GEOMETRY_VARIANT "tuau" \
                     LOOM_SOURCE_INDICES_VARIANT "a" LOOM_FINDING_VARIANT \
                     "a" LOOM_DIAGNOSTIC_VARIANT ")"

static GVariant *
fill_to_variant (const LoomFill *self)
{
  return g_variant_new (FILL_VARIANT, (guint32) self->kind, _loom_or_empty (self->text),
                        self->number);
}

static gboolean
fill_from_variant (GVariant *variant,
                   LoomFill *self)
{
  const char *text;
  guint32 kind;

  g_variant_get (variant, "(u&st)", &kind, &text, &self->number);
  self->kind = kind;
  self->text = _loom_dup_or_null (text);
  return kind <= LOOM_FILL_KEEP &&
         (self->text != NULL || kind < LOOM_FILL_VALUES || kind > LOOM_FILL_EXPR);
}

static GVariant *
expect_to_variant (const LoomExpect *self)
{
  return g_variant_new (EXPECT_VARIANT, _loom_or_empty (self->domain),
                        _loom_or_empty (self->reference_expr),
                        _loom_or_empty (self->reference_file), self->rtol, self->atol);
}

static void
expect_from_variant (GVariant   *variant,
                     LoomExpect *self)
{
  const char *domain, *reference_expr, *reference_file;

  g_variant_get (variant, "(&s&s&sdd)", &domain, &reference_expr, &reference_file,
                 &self->rtol, &self->atol);
  self->domain = _loom_dup_or_null (domain);
  self->reference_expr = _loom_dup_or_null (reference_expr);
  self->reference_file = _loom_dup_or_null (reference_file);
}

/* A member has the cells of its array. */
static GVariant *
member_to_variant (gconstpointer data)
{
  const LoomPlanArg *self = data;

  return g_variant_new ("(su@" LOOM_TYPE_VARIANT "@" FILL_VARIANT "s@" EXPECT_VARIANT ")",
                        _loom_or_empty (self->name), (guint32) self->kind,
                        _loom_type_to_variant (&self->type), fill_to_variant (&self->fill),
                        _loom_or_empty (self->value), expect_to_variant (&self->expect));
}

static gpointer
member_from_variant (GVariant *variant)
{
  LoomPlanArg *self = loom_plan_arg_new ();
  g_autoptr (GVariant) type = NULL, fill = NULL, expect = NULL;
  const char *value;
  guint32 kind;

  g_variant_get (variant, "(su@" LOOM_TYPE_VARIANT "@" FILL_VARIANT "&s@" EXPECT_VARIANT ")",
                 &self->name, &kind, &type, &fill, &value, &expect);
  self->kind = kind;
  self->value = _loom_dup_or_null (value);
  expect_from_variant (expect, &self->expect);
  if (kind > LOOM_PARAM_STRUCT || !fill_from_variant (fill, &self->fill) ||
      !_loom_type_from_variant (type, &self->type))
    g_clear_pointer (&self, loom_plan_arg_free);
  return self;
}

/* Each is a number that the cells really have. */
static gboolean
members_from_variant (GVariant    *variant,
                      LoomPlanArg *self)
{
  if (g_variant_n_children (variant) == 0)
    return TRUE;

  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_plan_arg_free);
  if (!_loom_list_from_variant (variant, self->members, member_from_variant))
    return FALSE;

  for (guint i = 0; i < self->members->len; i++)
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
    }

  return TRUE;
}

static GVariant *
members_to_variant (GPtrArray *members)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  return _loom_list_to_variant (members != NULL ? members : none, MEMBER_VARIANT,
                                member_to_variant);
}

static GVariant *
arg_to_variant (gconstpointer data)
{
  const LoomPlanArg *self = data;

  return g_variant_new ("(ssu@" LOOM_TYPE_VARIANT "@" LOOM_SHAPE_VARIANT "b@" FILL_VARIANT
                        "s@" EXPECT_VARIANT "@a" MEMBER_VARIANT "ibiu)",
                        _loom_or_empty (self->name), _loom_or_empty (self->symbol),
                        (guint32) self->kind, _loom_type_to_variant (&self->type),
                        _loom_shape_to_variant (&self->shape), self->is_const,
                        fill_to_variant (&self->fill), _loom_or_empty (self->value),
                        expect_to_variant (&self->expect), members_to_variant (self->members),
                        self->same, self->is_rows, self->owner, self->offset);
}

static gpointer
arg_from_variant (GVariant *variant)
{
  LoomPlanArg *self = loom_plan_arg_new ();
  g_autoptr (GVariant) type = NULL, shape = NULL, fill = NULL, expect = NULL, members = NULL;
  const char *symbol, *value;
  guint32 kind;
  guint64 cells, size;

  g_variant_get (variant, "(s&su@" LOOM_TYPE_VARIANT "@" LOOM_SHAPE_VARIANT "b@" FILL_VARIANT
                 "&s@" EXPECT_VARIANT "@a" MEMBER_VARIANT "ibiu)",
                 &self->name, &symbol, &kind, &type, &shape, &self->is_const,
                 &fill, &value, &expect, &members, &self->same, &self->is_rows,
                 &self->owner, &self->offset);
  self->kind = kind;
  self->symbol = _loom_dup_or_null (symbol);
  self->value = _loom_dup_or_null (value);
  expect_from_variant (expect, &self->expect);
  if (kind > LOOM_PARAM_STRUCT ||
      !fill_from_variant (fill, &self->fill) ||
      !_loom_type_from_variant (type, &self->type) ||
      !_loom_shape_from_variant (shape, &self->shape) ||
      !loom_shape_cells (&self->shape, &cells) ||
      !g_uint64_checked_mul (&size, cells, self->type.size) || size > G_MAXINT64 ||
      !members_from_variant (members, self))
    g_clear_pointer (&self, loom_plan_arg_free);
  return self;
}

static GVariant *
geometry_to_variant (LoomPlan *self)
{
  return g_variant_new ("(u@" LOOM_DIM3_VARIANT "@" LOOM_DIM3_VARIANT "@" LOOM_DIM3_VARIANT "bb)",
                        self->rank,
                        _loom_dim3_to_variant (&self->range), _loom_dim3_to_variant (&self->block),
                        _loom_dim3_to_variant (&self->grid), self->range_known, self->grid_auto);
}

static gboolean
has_threads (const LoomDim3 *extent)
{
  return extent->x > 0 && extent->y > 0 && extent->z > 0;
}

static gboolean
geometry_from_variant (GVariant *variant,
                       LoomPlan *self)
{
  g_autoptr (GVariant) range = NULL, block = NULL, grid = NULL;
  guint64 blocks, threads, all;

  g_variant_get (variant, "(u@" LOOM_DIM3_VARIANT "@" LOOM_DIM3_VARIANT "@" LOOM_DIM3_VARIANT "bb)",
                 &self->rank, &range, &block, &grid, &self->range_known, &self->grid_auto);
  _loom_dim3_from_variant (range, &self->range);
  _loom_dim3_from_variant (block, &self->block);
  _loom_dim3_from_variant (grid, &self->grid);

  return self->rank >= 1 && self->rank <= 3 && has_threads (&self->range) &&
         has_threads (&self->block) && has_threads (&self->grid) &&
         loom_dim3_volume (&self->grid, &blocks) && loom_dim3_volume (&self->block, &threads) &&
         g_uint64_checked_mul (&all, blocks, threads) && all <= G_MAXINT64;
}

static GVariant *
swaps_to_variant (GArray *swaps)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, swaps->data, swaps->len,
                                    sizeof (guint32));
}

static gboolean
is_array (LoomPlan *self,
          guint     index)
{
  return index < self->args->len &&
         ((LoomPlanArg *) g_ptr_array_index (self->args, index))->kind == LOOM_PARAM_ARRAY;
}

static gboolean
swaps_from_variant (GVariant *variant,
                    LoomPlan *self)
{
  gsize n;
  const guint32 *indices = g_variant_get_fixed_array (variant, &n, sizeof (guint32));

  for (gsize i = 0; i < n; i++)
    {
      if (!is_array (self, indices[i]))
        return FALSE;
      g_array_append_val (self->swaps, indices[i]);
    }

  return n % 2 == 0;
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
      if (arg->same < 0 || !is_array (self, i) || !is_array (self, arg->same))
        return FALSE;
      other = g_ptr_array_index (self->args, arg->same);
      if (other->same != -1 || !loom_type_equal (&arg->type, &other->type) ||
          !loom_shape_equal (&arg->shape, &other->shape))
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

static GVariant *
finding_to_variant (gconstpointer data)
{
  return loom_finding_to_variant (data);
}

static gpointer
finding_from_variant (GVariant *variant)
{
  return loom_finding_from_variant (variant);
}

static GVariant *
diagnostic_to_variant (gconstpointer data)
{
  return loom_diagnostic_to_variant (data);
}

static gpointer
diagnostic_from_variant (GVariant *variant)
{
  return loom_diagnostic_from_variant (variant);
}

/**
 * loom_plan_to_variant:
 * @self: a plan
 *
 * Packs a plan for another process.
 *
 * Returns: (transfer floating): the variant
 */
GVariant *
loom_plan_to_variant (LoomPlan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_variant_new (
      "(sss@a" ARG_VARIANT "@a" ARG_VARIANT "i@" GEOMETRY_VARIANT
      "tu@au@" LOOM_SOURCE_INDICES_VARIANT
      "@a" LOOM_FINDING_VARIANT "@a" LOOM_DIAGNOSTIC_VARIANT ")",
      _loom_or_empty (self->kernel), _loom_or_empty (self->entry), _loom_or_empty (self->reason),
      _loom_list_to_variant (self->args, ARG_VARIANT, arg_to_variant),
      _loom_list_to_variant (self->symbols, ARG_VARIANT, arg_to_variant), self->main_array,
      geometry_to_variant (self), self->shared, self->launches, swaps_to_variant (self->swaps),
      loom_source_indices_to_variant (&self->indices),
      _loom_list_to_variant (self->findings, LOOM_FINDING_VARIANT, finding_to_variant),
      _loom_list_to_variant (self->problems, LOOM_DIAGNOSTIC_VARIANT, diagnostic_to_variant));
}

static gboolean
unpack (GVariant *variant,
        LoomPlan *self)
{
  g_autoptr (GVariant) args = NULL, symbols = NULL, geometry = NULL, swaps = NULL;
  g_autoptr (GVariant) indices = NULL, findings = NULL, problems = NULL;
  const char *reason;

  g_variant_get (variant, "(ss&s@a" ARG_VARIANT "@a" ARG_VARIANT "i@" GEOMETRY_VARIANT
                 "tu@au@" LOOM_SOURCE_INDICES_VARIANT "@a" LOOM_FINDING_VARIANT
                 "@a" LOOM_DIAGNOSTIC_VARIANT ")",
                 &self->kernel, &self->entry, &reason, &args, &symbols, &self->main_array,
                 &geometry, &self->shared, &self->launches, &swaps, &indices, &findings,
                 &problems);
  self->reason = _loom_dup_or_null (reason);

  return loom_source_indices_from_variant (indices, &self->indices) &&
         _loom_list_from_variant (args, self->args, arg_from_variant) &&
         _loom_list_from_variant (symbols, self->symbols, arg_from_variant) && check_same (self) &&
         check_owners (self) &&
         geometry_from_variant (geometry, self) &&
         swaps_from_variant (swaps, self) &&
         _loom_list_from_variant (findings, self->findings, finding_from_variant) &&
         _loom_list_from_variant (problems, self->problems, diagnostic_from_variant) &&
         self->launches > 0 &&
         (self->main_array == -1 || (self->main_array >= 0 && is_array (self, self->main_array)));
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
  g_autoptr (LoomPlan) self = NULL;

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE (PLAN_VARIANT)))
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
                   _("the plan of a launch has type %1$s where %2$s was expected"),
                   g_variant_get_type_string (variant), PLAN_VARIANT);
      return NULL;
    }

  self = loom_plan_new ();
  if (unpack (variant, self))
    return g_steal_pointer (&self);

  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
      _("the plan of a launch holds a type, a shape, an extent or an index that cannot be"));
  return NULL;
}
