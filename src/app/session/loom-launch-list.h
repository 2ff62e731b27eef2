#pragma once

#include "loom-program-run.h"

/* A launch of a program that has run. */
#define LOOM_TYPE_LAUNCH_LINE (loom_launch_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomLaunchLine, loom_launch_line, LOOM, LAUNCH_LINE, GObject)

const LoomRecordedLaunch *loom_launch_line_get_launch (LoomLaunchLine *self);
char                     *loom_launch_line_dup_kernel (LoomLaunchLine *self);
char                     *loom_launch_line_dup_place  (LoomLaunchLine *self);

/* All of its launches, in their order; each line is made when somebody looks at it, since a program
 * may launch a million times. */
#define LOOM_TYPE_LAUNCH_LIST (loom_launch_list_get_type ())
G_DECLARE_FINAL_TYPE (LoomLaunchList, loom_launch_list, LOOM, LAUNCH_LIST, GObject)

LoomLaunchList *loom_launch_list_new (LoomProgramRun *run);
