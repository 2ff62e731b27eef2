/* loom-cli-steps.c: the steps of a run for people, and the run as it was at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-steps.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

/**
 * loom_cli_steps_print:
 * @run: a run; nothing is said where it has no steps
 *
 * Says on the error stream how often each step was done, and how long that took.
 */
void
loom_cli_steps_print (LoomRun *run)
{
  for (guint i = 0; i < run->steps->len; i++)
    {
      const LoomRunStep *step = run->steps->pdata[i];

      if (step->kind == LOOM_STATEMENT_END)
        continue;
      if (step->kind == LOOM_STATEMENT_LAUNCH || step->kind == LOOM_STATEMENT_COPY ||
          step->kind == LOOM_STATEMENT_FILL)
        {
          g_autofree char *rate = loom_run_step_dup_rate (step);

          g_printerr ("%6" PRIu64 " × %10.3f ms  %*s%s%s%s\n", step->times, step->total_ms,
                      (int) step->depth * 2, "", step->text, rate != NULL ? ", " : "",
                      rate != NULL ? rate : "");
        }
      else
        g_printerr ("%6" PRIu64 " × %13s  %*s%s\n", step->times, "", (int) step->depth * 2, "",
                    step->text);
    }
}

/**
 * loom_cli_steps_rewind:
 * @run: a run
 * @moment: of it
 *
 * Finds what the arrays held at a moment.
 *
 * Errors: %LOOM_ERROR_USAGE for a moment that is not there, or was not kept.
 *
 * Returns: (transfer full): the run as it was then, or %NULL
 */
LoomRun *
loom_cli_steps_rewind (LoomRun  *run,
                       guint64   moment,
                       GError  **error)
{
  guint64 before = 0, after = run->moments;

  if (moment == run->moments)
    return loom_run_ref (run);
  if (moment > run->moments)
    return loom_fail_null (error, LOOM_ERROR_USAGE,
                           _("--moment %1$" PRIu64 ": the last moment of this run is %2$" PRIu64),
                           moment, run->moments);
  for (guint i = 0; i < run->frames->len; i++)
    {
      const LoomRunFrame *frame = &g_array_index (run->frames, LoomRunFrame, i);

      if (frame->moment == moment)
        return loom_run_new_frame (run, i);
      if (frame->moment < moment)
        before = frame->moment;
      else
        after = MIN (after, frame->moment);
    }
  return loom_fail_null (error, LOOM_ERROR_USAGE,
                         _("--moment %1$" PRIu64 ": this moment is not kept, but %2$" PRIu64
                           " and %3$" PRIu64 " are; a larger --history keeps more"), moment,
                         before, after);
}
