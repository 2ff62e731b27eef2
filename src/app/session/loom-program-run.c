/* loom-program-run.c: a program that has run, and what it recorded
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-program-run.h"

#include "loom-class.h"
#include "loom-recorded-launch.h"

static void
loom_program_run_clear (LoomProgramRun *self)
{
  g_clear_pointer (&self->program, loom_program_free);
  g_clear_pointer (&self->recording, loom_recording_free);
}

LOOM_DEFINE_SHARED (LoomProgramRun, loom_program_run)

/**
 * loom_program_run_new:
 * @program: (transfer full): which is going to run
 */
LoomProgramRun *
loom_program_run_new (LoomProgram *program)
{
  LoomProgramRun *self = g_atomic_rc_box_new0 (LoomProgramRun);

  self->program = program;
  return self;
}

/**
 * loom_program_run_find_launch:
 * @self: (nullable): a program that has run
 * @number: of a launch, from 1
 *
 * Returns: (nullable): the launch; %NULL if there is none of that number
 */
const LoomRecordedLaunch *
loom_program_run_find_launch (LoomProgramRun *self,
                              guint64         number)
{
  for (guint i = 0; self != NULL && i < self->recording->launches->len; i++)
    {
      const LoomRecordedLaunch *launch = self->recording->launches->pdata[i];

      if (launch->number == number)
        return launch;
    }
  return NULL;
}

/**
 * loom_program_run_dup_kernel:
 * @launch: of its recording
 *
 * Returns: (transfer full): the kernel as the source calls it: "scale<float>"
 */
char *
loom_program_run_dup_kernel (LoomProgramRun           *self,
                             const LoomRecordedLaunch *launch)
{
  const LoomProgramSource *source = loom_program_find_source (self->program, launch);
  const LoomKernel *kernel
      = source != NULL ? loom_recorded_launch_find_kernel (launch, source->compiled) : NULL;

  return g_strdup (kernel != NULL ? kernel->name : launch->name);
}

/**
 * loom_program_run_dup_place:
 *
 * Returns: (transfer full): where a launch stands: "p.cu:12", or nothing where that is not known
 */
char *
loom_program_run_dup_place (const LoomRecordedLaunch *launch)
{
  g_autofree char *file = launch->file != NULL ? g_filename_display_basename (launch->file) : NULL;

  return file != NULL ? g_strdup_printf ("%s:%u", file, launch->line) : g_strdup ("");
}
