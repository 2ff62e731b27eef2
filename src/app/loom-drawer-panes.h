#pragma once

#include "loom-pane.h"

/* The pages of the drawer, and the note below them. */

/* How long each step of the last run took, with where each number comes from. */
#define LOOM_TYPE_TIMINGS_PANE (loom_timings_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomTimingsPane, loom_timings_pane, LOOM, TIMINGS_PANE, LoomPane)

/* The problems of a session as a list; a row jumps to its line, its button mends it. */
#define LOOM_TYPE_PROBLEMS_PANE (loom_problems_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomProblemsPane, loom_problems_pane, LOOM, PROBLEMS_PANE, LoomPane)

/* What the kernel printed, with a filter and a button that copies. */
#define LOOM_TYPE_OUTPUT_PANE (loom_output_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomOutputPane, loom_output_pane, LOOM, OUTPUT_PANE, LoomPane)

/* What the kernel got of each argument in the run that is shown: a table by names. */
#define LOOM_TYPE_ARGUMENTS_PANE (loom_arguments_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomArgumentsPane, loom_arguments_pane, LOOM, ARGUMENTS_PANE, LoomPane)

/* The runs of a window as jobs, and everything about the one that is selected. */
#define LOOM_TYPE_RUN_PANE (loom_run_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunPane, loom_run_pane, LOOM, RUN_PANE, LoomPane)

/* Which multiprocessor ran each block, and when. One selection with the picture: a pinned cell
 * marks the block of its lowest writer, and a chosen block pins a cell that it wrote. */
#define LOOM_TYPE_SCHEDULE_PANE (loom_schedule_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomSchedulePane, loom_schedule_pane, LOOM, SCHEDULE_PANE, LoomPane)

/* What each step of the last run took, and which stream did what when. */
#define LOOM_TYPE_STEPS_PANE (loom_steps_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomStepsPane, loom_steps_pane, LOOM, STEPS_PANE, LoomPane)

/* Expressions over the arrays of the run that is shown, what they came to, and statistics and a
 * histogram of the array that is shown. The focus goes to the entry. */
#define LOOM_TYPE_CONSOLE_PANE (loom_console_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomConsolePane, loom_console_pane, LOOM, CONSOLE_PANE, LoomPane)

/* The quiet line that kernels are simulated here since there is no GPU, and the way to what that
 * changes; hidden where there is one. */
#define LOOM_TYPE_DEVICE_NOTE (loom_device_note_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceNote, loom_device_note, LOOM, DEVICE_NOTE, LoomPane)
