/* loom-plan-wire.c: plans to and from GVariant, checked on the way in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

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
  LOOM_WIRE (NULLABLE, LoomExpect, reference_expr),
  LOOM_WIRE (NULLABLE, LoomExpect, reference_file),
  LOOM_WIRE (DOUBLE, LoomExpect, rtol),
  LOOM_WIRE (DOUBLE, LoomExpect, atol),
};
static const LoomWire expect_wire = { LOOM_WIRE_MEMBERS (expect_members, LoomExpect) };

/* A member has the cells of its array, so its shape does not cross. */
static const LoomWireMember member_members[] = {
  LOOM_WIRE (STRING, LoomPlanArg, name),
  LOOM_WIRE_UP_TO (LoomPlanArg, kind, LOOM_PARAM_STRUCT),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, type, &_loom_type_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, fill, &fill_wire),
  LOOM_WIRE (NULLABLE, LoomPlanArg, value),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, expect, &expect_wire),
};
static const LoomWire member_wire = {
  LOOM_WIRE_MEMBERS (member_members, LoomPlanArg), .create = (LoomWireCreate) loom_plan_arg_new,
  .destroy = (GDestroyNotify) loom_plan_arg_free,
};

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
    }

  return TRUE;
}

static gboolean
check_arg (gpointer data)
{
  LoomPlanArg *self = data;
  guint64 cells, size;

  return loom_shape_cells (&self->shape, &cells) &&
         g_uint64_checked_mul (&size, cells, self->type.size) && size <= G_MAXINT64 &&
         check_members (self);
}

static const LoomWireMember arg_members[] = {
  LOOM_WIRE (STRING, LoomPlanArg, name),
  LOOM_WIRE (NULLABLE, LoomPlanArg, symbol),
  LOOM_WIRE_UP_TO (LoomPlanArg, kind, LOOM_PARAM_STRUCT),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, type, &_loom_type_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, shape, &_loom_shape_wire),
  LOOM_WIRE (BOOLEAN, LoomPlanArg, is_const),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, fill, &fill_wire),
  LOOM_WIRE (NULLABLE, LoomPlanArg, value),
  LOOM_WIRE_OF (STRUCT, LoomPlanArg, expect, &expect_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlanArg, members, &member_wire),
  LOOM_WIRE (INT32, LoomPlanArg, same),
  LOOM_WIRE (BOOLEAN, LoomPlanArg, is_rows),
  LOOM_WIRE (INT32, LoomPlanArg, owner),
  LOOM_WIRE (UINT32, LoomPlanArg, offset),
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

static gboolean
check_swaps (LoomPlan *self)
{
  for (guint i = 0; i < self->swaps->len; i++)
    if (!is_array (self, g_array_index (self->swaps, guint32, i)))
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

static gboolean
check_plan (gpointer data)
{
  LoomPlan *self = data;

  return check_same (self) && check_owners (self) && check_swaps (self) && self->launches > 0 &&
         (self->main_array == -1 || (self->main_array >= 0 && is_array (self, self->main_array)));
}

static const LoomWireMember plan_members[] = {
  LOOM_WIRE (STRING, LoomPlan, kernel),
  LOOM_WIRE (STRING, LoomPlan, entry),
  LOOM_WIRE (NULLABLE, LoomPlan, reason),
  LOOM_WIRE_OF (POINTERS, LoomPlan, args, &arg_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlan, symbols, &arg_wire),
  LOOM_WIRE (INT32, LoomPlan, main_array),
  LOOM_WIRE_PART (&geometry_wire),
  LOOM_WIRE (UINT64, LoomPlan, shared),
  LOOM_WIRE (UINT32, LoomPlan, launches),
  LOOM_WIRE_OF (ARRAY, LoomPlan, swaps, &_loom_uint32_wire),
  LOOM_WIRE_OF (STRUCT, LoomPlan, indices, &_loom_source_indices_wire),
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
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
                   _("the plan of a launch has type %1$s where %2$s was expected"),
                   g_variant_get_type_string (variant), type);
      return NULL;
    }
  if (_loom_wire_unpack (&plan_wire, variant, self))
    return g_steal_pointer (&self);

  g_set_error (
      error, LOOM_ERROR, LOOM_ERROR_PROTOCOL,
      _("the plan of a launch holds a type, a shape, an extent or an index that cannot be"));
  return NULL;
}
