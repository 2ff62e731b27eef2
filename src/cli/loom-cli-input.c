/* loom-cli-input.c: a document from disk, compiled, and complaints about its lines
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-input.h"

#include "loom-compile-options.h"
#include "loom-line-changes.h"
#include "loom-text-encoding.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

/* Far more than anybody writes by hand, and few enough bytes that every later step stays quick. */
#define MAX_DOCUMENT_SIZE (1024 * 1024)

/**
 * loom_cli_check_file:
 * @path: (type filename): of a document or a definition
 * @error: return location; %LOOM_ERROR_FILE names the file
 *
 * Checks that a text can be read without waiting for ever, as for a pipe or a device, and that it
 * is not too long for one.
 */
gboolean
loom_cli_check_file (const char  *path,
                     GError     **error)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    return loom_fail (error, LOOM_ERROR_FILE, "%s: %s", path, g_strerror (errno));

  if (!S_ISREG (status.st_mode))
    return loom_fail (error, LOOM_ERROR_FILE, _("%s is not a plain file"), path);

  if (status.st_size > MAX_DOCUMENT_SIZE)
    return loom_fail (error, LOOM_ERROR_FILE,
                      _("%1$s has %2$zu bytes; a document may have %3$d at most"), path,
                      (gsize) status.st_size, MAX_DOCUMENT_SIZE);

  return TRUE;
}

/* Lets the document include headers of a folder above its own. */
static gboolean
set_root (LoomCliInput  *self,
          const char    *root,
          GError       **error)
{
  g_autofree char *absolute = root != NULL ? g_canonicalize_filename (root, NULL) : NULL;
  const gsize length = absolute != NULL ? strlen (absolute) : 0;

  if (root == NULL)
    return TRUE;

  if (!g_file_test (absolute, G_FILE_TEST_IS_DIR) || length == 1
      || !g_str_has_prefix (self->folder, absolute)
      || (self->folder[length] != '/' && self->folder[length] != '\0'))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--root takes a folder above that of the document, %1$s; “%2$s” is none"),
                      self->folder, root);

  self->root = g_steal_pointer (&absolute);
  return TRUE;
}

/**
 * loom_cli_input_read:
 * @self: memory for an input
 * @options: the `.cu` file, and the folder above it whose headers it may include
 *
 * Reads and parses a document, in whatever encoding it is. Broken settings are an error of
 * loom_plan_bind(), not of this.
 *
 * Returns: %FALSE with `LOOM_ERROR_FILE` for what is no readable text, or `LOOM_ERROR_USAGE` for a
 * root that is no folder above the document's
 */
gboolean
loom_cli_input_read (LoomCliInput             *self,
                     const LoomCliRunOptions  *options,
                     GError                  **error)
{
  const char *path = options->file;
  g_autofree char *bytes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (GError) local_error = NULL;
  LoomTextEncoding encoding;
  gsize length;

  if (!loom_cli_check_file (path, error) || !loom_document_check_name (path, error))
    return FALSE;

  if (!g_file_get_contents (path, &bytes, &length, &local_error))
    return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);

  text = loom_text_decode (bytes, length, &encoding, &length);
  if (text == NULL)
    return loom_fail (error, LOOM_ERROR_FILE, _("%s is not text: it holds zero bytes"), path);

  self->document = loom_document_parse (text, length);
  self->written = g_strndup (text, length);
  self->text = g_strdup (self->written);
  self->name = g_filename_display_basename (absolute);
  self->folder = g_path_get_dirname (absolute);

  return set_root (self, options->root, error);
}

void
loom_cli_input_clear (LoomCliInput *self)
{
  g_clear_pointer (&self->document, loom_document_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->root, g_free);
  g_clear_pointer (&self->written, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->host_file, g_free);
}

/**
 * loom_cli_input_take_text:
 * @text: (transfer full): that of the document with other settings, which host code has
 * @file: (nullable): in which that host code stands, %NULL for the document
 * @line: of that host code
 *
 * Changes the document, not its file.
 */
void
loom_cli_input_take_text (LoomCliInput *self,
                          char         *text,
                          const char   *file,
                          guint         line)
{
  g_free (self->text);
  self->text = text;
  loom_document_unref (self->document);
  self->document = loom_document_parse (text, -1);
  g_free (self->host_file);
  self->host_file = g_strdup (file);
  self->host_line = line;
}

/* Where the files lie that the settings name. */
const char *
loom_cli_input_get_files (const LoomCliInput *self)
{
  return self->files != NULL ? self->files : self->folder;
}

/**
 * loom_cli_input_find_place:
 * @line: (inout): a line of the document, from 1; that of the file
 *
 * Finds where a reader looks for a line of the document: at the same text in its file, or, for a
 * setting that was made of host code, at that.
 *
 * Returns: the name of the file
 */
const char *
loom_cli_input_find_place (const LoomCliInput *self,
                           guint              *line)
{
  g_autoptr (GPtrArray) changes = NULL;
  guint added = 0, removed = 0;

  if (self->host_line == 0)
    return self->name;

  changes = loom_line_changes_list (self->written, self->text);
  for (guint i = 0; i < changes->len; i++)
    {
      const LoomLineChange *change = changes->pdata[i];

      if (change->kind != LOOM_LINE_REMOVED && change->after == *line)
        {
          *line = self->host_line;
          return self->host_file != NULL ? self->host_file : self->name;
        }
      added += change->kind == LOOM_LINE_ADDED && change->after < *line;
      removed += change->kind == LOOM_LINE_REMOVED && change->after <= *line;
    }
  *line = *line - added + removed;
  return self->name;
}

/* In the form that editors jump to: file, line, column. */
static void
print_problem (LoomCliInput          *self,
               const LoomDiagnostic  *problem)
{
  const char *severity = _(loom_severity_get_name (problem->severity));
  const char *name = problem->file != NULL ? problem->file : self->name;
  guint line = problem->line;

  if (problem->file == NULL && line > 0)
    name = loom_cli_input_find_place (self, &line);
  if (line == 0)
    g_printerr ("%s: %s: %s\n", name, severity, problem->text);
  else if (problem->column == 0)
    g_printerr ("%s:%u: %s: %s\n", name, line, severity, problem->text);
  else
    g_printerr ("%s:%u:%u: %s: %s\n", name, line, problem->column, severity, problem->text);

  if (problem->fix == LOOM_FIX_ALLOW_FOLDER && line == 0)
    /* Translators: behind a problem; the option is followed by a folder */
    g_printerr (_("%1$s: note: the option for it is --root %2$s\n"), name, problem->replacement);
  else if (problem->fix == LOOM_FIX_ALLOW_FOLDER)
    /* Translators: behind a problem; the option is followed by a folder */
    g_printerr (_("%1$s:%2$u: note: the option for it is --root %3$s\n"), name, line,
                problem->replacement);
}

/**
 * loom_cli_input_print_problems:
 * @problems: (element-type LoomDiagnostic): about its lines
 *
 * Prints each of @problems.
 */
void
loom_cli_input_print_problems (LoomCliInput *self,
                               GPtrArray    *problems)
{
  for (guint i = 0; i < problems->len; i++)
    print_problem (self, g_ptr_array_index (problems, i));
}

/* In the same form, of what stops a verb. */
static gboolean
fail_at (const LoomCliInput  *self,
         guint                line,
         guint                column,
         const char          *text,
         GError             **error)
{
  const char *name = loom_cli_input_find_place (self, &line);

  return loom_fail (error, LOOM_ERROR_DOCUMENT, "%s:%u:%u: %s", name, line, column, text);
}

/* The command line's architecture, or the document's, with the place where it is said. */
static gboolean
choose_arch (const LoomCliInput  *self,
             const char          *option,
             const char          *usual,
             const char         **arch,
             GError             **error)
{
  LoomDocument *document = self->document;
  g_autoptr (GError) local_error = NULL;

  *arch = option != NULL ? option : loom_document_get_value (document, "launch", "arch");
  if (*arch == NULL)
    *arch = usual;
  if (loom_compile_arch_check (*arch, &local_error))
    return TRUE;

  if (option != NULL)
    return loom_fail (error, LOOM_ERROR_USAGE, "--arch: %s", local_error->message);
  return fail_at (self, loom_document_get_value_line (document, "launch", "arch"),
                  loom_document_get_value_column (document, "launch", "arch"),
                  local_error->message, error);
}

/* What a document may not ask of the compiler is told with its place. */
static gboolean
check_options (const LoomCliInput  *self,
               GError             **error)
{
  const guint line = loom_document_get_value_line (self->document, "launch", "options");
  GPtrArray *problems = loom_document_get_problems (self->document);

  for (guint i = 0; line > 0 && i < problems->len; i++)
    {
      const LoomDiagnostic *problem = problems->pdata[i];

      if (problem->severity == LOOM_SEVERITY_ERROR && problem->line == line)
        return fail_at (self, line, problem->column, problem->text, error);
    }
  return TRUE;
}

void
loom_cli_request_clear (LoomCliRequest *self)
{
  g_clear_pointer (&self->options, g_strfreev);
  g_clear_pointer (&self->instances, g_strfreev);
}

static GStrv
list_options (LoomCliInput *self,
              LoomCliMath   math)
{
  const char *words = loom_document_get_value (self->document, "launch", "options");
  g_autofree char *changed
      = math != LOOM_CLI_MATH_AS_WRITTEN
            ? loom_compile_options_set_fast_math (words, math == LOOM_CLI_MATH_FAST)
            : g_strdup (words);
  GStrv list = NULL;

  if (changed != NULL)
    g_shell_parse_argv (changed, NULL, &list, NULL);
  return list;
}

/**
 * loom_cli_input_fill_request:
 * @options: what is not as its settings have it, and what compiling may take
 * @request: (out caller-allocates): zeros before; clear with loom_cli_request_clear(), and not
 *   after @self
 *
 * Says what is asked of the compiler for a document.
 *
 * Errors: %LOOM_ERROR_DOCUMENT for options that are no list of words; that or %LOOM_ERROR_USAGE for
 * a target that there is not.
 */
gboolean
loom_cli_input_fill_request (LoomCliInput             *self,
                             const LoomCliRunOptions  *options,
                             LoomCliRequest           *request,
                             GError                  **error)
{
  const char *kernel = options->kernel;
  const char *arch;
  gsize length;

  if (kernel == NULL)
    kernel = loom_document_get_value (self->document, "launch", "kernel");
  if (!choose_arch (self, options->arch, options->usual_arch, &arch, error) ||
      !check_options (self, error))
    return FALSE;

  request->options = list_options (self, options->math);
  request->instances = loom_document_list_instances (self->document);
  request->request = (LoomCompileRequest) {
    .source = loom_document_get_source (self->document, &length),
    .name = self->name,
    .folder = self->folder,
    .root = self->root,
    .arch = arch,
    .options = (const char * const *) request->options,
    /* Only a template has to be instantiated; a plain name is there without asking. */
    .kernel = kernel != NULL && strchr (kernel, '<') != NULL ? kernel : NULL,
    .instances = (const char * const *) request->instances,
    .as_written = loom_run_options_need_written (&options->run),
    .machine_code = options->machine_code,
    .backend = loom_backend_id_get_name (options->run.backend),
    .limits = options->limits,
  };
  request->request.length = length;
  return TRUE;
}

/**
 * loom_cli_input_compile:
 * @options: what is not as its settings have it, and what compiling may take
 * @session: what compiles
 *
 * Compiles what a document's `[launch]` says, and waits for it.
 *
 * Errors: %LOOM_ERROR_DOCUMENT for options that are no list of words; that or %LOOM_ERROR_USAGE for
 * a target that there is not; those of loom_cli_session_compile().
 *
 * Returns: (transfer full): the result, also of a source that does not compile; or %NULL
 */
LoomCompiled *
loom_cli_input_compile (LoomCliInput             *self,
                        const LoomCliRunOptions  *options,
                        LoomCliSession           *session,
                        GError                  **error)
{
  g_auto (LoomCliRequest) request = { { NULL, } };

  return loom_cli_input_fill_request (self, options, &request, error)
             ? loom_cli_session_compile (session, &request.request, error) : NULL;
}

/**
 * loom_cli_input_disassemble:
 * @options: what is not as its settings have it, and what compiling may take
 * @session: what compiles
 *
 * Has the machine code disassembled that is made of the same for a GPU.
 *
 * Errors: as loom_cli_input_compile(), and those of loom_cli_session_disassemble().
 *
 * Returns: (transfer full): the machine code, or %NULL
 */
LoomSass *
loom_cli_input_disassemble (LoomCliInput             *self,
                            const LoomCliRunOptions  *options,
                            LoomCliSession           *session,
                            GError                  **error)
{
  g_auto (LoomCliRequest) request = { { NULL, } };

  return loom_cli_input_fill_request (self, options, &request, error)
             ? loom_cli_session_disassemble (session, &request.request, error) : NULL;
}

/**
 * loom_cli_input_check:
 * @self: what was compiled
 * @compiled: the result
 *
 * Prints the compiler's messages and says whether there is something to run.
 *
 * Returns: %FALSE with `LOOM_ERROR_COMPILE` and the first error's words
 */
gboolean
loom_cli_input_check (LoomCliInput  *self,
                      LoomCompiled  *compiled,
                      GError       **error)
{
  const LoomDiagnostic *first = loom_compiled_find_error (compiled);

  loom_cli_input_print_problems (self, compiled->diagnostics);

  if (compiled->ptx != NULL)
    return TRUE;

  if (first != NULL && first->fix == LOOM_FIX_CHOOSE_TEMPLATE)
    return loom_fail (error, LOOM_ERROR_COMPILE,
                      _("%1$s does not compile: %2$s; here: --kernel '%3$s'"), self->name,
                      first->text, first->replacement);
  return loom_fail (error, LOOM_ERROR_COMPILE, _("%1$s does not compile: %2$s"), self->name,
                    first != NULL ? first->text : compiled->log != NULL ? compiled->log : "");
}
