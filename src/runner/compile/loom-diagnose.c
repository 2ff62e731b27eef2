/* loom-diagnose.c: turns the compiler's messages into lines of Problems, in words that help
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-diagnose.h"

#include "loom-cuda-words.h"
#include "loom-nvrtc-log.h"
#include "loom-signature.h"
#include "loom-source-mend.h"
#include "loom-source-outline.h"
#include "loom-source-references.h"
#include "loom-spelling.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Stands below the warnings, if there are any. */
#define SUPPRESS_REMARK "Remark: The warnings can be suppressed"

typedef struct
{
  const LoomDiagnoseContext *context;
  GPtrArray                 *diagnostics;
  GHashTable                *missing;   /* headers that were spoken of: their indices + 1 */
  guint                      n_lines;
  gboolean                   has_host;  /* the compiler met host code */
  gboolean                   has_reference;     /* or texture references */
  gboolean                   ours;
} Diagnosis;

/* A last line without an end counts. */
static guint
count_lines (const char *source)
{
  guint lines = 0;

  for (const char *at = source; *at != '\0'; at++)
    if (*at == '\n' || at[1] == '\0')
      lines++;

  return MAX (lines, 1);
}

/* The line, from 1, that includes a file, by the last part of its name; or 0. */
static guint
find_include (const char *source,
              const char *file)
{
  g_autofree char *base = g_path_get_basename (file);
  guint line = 1;

  for (const char *at = source; at != NULL; line++)
    {
      const char *end = strchr (at, '\n');
      gssize length = end != NULL ? end - at : (gssize) strlen (at);
      const char *word = at + strspn (at, " \t");

      if (*word == '#' && g_strstr_len (word, length - (word - at), "include") != NULL &&
          g_strstr_len (at, length, base) != NULL)
        return line;
      at = end != NULL ? end + 1 : NULL;
    }

  return 0;
}

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

/* CUDA has no such template any more. */
static gboolean
is_reference (const LoomNvrtcMessage *message)
{
  return strstr (message->text, "texture is not a template") != NULL
         || strstr (message->text, "surface is not a template") != NULL;
}

static gboolean
is_ours (const LoomNvrtcMessage *message)
{
  return loom_diagnose_is_ours (message->file);
}

/* Whether it is about a file of the user's, and which: NULL is the document. */
static gboolean
find_file (const Diagnosis         *self,
           const LoomNvrtcMessage  *message,
           const char             **file)
{
  const GPtrArray *files = self->context->unit->files;

  *file = NULL;
  if (message->file == NULL || g_str_equal (message->file, self->context->name))
    return TRUE;

  for (guint i = 1; *file == NULL && i < files->len; i++)
    if (g_str_equal (files->pdata[i], message->file))
      *file = files->pdata[i];
  return *file != NULL;
}

static gboolean
is_in_host_code (const Diagnosis *self,
                 const char      *file,
                 guint            line_of_file)
{
  const GPtrArray *functions = self->context->scan->host_functions;
  const guint line = loom_source_unit_find_line (self->context->unit, file, line_of_file);

  for (guint i = 0; i < functions->len; i++)
    {
      const LoomScannedFunction *function = functions->pdata[i];

      if (line >= function->line && line <= function->end_line)
        return TRUE;
    }

  return FALSE;
}

/* Functions of numbers and types of vectors, whose meaning nobody asks for. */
static const char * const plain_words[] = {
  "cosf", "expf", "fabsf", "logf", "powf", "sinf", "float3", "int3", "uint2", "uint3", "uint4",
  "double2",
};

/* The words of CUDA, and in the document the names that it defines for a place in a line, which
 * belong to the outline: functions, macros, variables, parameters. */
static GPtrArray *
list_known (const Diagnosis      *self,
            const LoomDiagnostic *diagnostic,
            const char           *word,
            GPtrArray           **outline)
{
  GPtrArray *known = g_ptr_array_new ();
  const char *source = self->context->source, *line = source, *place;
  guint n;
  const LoomCudaWord *words = loom_cuda_words_list (&n);

  for (guint i = 0; i < n; i++)
    if (words[i].snippet == NULL)
      g_ptr_array_add (known, (gpointer) words[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (plain_words); i++)
    g_ptr_array_add (known, (gpointer) plain_words[i]);
  for (guint i = 1; diagnostic->file == NULL && i < diagnostic->line && line != NULL; i++)
    {
      line = strchr (line, '\n');
      line = line != NULL ? line + 1 : NULL;
    }
  place = diagnostic->file == NULL && line != NULL ? strstr (line, word) : NULL;
  *outline = place != NULL ? loom_source_outline_new (source, strlen (source)) : NULL;
  for (guint i = 0; *outline != NULL && i < (*outline)->len; i++)
    {
      const LoomDefinition *definition = (*outline)->pdata[i];
      const gsize offset = (gsize) (place - source);

      if (offset >= definition->from && offset <= definition->to)
        g_ptr_array_add (known, definition->name);
    }
  g_ptr_array_add (known, NULL);
  return known;
}

/* What the compiler's `identifier "threadIdX" is undefined` may mean: a name that is there and
 * nearer than any other, or one that a header has. The fix changes the document alone. */
static void
explain_undefined (Diagnosis      *self,
                   LoomDiagnostic *diagnostic)
{
  static const struct { const char *part, *header; } headers[] = {
    { "half", "cuda_fp16.h" }, { "bfloat16", "cuda_bf16.h" },
    { "cooperative_groups", "cooperative_groups.h" }, { "nvcuda", "mma.h" },
  };
  g_autofree char *text = g_strdup (diagnostic->text);
  g_auto (GStrv) parts = g_strsplit (text, "\"", 3);
  const char *word = g_strv_length (parts) == 3 && g_str_has_suffix (text, "is undefined")
                         ? parts[1] : NULL;
  g_autoptr (GPtrArray) outline = NULL, known = NULL;
  const char *meant, *header = NULL;

  if (word == NULL)
    return;
  known = list_known (self, diagnostic, word, &outline);
  meant = loom_spelling_find_only (word, (const char * const *) known->pdata);
  /* a name of the host is spelt as it is meant */
  if (g_strcmp0 (meant, word) == 0)
    meant = NULL;

  for (guint i = 0; header == NULL && i < G_N_ELEMENTS (headers); i++)
    if (strstr (word, headers[i].part) != NULL)
      header = headers[i].header;
  if (meant == NULL && header == NULL)
    return;

  g_free (diagnostic->text);
  /* Translators: 1 what the compiler says of a name, 2 another name, or the header that has it */
  diagnostic->text = g_strdup_printf (meant != NULL ? _("%1$s; did you mean %2$s?")
                                                    : _("%1$s; it takes #include <%2$s>"),
                                      text, meant != NULL ? meant : header);
  if (diagnostic->file != NULL)
    return;
  diagnostic->replacement
      = meant != NULL ? loom_source_mend_word (self->context->source, diagnostic->line, word, meant)
                      : g_strdup (header);
  diagnostic->fix = diagnostic->replacement == NULL ? LOOM_FIX_NONE
                    : meant != NULL                 ? LOOM_FIX_SET_LINE
                                                    : LOOM_FIX_INCLUDE;
}

/* The compiler marks what follows a missing semicolon, which is often in a later line. People look
 * for it where it is missing. */
static void
explain_semicolon (Diagnosis      *self,
                   LoomDiagnostic *diagnostic)
{
  if (diagnostic->file != NULL || diagnostic->column == 0
      || !g_str_equal (diagnostic->text, "expected a \";\""))
    return;

  diagnostic->replacement = loom_source_mend_semicolon (self->context->source, &diagnostic->line,
                                                        &diagnostic->column);
  diagnostic->fix = diagnostic->replacement != NULL ? LOOM_FIX_SET_LINE : LOOM_FIX_NONE;
}

/* To the compiler `2x` is a number with an ending of one's own; people mean a product. */
static void
explain_ending (LoomDiagnostic *diagnostic)
{
  if (!g_str_equal (diagnostic->text, "user-defined literal operator not found"))
    return;

  g_free (diagnostic->text);
  diagnostic->text = g_strdup (_("these letters cannot follow a number: to multiply, write * "
                                 "between them"));
}

static LoomDiagnostic *
add (Diagnosis    *self,
     LoomSeverity  severity,
     const char   *file,
     guint         line,
     guint         column,
     const char   *text)
{
  const gboolean has_column = loom_source_unit_has_columns (self->context->unit, file, line);
  g_autofree char *cleaned = loom_diagnose_dup_users_words (text);
  LoomDiagnostic *diagnostic =
    loom_diagnostic_new (severity, line, has_column ? column : 0, "%s", cleaned);

  diagnostic->file = g_strdup (file);
  explain_undefined (self, diagnostic);
  explain_semicolon (self, diagnostic);
  explain_ending (diagnostic);
  g_ptr_array_add (self->diagnostics, diagnostic);
  return diagnostic;
}

static void
add_unopened (Diagnosis              *self,
              const LoomNvrtcMessage *message,
              const char             *file,
              guint                   line)
{
  LoomDiagnostic *diagnostic = loom_diagnose_unopened (self->context, message->text);

  diagnostic->file = g_strdup (file);
  diagnostic->line = line;
  g_ptr_array_add (self->diagnostics, diagnostic);
}

/* The fix hides whole functions of the document. */
static void
add_host_code (Diagnosis              *self,
               const LoomNvrtcMessage *message,
               const char             *file,
               const char             *text)
{
  LoomDiagnostic *diagnostic
      = add (self, LOOM_SEVERITY_ERROR, file, message->line, message->column, text);

  if (file == NULL && is_in_host_code (self, NULL, message->line))
    diagnostic->fix = LOOM_FIX_GUARD_HOST_CODE;
}

/* The fix changes the document alone. */
static void
add_reference (Diagnosis              *self,
               const LoomNvrtcMessage *message,
               const char             *file)
{
  const char *source = self->context->source;
  g_autofree char *object
      = file == NULL ? loom_source_dup_reference (source, strlen (source), message->line) : NULL;
  g_autofree char *text = NULL;
  LoomDiagnostic *diagnostic;

  if (object != NULL)
    /* Translators: %s is a declaration, such as "cudaTextureObject_t image" */
    text = g_strdup_printf (_("texture and surface references are gone from CUDA: make it a "
                              "parameter of the kernel, “%s”"), object);
  else
    text = g_strdup (_("texture and surface references are gone from CUDA: make it a parameter of "
                       "the kernel, of type cudaTextureObject_t or cudaSurfaceObject_t"));
  diagnostic = add (self, LOOM_SEVERITY_ERROR, file, message->line, message->column, text);
  if (object != NULL)
    {
      diagnostic->fix = LOOM_FIX_TEXTURE_OBJECT;
      diagnostic->replacement = g_steal_pointer (&object);
    }
}

/* What the compiler says besides, since it does not know what was declared. */
static gboolean
follows_reference (const Diagnosis        *self,
                   const LoomNvrtcMessage *message)
{
  return self->has_reference
         && (g_strcmp0 (message->file, LOOM_DIAGNOSE_BUILTIN_FILE) == 0
             || is_host_variable (message) || strstr (message->text, "<error-type>") != NULL);
}

/* Of a header that is none of the user's: placed where the user includes it. */
static void
add_elsewhere (Diagnosis              *self,
               const LoomNvrtcMessage *message)
{
  g_autofree char *base = g_path_get_basename (message->file);
  const guint include = find_include (self->context->unit->text, message->file);
  const LoomSourcePlace place = loom_source_unit_locate_line (self->context->unit, include);
  const char *file = include > 0 ? place.file : NULL;
  const guint line = include > 0 ? place.line : 0;
  g_autofree char *text = NULL;

  if (strstr (message->text, "open source file \"") != NULL)
    {
      add_unopened (self, message, file, line);
      return;
    }

  text = g_strdup_printf (_("%s, line %u: %s"), base, message->line, message->text);
  add (self, message->severity, file, line, 0, text);
}

/* Once for each header, where it is first asked for. */
static void
add_missing (Diagnosis              *self,
             const LoomNvrtcMessage *message)
{
  const GPtrArray *missing = self->context->unit->missing;
  const char *number = strstr (message->text, LOOM_MISSING_HEADER) + strlen (LOOM_MISSING_HEADER);
  const guint64 index = g_ascii_strtoull (number, NULL, 10);

  if (index < missing->len && g_hash_table_add (self->missing, GUINT_TO_POINTER (index + 1)))
    g_ptr_array_add (self->diagnostics,
                     loom_diagnose_missing (self->context, missing->pdata[index]));
}

static void
add_message (Diagnosis              *self,
             const LoomNvrtcMessage *message)
{
  const char *file;
  const gboolean is_users = find_file (self, message, &file);
  const guint line = file == NULL ? MIN (message->line, self->n_lines) : message->line;

  if (is_ours (message))
    self->ours = self->ours || message->severity == LOOM_SEVERITY_ERROR;
  else if (strstr (message->text, LOOM_MISSING_HEADER) != NULL)
    add_missing (self, message);
  else if (is_users && is_reference (message))
    add_reference (self, message, file);
  else if (follows_reference (self, message))
    return;
  else if (is_users && is_host_function (message))
    add_host_code (self, message, file,
                   _("host code is not run: guard it with #ifndef __CUDACC_RTC__, or mark the "
                     "function __device__"));
  else if (is_users && is_host_variable (message))
    add_host_code (self, message, file,
                   _("a variable of the host cannot be seen by a kernel: mark it __device__ or "
                     "__constant__, or guard it with #ifndef __CUDACC_RTC__"));
  else if (self->has_host && (g_strcmp0 (message->file, LOOM_DIAGNOSE_BUILTIN_FILE) == 0 ||
                              (is_users && is_in_host_code (self, file, line))))
    return;                     /* a consequence of what has been said */
  else if (!is_users)
    add_elsewhere (self, message);
  else if (strstr (message->text, "open source file \"") != NULL)
    add_unopened (self, message, file, line);
  else
    add (self, message->severity, file, line, message->column, message->text);
}

/* Where arguments don't fit a template, the compiler speaks of the function that asked for it. */
static gboolean
is_unfit (const char *text)
{
  return strstr (text, LOOM_SIGNATURE_NAMESPACE "::") != NULL
         || strstr (text, "cannot determine which instance") != NULL;
}

static char *
explain_kernel_expression (const LoomDiagnoseContext *context,
                           const char                *text)
{
  const LoomScannedKernel *kernel
      = loom_source_scan_find_kernel ((LoomSourceScan *) context->scan, context->kernel);

  if (!is_unfit (text))
    return g_strdup_printf (_("kernel=%s names no kernel: %s"), context->kernel, text);
  if (kernel == NULL || kernel->template_params == NULL)
    return g_strdup_printf (_("kernel=%s names no kernel: these arguments fit no template"),
                            context->kernel);
  return g_strdup_printf (_("kernel=%1$s names no kernel: these arguments do not fit template "
                            "<%2$s>"), context->kernel, kernel->template_params);
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
          g_autofree char *text = explain_kernel_expression (self->context, message->text);

          add (self, LOOM_SEVERITY_ERROR, NULL, 0, 0, text);
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
    .missing = g_hash_table_new (NULL, NULL),
    .n_lines = count_lines (context->source),
  };

  for (guint i = 0; i < messages->len; i++)
    {
      self.has_host = self.has_host || is_host_function (messages->pdata[i]);
      self.has_reference = self.has_reference || is_reference (messages->pdata[i]);
    }
  for (guint i = 0; i < messages->len; i++)
    add_message (&self, messages->pdata[i]);
  if (self.ours && context->kernel != NULL)
    add_kernel_expression (&self, messages);

  g_hash_table_unref (self.missing);
  *ours = self.ours;
  return self.diagnostics;
}

/**
 * loom_diagnose_references:
 * @ptx: what the compiler made
 * @context: of what
 *
 * Names the texture and surface references of a source that a compiler before CUDA 12 has taken, in
 * the words of those that do not.
 *
 * Returns: (transfer full) (nullable) (element-type LoomDiagnostic): an error for each line that
 *   declares one; %NULL: there is none
 */
GPtrArray *
loom_diagnose_references (const char                *ptx,
                          const LoomDiagnoseContext *context)
{
  g_autoptr (GArray) places = NULL;
  Diagnosis self = { .context = context };

  if (strstr (ptx, ".global .texref ") == NULL && strstr (ptx, ".global .surfref ") == NULL)
    return NULL;

  places = loom_source_list_references (context->unit->text, strlen (context->unit->text));
  if (places->len == 0)
    return NULL;

  self.diagnostics = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_diagnostic_free);
  for (guint i = 0; i < places->len; i++)
    {
      const LoomReferencePlace *found = &g_array_index (places, LoomReferencePlace, i);
      const LoomSourcePlace place = loom_source_unit_locate_line (context->unit, found->line);
      const LoomNvrtcMessage message = { .line = place.line, .column = found->column };

      add_reference (&self, &message, place.file);
    }
  return self.diagnostics;
}

/* Takes the reason away. */
static void
cut_reason (char *line)
{
  char *open = strstr (line, "open source file \"");
  char *close = open != NULL ? strrchr (open, '"') : NULL;

  if (close != NULL && close > open + strlen ("open source file \""))
    close[1] = '\0';
}

/**
 * loom_diagnose_clean_log:
 * @log: what the compiler said
 *
 * Takes away why a file could not be opened, since that tells whether it is there, and the warnings
 * that we had asked for.
 *
 * Returns: (transfer full): the log
 */
char *
loom_diagnose_clean_log (const char *log)
{
  g_auto (GStrv) lines = g_strsplit (log, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_ours = FALSE, was_ours = FALSE, has_warnings = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const gboolean is_quote = is_ours && g_str_has_prefix (lines[i], "  ");
      const gboolean is_end = is_ours && *lines[i] == '\0';

      is_ours = is_quote || strstr (lines[i], LOOM_MISSING_HEADER) != NULL;
      was_ours = was_ours || is_ours;
      if (is_ours || is_end
          || (was_ours && !has_warnings && g_str_has_prefix (lines[i], SUPPRESS_REMARK)))
        continue;

      has_warnings = has_warnings || strstr (lines[i], "): warning") != NULL;
      cut_reason (lines[i]);
      g_string_append_printf (text, "%s\n", lines[i]);
    }

  return was_ours ? g_strchomp (g_string_free (g_steal_pointer (&text), FALSE))
                  : g_strjoinv ("\n", lines);
}
