#pragma once

#include "loom-document-file.h"
#include "loom-text-file.h"

struct _LoomDocumentFile
{
  GObject        parent_instance;

  LoomSession   *session;
  LoomTextFile  *disk;          /* as last read or written; else what the document began with */
  LoomDocument  *disk_document; /* its text, parsed */
  LoomTextFile  *theirs;        /* what others wrote over it, or NULL */
  LoomDraft     *draft;
  GPtrArray     *made;          /* (element-type filename) what was written beside the document for
                                   text that was never saved */
  GFileMonitor  *monitor;
  GCancellable  *closing;

  LoomDiskState  state;
  guint          serial;        /* of the disk: a check that began under an older one is void */
  guint          check_id;
  guint          pause_id;
  guint          deadline_id;

  guint          saving : 1;
  guint          gone : 1;      /* no file holds the text, whether or not the user was told */
};

void          _loom_document_file_set_state       (LoomDocumentFile *self,
                                                   LoomDiskState     state);
void          _loom_document_file_take_disk       (LoomDocumentFile *self,
                                                   LoomTextFile     *disk);
LoomTextFile *_loom_document_file_new_contents    (const char *text);
void          _loom_document_file_watch           (LoomDocumentFile *self);
void          _loom_document_file_update_modified (LoomDocumentFile *self);
void          _loom_document_file_schedule_check  (LoomDocumentFile *self);
void          _loom_document_file_set_draft       (LoomDocumentFile *self,
                                                   LoomDraft        *draft);
