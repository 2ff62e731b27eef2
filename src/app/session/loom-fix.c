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
    case LOOM_FIX_SET_LINE:
    case LOOM_FIX_ADD_GUARD:
      good = loom_document_set_line (document, problem->line, problem->replacement, &edit, error);
      break;
    case LOOM_FIX_INCLUDE:
      loom_document_include (document, problem->replacement, &edit);
      good = TRUE;
      break;
    case LOOM_FIX_TEXTURE_OBJECT:
      good = replace_reference (document, problem->line, &edit, error);
      break;
    case LOOM_FIX_SET_SHARED:
      return loom_launch_edit (session, NULL, "shared", problem->replacement, error);
    case LOOM_FIX_USE_SEED:
      return loom_launch_edit (session, NULL, "order", problem->replacement, error);
    case LOOM_FIX_CHOOSE_TEMPLATE:
    case LOOM_FIX_ALLOW_FOLDER:
    case LOOM_FIX_OPEN_FILE:
    case LOOM_FIX_SHOW_THREADS:
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

static LoomLaunchFix *
action_fix (const char *action,
            char       *value,
            const char *label)
{
  LoomLaunchFix *self = fix_new (NULL, value, g_strdup (label));

  self->action = action;
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
    case LOOM_ERROR_TEMPLATE:
      return action_fix ("win.choose-template", g_strdup (""), _("Choose Arguments…"));
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

/* What a piece of advice says should be set. */
static LoomLaunchFix *
setting_fix (const LoomAdvice *advice)
{
  static const struct { const char *key, *label; } labels[] = {
    { "grid", N_("Cover the Range") }, { "manual-grid", N_("I Set the Grid Myself") },
    { "range", N_("Use the Array’s Range") },
  };
  LoomDim3 block;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_str_equal (advice->key, labels[i].key))
      return fix_new (labels[i].key, g_strdup (advice->value), g_strdup (_(labels[i].label)));
  return loom_dim3_parse (advice->value, &block, NULL, NULL) ? set_dim3_fix (advice->key, &block)
                                                             : NULL;
}

/* Where more is to be seen of some advice. */
static void
add_page (GPtrArray *fixes,
          LoomError  code)
{
  static const struct { LoomError code; const char *action, *label; } pages[] = {
    { LOOM_ERROR_TAIL, "win.occupancy", N_("Show Occupancy") },
    { LOOM_ERROR_REGISTERS, "win.occupancy", N_("Show Occupancy") },
    { LOOM_ERROR_BANK_CONFLICTS, "win.banks", N_("Show Banks") },
    { LOOM_ERROR_DIVERGENCE, "win.threads", N_("Show Threads") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (pages[i].code == code)
      g_ptr_array_add (fixes, action_fix (pages[i].action, NULL, _(pages[i].label)));
}

/**
 * loom_launch_list_mends:
 * @advice: on a launch
 *
 * Lists what can be done about it: the setting that mends it, the answers to choose from, and where
 * more is to be seen.
 *
 * Returns: (transfer full) (element-type LoomLaunchFix): what buttons can do
 */
GPtrArray *
loom_launch_list_mends (const LoomAdvice *advice)
{
  GPtrArray *fixes = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_launch_fix_free);
  LoomLaunchFix *fix = advice->key != NULL ? setting_fix (advice) : NULL;

  if (fix != NULL)
    g_ptr_array_add (fixes, fix);
  if (advice->code == LOOM_ERROR_RANK_UNKNOWN)
    add_ranks (fixes);
  add_page (fixes, advice->code);
  if (advice->line > 0)
    {
      /* Translators: a button; %u is a line of the source. */
      fix = fix_new (NULL, NULL, g_strdup_printf (_("Show Line %u"), advice->line));
      fix->line = advice->line;
      g_ptr_array_add (fixes, fix);
    }
  return fixes;
}

/**
 * loom_launch_fix_new_dismissal:
 * @session: whose launch
 * @advice: on it
 *
 * Returns: (transfer full): the edit after which nobody says so any more
 */
LoomLaunchFix *
loom_launch_fix_new_dismissal (LoomSession      *session,
                               const LoomAdvice *advice)
{
  return fix_new ("dismissed", loom_launch_dup_dismissal (session, advice),
                  g_strdup (_("Do not say so again in this document")));
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
 * Does what a button about a launch says: one edit, a question first, or a look at more of it.
 */
void
loom_fix_apply_to_launch (LoomSession         *session,
                          const LoomLaunchFix *fix,
                          GtkWidget           *widget)
{
  g_return_if_fail (LOOM_IS_SESSION (session));
  g_return_if_fail (fix != NULL);

  if (fix->key != NULL)
    loom_launch_edit (session, NULL, fix->key, fix->value, NULL);
  else if (fix->action != NULL)
    loom_action_activate (widget, fix->action, fix->value != NULL ? "s" : NULL, fix->value);
  else
    loom_session_show_line (session, fix->line, 0);
}
