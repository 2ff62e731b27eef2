/* loom-plan-wire.c: how a plan crosses to another process, checked on the way in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan-private.h"

#include "loom-cell-values.h"
#include "loom-error.h"
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
         (self->kind != LOOM_PARAM_SCALAR ||
          self->type.size == loom_scalar_size (self->type.scalar)) &&
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
  LOOM_WIRE (BOOLEAN, LoomPlanArg, is_extra),
  LOOM_WIRE (BOOLEAN, LoomPlanArg, is_split),
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

/* Of an index that may be any; NULL: it is none of an array. */
static const LoomPlanArg *
find_array (const LoomPlan *self,
            gint            index)
{
  const LoomPlanArg *arg
      = index >= 0 && (guint) index < self->args->len ? self->args->pdata[index] : NULL;

  return arg != NULL && arg->kind == LOOM_PARAM_ARRAY ? arg : NULL;
}

/* Its bytes lie in memory that pointers reach. */
static const LoomPlanArg *
find_plain_array (const LoomPlan *self,
                  gint            index)
{
  const LoomPlanArg *arg = find_array (self, index);

  return arg != NULL && arg->texture.kind == LOOM_TEXTURE_NONE ? arg : NULL;
}

/* Nor is it the same as another one. */
static const LoomPlanArg *
find_memory (const LoomPlan *self,
             gint            index)
{
  const LoomPlanArg *arg = find_plain_array (self, index);

  return arg != NULL && arg->same == -1 ? arg : NULL;
}

static gboolean
check_swaps (LoomPlan *self)
{
  for (guint i = 0; i < self->swaps->len; i++)
    if (find_plain_array (self, g_array_index (self->swaps, gint32, i)) == NULL)
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
      const LoomPlanArg *other = find_memory (self, arg->same);

      if (arg->same != -1 && (find_plain_array (self, (gint) i) == NULL || other == NULL ||
                              !loom_plan_arg_is_like (arg, other)))
        return FALSE;
    }

  return TRUE;
}

/* Parameters first, then arrays whose address, or pointers that are null, fit into a struct among
 * those, then the arrays of other launches. */
static gboolean
check_owners (LoomPlan *self)
{
  const gint params = (gint) loom_plan_count_params (self);

  for (gint i = 0; i < (gint) self->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, i), *owner;

      if (i < params && arg->owner == -1)
        continue;
      if (arg->is_extra && arg->owner == -1 && arg->same == -1 && arg->kind == LOOM_PARAM_ARRAY)
        continue;
      if (i < params || arg->is_extra || arg->owner < 0 || arg->owner >= params ||
          (arg->kind != LOOM_PARAM_ARRAY &&
           (arg->kind != LOOM_PARAM_SCALAR || arg->type.size != sizeof (guint64))))
        return FALSE;
      owner = g_ptr_array_index (self->args, arg->owner);
      if (owner->kind != LOOM_PARAM_STRUCT ||
          (guint64) arg->offset + sizeof (guint64) > owner->type.size)
        return FALSE;
    }

  return TRUE;
}

/* An argument of a launch and the array of the plan that it is. */
static gboolean
check_joined (LoomPlan           *self,
              const LoomPlanStep *step,
              guint               index)
{
  const LoomPlanArg *arg = g_ptr_array_index (step->launch->args, index);
  const gint array = g_array_index (step->arrays, gint32, index);
  const LoomPlanArg *joined = find_array (self, array);

  if (arg->kind != LOOM_PARAM_ARRAY)
    return array == -1;
  return joined != NULL && joined->same == -1 && loom_plan_arg_is_like (arg, joined) &&
         arg->is_rows == joined->is_rows && arg->texture.kind == joined->texture.kind;
}

static gboolean
check_launch (LoomPlan           *self,
              const LoomPlanStep *step)
{
  if (step->launch->steps->len > 0 || step->launch->reference != NULL ||
      step->launch->symbols->len > 0 || step->arrays->len != step->launch->args->len)
    return FALSE;

  for (guint i = 0; i < step->arrays->len; i++)
    if (!check_joined (self, step, i))
      return FALSE;
  for (guint i = 0; i < step->values->len; i++)
    {
      const LoomPlanValue *value = g_ptr_array_index (step->values, i);

      if (value->index >= step->launch->args->len ||
          ((LoomPlanArg *) step->launch->args->pdata[value->index])->kind != LOOM_PARAM_SCALAR)
        return FALSE;
    }
  return TRUE;
}

/* Arrays of one kind, one of them perhaps the host. */
static gboolean
check_pair (LoomPlan           *self,
            const LoomPlanStep *step,
            gboolean            may_be_host)
{
  const LoomPlanArg *first = find_memory (self, step->first);
  const LoomPlanArg *second = find_memory (self, step->second);

  if (may_be_host && (step->first == -1) != (step->second == -1))
    return first != NULL || second != NULL;
  return first != NULL && second != NULL && loom_plan_arg_is_like (first, second);
}

/* What a kind of step has none of is not there. */
static gboolean
check_step (LoomPlan           *self,
            const LoomPlanStep *step)
{
  const gboolean has_pair = step->kind == LOOM_STATEMENT_COPY || step->kind == LOOM_STATEMENT_SWAP;
  const LoomPlanArg *arg;

  if ((step->launch != NULL) != (step->kind == LOOM_STATEMENT_LAUNCH) ||
      (step->fill != NULL) != (step->kind == LOOM_STATEMENT_FILL) ||
      (step->second != -1 && !has_pair))
    return FALSE;
  switch (step->kind)
    {
    case LOOM_STATEMENT_LAUNCH:
      return check_launch (self, step);
    case LOOM_STATEMENT_COPY:
    case LOOM_STATEMENT_SWAP:
      return check_pair (self, step, step->kind == LOOM_STATEMENT_COPY);
    case LOOM_STATEMENT_FILL:
      arg = find_memory (self, step->first);
      return arg != NULL && step->fill->kind == LOOM_PARAM_ARRAY &&
             loom_plan_arg_is_like (arg, step->fill);
    case LOOM_STATEMENT_REPEAT:
      return step->count != NULL || step->until != NULL;
    case LOOM_STATEMENT_RECORD:
    case LOOM_STATEMENT_WAIT:
      return step->event != NULL;
    case LOOM_STATEMENT_END:
    case LOOM_N_STATEMENTS:
    default:
      return step->kind == LOOM_STATEMENT_END;
    }
}

/* Loops are closed, and know where. */
static gboolean
check_loops (LoomPlan *self)
{
  const LoomPlanStep *open[LOOM_STATEMENTS_MAX_DEPTH];
  guint depth = 0, begins[LOOM_STATEMENTS_MAX_DEPTH];

  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomPlanStep *step = g_ptr_array_index (self->steps, i);

      if (step->kind == LOOM_STATEMENT_REPEAT)
        {
          if (depth == LOOM_STATEMENTS_MAX_DEPTH)
            return FALSE;
          begins[depth] = i;
          open[depth++] = step;
        }
      if (step->kind != LOOM_STATEMENT_END)
        continue;
      if (depth == 0 || step->partner != begins[depth - 1] || open[depth - 1]->partner != i)
        return FALSE;
      depth--;
    }
  return depth == 0;
}

/* What the kernel that is shown gets are the plan's parameters. */
static gboolean
check_shown (LoomPlan *self,
             LoomPlan *launch)
{
  const guint n = loom_plan_count_params (self);

  if (loom_plan_count_params (launch) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, i);
      const LoomPlanArg *given = g_ptr_array_index (launch->args, i);

      if (arg->kind != given->kind || !loom_type_equal (&arg->type, &given->type))
        return FALSE;
    }
  return loom_dim3_equal (&launch->grid, &self->grid) &&
         loom_dim3_equal (&launch->block, &self->block);
}

static gboolean
check_steps (LoomPlan *self)
{
  const LoomPlanStep *shown;

  if (self->steps->len == 0)
    return self->shown == -1;
  for (guint i = 0; i < self->steps->len; i++)
    if (!check_step (self, g_ptr_array_index (self->steps, i)))
      return FALSE;
  if (self->steps->len > LOOM_STATEMENTS_MAX || self->shown < 0 ||
      self->shown >= (gint) self->steps->len || !check_loops (self))
    return FALSE;
  shown = g_ptr_array_index (self->steps, self->shown);
  return shown->kind == LOOM_STATEMENT_LAUNCH && check_shown (self, shown->launch);
}

/* Bands follow each other and are as wide as the halo; what exchanges rows lies the same way. */
static gboolean
check_split (LoomPlan *self)
{
  const LoomSplit *split = &self->split;

  if (!loom_split_is_split (split))
    return split->devices == 1 && split->cuts->len == 0;
  if (split->devices > LOOM_MAX_DEVICES || split->cuts->len != split->devices + 1 ||
      self->steps->len == 0 || g_array_index (split->cuts, guint64, 0) != 0 ||
      g_array_index (split->cuts, guint64, split->devices) != split->rows)
    return FALSE;
  for (guint i = 0; i < split->devices; i++)
    {
      const LoomSplitRange band = loom_split_get_band (split, i);

      if (band.end <= band.begin || band.end - band.begin < split->halo)
        return FALSE;
    }
  for (guint i = 0; i < self->args->len; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (self->args, i);

      if (arg->is_split && (find_memory (self, (gint) i) == NULL ||
                            loom_shape_get_slowest (&arg->shape) != split->rows))
        return FALSE;
    }
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomPlanStep *step = g_ptr_array_index (self->steps, i);
      const LoomPlanArg *first = find_array (self, step->first);
      const LoomPlanArg *second = find_array (self, step->second);

      if ((first != NULL && second != NULL && first->is_split != second->is_split) ||
          (loom_plan_step_is_split (self, step) &&
           !_loom_plan_check_extents (self, step->launch, NULL)))
        return FALSE;
    }
  return _loom_plan_check_blocks (self, NULL);
}

static gboolean
check_plan (gpointer data)
{
  LoomPlan *self = data;

  return check_same (self) && check_owners (self) && check_swaps (self) && self->launches > 0 &&
         check_steps (self) && check_split (self) &&
         (self->main_array == -1 || find_array (self, self->main_array) != NULL) &&
         (self->reference == NULL || self->reference->reference == NULL);
}

/* A plan lies within a plan as a launch of its steps, or as its reference. */
static const LoomWire plan_wire;

static const LoomWireMember value_members[] = {
  LOOM_WIRE (UINT32, LoomPlanValue, index),
  LOOM_WIRE (STRING, LoomPlanValue, text),
};
static const LoomWire value_wire = {
  LOOM_WIRE_MEMBERS (value_members, LoomPlanValue),
  .destroy = (GDestroyNotify) loom_plan_value_free,
};

static gpointer
create_step (void)
{
  return loom_plan_step_new (LOOM_STATEMENT_LAUNCH);
}

static const LoomWireMember step_members[] = {
  LOOM_WIRE_UP_TO (LoomPlanStep, kind, LOOM_N_STATEMENTS - 1),
  LOOM_WIRE (UINT32, LoomPlanStep, line),
  LOOM_WIRE (STRING, LoomPlanStep, text),
  LOOM_WIRE (INT32, LoomPlanStep, first),
  LOOM_WIRE (INT32, LoomPlanStep, second),
  LOOM_WIRE (UINT32, LoomPlanStep, partner),
  LOOM_WIRE (NULLABLE, LoomPlanStep, count),
  LOOM_WIRE (NULLABLE, LoomPlanStep, until),
  LOOM_WIRE (NULLABLE, LoomPlanStep, counter),
  LOOM_WIRE (NULLABLE, LoomPlanStep, stream),
  LOOM_WIRE (NULLABLE, LoomPlanStep, event),
  LOOM_WIRE_OF (OPTIONAL, LoomPlanStep, launch, &plan_wire),
  LOOM_WIRE (UINT32S, LoomPlanStep, arrays),
  LOOM_WIRE_OF (POINTERS, LoomPlanStep, values, &value_wire),
  LOOM_WIRE_OF (OPTIONAL, LoomPlanStep, fill, &arg_wire),
};
static const LoomWire step_wire = {
  LOOM_WIRE_MEMBERS (step_members, LoomPlanStep), .create = create_step,
  .destroy = (GDestroyNotify) loom_plan_step_free,
};

/* A number by itself. */
static const LoomWireMember cut_members[] = { { LOOM_WIRE_UINT64, 0, 0, NULL } };
static const LoomWire cut_wire = { LOOM_WIRE_MEMBERS (cut_members, guint64) };

static const LoomWireMember split_members[] = {
  LOOM_WIRE_UP_TO (LoomSplit, devices, LOOM_MAX_DEVICES),
  LOOM_WIRE (UINT64, LoomSplit, halo),
  LOOM_WIRE (UINT64, LoomSplit, rows),
  LOOM_WIRE_OF (ARRAY, LoomSplit, cuts, &cut_wire),
};
static const LoomWire split_wire = { LOOM_WIRE_MEMBERS (split_members, LoomSplit) };

static const LoomWireMember guess_members[] = {
  LOOM_WIRE (NULLABLE, LoomGuess, name),
  LOOM_WIRE (STRING, LoomGuess, key),
  LOOM_WIRE (STRING, LoomGuess, value),
  LOOM_WIRE (STRING, LoomGuess, why),
  LOOM_WIRE (BOOLEAN, LoomGuess, is_extent),
};
static const LoomWire guess_wire = {
  LOOM_WIRE_MEMBERS (guess_members, LoomGuess),
  .destroy = (GDestroyNotify) loom_guess_free,
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
  LOOM_WIRE (UINT32S, LoomPlan, swaps),
  LOOM_WIRE_OF (STRUCT, LoomPlan, indices, &_loom_source_indices_wire),
  LOOM_WIRE_OF (VARIANTS, LoomPlan, steps, &step_wire),
  LOOM_WIRE (INT32, LoomPlan, shown),
  LOOM_WIRE_OF (STRUCT, LoomPlan, split, &split_wire),
  LOOM_WIRE_OF (OPTIONAL, LoomPlan, reference, &plan_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlan, guesses, &guess_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlan, findings, &_loom_finding_wire),
  LOOM_WIRE_OF (POINTERS, LoomPlan, problems, &_loom_diagnostic_wire),
};
static const LoomWire plan_wire = {
  LOOM_WIRE_MEMBERS (plan_members, LoomPlan), .create = (LoomWireCreate) loom_plan_new,
  .destroy = (GDestroyNotify) loom_plan_unref, .check = check_plan,
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
