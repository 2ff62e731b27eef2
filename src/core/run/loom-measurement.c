/* loom-measurement.c: how samples were taken on a GPU, and what they come to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-measurement.h"

#include "loom-run-options.h"
#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>

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
  self->throttles = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

LoomMeasurement *
loom_measurement_copy (const LoomMeasurement *self)
{
  LoomMeasurement *copy = g_memdup2 (self, sizeof *self);

  copy->throttles = g_array_copy (self->throttles);
  return copy;
}

void
loom_measurement_free (LoomMeasurement *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->throttles);
  g_free (self);
}

/**
 * loom_measurement_note_throttle:
 * @throttle: what the driver says right after a sample
 *
 * Notes it of the sample, and of all: what is known of some goes before what is not of others.
 */
void
loom_measurement_note_throttle (LoomMeasurement *self,
                                LoomThrottle     throttle)
{
  const guint32 noted = throttle;
  LoomThrottle all;

  g_return_if_fail (self != NULL);

  all = self->throttles->len > 0 ? self->throttle | throttle : throttle;
  self->throttle = (all & ~LOOM_THROTTLE_UNKNOWN) != 0 ? all & ~LOOM_THROTTLE_UNKNOWN : all;
  g_array_append_val (self->throttles, noted);
}

/**
 * loom_measurement_is_throttled:
 * @sample: its number, from 0
 *
 * Returns: whether the device is known to have run slower than it could when a sample was taken
 */
gboolean
loom_measurement_is_throttled (const LoomMeasurement *self,
                               guint                  sample)
{
  return self != NULL && sample < self->throttles->len &&
         (g_array_index (self->throttles, guint32, sample) & ~LOOM_THROTTLE_UNKNOWN) != 0;
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

  for (guint i = 0; i < self->throttles->len; i++)
    if ((g_array_index (self->throttles, guint32, i) & ~(guint32) LOOM_THROTTLE_ALL) != 0)
      return FALSE;
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
  LOOM_WIRE_VALUES_UP_TO (LoomMeasurement, throttles, LOOM_MAX_REPEAT),
};
const LoomWire _loom_measurement_wire = {
  LOOM_WIRE_MEMBERS (wire_members, LoomMeasurement),
  .create = (LoomWireCreate) loom_measurement_new,
  .destroy = (GDestroyNotify) loom_measurement_free, .check = check,
};

LOOM_DEFINE_WIRE (LoomMeasurement, loom_measurement, &_loom_measurement_wire)

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/**
 * loom_samples_sort:
 * @samples: (array length=n): at least one, in any order
 *
 * Returns: (transfer full) (array length=n): the same, from the least to the most
 */
double *
loom_samples_sort (const double *samples,
                   gsize         n)
{
  double *sorted = g_memdup2 (samples, n * sizeof *samples);

  qsort (sorted, n, sizeof *sorted, compare_doubles);
  return sorted;
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
 * Sums samples up. They are steady while the quartiles lie within 5 % of the median; outliers are
 * those beyond Tukey's fences.
 */
void
loom_summary_init (LoomSummary  *self,
                   const double *samples,
                   gsize         n,
                   double        floor_ms)
{
  g_autofree double *sorted = NULL;
  double reach;

  g_return_if_fail (self != NULL && (samples != NULL || n == 0));

  *self = (LoomSummary) { .n = (guint) n };
  if (n == 0)
    return;

  sorted = loom_samples_sort (samples, n);
  self->least = sorted[0];
  self->low = quantile (sorted, n, 0.25);
  self->median = quantile (sorted, n, 0.5);
  self->high = quantile (sorted, n, 0.75);
  self->p95 = quantile (sorted, n, 0.95);
  self->most = sorted[n - 1];
  if (self->median > 0)
    self->spread = (self->high - self->low) / self->median;
  reach = MAX (LOOM_FENCE_SPREADS * (self->high - self->low), LOOM_EVENT_RESOLUTION_MS);
  self->low_fence = self->low - reach;
  self->high_fence = self->high + reach;
  for (gsize i = 0; i < n; i++)
    self->outliers += loom_summary_is_outlier (self, samples[i]);

  if (floor_ms > 0 && self->median < LOOM_FLOORS_TO_TRUST * floor_ms)
    self->noise = LOOM_NOISE_BELOW_FLOOR;
  else if (n >= MIN_SAMPLES)
    self->noise = self->spread <= LOOM_NOISE_SPREAD ? LOOM_NOISE_STEADY : LOOM_NOISE_NOISY;
}

/**
 * loom_summary_is_outlier:
 * @sample_ms: one of the samples
 *
 * Returns: whether it lies beyond the fences
 */
gboolean
loom_summary_is_outlier (const LoomSummary *self,
                         double             sample_ms)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return sample_ms < self->low_fence || sample_ms > self->high_fence;
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

/**
 * loom_noise_get_title:
 *
 * Returns: a verdict and what to do about it, in the user's language
 */
const char *
loom_noise_get_title (LoomNoise noise)
{
  static const char * const titles[] = {
    N_("unknown: too few samples to tell"),
    N_("steady: half of the samples lie within 5 %"),
    N_("noisy: take more samples, or close what else uses the device"),
    N_("too short: less than three times what an empty kernel takes"),
  };

  g_return_val_if_fail ((guint) noise < G_N_ELEMENTS (titles), NULL);

  return _(titles[noise]);
}

/**
 * loom_throttle_get_name:
 * @reason: one of them
 *
 * Returns: (nullable): its stable name
 */
const char *
loom_throttle_get_name (LoomThrottle reason)
{
  switch (reason)
    {
    case LOOM_THROTTLE_POWER:
      return "power";
    case LOOM_THROTTLE_THERMAL:
      return "thermal";
    case LOOM_THROTTLE_OTHER:
      return "other";
    case LOOM_THROTTLE_NONE:
    case LOOM_THROTTLE_UNKNOWN:
    case LOOM_THROTTLE_ALL:
    default:
      return NULL;
    }
}

/**
 * loom_throttle_get_title:
 *
 * Returns: whether a clock was held back, and by what, in the user's language
 */
const char *
loom_throttle_get_title (LoomThrottle throttle)
{
  const gboolean is_hot = (throttle & LOOM_THROTTLE_THERMAL) != 0;

  if (throttle & LOOM_THROTTLE_POWER)
    return is_hot ? _("yes, it was too hot, and for its power limit")
                  : _("yes, for its power limit");
  if (is_hot)
    return _("yes, it was too hot");
  if (throttle & LOOM_THROTTLE_OTHER)
    return _("yes");
  return throttle & LOOM_THROTTLE_UNKNOWN ? _("unknown: nobody here can say") : _("no");
}
