#pragma once

#include "loom-program.h"

/* A program that has run, and what it recorded. Read only; shared by threads. Its files are gone
 * with the last reference, but for those that were kept. */
typedef struct
{
  LoomProgram   *program;
  LoomRecording *recording;
  int            status;        /* as wait() has it */
  gboolean       is_stopped;    /* by whoever looked on */
  gboolean       is_kept;       /* it was not run: its recording was kept beside it */
} LoomProgramRun;

#define LOOM_TYPE_PROGRAM_RUN (loom_program_run_get_type ())

GType                     loom_program_run_get_type    (void) G_GNUC_CONST;
LoomProgramRun           *loom_program_run_new         (LoomProgram              *program);
LoomProgramRun           *loom_program_run_ref         (LoomProgramRun           *self);
void                      loom_program_run_unref       (LoomProgramRun           *self);
const LoomRecordedLaunch *loom_program_run_find_launch (LoomProgramRun           *self,
                                                        guint64                   number);
char                     *loom_program_run_dup_kernel  (LoomProgramRun           *self,
                                                        const LoomRecordedLaunch *launch);
char                     *loom_program_run_dup_place   (const LoomRecordedLaunch *launch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomProgramRun, loom_program_run_unref)
