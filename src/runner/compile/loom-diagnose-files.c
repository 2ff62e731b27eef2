/* loom-diagnose-files.c: what is said of headers that are not there, and of files that may not be
 * read
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-diagnose.h"

#include "loom-nvrtc-log.h"
#include "loom-signature.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* What NVRTC calls the text that it makes of name expressions. */
#define NAME_MAP_FILE "__nv_name_map"

/**
 * loom_diagnose_is_ours:
 * @file: (nullable): as a message names it
 *
 * Returns: whether it is none of the user's, but text that we had added
 */
gboolean
loom_diagnose_is_ours (const char *file)
{
  return g_strcmp0 (file, NAME_MAP_FILE) == 0 || g_strcmp0 (file, LOOM_SIGNATURE_FILE) == 0;
}

/**
 * loom_diagnose_dup_users_words:
 * @text: what the compiler said
 *
 * Leaves out the places in text that we had added: `at line 2 of __nv_name_map`, or, as older
 * compilers say it in a line of its own, `__nv_name_map(2): here`.
 *
 * Returns: (transfer full): the rest
 */
char *
loom_diagnose_dup_users_words (const char *text)
{
  g_autoptr (GRegex) places = g_regex_new (
      " at line [0-9]+ of \"?(" NAME_MAP_FILE "|" LOOM_SIGNATURE_FILE ")\"?"
      "|\\s*(" NAME_MAP_FILE "|" LOOM_SIGNATURE_FILE ")\\([0-9]+\\): here", 0, 0, NULL);

  return g_regex_replace_literal (places, text, -1, 0, "", 0, NULL);
}

/* The name between the first pair of quotes. */
static char *
take_quoted (const char *text)
{
  const char *open = strchr (text, '"');
  const char *close = open != NULL ? strchr (open + 1, '"') : NULL;

  return close != NULL ? g_strndup (open + 1, close - open - 1) : NULL;
}

static gboolean
is_inside (const char *path,
           const char *folder)
{
  gsize length = folder != NULL ? strlen (folder) : 0;

  return folder != NULL && g_str_has_prefix (path, folder)
         && (path[length] == '/' || path[length] == '\0');
}

/* The nearest folder above the document's that a path lies in; NULL: only the root. */
static char *
find_common_folder (const char *folder,
                    const char *path)
{
  g_autofree char *above = g_path_get_dirname (folder);

  while (!is_inside (path, above))
    {
      g_autofree char *next = g_path_get_dirname (above);

      if (g_str_equal (next, above))
        return NULL;
      g_free (g_steal_pointer (&above));
      above = g_steal_pointer (&next);
    }

  return g_str_equal (above, "/") ? NULL : g_steal_pointer (&above);
}

/* One text whether the file is there or not: anything else would tell. */
static LoomDiagnostic *
explain_refused (const LoomDiagnoseContext *context,
                 LoomSeverity               severity,
                 const char                *name,
                 const char                *path)
{
  g_autofree char *above
      = context->folder != NULL ? find_common_folder (context->folder, path) : NULL;
  LoomDiagnostic *self;

  if (above == NULL)
    return loom_diagnostic_new (
        severity, 0, 0,
        _("#include of “%s” is refused: only files inside the document's folder and CUDA's own "
           "headers can be included"),
        name);

  self = loom_diagnostic_new (
      severity, 0, 0,
      _("#include of “%1$s” is refused: it leads out of the folder that may be read, %2$s. To "
        "include it, allow that %3$s is read"),
      name, context->root, above);
  self->fix = LOOM_FIX_ALLOW_FOLDER;
  self->replacement = g_steal_pointer (&above);
  return self;
}

/**
 * loom_diagnose_outside:
 * @context: what is compiled; its folders are known
 * @folder: of `-I`, as the option has it, which may not be read
 *
 * Says so, and what would let it be read.
 *
 * Returns: (transfer full): an error without a place
 */
LoomDiagnostic *
loom_diagnose_outside (const LoomDiagnoseContext *context,
                       const char                *folder)
{
  g_autofree char *path = g_canonicalize_filename (folder, context->folder);
  g_autofree char *above = find_common_folder (context->folder, path);
  LoomDiagnostic *self;

  if (above == NULL)
    return loom_diagnostic_new (
        LOOM_SEVERITY_ERROR, 0, 0,
        _("the folder “%1$s” of -I is refused: it leads out of the folder that may be read, %2$s"),
        folder, context->root);

  self = loom_diagnostic_new (
      LOOM_SEVERITY_ERROR, 0, 0,
      _("the folder “%1$s” of -I is refused: it leads out of the folder that may be read, %2$s. To "
        "search it, allow that %3$s is read"),
      folder, context->root, above);
  self->fix = LOOM_FIX_ALLOW_FOLDER;
  self->replacement = g_steal_pointer (&above);
  return self;
}

/**
 * loom_diagnose_missing:
 * @context: what is compiled
 * @missing: a header that was found nowhere
 *
 * Says that a header is taken as empty. That alone is no error: perhaps only host code needs it.
 *
 * Returns: (transfer full): a note where it is first included
 */
LoomDiagnostic *
loom_diagnose_missing (const LoomDiagnoseContext *context,
                       const LoomMissingHeader   *missing)
{
  g_autofree char *path = g_canonicalize_filename (
      missing->path, context->folder != NULL ? context->folder : "/");
  LoomDiagnostic *self;

  if (context->root != NULL && !missing->is_angled && !is_inside (path, context->root))
    self = explain_refused (context, LOOM_SEVERITY_NOTE, missing->name, path);
  else if (context->include == NULL)
    self = loom_diagnostic_new (
        LOOM_SEVERITY_NOTE, 0, 0,
        _("header “%s” was not found: it is taken as empty. The compiler found has no headers "
          "beside it; CUDA's own come with a CUDA Toolkit, and “./dev nvrtc”, in Gridloom's "
          "sources, fetches those that kernels include most"),
        missing->name);
  else
    self = loom_diagnostic_new (LOOM_SEVERITY_NOTE, 0, 0,
                                _("header “%s” was not found: it is taken as empty"),
                                missing->name);

  self->file = g_strdup (missing->file);
  self->line = missing->line;
  return self;
}

/**
 * loom_diagnose_blamed:
 * @context: what is compiled
 * @missing: a header that was found nowhere
 *
 * Says that a header is missing, where the compiler misses names as well.
 *
 * Returns: (transfer full): an error where it is first included
 */
LoomDiagnostic *
loom_diagnose_blamed (const LoomDiagnoseContext *context,
                      const LoomMissingHeader   *missing)
{
  LoomDiagnostic *self = loom_diagnose_missing (context, missing);
  g_autofree char *found = g_steal_pointer (&self->text);

  self->severity = LOOM_SEVERITY_ERROR;
  if (self->fix == LOOM_FIX_ALLOW_FOLDER)
    /* Translators: %s says why a header is not included */
    self->text = g_strdup_printf (_("%s. The other errors may come of that"), found);
  else if (context->include == NULL)
    self->text = g_steal_pointer (&found);
  else
    self->text = g_strdup_printf (
        _("header “%s” was not found, and the other errors may come of that: put it beside the "
          "file that includes it, or name the folder that has it by options=-Ifolder"),
        missing->name);
  return self;
}

/**
 * loom_diagnose_unopened:
 * @context: what is compiled
 * @text: the compiler's words for a file that it could not open
 *
 * Explains them: it was asked for by a name that a macro made, or by a header that is none of the
 * user's.
 *
 * Returns: (transfer full): an error without a place
 */
LoomDiagnostic *
loom_diagnose_unopened (const LoomDiagnoseContext *context,
                        const char                *text)
{
  g_autofree char *quoted = take_quoted (text);
  const char *name = quoted != NULL ? quoted : "";
  const char *folder = context->folder != NULL ? context->folder
                                               : _("none: the document has no folder here");
  g_autofree char *path
      = g_canonicalize_filename (name, context->folder != NULL ? context->folder : "/");

  if (g_path_is_absolute (name) || strstr (name, "..") != NULL)
    return explain_refused (context, LOOM_SEVERITY_ERROR, name, path);
  if (context->include != NULL)
    return loom_diagnostic_new (
        LOOM_SEVERITY_ERROR, 0, 0,
        _("the header “%s” cannot be included: it is neither in the document's folder (%s) nor "
           "among CUDA's headers (%s)"),
        name, folder, context->include);

  return loom_diagnostic_new (
      LOOM_SEVERITY_ERROR, 0, 0,
      _("the header “%s” cannot be included: it is not in the document's folder (%s), and the "
         "compiler found has no headers beside it. CUDA's headers come with a CUDA Toolkit; "
         "“./dev nvrtc”, in Gridloom's sources, fetches those that kernels include most"),
      name, folder);
}

static gboolean
is_allowed (const char                *file,
            const LoomDiagnoseContext *context)
{
  g_autofree char *path = NULL;

  if (context->folder == NULL && !g_path_is_absolute (file))
    return strchr (file, '/') == NULL;

  path = g_canonicalize_filename (file, context->folder);
  return is_inside (path, context->folder) || is_inside (path, context->root)
         || is_inside (path, context->include);
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

      if (message->file != NULL && !loom_diagnose_is_ours (message->file)
          && !g_str_equal (message->file, LOOM_DIAGNOSE_BUILTIN_FILE)
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
