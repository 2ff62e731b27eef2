/* loom-cli-launch-model.c: the time of a launch that is modelled for a device, as JSON and text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-launch-model.h"

#include "loom-json.h"
#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
add_costs (JsonBuilder          *builder,
           const LoomBlockCosts *costs)
{
  loom_json_begin_object (builder, "counted");
  loom_json_add_count (builder, "blocks", costs->n_blocks);
  loom_json_add_count (builder, "warp_instructions", loom_block_costs_sum (costs));
  loom_json_add_count (builder, "footprint", costs->footprint);
  loom_json_add_count (builder, "sampled_blocks", costs->sampled);
  loom_json_add_count (builder, "sampled_instructions", costs->sampled_instructions);
  loom_json_add_count (builder, "busy_warps", costs->busy_warps);
  loom_json_add_count (builder, "requests", costs->requests);
  loom_json_add_count (builder, "wavefronts", costs->wavefronts);
  loom_json_add_count (builder, "sectors", costs->sectors);
  json_builder_end_object (builder);
}

/* null where the profile does not tell, or the launch needs no memory. */
static void
add_roofline (JsonBuilder        *builder,
              const LoomRoofline *self)
{
  const double intensity = loom_roofline_get_intensity (self);
  const double roof = loom_roofline_get_roof (self, intensity);

  loom_json_begin_object (builder, "roofline");
  loom_json_add_text (builder, "unit", self->counts_instructions ? "warp-instruction" : "flop");
  loom_json_add_measure (builder, "operations", self->operations);
  loom_json_add_measure (builder, "bytes", self->bytes);
  loom_json_add_measure (builder, "intensity", isfinite (intensity) ? intensity : -1);
  loom_json_add_measure (builder, "bytes_per_second", self->bandwidth);
  loom_json_add_measure (builder, "peak_per_second", self->peak > 0 ? self->peak : -1);
  loom_json_add_measure (builder, "roof_per_second", isfinite (roof) ? roof : -1);
  loom_json_add_measure (builder, "per_second",
                         loom_roofline_get_rate (self, self->modelled_ms));
  json_builder_end_object (builder);
}

/**
 * loom_cli_launch_model_add:
 * @builder: within an object
 * @self: an estimate
 * @roofline: of it
 * @costs: what the simulator counted for it
 *
 * Adds an estimate as an object "model", with what it follows from, and the roofline of it as
 * "roofline".
 */
void
loom_cli_launch_model_add (JsonBuilder           *builder,
                           const LoomLaunchModel *self,
                           const LoomRoofline    *roofline,
                           const LoomBlockCosts  *costs)
{
  loom_json_begin_object (builder, "model");
  loom_json_add_measure (builder, "ms", self->ms);
  loom_json_add_text (builder, "bound", loom_bound_get_name (self->bound));
  loom_json_add_measure (builder, "waves", self->waves);
  loom_json_add_measure (builder, "tail", self->tail);
  loom_json_begin_object (builder, "block_cycles");
  for (LoomBound i = 0; i < LOOM_N_BOUNDS; i++)
    loom_json_add_measure (builder, loom_bound_get_name (i), self->cycles[i]);
  json_builder_end_object (builder);
  add_costs (builder, costs);
  json_builder_end_object (builder);
  add_roofline (builder, roofline);
}

/**
 * loom_cli_launch_model_append:
 * @text: lines of a name and a value each
 * @self: an estimate
 * @roofline: of it
 *
 * Appends an estimate for people.
 */
void
loom_cli_launch_model_append (GString               *text,
                              const LoomLaunchModel *self,
                              const LoomRoofline    *roofline)
{
  g_autofree char *roof = loom_roofline_dup_sentence (roofline);
  g_autofree char *ms = loom_typeset_rough (self->ms);
  g_autofree char *empty = loom_typeset_rough (LOOM_LAUNCH_MODEL_EMPTY_MS);
  g_autofree char *time = NULL;
  g_autofree char *waves = loom_typeset_rough (self->waves);
  g_autofree char *tail = loom_share_format (self->tail, 1);

  /* Translators: times in milliseconds */
  time = g_strdup_printf (_("%1$s ms, of which the launch itself takes %2$s ms"), ms, empty);
  g_string_append_printf (text, "\t%s\t%s\n", _("Modelled time"), time);
  /* Translators: what a launch has least of, such as the level-2 cache */
  g_string_append_printf (text, "\t%s\t%s\n", _("Bound by"), loom_bound_get_title (self->bound));
  g_string_append_printf (text, "\t%s\t%s\n", _("Waves"), waves);
  g_string_append_printf (text, "\t%s\t%s\n", _("Tail"), tail);
  g_string_append_printf (text, "\t%s\t%s\n", _("Roofline"), roof);
}
