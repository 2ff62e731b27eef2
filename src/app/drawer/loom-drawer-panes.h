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

/* What changed between the run that is pinned and the one that is shown; a row goes to its line. */
#define LOOM_TYPE_CHANGES_PANE (loom_changes_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomChangesPane, loom_changes_pane, LOOM, CHANGES_PANE, LoomPane)

/* Who wrote and read the pinned cell, and what its writers read before. */
#define LOOM_TYPE_CELL_PANE (loom_cell_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomCellPane, loom_cell_pane, LOOM, CELL_PANE, LoomPane)

/* Which lane of a warp touches which bank of shared memory, and how many passes that takes; other
 * layouts of the array, to be tried. The focus goes to the map.
 *
 * ## Actions
 * banks.simulate: a GPU's run, as the simulator runs it; banks.copy: the map as a table. */
#define LOOM_TYPE_BANKS_PANE (loom_banks_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomBanksPane, loom_banks_pane, LOOM, BANKS_PANE, LoomPane)

/* How many blocks of the launch are resident on a multiprocessor, what limits them, and what would
 * be with other blocks, registers and shared memory; on the GPU that is chosen, or on the device
 * that the simulator stands for. */
#define LOOM_TYPE_OCCUPANCY_PANE (loom_occupancy_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomOccupancyPane, loom_occupancy_pane, LOOM, OCCUPANCY_PANE, LoomPane)

/* A thread, step by step: its registers, the lanes of its warp, shared memory, and expressions that
 * are watched over the lanes.
 *
 * ## Actions
 * replay.first, .line-back, .back, .play, .forward, .line-forward, .last, .to-cursor: to a step;
 * replay.show-line: to the line in the source; replay.unwatch: watch nothing any more. */
#define LOOM_TYPE_REPLAY_PANE (loom_replay_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomReplayPane, loom_replay_pane, LOOM, REPLAY_PANE, LoomPane)

/* Where the threads of a block are that wait for each other and cannot meet: a grid of them, and
 * groups that lead to their lines. */
#define LOOM_TYPE_BARRIERS_PANE (loom_barriers_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomBarriersPane, loom_barriers_pane, LOOM, BARRIERS_PANE, LoomPane)

void loom_barriers_pane_choose (LoomBarriersPane *self,
                                const char       *text);

/* The PTX of the source that is shown, linked with it: what the line under the one cursor was made
 * into, or from, is marked at the other. A GPU's machine code stands beside it if that is wanted.
 *
 * ## Actions
 * ptx.copy: all of it; ptx.copy-sass: all of the machine code. */
#define LOOM_TYPE_PTX_PANE (loom_ptx_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomPtxPane, loom_ptx_pane, LOOM, PTX_PANE, LoomPane)

/* The launched grid, thread by thread. One selection with the picture: a thread that is chosen
 * frames the cells that it wrote, a pinned cell the threads that wrote it.
 *
 * ## Actions
 * threads.switch-on: what tells what became of threads. */
#define LOOM_TYPE_THREADS_PANE (loom_threads_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomThreadsPane, loom_threads_pane, LOOM, THREADS_PANE, LoomPane)

/* What the lanes of one warp did, step by step: that of the thread or cell which is selected in the
 * picture, or one that is chosen by its block and number. */
#define LOOM_TYPE_WARP_PANE (loom_warp_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomWarpPane, loom_warp_pane, LOOM, WARP_PANE, LoomPane)

/* How long the launch would take on the device that is chosen, what bounds it there, and where it
 * lies under the roofs of that device, beside what a GPU took for it.
 *
 * ## Actions
 * roofline.export: a figure. */
#define LOOM_TYPE_ROOFLINE_PANE (loom_roofline_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomRooflinePane, loom_roofline_pane, LOOM, ROOFLINE_PANE, LoomPane)

/* Which multiprocessor ran each block, and when: as a GPU recorded it, and as it is modelled for
 * the device that is chosen. One selection with the picture: a pinned cell marks the block of
 * its lowest writer, and a chosen block pins a cell that it wrote. */
#define LOOM_TYPE_SCHEDULE_PANE (loom_schedule_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomSchedulePane, loom_schedule_pane, LOOM, SCHEDULE_PANE, LoomPane)

/* What each step of the last run took, and which stream did what when. */
#define LOOM_TYPE_STEPS_PANE (loom_steps_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomStepsPane, loom_steps_pane, LOOM, STEPS_PANE, LoomPane)

/* Expressions over the arrays of the run that is shown, what they came to, and statistics and a
 * histogram of the array that is shown. The focus goes to the entry. */
#define LOOM_TYPE_CONSOLE_PANE (loom_console_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomConsolePane, loom_console_pane, LOOM, CONSOLE_PANE, LoomPane)

/* The document as a program: what it was started with, how far it is, what it printed, and its
 * launches; one that is chosen becomes the settings. */
#define LOOM_TYPE_PROGRAM_PANE (loom_program_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomProgramPane, loom_program_pane, LOOM, PROGRAM_PANE, LoomPane)

/* The quiet line that kernels are simulated here since there is no GPU, and the way to what that
 * changes; hidden where there is one. */
#define LOOM_TYPE_DEVICE_NOTE (loom_device_note_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceNote, loom_device_note, LOOM, DEVICE_NOTE, LoomPane)
