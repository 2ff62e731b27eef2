/* loom-plan-defaults.c: what nobody has set, as the source shows it: how many axes its indices
 * have, and the sizes that its host code launches it with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a document is opened with must show in a moment; more is only launched when asked for. */
#define MAX_THREADS (4 * 1024 * 1024)
#define MAX_BYTES (256 * 1024 * 1024)

/* The names of extents; only whole numbers are given them. */
static const struct
{
  const char *name;
  char        axis;             /* n: cells of a vector, else columns; x, y, z */
} bare_names[] = {
  { "n", 'n' }, { "N", 'n' }, { "size", 'n' }, { "len", 'n' },
  { "w", 'x' }, { "width", 'x' }, { "nx", 'x' }, { "cols", 'x' },
  { "h", 'y' }, { "height", 'y' }, { "ny", 'y' }, { "rows", 'y' },
  { "d", 'z' }, { "depth", 'z' }, { "nz", 'z' },
};

static char
get_bare_axis (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (bare_names); i++)
    {
      if (strcmp (name, bare_names[i].name) == 0)
        return bare_names[i].axis;
    }

  return '\0';
}

/* The axis of the thread that the kernel tests against a parameter of this name, the first of
 * several; '\0': none. */
static char
get_guarded_axis (const LoomKernel *kernel,
                  const char       *name)
{
  const GPtrArray *bounds = kernel->bounds;
  guint axes = 0;

  for (guint i = 0; i < bounds->len; i++)
    {
      const LoomSourceBound *bound = bounds->pdata[i];

      if (!bound->is_constant && strcmp (bound->name, name) == 0)
        axes |= bound->axes;
    }

  return axes & 1 ? 'x' : axes & 2 ? 'y' : axes & 4 ? 'z' : '\0';
}

/* Of an argument that is a whole number, the axis that its name is for, or that it guards; '\0':
 * none. */
static char
get_axis_of (LoomBinder *self,
             guint       index)
{
  const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, index);

  if (arg->kind != LOOM_PARAM_SCALAR || loom_scalar_is_float (arg->type.scalar) ||
      arg->type.lanes != 1)
    return '\0';
  return get_bare_axis (arg->name) != '\0' ? get_bare_axis (arg->name)
                                           : get_guarded_axis (self->kernel, arg->name);
}

/* The axis that a whole number of this name is the extent of: it guards it, or is named for it;
 * '\0': neither. */
char
_loom_kernel_find_axis (const LoomKernel *kernel,
                        const char       *name)
{
  const char guarded = get_guarded_axis (kernel, name);

  return guarded != '\0' ? guarded : get_bare_axis (name);
}

static gboolean
has_axis (LoomBinder *self,
          char        axis)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      if (get_axis_of (self, i) == axis)
        return TRUE;
    }

  return FALSE;
}

void
_loom_defaults_clear (LoomDefaults *self)
{
  g_clear_pointer (&self->launch, loom_source_launch_free);
  g_clear_pointer (&self->reason, g_free);
}

static const LoomReadArgument *
get_argument (LoomBinder *self,
              guint       index)
{
  const LoomSourceLaunch *launch = self->defaults.launch;

  return launch != NULL && index < launch->arguments->len
         ? &g_array_index (launch->arguments, LoomReadArgument, index) : NULL;
}

/* What the main array is declared as; NULL: there is none. */
static const LoomParam *
get_main_param (LoomBinder *self)
{
  return self->plan->main_array >= 0
         ? _loom_kernel_get_param (self->kernel, (guint) self->plan->main_array) : NULL;
}

/* The axes of the main array that its type has the extents of. */
static guint
get_n_fixed (LoomBinder *self)
{
  return self->plan->main_array >= 0 ? get_main_param (self)->fixed : 0;
}

/* What the launch passes for an argument of a name of this axis; 0: nothing certain. */
static guint64
get_named_extent (LoomBinder *self,
                  char        axis)
{
  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomReadArgument *argument = get_argument (self, i);

      if (get_axis_of (self, i) == axis && argument != NULL && argument->value.is_certain)
        return argument->value.value;
    }

  return 0;
}

/* Threads of the launch on one axis; or, if an argument says how many are wanted, so many. */
static guint64
get_launched_extent (LoomBinder *self,
                     guint       axis)
{
  const LoomSourceLaunch *launch = self->defaults.launch;
  const LoomReadNumber *grid = &launch->grid.axes[axis], *block = &launch->block.axes[axis];

  if (launch->grid.rank == 0 || launch->block.rank == 0 || !grid->is_certain ||
      !block->is_certain || grid->value < 1 || block->value < 1 || grid->value > MAX_THREADS ||
      block->value > MAX_THREADS)
    return 0;

  for (guint i = 0; i < launch->arguments->len; i++)
    {
      const LoomReadArgument *argument = get_argument (self, i);

      if (argument->value.is_certain && argument->value.value > (grid->value - 1) * block->value &&
          argument->value.value <= grid->value * block->value)
        return argument->value.value;
    }

  return grid->value * block->value;
}

static guint64 *
get_side (LoomShape *shape,
          guint      axis)
{
  return axis == 0 ? &shape->cols : axis == 1 ? &shape->rows : &shape->planes;
}

/* How many rows of a known length the host allocates for the main array; 0: nothing certain. */
static guint64
get_allocated_rows (LoomBinder *self)
{
  const LoomParam *param = get_main_param (self);
  const LoomReadArgument *argument = get_argument (self, (guint) self->plan->main_array);
  LoomShape shape;

  if (argument == NULL || !argument->bytes.is_certain || param->type.size == 0)
    return 0;

  shape = loom_param_get_shape (param, argument->bytes.value / param->type.size);
  return *get_side (&shape, param->fixed);
}

/* Columns, rows or planes as the launch has them, or, without an array, threads; 0: nothing
 * certain. How many rows there are of a known length a launch along x alone tells as well. */
static guint64
get_extent (LoomBinder *self,
            guint       axis)
{
  const LoomParam *param = get_main_param (self);
  const guint n_fixed = get_n_fixed (self);
  guint64 extent = n_fixed > 0 && axis == n_fixed ? get_allocated_rows (self) : 0;

  if (axis < n_fixed)
    return param->extents[axis];
  if (extent == 0 && param != NULL)
    extent = get_named_extent (self, "xyz"[axis]);
  if (extent == 0 && axis == n_fixed && param != NULL)
    extent = get_named_extent (self, 'n');
  if (extent == 0 && axis == n_fixed && param != NULL)
    extent = param->extents[axis];
  if (extent > 0 || (axis >= self->defaults.rank && n_fixed == 0))
    return extent;
  return get_launched_extent (self, axis < self->defaults.rank ? axis : 0);
}

/* Whether the launch is small enough to be done without being asked for. */
static gboolean
is_modest (LoomBinder      *self,
           const LoomShape *shape)
{
  guint64 cells, bytes = 0;

  if (!loom_shape_cells (shape, &cells) || cells > MAX_THREADS)
    return FALSE;

  for (guint i = 0; i < self->plan->args->len; i++)
    {
      const LoomReadArgument *argument = get_argument (self, i);
      const LoomPlanArg *arg = self->plan->args->pdata[i];

      if (argument != NULL && argument->bytes.is_certain)
        bytes += argument->bytes.value;
      else if (arg->kind == LOOM_PARAM_ARRAY)
        bytes += cells * arg->type.size;
    }

  return bytes <= MAX_BYTES;
}

/* The sizes of the launch in the host code, if all of them are certain. */
static void
follow_launch (LoomBinder *self)
{
  LoomDefaults *defaults = &self->defaults;
  const guint line = defaults->launch->line;
  LoomShape shape = { defaults->shape.rank, 1, 1, 1 };

  for (guint axis = 0; axis < shape.rank; axis++)
    {
      *get_side (&shape, axis) = get_extent (self, axis);
      if (*get_side (&shape, axis) == 0)
        return;
    }
  if (!is_modest (self, &shape))
    {
      g_clear_pointer (&defaults->launch, loom_source_launch_free);
      defaults->is_open = TRUE;
      self->defaults.reason = g_strdup_printf (_("Smaller than the launch in line %u, which is too "
                                              "large to be run without being asked for"), line);
      return;
    }

  defaults->shape = shape;
  defaults->range = LOOM_DIM3 (shape.cols, shape.rows, shape.planes);
  self->defaults.reason = g_strdup_printf (_("As in the launch in line %u"), line);
}

/* The axis that a constant of this name is the extent of, 3 for all; 4: none. */
static guint
get_axis_of_bound (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  char axis = get_bare_axis (lower);

  return axis == 'n' ? 3 : axis == '\0' ? 4 : axis - 'x';
}

/* `if (i < N)`: without a launch, the bounds that the kernel tests its indices against. */
static void
follow_bounds (LoomBinder *self)
{
  GPtrArray *bounds = self->kernel->bounds;
  LoomShape shape = { self->defaults.shape.rank, 0, 0, 0 };
  const guint n_fixed = get_n_fixed (self);
  const char *name = NULL;

  for (guint axis = 0; axis < n_fixed; axis++)
    *get_side (&shape, axis) = get_main_param (self)->extents[axis];
  for (guint i = 0; i < bounds->len; i++)
    {
      const LoomSourceBound *bound = g_ptr_array_index (bounds, i);
      guint wanted = bound->is_constant ? get_axis_of_bound (bound->name) : 4;

      for (guint axis = n_fixed; axis < shape.rank && wanted < 4; axis++)
        {
          if (wanted != axis && (wanted != 3 || *get_side (&shape, axis) > 0))
            continue;
          *get_side (&shape, axis) = bound->value;
          name = name != NULL ? name : bound->name;
        }
    }

  for (guint axis = 0; axis < 3; axis++)
    {
      if (axis >= shape.rank)
        *get_side (&shape, axis) = 1;
      else if (*get_side (&shape, axis) == 0)
        return;
    }
  if (!is_modest (self, &shape))
    return;

  self->defaults.shape = shape;
  /* Translators: why an array is as large as it is; %s is a constant of the kernel. */
  self->defaults.reason = g_strdup_printf (_("As the kernel’s own bounds have it: %s"), name);
}

/* `float a[8][N]`, without a launch and bounds. */
static void
follow_declaration (LoomBinder *self)
{
  const LoomParam *param = get_main_param (self);
  LoomShape shape;

  if (param == NULL || param->extents[param->fixed] == 0 ||
      self->defaults.shape.rank != param->fixed + 1)
    return;

  shape = self->defaults.shape;
  *get_side (&shape, param->fixed) = param->extents[param->fixed];
  if (!is_modest (self, &shape))
    return;

  self->defaults.shape = shape;
  self->defaults.is_declared = TRUE;
  /* Translators: why an array is as large as it is; %s is its name. */
  self->defaults.reason = g_strdup_printf (_("As the parameter %s is declared"), param->name);
}

/* The most axes that one of the launch's own settings has; 0: they say nothing. */
static guint
get_rank_of_settings (LoomBinder *self)
{
  const char * const keys[] = { "range", "block", "grid" };
  const char * const overrides[] = { NULL, self->overrides->block, self->overrides->grid };
  guint most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      LoomSetting setting;
      LoomDim3 extent;
      guint rank;

      if (_loom_binder_get_laid_over (self, keys[i], overrides[i], &setting) &&
          loom_dim3_parse (setting.text, &extent, &rank, NULL))
        most = MAX (most, rank);
    }

  return most;
}

/* 0: nobody knows. */
static guint
find_rank (LoomBinder *self)
{
  const LoomSourceIndices *indices = &self->plan->indices;
  guint rank = loom_source_indices_get_rank (indices);
  const LoomSourceLaunch *launch = self->defaults.launch;

  if (indices->is_known || rank > 1)
    return MAX (rank, 1);
  if (launch != NULL && launch->grid.rank > 0 && launch->block.rank > 0)
    return MAX (launch->grid.rank, launch->block.rank);
  return get_rank_of_settings (self);
}

/* Arrays have at least the axes of the launch, and those that the kernel is told the extents of;
 * arrays of rows have just those. */
static guint
find_rank_of_arrays (LoomBinder *self,
                     guint       rank)
{
  if (get_n_fixed (self) > 0)
    return get_n_fixed (self) + 1;
  if (rank < 2 && has_axis (self, 'x') && has_axis (self, 'y'))
    rank = 2;
  if (rank == 2 && has_axis (self, 'x') && has_axis (self, 'y') && has_axis (self, 'z'))
    rank = 3;
  return rank;
}

static void
ask_for_rank (LoomBinder *self)
{
  if (self->plan->main_array < 0)
    return;

  g_ptr_array_add (self->plan->findings,
                   loom_finding_new (LOOM_ERROR_RANK_UNKNOWN,
                                     _("Along how many axes does %1$s work? The source does not "
                                       "show it, so it is one until the shape of its arrays is "
                                       "given"), self->kernel->name));
}

static char *
dup_cells (const LoomShape *shape)
{
  if (shape->rank == 1)
    return g_strdup_printf ("%u", (guint) shape->cols);
  if (shape->rank == 2)
    return g_strdup_printf ("%u × %u", (guint) shape->cols, (guint) shape->rows);
  return g_strdup_printf ("%u × %u × %u", (guint) shape->cols, (guint) shape->rows,
                          (guint) shape->planes);
}

/* What of the launch in the host code is not certain, as it stands there. */
static char *
explain_launch (LoomBinder *self)
{
  const LoomSourceLaunch *launch = self->defaults.launch;
  const LoomReadExtent *open = loom_read_extent_is_certain (&launch->grid) ? &launch->block
                                                                           : &launch->grid;
  g_autofree char *cells = dup_cells (&self->defaults.shape);

  if (loom_read_extent_is_certain (open) || open->text == NULL || *open->text == '\0')
    return g_strdup_printf (_("%1$s cells, since the launch in line %2$u does not tell how many"),
                            cells, launch->line);
  if (open == &launch->grid)
    /* Translators: %1$s is a number, or several; %3$s an expression of C. */
    return g_strdup_printf (_("%1$s cells, since the grid of the launch in line %2$u is not "
                              "known before the program runs: %3$s"),
                            cells, launch->line, open->text);
  return g_strdup_printf (_("%1$s cells, since the block of the launch in line %2$u is not known "
                            "before the program runs: %3$s"), cells, launch->line, open->text);
}

/* Why the launch has so many axes, and its arrays so many cells, where the kernel's indices tell
 * the axes. */
static char *
explain_indices (const LoomShape *shape)
{
  if (shape->rank == 1)
    return g_strdup_printf (_("1-D, since the kernel reads only x of its indices; %u cells, since "
                              "nothing says how many"), (guint) shape->cols);
  if (shape->rank == 2)
    return g_strdup_printf (_("2-D, since the kernel reads y of its indices; %1$u × %2$u cells, "
                              "since nothing says how many"),
                            (guint) shape->cols, (guint) shape->rows);
  return g_strdup_printf (_("3-D, since the kernel reads z of its indices; %1$u × %2$u × %3$u "
                            "cells, since nothing says how many"),
                          (guint) shape->cols, (guint) shape->rows, (guint) shape->planes);
}

/* read: the axes that the source shows the kernel to read, 0: none. */
static char *
explain (LoomBinder *self,
         guint       known,
         guint       read)
{
  const LoomShape *shape = &self->defaults.shape;
  g_autofree char *cells = NULL;

  if (self->plan->main_array < 0)
    return g_strdup (_("One block, since the kernel has no array that threads are needed for"));
  if (self->defaults.launch != NULL)
    return explain_launch (self);
  if (known > 0 && known == read && read == shape->rank)
    return explain_indices (shape);

  cells = dup_cells (shape);
  if (known > 0 && read == 0)
    return g_strdup_printf (_("%s cells, since nothing says how many; the kernel reads none of its "
                              "indices"), cells);
  return g_strdup_printf (_("%s cells, since nothing says how many"), cells);
}

/* A launch along fewer axes than its arrays have goes through all their cells. */
static void
choose_range (LoomBinder *self)
{
  LoomDefaults *defaults = &self->defaults;
  guint64 cells = 0;

  if (defaults->rank == defaults->shape.rank || self->plan->main_array < 0)
    return;

  loom_shape_cells (&defaults->shape, &cells);
  defaults->range = defaults->rank == 1 ? LOOM_DIM3 (cells, 1, 1)
                    : LOOM_DIM3 (defaults->shape.cols, defaults->shape.rows, 1);
}

/* The first launch of the kernel whose block and grid are certain; else what all of its launches
 * have in common. */
static LoomSourceLaunch *
choose_launch (LoomBinder *self)
{
  GPtrArray *launches = self->compiled->launches;
  LoomSourceLaunch *chosen = NULL;

  for (guint i = 0; chosen == NULL && i < launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (launches, i);
      g_autoptr (GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, (gpointer) launch);
      if (loom_source_launch_is_certain (launch))
        chosen = loom_source_launches_merge (one, self->kernel->name);
    }

  return chosen != NULL ? chosen : loom_source_launches_merge (launches, self->kernel->name);
}

/* For arrays and a range that the settings say nothing of. */
void
_loom_binder_choose_defaults (LoomBinder *self)
{
  LoomDefaults *defaults = &self->defaults;
  guint known, read = loom_source_indices_get_rank (&self->plan->indices);

  defaults->launch = choose_launch (self);
  known = find_rank (self);
  defaults->rank = MAX (known, 1);
  defaults->shape = loom_shape_get_default (find_rank_of_arrays (self, defaults->rank));
  for (guint axis = 0; axis < get_n_fixed (self); axis++)
    *get_side (&defaults->shape, axis) = get_main_param (self)->extents[axis];

  if (known == 0)
    ask_for_rank (self);
  if (defaults->launch != NULL)
    follow_launch (self);
  else if (known > 0)
    follow_bounds (self);
  if (defaults->reason == NULL)
    follow_declaration (self);
  choose_range (self);
  if (defaults->reason == NULL)
    {
      defaults->reason = explain (self, known, read);
      defaults->is_open = TRUE;
    }
}

/* Whether a setting or what the host code allocates says how large an array without a shape of its
 * own is. */
gboolean
_loom_binder_knows_size (LoomBinder *self,
                         guint       index)
{
  const LoomReadArgument *argument = get_argument (self, index);

  return self->defaults.is_given ||
         (argument != NULL && argument->bytes.is_certain && argument->bytes.value > 0);
}

/* Of an array of rows, each as long as its type has it, or of one that is not the main one and is
 * declared with an extent; 0: nothing, or a setting gives all of them one shape. */
static guint64
find_declared_cells (LoomBinder *self,
                     guint       index)
{
  const LoomParam *param = _loom_kernel_get_param (self->kernel, index);
  const LoomShape *shape = &self->defaults.shape;
  guint64 cells = param->extents[param->fixed];

  if ((gint) index == self->plan->main_array || self->defaults.rank == 0 ||
      (param->fixed == 0 && cells == 0))
    return 0;

  if (cells == 0 && shape->rank > param->fixed)
    cells = param->fixed == 1 ? shape->rows : shape->planes;
  for (guint axis = 0; axis < param->fixed; axis++)
    if (!g_uint64_checked_mul (&cells, MAX (cells, 1), param->extents[axis]))
      return 0;
  return cells;
}

/* An array that the host code allocates is a vector of so many cells, unless they are just those of
 * the shape that goes with the launch, or its type says how long its rows are. */
LoomShape
_loom_binder_get_default_shape (LoomBinder     *self,
                                guint           index,
                                const LoomType *type)
{
  const LoomParam *param = _loom_kernel_get_param (self->kernel, index);
  const LoomReadArgument *argument = get_argument (self, index);
  guint64 cells = find_declared_cells (self, index), of_shape = 0;

  if (argument != NULL && argument->bytes.is_certain && type->size > 0)
    cells = argument->bytes.value / type->size;
  loom_shape_cells (&self->defaults.shape, &of_shape);

  return cells > 0 && (cells != of_shape || param->fixed > 0) ? loom_param_get_shape (param, cells)
                                                              : self->defaults.shape;
}

/* The number that the launch passes; NULL if it is none for certain. */
static char *
dup_launched_value (LoomBinder *self,
                    guint       index)
{
  const LoomReadArgument *argument = get_argument (self, index);
  const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, index);

  return argument != NULL ? loom_read_argument_dup_value (argument, arg->type.scalar) : NULL;
}

/* What a number of the argument `name` is under this key, since it seems to be an extent. */
static char *
guess_extent (LoomBinder *self,
              char        axis,
              const char *name,
              const char *key)
{
  const LoomPlanArg *main_array = loom_plan_get_main_array (self->plan);
  const LoomShape *shape = main_array != NULL ? &main_array->shape : &self->defaults.shape;
  char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, axis == 'y' ? shape->rows
                                 : axis == 'z' ? shape->planes : shape->cols);
  g_autofree char *why = NULL;

  if (main_array != NULL)
    /* Translators: why a number is what it is; %s is an array */
    why = g_strdup_printf (_("the source does not say, so it is taken from the shape of %s"),
                           main_array->name);
  _loom_plan_guess (self->plan, name, key, value, why)->is_extent = main_array != NULL;
  return value;
}

/* A whole number of the name that CUDA's guide gives it, where the main array has one. */
static gboolean
is_pitch (LoomBinder *self,
          guint       index)
{
  const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, index);
  const LoomPlanArg *main_array = loom_plan_get_main_array (self->plan);

  return main_array != NULL && main_array->pitch != 0 && !loom_scalar_is_float (arg->type.scalar) &&
         g_ascii_strcasecmp (arg->name, "pitch") == 0;
}

/* NULL if nothing says what a scalar could be. */
char *
_loom_binder_dup_default_value (LoomBinder *self,
                                guint       index)
{
  const LoomPlanArg *arg = g_ptr_array_index (self->plan->args, index);
  const char axis = get_axis_of (self, index);
  char *value = dup_launched_value (self, index);

  if (value == NULL && is_pitch (self, index))
    return g_strdup_printf ("%" G_GUINT64_FORMAT, loom_plan_get_main_array (self->plan)->pitch);
  if (value != NULL || axis == '\0')
    return value;

  value = guess_extent (self, axis, arg->name, "value");
  if (get_bare_axis (arg->name) == '\0')
    g_ptr_array_add (self->plan->findings,
                     loom_finding_new (LOOM_ERROR_SETTINGS,
                                       _("the argument %1$s has no value, so it is %2$s, which is "
                                         "a guess, since the kernel tests an index against it; "
                                         "write “value” into [arg %1$s]"), arg->name, value));
  return value;
}

/* Of a struct that is passed by value; NULL if its name says nothing. */
char *
_loom_binder_dup_default_member (LoomBinder          *self,
                                 const char          *name,
                                 const LoomComponent *component)
{
  const char *dot = strrchr (component->name, '.');
  const char axis = get_bare_axis (dot != NULL ? dot + 1 : component->name);
  g_autofree char *key = g_strconcat ("value.", component->name, NULL);

  return axis != '\0' && component->pointer == NULL && !loom_scalar_is_float (component->scalar)
         ? guess_extent (self, axis, name, key) : NULL;
}

/* The block of the launch in the host code, if it is certain and one that the kernel may have. */
gboolean
_loom_binder_get_default_block (LoomBinder *self,
                                LoomDim3   *block)
{
  const LoomSourceLaunch *launch = self->defaults.launch;
  const LoomLimits limits = loom_limits_of_kernel (self->limits, self->kernel->max_threads);
  const LoomDim3 one = LOOM_DIM3 (1, 1, 1);
  LoomDim3 read;

  if (launch == NULL || !loom_read_extent_is_certain (&launch->block))
    return FALSE;
  read = loom_read_extent_get (&launch->block);
  if (!loom_limits_check (&limits, &read, &one, 0, NULL))
    return FALSE;

  *block = read;
  return TRUE;
}

/* The dynamic shared memory of the launch in the host code, if it is certain, or is so with the
 * block of the plan, which may have it. */
gboolean
_loom_binder_get_default_shared (LoomBinder *self,
                                 guint64    *shared)
{
  const LoomSourceLaunch *launch = self->defaults.launch;
  const LoomDim3 one = LOOM_DIM3 (1, 1, 1);
  guint64 threads = 0;
  gint64 bytes;

  *shared = 0;
  if (launch == NULL ||
      (!launch->shared.is_certain && (launch->shared_per_warp == 0 ||
                                      !loom_dim3_volume (&self->plan->block, &threads) ||
                                      threads > G_MAXINT32)))
    return FALSE;

  bytes = launch->shared.is_certain
          ? launch->shared.value
          : launch->shared_besides + (launch->shared_per_warp * (gint64) threads + 31) / 32;
  if (bytes < 0 || !loom_limits_check (self->limits, &self->plan->block, &one, bytes, NULL))
    return FALSE;

  *shared = bytes;
  return TRUE;
}
