#pragma once

#include <gio/gio.h>

/* Unsaved text of one document, kept where the next start finds it: ID.cu is the text, ID.info says
 * which document it belongs to, ID.lock is held by the process that shows it, and by the kernel's
 * word no longer once that process is gone. Main thread; all writing is done in a thread. Signal
 * "failed" (const GError *): the last text could not be kept. */
#define LOOM_TYPE_DRAFT (loom_draft_get_type ())
G_DECLARE_FINAL_TYPE (LoomDraft, loom_draft, LOOM, DRAFT, GObject)

/* What a draft that was found holds; nothing of one that was not. */
typedef struct
{
  char      *text;
  GFile     *file;              /* that it belongs to; or NULL */
  char      *name;              /* of its document; or NULL */
  char      *etag;              /* the state of the file that the text grew from; or NULL */
  GDateTime *time;              /* when it was written */
} LoomFoundDraft;

LoomDraft  *loom_draft_new             (const char           *folder);
void        loom_draft_store           (LoomDraft            *self,
                                        const char           *text,
                                        GFile                *file,
                                        const char           *name,
                                        const char           *etag);
void        loom_draft_discard         (LoomDraft            *self);
gboolean    loom_draft_is_stored       (LoomDraft            *self);
const LoomFoundDraft *loom_draft_get_found (LoomDraft        *self);
void        loom_draft_list_async      (const char           *folder,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
GPtrArray  *loom_draft_list_finish     (GAsyncResult         *result,
                                        GError              **error);
