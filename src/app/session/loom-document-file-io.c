/* loom-document-file-io.c: a document is read, taken up from a draft, and saved
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-document-file-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a reading of a file is for: what is done once its contents are those of the disk. */
typedef void (*Take) (LoomDocumentFile   *self,
                      GFile              *file,
                      const LoomTextFile *contents);

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoomDocumentFile *self = g_task_get_source_object (task);
  const Take take = (Take) g_task_get_task_data (task);
  GError *error = NULL;
  LoomTextFile *contents = loom_text_file_finish (G_FILE (source), result, &error);

  if (contents == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  _loom_document_file_take_disk (self, contents);
  take (self, G_FILE (source), contents);
  _loom_document_file_update_modified (self);
  g_task_return_boolean (task, TRUE);
}

static void
start_reading (LoomDocumentFile    *self,
               GFile               *file,
               Take                 take,
               GAsyncReadyCallback  callback,
               gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, start_reading);
  g_task_set_task_data (task, (gpointer) take, NULL);
  loom_text_file_load_async (file, NULL, read_cb, task);
}

static void
take_document (LoomDocumentFile   *self,
               GFile              *file,
               const LoomTextFile *contents)
{
  _loom_document_file_watch (self);
  loom_session_set_file (self->session, file);
  loom_session_open_text (self->session, contents->text, (gssize) contents->length);
}

/**
 * loom_document_file_load_async:
 * @file: what to read
 *
 * Reads a file into the session, in place of what is there. Errors are those of
 * loom_text_file_load_async().
 */
void
loom_document_file_load_async (LoomDocumentFile    *self,
                               GFile               *file,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));
  g_return_if_fail (G_IS_FILE (file));

  start_reading (self, file, take_document, callback, user_data);
}

static void
take_change (LoomDocumentFile   *self,
             GFile              *file,
             const LoomTextFile *contents)
{
  loom_session_flush (self->session);
  loom_session_change_text (self->session, contents->text);
}

/**
 * loom_document_file_reload_async:
 *
 * Reads the file again, as one edit that can be undone.
 */
void
loom_document_file_reload_async (LoomDocumentFile    *self,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GFile *file;

  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));

  file = loom_session_get_file (self->session);
  g_return_if_fail (file != NULL);
  start_reading (self, file, take_change, callback, user_data);
}

/* The file of a draft may be unreadable or gone; the draft is whole all the same. It becomes this
 * document's last, as long as the text is that of the file there seems to be nothing that needs
 * one. */
static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoomDocumentFile *self = g_task_get_source_object (task);
  LoomDraft *draft = g_task_get_task_data (task);
  LoomTextFile *contents = loom_text_file_finish (G_FILE (source), result, NULL);
  gboolean changed;

  changed = contents != NULL && g_strcmp0 (contents->etag, loom_draft_get_found (draft)->etag) != 0;
  _loom_document_file_take_disk (self, contents != NULL ? contents
                                                        : _loom_document_file_new_contents (""));
  _loom_document_file_watch (self);
  loom_session_set_file (self->session, G_FILE (source));
  loom_session_set_text (self->session, self->disk->text, -1);
  loom_session_change_text (self->session, loom_draft_get_found (draft)->text);
  if (changed)
    {
      _loom_document_file_take_disk (self, _loom_document_file_new_contents (""));
      self->disk->etag = g_strdup (loom_draft_get_found (draft)->etag);
      _loom_document_file_set_state (self, LOOM_DISK_CHANGED);
      _loom_document_file_schedule_check (self);
    }
  else if (contents == NULL)
    {
      self->gone = TRUE;
      _loom_document_file_set_state (self, LOOM_DISK_GONE);
    }
  _loom_document_file_set_draft (self, draft);
  _loom_document_file_update_modified (self);
  g_task_return_boolean (task, TRUE);
}

/**
 * loom_document_file_restore_async:
 * @draft: a draft that was found
 *
 * Takes up a draft where it was left: its text over that of its file, modified. The draft stays on
 * the disk until it is saved or let go.
 */
void
loom_document_file_restore_async (LoomDocumentFile    *self,
                                  LoomDraft           *draft,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  GFile *file;

  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));
  g_return_if_fail (LOOM_IS_DRAFT (draft) && loom_draft_get_found (draft)->text != NULL);

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, loom_document_file_restore_async);
  g_task_set_task_data (task, g_object_ref (draft), g_object_unref);
  file = loom_draft_get_found (draft)->file;
  if (file != NULL)
    {
      loom_text_file_load_async (file, NULL, restored_cb, g_steal_pointer (&task));
      return;
    }

  _loom_document_file_take_disk (self, _loom_document_file_new_contents (""));
  _loom_document_file_watch (self);
  loom_session_set_file (self->session, NULL);
  if (loom_draft_get_found (draft)->name != NULL)
    loom_session_set_name (self->session, loom_draft_get_found (draft)->name);
  loom_session_open_text (self->session, loom_draft_get_found (draft)->text, -1);
  _loom_document_file_set_draft (self, draft);
  _loom_document_file_update_modified (self);
  g_task_return_boolean (task, TRUE);
}

static void
return_save_error (LoomDocumentFile *self,
                   GTask            *task,
                   GError           *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    {
      g_clear_error (&error);
      error = g_error_new (G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                           _("%s was changed by another program: choose Reload or Keep mine first"),
                           loom_session_get_name (self->session));
      loom_document_file_check (self);
    }
  g_task_return_error (task, error);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  LoomDocumentFile *self = g_task_get_source_object (task);
  LoomTextFile *written;
  GError *error = NULL;

  written = loom_text_file_finish (G_FILE (source), result, &error);
  self->saving = FALSE;
  self->serial++;
  if (written == NULL)
    {
      return_save_error (self, task, error);
      return;
    }
  _loom_document_file_take_disk (self, written);
  _loom_document_file_watch (self);
  loom_session_set_file (self->session, G_FILE (source));
  _loom_document_file_update_modified (self);
  g_task_return_boolean (task, TRUE);
}

/**
 * loom_document_file_save_async:
 * @file: (nullable): where to; %NULL for the file that it has
 *
 * Writes the text as it is now, in the form that was read: encoding, line ends, byte order mark,
 * mode, links. Where a file is named, letters that its encoding has not make it UTF-8.
 * A file that another program changed is left alone with %G_IO_ERROR_WRONG_ETAG until
 * loom_document_file_keep().
 */
void
loom_document_file_save_async (LoomDocumentFile    *self,
                               GFile               *file,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  GFile *own;
  gboolean same;
  LoomTextFile contents;

  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));

  own = loom_session_get_file (self->session);
  g_return_if_fail (file != NULL || own != NULL);
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, loom_document_file_save_async);
  if (self->saving)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, _("%s is being saved"),
                               loom_session_get_name (self->session));
      return;
    }

  same = file == NULL || (own != NULL && g_file_equal (file, own));
  loom_session_flush (self->session);
  contents = *self->disk;
  contents.text = (char *) loom_session_get_text (self->session);
  contents.length = strlen (contents.text);
  if (!same || self->gone)
    contents.etag = NULL;
  if (file != NULL
      && loom_text_find_unencodable (contents.text, contents.length, contents.encoding) != NULL)
    contents.encoding = LOOM_TEXT_UTF8;
  self->saving = TRUE;
  loom_text_file_save_async (same ? own : file, &contents, NULL, saved_cb,
                             g_steal_pointer (&task));
}

/**
 * loom_document_file_finish:
 *
 * Returns: whether the document was loaded, reloaded, restored or saved; if not, the session is as
 *   it was
 */
gboolean
loom_document_file_finish (LoomDocumentFile  *self,
                           GAsyncResult      *result,
                           GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
