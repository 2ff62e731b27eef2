/* loom-cli-recompile.c: a recorded case's CUDA C through the compiler that is here
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-recompile.h"

/* A function of C++ that is declared but not there: no linker would find it anywhere. Calling it is
 * refused when the module is loaded, with the line that does. */
static gboolean
lacks_functions (const char *ptx)
{
  return g_regex_match_simple ("^\\.extern \\.func .*\\b_Z", ptx, G_REGEX_MULTILINE, 0);
}

/* Options are apart by single spaces. */
static LoomCompileRequest
make_request (const LoomCliCase    *recorded,
              const LoomRunOptions *run,
              const char           *source,
              gsize                 length,
              char                **options)
{
  return (LoomCompileRequest) {
    .source = source,
    .length = length,
    .name = recorded->source,
    .folder = recorded->base,
    .arch = recorded->arch,
    .options = (const char * const *) options,
    .as_written = loom_run_options_need_written (run),
    /* It is the compiler here that is checked. */
    .limits.no_cache = TRUE,
  };
}

/**
 * loom_cli_recompile:
 * @recorded: a case
 * @run: how it will run
 * @session: a session, whose runner compiles
 * @became: (out): what became of it
 * @why: (out): the compiler's words for %LOOM_CLI_NOT_COMPILED, else untouched
 *
 * Compiles a case's source with the options it was recorded with, and puts that PTX in the place of
 * the recorded one. What the case passes to the kernel and expects of it stays.
 *
 * Errors: %LOOM_ERROR_BACKEND without a compiler, %LOOM_ERROR_FILE or %G_FILE_ERROR for a source
 * that cannot be read, %G_IO_ERROR_CANCELLED.
 *
 * Returns: %FALSE where the compiler was not asked, or did not answer
 */
gboolean
loom_cli_recompile (LoomCliCase           *recorded,
                    const LoomRunOptions  *run,
                    LoomCliSession        *session,
                    LoomCliRecompilation  *became,
                    char                 **why,
                    GError               **error)
{
  g_auto (GStrv) options = NULL;
  g_autofree char *path = NULL, *source = NULL;
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autoptr (GError) local_error = NULL;
  const LoomDiagnostic *mistake;
  LoomCompileRequest request;
  gsize length;

  *became = LOOM_CLI_NO_SOURCE;
  if (recorded->source == NULL)
    return TRUE;

  path = g_build_filename (recorded->base, recorded->source, NULL);
  if (!g_file_get_contents (path, &source, &length, error))
    return FALSE;

  if (recorded->options != NULL)
    options = g_strsplit (recorded->options, " ", -1);

  request = make_request (recorded, run, source, length, options);
  compiled = loom_cli_session_compile (session, &request, &local_error);

  if (compiled != NULL && compiled->ptx != NULL)
    {
      *became = lacks_functions (compiled->ptx) ? LOOM_CLI_NOT_LINKED : LOOM_CLI_RECOMPILED;
      g_free (recorded->compiled->ptx);
      g_free (recorded->compiled->written_ptx);
      g_free (recorded->compiled->compiler);
      recorded->compiled->ptx = g_strdup (compiled->ptx);
      recorded->compiled->written_ptx = g_strdup (compiled->written_ptx);
      recorded->compiled->compiler = g_strdup (compiled->compiler);
      return TRUE;
    }

  /* An option that documents may not give is the case's own trouble. */
  if (compiled == NULL && !g_error_matches (local_error, LOOM_ERROR, LOOM_ERROR_DOCUMENT))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  *became = LOOM_CLI_NOT_COMPILED;
  mistake = loom_compiled_find_error (compiled);
  *why = g_strdup (compiled == NULL ? local_error->message
                   : mistake != NULL ? mistake->text
                   : compiled->log != NULL ? compiled->log : "");

  return TRUE;
}
