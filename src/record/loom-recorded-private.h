#pragma once

#include "loom-document.h"
#include "loom-recording.h"

/* A document that becomes the one of a launch, setting by setting. Borrows all but the text and the
 * document. */
typedef struct
{
  const LoomRecordedLaunch *launch;
  LoomRecording            *recording;
  LoomCompiled             *compiled;
  const LoomKernel         *kernel;
  const char               *folder, *prefix;
  GPtrArray                *notes;
  GPtrArray                *made;       /* (element-type filename) files that are new, or NULL */
  char                     *text;
  LoomDocument             *document;
} LoomRecordedWriter;

/* -- loom-recorded-launch.c -- */
void       _loom_recorded_writer_clear   (LoomRecordedWriter  *self);
LoomSourceLaunch *_loom_recorded_writer_dup_launch (const LoomRecordedWriter *self);
gboolean   _loom_recorded_write_variables (LoomRecordedWriter *self,
                                          GError             **error);
void       _loom_recorded_writer_note    (LoomRecordedWriter  *self,
                                          const char          *format,
                                          ...) G_GNUC_PRINTF (2, 3);
void       _loom_recorded_writer_replace (LoomRecordedWriter  *self,
                                          LoomTextEdit        *edit);
gboolean   _loom_recorded_writer_set     (LoomRecordedWriter  *self,
                                          const char          *group,
                                          const char          *key,
                                          const char          *value,
                                          GError             **error);
const LoomParam *_loom_recorded_writer_get_param (const LoomRecordedWriter *self,
                                          guint                index);

/* -- loom-recorded-reset.c -- */
gboolean   _loom_recorded_writer_reset   (LoomRecordedWriter  *self,
                                          GError             **error);

/* -- loom-recorded-values.c -- */
char      *_loom_recorded_dup_number     (const LoomRecordedWriter *self,
                                          guint                index);
gboolean   _loom_recorded_write_number   (LoomRecordedWriter  *self,
                                          guint                index,
                                          GError             **error);
gboolean   _loom_recorded_write_struct   (LoomRecordedWriter  *self,
                                          guint                index,
                                          GError             **error);

/* -- loom-recorded-arrays.c -- */
char      *_loom_recorded_save_contents  (LoomRecordedWriter  *self,
                                          const char          *name,
                                          const LoomType      *type,
                                          const LoomShape     *shape,
                                          GBytes              *bytes,
                                          GError             **error);
gboolean   _loom_recorded_array_get_rows (const LoomRecordedArray *self,
                                          const LoomType      *type,
                                          LoomShape           *shape);
LoomShape  _loom_recorded_choose_shape   (LoomRecordedWriter  *self,
                                          const LoomParam     *param,
                                          guint64              cells,
                                          const char          *given);
gboolean   _loom_recorded_write_contents (LoomRecordedWriter  *self,
                                          const char          *group,
                                          const char          *name,
                                          const LoomType      *type,
                                          const LoomShape     *shape,
                                          GBytes              *bytes,
                                          GError             **error);
gboolean   _loom_recorded_is_undefined   (LoomRecordedWriter  *self,
                                          const LoomParam     *param);
gboolean   _loom_recorded_write_open_range (LoomRecordedWriter *self,
                                          GError             **error);
gboolean   _loom_recorded_write_arrays   (LoomRecordedWriter  *self,
                                          const char * const  *shapes,
                                          GError             **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomRecordedWriter, _loom_recorded_writer_clear)
