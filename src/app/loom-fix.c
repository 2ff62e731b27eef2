/* loom-fix.c: what the buttons beside problems and below a launch do to the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-fix.h"

#include "loom-action.h"
#include "loom-source-references.h"
#include "loom-source-scan.h"

#include <glib/gi18n-lib.h>

static gboolean
guard_host_code (LoomDocument  *document,
                 guint          line,
                 LoomTextEdit  *edit,
                 GError       **error)
{
  gsize length;
  const char *source = loom_document_get_source (document, &length);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (source, length);

  if (loom_source_scan_guard_host_code (scan, source, length, line, edit))
    return TRUE;
  return loom_fail (error, LOOM_ERROR_DOCUMENT,
                    _("line %u holds no whole function; put the host code between #ifndef "
                      "__CUDACC_RTC__ and #endif"), line);
}

static gboolean
replace_reference (LoomDocument  *document,
                   guint          line,
                   LoomTextEdit  *edit,
                   GError       **error)
{
  gsize length;
  const char *source = loom_document_get_source (document, &length);

  if (loom_source_replace_reference (source, length, line, edit))
    return TRUE;
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
               _("no kernel reads what line %u declares; make it a parameter of the function that "
                 "does"), line);
  return FALSE;
}

/**
 * loom_fix_apply:
 * @session: whose text to mend
 * @problem: one of its problems
 * @error: where to put a %LOOM_ERROR_DOCUMENT
 *
 * Does what the button beside a problem says, as one edit; not where it has to ask first.
 *
 * Returns: %FALSE if the text is not as the fix expects it
 */
gboolean
loom_fix_apply (LoomSession  *session,
                LoomProblem  *problem,
                GError      **error)
{
  LoomDocument *document;
  LoomTextEdit edit;
  gboolean good;

  g_return_val_if_fail (LOOM_IS_SESSION (session), FALSE);
  g_return_val_if_fail (LOOM_IS_PROBLEM (problem), FALSE);

  document = loom_session_get_document (session);
  switch (problem->fix)
    {
    case LOOM_FIX_GUARD_HOST_CODE:
      good = guard_host_code (document, problem->line, &edit, error);
      break;
    case LOOM_FIX_MOVE_BLOCK:
      good = loom_document_move_block (document, &edit, error);
      break;
    case LOOM_FIX_RENAME_GROUP:
      good = loom_document_rename_group (document, problem->line, problem->replacement, &edit,
                                         error);
      break;
    case LOOM_FIX_SET_KEY:
      good = loom_document_set_beside (document, problem->line, problem->replacement, &edit, error);
      break;
    case LOOM_FIX_TEXTURE_OBJECT:
      good = replace_reference (document, problem->line, &edit, error);
      break;
    case LOOM_FIX_SET_SHARED:
      return loom_launch_edit (session, NULL, "shared", problem->replacement, error);
    case LOOM_FIX_CHOOSE_TEMPLATE:
    case LOOM_FIX_ALLOW_FOLDER:
    case LOOM_FIX_OPEN_FILE:
    case LOOM_FIX_WRITE_KERNEL: /* the window's: no text changes */
    case LOOM_FIX_NONE:
    default:
      return TRUE;
    }
  if (!good)
    return FALSE;
  loom_session_apply_edit (session, &edit);
  loom_text_edit_clear (&edit);
  return TRUE;
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

/**
 * loom_launch_fix_find:
 * @session: whose launch
 *
 * Returns: (transfer full) (nullable): what would mend a launch that was refused; %NULL if nothing
 *   is wrong with it, or if it takes a human
 */
LoomLaunchFix *
loom_launch_fix_find (LoomSession *session)
{
  const GError *error = loom_session_get_error (session);
  LoomLaunch launch;

  if (error == NULL || error->domain != LOOM_ERROR)
    return NULL;
  loom_launch_init (&launch);
  loom_launch_read (&launch, session);
  return loom_launch_fix_new (&launch, &loom_session_get_choices (session)->limits, error->code);
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

void
loom_launch_fix_free (LoomLaunchFix *self)
{
  g_free (self->label);
  g_free (self->value);
  g_free (self);
}

/**
 * loom_fix_apply_to_launch:
 * @session: whose launch to mend
 * @fix: how
 * @widget: where it was asked for
 *
 * Does what a button about a launch says: one edit, or a question first.
 */
void
loom_fix_apply_to_launch (LoomSession         *session,
                          const LoomLaunchFix *fix,
                          GtkWidget           *widget)
{
  g_return_if_fail (LOOM_IS_SESSION (session));
  g_return_if_fail (fix != NULL);

  if (fix->key == NULL)
    loom_action_activate (widget, "win.choose-template", "s", "");
  else
    loom_launch_edit (session, NULL, fix->key, fix->value, NULL);
}
