/* loom-plan-launch.c: range, block, grid, shared memory, launches in a row and what is swapped
 * between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-arithmetic.h"
#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* More launches in a row than anybody waits for. */
#define MAX_LAUNCHES 1000000

/**
 * loom_plan_get_default_block:
 * @rank: 1, 2 or 3
 *
 * Returns: the block of a launch with so many axes that nobody gave one, before a kernel's bound
 *   makes it smaller
 */
LoomDim3
loom_plan_get_default_block (guint rank)
{
  static const LoomDim3 blocks[] = { { 256, 1, 1 }, { 16, 16, 1 }, { 8, 8, 4 } };

  g_return_val_if_fail (rank >= 1 && rank <= G_N_ELEMENTS (blocks), blocks[0]);
  return blocks[rank - 1];
}

/* Extents of a setting as numbers with commas between them. But for the main array's own shape they
 * may be formulas in cols, rows, planes and size of that array, which is the document's also for
 * each launch among its steps. */
char *
_loom_binder_dup_extents (LoomBinder         *self,
                          const LoomSetting  *setting,
                          gboolean            is_main,
                          GError            **error)
{
  LoomPlan *plan = self->parent != NULL ? self->parent->plan : self->plan;
  const LoomPlanArg *main
      = is_main && self->parent == NULL ? NULL : loom_plan_get_main_array (plan);
  char *text;

  if (main == NULL)
    return g_strdup (setting->text);
  text = loom_arithmetic_dup_list (setting->text, &main->shape, 1, G_MAXINT64, error);
  if (text == NULL)
    _loom_setting_fail (setting, error);
  return text;
}

/* Columns, rows and planes of the main array. */
static gboolean
take_range_of_main_array (LoomBinder  *self,
                          GError     **error)
{
  const LoomPlanArg *arg = loom_plan_get_main_array (self->plan);
  const LoomShape *shape = &arg->shape;
  guint64 most = MAX (MAX (shape->cols, shape->rows), shape->planes);

  if (most > G_MAXUINT32)
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH,
                   _("array %1$s is %2$llu cells long on one axis, which is more threads than the "
                     "%3$u that a range can have"), arg->name, (unsigned long long) most,
                   G_MAXUINT32);
      return _loom_binder_blame (self, self->plan->main_array, "shape", self->overrides->shape,
                                 error);
    }

  self->plan->range = LOOM_DIM3 (shape->cols, shape->rows, shape->planes);
  self->plan->rank = shape->rank;
  return TRUE;
}

static gboolean
bind_range (LoomBinder  *self,
            GError     **error)
{
  LoomSetting setting;
  gboolean given = _loom_binder_get_launch (self, "range", &setting);

  if (!given && (self->plan->main_array < 0 || self->defaults.is_of_main))
    self->plan->reason = g_steal_pointer (&self->defaults.reason);
  self->plan->range_known = !given || strcmp (setting.text, "unknown") != 0;
  if (given && self->plan->range_known)
    {
      g_autofree char *text = _loom_binder_dup_extents (self, &setting, FALSE, error);

      return text != NULL &&
             (loom_dim3_parse (text, &self->plan->range, &self->plan->rank, error) ||
              _loom_setting_fail (&setting, error));
    }
  if (self->defaults.range.x > 0 && (self->defaults.is_of_main || self->plan->main_array < 0))
    {
      self->defaults.is_followed = TRUE;
      self->plan->range = self->defaults.range;
      self->plan->rank = self->defaults.rank;
      return TRUE;
    }
  if (self->plan->main_array >= 0)
    return take_range_of_main_array (self, error);

  /* A kernel without arrays: one block of it shows what it does. */
  self->plan->rank = MAX (self->defaults.rank, 1);
  return TRUE;
}

/* A kernel that reads x and z of its indices and never y has loops of its own along y: threads
 * there would do the same work again. */
static void
leave_out_unread_axis (LoomBinder *self)
{
  const LoomSourceIndices *indices = &self->plan->indices;
  LoomSetting setting;

  if (indices->is_known && (indices->threads | indices->blocks) == (1 | 4) &&
      !_loom_binder_get_launch (self, "range", &setting))
    self->plan->range.y = 1;
}

/* Halves the longest axis, the slowest of several, until the kernel's bound holds the block: whole
 * warps stay whole as long as the bound holds one. */
static LoomDim3
choose_block (guint rank,
              guint max_threads)
{
  LoomDim3 block = loom_plan_get_default_block (rank);

  while (max_threads > 0 && block.x * block.y * block.z > max_threads)
    {
      guint32 *longest = block.y >= block.x ? &block.y : &block.x;

      if (block.z >= *longest)
        longest = &block.z;
      *longest /= 2;
    }

  return block;
}

/* What the host code has of the launch, but not such that it can be taken; a launch that it does
 * not have needs no guess. */
static void
guess_of_launch (LoomBinder *self,
                 const char *key,
                 char       *value)
{
  if (self->defaults.launch != NULL)
    _loom_plan_guess (self->plan, NULL, key, value, NULL);
  g_free (value);
}

/* What is declared to be so small needs no guard in the kernel. */
static void
narrow_block (LoomDim3       *block,
              const LoomDim3 *range)
{
  block->x = MIN (block->x, range->x);
  block->y = MIN (block->y, range->y);
  block->z = MIN (block->z, range->z);
}

static gboolean
bind_block (LoomBinder  *self,
            GError     **error)
{
  LoomSetting setting;
  const gboolean given
    = _loom_binder_get_laid_over (self, "block", self->overrides->block, &setting);
  guint rank = self->plan->rank;

  if (!_loom_binder_get_default_block (self, &self->plan->block))
    {
      self->plan->block = choose_block (rank, self->kernel->max_threads);
      if (self->defaults.is_declared && self->defaults.is_of_main)
        narrow_block (&self->plan->block, &self->plan->range);
      if (rank == 3 && self->plan->range.y == 1)
        self->plan->block.y = 1;
      if (!given)
        guess_of_launch (self, "block", loom_dim3_format (&self->plan->block));
    }
  if (given && !loom_dim3_parse_within (setting.text, &self->limits->block, &self->plan->block,
                                        &rank, error))
    return _loom_setting_fail (&setting, error);

  /* Without an array, a range and a launch in the source the block is the range. */
  if (self->plan->main_array < 0 && self->defaults.range.x == 0
      && !(_loom_binder_get_launch (self, "range", &setting) && self->plan->range_known))
    {
      self->plan->range = self->plan->block;
      self->plan->rank = rank;
    }
  return TRUE;
}

/* Where nothing says how many threads are wanted, a launch of the host code is certain, and its
 * block is that of the plan, its grid is, too. The range then has no more threads than that, but
 * along axes on which each cell of the main array wants a thread: there a launch with too few
 * blocks is told as such. */
static gboolean
take_launched_grid (LoomBinder *self)
{
  const LoomSourceLaunch *launch = self->defaults.launch;
  const guint direct = _loom_binder_get_direct (self);
  LoomPlan *plan = self->plan;
  LoomDim3 block;

  if (!self->defaults.is_followed || launch == NULL || !loom_source_launch_is_certain (launch))
    return FALSE;
  block = loom_read_extent_get (&launch->block);
  if (!loom_dim3_equal (&block, &plan->block))
    return FALSE;

  plan->grid = loom_read_extent_get (&launch->grid);
  if ((direct & 1) == 0)
    plan->range.x = MIN (plan->range.x, (guint64) plan->grid.x * plan->block.x);
  if ((direct & 2) == 0)
    plan->range.y = MIN (plan->range.y, (guint64) plan->grid.y * plan->block.y);
  if ((direct & 4) == 0)
    plan->range.z = MIN (plan->range.z, (guint64) plan->grid.z * plan->block.z);
  return TRUE;
}

static gboolean
bind_grid (LoomBinder  *self,
           GError     **error)
{
  LoomSetting setting;
  const gboolean given = _loom_binder_get_laid_over (self, "grid", self->overrides->grid, &setting);

  self->plan->grid_auto = !given || strcmp (setting.text, "auto") == 0;
  if (!self->plan->grid_auto)
    return loom_dim3_parse_within (setting.text, &self->limits->grid, &self->plan->grid, NULL,
                                   error) || _loom_setting_fail (&setting, error);

  if (given || !take_launched_grid (self))
    loom_dim3_cover (&self->plan->range, &self->plan->block, &self->plan->grid);
  return TRUE;
}

/* Where nothing says how large the range is, the plan has a reason for it. */
static void
guess_range (LoomBinder *self)
{
  g_autofree char *range = loom_dim3_format (&self->plan->range);

  if (self->plan->reason != NULL && self->defaults.is_open)
    _loom_plan_guess (self->plan, NULL, "range", range, self->plan->reason);
}

/* Threads are numbered by 63 bits. */
static gboolean
check_threads (LoomPlan  *plan,
               GError   **error)
{
  g_autofree char *grid = NULL, *block = NULL;
  guint64 blocks, threads, all;

  if (loom_dim3_volume (&plan->grid, &blocks) && loom_dim3_volume (&plan->block, &threads) &&
      g_uint64_checked_mul (&all, blocks, threads) && all <= G_MAXINT64)
    return TRUE;

  grid = loom_dim3_format (&plan->grid);
  block = loom_dim3_format (&plan->block);
  return loom_fail (error, LOOM_ERROR_LAUNCH,
                    _("a grid of %1$s blocks with %2$s threads each has 2⁶³ threads or more; "
                      "make the grid smaller"), grid, block);
}

static gboolean
bind_shared (LoomBinder  *self,
             GError     **error)
{
  LoomSetting setting;
  const gboolean is_known = _loom_binder_get_default_shared (self, &self->plan->shared);

  if (_loom_binder_get_launch (self, "shared", &setting))
    return _loom_setting_parse_u64 (&setting, 0, G_MAXUINT64, &self->plan->shared, error);

  if (!is_known)
    guess_of_launch (self, "shared", g_strdup ("0"));
  return TRUE;
}

static gboolean
bind_launches (LoomBinder  *self,
               GError     **error)
{
  LoomSetting setting;
  guint64 launches = 1;

  if (_loom_binder_get_launch (self, "launches", &setting) &&
      !_loom_setting_parse_u64 (&setting, 1, MAX_LAUNCHES, &launches, error))
    return FALSE;

  self->plan->launches = launches;
  return TRUE;
}

gboolean
_loom_binder_check_swap (const LoomPlanArg  *a,
                         const LoomPlanArg  *b,
                         GError            **error)
{
  return loom_plan_arg_is_like (a, b) ||
         loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("the arrays %1$s and %2$s cannot be swapped: their types, shapes or "
                      "pitches differ"), a->name, b->name);
}

static gboolean
add_swapped (LoomBinder  *self,
             const char  *name,
             GError     **error)
{
  const gint index = _loom_kernel_find_param (self->kernel, name);
  const guint argument = (guint) index;
  const LoomPlanArg *arg = index >= 0 ? self->plan->args->pdata[index] : NULL;

  if (arg == NULL || arg->kind != LOOM_PARAM_ARRAY)
    return _loom_kernel_fail_array (self->kernel, name, error);

  if (arg->same >= 0)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%s is the same array as another argument; name that one"), name);

  if (arg->texture.kind != LOOM_TEXTURE_NONE)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("%s is a texture or surface, and only arrays that pointers point to can be "
                        "swapped"), name);

  g_array_append_val (self->plan->swaps, argument);
  return TRUE;
}

static const LoomPlanArg *
get_swapped (LoomBinder *self,
             guint       index)
{
  return self->plan->args->pdata[g_array_index (self->plan->swaps, guint, index)];
}

static gboolean
bind_swap (LoomBinder  *self,
           GError     **error)
{
  g_auto (GStrv) names = NULL;
  LoomSetting setting;
  guint n;

  if (!_loom_binder_get_launch (self, "swap", &setting))
    return TRUE;

  names = g_strsplit (setting.text, ",", -1);
  n = g_strv_length (names);
  if (n % 2 != 0)
    return _loom_setting_refuse (&setting, error, LOOM_ERROR_DOCUMENT,
                                 _("arrays are swapped in pairs; write two names with a comma "
                                   "between them"));

  for (guint i = 0; i < n; i++)
    {
      if (!add_swapped (self, g_strstrip (names[i]), error) ||
          (i % 2 == 1 && !_loom_binder_check_swap (get_swapped (self, i - 1), get_swapped (self, i),
                                                   error)))
        return _loom_setting_fail (&setting, error);
    }

  return TRUE;
}

/* Block, grid and shared memory one after the other, so that the setting that is too large is the
 * one that is marked. */
static gboolean
check_limits (LoomBinder        *self,
              const LoomLimits  *limits,
              GError           **error)
{
  const LoomPlan *plan = self->plan;
  const LoomDim3 one = LOOM_DIM3 (1, 1, 1);

  if (!loom_limits_check (limits, &plan->block, &one, 0, error))
    return _loom_binder_blame (self, -1, "block", self->overrides->block, error);
  if (!loom_limits_check (limits, &plan->block, &plan->grid, 0, error))
    return _loom_binder_blame (self, -1, self->plan->grid_auto ? "range" : "grid",
                               self->plan->grid_auto ? NULL : self->overrides->grid, error);
  return loom_limits_check (limits, &plan->block, &plan->grid, plan->shared, error) ||
         _loom_binder_blame (self, -1, "shared", NULL, error);
}

gboolean
_loom_binder_bind_launch (LoomBinder  *self,
                          GError     **error)
{
  const LoomLimits limits = loom_limits_of_kernel (self->limits, self->kernel->max_threads);

  if (!bind_range (self, error))
    return FALSE;

  leave_out_unread_axis (self);
  if (!bind_block (self, error))
    return FALSE;

  guess_range (self);
  return bind_grid (self, error) && bind_shared (self, error) &&
         bind_launches (self, error) && bind_swap (self, error) &&
         check_limits (self, self->limits, error) && check_limits (self, &limits, error) &&
         (check_threads (self->plan, error) ||
          _loom_binder_blame (self, -1, "grid", self->overrides->grid, error));
}
