/* loom-run-controller-program.c: the document as a program with its own host code
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

/**
 * loom_run_controller_run_program:
 * @error: return location; %LOOM_ERROR_DOCUMENT for settings of [program] that cannot be followed,
 *   or %LOOM_ERROR_FILE for a document without a file on this computer
 *
 * Builds the document with its host code, runs it on the simulator and records what it launches:
 * the session's recorder tells how it goes on.
 */
gboolean
loom_run_controller_run_program (LoomRunController  *self,
                                 GError            **error)
{
  GFile *file = loom_session_get_file (self->session);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *folder = _loom_run_controller_dup_folder (self);
  g_autoptr (LoomProgram) program = loom_program_new ();

  g_return_val_if_fail (LOOM_IS_RUN_CONTROLLER (self), FALSE);

  if (path == NULL || folder == NULL)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("a program runs in the folder of its file: save the document on this "
                        "computer first"));
  loom_program_add_source (program, path, loom_session_get_text (self->session));
  if (!loom_program_add_settings (program, loom_session_get_document (self->session), folder,
                                  error))
    return FALSE;

  program->limits = loom_program_limits_get_usual ();
  program->root = g_strdup (loom_session_get_root (self->session));
  if (program->input == NULL)
    program->input = g_strdup ("/dev/null");
  loom_recorder_start (loom_session_get_recorder (self->session), g_steal_pointer (&program),
                       self->client);
  return TRUE;
}
