/* loom-launch.c: the launch as the settings say it, and edits of it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static char *
dup_kernel (LoomSession *session)
{
  LoomPlan *plan = loom_session_get_plan (session);
  LoomCompiled *compiled = loom_session_get_compiled (session);
  const char *chosen
      = loom_document_get_value (loom_session_get_document (session), "launch", "kernel");

  if (plan != NULL)
    return g_strdup (plan->kernel);
  if (chosen != NULL)
    return g_strdup (chosen);
  if (compiled != NULL && compiled->kernels != NULL && compiled->kernels->len > 0)
    return g_strdup (((LoomKernel *) g_ptr_array_index (compiled->kernels, 0))->name);
  return NULL;
}

/* Where a key of the launch stands: in the group of the kernel alone if it does so already. */
char *
_loom_launch_dup_group (LoomSession *session,
                        const char  *key)
{
  g_autofree char *kernel = dup_kernel (session);
  g_autofree char *group = kernel != NULL ? g_strdup_printf ("launch %s", kernel) : NULL;

  if (group != NULL
      && loom_document_get_value (loom_session_get_document (session), group, key) != NULL)
    return g_steal_pointer (&group);
  return g_strdup ("launch");
}

/**
 * loom_launch_get:
 * @session: whose launch
 * @key: a key of it
 *
 * Returns: (transfer none) (nullable): what the settings say, if anything
 */
const char *
loom_launch_get (LoomSession *session,
                 const char  *key)
{
  g_autofree char *group = _loom_launch_dup_group (session, key);

  return loom_document_get_value (loom_session_get_document (session), group, key);
}

/**
 * loom_launch_init:
 * @self: a launch to fill
 *
 * Sets what a launch is before anything is known: one thread.
 */
void
loom_launch_init (LoomLaunch *self)
{
  *self = (LoomLaunch) {
    .range = { 1, 1, 1 }, .block = { 1, 1, 1 }, .grid = { 1, 1, 1 }, .rank = 1, .grid_auto = TRUE,
  };
}

/* What the settings say, over what was there before: only a plan knows the defaults, and it may be
 * older than the settings by a compilation. */
static void
read_settings (LoomLaunch  *self,
               LoomSession *session)
{
  const char *range = loom_launch_get (session, "range");
  const char *block = loom_launch_get (session, "block");
  const char *grid = loom_launch_get (session, "grid");
  const char *shared = loom_launch_get (session, "shared");
  LoomDim3 read;
  guint rank;

  if (range != NULL && loom_dim3_parse (range, &read, &rank, NULL))
    {
      self->range = read;
      self->rank = rank;
      self->range_known = TRUE;
    }
  if (block != NULL && loom_dim3_parse (block, &read, NULL, NULL))
    self->block = read;
  self->grid_auto = grid == NULL || strcmp (grid, "auto") == 0;
  if (!self->grid_auto && loom_dim3_parse (grid, &read, NULL, NULL))
    self->grid = read;
  else if (self->grid_auto && self->block.x > 0 && self->block.y > 0 && self->block.z > 0)
    loom_dim3_cover (&self->range, &self->block, &self->grid);
  if (shared != NULL)
    self->shared = g_ascii_strtoull (shared, NULL, 10);
}

/* A launch that is refused for its kernel's bound has no plan that would know the kernel. */
static guint
find_max_threads (LoomSession *session)
{
  LoomPlan *plan = loom_session_get_plan (session);
  LoomCompiled *compiled = loom_session_get_compiled (session);
  const char *name = plan != NULL ? plan->kernel : loom_launch_get (session, "kernel");
  LoomKernel *kernel = compiled != NULL ? loom_compiled_find_kernel (compiled, name) : NULL;

  return kernel != NULL ? kernel->max_threads : 0;
}

/**
 * loom_launch_read:
 * @self: the launch as it was before
 * @session: whose launch
 *
 * Reads the launch of a session. What can't be read stays as it was.
 */
void
loom_launch_read (LoomLaunch  *self,
                  LoomSession *session)
{
  LoomPlan *plan = loom_session_get_plan (session);
  const char *manual = loom_launch_get (session, "manual-grid");

  self->manual_grid = g_strcmp0 (manual, "true") == 0;
  self->max_threads = find_max_threads (session);
  if (plan != NULL)
    {
      self->range = plan->range;
      self->rank = plan->rank;
      self->range_known = plan->range_known;
      self->block = plan->block;
      self->grid = plan->grid;
      self->shared = plan->shared;
    }
  read_settings (self, session);
}

/**
 * loom_launch_edit:
 * @session: whose launch
 * @key: a key of the launch
 * @value: (nullable): its new value, or %NULL for the default
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Rewrites the one line of the settings that holds a key of the launch.
 *
 * Returns: whether the text says so now
 */
gboolean
loom_launch_edit (LoomSession  *session,
                  const char   *key,
                  const char   *value,
                  GError      **error)
{
  g_autofree char *group = _loom_launch_dup_group (session, key);

  return loom_session_edit (session, group, key, value, error);
}

/**
 * loom_launch_edit_dim3:
 * @session: whose launch
 * @key: "range", "block" or "grid"
 * @value: its new value
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Rewrites the line of an extent.
 *
 * Returns: whether the text says so now
 */
gboolean
loom_launch_edit_dim3 (LoomSession     *session,
                       const char      *key,
                       const LoomDim3  *value,
                       GError         **error)
{
  g_autofree char *text = loom_dim3_format (value);

  return loom_launch_edit (session, key, text, error);
}

/**
 * loom_launch_reset:
 * @session: whose launch
 *
 * Takes range, block, grid and shared memory out of the settings, as one edit, so that the defaults
 * hold.
 */
void
loom_launch_reset (LoomSession *session)
{
  static const char * const keys[] = { "range", "block", "grid", "manual-grid", "shared" };

  loom_session_begin_edits (session);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    loom_launch_edit (session, keys[i], NULL, NULL);
  loom_session_end_edits (session);
}

static guint32 *
get_axis (LoomDim3 *value,
          guint     axis)
{
  return axis == 0 ? &value->x : axis == 1 ? &value->y : &value->z;
}

/**
 * loom_launch_scale:
 * @value: an extent
 * @axis: 0 for x, 1 for y, 2 for z
 * @up: double it, else halve it
 * @most: the largest value for each axis
 *
 * Doubles or halves one axis, between 1 and the most. Halving rounds down.
 *
 * Returns: the new extent
 */
LoomDim3
loom_launch_scale (const LoomDim3 *value,
                   guint           axis,
                   gboolean        up,
                   const LoomDim3 *most)
{
  LoomDim3 scaled = *value, limit = *most;
  guint64 now = *get_axis (&scaled, axis);
  guint64 next = up ? now * 2 : now / 2;

  *get_axis (&scaled, axis) = (guint32) CLAMP (next, 1, MAX (*get_axis (&limit, axis), 1));
  return scaled;
}

/**
 * loom_launch_explain:
 * @self: a launch
 * @axis: 0 for x, 1 for y, 2 for z
 *
 * Writes out how the grid comes from range and block, as `ceil(100 / 16) = 7`, or what a grid set
 * by hand launches, as `7 × 16 = 112`.
 *
 * Returns: (transfer full): one line
 */
char *
loom_launch_explain (const LoomLaunch *self,
                     guint             axis)
{
  LoomDim3 range = self->range, block = self->block, grid = self->grid;
  guint32 r = *get_axis (&range, axis), b = *get_axis (&block, axis), g = *get_axis (&grid, axis);

  if (self->grid_auto && self->range_known)
    return g_strdup_printf ("ceil(%u / %u) = %u", r, b, g);
  return g_strdup_printf ("%u × %u = %" G_GUINT64_FORMAT, g, b, (guint64) g * b);
}

static LoomLaunchFix *
fix_new (const char *key,
         char       *value,
         char       *label)
{
  LoomLaunchFix *self = g_new0 (LoomLaunchFix, 1);

  self->key = key;
  self->value = value;
  self->label = label;
  return self;
}

static char *
format_for_people (const LoomDim3 *value)
{
  if (value->z != 1)
    return g_strdup_printf ("%u × %u × %u", value->x, value->y, value->z);
  return g_strdup_printf ("%u × %u", value->x, value->y);
}

static LoomLaunchFix *
set_dim3_fix (const char     *key,
              const LoomDim3 *value)
{
  g_autofree char *text = format_for_people (value);

  /* Translators: a button; %s is an extent such as "32 × 32". */
  return fix_new (key, loom_dim3_format (value), g_strdup_printf (_("Use %s"), text));
}

static LoomLaunchFix *
limit_fix (const LoomLaunch *self,
           const LoomLimits *limits)
{
  LoomDim3 block = loom_limits_get_nearest_block (limits, &self->block);
  LoomDim3 grid = self->grid;

  if (!loom_dim3_equal (&block, &self->block))
    return set_dim3_fix ("block", &block);

  grid.x = CLAMP (grid.x, 1, limits->grid.x);
  grid.y = CLAMP (grid.y, 1, limits->grid.y);
  grid.z = CLAMP (grid.z, 1, limits->grid.z);
  if (!loom_dim3_equal (&grid, &self->grid))
    return set_dim3_fix ("grid", &grid);

  if (self->shared > limits->shared_per_block)
    return fix_new ("shared", g_strdup_printf ("%" G_GUINT64_FORMAT, limits->shared_per_block),
                    g_strdup_printf (_("Use %u KiB"), (guint) (limits->shared_per_block / 1024)));
  return NULL;
}

/* The smallest block of whole warps that holds this one. Axes of one thread stay so; of two blocks
 * with as many threads the one is taken that is longer in x, which is the way that the threads of a
 * warp go. */
static LoomLaunchFix *
warp_fix (const LoomLaunch *self,
          const LoomLimits *limits)
{
  const guint spare = limits->warp_size - 1;
  const guint most_x = self->block.x + (self->block.x > 1 || self->block.y == 1 ? spare : 0);
  const guint most_y = self->block.y + (self->block.y > 1 ? spare : 0);
  LoomDim3 best = { 0, 0, 0 };
  guint64 least = G_MAXUINT64;

  for (guint x = self->block.x; x <= most_x; x++)
    for (guint y = self->block.y; y <= most_y; y++)
      {
        LoomDim3 block = { x, y, self->block.z };
        guint64 threads;

        if (loom_dim3_volume (&block, &threads) && threads % limits->warp_size == 0
            && threads <= least)
          {
            best = block;
            least = threads;
          }
      }
  if (least > limits->threads_per_block || best.x > limits->block.x || best.y > limits->block.y)
    return NULL;
  return set_dim3_fix ("block", &best);
}

/**
 * loom_launch_fix_new:
 * @self: a launch
 * @limits: of the device that it is for
 * @code: what is wrong with it
 *
 * Finds the edit that mends a launch.
 *
 * Returns: (transfer full) (nullable): what a button can do; %NULL if it takes a human
 */
LoomLaunchFix *
loom_launch_fix_new (const LoomLaunch *self,
                     const LoomLimits *limits,
                     LoomError         code)
{
  const LoomLimits narrowed = loom_limits_of_kernel (limits, self->max_threads);

  switch ((int) code)
    {
    case LOOM_ERROR_LAUNCH:
      return limit_fix (self, &narrowed);
    case LOOM_ERROR_GRID_TOO_SMALL:
    case LOOM_ERROR_GRID_TOO_LARGE:
      return fix_new ("grid", g_strdup ("auto"), g_strdup (_("Cover the Range")));
    case LOOM_ERROR_RANGE_UNKNOWN:
      return fix_new ("manual-grid", g_strdup ("true"), g_strdup (_("I Set the Grid Myself")));
    case LOOM_ERROR_TEMPLATE:
      return fix_new (NULL, NULL, g_strdup (_("Choose Arguments…")));
    case LOOM_ERROR_NOT_WARP_MULTIPLE:
      return warp_fix (self, &narrowed);
    default:
      return NULL;
    }
}

/* The default of each rank, as a setting. */
static void
add_ranks (GPtrArray *fixes)
{
  static const char * const labels[] = { N_("1-D"), N_("2-D"), N_("3-D") };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      LoomShape shape = loom_shape_get_default (i + 1);

      g_ptr_array_add (fixes, fix_new ("shape", loom_shape_format (&shape),
                                       g_strdup (_(labels[i]))));
    }
}

/**
 * loom_launch_list_fixes:
 * @self: a launch
 * @limits: of the device that it is for
 * @code: what is wrong with it, or is not known of it
 *
 * Lists the edits that mend a launch: one, or the answers to choose from.
 *
 * Returns: (transfer full) (element-type LoomLaunchFix): what buttons can do
 */
GPtrArray *
loom_launch_list_fixes (const LoomLaunch *self,
                        const LoomLimits *limits,
                        LoomError         code)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_launch_fix_free);
  LoomLaunchFix *fix = loom_launch_fix_new (self, limits, code);

  if (fix != NULL)
    g_ptr_array_add (fixes, fix);
  if (code == LOOM_ERROR_RANK_UNKNOWN)
    add_ranks (fixes);
  return fixes;
}

/**
 * loom_launch_fix_free:
 * @self: a fix
 *
 * Frees a fix.
 */
void
loom_launch_fix_free (LoomLaunchFix *self)
{
  g_free (self->label);
  g_free (self->value);
  g_free (self);
}

/* The group that holds a key of an argument: the kernel's own one if it does so already. */
char *
_loom_launch_dup_argument_group (LoomSession *session,
                                 const char  *name,
                                 const char  *key)
{
  g_autofree char *kernel = dup_kernel (session);
  g_autofree char *group = kernel != NULL ? g_strdup_printf ("arg %s/%s", kernel, name) : NULL;

  if (group != NULL
      && loom_document_get_value (loom_session_get_document (session), group, key) != NULL)
    return g_steal_pointer (&group);
  return g_strdup_printf ("arg %s", name);
}

/**
 * loom_launch_get_argument:
 * @session: whose launch
 * @name: an argument
 * @key: a key of it
 *
 * Returns: (transfer none) (nullable): what the settings say, if anything
 */
const char *
loom_launch_get_argument (LoomSession *session,
                          const char  *name,
                          const char  *key)
{
  g_autofree char *group = _loom_launch_dup_argument_group (session, name, key);

  return loom_document_get_value (loom_session_get_document (session), group, key);
}

/**
 * loom_launch_edit_argument:
 * @session: whose launch
 * @name: an argument
 * @key: a key of it
 * @value: (nullable): its new value, or %NULL for the default
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Rewrites the one line of the settings that holds a key of an argument.
 *
 * Returns: whether the text says so now
 */
gboolean
loom_launch_edit_argument (LoomSession  *session,
                           const char   *name,
                           const char   *key,
                           const char   *value,
                           GError      **error)
{
  g_autofree char *group = _loom_launch_dup_argument_group (session, name, key);

  return loom_session_edit (session, group, key, value, error);
}
