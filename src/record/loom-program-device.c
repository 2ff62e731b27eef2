/* loom-program-device.c: the device code of a program, compiled for the kernels that its host code
 * names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* What the compiler is asked for, and what that borrows from. */
typedef struct
{
  LoomCompileRequest  request;
  char               *name, *folder, *root;
  GStrv               options, instances;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->name);
  g_free (self->folder);
  g_free (self->root);
  g_strfreev (self->options);
  g_strfreev (self->instances);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* How much of two absolute paths of folders is the same, in whole names. */
static gsize
count_common (const char *a,
              const char *b)
{
  gsize common = 0, i;

  for (i = 0; a[i] != '\0' && a[i] == b[i]; i++)
    if (a[i] == '/')
      common = i;
  return (a[i] == '\0' || a[i] == '/') && (b[i] == '\0' || b[i] == '/') ? i : common;
}

/* "../inc": a folder as it is seen from another. */
static char *
dup_relative (const char *from,
              const char *to)
{
  const gsize common = count_common (from, to);
  const char *rest = to[common] == '/' ? to + common + 1 : to + common;
  g_autoptr (GString) path = g_string_new (NULL);

  for (const char *c = from + common; *c != '\0'; c++)
    if (*c == '/')
      g_string_append (path, "../");
  g_string_append (path, rest);
  return g_string_free (g_steal_pointer (&path), FALSE);
}

/* The folder above a source, all that its host code was read from and all folders of headers,
 * beneath which device code may include. */
static char *
dup_root (LoomProgram *self,
          guint        source,
          const char  *folder)
{
  g_auto (GStrv) headers = _loom_program_list_headers (self, source);
  char *root = g_strdup (folder);

  for (guint i = 0; headers[i] != NULL; i++)
    root[count_common (root, headers[i])] = '\0';
  for (guint i = 0; self->words[i] != NULL; i++)
    if (g_str_has_prefix (self->words[i], "-I"))
      root[count_common (root, self->words[i] + 2)] = '\0';
  if (strlen (root) <= 1 || g_str_equal (root, folder))
    g_clear_pointer (&root, g_free);
  return root;
}

/* The options of the source's settings, then those of the program, with folders as they are seen
 * from that of the source. */
static GStrv
list_options (LoomProgram  *self,
              LoomDocument *document,
              const char   *folder)
{
  const char *text = loom_document_get_value (document, "launch", "options");
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_auto (GStrv) own = NULL;

  if (text != NULL && *text != '\0' && g_shell_parse_argv (text, NULL, &own, NULL))
    g_strv_builder_addv (options, (const char **) own);
  for (guint i = 0; self->words[i] != NULL; i++)
    if (g_str_has_prefix (self->words[i], "-I"))
      {
        g_autofree char *relative = dup_relative (folder, self->words[i] + 2);
        g_autofree char *word = g_strconcat ("-I", relative, NULL);

        g_strv_builder_add (options, word);
      }
    else if (!g_str_has_prefix (self->words[i], "-l"))
      {
        g_strv_builder_add (options, self->words[i]);
      }
  return g_strv_builder_end (options);
}

static void
fill_request (LoomProgram *self,
              guint        index,
              Request     *request)
{
  const LoomProgramSource *source = self->sources->pdata[index];
  g_autoptr (GStrvBuilder) instances = g_strv_builder_new ();
  gsize length;

  request->name = g_path_get_basename (source->path);
  request->folder = g_path_get_dirname (source->path);
  request->root = self->root != NULL ? g_strdup (self->root)
                                     : dup_root (self, index, request->folder);
  request->options = list_options (self, source->document, request->folder);
  for (guint i = 0; source->kernels[i] != NULL; i++)
    if (strchr (source->kernels[i], '<') != NULL)
      g_strv_builder_add (instances, source->kernels[i]);
  request->instances = g_strv_builder_end (instances);
  request->request = (LoomCompileRequest) {
    .source = loom_document_get_source (source->document, &length),
    .name = request->name,
    .folder = request->folder,
    .root = request->root,
    .options = (const char * const *) request->options,
    .instances = (const char * const *) request->instances,
    .machine_code = self->asks_resources,
    .limits.no_cache = self->no_cache,
  };
  request->request.length = length;
}

/* Each file is compiled by itself, as nvcc does it: a variable that another file has would be one
 * of its own in each, which is not what the program is meant to do. */
static gboolean
check_variables (LoomProgram   *self,
                 LoomCompiled  *compiled,
                 GError       **error)
{
  for (guint i = 0; i < compiled->diagnostics->len && self->sources->len > 1; i++)
    {
      const LoomDiagnostic *diagnostic = compiled->diagnostics->pdata[i];

      if (strstr (diagnostic->text, "is treated as a static definition") != NULL)
        return loom_fail (error, LOOM_ERROR_UNSUPPORTED,
                          _("Line %1$u: %2$s. Variables of the device that several files share are "
                            "not supported: they would need relocatable device code."),
                          diagnostic->line, diagnostic->text);
    }
  return TRUE;
}

static void
compiled_cb (GObject      *client,
             GAsyncResult *result,
             gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/**
 * _loom_program_compile_device:
 * @source: index of a source whose host code is compiled
 * @client: what compiles, of this thread
 * @error: return location; %LOOM_ERROR_COMPILE, or what the runner says
 *
 * Compiles the device code of a source. "compiled" of the source is what came of it, also where
 * that is just messages; without an error it has PTX.
 */
gboolean
_loom_program_compile_device (LoomProgram       *self,
                              guint              source,
                              LoomRunnerClient  *client,
                              GCancellable      *cancellable,
                              GError           **error)
{
  LoomProgramSource *compiling = self->sources->pdata[source];
  g_auto (Request) request = { { NULL, } };
  g_autoptr (GAsyncResult) result = NULL;
  const LoomDiagnostic *mistake;

  fill_request (self, source, &request);
  loom_runner_client_compile_async (client, &request.request, cancellable, compiled_cb, &result);
  while (result == NULL)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  g_clear_pointer (&compiling->compiled, loom_compiled_unref);
  compiling->compiled = loom_runner_client_compile_finish (client, result, error);
  if (compiling->compiled == NULL || !check_variables (self, compiling->compiled, error))
    return FALSE;
  if (compiling->compiled->ptx != NULL)
    return TRUE;

  mistake = loom_compiled_find_error (compiling->compiled);
  loom_fail (error, LOOM_ERROR_COMPILE, _("%1$s does not compile: %2$s"), request.name,
             mistake != NULL ? mistake->text
             : compiling->compiled->log != NULL ? compiling->compiled->log : "");
  if (mistake != NULL && mistake->file == NULL && error != NULL)
    loom_error_set_place (*error, mistake->line, mistake->column);
  return FALSE;
}
