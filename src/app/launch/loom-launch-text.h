#pragma once

#include "loom-compiled.h"
#include "loom-recording.h"

/* What a launch in host code is, for people. */
char *loom_launch_text_dup_numbers  (const LoomSourceLaunch   *launch);
char *loom_launch_text_dup_recorded (const LoomRecordedLaunch *launch);
char *loom_launch_text_dup_place    (const LoomSourceLaunch   *launch);
char *loom_launch_text_dup_found    (GPtrArray                *launches);
char *loom_launch_text_dup_open     (const LoomSourceLaunch   *launch,
                                     const LoomKernel         *kernel);
