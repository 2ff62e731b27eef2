/* loom-launch.c: the launch as the settings say it, and edits of it, tried before they are made
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch.h"

#include "loom-document.h"
#include "loom-mapping.h"

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

static char *
dup_group (LoomSession *session,
           const char  *argument,
           const char  *key)
{
  g_autofree char *kernel = dup_kernel (session);

  return loom_document_dup_group (loom_session_get_document (session), kernel, argument, key);
}

/**
 * loom_launch_get:
 * @session: whose launch
 * @argument: (nullable): an argument of it; %NULL for the launch itself
 * @key: a key of that
 *
 * Returns: (transfer none) (nullable): what the settings say, if anything
 */
const char *
loom_launch_get (LoomSession *session,
                 const char  *argument,
                 const char  *key)
{
  g_autofree char *group = dup_group (session, argument, key);

  return loom_document_get_value (loom_session_get_document (session), group, key);
}

/**
 * loom_launch_get_fault:
 * @session: whose launch
 * @argument: (nullable): an argument of it; %NULL for the launch itself
 * @key: a key of that
 *
 * Returns: (transfer none) (nullable): why nothing runs, if that is because of what is written
 *   there
 */
const char *
loom_launch_get_fault (LoomSession *session,
                       const char  *argument,
                       const char  *key)
{
  g_autofree char *group = dup_group (session, argument, key);

  return loom_launch_get_fault_in (session, group, key);
}

/**
 * loom_launch_get_fault_in:
 * @session: whose launch
 * @group: a group of the settings
 * @key: a key in it
 *
 * Returns: (transfer none) (nullable): why nothing runs, if that is because of what is written
 *   there
 */
const char *
loom_launch_get_fault_in (LoomSession *session,
                          const char  *group,
                          const char  *key)
{
  LoomDocument *document = loom_session_get_document (session);
  guint line, column;

  if (document == NULL || loom_document_get_value (document, group, key) == NULL
      || !loom_session_locate_error (session, &line, &column)
      || line != loom_document_get_value_line (document, group, key))
    return NULL;
  return loom_session_get_error (session)->message;
}

/**
 * loom_launch_init:
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
  const char *range = loom_launch_get (session, NULL, "range");
  const char *block = loom_launch_get (session, NULL, "block");
  const char *grid = loom_launch_get (session, NULL, "grid");
  const char *shared = loom_launch_get (session, NULL, "shared");
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
  const char *name = plan != NULL ? plan->kernel : loom_launch_get (session, NULL, "kernel");
  LoomKernel *kernel = compiled != NULL ? loom_compiled_find_kernel (compiled, name) : NULL;

  return kernel != NULL ? kernel->max_threads : 0;
}

/**
 * loom_launch_read:
 * @session: whose launch
 *
 * Reads the launch of a session. What can't be read stays as it was.
 */
void
loom_launch_read (LoomLaunch  *self,
                  LoomSession *session)
{
  LoomPlan *plan = loom_session_get_plan (session);
  const char *manual = loom_launch_get (session, NULL, "manual-grid");

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

/* What a form expects of its outputs follows what an input holds, in the same step of undo. */
static gboolean
write_setting (LoomSession  *session,
               const char   *group,
               const char   *key,
               const char   *value,
               GError      **error)
{
  g_autofree char *text = NULL;
  gboolean is_good;

  if (!g_str_has_prefix (group, "arg ") ||
      (!g_str_equal (key, "fill") && !g_str_equal (key, "value")))
    return loom_session_edit (session, group, key, value, error);
  loom_session_begin_edits (session);
  is_good = loom_session_edit (session, group, key, value, error);
  loom_session_flush (session);
  text = is_good ? loom_mapping_follow_values (loom_session_get_document (session)) : NULL;
  if (text != NULL)
    loom_session_change_text (session, text);
  loom_session_end_edits (session);
  return is_good;
}

/**
 * loom_launch_edit:
 * @session: whose launch
 * @argument: (nullable): an argument of it; %NULL for the launch itself
 * @key: a key of that
 * @value: (nullable): its new value, or %NULL for the default
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Rewrites the one line of the settings that holds a key.
 *
 * Returns: whether the text says so now
 */
gboolean
loom_launch_edit (LoomSession  *session,
                  const char   *argument,
                  const char   *key,
                  const char   *value,
                  GError      **error)
{
  g_autofree char *group = dup_group (session, argument, key);

  return write_setting (session, group, key, value, error);
}

/* Whether the text can hold a value, whatever it means. */
static gboolean
check_text (LoomSession  *session,
            const char   *group,
            const char   *key,
            const char   *value,
            GError      **error)
{
  LoomTextEdit edit = { 0 };
  gboolean good = loom_document_edit (loom_session_get_document (session), group, key, value, &edit,
                                      error);

  loom_text_edit_clear (&edit);
  return good;
}

/* Without a signature there is nothing to bind to, and the value is as good as any. */
static gboolean
check_launch (LoomSession  *session,
              const char   *group,
              const char   *key,
              const char   *value,
              GError      **error)
{
  LoomCompiled *compiled = loom_session_get_compiled (session);
  g_autoptr (GFile) folder = loom_session_dup_folder (session);

  return compiled == NULL || compiled->ptx == NULL || compiled->kernels->len == 0
         || loom_plan_check_setting (loom_session_get_document (session), compiled,
                                     &loom_session_get_choices (session)->limits, folder, group,
                                     key, value, error);
}

/**
 * loom_launch_try:
 * @session: whose launch
 * @argument: (nullable): an argument of it; %NULL for the launch itself
 * @key: a key of that
 * @value: what it is to be
 * @apply: whether to write it
 * @error: where to put what is wrong with it
 *
 * Checks a value that a person typed: what can't be launched is not written.
 *
 * Returns: whether it is good and, if it was to be, written
 */
gboolean
loom_launch_try (LoomSession  *session,
                 const char   *argument,
                 const char   *key,
                 const char   *value,
                 gboolean      apply,
                 GError      **error)
{
  g_autofree char *group = dup_group (session, argument, key);

  return loom_launch_try_in (session, group, key, value, apply, error);
}

/**
 * loom_launch_try_in:
 * @session: whose launch
 * @group: a group of the settings
 * @key: a key in it
 * @value: what it is to be
 * @apply: whether to write it
 * @error: where to put what is wrong with it
 *
 * Checks a value that a person typed: what can't be launched is not written.
 *
 * Returns: whether it is good and, if it was to be, written
 */
gboolean
loom_launch_try_in (LoomSession  *session,
                    const char   *group,
                    const char   *key,
                    const char   *value,
                    gboolean      apply,
                    GError      **error)
{
  loom_session_flush (session);
  if (!check_text (session, group, key, value, error)
      || !check_launch (session, group, key, value, error))
    return FALSE;

  return !apply || write_setting (session, group, key, value, error);
}

gboolean
loom_launch_edit_dim3 (LoomSession     *session,
                       const char      *key,
                       const LoomDim3  *value,
                       GError         **error)
{
  g_autofree char *text = loom_dim3_format (value);

  return loom_launch_edit (session, NULL, key, text, error);
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
    loom_launch_edit (session, NULL, keys[i], NULL, NULL);
  loom_session_end_edits (session);
}

/**
 * loom_launch_has_kernel:
 * @session: whose launch
 *
 * Returns: whether there is something to be launched, as far as the compiler got: without that, the
 *   extents of a launch are nobody's
 */
gboolean
loom_launch_has_kernel (LoomSession *session)
{
  const LoomCompiled *compiled = loom_session_get_compiled (session);

  return compiled != NULL && compiled->kernels->len > 0;
}

/**
 * loom_launch_find_fit:
 * @session: whose launch
 * @block: (out): the smallest block of whole warps that holds the one of the launch
 *
 * Returns: %FALSE if its warps are whole, or if there is no such block
 */
gboolean
loom_launch_find_fit (LoomSession *session,
                      LoomDim3    *block)
{
  LoomLimits limits;
  LoomLaunch launch;

  if (!loom_launch_has_kernel (session))
    return FALSE;
  loom_launch_init (&launch);
  loom_launch_read (&launch, session);
  limits = loom_limits_of_kernel (&loom_session_get_choices (session)->limits, launch.max_threads);
  return loom_limits_fit_to_warps (&limits, &launch.block, block) &&
         !loom_dim3_equal (&launch.block, block);
}

/**
 * loom_launch_find_trim:
 * @session: whose launch
 * @grid: (out): the grid of the launch without the blocks that lie wholly outside its range
 *
 * Returns: %FALSE if there are none, or if nobody knows the range
 */
gboolean
loom_launch_find_trim (LoomSession *session,
                       LoomDim3    *grid)
{
  LoomLaunch launch;
  LoomDim3 needed;

  if (!loom_launch_has_kernel (session))
    return FALSE;
  loom_launch_init (&launch);
  loom_launch_read (&launch, session);
  if (launch.grid_auto || !launch.range_known ||
      !loom_dim3_cover (&launch.range, &launch.block, &needed))
    return FALSE;
  *grid = LOOM_DIM3 (MIN (launch.grid.x, needed.x), MIN (launch.grid.y, needed.y),
                     MIN (launch.grid.z, needed.z));
  return !loom_dim3_equal (&launch.grid, grid);
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
