/* loom-run-options.c: how to run, its defaults, to and from another process
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-options.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#define MAX_WORKERS 4096

/**
 * loom_run_options_init:
 *
 * Sets the defaults: the simulator, one sample, no extra checks, all coverage.
 */
void
loom_run_options_init (LoomRunOptions *self)
{
  g_return_if_fail (self != NULL);

  *self = (LoomRunOptions) {
    .backend = LOOM_BACKEND_ID_SIMULATOR,
    .repeat = 1,
    .checks = LOOM_CHECK_NONE,
    .coverage = LOOM_COVERAGE_ALL,
    .workers = 0,
    .schedule_seed = -1,
    .budget = LOOM_DEFAULT_BUDGET,
    .wall_ms = LOOM_DEFAULT_WALL_MS,
  };
}

static void
add_backend (GVariantBuilder *builder,
             const char      *key,
             LoomBackendId    id)
{
  if (id.kind != LOOM_BACKEND_NONE)
    g_variant_builder_add (builder, "{sv}", key,
                           g_variant_new_string (loom_backend_id_get_name (id)));
}

static gboolean
read_backend (GVariant       *variant,
              const char     *key,
              LoomBackendId  *id,
              GError        **error)
{
  const char *name;

  return !g_variant_lookup (variant, key, "&s", &name) || loom_backend_id_parse (name, id, error);
}

GVariant *
loom_run_options_to_variant (const LoomRunOptions *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  add_backend (&builder, "backend", self->backend);
  g_variant_builder_add (&builder, "{sv}", "repeat", g_variant_new_uint32 (self->repeat));
  g_variant_builder_add (&builder, "{sv}", "reused", g_variant_new_boolean (self->reused));
  g_variant_builder_add (&builder, "{sv}", "checks", g_variant_new_uint32 (self->checks));
  g_variant_builder_add (&builder, "{sv}", "coverage", g_variant_new_uint32 (self->coverage));
  g_variant_builder_add (&builder, "{sv}", "as-written", g_variant_new_boolean (self->as_written));
  g_variant_builder_add (&builder, "{sv}", "profile", g_variant_new_boolean (self->profile));
  g_variant_builder_add (&builder, "{sv}", "block-costs",
                         g_variant_new_boolean (self->block_costs));
  if (self->trace.whom != LOOM_TRACE_NOBODY)
    g_variant_builder_add (&builder, "{sv}", "trace", loom_trace_target_to_variant (&self->trace));
  if (self->cell.array != NULL)
    g_variant_builder_add (&builder, "{sv}", "cell", loom_cell_target_to_variant (&self->cell));
  if (self->replay.n_steps > 0)
    g_variant_builder_add (&builder, "{sv}", "replay",
                           loom_replay_target_to_variant (&self->replay));
  g_variant_builder_add (&builder, "{sv}", "history-mib",
                         g_variant_new_uint32 (self->history_mib));
  if (self->pins.n > 0)
    g_variant_builder_add (&builder, "{sv}", "pins", loom_pins_to_variant (&self->pins));
  g_variant_builder_add (&builder, "{sv}", "figures", g_variant_new_boolean (self->figures));
  g_variant_builder_add (&builder, "{sv}", "cold", g_variant_new_boolean (self->cold));
  add_backend (&builder, "copy-to", self->copy_to);
  g_variant_builder_add (&builder, "{sv}", "workers", g_variant_new_uint32 (self->workers));
  g_variant_builder_add (&builder, "{sv}", "schedule-seed",
                         g_variant_new_int64 (self->schedule_seed));
  g_variant_builder_add (&builder, "{sv}", "seeds", g_variant_new_uint32 (self->seeds));
  g_variant_builder_add (&builder, "{sv}", "budget", g_variant_new_uint64 (self->budget));
  g_variant_builder_add (&builder, "{sv}", "wall-ms", g_variant_new_uint32 (self->wall_ms));
  return g_variant_builder_end (&builder);
}

/* Where nothing but a cell or a thread is wanted, the rest may not even be there. */
static void
leave_out_all_else (LoomRunOptions *self)
{
  self->repeat = 1;
  self->checks = LOOM_CHECK_NONE;
  self->coverage = LOOM_COVERAGE_NONE;
  self->as_written = self->profile = self->block_costs = FALSE;
  self->trace.whom = LOOM_TRACE_NOBODY;
  self->history_mib = 0;
  self->pins.n = 0;
  self->seeds = 0;
}

/**
 * loom_run_options_are_partial:
 *
 * Returns: whether only something of the run is wanted, and none of its arrays
 */
gboolean
loom_run_options_are_partial (const LoomRunOptions *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->replay.n_steps > 0 || (self->cell.array != NULL && self->cell.alone);
}

/**
 * loom_run_options_need_written:
 *
 * Returns: whether the launch is run without optimisation as well, before it is run as it is
 */
gboolean
loom_run_options_need_written (const LoomRunOptions *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->as_written || (self->checks & LOOM_CHECK_UNINITIALISED) != 0;
}

/**
 * loom_run_options_from_variant:
 *
 * Reads the dictionary of Run; what is missing keeps its default.
 *
 * Errors: %LOOM_ERROR_USAGE for a number outside what a run allows, %LOOM_ERROR_BACKEND.
 *
 * Returns: whether the options make sense
 */
gboolean
loom_run_options_from_variant (GVariant        *variant,
                               LoomRunOptions  *options,
                               GError         **error)
{
  g_autoptr (GVariant) trace = g_variant_lookup_value (variant, "trace", NULL);
  g_autoptr (GVariant) cell = g_variant_lookup_value (variant, "cell", NULL);
  g_autoptr (GVariant) replay = g_variant_lookup_value (variant, "replay", NULL);
  g_autoptr (GVariant) pins = g_variant_lookup_value (variant, "pins", NULL);

  loom_run_options_init (options);
  if (trace != NULL)
    loom_trace_target_from_variant (trace, &options->trace);
  if (cell != NULL)
    loom_cell_target_from_variant (cell, &options->cell);
  if (replay != NULL)
    loom_replay_target_from_variant (replay, &options->replay);
  if (pins != NULL && !loom_pins_from_variant (pins, &options->pins))
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("The moments that are to be kept do not ascend, or are more than %d"),
                      LOOM_MAX_PINS);
  g_variant_lookup (variant, "repeat", "u", &options->repeat);
  g_variant_lookup (variant, "reused", "b", &options->reused);
  g_variant_lookup (variant, "checks", "u", &options->checks);
  g_variant_lookup (variant, "coverage", "u", &options->coverage);
  g_variant_lookup (variant, "as-written", "b", &options->as_written);
  g_variant_lookup (variant, "profile", "b", &options->profile);
  g_variant_lookup (variant, "block-costs", "b", &options->block_costs);
  g_variant_lookup (variant, "history-mib", "u", &options->history_mib);
  g_variant_lookup (variant, "figures", "b", &options->figures);
  g_variant_lookup (variant, "cold", "b", &options->cold);
  g_variant_lookup (variant, "workers", "u", &options->workers);
  g_variant_lookup (variant, "schedule-seed", "x", &options->schedule_seed);
  g_variant_lookup (variant, "seeds", "u", &options->seeds);
  g_variant_lookup (variant, "budget", "t", &options->budget);
  g_variant_lookup (variant, "wall-ms", "u", &options->wall_ms);
  if (options->replay.n_steps > 0)
    options->cell = (LoomCellTarget) { NULL };
  if (loom_run_options_are_partial (options))
    leave_out_all_else (options);
  options->checks &= LOOM_CHECK_ALL;
  options->coverage &= LOOM_COVERAGE_ALL;
  options->history_mib = MIN (options->history_mib, LOOM_MAX_HISTORY_MIB);
  options->seeds = MIN (options->seeds, LOOM_MAX_SEEDS);

  if (!read_backend (variant, "backend", &options->backend, error)
      || !read_backend (variant, "copy-to", &options->copy_to, error))
    return FALSE;
  if (options->repeat >= 1 && options->repeat <= LOOM_MAX_REPEAT && options->workers <= MAX_WORKERS)
    return TRUE;

  return loom_fail (error, LOOM_ERROR_USAGE,
                    _("A run repeats 1 to %d times on at most %d workers; %u times on %u were "
                      "asked for"), LOOM_MAX_REPEAT, MAX_WORKERS, options->repeat,
                    options->workers);
}
