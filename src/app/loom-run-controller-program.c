/* loom-run-controller-program.c: the document as a program with its own host code
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

/**
 * loom_run_controller_run_program:
 * @error: return location; %LOOM_ERROR_DOCUMENT for settings of [program] that cannot be followed
 *
 * Builds the document with its host code, runs it on the simulator and records what it launches:
 * the session's recorder tells how it goes on. A document without a file on this computer runs in
 * an empty folder.
 */
gboolean
loom_run_controller_run_program (LoomRunController  *self,
                                 GError            **error)
{
  GFile *file = loom_session_get_file (self->session);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (LoomProgram) program = loom_program_new ();

  g_return_val_if_fail (LOOM_IS_RUN_CONTROLLER (self), FALSE);

  loom_program_add_source (program, path != NULL ? path : loom_session_get_name (self->session),
                           loom_session_get_text (self->session));
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
