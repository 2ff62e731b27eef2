/* loom-measurement.c: how samples were taken on a GPU, and what they come to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-measurement.h"

#include "loom-wire-private.h"

#include <math.h>
#include <stdlib.h>

#define MIN_SAMPLES 3

LoomMeasurement *
loom_measurement_new (void)
{
  LoomMeasurement *self = g_new0 (LoomMeasurement, 1);

  self->context_ms = self->module_ms = self->restore_ms = self->floor_ms = -1;
  self->callback_median_us = self->callback_p95_us = -1;
  self->throttle = LOOM_THROTTLE_UNKNOWN;
  return self;
}

void
loom_measurement_free (LoomMeasurement *self)
{
  g_free (self);
}

/**
 * loom_measurement_is_marked:
 *
 * Returns: whether a sample is too short to say much: less than three times what an empty kernel
 *   takes; %FALSE where no floor was measured
 */
gboolean
loom_measurement_is_marked (const LoomMeasurement *self,
                            double                 sample_ms)
{
  return self != NULL && self->floor_ms > 0 && sample_ms < LOOM_FLOORS_TO_TRUST * self->floor_ms;
}

static gboolean
check (gpointer data)
{
  const LoomMeasurement *self = data;

  return isfinite (self->context_ms) && isfinite (self->module_ms)
         && isfinite (self->restore_ms) && isfinite (self->floor_ms)
         && isfinite (self->callback_median_us) && isfinite (self->callback_p95_us)
         && (self->throttle & ~LOOM_THROTTLE_ALL) == 0;
}

static const LoomWireMember wire_members[] = {
  LOOM_WIRE (DOUBLE, LoomMeasurement, context_ms),
  LOOM_WIRE (DOUBLE, LoomMeasurement, module_ms),
  LOOM_WIRE (DOUBLE, LoomMeasurement, restore_ms),
  LOOM_WIRE (DOUBLE, LoomMeasurement, floor_ms),
  LOOM_WIRE (DOUBLE, LoomMeasurement, callback_median_us),
  LOOM_WIRE (DOUBLE, LoomMeasurement, callback_p95_us),
  LOOM_WIRE (UINT32, LoomMeasurement, warm_ups),
  LOOM_WIRE (BOOLEAN, LoomMeasurement, gated),
  LOOM_WIRE (BOOLEAN, LoomMeasurement, cold),
  LOOM_WIRE (UINT32, LoomMeasurement, throttle),
};
static const LoomWire wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomMeasurement), .destroy = g_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomMeasurement, loom_measurement, &wire)

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Between the two samples beside it, in proportion (type 7 of Hyndman and Fan, 1996). */
static double
quantile (const double *sorted,
          gsize         n,
          double        share)
{
  const double place = share * (n - 1);
  const gsize low = (gsize) place, high = MIN (low + 1, n - 1);

  return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
}

/**
 * loom_summary_init:
 * @samples: (array length=n): milliseconds, in any order
 * @floor_ms: of an empty kernel; not positive: not known
 *
 * Sums samples up. They are steady while the quartiles lie within 5 % of the median.
 */
void
loom_summary_init (LoomSummary  *self,
                   const double *samples,
                   gsize         n,
                   double        floor_ms)
{
  g_autofree double *sorted = NULL;

  g_return_if_fail (self != NULL && (samples != NULL || n == 0));

  *self = (LoomSummary) { .n = (guint) n };
  if (n == 0)
    return;

  sorted = g_memdup2 (samples, n * sizeof *samples);
  qsort (sorted, n, sizeof *sorted, compare_doubles);
  self->least = sorted[0];
  self->low = quantile (sorted, n, 0.25);
  self->median = quantile (sorted, n, 0.5);
  self->high = quantile (sorted, n, 0.75);
  self->p95 = quantile (sorted, n, 0.95);
  self->most = sorted[n - 1];
  if (self->median > 0)
    self->spread = (self->high - self->low) / self->median;

  if (floor_ms > 0 && self->median < LOOM_FLOORS_TO_TRUST * floor_ms)
    self->noise = LOOM_NOISE_BELOW_FLOOR;
  else if (n >= MIN_SAMPLES)
    self->noise = self->spread <= LOOM_NOISE_SPREAD ? LOOM_NOISE_STEADY : LOOM_NOISE_NOISY;
}

/**
 * loom_noise_get_name:
 *
 * Returns: the stable name of a verdict
 */
const char *
loom_noise_get_name (LoomNoise noise)
{
  static const char * const names[] = { "unknown", "steady", "noisy", "below-floor" };

  g_return_val_if_fail ((guint) noise < G_N_ELEMENTS (names), NULL);

  return names[noise];
}
