/* loom-document-file.c: where the text of a session comes from and goes to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-document-file-private.h"

#include "loom-class.h"
#include "loom-connect.h"

#include <glib/gstdio.h>

#include <string.h>

/* Unsaved text is kept after a pause of typing, and at the latest this long after the first unsaved
 * letter. */
#define DRAFT_PAUSE_MS 1000
#define DRAFT_DEADLINE_MS 5000

/* Other programs write a file in several steps (remove, rename): look when they are done. */
#define CHECK_DELAY_MS 200

G_DEFINE_FINAL_TYPE (LoomDocumentFile, loom_document_file, G_TYPE_OBJECT)

void
_loom_document_file_set_state (LoomDocumentFile *self,
                               LoomDiskState     state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_signal_emit_by_name (self, "disk-changed");
}

static void
clear_draft_timers (LoomDocumentFile *self)
{
  g_clear_handle_id (&self->pause_id, g_source_remove);
  g_clear_handle_id (&self->deadline_id, g_source_remove);
}

static void
store_draft (LoomDocumentFile *self)
{
  clear_draft_timers (self);
  loom_draft_store (self->draft, loom_session_get_text (self->session),
                    loom_session_get_file (self->session), loom_session_get_name (self->session),
                    self->disk->etag);
}

/* Modified, and with it the need for a draft, is a function of the text here and the text on the
 * disk. */
void
_loom_document_file_update_modified (LoomDocumentFile *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  gboolean modified = self->gone || !loom_document_equals_but_view (document, self->disk_document);

  loom_session_set_modified (self->session, modified);
  if (modified)
    {
      g_clear_handle_id (&self->pause_id, g_source_remove);
      loom_call_later (&self->pause_id, G_PRIORITY_DEFAULT, DRAFT_PAUSE_MS,
                       G_CALLBACK (store_draft), self);
      loom_call_later (&self->deadline_id, G_PRIORITY_DEFAULT, DRAFT_DEADLINE_MS,
                       G_CALLBACK (store_draft), self);
    }
  else
    {
      clear_draft_timers (self);
      loom_draft_discard (self->draft);
    }
}

/* What a text on the disk names is the user's. */
static void
let_go_of_made (LoomDocumentFile *self)
{
  for (guint i = self->made->len; i > 0; i--)
    {
      g_autofree char *name = g_path_get_basename (self->made->pdata[i - 1]);

      if (strstr (self->disk->text, name) != NULL)
        g_ptr_array_remove_index_fast (self->made, i - 1);
    }
}

void
_loom_document_file_take_disk (LoomDocumentFile *self,
                               LoomTextFile     *disk)
{
  g_clear_pointer (&self->disk, loom_text_file_free);
  g_clear_pointer (&self->disk_document, loom_document_unref);
  g_clear_pointer (&self->theirs, loom_text_file_free);
  self->disk = disk;
  self->disk_document = loom_document_parse (disk->text, (gssize) disk->length);
  self->gone = FALSE;
  self->serial++;
  let_go_of_made (self);
  _loom_document_file_set_state (self, LOOM_DISK_SAME);
}

LoomTextFile *
_loom_document_file_new_contents (const char *text)
{
  LoomTextFile *contents = loom_text_file_new ();

  contents->text = g_strdup (text);
  contents->length = strlen (text);
  return contents;
}

void
_loom_document_file_schedule_check (LoomDocumentFile *self)
{
  loom_call_later (&self->check_id, G_PRIORITY_DEFAULT, CHECK_DELAY_MS,
                   G_CALLBACK (loom_document_file_check), self);
}

void
_loom_document_file_watch (LoomDocumentFile *self)
{
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  if (self->disk->target != NULL)
    self->monitor
        = g_file_monitor_file (self->disk->target, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    loom_connect (self->monitor, "changed", _loom_document_file_schedule_check, self);
}

/* One check of the file: its result is void if the file was read or written meanwhile. */
typedef struct
{
  LoomDocumentFile *self;
  guint             serial;
} Check;

static void
check_free (Check *check)
{
  g_object_unref (check->self);
  g_free (check);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Check, check_free)

static gboolean
is_void (Check *check)
{
  LoomDocumentFile *self = check->self;

  if (!self->saving && check->serial == self->serial)
    return g_cancellable_is_cancelled (self->closing);
  _loom_document_file_schedule_check (self);
  return TRUE;
}

static void
reread_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Check) check = user_data;
  g_autoptr (LoomTextFile) found = NULL;
  LoomDocumentFile *self = check->self;

  found = loom_text_file_finish (G_FILE (source), result, NULL);
  if (is_void (check) || found == NULL)
    return;

  if (found->length == self->disk->length
      && memcmp (found->text, self->disk->text, found->length) == 0)
    {
      g_free (self->disk->etag);
      self->disk->etag = g_steal_pointer (&found->etag);
      self->gone = FALSE;
      _loom_document_file_set_state (self, LOOM_DISK_SAME);
      _loom_document_file_update_modified (self);
      return;
    }
  g_clear_pointer (&self->theirs, loom_text_file_free);
  self->theirs = g_steal_pointer (&found);
  _loom_document_file_set_state (self, LOOM_DISK_CHANGED);
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Check) check = user_data;
  g_autoptr (GFileInfo) info = NULL;
  g_autofree char *etag = NULL;
  g_autoptr (GError) error = NULL;
  LoomDocumentFile *self = check->self;

  info = g_file_query_info_finish (G_FILE (source), result, &error);
  if (is_void (check))
    return;

  etag = info != NULL ? loom_text_file_dup_etag (info) : NULL;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      if (!self->gone)
        _loom_document_file_set_state (self, LOOM_DISK_GONE);
      self->gone = TRUE;
      _loom_document_file_update_modified (self);
    }
  else if (info != NULL && (self->gone || g_strcmp0 (etag, self->disk->etag) != 0))
    {
      loom_text_file_load_async (G_FILE (source), self->closing, reread_cb,
                                 g_steal_pointer (&check));
    }
}

static void
draft_failed_cb (LoomDocumentFile *self,
                 const GError     *error)
{
  g_signal_emit_by_name (self, "draft-failed", error);
}

void
_loom_document_file_set_draft (LoomDocumentFile *self,
                               LoomDraft        *draft)
{
  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_func (self->draft, draft_failed_cb, self);
  g_set_object (&self->draft, draft);
  loom_connect (draft, "failed", draft_failed_cb, self);
}

static void
loom_document_file_dispose (GObject *object)
{
  LoomDocumentFile *self = LOOM_DOCUMENT_FILE (object);

  clear_draft_timers (self);
  g_clear_handle_id (&self->check_id, g_source_remove);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  loom_cancel (&self->closing);
  g_clear_object (&self->draft);
  g_clear_object (&self->session);
  g_clear_pointer (&self->made, g_ptr_array_unref);
  g_clear_pointer (&self->disk, loom_text_file_free);
  g_clear_pointer (&self->disk_document, loom_document_unref);
  g_clear_pointer (&self->theirs, loom_text_file_free);

  G_OBJECT_CLASS (loom_document_file_parent_class)->dispose (object);
}

static void
loom_document_file_class_init (LoomDocumentFileClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = loom_document_file_dispose;
  LOOM_SIGNAL_NEW (klass, "disk-changed", 0);
  LOOM_SIGNAL_NEW (klass, "draft-failed", 1, G_TYPE_ERROR);
}

static void
loom_document_file_init (LoomDocumentFile *self)
{
  self->closing = g_cancellable_new ();
  self->made = g_ptr_array_new_with_free_func (g_free);
}

/**
 * loom_document_file_new:
 * @session: whose text it is
 * @drafts: (nullable): the folder of drafts; %NULL for the user's own
 *
 * Makes the file side of a session. What the session holds counts as unmodified.
 */
LoomDocumentFile *
loom_document_file_new (LoomSession *session,
                        const char  *drafts)
{
  LoomDocumentFile *self;
  g_autoptr (LoomDraft) draft = loom_draft_new (drafts);

  g_return_val_if_fail (LOOM_IS_SESSION (session), NULL);

  self = g_object_new (LOOM_TYPE_DOCUMENT_FILE, NULL);
  self->session = g_object_ref (session);
  _loom_document_file_set_draft (self, draft);
  _loom_document_file_take_disk (
      self, _loom_document_file_new_contents (loom_session_get_text (session)));
  loom_connect (session, "notify::document", _loom_document_file_update_modified, self);
  return self;
}

LoomDiskState
loom_document_file_get_disk (LoomDocumentFile *self)
{
  g_return_val_if_fail (LOOM_IS_DOCUMENT_FILE (self), LOOM_DISK_SAME);

  return self->state;
}

LoomDraft *
loom_document_file_get_draft (LoomDocumentFile *self)
{
  g_return_val_if_fail (LOOM_IS_DOCUMENT_FILE (self), NULL);

  return self->draft;
}

/**
 * loom_document_file_start:
 * @name: what to call the document
 * @text: what it begins with
 * @made: whether the text stands nowhere else, as what a form wrote: it is unsaved work then
 *
 * Begins an untitled document. A copy of what stands elsewhere is unmodified until it is edited.
 */
void
loom_document_file_start (LoomDocumentFile *self,
                          const char       *name,
                          const char       *text,
                          gboolean          made)
{
  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));
  g_return_if_fail (name != NULL && text != NULL);

  _loom_document_file_take_disk (self, _loom_document_file_new_contents (made ? "" : text));
  _loom_document_file_watch (self);
  loom_session_set_file (self->session, NULL);
  loom_session_set_name (self->session, name);
  loom_session_open_text (self->session, text, -1);
  _loom_document_file_update_modified (self);
}

/**
 * loom_document_file_keep:
 *
 * The text here wins over what another program did to the file: the next saving writes over that.
 */
void
loom_document_file_keep (LoomDocumentFile *self)
{
  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));

  if (self->theirs != NULL)
    _loom_document_file_take_disk (self, g_steal_pointer (&self->theirs));
  _loom_document_file_set_state (self, LOOM_DISK_SAME);
  _loom_document_file_update_modified (self);
}

/**
 * loom_document_file_check:
 *
 * Looks whether another program changed the file. It is watched anyway; file systems that can't be
 * watched are looked at when their window is.
 */
void
loom_document_file_check (LoomDocumentFile *self)
{
  GFile *file;
  Check *check;

  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));

  file = loom_session_get_file (self->session);
  if (file == NULL || self->saving)
    return;
  check = g_new (Check, 1);
  *check = (Check) { g_object_ref (self), self->serial };
  g_file_query_info_async (file, LOOM_TEXT_FILE_ETAG, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT,
                           self->closing, queried_cb, check);
}

/**
 * loom_document_file_remove_made:
 * @made: (element-type filename): as for loom_document_file_add_made()
 *
 * Removes files, and the folder that they leave empty.
 */
void
loom_document_file_remove_made (GPtrArray *made)
{
  for (guint i = 0; i < made->len; i++)
    {
      g_autofree char *folder = g_path_get_dirname (made->pdata[i]);

      g_unlink (made->pdata[i]);
      g_rmdir (folder);
    }
}

/**
 * loom_document_file_add_made:
 * @made: (element-type filename): files that were written beside the document for its text
 *
 * Takes care of files that only the text here names, perhaps after a redo: the first saving of a
 * text that names one makes it the user's, and when the document is closed the others are removed.
 */
void
loom_document_file_add_made (LoomDocumentFile *self,
                             GPtrArray        *made)
{
  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));

  for (guint i = 0; i < made->len; i++)
    g_ptr_array_add (self->made, g_strdup (made->pdata[i]));
}

/**
 * loom_document_file_close:
 *
 * The user let the text go: its draft is removed, and what was made for text that was never saved;
 * the file is no longer watched.
 */
void
loom_document_file_close (LoomDocumentFile *self)
{
  g_return_if_fail (LOOM_IS_DOCUMENT_FILE (self));

  g_signal_handlers_disconnect_by_func (self->session, _loom_document_file_update_modified, self);
  clear_draft_timers (self);
  g_clear_handle_id (&self->check_id, g_source_remove);
  g_cancellable_cancel (self->closing);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  loom_draft_discard (self->draft);
  /* What another program wrote into the document may name them, too. */
  if (self->state != LOOM_DISK_CHANGED)
    loom_document_file_remove_made (self->made);
}
