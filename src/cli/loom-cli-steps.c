/* loom-cli-steps.c: what the steps of a run took, and the run as it was at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-steps.h"

#include "loom-cli-json.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

static void
add_step (JsonBuilder       *builder,
          const LoomRunStep *step)
{
  json_builder_begin_object (builder);
  loom_cli_json_add_text (builder, "kind", loom_statement_kind_get_word (step->kind));
  loom_cli_json_add_text (builder, "text", step->text);
  loom_cli_json_add_count (builder, "line", step->line);
  loom_cli_json_add_count (builder, "depth", step->depth);
  loom_cli_json_add_count (builder, "times", step->times);
  loom_cli_json_add_measure (builder, "total_ms", step->total_ms);
  loom_cli_json_add_measure (builder, "least_ms", step->least_ms);
  loom_cli_json_add_measure (builder, "most_ms", step->most_ms);
  loom_cli_json_add_count (builder, "warp_instructions", step->warp_instructions);
  json_builder_end_object (builder);
}

/* When steps were done on their streams; the default stream has no name. */
static void
add_timeline (JsonBuilder *builder,
              LoomRun     *run)
{
  loom_cli_json_begin_object (builder, "timeline");
  loom_cli_json_begin_array (builder, "streams");
  for (guint i = 0; i < run->streams->len; i++)
    json_builder_add_string_value (builder, run->streams->pdata[i]);
  json_builder_end_array (builder);
  loom_cli_json_begin_array (builder, "spans");
  for (guint i = 0; i < run->spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (run->spans, LoomRunSpan, i);

      json_builder_begin_object (builder);
      loom_cli_json_add_count (builder, "step", span->step);
      loom_cli_json_add_count (builder, "stream", span->stream);
      loom_cli_json_add_measure (builder, "start_ms", span->start_ms);
      loom_cli_json_add_measure (builder, "end_ms", span->end_ms);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/**
 * loom_cli_steps_add:
 * @builder: within an object
 * @run: a run; nothing is added where it has no steps
 *
 * Adds the steps in the order of the text, when the first ones were done, how many moments there
 * were, and which of them are kept.
 */
void
loom_cli_steps_add (JsonBuilder *builder,
                    LoomRun     *run)
{
  if (run->steps->len == 0)
    return;

  loom_cli_json_begin_array (builder, "steps");
  for (guint i = 0; i < run->steps->len; i++)
    add_step (builder, run->steps->pdata[i]);
  json_builder_end_array (builder);
  add_timeline (builder, run);

  loom_cli_json_begin_object (builder, "history");
  loom_cli_json_add_count (builder, "moments", run->moments);
  loom_cli_json_begin_array (builder, "kept");
  for (guint i = 0; i < run->frames->len; i++)
    json_builder_add_int_value (builder,
                                (gint64) g_array_index (run->frames, LoomRunFrame, i).moment);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

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
        g_printerr ("%6" PRIu64 " × %10.3f ms  %*s%s\n", step->times, step->total_ms,
                    (int) step->depth * 2, "", step->text);
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
