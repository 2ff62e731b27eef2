/* loom-program-settings.c: what the settings of a document say of its program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <unistd.h>

#define GROUP "program"

/* The words of a setting, apart by blanks as a shell has them. NULL: it is no list of words. */
static GStrv
list_words (LoomDocument  *document,
            const char    *key,
            GError       **error)
{
  const char *text = loom_document_get_value (document, GROUP, key);
  g_autoptr (GError) local_error = NULL;
  GStrv words = NULL;

  if (text == NULL || *text == '\0')
    return g_new0 (char *, 1);
  if (!g_shell_parse_argv (text, NULL, &words, &local_error))
    loom_fail_at (error, loom_document_get_value_line (document, GROUP, key), 0,
                  "[%s] %s=%s: %s", GROUP, key, text, local_error->message);
  return words;
}

/* Files are named from the folder of the document. */
static gboolean
check_folder (LoomDocument  *document,
              const char    *key,
              const char    *folder,
              GError       **error)
{
  const char *value = loom_document_get_value (document, GROUP, key);

  if (folder != NULL || value == NULL || *value == '\0')
    return TRUE;
  return loom_fail_at (error, loom_document_get_value_line (document, GROUP, key), 0,
                       _("[program] %1$s=%2$s is looked for in the folder of the document, which "
                         "has none yet: save it first"), key, value);
}

/* The folder of the document, or something beneath it. */
static gboolean
take_path (LoomDocument  *document,
           const char    *key,
           const char    *folder,
           char         **path,
           GError       **error)
{
  const char *value = loom_document_get_value (document, GROUP, key);
  g_autofree char *inside = g_strconcat (folder != NULL ? folder : "", "/", NULL);
  g_autofree char *absolute = NULL;

  if (value == NULL || *value == '\0' || *path != NULL)
    return TRUE;
  if (!check_folder (document, key, folder, error))
    return FALSE;
  absolute = g_canonicalize_filename (value, folder);
  if (!g_str_equal (absolute, folder) && !g_str_has_prefix (absolute, inside))
    return loom_fail_at (error, loom_document_get_value_line (document, GROUP, key), 0,
                         _("[program] %1$s=%2$s is not in the folder of the document, which is all "
                           "that a program may read"), key, value);
  *path = g_steal_pointer (&absolute);
  return TRUE;
}

/**
 * loom_program_add_settings:
 * @document: of the program's first source
 * @folder: (nullable): of the document, absolute; %NULL: it has none, and no setting names a file
 * @error: return location; %LOOM_ERROR_DOCUMENT for a setting that is no list of words, or leads
 *   out of the folder
 *
 * Adds the sources of the document's [program], its folders of headers, macros and libraries behind
 * those that the program has, and takes from it what else the program does not have yet.
 */
gboolean
loom_program_add_settings (LoomProgram   *self,
                           LoomDocument  *document,
                           const char    *folder,
                           GError       **error)
{
  static const struct
  {
    const char *key, *option;
  } rows[] = { { "include", "-I" }, { "define", "-D" }, { "libraries", "-l" } };
  g_auto (GStrv) sources = list_words (document, "sources", error);
  g_auto (GStrv) arguments = sources != NULL ? list_words (document, "arguments", error) : NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  if (arguments == NULL || !check_folder (document, "sources", folder, error) ||
      !check_folder (document, "include", folder, error) ||
      !take_path (document, "folder", folder, &self->folder, error) ||
      !take_path (document, "input", folder, &self->input, error))
    return FALSE;

  for (guint i = 0; sources[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (sources[i], folder);

      loom_program_add_source (self, path, NULL);
    }
  if (self->words != NULL)
    g_strv_builder_addv (words, (const char **) self->words);
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_auto (GStrv) values = list_words (document, rows[row].key, error);

      if (values == NULL)
        return FALSE;
      for (guint i = 0; values[i] != NULL; i++)
        {
          g_autofree char *value = row == 0 ? g_canonicalize_filename (values[i], folder)
                                            : g_strdup (values[i]);
          g_autofree char *word = g_strconcat (rows[row].option, value, NULL);

          g_strv_builder_add (words, word);
        }
    }
  g_strfreev (self->words);
  self->words = g_strv_builder_end (words);
  if (self->arguments == NULL)
    self->arguments = g_steal_pointer (&arguments);
  if (self->folder == NULL)
    self->folder = g_strdup (folder);
  return TRUE;
}

/**
 * loom_program_limits_get_usual:
 *
 * Returns: ten minutes of processor time, three quarters of this computer's memory, and 4 GiB of
 *   contents
 */
LoomProgramLimits
loom_program_limits_get_usual (void)
{
  const guint64 pages = (guint64) MAX (sysconf (_SC_PHYS_PAGES), 0);
  const guint64 page = (guint64) MAX (sysconf (_SC_PAGESIZE), 0);

  return (LoomProgramLimits) { 600, pages / 4 * 3 * page >> 20, 4096 };
}
