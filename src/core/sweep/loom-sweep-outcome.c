/* loom-sweep-outcome.c: what one configuration of a sweep came to
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sweep-outcome.h"

#include "loom-wire-private.h"

#include <math.h>

LoomSweepOutcome *
loom_sweep_outcome_new (void)
{
  LoomSweepOutcome *self = g_new0 (LoomSweepOutcome, 1);

  self->tally.counts.missed = self->tally.counts.extra = -1;
  self->modelled_ms = self->occupancy = self->waves = self->tail = -1;
  self->samples = g_array_new (FALSE, FALSE, sizeof (double));
  return self;
}

void
loom_sweep_outcome_free (LoomSweepOutcome *self)
{
  g_clear_pointer (&self->samples, g_array_unref);
  g_free (self->text);
  g_free (self);
}

/**
 * loom_sweep_outcome_set:
 * @text: (nullable): why not
 */
void
loom_sweep_outcome_set (LoomSweepOutcome *self,
                        LoomOutcomeState  state,
                        const char       *text)
{
  self->state = state;
  g_free (self->text);
  self->text = g_strdup (text);
}

static void
find_decile (LoomSweepOutcome *self)
{
  if (self->samples->len > 0)
    loom_decile_init (&self->decile, (const double *) (gpointer) self->samples->data,
                      self->samples->len);
}

static gboolean
is_wrong (const LoomTally *tally)
{
  return tally->mismatches > 0 || tally->counts.missed > 0 || tally->counts.extra > 0;
}

/* The first run of a configuration says what it does; those that follow only how long it takes. */
static void
take_figures (LoomSweepOutcome *self,
              const LoomRun    *run)
{
  self->block = run->block;
  self->grid = run->grid;
  self->shared = run->shared;
  self->threads = run->threads;
  self->warp_instructions = run->warp_instructions;
  self->tally = *run->tally;
  self->state = is_wrong (run->tally) ? LOOM_OUTCOME_WRONG : LOOM_OUTCOME_DONE;
}

/**
 * loom_sweep_outcome_add_run:
 * @run: of the configuration, with its tally
 *
 * Adds a run's samples; of the first one also what it did. What only a later one has wrong counts.
 */
void
loom_sweep_outcome_add_run (LoomSweepOutcome *self,
                            const LoomRun    *run)
{
  const GArray *samples = run->timings.kernel_ms;

  if (!loom_sweep_outcome_has_run (self))
    take_figures (self, run);
  else if (run->tally->mismatches > self->tally.mismatches)
    {
      self->state = LOOM_OUTCOME_WRONG;
      self->tally.mismatches = run->tally->mismatches;
    }
  g_array_append_vals (self->samples, samples->data, samples->len);
  find_decile (self);
  if (run->trap != NULL)
    loom_sweep_outcome_set (self, LOOM_OUTCOME_STOPPED, run->trap->text);
}

/**
 * loom_sweep_outcome_add_residency:
 * @costs: what a GPU said of the configuration's launch
 * @n_multiprocessors: of that GPU; 0: not known
 *
 * Adds how many blocks are resident there.
 */
void
loom_sweep_outcome_add_residency (LoomSweepOutcome      *self,
                                  const LoomKernelCosts *costs,
                                  guint                  n_multiprocessors)
{
  guint64 blocks;

  self->occupancy = costs->occupancy;
  if (n_multiprocessors > 0 && costs->blocks_per_multiprocessor > 0 &&
      loom_dim3_volume (&self->grid, &blocks))
    self->waves = (double) blocks / costs->blocks_per_multiprocessor / n_multiprocessors;
}

/**
 * loom_sweep_outcome_add_model:
 * @profile: a board
 * @use: what a block takes
 * @run: of the configuration on the simulator
 *
 * Adds how many blocks would be resident on a device, and how long it would take for the launch.
 */
void
loom_sweep_outcome_add_model (LoomSweepOutcome        *self,
                              const LoomDeviceProfile *profile,
                              const LoomOccupancyUse  *use,
                              const LoomRun           *run)
{
  LoomOccupancy occupancy;
  LoomLaunchModel model;

  loom_occupancy_compute (profile, use, &occupancy);
  self->occupancy = occupancy.share;
  if (run->trap != NULL || run->block_costs == NULL ||
      !loom_launch_model_compute (&model, profile, use, run->block_costs, NULL))
    return;
  self->modelled_ms = model.ms;
  self->waves = model.waves;
  self->tail = model.tail;
}

/**
 * loom_sweep_outcome_has_run:
 *
 * Returns: whether there are figures
 */
gboolean
loom_sweep_outcome_has_run (const LoomSweepOutcome *self)
{
  return self->state == LOOM_OUTCOME_DONE || self->state == LOOM_OUTCOME_WRONG ||
         self->state == LOOM_OUTCOME_STOPPED;
}

/**
 * loom_outcome_state_get_name:
 *
 * Returns: the stable name of a state
 */
const char *
loom_outcome_state_get_name (LoomOutcomeState state)
{
  static const char * const names[]
      = { "waiting", "running", "done", "infeasible", "stopped", "wrong", "failed" };

  g_return_val_if_fail ((guint) state < G_N_ELEMENTS (names), NULL);

  return names[state];
}

static gboolean
check (gpointer data)
{
  LoomSweepOutcome *self = data;

  for (guint i = 0; i < self->samples->len; i++)
    {
      const double sample = g_array_index (self->samples, double, i);

      if (!isfinite (sample) || sample < 0)
        return FALSE;
    }
  if (!isfinite (self->modelled_ms) || !isfinite (self->occupancy) || !isfinite (self->waves) ||
      !isfinite (self->tail))
    return FALSE;
  find_decile (self);
  return TRUE;
}

static const LoomWireMember members[] = {
  LOOM_WIRE_UP_TO (LoomSweepOutcome, state, LOOM_N_OUTCOMES - 1),
  LOOM_WIRE (NULLABLE, LoomSweepOutcome, text),
  LOOM_WIRE_OF (STRUCT, LoomSweepOutcome, block, &_loom_dim3_wire),
  LOOM_WIRE_OF (STRUCT, LoomSweepOutcome, grid, &_loom_dim3_wire),
  LOOM_WIRE (UINT64, LoomSweepOutcome, shared),
  LOOM_WIRE (UINT64, LoomSweepOutcome, threads),
  LOOM_WIRE (UINT64, LoomSweepOutcome, warp_instructions),
  LOOM_WIRE_OF (STRUCT, LoomSweepOutcome, tally, &_loom_tally_wire),
  LOOM_WIRE_VALUES_UP_TO (LoomSweepOutcome, samples, LOOM_SWEEP_MAX_SAMPLES),
  LOOM_WIRE (DOUBLE, LoomSweepOutcome, modelled_ms),
  LOOM_WIRE (DOUBLE, LoomSweepOutcome, occupancy),
  LOOM_WIRE (DOUBLE, LoomSweepOutcome, waves),
  LOOM_WIRE (DOUBLE, LoomSweepOutcome, tail),
};
static const LoomWire wire = {
  LOOM_WIRE_MEMBERS (members, LoomSweepOutcome),
  .create = (LoomWireCreate) loom_sweep_outcome_new,
  .destroy = (GDestroyNotify) loom_sweep_outcome_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomSweepOutcome, loom_sweep_outcome, &wire)
