/* loom-run-controller-program.c: the document as a program with its own host code
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-run-controller-private.h"

/* The document with its host code; NULL: settings of [program] cannot be followed. */
static LoomProgram *
make_program (LoomRunController  *self,
              GError            **error)
{
  GFile *file = loom_session_get_file (self->session);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (LoomProgram) program = loom_program_new ();

  loom_program_add_source (program, path != NULL ? path : loom_session_get_name (self->session),
                           loom_session_get_text (self->session));
  if (!loom_program_add_settings (program, loom_session_get_document (self->session), folder,
                                  error))
    return NULL;

  program->limits = loom_program_limits_get_usual ();
  program->no_cache = loom_session_get_choices (self->session)->compile_limits.no_cache;
  program->root = g_strdup (loom_session_get_root (self->session));
  if (program->input == NULL)
    program->input = g_strdup ("/dev/null");
  return g_steal_pointer (&program);
}

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
  LoomProgram *program;

  g_return_val_if_fail (LOOM_IS_RUN_CONTROLLER (self), FALSE);

  program = make_program (self, error);
  if (program != NULL)
    loom_recorder_start (loom_session_get_recorder (self->session), program, self->client);
  return program != NULL;
}

/**
 * loom_run_controller_find_kept_program:
 *
 * Lets the session's recorder take the recording that was kept beside the document, if there is one
 * of just what the document is now.
 */
void
loom_run_controller_find_kept_program (LoomRunController *self)
{
  LoomProgram *program;

  g_return_if_fail (LOOM_IS_RUN_CONTROLLER (self));

  program = make_program (self, NULL);
  if (program != NULL)
    loom_recorder_find_kept (loom_session_get_recorder (self->session), program, self->client);
}
