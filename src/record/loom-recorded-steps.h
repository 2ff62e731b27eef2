#pragma once

#include "loom-document.h"
#include "loom-recording.h"

char *loom_recorded_steps_dup_text (LoomRecording  *recording,
                                    guint           unit,
                                    const char     *text,
                                    LoomCompiled   *compiled,
                                    const char     *folder,
                                    const char     *prefix,
                                    GPtrArray      *notes,
                                    GPtrArray      *made,
                                    GError        **error);
