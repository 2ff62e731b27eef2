/* loom-program-kept.c: a recording that is kept beside its program, and found again by what the
 * program is made of
 *
 * The folder NAME-recording has the recording as the runtime wrote it, but with lines of sources in
 * place of addresses; the files of contents that it names; and program.json, which says what it is
 * a recording of: a sum of the sources without their settings, of macros and arguments. It may come
 * from somebody else, so that it is believed no more than a recording is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-program-private.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include <errno.h>
#include <string.h>

#define VERSION 1
#define DESCRIPTION "program.json"
#define RECORDING "recording.jsonl"

/* "/home/me/wave-recording" for wave.cu. */
static char *
dup_folder (const char *path)
{
  const gsize length = strlen (path) - (g_str_has_suffix (path, ".cu") ? strlen (".cu") : 0);

  return g_strdup_printf ("%.*s-recording", (int) length, path);
}

static const char *
get_path (LoomProgram *self)
{
  return ((LoomProgramSource *) self->sources->pdata[0])->path;
}

/* With the zero at its end. */
static void
add_word (GChecksum  *sum,
          const char *word)
{
  g_checksum_update (sum, (const guchar *) word, (gssize) strlen (word) + 1);
}

/* What a recording hangs on. */
static char *
dup_sum (LoomProgram *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < self->sources->len; i++)
    {
      const LoomProgramSource *source = self->sources->pdata[i];

      g_checksum_update (sum, (const guchar *) loom_document_get_source_hash (source->document),
                         -1);
    }
  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    if (g_str_has_prefix (self->words[i], "-D"))
      add_word (sum, self->words[i]);
  for (guint i = 0; self->arguments != NULL && self->arguments[i] != NULL; i++)
    add_word (sum, self->arguments[i]);
  return g_strdup (g_checksum_get_string (sum));
}

/* -- Keeping -- */

/* Removes a recording that was kept before, unless something else lies in its folder. */
static gboolean
remove_kept (const char  *folder,
             GError     **error)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      if (!g_str_equal (name, DESCRIPTION) && !g_str_equal (name, RECORDING) &&
          !loom_recording_is_contents (name))
        return loom_fail (error, LOOM_ERROR_FILE,
                          _("%1$s is not just a recording: %2$s lies in it, too. Move that folder, "
                            "and keep the recording again."), folder, name);
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }
  for (guint i = 0; i < paths->len; i++)
    g_unlink (paths->pdata[i]);
  if (directory != NULL && g_rmdir (folder) != 0)
    return loom_fail (error, LOOM_ERROR_FILE, "%s: %s", folder, g_strerror (errno));
  return TRUE;
}

static gboolean
copy_contents (LoomRecording  *recording,
               const char     *contents,
               const char     *folder,
               GError        **error)
{
  g_autofree char *from_path = contents != NULL
                               ? g_build_filename (recording->folder, contents, NULL) : NULL;
  g_autofree char *to_path = contents != NULL ? g_build_filename (folder, contents, NULL) : NULL;
  g_autoptr (GFile) from = NULL, to = NULL;
  g_autoptr (GError) local_error = NULL;

  if (contents == NULL || g_file_test (to_path, G_FILE_TEST_EXISTS))
    return TRUE;
  from = g_file_new_for_path (from_path);
  to = g_file_new_for_path (to_path);
  return g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &local_error) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

static gboolean
copy_all_contents (LoomRecording  *recording,
                   const char     *folder,
                   GError        **error)
{
  for (guint i = 0; i < recording->launches->len; i++)
    {
      const LoomRecordedLaunch *launch = recording->launches->pdata[i];

      for (guint j = 0; j < launch->arrays->len; j++)
        if (!copy_contents (recording, ((LoomRecordedArray *) launch->arrays->pdata[j])->contents,
                            folder, error))
          return FALSE;
      for (guint j = 0; j < launch->variables->len; j++)
        if (!copy_contents (recording,
                            ((LoomRecordedVariable *) launch->variables->pdata[j])->contents,
                            folder, error))
          return FALSE;
    }
  return TRUE;
}

/* A launch's line, with its place in a source: the program with its addresses will be gone. Paths
 * are seen from the folder of the first source, so that all may move together. */
static char *
dup_placed_line (const char               *line,
                 const LoomRecordedLaunch *launch,
                 const char               *folder)
{
  g_autoptr (JsonNode) node = json_from_string (line, NULL);
  JsonObject *object = json_node_get_object (node);
  const gsize length = strlen (folder);

  json_object_remove_member (object, "address");
  if (launch->file != NULL)
    {
      const gboolean is_inside = strncmp (launch->file, folder, length) == 0 &&
                                 launch->file[length] == '/';

      json_object_set_string_member (object, "file", launch->file + (is_inside ? length + 1 : 0));
      json_object_set_int_member (object, "line", launch->line);
    }
  return json_to_string (node, FALSE);
}

static gboolean
write_recording (LoomProgram    *self,
                 LoomRecording  *recording,
                 const char     *folder,
                 GError        **error)
{
  g_autofree char *from = g_build_filename (recording->folder, RECORDING, NULL);
  g_autofree char *to = g_build_filename (folder, RECORDING, NULL);
  g_autofree char *above = g_path_get_dirname (get_path (self)), *text = NULL;
  g_autoptr (GString) placed = g_string_new (NULL);
  g_autoptr (GError) local_error = NULL;
  g_auto (GStrv) lines = NULL;
  guint launch = 0, n_lines;

  if (!g_file_get_contents (from, &text, NULL, &local_error))
    return loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);

  lines = g_strsplit (text, "\n", -1);
  /* What is behind the last end of a line is half of one. */
  n_lines = MAX (g_strv_length (lines), 1) - 1;
  if (recording->bad_line > 0)
    n_lines = recording->bad_line - 1;
  for (guint i = 0; i < n_lines; i++)
    {
      const gboolean is_launch = g_str_has_prefix (lines[i], "{\"launch\":") &&
                                 launch < recording->launches->len;
      g_autofree char *line = is_launch
                              ? dup_placed_line (lines[i], recording->launches->pdata[launch++],
                                                 above)
                              : g_strdup (lines[i]);

      g_string_append_printf (placed, "%s\n", line);
    }
  return g_file_set_contents (to, placed->str, (gssize) placed->len, &local_error) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

static gboolean
write_description (LoomProgram  *self,
                   int           status,
                   const char   *folder,
                   GError      **error)
{
  g_autofree char *path = g_build_filename (folder, DESCRIPTION, NULL);
  g_autofree char *sum = dup_sum (self), *text = NULL;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) local_error = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "program");
  json_builder_add_int_value (builder, VERSION);
  json_builder_set_member_name (builder, "sum");
  json_builder_add_string_value (builder, sum);
  json_builder_set_member_name (builder, "status");
  json_builder_add_int_value (builder, status);
  json_builder_set_member_name (builder, "kernels");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LoomProgramSource *source = self->sources->pdata[i];

      json_builder_begin_array (builder);
      for (guint k = 0; source->kernels != NULL && source->kernels[k] != NULL; k++)
        json_builder_add_string_value (builder, source->kernels[k]);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  node = json_builder_get_root (builder);
  text = json_to_string (node, FALSE);
  return g_file_set_contents (path, text, -1, &local_error) ||
         loom_fail (error, LOOM_ERROR_FILE, "%s", local_error->message);
}

/**
 * loom_program_keep:
 * @self: a program that has run, and has a file
 * @recording: of it
 * @status: how it ended
 * @error: return location; %LOOM_ERROR_FILE
 *
 * Keeps a recording in the folder NAME-recording beside the program's first source, in place of one
 * that was kept there before.
 *
 * Returns: (transfer full): path of the folder, or %NULL
 */
char *
loom_program_keep (LoomProgram    *self,
                   LoomRecording  *recording,
                   int             status,
                   GError        **error)
{
  g_autofree char *folder = dup_folder (get_path (self));
  g_autofree char *made = g_strconcat (folder, ".XXXXXX", NULL);

  if (g_mkdtemp_full (made, 0755) == NULL)
    return loom_fail_null (error, LOOM_ERROR_FILE, "%s: %s", folder, g_strerror (errno));
  if (copy_all_contents (recording, made, error) &&
      write_recording (self, recording, made, error) &&
      write_description (self, status, made, error) && remove_kept (folder, error))
    {
      if (g_rename (made, folder) == 0)
        return g_steal_pointer (&folder);
      loom_fail (error, LOOM_ERROR_FILE, "%s: %s", folder, g_strerror (errno));
    }
  remove_kept (made, NULL);
  return NULL;
}

/* -- Finding -- */

/**
 * loom_program_has_kept:
 * @path: of a program's first source
 *
 * Returns: whether a recording was kept beside it, be it of the text that it has now or not
 */
gboolean
loom_program_has_kept (const char *path)
{
  g_autofree char *folder = dup_folder (path);
  g_autofree char *description = g_build_filename (folder, DESCRIPTION, NULL);

  return g_file_test (description, G_FILE_TEST_EXISTS);
}

/* Whether it is of this program; if so, what it says of the program is taken over. */
static gboolean
read_description (LoomProgram *self,
                  const char  *folder,
                  int         *status)
{
  g_autofree char *path = g_build_filename (folder, DESCRIPTION, NULL);
  g_autofree char *sum = dup_sum (self), *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonReader) reader = NULL;
  const char *kept = NULL;
  gint64 version = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL) ||
      (node = json_from_string (text, NULL)) == NULL)
    return FALSE;

  reader = json_reader_new (node);
  if (json_reader_read_member (reader, "program"))
    version = json_reader_get_int_value (reader);
  json_reader_end_member (reader);
  if (json_reader_read_member (reader, "sum"))
    kept = json_reader_get_string_value (reader);
  json_reader_end_member (reader);
  if (version != VERSION || g_strcmp0 (kept, sum) != 0)
    return FALSE;

  if (json_reader_read_member (reader, "status"))
    *status = (int) json_reader_get_int_value (reader);
  json_reader_end_member (reader);
  json_reader_read_member (reader, "kernels");
  for (guint i = 0; i < self->sources->len; i++)
    {
      LoomProgramSource *source = self->sources->pdata[i];
      g_autoptr (GStrvBuilder) kernels = g_strv_builder_new ();
      const int n = json_reader_read_element (reader, i) ? json_reader_count_elements (reader) : 0;

      for (int k = 0; k < n; k++)
        {
          json_reader_read_element (reader, (guint) k);
          if (json_reader_get_string_value (reader) != NULL)
            g_strv_builder_add (kernels, json_reader_get_string_value (reader));
          json_reader_end_element (reader);
        }
      json_reader_end_element (reader);
      g_strfreev (source->kernels);
      source->kernels = g_strv_builder_end (kernels);
    }
  return TRUE;
}

static void
find_files (LoomProgram   *self,
            LoomRecording *recording)
{
  g_autofree char *above = g_path_get_dirname (get_path (self));

  for (guint i = 0; i < recording->launches->len; i++)
    {
      LoomRecordedLaunch *launch = recording->launches->pdata[i];
      g_autofree char *name = g_steal_pointer (&launch->file);

      launch->file = name != NULL ? g_canonicalize_filename (name, above) : NULL;
    }
}

/**
 * loom_program_find_kept:
 * @self: with sources, words and arguments, which has not been built
 * @client: what compiles device code, used by this thread alone
 * @cancellable: (nullable): ends the wait
 * @status: (out): how the program ended, as wait() has it
 * @error: return location; that of a source which cannot be read, or compiled no more
 *
 * Reads the recording that was kept beside the program, if it is one of just this program: nothing
 * of the program is run, and no clang is needed.
 *
 * Returns: (transfer full): the recording; %NULL, and no error, where there is none
 */
LoomRecording *
loom_program_find_kept (LoomProgram       *self,
                        LoomRunnerClient  *client,
                        GCancellable      *cancellable,
                        int               *status,
                        GError           **error)
{
  g_autoptr (LoomRecording) recording = NULL;
  g_autofree char *folder = NULL;

  *status = 0;
  if (!_loom_program_read_sources (self, error))
    return NULL;
  folder = dup_folder (get_path (self));
  if (!read_description (self, folder, status))
    return NULL;
  recording = loom_recording_read (folder, error);
  if (recording == NULL)
    return NULL;

  find_files (self, recording);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LoomProgramSource *source = self->sources->pdata[i];

      if (source->kernels[0] != NULL &&
          !_loom_program_compile_device (self, i, client, cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&recording);
}
