/* loom-written.c: remembers which files were written for which document
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-written.h"

#include <glib/gstdio.h>

#include <inttypes.h>
#include <string.h>

/* One file for each document, named after its path, with a line for each file: its state, a tab and
 * its path. */
static char *
dup_record (const char *document)
{
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, document, -1);

  return g_build_filename (g_get_user_state_dir (), "gridloom", "written", name, NULL);
}

/* As of drafts: the clock of file systems is too coarse to tell alone. NULL: there is none. */
static char *
dup_state (const char *path)
{
  GStatBuf status;

  if (g_lstat (path, &status) != 0)
    return NULL;
  return g_strdup_printf ("%" PRIu64 " %" PRIu64 " %" PRId64 ".%09ld", (guint64) status.st_ino,
                          (guint64) status.st_size, (gint64) status.st_mtim.tv_sec,
                          status.st_mtim.tv_nsec);
}

static char *
dup_line (const char *path)
{
  g_autofree char *state = dup_state (path);
  g_autofree char *escaped = g_strescape (path, NULL);

  return state != NULL ? g_strconcat (state, "\t", escaped, NULL) : NULL;
}

static char **
read_lines (const char *document)
{
  g_autofree char *record = dup_record (document);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (record, &text, NULL, NULL))
    return g_new0 (char *, 1);
  return g_strsplit (text, "\n", -1);
}

/**
 * loom_written_is_known:
 * @document: (type filename): the absolute path of a document
 * @path: (type filename): the absolute path of a file
 *
 * Returns: whether that file was written for the document, and is as it was left then
 */
gboolean
loom_written_is_known (const char *document,
                       const char *path)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *line = NULL;

  g_return_val_if_fail (document != NULL && path != NULL, FALSE);

  line = dup_line (path);
  lines = read_lines (document);
  return line != NULL && g_strv_contains ((const char * const *) lines, line);
}

/* Whether a line is of a file that is still as it was left. */
static gboolean
is_true (const char *line)
{
  const char *tab = strchr (line, '\t');
  g_autofree char *path = tab != NULL ? g_strcompress (tab + 1) : NULL;
  g_autofree char *now = path != NULL ? dup_line (path) : NULL;

  return g_strcmp0 (now, line) == 0;
}

/**
 * loom_written_note:
 * @document: (type filename): the absolute path of a document
 * @path: (type filename): the absolute path of a file that was just written for it
 *
 * Remembers a file. Where that does not work, the next writing is asked about, and no more.
 */
void
loom_written_note (const char *document,
                   const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *record = NULL, *folder = NULL, *line = NULL;
  g_auto (GStrv) lines = NULL;

  g_return_if_fail (document != NULL && path != NULL);

  record = dup_record (document);
  folder = g_path_get_dirname (record);
  line = dup_line (path);
  lines = read_lines (document);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_strcmp0 (lines[i], line) != 0 && is_true (lines[i]))
      g_string_append_printf (text, "%s\n", lines[i]);
  if (line != NULL)
    g_string_append_printf (text, "%s\n", line);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents (record, text->str, (gssize) text->len, NULL);
}
