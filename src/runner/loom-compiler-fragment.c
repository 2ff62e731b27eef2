/* loom-compiler-fragment.c: a document that is a part of another file
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-compiler-private.h"

#include "loom-folder.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_FILES 100
#define MAX_BYTES (1 << 20)     /* of each */

static gboolean
is_source (const char *name)
{
  static const char * const suffixes[] = { ".cu", ".c", ".cc", ".cpp", ".cxx" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      return g_utf8_validate (name, -1, NULL);

  return FALSE;
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  const char *one = *(const char * const *) a, *other = *(const char * const *) b;
  const gboolean is_cuda = g_str_has_suffix (one, ".cu");

  return is_cuda != g_str_has_suffix (other, ".cu") ? (is_cuda ? -1 : 1) : strcmp (one, other);
}

/* Those of CUDA first. */
static GPtrArray *
list_sources (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_source (name))
      g_ptr_array_add (names, g_strdup (name));

  g_ptr_array_sort (names, compare_names);
  if (names->len > MAX_FILES)
    g_ptr_array_set_size (names, MAX_FILES);
  return names;
}

/* The file beside the document that includes it by quotes. */
static char *
find_whole (LoomCompilerJob *job)
{
  const char *folder = job->request->folder;
  g_autofree char *own = g_path_get_basename (job->name);
  g_autofree char *escaped = g_regex_escape_string (own, -1);
  g_autofree char *pattern
      = g_strdup_printf ("^[ \\t]*#[ \\t]*include[ \\t]*\"(\\./)?%s\"", escaped);
  g_autoptr (GRegex) includes
      = g_regex_new (pattern, G_REGEX_MULTILINE | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
  g_autoptr (GPtrArray) names = list_sources (folder);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      g_autoptr (GBytes) bytes
          = g_str_equal (name, own) ? NULL : loom_folder_read (folder, name, MAX_BYTES, NULL, NULL);

      if (bytes != NULL && g_bytes_get_size (bytes) > 0
          && g_regex_match_full (includes, g_bytes_get_data (bytes, NULL),
                                 (gssize) g_bytes_get_size (bytes), 0, 0, NULL, NULL))
        return g_strdup (name);
    }

  return NULL;
}

/* Names that nothing declares here may be declared where this file is put in. */
void
_loom_compiler_explain_fragment (LoomCompilerJob *job)
{
  g_autofree char *whole = NULL;
  LoomDiagnostic *diagnostic;

  if (job->result.compiled || job->request->folder == NULL
      || !_loom_compiler_misses_names (job))
    return;

  whole = find_whole (job);
  if (whole == NULL)
    return;

  diagnostic = loom_diagnostic_new (
      LOOM_SEVERITY_ERROR, 0, 0,
      _("%1$s is included by %2$s, which may declare the names that are missing here: open %2$s "
        "instead"),
      job->name, whole);
  diagnostic->fix = LOOM_FIX_OPEN_FILE;
  diagnostic->replacement = g_steal_pointer (&whole);
  g_ptr_array_insert (job->compiled->diagnostics, 0, diagnostic);
}
