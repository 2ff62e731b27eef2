/* loom-text-file.c: text files read and written back as they were
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-text-file.h"

#include "loom-document.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINKS 40
#define READ_BYTES (64 * 1024)

static char *
dup_name (GFile *file)
{
  g_autofree char *basename = g_file_get_basename (file);

  return basename != NULL ? g_filename_display_name (basename) : g_file_get_uri (file);
}

/* The file that a chain of links ends at, which need not exist yet; the path of its folder is a
 * real one. */
static GFile *
resolve_links (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  for (guint i = 0; path != NULL && i < MAX_LINKS; i++)
    {
      g_autofree char *real = realpath (path, NULL);
      g_autofree char *link = NULL;
      g_autofree char *folder = NULL;

      if (real != NULL)
        return g_file_new_for_path (real);
      link = g_file_read_link (path, NULL);
      if (link == NULL)
        break;
      folder = g_path_get_dirname (path);
      g_free (path);
      path = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }
  return g_object_ref (file);
}

static gboolean
check_kind (GFile         *file,
            const char    *name,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file,
                                                  G_FILE_ATTRIBUTE_STANDARD_TYPE ","
                                                  G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, cancellable, error);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return loom_fail (error, LOOM_ERROR_FILE, _("%s is not a file but a folder or a device"), name);
  if (g_file_info_get_size (info) > LOOM_TEXT_FILE_MAX_BYTES)
    {
      g_autofree char *size = g_format_size (g_file_info_get_size (info));
      g_autofree char *limit = g_format_size (LOOM_TEXT_FILE_MAX_BYTES);

      return loom_fail (error, LOOM_ERROR_FILE,
                        _("%1$s has %2$s; the largest source that is opened has %3$s"), name, size,
                        limit);
    }
  return TRUE;
}

/* Whether there are line ends and all of them are \r\n. */
static gboolean
is_crlf (const char *text,
         gsize       length)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\r')
        {
          if (i + 1 == length || text[i + 1] != '\n')
            return FALSE;
          any = TRUE;
          i++;
        }
      else if (text[i] == '\n')
        {
          return FALSE;
        }
    }
  return any;
}

static void
take_text (LoomTextFile *self,
           const char   *bytes,
           gsize         length)
{
  GString *text = g_string_new_len (bytes, (gssize) length);

  self->crlf = is_crlf (bytes, length);
  if (self->crlf)
    g_string_replace (text, "\r\n", "\n", 0);
  self->length = text->len;
  self->text = g_string_free (text, FALSE);
}

/* Reads at most one byte more than the limit, whatever size the file claims to have or grows to. */
static GByteArray *
read_bytes (GFile         *file,
            char         **etag,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GFileInfo) info = NULL;
  g_autofree guint8 *chunk = g_malloc (READ_BYTES);
  gssize n;

  if (stream == NULL)
    return NULL;
  do
    {
      n = g_input_stream_read (G_INPUT_STREAM (stream), chunk, READ_BYTES, cancellable, error);
      if (n < 0)
        return NULL;
      g_byte_array_append (bytes, chunk, (guint) n);
    }
  while (n > 0 && bytes->len <= LOOM_TEXT_FILE_MAX_BYTES);

  info = g_file_input_stream_query_info (stream, LOOM_TEXT_FILE_ETAG, cancellable, error);
  if (info == NULL)
    return NULL;
  *etag = loom_text_file_dup_etag (info);
  return g_steal_pointer (&bytes);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GFile *file = source;
  g_autoptr (LoomTextFile) self = loom_text_file_new ();
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *name = dup_name (file);
  g_autofree char *text = NULL;
  GError *error = NULL;
  gsize length;

  if (check_kind (file, name, cancellable, &error) && loom_document_check_name (name, &error))
    bytes = read_bytes (file, &self->etag, cancellable, &error);
  if (bytes != NULL && bytes->len > LOOM_TEXT_FILE_MAX_BYTES)
    error = g_error_new (LOOM_ERROR, LOOM_ERROR_FILE, _("%s grows while it is read"), name);
  if (error == NULL)
    text = loom_text_decode ((const char *) bytes->data, bytes->len, &self->encoding, &length);
  if (error == NULL && text == NULL)
    g_set_error (&error, LOOM_ERROR, LOOM_ERROR_FILE, _("%s is not text: it holds zero bytes"),
                 name);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  take_text (self, text, length);
  self->target = resolve_links (file);
  g_task_return_pointer (task, g_steal_pointer (&self), (GDestroyNotify) loom_text_file_free);
}

static void
set_unencodable (const LoomTextFile  *self,
                 const char          *name,
                 const char          *letter,
                 GError             **error)
{
  g_autofree char *shown = g_strndup (letter, (gsize) (g_utf8_next_char (letter) - letter));
  guint line = 1;

  for (const char *at = self->text; at < letter; at++)
    line += *at == '\n';
  g_set_error (error, LOOM_ERROR, LOOM_ERROR_FILE,
               /* Translators: 1 is a file name, 2 an encoding ("Latin-1"), 3 a letter, 4 a line */
               _("%1$s is a file in %2$s, which has no “%3$s” (line %4$u): take it out, or choose "
                 "Save As, which writes UTF-8"),
               name, loom_text_encoding_get_name (self->encoding), shown, line);
}

static char *
to_bytes (const LoomTextFile  *self,
          GFile               *file,
          gsize               *length,
          GError             **error)
{
  g_autoptr (GString) text = NULL;
  const char *letter = loom_text_find_unencodable (self->text, self->length, self->encoding);

  if (letter != NULL)
    {
      g_autofree char *name = dup_name (file);

      set_unencodable (self, name, letter, error);
      return NULL;
    }

  text = g_string_new_len (self->text, (gssize) self->length);
  if (self->crlf)
    g_string_replace (text, "\n", "\r\n", 0);
  return loom_text_encode (text->str, text->len, self->encoding, length);
}

static char *
query_etag (GFile *file)
{
  g_autoptr (GFileInfo) info
      = g_file_query_info (file, LOOM_TEXT_FILE_ETAG, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL ? loom_text_file_dup_etag (info) : NULL;
}

/* A file that is not there is nobody's change: it is written again. */
static gboolean
check_etag (GFile       *file,
            const char  *wanted,
            GError     **error)
{
  g_autofree char *etag = wanted != NULL ? query_etag (file) : NULL;
  g_autofree char *name = NULL;

  if (etag == NULL || strcmp (etag, wanted) == 0)
    return TRUE;
  name = dup_name (file);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG, _("%s was changed by another program"),
               name);
  return FALSE;
}

/* Why a file was not written, in words of ours: GIO's are for programmers, and have the path of a
 * file of its own. */
static const char *
get_reason (const GError *error)
{
  static const struct
  {
    GIOErrorEnum code;
    const char  *reason;
  } rows[] = {
    { G_IO_ERROR_PERMISSION_DENIED, N_("you may not write to it, or not to its folder") },
    { G_IO_ERROR_READ_ONLY, N_("its disk is read-only") },
    { G_IO_ERROR_NO_SPACE, N_("its disk is full") },
    { G_IO_ERROR_NOT_FOUND, N_("its folder is not there any more") },
    { G_IO_ERROR_NOT_DIRECTORY, N_("its folder is not there any more") },
    { G_IO_ERROR_IS_DIRECTORY, N_("a folder has that name") },
    { G_IO_ERROR_FILENAME_TOO_LONG, N_("its name is too long") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_error_matches (error, G_IO_ERROR, (gint) rows[i].code))
      return _(rows[i].reason);
  return error->message;
}

/* Says file, reason and the way out. */
static GError *
explain_save (GFile  *file,
              GError *error)
{
  g_autoptr (GError) given = error;
  g_autofree char *name = dup_name (file);

  if (given->domain == LOOM_ERROR || g_error_matches (given, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (given, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    return g_steal_pointer (&given);

  return g_error_new (LOOM_ERROR, LOOM_ERROR_FILE,
                      /* Translators: a file's name, and a clause that says why */
                      _("%1$s was not saved: %2$s. Choose another place with Save As"), name,
                      get_reason (given));
}

/* GIO writes a new file beside the target, gives it the owner and mode of the old one and renames
 * it. Where that would break a hard link or lose the owner it writes in place; the draft covers
 * that moment. */
static void
save_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  LoomTextFile *contents = data;
  g_autoptr (LoomTextFile) written = loom_text_file_new ();
  g_autofree char *bytes = NULL;
  GError *error = NULL;
  gsize length;

  bytes = to_bytes (contents, source, &length, &error);
  written->target = resolve_links (source);
  if (bytes == NULL || !check_etag (written->target, contents->etag, &error)
      || !g_file_replace_contents (written->target, bytes, length, NULL, FALSE, G_FILE_CREATE_NONE,
                                   NULL, cancellable, &error))
    {
      g_task_return_error (task, explain_save (source, error));
      return;
    }
  written->etag = query_etag (written->target);
  written->encoding = contents->encoding;
  written->crlf = contents->crlf;
  written->text = g_steal_pointer (&contents->text);
  written->length = contents->length;
  g_task_return_pointer (task, g_steal_pointer (&written), (GDestroyNotify) loom_text_file_free);
}

LoomTextFile *
loom_text_file_new (void)
{
  return g_new0 (LoomTextFile, 1);
}

void
loom_text_file_free (LoomTextFile *self)
{
  g_free (self->text);
  g_free (self->etag);
  g_clear_object (&self->target);
  g_free (self);
}

/**
 * loom_text_file_dup_etag:
 * @info: what %LOOM_TEXT_FILE_ETAG asked for
 *
 * Names a state of a file. GIO's own etag is the time of the last writing alone, and the clock of
 * file systems ticks so slowly (4 ms) that two writings can share it.
 */
char *
loom_text_file_dup_etag (GFileInfo *info)
{
  return g_strdup_printf ("%s:%" G_GOFFSET_FORMAT ":%" G_GUINT64_FORMAT,
                          g_file_info_get_etag (info), g_file_info_get_size (info),
                          g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_UNIX_INODE));
}

/**
 * loom_text_file_load_async:
 * @file: a file
 *
 * Reads a text in a thread, in whatever encoding it is. Folders, devices, files over
 * %LOOM_TEXT_FILE_MAX_BYTES and zero bytes are refused with %LOOM_ERROR_FILE; other errors are
 * GIO's.
 */
void
loom_text_file_load_async (GFile               *file,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (file, cancellable, callback, user_data);
  g_task_set_source_tag (task, loom_text_file_load_async);
  g_task_run_in_thread (task, load_thread);
}

/**
 * loom_text_file_save_async:
 * @file: a file
 * @contents: its text, its form, and the etag that it must still have, or %NULL to write over
 * anything
 *
 * Writes a text in a thread: whole or not at all, through links to their target, keeping mode and
 * owner. A file that changed since the etag was taken is left alone, with %G_IO_ERROR_WRONG_ETAG;
 * what else goes wrong, a letter that the encoding lacks among it, is %LOOM_ERROR_FILE, which says
 * what can be done.
 */
void
loom_text_file_save_async (GFile               *file,
                           const LoomTextFile  *contents,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  LoomTextFile *copy;

  g_return_if_fail (G_IS_FILE (file));
  g_return_if_fail (contents != NULL && contents->text != NULL);

  copy = loom_text_file_new ();
  copy->text = g_strndup (contents->text, contents->length);
  copy->length = contents->length;
  copy->etag = g_strdup (contents->etag);
  copy->encoding = contents->encoding;
  copy->crlf = contents->crlf;

  task = g_task_new (file, cancellable, callback, user_data);
  g_task_set_source_tag (task, loom_text_file_save_async);
  g_task_set_task_data (task, copy, (GDestroyNotify) loom_text_file_free);
  g_task_run_in_thread (task, save_thread);
}

/**
 * loom_text_file_finish:
 *
 * Returns: (transfer full) (nullable): what was read, or what stands in the file now
 */
LoomTextFile *
loom_text_file_finish (GFile         *file,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, file), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
