/* loom-plan-split.c: [split], bound: which arrays lie in bands over several devices, and where the
 * bands are cut
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-document-private.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The words for what becomes of an array. */
#define IN_BANDS "rows"
#define WHOLE "whole"

/**
 * loom_plan_get_extents:
 * @launch: a plan, or a launch among its steps
 *
 * Returns: what of it bands and blocks of devices follow from
 */
LoomSplitLaunch
loom_plan_get_extents (const LoomPlan *launch)
{
  return (LoomSplitLaunch) { launch->rank, launch->range, launch->block, launch->grid };
}

static gboolean
bind_numbers (LoomBinder   *self,
              LoomSetting  *devices,
              GError      **error)
{
  LoomSplit *split = &self->plan->split;
  LoomSetting halo = { self->overrides->halo, "halo", 0, 0 };
  guint64 n;

  *devices = (LoomSetting) { self->overrides->devices, "devices", 0, 0 };
  if (devices->text == NULL && !_loom_binder_get (self, LOOM_GROUP_SPLIT, "devices", devices))
    return TRUE;
  if (!_loom_setting_parse_u64 (devices, 1, LOOM_MAX_DEVICES, &n, error))
    return FALSE;
  split->devices = (guint) n;
  split->halo = 1;
  return (halo.text == NULL && !_loom_binder_get (self, LOOM_GROUP_SPLIT, "halo", &halo)) ||
         _loom_setting_parse_u64 (&halo, 0, G_MAXUINT32, &split->halo, error);
}

/* What a kernel does not see through a plain pointer is whole. */
static gboolean
can_be_split (const LoomPlanArg *arg)
{
  return loom_plan_arg_has_memory (arg) && !arg->is_rows && arg->texture.kind == LOOM_TEXTURE_NONE;
}

static gboolean
choose_array (LoomBinder   *self,
              LoomPlanArg  *arg,
              GError      **error)
{
  const guint64 rows = self->plan->split.rows, own = loom_shape_get_slowest (&arg->shape);
  g_autofree char *group = g_strconcat ("arg ", arg->name, NULL);
  LoomSetting setting;

  arg->is_split = can_be_split (arg) && own == rows;
  if (!_loom_binder_get (self, group, "split", &setting))
    return TRUE;
  if (strcmp (setting.text, WHOLE) == 0)
    {
      arg->is_split = FALSE;
      return TRUE;
    }
  if (strcmp (setting.text, IN_BANDS) != 0)
    return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                                 _("“%1$s” is not one of %2$s, %3$s"), setting.text, IN_BANDS,
                                 WHOLE);
  return arg->is_split ||
         _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                               own != rows
                                 ? _("the array %1$s has %2$llu rows, and %3$llu are split over "
                                     "the devices; write split=whole")
                                 : _("the array %1$s is not a plain array, and only those can be "
                                     "split; write split=whole"), arg->name,
                               (unsigned long long) own,
                               (unsigned long long) rows);
}

static gboolean
choose_arrays (LoomBinder  *self,
               GError     **error)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      LoomPlanArg *arg = self->plan->args->pdata[i];

      if (loom_plan_arg_has_memory (arg) && !choose_array (self, arg, error))
        return FALSE;
    }
  return TRUE;
}

/* A document without steps has those that its launches in a row are. */
static gboolean
make_steps (LoomBinder  *self,
            GError     **error)
{
  LoomPlan *plan = self->plan;
  const gboolean repeats = plan->launches > 1;

  if (plan->steps->len > 0)
    return TRUE;
  if (repeats)
    _loom_binder_add_step (self, LOOM_STATEMENT_REPEAT)->count
        = g_strdup_printf ("%u", plan->launches);
  if (!_loom_binder_add_launch (self, error))
    return FALSE;
  for (guint i = 0; i + 1 < plan->swaps->len && repeats; i += 2)
    {
      LoomPlanStep *swap = _loom_binder_add_step (self, LOOM_STATEMENT_SWAP);

      swap->first = (gint) g_array_index (plan->swaps, guint, i);
      swap->second = (gint) g_array_index (plan->swaps, guint, i + 1);
    }
  if (repeats)
    {
      _loom_binder_add_step (self, LOOM_STATEMENT_END);
      ((LoomPlanStep *) plan->steps->pdata[0])->partner = plan->steps->len - 1;
    }
  return TRUE;
}

/* Devices that all changed an array that each has whole would have different ones. */
static gboolean
check_whole (LoomBinder          *self,
             const LoomPlanStep  *step,
             GError             **error)
{
  for (guint i = 0; i < step->arrays->len; i++)
    {
      const gint index = g_array_index (step->arrays, gint32, i);
      const LoomPlanArg *given = step->launch->args->pdata[i], *arg;

      if (index < 0)
        continue;
      arg = self->plan->args->pdata[index];
      if (!arg->is_split && !given->is_const)
        return loom_fail (error, LOOM_ERROR_DOCUMENT,
                          _("the kernel %1$s may write the array %2$s, which each of the devices "
                            "has whole: they would not have the same; give it the %3$llu rows of "
                            "those that are split, or make the parameter const"),
                          step->launch->kernel, arg->name,
                          (unsigned long long) self->plan->split.rows);
    }
  return TRUE;
}

/* What changes places, or is copied, lies the same way. */
static gboolean
check_pairs (LoomBinder  *self,
             GError     **error)
{
  for (guint i = 0; i < self->plan->steps->len; i++)
    {
      const LoomPlanStep *step = self->plan->steps->pdata[i];
      const LoomPlanArg *first, *second;

      if (step->first < 0 || step->second < 0)
        continue;
      first = self->plan->args->pdata[step->first];
      second = self->plan->args->pdata[step->second];
      if (first->is_split != second->is_split)
        return loom_fail (error, LOOM_ERROR_DOCUMENT,
                          _("the step “%1$s” in line %2$u: one of %3$s and %4$s is split over the "
                            "devices, the other is whole; write the same split= for both"),
                          step->text, step->line, first->name, second->name);
    }
  return TRUE;
}

/* The grid has no axis beyond those that stand for rows, and the range has whole rows. */
gboolean
_loom_plan_check_extents (const LoomPlan  *self,
                          const LoomPlan  *launch,
                          GError         **error)
{
  const LoomDim3 *range = &launch->range;
  const guint64 rows = self->split.rows;
  const guint64 slowest = launch->rank == 1 ? range->x : launch->rank == 2 ? range->y : range->z;

  if ((launch->rank < 3 && launch->grid.z > 1) || (launch->rank < 2 && launch->grid.y > 1))
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("the grid of %s has more axes than its range, so no rows are a device’s; "
                        "write the range"), launch->kernel);
  if (slowest > rows && slowest % rows != 0)
    return loom_fail (error, LOOM_ERROR_LAUNCH,
                      _("%1$s has %2$llu threads for %3$llu rows, which is not a whole number for "
                        "each; write a range that has one"), launch->kernel,
                      (unsigned long long) slowest, (unsigned long long) rows);
  return TRUE;
}

/* The rows that all bands have to be multiples of. */
static gboolean
find_unit (LoomBinder  *self,
           guint64     *unit,
           GError     **error)
{
  LoomPlan *plan = self->plan;

  *unit = 1;
  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlanStep *step = plan->steps->pdata[i];
      LoomSplitLaunch extents;
      guint64 own;

      if (!loom_plan_step_is_split (plan, step))
        continue;
      if (!check_whole (self, step, error) || !_loom_plan_check_extents (plan, step->launch, error))
        return FALSE;
      extents = loom_plan_get_extents (step->launch);
      own = loom_split_get_unit (&extents, plan->split.rows);
      for (guint64 n = own; own % *unit != 0; own += n)
        if (own > plan->split.rows)
          break;
      *unit = MIN (own, plan->split.rows);
    }
  return TRUE;
}

/* As even as the unit allows. */
static gboolean
cut (LoomBinder         *self,
     const LoomSetting  *devices,
     guint64             unit,
     GError            **error)
{
  LoomSplit *split = &self->plan->split;
  const guint64 units = (split->rows + unit - 1) / unit;

  if (units < split->devices)
    return _loom_setting_refuse (devices, error, LOOM_ERROR_LAUNCH,
                                 ngettext ("%1$u devices are more than the %2$llu band that "
                                           "%3$llu rows make where blocks stand for %4$llu at a "
                                           "time; take fewer devices, or smaller blocks",
                                           "%1$u devices are more than the %2$llu bands that "
                                           "%3$llu rows make where blocks stand for %4$llu at a "
                                           "time; take fewer devices, or smaller blocks",
                                           (gulong) units), split->devices,
                                 (unsigned long long) units, (unsigned long long) split->rows,
                                 (unsigned long long) unit);
  for (guint i = 0; i <= split->devices; i++)
    {
      const guint64 row = MIN (units * i / split->devices * unit, split->rows);

      g_array_append_val (split->cuts, row);
    }
  for (guint i = 0; i < split->devices; i++)
    {
      const LoomSplitRange band = loom_split_get_band (split, i);

      if (band.end - band.begin < split->halo)
        return loom_fail (error, LOOM_ERROR_LAUNCH,
                          _("a halo of %1$llu rows is wider than the band of device %2$u, which "
                            "has the %3$llu rows from %4$llu; take a narrower halo or fewer "
                            "devices"), (unsigned long long) split->halo, i,
                          (unsigned long long) (band.end - band.begin),
                          (unsigned long long) band.begin);
    }
  return TRUE;
}

/* A device without blocks would leave its rows as they are. */
gboolean
_loom_plan_check_blocks (const LoomPlan  *self,
                         GError         **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const LoomPlanStep *step = self->steps->pdata[i];

      for (guint d = 0; d < self->split.devices && loom_plan_step_is_split (self, step); d++)
        {
          const LoomSplitRange blocks = loom_plan_get_blocks (self, step, d);
          const LoomSplitRange band = loom_split_get_band (&self->split, d);

          if (blocks.begin >= blocks.end)
            return loom_fail (error, LOOM_ERROR_LAUNCH,
                              _("%1$s has no blocks for the rows from %2$llu, which are device "
                                "%3$u’s; a kernel that goes over all rows by itself cannot be "
                                "split, else make its grid larger"), step->launch->kernel,
                              (unsigned long long) band.begin, d);
        }
    }
  return TRUE;
}

/* Binds [split], and what is laid over it. */
gboolean
_loom_binder_bind_split (LoomBinder  *self,
                         GError     **error)
{
  LoomPlan *plan = self->plan;
  LoomSetting devices;
  guint64 unit;

  if (!bind_numbers (self, &devices, error))
    return FALSE;
  if (!loom_split_is_split (&plan->split))
    return TRUE;
  if (plan->main_array < 0)
    return _loom_setting_refuse (&devices, error, LOOM_ERROR_DOCUMENT,
                                 _("the kernel %s has no array that could be split over devices"),
                                 plan->kernel);
  plan->split.rows = loom_shape_get_slowest (&loom_plan_get_main_array (plan)->shape);
  return make_steps (self, error) && choose_arrays (self, error) &&
         check_pairs (self, error) &&
         find_unit (self, &unit, error) && cut (self, &devices, unit, error) &&
         _loom_plan_check_blocks (plan, error);
}

/**
 * loom_plan_step_is_split:
 * @self: a plan that is split
 * @step: one of its steps
 *
 * Returns: whether the step is a launch of which each device does its own blocks; one that has no
 *   array in bands is done whole, by each
 */
gboolean
loom_plan_step_is_split (const LoomPlan     *self,
                         const LoomPlanStep *step)
{
  for (guint i = 0; step->launch != NULL && i < step->arrays->len; i++)
    {
      const gint index = g_array_index (step->arrays, gint32, i);

      if (index >= 0 && ((LoomPlanArg *) self->args->pdata[index])->is_split)
        return TRUE;
    }
  return FALSE;
}

/**
 * loom_plan_get_blocks:
 * @self: a plan that is split
 * @step: a launch among its steps
 * @device: from 0
 *
 * Returns: the linear indices of the blocks that the device does
 */
LoomSplitRange
loom_plan_get_blocks (const LoomPlan     *self,
                      const LoomPlanStep *step,
                      guint               device)
{
  const LoomSplitLaunch extents = loom_plan_get_extents (step->launch);
  guint64 all;

  if (loom_plan_step_is_split (self, step))
    return loom_split_get_blocks (&self->split, &extents, device);
  loom_dim3_volume (&step->launch->grid, &all);
  return (LoomSplitRange) { 0, all };
}
