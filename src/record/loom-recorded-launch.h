#pragma once

#include "loom-document.h"
#include "loom-recording.h"

const LoomKernel *loom_recorded_launch_find_kernel (const LoomRecordedLaunch *self,
                                                    LoomCompiled             *compiled);
char             *loom_recorded_launch_dup_text    (const LoomRecordedLaunch *self,
                                                    LoomRecording            *recording,
                                                    const char               *text,
                                                    LoomCompiled             *compiled,
                                                    const char               *folder,
                                                    const char               *prefix,
                                                    GPtrArray                *notes,
                                                    GPtrArray                *made,
                                                    GError                  **error);
