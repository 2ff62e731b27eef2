/* loom-report-profile.c: what a run cost where, as JSON
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-report-profile.h"

#include "loom-json.h"

/* null where there is nothing to divide by. */
static void
add_ratio (JsonBuilder *builder,
           const char  *key,
           guint64      sum,
           guint64      n)
{
  loom_json_add_measure (builder, key, n > 0 ? (double) sum / n : -1);
}

static void
add_counts (JsonBuilder           *builder,
            const LoomLineProfile *line)
{
  loom_json_add_count (builder, "instructions", line->instructions);
  loom_json_add_count (builder, "executed", line->executed);
  add_ratio (builder, "active_lanes", line->lanes, line->executed);
  loom_json_add_count (builder, "requests", line->requests);
  loom_json_add_count (builder, "sectors", line->sectors);
  add_ratio (builder, "sectors_per_request", line->sectors, line->requests);
  loom_json_add_count (builder, "bytes", line->bytes);
  loom_json_add_count (builder, "shared_requests", line->shared_requests);
  loom_json_add_count (builder, "wavefronts", line->wavefronts);
  loom_json_add_count (builder, "bank_conflicts", line->conflicts);
  loom_json_begin_object (builder, "flops");
  for (LoomFloat i = 0; i < LOOM_N_FLOATS; i++)
    loom_json_add_count (builder, loom_float_get_name (i), line->flops[i]);
  json_builder_end_object (builder);
}

static void
add_spread (JsonBuilder       *builder,
            const LoomProfile *profile)
{
  if (profile->threads == NULL)
    {
      loom_json_add_null (builder, "thread_instructions");
      return;
    }

  loom_json_begin_object (builder, "thread_instructions");
  loom_json_add_count (builder, "min", profile->spread.least);
  loom_json_add_count (builder, "median", profile->spread.median);
  loom_json_add_count (builder, "max", profile->spread.most);
  json_builder_end_object (builder);
}

/**
 * loom_report_profile_add:
 * @builder: of an object
 * @profile: a profile
 *
 * Adds the member `profile`: the sums, how far threads spread, and the lines.
 */
void
loom_report_profile_add (JsonBuilder       *builder,
                         const LoomProfile *profile)
{
  LoomLineProfile sum;

  loom_profile_sum (profile, &sum);
  loom_json_begin_object (builder, "profile");
  add_counts (builder, &sum);
  add_spread (builder, profile);
  loom_json_begin_array (builder, "lines");

  for (guint i = 0; i < profile->lines->len; i++)
    {
      const LoomLineProfile *line = &g_array_index (profile->lines, LoomLineProfile, i);

      json_builder_begin_object (builder);
      if (line->file != NULL)
        loom_json_add_text (builder, "file", line->file);
      loom_json_add_count (builder, "line", line->line);
      add_counts (builder, line);
      json_builder_end_object (builder);
    }

  json_builder_end_array (builder);
  json_builder_end_object (builder);
}
