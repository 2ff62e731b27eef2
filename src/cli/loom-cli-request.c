/* loom-cli-request.c: what is compiled of a document, and what to say if it does not compile
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-request.h"

#include "loom-compile-options.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The command line's architecture, or the document's, with the place where it is said. */
static gboolean
choose_arch (LoomDocument  *document,
             const char    *option,
             const char   **arch,
             GError       **error)
{
  g_autoptr (GError) local_error = NULL;

  *arch = option != NULL ? option : loom_document_get_value (document, "launch", "arch");

  if (loom_compile_arch_check (*arch, &local_error))
    return TRUE;

  if (option != NULL)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_USAGE, "--arch: %s", local_error->message);
  else
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT, _("line %1$u: %2$s"),
                 loom_document_get_value_line (document, "launch", "arch"), local_error->message);

  return FALSE;
}

/**
 * loom_cli_request_init:
 * @self: memory for a request
 * @input: a document; it must stay as long as @self
 * @kernel: (nullable): a kernel instead of the document's
 * @arch: (nullable): a target instead of the document's
 * @error: return location for an error
 *
 * Collects what the compiler needs from a document's `[launch]`.
 *
 * Returns: %FALSE with `LOOM_ERROR_DOCUMENT` for options that are no list of words; with that or
 *   `LOOM_ERROR_USAGE` for a target that there is not
 */
gboolean
loom_cli_request_init (LoomCliRequest  *self,
                       LoomCliInput    *input,
                       const char      *kernel,
                       const char      *arch,
                       GError         **error)
{
  const char *options = loom_document_get_value (input->document, "launch", "options");
  g_autoptr (GError) local_error = NULL;
  LoomCompileRequest *request = &self->request;

  if (kernel == NULL)
    kernel = loom_document_get_value (input->document, "launch", "kernel");

  if (!choose_arch (input->document, arch, &arch, error))
    return FALSE;

  if (options != NULL && !g_shell_parse_argv (options, NULL, &self->options, &local_error) &&
      !g_error_matches (local_error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    {
      g_set_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                   _("[launch] options=%s: a quotation mark is not closed"), options);
      return FALSE;
    }

  request->source = loom_document_get_source (input->document, &request->length);
  request->name = input->name;
  request->folder = input->folder;
  request->root = input->root;
  request->arch = arch;
  request->options = (const char * const *) self->options;

  /* Only a template has to be instantiated; a plain name is there without asking. */
  if (kernel != NULL && strchr (kernel, '<') != NULL)
    request->kernel = kernel;

  return TRUE;
}

/**
 * loom_cli_request_clear:
 * @self: a request, or zeros
 *
 * Lets go of the list of options.
 */
void
loom_cli_request_clear (LoomCliRequest *self)
{
  g_clear_pointer (&self->options, g_strfreev);
}

/**
 * loom_cli_request_check:
 * @input: what was compiled
 * @compiled: the result
 * @error: return location for an error
 *
 * Prints the compiler's messages and says whether there is something to run.
 *
 * Returns: %FALSE with `LOOM_ERROR_COMPILE` and the first error's words
 */
gboolean
loom_cli_request_check (LoomCliInput  *input,
                        LoomCompiled  *compiled,
                        GError       **error)
{
  const LoomDiagnostic *first = NULL;

  loom_cli_input_print_problems (input, compiled->diagnostics);

  for (guint i = 0; i < compiled->diagnostics->len; i++)
    {
      const LoomDiagnostic *diagnostic = g_ptr_array_index (compiled->diagnostics, i);

      if (first == NULL && diagnostic->severity == LOOM_SEVERITY_ERROR)
        first = diagnostic;
    }

  if (compiled->ptx != NULL)
    return TRUE;

  if (first != NULL && first->fix == LOOM_FIX_CHOOSE_TEMPLATE)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_COMPILE,
                 _("%1$s does not compile: %2$s; here: --kernel '%3$s'"),
                 input->name, first->text, first->replacement);
  else if (first != NULL)
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_COMPILE, _("%1$s does not compile: %2$s"),
                 input->name, first->text);
  else
    g_set_error (error, LOOM_ERROR, LOOM_ERROR_COMPILE, _("%1$s does not compile: %2$s"),
                 input->name,
                 compiled->log != NULL ? compiled->log : "");

  return FALSE;
}
