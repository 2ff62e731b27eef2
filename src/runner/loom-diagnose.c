/* loom-diagnose.c: turns the compiler's messages into lines of Problems, in words that help
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-diagnose.h"

#include "loom-nvrtc-log.h"
#include "loom-signature.h"
#include "loom-source-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* What NVRTC calls the text that it makes of name expressions, and its own declarations. */
#define NAME_MAP_FILE "__nv_name_map"
#define BUILTIN_FILE "__nv_nvrtc_builtin_header.h"

typedef struct
{
  const LoomDiagnoseContext *context;
  GPtrArray                 *diagnostics;
  guint                      n_lines;
  gboolean                   has_host;  /* the compiler met host code */
  gboolean                   ours;
} Diagnosis;

static gboolean
is_host_function (const LoomNvrtcMessage *message)
{
  return strstr (message->text, "is considered a host function") != NULL;
}

static gboolean
is_host_variable (const LoomNvrtcMessage *message)
{
  return strstr (message->text, "is considered a host variable") != NULL;
}

static gboolean
is_ours (const LoomNvrtcMessage *message)
{
  return g_strcmp0 (message->file, NAME_MAP_FILE) == 0
         || g_strcmp0 (message->file, LOOM_SIGNATURE_FILE) == 0;
}

static gboolean
is_document (const Diagnosis        *self,
             const LoomNvrtcMessage *message)
{
  return message->file == NULL || g_str_equal (message->file, self->context->name);
}

static gboolean
is_in_host_code (const Diagnosis *self,
                 guint            line)
{
  const GPtrArray *functions = self->context->scan->host_functions;

  for (guint i = 0; i < functions->len; i++)
    {
      const LoomScannedFunction *function = functions->pdata[i];

      if (line >= function->line && line <= function->end_line)
        return TRUE;
    }

  return FALSE;
}

static LoomDiagnostic *
add (Diagnosis    *self,
     LoomSeverity  severity,
     guint         line,
     guint         column,
     const char   *text)
{
  LoomDiagnostic *diagnostic = loom_diagnostic_new (severity, line, column, "%s", text);

  g_ptr_array_add (self->diagnostics, diagnostic);
  return diagnostic;
}

/* The name between the first pair of quotes. */
static char *
take_quoted (const char *text)
{
  const char *open = strchr (text, '"');
  const char *close = open != NULL ? strchr (open + 1, '"') : NULL;

  return close != NULL ? g_strndup (open + 1, close - open - 1) : NULL;
}

/* One text whether the file is there or not: anything else would tell. */
static void
add_unopened (Diagnosis              *self,
              const LoomNvrtcMessage *message,
              guint                   line)
{
  g_autofree char *name = take_quoted (message->text);
  g_autofree char *text = NULL;
  const char *folder = self->context->folder != NULL ? self->context->folder
                                                     : _("none: the document has no folder here");
  gboolean leads_out = name != NULL && (g_path_is_absolute (name) || strstr (name, "..") != NULL);

  if (leads_out)
    text = g_strdup_printf (
        _("#include of “%s” is refused: only files inside the document's folder and CUDA's own "
           "headers can be included"),
        name);
  else if (self->context->include != NULL)
    text = g_strdup_printf (
        _("the header “%s” cannot be included: it is neither in the document's folder (%s) nor "
           "among CUDA's headers (%s)"),
        name, folder, self->context->include);
  else
    text = g_strdup_printf (
        _("the header “%s” cannot be included: it is not in the document's folder (%s), and the "
           "compiler found has no headers beside it. CUDA's headers come with a CUDA Toolkit; "
           "“./dev nvrtc”, in Gridloom's sources, fetches those that kernels include most"),
        name, folder);

  add (self, LOOM_SEVERITY_ERROR, line, leads_out ? 0 : message->column, text);
}

static void
add_host_function (Diagnosis              *self,
                   const LoomNvrtcMessage *message)
{
  LoomDiagnostic *diagnostic = add (self, LOOM_SEVERITY_ERROR, message->line, message->column,
                                    _("host code is not run: guard it with #ifndef "
                                       "__CUDACC_RTC__, or mark the function __device__"));

  diagnostic->fix = LOOM_FIX_GUARD_HOST_CODE;
}

static void
add_host_variable (Diagnosis              *self,
                   const LoomNvrtcMessage *message)
{
  LoomDiagnostic *diagnostic =
    add (self, LOOM_SEVERITY_ERROR, message->line, message->column,
         _("a variable of the host cannot be seen by a kernel: mark it __device__ or __constant__, "
           "or guard it with #ifndef __CUDACC_RTC__"));

  diagnostic->fix = LOOM_FIX_GUARD_HOST_CODE;
}

/* Of a header: placed where the document includes it. */
static void
add_elsewhere (Diagnosis              *self,
               const LoomNvrtcMessage *message)
{
  g_autofree char *base = g_path_get_basename (message->file);
  guint line = loom_source_find_include (self->context->source, message->file);
  g_autofree char *text = NULL;

  if (strstr (message->text, "open source file \"") != NULL)
    {
      add_unopened (self, message, line);
      return;
    }

  text = g_strdup_printf (_("%s, line %u: %s"), base, message->line, message->text);
  add (self, message->severity, line, 0, text);
}

static void
add_message (Diagnosis              *self,
             const LoomNvrtcMessage *message)
{
  guint line = MIN (message->line, self->n_lines);

  if (is_ours (message))
    self->ours = self->ours || message->severity == LOOM_SEVERITY_ERROR;
  else if (is_host_function (message))
    add_host_function (self, message);
  else if (is_host_variable (message))
    add_host_variable (self, message);
  else if (self->has_host && (g_strcmp0 (message->file, BUILTIN_FILE) == 0 ||
                                   (is_document (self, message) && is_in_host_code (self, line))))
    return;                     /* a consequence of what has been said */
  else if (!is_document (self, message))
    add_elsewhere (self, message);
  else if (strstr (message->text, "open source file \"") != NULL)
    add_unopened (self, message, line);
  else
    add (self, message->severity, line, message->column, message->text);
}

/* The user's own expression is the only one that may be wrong. */
static void
add_kernel_expression (Diagnosis       *self,
                       const GPtrArray *messages)
{
  for (guint i = 0; i < messages->len; i++)
    {
      const LoomNvrtcMessage *message = messages->pdata[i];

      if (is_ours (message) && message->severity == LOOM_SEVERITY_ERROR)
        {
          g_autofree char *text = g_strdup_printf (_("kernel=%s names no kernel: %s"),
                                                   self->context->kernel, message->text);

          add (self, LOOM_SEVERITY_ERROR, 0, 0, text);
          return;
        }
    }
}

/**
 * loom_diagnose_log:
 * @log: what the compiler said
 * @context: what about
 * @ours: (out): whether an expression that we had added was among the mistakes
 *
 * Turns a log into diagnostics at lines of the document. What concerns only text that we had
 * appended is left out, except for the user's kernel expression.
 *
 * Returns: (transfer full) (element-type LoomDiagnostic): the diagnostics
 */
GPtrArray *
loom_diagnose_log (const char                *log,
                   const LoomDiagnoseContext *context,
                   gboolean                  *ours)
{
  g_autoptr (GPtrArray) messages = loom_nvrtc_log_parse (log);
  Diagnosis self = {
    .context = context,
    .diagnostics = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free),
    .n_lines = loom_source_count_lines (context->source),
  };

  for (guint i = 0; i < messages->len; i++)
    self.has_host = self.has_host || is_host_function (messages->pdata[i]);
  for (guint i = 0; i < messages->len; i++)
    add_message (&self, messages->pdata[i]);
  if (self.ours && context->kernel != NULL)
    add_kernel_expression (&self, messages);

  *ours = self.ours;
  return self.diagnostics;
}

/**
 * loom_diagnose_clean_log:
 * @log: what the compiler said
 *
 * Takes away why a file could not be opened, since that tells whether it is there.
 *
 * Returns: (transfer full): the log
 */
char *
loom_diagnose_clean_log (const char *log)
{
  g_auto (GStrv) lines = g_strsplit (log, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *open = strstr (lines[i], "open source file \"");
      char *close = open != NULL ? strrchr (open, '"') : NULL;

      if (close != NULL && close > open + strlen ("open source file \""))
        close[1] = '\0';
    }

  return g_strjoinv ("\n", lines);
}

static gboolean
is_inside (const char *path,
           const char *folder)
{
  gsize length = folder != NULL ? strlen (folder) : 0;

  return folder != NULL && g_str_has_prefix (path, folder)
         && (path[length] == '/' || path[length] == '\0');
}

static gboolean
is_allowed (const char                *file,
            const LoomDiagnoseContext *context)
{
  g_autofree char *path = NULL;

  if (context->folder == NULL && !g_path_is_absolute (file))
    return strchr (file, '/') == NULL;

  path = g_canonicalize_filename (file, context->folder);
  return is_inside (path, context->folder) || is_inside (path, context->include);
}

/**
 * loom_diagnose_names_outside:
 * @log: what the compiler said
 * @ptx: (nullable): what it made
 * @context: what about
 *
 * Where the kernel cannot keep the compiler from reading files: finds out whether it read one that
 * it should not have.
 *
 * Returns: whether the log or the line table names a file outside
 */
gboolean
loom_diagnose_names_outside (const char                *log,
                             const char                *ptx,
                             const LoomDiagnoseContext *context)
{
  g_autoptr (GPtrArray) messages = loom_nvrtc_log_parse (log);
  const char *at = ptx;

  for (guint i = 0; i < messages->len; i++)
    {
      const LoomNvrtcMessage *message = messages->pdata[i];

      if (message->file != NULL && !is_ours (message) && !g_str_equal (message->file, BUILTIN_FILE)
          && !is_allowed (message->file, context))
        return TRUE;
    }

  while (at != NULL && (at = strstr (at, "\t.file\t")) != NULL)
    {
      g_autofree char *file = take_quoted (at);

      if (file != NULL && !is_allowed (file, context))
        return TRUE;
      at++;
    }

  return FALSE;
}
