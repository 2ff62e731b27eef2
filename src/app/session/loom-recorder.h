#pragma once

#include "loom-program-run.h"

/* The program of a document: built, run and recorded in a thread, one at a time. A new one takes
 * the place of the last when it has ended.
 *
 * Properties, all notify: "running" (boolean); "stage" (int, a LoomProgramStage) and "launches"
 * (uint64, so far) of the one that runs; "run" (LoomProgramRun): the last one that ran; "error"
 * (GError): why the last one did not. Signal "printed" (const char *): what the program printed
 * since, UTF-8. */
#define LOOM_TYPE_RECORDER (loom_recorder_get_type ())
G_DECLARE_FINAL_TYPE (LoomRecorder, loom_recorder, LOOM, RECORDER, GObject)

LoomRecorder     *loom_recorder_new          (void);
void              loom_recorder_start        (LoomRecorder     *self,
                                              LoomProgram      *program,
                                              LoomRunnerClient *client);
void              loom_recorder_find_kept    (LoomRecorder     *self,
                                              LoomProgram      *program,
                                              LoomRunnerClient *client);
void              loom_recorder_stop         (LoomRecorder     *self);
void              loom_recorder_forget       (LoomRecorder     *self);
gboolean          loom_recorder_is_running   (LoomRecorder     *self);
LoomProgramStage  loom_recorder_get_stage    (LoomRecorder     *self);
guint64           loom_recorder_get_launches (LoomRecorder     *self);
LoomProgramRun       *loom_recorder_get_run   (LoomRecorder     *self);
const GError     *loom_recorder_get_error    (LoomRecorder     *self);
