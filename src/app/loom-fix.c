/* loom-fix.c: what the buttons beside problems do to the text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-fix.h"

#include "loom-action.h"
#include "loom-source-scan.h"

#include <glib/gi18n-lib.h>

/* Takes what is in the edit. */
static void
apply (LoomSession  *session,
       LoomTextEdit *edit)
{
  loom_session_apply_edit (session, edit);
  loom_text_edit_clear (edit);
}

static gboolean
guard_host_code (LoomSession  *session,
                 LoomProblem  *problem,
                 GError      **error)
{
  guint line = loom_problem_get_line (problem);
  g_autoptr (LoomSourceScan) scan = NULL;
  LoomTextEdit edit;
  const char *source;
  gsize length;

  source = loom_document_get_source (loom_session_get_document (session), &length);
  scan = loom_source_scan_new (source, length);
  if (!loom_source_scan_guard_host_code (scan, source, length, line, &edit))
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("line %u holds no whole function; put the host code between "
                     "#ifndef __CUDACC_RTC__ and #endif"), line);
      return FALSE;
    }

  apply (session, &edit);
  return TRUE;
}

static gboolean
move_block (LoomSession  *session,
            GError      **error)
{
  LoomTextEdit edit;

  if (!loom_document_move_block (loom_session_get_document (session), &edit, error))
    return FALSE;

  apply (session, &edit);
  return TRUE;
}

static gboolean
rename_group (LoomSession  *session,
              LoomProblem  *problem,
              GError      **error)
{
  LoomTextEdit edit;

  if (!loom_document_rename_group (loom_session_get_document (session),
                                   loom_problem_get_line (problem),
                                   loom_problem_get_replacement (problem), &edit, error))
    return FALSE;

  apply (session, &edit);
  return TRUE;
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
  g_return_val_if_fail (LOOM_IS_SESSION (session), FALSE);
  g_return_val_if_fail (LOOM_IS_PROBLEM (problem), FALSE);

  switch (loom_problem_get_fix (problem))
    {
    case LOOM_FIX_GUARD_HOST_CODE:
      return guard_host_code (session, problem, error);
    case LOOM_FIX_MOVE_BLOCK:
      return move_block (session, error);
    case LOOM_FIX_RENAME_GROUP:
      return rename_group (session, problem, error);
    case LOOM_FIX_SET_SHARED:
      return loom_launch_edit (session, "shared", loom_problem_get_replacement (problem), error);
    case LOOM_FIX_CHOOSE_TEMPLATE:
    case LOOM_FIX_ALLOW_FOLDER:
    case LOOM_FIX_OPEN_FILE:
    case LOOM_FIX_WRITE_KERNEL: /* the window's: no text changes */
    case LOOM_FIX_NONE:
    default:
      return TRUE;
    }
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
    loom_launch_edit (session, fix->key, fix->value, NULL);
}
