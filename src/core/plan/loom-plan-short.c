/* loom-plan-short.c: arrays that are too short for the range, as far as the source tells: told
 * before a thread finds their end
 *
 * Only an array whose subscript is the thread's own index is judged, and only where the value of
 * whatever the kernel tests its indices against is known: rows that are broadcast, coefficients and
 * tables may be as short as they like.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-extents-private.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>

/* As many as anybody reads. */
#define MAX_PROBLEMS 100

/* How many threads have a cell of each array, and what decides it. */
typedef struct
{
  guint64 cells;
  guint   axes;                 /* on which there is more than one of them, a bit for each */
  gint    bound;                /* the argument that bounds them, -1: the range does */
} Need;

static guint
get_axes (const LoomDim3 *extent)
{
  return (extent->x > 1) | (extent->y > 1) << 1 | (extent->z > 1) << 2;
}

static gint
find_scalar (const LoomPlan        *plan,
             const LoomSourceBound *bound)
{
  for (guint i = 0; i < plan->args->len && !bound->is_constant; i++)
    {
      const LoomPlanArg *arg = plan->args->pdata[i];

      if (arg->kind == LOOM_PARAM_SCALAR && g_strcmp0 (arg->name, bound->name) == 0)
        return (gint) i;
    }
  return -1;
}

/* All threads along x, less those that a test keeps out. */
static gboolean
count_row (LoomBinder *self,
           Need       *need)
{
  const LoomPlan *plan = self->plan;
  const GPtrArray *bounds = self->kernel->bounds;
  guint64 least = G_MAXUINT64;

  for (guint i = 0; i < bounds->len; i++)
    {
      const LoomSourceBound *bound = bounds->pdata[i];
      guint64 value;

      if (!_loom_plan_get_bound (plan, bound, &value))
        return FALSE;
      if (value >= least)
        continue;
      least = value;
      need->bound = find_scalar (plan, bound);
    }

  if (bounds->len == 0)
    least = plan->range.x;
  need->cells = MIN (least, (guint64) plan->grid.x * plan->block.x);
  return TRUE;
}

/* Of several axes it is told only where each test is against an extent of the range, all of which
 * the grid covers. */
static gboolean
count_cells (LoomBinder *self,
             Need       *need)
{
  const LoomPlan *plan = self->plan;
  LoomDim3 covering;

  *need = (Need) { .axes = get_axes (&plan->range), .bound = -1 };
  if (!plan->range_known || need->axes == 0)
    return FALSE;
  if (need->axes == 1)
    return get_axes (&plan->grid) <= 1 && get_axes (&plan->block) <= 1 && count_row (self, need);

  for (guint i = 0; i < self->kernel->bounds->len; i++)
    {
      guint64 value;

      if (!_loom_plan_get_bound (plan, self->kernel->bounds->pdata[i], &value) ||
          (value != plan->range.x && value != plan->range.y && value != plan->range.z))
        return FALSE;
    }
  return loom_dim3_cover (&plan->range, &plan->block, &covering) &&
         loom_dim3_equal (&plan->grid, &covering) &&
         loom_dim3_volume (&plan->range, &need->cells);
}

static gboolean
find_shape (LoomBinder  *self,
            LoomSetting *setting)
{
  const gint main = self->plan->main_array;

  return main >= 0 && (_loom_binder_get_arg (self, (guint) main, "shape", setting) ||
                       _loom_binder_get_laid_over (self, "shape", self->overrides->shape,
                                                   setting));
}

/* The setting that decides how many there are. What bounds them is often a formula in the extents
 * of the main array. */
static gboolean
find_setting (LoomBinder  *self,
              const Need  *need,
              LoomSetting *setting)
{
  if (need->bound >= 0 && _loom_binder_get_arg (self, (guint) need->bound, "value", setting))
    return g_ascii_string_to_unsigned (setting->text, 10, 0, G_MAXUINT64, NULL, NULL) ||
           find_shape (self, setting);
  return (need->bound < 0 && _loom_binder_get_launch (self, "range", setting)) ||
         find_shape (self, setting);
}

/* What would do instead, as "shape=6", and where; a setting that is none of the document's has no
 * line. A range has its columns first. */
static char *
dup_way_out (LoomBinder        *self,
             const Need        *need,
             const LoomPlanArg *arg,
             LoomSetting       *setting)
{
  g_autofree char *shape = loom_shape_format (&arg->shape);

  if (!find_setting (self, need, setting) || setting->key == NULL ||
      (arg->shape.rank > 1 && !g_str_equal (setting->key, "shape")))
    *setting = (LoomSetting) { NULL, "shape", 0, 0 };
  return g_strconcat (setting->key, "=", shape, NULL);
}

static void
tell (LoomBinder        *self,
      const Need        *need,
      guint              index,
      guint64            cells)
{
  const LoomPlanArg *arg = self->plan->args->pdata[index];
  LoomSetting setting = { NULL, NULL, 0, 0 }, fill = { NULL, NULL, 0, 0 };
  g_autofree char *way_out = dup_way_out (self, need, arg, &setting);
  g_autofree char *values = NULL;
  LoomDiagnostic *problem;

  _loom_binder_get_arg (self, index, "fill", &fill);
  values = fill.text != NULL ? _loom_abbreviate (fill.text) : NULL;
  problem = loom_diagnostic_new (
      LOOM_SEVERITY_WARNING, setting.line > 0 ? setting.line : fill.line,
      setting.line > 0 ? setting.column : fill.column,
      /* Translators: %2$s is a file or a list of values, %5$s a setting such as shape=6 */
      ngettext ("%1$s is too short for the range: %2$s holds %3$llu cell, and the source gives "
                "each of %4$llu threads one of its own; launch no more by %5$s, or make it longer",
                "%1$s is too short for the range: %2$s holds %3$llu cells, and the source gives "
                "each of %4$llu threads one of its own; launch no more by %5$s, or make it longer",
                (gulong) cells),
      arg->name, arg->fill.kind == LOOM_FILL_FILE ? arg->fill.text : values,
      (unsigned long long) cells, (unsigned long long) need->cells, way_out);
  if (setting.line > 0)
    {
      problem->fix = LOOM_FIX_SET_KEY;
      problem->replacement = g_steal_pointer (&way_out);
    }
  g_ptr_array_add (self->plan->problems, problem);
}

/* Shapes that somebody wrote down are meant: only those that a fill brought are judged. Arrays of
 * other launches among the steps are none of the kernel's. */
static gboolean
is_judged (LoomBinder *self,
           const Need *need,
           guint       index)
{
  const LoomPlanArg *arg = self->plan->args->pdata[index];
  LoomSetting setting;

  return loom_plan_arg_has_memory (arg) && !arg->is_rows && !arg->is_extra &&
         arg->texture.kind == LOOM_TEXTURE_NONE && (gint) index != self->plan->main_array &&
         (arg->fill.kind == LOOM_FILL_FILE || arg->fill.kind == LOOM_FILL_VALUES) &&
         (need->axes & ~_loom_kernel_get_param (self->kernel, index)->direct) == 0 &&
         !_loom_binder_get_arg (self, index, "shape", &setting);
}

/* Warns of each array that the fill has left shorter than the threads go. */
void
_loom_binder_check_lengths (LoomBinder *self)
{
  Need need;

  if (!count_cells (self, &need))
    return;

  for (guint i = 0; i < self->plan->args->len && self->plan->problems->len < MAX_PROBLEMS; i++)
    {
      const LoomPlanArg *arg = self->plan->args->pdata[i];
      guint64 cells;

      if (is_judged (self, &need, i) && loom_shape_cells (&arg->shape, &cells) &&
          cells < need.cells)
        tell (self, &need, i, cells);
    }
}
