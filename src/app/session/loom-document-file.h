#pragma once

#include "loom-draft.h"
#include "loom-session.h"

/* How the file on the disk stands to the text that was read from it. */
typedef enum
{
  LOOM_DISK_SAME,
  LOOM_DISK_CHANGED,    /* somebody else wrote it */
  LOOM_DISK_GONE,       /* somebody else removed it */
} LoomDiskState;

/* Where the text of a session comes from and goes to: file, changes by others, draft. It writes the
 * session's file, name and modified; the text itself only when one is read. Main thread; nothing in
 * it blocks. Signals: "disk-changed", and "draft-failed" (const GError *): unsaved text can't be
 * kept. */
#define LOOM_TYPE_DOCUMENT_FILE (loom_document_file_get_type ())
G_DECLARE_FINAL_TYPE (LoomDocumentFile, loom_document_file, LOOM, DOCUMENT_FILE, GObject)

LoomDocumentFile *loom_document_file_new            (LoomSession          *session,
                                                     const char           *drafts);
LoomDiskState     loom_document_file_get_disk       (LoomDocumentFile     *self);
LoomDraft        *loom_document_file_get_draft      (LoomDocumentFile     *self);
void              loom_document_file_start          (LoomDocumentFile     *self,
                                                     const char           *name,
                                                     const char           *text,
                                                     gboolean              made);
void              loom_document_file_load_async     (LoomDocumentFile     *self,
                                                     GFile                *file,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
void              loom_document_file_reload_async   (LoomDocumentFile     *self,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
void              loom_document_file_restore_async  (LoomDocumentFile     *self,
                                                     LoomDraft            *draft,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
void              loom_document_file_save_async     (LoomDocumentFile     *self,
                                                     GFile                *file,
                                                     GAsyncReadyCallback   callback,
                                                     gpointer              user_data);
gboolean          loom_document_file_finish         (LoomDocumentFile     *self,
                                                     GAsyncResult         *result,
                                                     GError              **error);
void              loom_document_file_keep           (LoomDocumentFile     *self);
void              loom_document_file_check          (LoomDocumentFile     *self);
void              loom_document_file_remove_made    (GPtrArray            *made);
void              loom_document_file_add_made       (LoomDocumentFile     *self,
                                                     GPtrArray            *made);
void              loom_document_file_close          (LoomDocumentFile     *self);
