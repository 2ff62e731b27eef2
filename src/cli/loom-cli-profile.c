/* loom-cli-profile.c: what a run cost where, as JSON and in a line for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-profile.h"

#include "loom-cli-json.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

/* null where there is nothing to divide by. */
static void
add_ratio (JsonBuilder *builder,
           const char  *key,
           guint64      sum,
           guint64      n)
{
  loom_cli_json_add_measure (builder, key, n > 0 ? (double) sum / n : -1);
}

static void
add_counts (JsonBuilder           *builder,
            const LoomLineProfile *line)
{
  loom_cli_json_add_count (builder, "instructions", line->instructions);
  loom_cli_json_add_count (builder, "executed", line->executed);
  add_ratio (builder, "active_lanes", line->lanes, line->executed);
  loom_cli_json_add_count (builder, "requests", line->requests);
  loom_cli_json_add_count (builder, "sectors", line->sectors);
  add_ratio (builder, "sectors_per_request", line->sectors, line->requests);
  loom_cli_json_add_count (builder, "shared_requests", line->shared_requests);
  loom_cli_json_add_count (builder, "wavefronts", line->wavefronts);
  loom_cli_json_add_count (builder, "bank_conflicts", line->conflicts);
}

static void
add_spread (JsonBuilder       *builder,
            const LoomProfile *profile)
{
  if (profile->threads == NULL)
    {
      loom_cli_json_add_null (builder, "thread_instructions");
      return;
    }

  loom_cli_json_begin_object (builder, "thread_instructions");
  loom_cli_json_add_count (builder, "min", profile->spread.least);
  loom_cli_json_add_count (builder, "median", profile->spread.median);
  loom_cli_json_add_count (builder, "max", profile->spread.most);
  json_builder_end_object (builder);
}

/**
 * loom_cli_profile_add:
 * @builder: of an object
 * @profile: a profile
 *
 * Adds the member `profile`: the sums, how far threads spread, and the lines.
 */
void
loom_cli_profile_add (JsonBuilder       *builder,
                      const LoomProfile *profile)
{
  LoomLineProfile sum;

  loom_profile_sum (profile, &sum);
  loom_cli_json_begin_object (builder, "profile");
  add_counts (builder, &sum);
  add_spread (builder, profile);
  loom_cli_json_begin_array (builder, "lines");

  for (guint i = 0; i < profile->lines->len; i++)
    {
      const LoomLineProfile *line = &g_array_index (profile->lines, LoomLineProfile, i);

      json_builder_begin_object (builder);
      if (line->file != NULL)
        loom_cli_json_add_text (builder, "file", line->file);
      loom_cli_json_add_count (builder, "line", line->line);
      add_counts (builder, line);
      json_builder_end_object (builder);
    }

  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/**
 * loom_cli_profile_print:
 * @profile: a profile
 *
 * Says the sums on the error stream.
 */
void
loom_cli_profile_print (const LoomProfile *profile)
{
  LoomLineProfile sum;

  loom_profile_sum (profile, &sum);

  if (sum.executed > 0)
    g_printerr (_("%1$" PRIu64 " warp instructions with %2$.1f of 32 lanes on average; "
                  "threads executed %3$u to %4$u, the median %5$u\n"),
                sum.executed, (double) sum.lanes / sum.executed, profile->spread.least,
                profile->spread.most, profile->spread.median);

  if (sum.requests > 0)
    g_printerr (_("%1$" PRIu64 " requests of global memory, %2$.2f sectors of 32 bytes for each\n"),
                sum.requests, (double) sum.sectors / sum.requests);

  if (sum.shared_requests > 0)
    g_printerr (_("%1$" PRIu64 " requests of shared memory, %2$" PRIu64
                  " passes more for bank conflicts\n"),
                sum.shared_requests, sum.conflicts);
}
