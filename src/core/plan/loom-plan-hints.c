/* loom-plan-hints.c: what a launch will probably do that nobody meant: what, how much, why it
 * matters, what to press; and groups of settings that match no kernel, parameter or variable, with
 * the name that was meant
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-arithmetic.h"
#include "loom-extents-private.h"
#include "loom-plan-private.h"
#include "loom-share.h"
#include "loom-spelling.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* a × b × c, as many axes as the launch has. */
static char *
format_extent (const LoomDim3 *extent,
               guint           rank)
{
  if (rank >= 3 || extent->z != 1)
    return g_strdup_printf ("%u × %u × %u", extent->x, extent->y, extent->z);
  if (rank == 2 || extent->y != 1)
    return g_strdup_printf ("%u × %u", extent->x, extent->y);
  return g_strdup_printf ("%u", extent->x);
}

/* Threads of the grid on one axis, no more than `most`. */
static guint32
get_covered (guint32 grid,
             guint32 block,
             guint32 most)
{
  return MIN ((guint64) grid * block, most);
}

static guint64
get_volume (const LoomDim3 *extent)
{
  guint64 volume = G_MAXUINT64;

  loom_dim3_volume (extent, &volume);
  return volume;
}

static void
hint_too_small (LoomPlan       *plan,
                const LoomDim3 *needed)
{
  g_autofree char *grid = format_extent (&plan->grid, plan->rank);
  g_autofree char *range = format_extent (&plan->range, plan->rank);
  g_autofree char *better = format_extent (needed, plan->rank);
  LoomDim3 covered = {
    get_covered (plan->grid.x, plan->block.x, plan->range.x),
    get_covered (plan->grid.y, plan->block.y, plan->range.y),
    get_covered (plan->grid.z, plan->block.z, plan->range.z),
  };
  guint64 missing = get_volume (&plan->range) - get_volume (&covered);

  if (missing > 0)
    g_ptr_array_add (plan->findings,
                     loom_finding_new (LOOM_ERROR_GRID_TOO_SMALL,
                                       _("The grid of %1$s blocks is too small: %2$llu of the "
                                         "%3$llu positions in the range of %4$s "
                                         "get no thread, and unless the kernel loops, their cells "
                                         "are never written. "
                                         "Cover the range with a grid of %5$s"),
                                       grid, (unsigned long long) missing,
                                       (unsigned long long) get_volume (&plan->range), range,
                                       better));
}

static void
hint_too_large (LoomPlan       *plan,
                const LoomDim3 *needed)
{
  g_autofree char *grid = format_extent (&plan->grid, plan->rank);
  g_autofree char *range = format_extent (&plan->range, plan->rank);
  g_autofree char *better = format_extent (needed, plan->rank);
  LoomDim3 useful = {
    MIN (plan->grid.x, needed->x), MIN (plan->grid.y, needed->y), MIN (plan->grid.z, needed->z),
  };
  guint64 blocks = get_volume (&plan->grid) - get_volume (&useful);
  guint64 threads = blocks * get_volume (&plan->block);

  if (blocks > 0)
    g_ptr_array_add (plan->findings,
                     loom_finding_new (LOOM_ERROR_GRID_TOO_LARGE,
                                       _("The grid of %1$s blocks is too large: %2$llu blocks "
                                         "with %3$llu threads lie wholly outside "
                                         "the range of %4$s; they cost time, and without a guard "
                                         "they write where they must not. "
                                         "Cover the range with a grid of %5$s"),
                                       grid, (unsigned long long) blocks,
                                       (unsigned long long) threads,
                                       range, better));
}

static void
hint_range_unknown (LoomPlan *plan)
{
  g_autofree char *grid = format_extent (&plan->grid, plan->rank);

  g_ptr_array_add (plan->findings,
                   loom_finding_new (LOOM_ERROR_RANGE_UNKNOWN,
                                     _("The range is unknown, so nobody can tell whether the grid "
                                       "of %s blocks is too small or too large. "
                                       "Write how many threads are wanted as the range, or say "
                                       "that the grid is set by hand"),
                                     grid));
}

static void
hint_warp_multiple (LoomPlan         *plan,
                    const LoomLimits *limits)
{
  g_autofree char *block = format_extent (&plan->block, plan->rank);
  guint64 threads = get_volume (&plan->block);
  guint warp = limits->warp_size;
  guint64 warps = (threads + warp - 1) / warp;
  guint64 idle = warps * warp - threads;
  g_autofree char *count = g_strdup_printf (ngettext ("%llu thread", "%llu threads", threads),
                                            (unsigned long long) threads);
  g_autofree char *share = loom_share_format (idle, warps * warp);

  if (idle > 0)
    g_ptr_array_add (plan->findings,
                     loom_finding_new (LOOM_ERROR_NOT_WARP_MULTIPLE,
                                       ngettext ("A block of %1$s has %2$s, which is not a "
                                                 "multiple of %3$u: its last warp leaves %4$llu "
                                                 "lane empty, %5$s of what the block occupies. "
                                                 "Make the block a multiple of %3$u threads",
                                                 "A block of %1$s has %2$s, which is not a "
                                                 "multiple of %3$u: its last warp leaves %4$llu "
                                                 "lanes empty, %5$s of what the block occupies. "
                                                 "Make the block a multiple of %3$u threads",
                                                 idle),
                                       block, count, warp,
                                       (unsigned long long) idle, share));
}

/* "No warnings about the grid" silences what is said about grid and range. */
static gboolean
is_manual (LoomBinder *self)
{
  LoomSetting setting;

  return _loom_binder_get_launch (self, "manual-grid", &setting) &&
         strcmp (setting.text, "true") == 0;
}

/* The number that a scalar's value is, perhaps as a formula in the extents of the main array. */
static gboolean
get_number (const LoomPlan    *plan,
            const LoomPlanArg *scalar,
            guint64           *value)
{
  const LoomPlanArg *main = loom_plan_get_main_array (plan);
  g_autofree char *text = NULL;

  if (scalar->value == NULL)
    return FALSE;
  text = loom_arithmetic_dup_list (scalar->value, main != NULL ? &main->shape : NULL, 0, G_MAXINT64,
                                   NULL);
  return text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, value, NULL);
}

/* What the kernel tests an index against; FALSE: nobody knows before it runs. */
gboolean
_loom_plan_get_bound (const LoomPlan        *plan,
                      const LoomSourceBound *bound,
                      guint64               *value)
{
  *value = (guint64) bound->value;
  for (guint i = 0; i < plan->args->len && !bound->is_constant; i++)
    {
      const LoomPlanArg *arg = g_ptr_array_index (plan->args, i);

      if (arg->kind == LOOM_PARAM_SCALAR && g_strcmp0 (arg->name, bound->name) == 0)
        return get_number (plan, arg, value);
    }
  return bound->is_constant;
}

/* Whether the kernel's own guard leaves out other cells than those beyond the main array. */
static gboolean
is_bounded_elsewhere (LoomBinder *self)
{
  const LoomDim3 *range = &self->plan->range;
  GPtrArray *bounds = self->kernel->bounds;

  for (guint i = 0; i < bounds->len; i++)
    {
      guint64 value;

      if (_loom_plan_get_bound (self->plan, g_ptr_array_index (bounds, i), &value) &&
          value != range->x && value != range->y && value != range->z &&
          value != get_volume (range))
        return TRUE;
    }
  return FALSE;
}

/* The axes on which each thread of the grid has a cell of the main array. */
guint
_loom_binder_get_direct (LoomBinder *self)
{
  const gint index = self->plan->main_array;

  return index >= 0 ? _loom_kernel_get_param (self->kernel, index)->direct : 0;
}

/* The main array is no range that anybody asked for: whether each of its cells wants a thread is
 * seen in the source alone. */
static gboolean
wants_cover (LoomBinder *self)
{
  LoomPlan *plan = self->plan;
  LoomSetting setting;
  guint axes = (plan->range.x > 1 || plan->grid.x > 1) |
               (plan->range.y > 1 || plan->grid.y > 1) << 1 |
               (plan->range.z > 1 || plan->grid.z > 1) << 2;

  return _loom_binder_get_launch (self, "range", &setting) ||
         ((axes & ~_loom_binder_get_direct (self)) == 0 && !is_bounded_elsewhere (self));
}

/* A range that the settings give, and that goes far beyond the main array on an axis on which each
 * thread has a cell of it: more of its positions have no cell there than have one. What is rounded
 * up to whole blocks is less. */
static void
hint_range_too_large (LoomBinder *self)
{
  LoomPlan *plan = self->plan;
  const LoomPlanArg *main = loom_plan_get_main_array (plan);
  const guint direct = _loom_binder_get_direct (self);
  const guint64 range[] = { plan->range.x, plan->range.y, plan->range.z };
  guint64 cells[3];
  LoomSetting setting;

  if (main == NULL || !_loom_binder_get_launch (self, "range", &setting))
    return;
  cells[0] = plan->rank == 1 ? main->shape.cols * main->shape.rows * main->shape.planes
                             : main->shape.cols;
  cells[1] = main->shape.rows;
  cells[2] = main->shape.planes;
  for (guint axis = 0; axis < 3; axis++)
    if ((direct & 1u << axis) != 0 && range[axis] / 2 > cells[axis])
      {
        g_ptr_array_add (plan->findings,
                         loom_finding_new (LOOM_ERROR_RANGE_TOO_LARGE,
                                           /* Translators: %1$c is the axis x, y or z, %4$s an
                                            * array */
                                           _("The range has %2$llu positions along %1$c, and "
                                             "%4$s has %3$llu cells there: %5$llu threads find no "
                                             "cell of theirs. Make the range that of the array, "
                                             "or give the array the shape that is meant"),
                                           "xyz"[axis], (unsigned long long) range[axis],
                                           (unsigned long long) cells[axis], main->name,
                                           (unsigned long long) (range[axis] - cells[axis])));
        return;
      }
}

void
_loom_binder_add_hints (LoomBinder *self)
{
  LoomPlan *plan = self->plan;
  LoomDim3 needed;

  if (!is_manual (self) && !plan->range_known)
    hint_range_unknown (plan);
  else if (!is_manual (self))
    {
      hint_range_too_large (self);
      if (loom_dim3_cover (&plan->range, &plan->block, &needed) &&
          !loom_dim3_equal (&plan->grid, &needed) && wants_cover (self))
        {
          hint_too_small (plan, &needed);
          hint_too_large (plan, &needed);
        }
    }

  hint_warp_multiple (plan, self->limits);
  for (guint i = 0; i < plan->findings->len; i++)
    loom_plan_doubt (plan, plan->findings->pdata[i]);
}

/* As many as anybody reads. */
#define MAX_PROBLEMS 100

static gboolean
is_kernel (LoomKernel *kernel,
           const char *name,
           gsize       length)
{
  g_autofree char *base = g_strchomp (g_strndup (kernel->name, strcspn (kernel->name, "<")));
  g_autofree char *wanted = g_strndup (name, length);

  return strcmp (wanted, kernel->name) == 0 || strcmp (wanted, base) == 0;
}

/* `NAME` of any kernel, or `KERNEL/NAME`. only_arrays: `[expect NAME]`. */
static gboolean
matches_param (LoomBinder *self,
               const char *name,
               gboolean    only_arrays)
{
  const char *slash = strrchr (name, '/');
  const char *param_name = slash != NULL ? slash + 1 : name;

  /* a step may give a parameter an array of another name */
  if (loom_plan_find_array (self->plan, name) >= 0)
    return TRUE;

  for (guint i = 0; i < self->compiled->kernels->len; i++)
    {
      LoomKernel *kernel = g_ptr_array_index (self->compiled->kernels, i);
      gint index;

      if (slash != NULL && !is_kernel (kernel, name, slash - name))
        continue;
      index = _loom_kernel_find_param (kernel, param_name);
      if (index >= 0 &&
          (!only_arrays ||
           _loom_kernel_get_param (kernel, index)->kind == LOOM_PARAM_ARRAY))
        return TRUE;
    }

  return FALSE;
}

static gboolean
matches_kernel (LoomBinder *self,
                const char *name)
{
  for (guint i = 0; i < self->compiled->kernels->len; i++)
    {
      if (is_kernel (g_ptr_array_index (self->compiled->kernels, i), name, strlen (name)))
        return TRUE;
    }

  return FALSE;
}

/* Groups without a name and unknown ones match: others judge those. */
static gboolean
matches (LoomBinder *self,
         const char *group)
{
  const char *name = strchr (group, ' ');

  if (name == NULL)
    return TRUE;

  name++;
  if (g_str_has_prefix (group, "launch "))
    return matches_kernel (self, name);
  if (g_str_has_prefix (group, "arg "))
    return matches_param (self, name, FALSE);
  if (g_str_has_prefix (group, "expect "))
    return matches_param (self, name, TRUE) || _loom_binder_find_symbol (self, name) != NULL;
  if (g_str_has_prefix (group, "symbol "))
    return _loom_binder_find_symbol (self, name) != NULL;
  return TRUE;
}

/* Keeps the candidate if it is nearer than the best so far and no group has its name. Takes
 * nothing. */
static void
consider (LoomBinder  *self,
          const char  *group,
          const char  *word,
          const char  *name,
          char       **best,
          guint       *best_distance)
{
  g_autofree char *candidate = g_strconcat (word, " ", name, NULL);
  guint distance = loom_spelling_count_changes (group + strlen (word) + 1, name, FALSE);

  if (distance >= *best_distance || loom_document_get_group_line (self->document, candidate) > 0)
    return;

  g_free (*best);
  *best = g_steal_pointer (&candidate);
  *best_distance = distance;
}

/* The nearest name that would match, or NULL. */
static char *
find_replacement (LoomBinder *self,
                  const char *group)
{
  g_autofree char *word = g_strndup (group, strcspn (group, " "));
  const GPtrArray *named = self->plan->args;
  glong name = G_STRUCT_OFFSET (LoomPlanArg, name);
  guint distance = G_MAXUINT;
  char *best = NULL;

  if (strcmp (word, "launch") == 0)
    {
      named = self->compiled->kernels;
      name = G_STRUCT_OFFSET (LoomKernel, name);
    }
  else if (strcmp (word, "symbol") == 0)
    {
      named = self->compiled->symbols;
      name = G_STRUCT_OFFSET (LoomSymbol, name);
    }
  for (guint i = 0; i < named->len; i++)
    consider (self, group, word, G_STRUCT_MEMBER (char *, named->pdata[i], name), &best, &distance);
  return best;
}

/* Warns of each group that nothing answers to. */
void
_loom_binder_check_groups (LoomBinder *self)
{
  g_auto (GStrv) groups = loom_document_list_groups (self->document);

  for (guint i = 0; groups[i] != NULL && self->plan->problems->len < MAX_PROBLEMS; i++)
    {
      g_autofree char *shown = _loom_abbreviate (groups[i]);
      guint line = loom_document_get_group_line (self->document, groups[i]);
      LoomDiagnostic *problem;
      char *replacement;

      if (matches (self, groups[i]))
        continue;

      replacement = find_replacement (self, groups[i]);
      problem = loom_diagnostic_new (LOOM_SEVERITY_WARNING, line, 0,
                                     replacement != NULL
                                     ? _("[%1$s] matches nothing in the source; perhaps [%2$s] is "
                                         "meant")
                                     : _("[%1$s] matches nothing in the source"),
                                     shown, replacement);
      problem->fix = replacement != NULL ? LOOM_FIX_RENAME_GROUP : LOOM_FIX_NONE;
      problem->replacement = replacement;
      g_ptr_array_add (self->plan->problems, problem);
    }
}
