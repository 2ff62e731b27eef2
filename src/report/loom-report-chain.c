/* loom-report-chain.c: what was done with a run, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-chain.h"

#include "loom-json.h"
#include "loom-link-outcome.h"

static void
add_outcome (JsonBuilder           *builder,
             const LoomLinkOutcome *outcome)
{
  const gboolean is_written = outcome->state == LOOM_LINK_DONE && outcome->file != NULL;

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "text", outcome->text);
  loom_json_add_count (builder, "line", outcome->line);
  loom_json_add_text (builder, "state", loom_link_state_get_name (outcome->state));
  loom_json_add_measure (builder, "ms", outcome->ms);
  loom_json_add_text (builder, "file", outcome->file);
  loom_json_add_optional (builder, "bytes", is_written ? (gint64) outcome->bytes : -1);
  if (outcome->state == LOOM_LINK_FAILED)
    loom_json_add_text (builder, "code", loom_error_get_name (outcome->code));
  loom_json_add_text (builder, "message", outcome->words);
  json_builder_end_object (builder);
}

/**
 * loom_report_chain_add:
 * @builder: within an object
 * @outcomes: (nullable) (element-type LoomLinkOutcome): of a chain; nothing is added where there is
 *   none
 *
 * Adds the member `after`: what came of each line of [after], in order.
 */
void
loom_report_chain_add (JsonBuilder *builder,
                       GPtrArray   *outcomes)
{
  if (outcomes == NULL || outcomes->len == 0)
    return;

  loom_json_begin_array (builder, "after");
  for (guint i = 0; i < outcomes->len; i++)
    add_outcome (builder, outcomes->pdata[i]);
  json_builder_end_array (builder);
}
