/* loom-plan.c: one launch, wholly decided, as a value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan.h"

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
