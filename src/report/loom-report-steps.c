/* loom-report-steps.c: what the steps of a run took, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-steps.h"

#include "loom-json.h"

static void
add_step (JsonBuilder       *builder,
          const LoomRunStep *step)
{
  json_builder_begin_object (builder);
  loom_json_add_text (builder, "kind", loom_statement_kind_get_word (step->kind));
  loom_json_add_text (builder, "text", step->text);
  loom_json_add_count (builder, "line", step->line);
  loom_json_add_count (builder, "depth", step->depth);
  loom_json_add_count (builder, "times", step->times);
  loom_json_add_measure (builder, "total_ms", step->total_ms);
  loom_json_add_measure (builder, "least_ms", step->least_ms);
  loom_json_add_measure (builder, "most_ms", step->most_ms);
  loom_json_add_count (builder, "warp_instructions", step->warp_instructions);
  if (step->bytes > 0)
    loom_json_add_count (builder, "bytes", step->bytes);
  json_builder_end_object (builder);
}

/* When steps were done on their streams; the default stream has no name. */
static void
add_timeline (JsonBuilder *builder,
              LoomRun     *run)
{
  loom_json_begin_object (builder, "timeline");
  loom_json_begin_array (builder, "streams");
  for (guint i = 0; i < run->streams->len; i++)
    json_builder_add_string_value (builder, run->streams->pdata[i]);
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "spans");
  for (guint i = 0; i < run->spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (run->spans, LoomRunSpan, i);

      json_builder_begin_object (builder);
      loom_json_add_count (builder, "step", span->step);
      loom_json_add_count (builder, "stream", span->stream);
      loom_json_add_measure (builder, "start_ms", span->start_ms);
      loom_json_add_measure (builder, "end_ms", span->end_ms);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* The rows and blocks of each device. */
static void
add_parts (JsonBuilder *builder,
           LoomRun     *run)
{
  loom_json_begin_array (builder, "split");
  for (guint i = 0; i < run->parts->len; i++)
    {
      const LoomRunPart *part = run->parts->pdata[i];

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "device", part->device);
      loom_json_add_count (builder, "first_row", part->rows.begin);
      loom_json_add_count (builder, "rows", part->rows.end - part->rows.begin);
      loom_json_add_count (builder, "first_block", part->blocks.begin);
      loom_json_add_count (builder, "blocks", part->blocks.end - part->blocks.begin);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/**
 * loom_report_steps_add:
 * @builder: within an object
 * @run: a run; nothing is added where it has no steps
 *
 * Adds the steps in the order of the text, when the first ones were done, how many moments there
 * were, and which of them are kept.
 */
void
loom_report_steps_add (JsonBuilder *builder,
                       LoomRun     *run)
{
  if (run->steps->len == 0)
    return;

  loom_json_begin_array (builder, "steps");
  for (guint i = 0; i < run->steps->len; i++)
    add_step (builder, run->steps->pdata[i]);
  json_builder_end_array (builder);
  add_timeline (builder, run);
  if (run->parts->len > 0)
    add_parts (builder, run);

  loom_json_begin_object (builder, "history");
  loom_json_add_count (builder, "moments", run->moments);
  loom_json_begin_array (builder, "kept");
  for (guint i = 0; i < run->frames->len; i++)
    json_builder_add_int_value (builder,
                                (gint64) g_array_index (run->frames, LoomRunFrame, i).moment);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}
