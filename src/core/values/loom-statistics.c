/* loom-statistics.c: what the numbers of an array come to, and how they are spread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-statistics.h"

#include "loom-scalar-text.h"
#include "loom-share.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef void (*Take) (LoomStatistics *self,
                      double          number,
                      double         *lost);

/* Goes through the numbers of one component, in C order. */
static void
each (LoomStatistics      *self,
      const LoomValue     *value,
      const LoomComponent *component,
      Take                 take,
      double              *lost)
{
  const gint64 *extents = value->extents, *steps = value->steps;

  for (gint64 plane = 0; plane < extents[0]; plane++)
    for (gint64 row = 0; row < extents[1]; row++)
      {
        const guint8 *data = value->data + plane * steps[0] + row * steps[1] + component->offset;

        for (gint64 col = 0; col < extents[2]; col++, data += steps[2])
          take (self, loom_scalar_to_double (component->scalar, data), lost);
      }
}

/* What rounding took from the sum is summed beside it. */
static void
add (double *sum,
     double *lost,
     double  number)
{
  const double more = *sum + number;

  *lost += fabs (*sum) >= fabs (number) ? (*sum - more) + number : (number - more) + *sum;
  *sum = more;
}

static void
take_number (LoomStatistics *self,
             double          number,
             double         *lost)
{
  self->nans += isnan (number) != 0;
  self->infinities += isinf (number) != 0;
  if (!isfinite (number))
    return;
  self->min = fmin (self->min, number);
  self->max = fmax (self->max, number);
  add (&self->sum, lost, number);
}

static void
take_square (LoomStatistics *self,
             double          number,
             double         *lost)
{
  gsize bin;

  if (!isfinite (number))
    return;
  add (&self->deviation, lost, (number - self->mean) * (number - self->mean));
  bin = self->width > 0 ? (gsize) MAX ((number - self->low) / self->width, 0) : 0;
  self->bins[MIN (bin, self->n_bins - 1)]++;
}

/* Of a few whole numbers each has a bin of its own; else all are as wide. */
static void
find_bins (LoomStatistics *self,
           LoomScalar      scalar)
{
  const double range = self->max - self->min;

  self->low = self->min;
  if (!loom_scalar_is_float (scalar) && range < LOOM_STATISTICS_MAX_BINS)
    {
      self->n_bins = (guint) range + 1;
      self->width = 1;
      return;
    }
  self->n_bins = range > 0 ? LOOM_STATISTICS_MAX_BINS : 1;
  self->width = range / self->n_bins;
  /* the range of doubles may be wider than they go */
  if (!isfinite (range))
    self->width = self->max / self->n_bins - self->min / self->n_bins;
}

/**
 * loom_statistics_init:
 * @self: (out): the figures
 * @value: an array
 * @component: which number of each cell, as loom_type_get_component() counts them
 *
 * Goes through an array twice. 64-bit integers beyond 2⁵³ are rounded.
 */
void
loom_statistics_init (LoomStatistics  *self,
                      const LoomValue *value,
                      guint            component)
{
  LoomComponent number;
  double lost = 0, n;

  g_return_if_fail (self != NULL && value != NULL);

  number = loom_type_get_component (&value->type, component);
  *self = (LoomStatistics) { loom_value_count (value), .min = NAN, .max = NAN };
  each (self, value, &number, take_number, &lost);
  n = self->count - self->nans - self->infinities;
  self->mean = self->deviation = NAN;
  if (n == 0)
    {
      self->sum = NAN;
      return;
    }
  self->sum = isfinite (self->sum) ? self->sum + lost : self->sum;
  self->mean = self->sum / n;
  self->deviation = lost = 0;
  find_bins (self, number.scalar);
  each (self, value, &number, take_square, &lost);
  self->deviation = sqrt ((self->deviation + (isfinite (lost) ? lost : 0)) / n);
}

/* Few digits are enough to find a place in a picture. */
static char *
format (double number)
{
  return loom_scalar_text_shorten (LOOM_SCALAR_F32, (double) (float) number);
}

/**
 * loom_statistics_dup_sentence:
 *
 * Returns: (transfer full): how the numbers are spread, for who does not see the histogram
 */
char *
loom_statistics_dup_sentence (const LoomStatistics *self)
{
  guint fullest = 0;
  g_autofree char *low = NULL, *high = NULL, *share = NULL;
  guint64 finite;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->n_bins == 0)
    return g_strdup (_("No cell holds a finite number"));
  finite = self->count - self->nans - self->infinities;
  for (guint i = 1; i < self->n_bins; i++)
    if (self->bins[i] > self->bins[fullest])
      fullest = i;
  low = loom_typeset (format (self->low + fullest * self->width));
  high = loom_typeset (format (self->low + (fullest + 1) * self->width));
  share = loom_share_format (self->bins[fullest], finite);
  return g_strdup_printf (ngettext ("%1$u interval from the least to the most; the fullest, from "
                                    "%2$s to %3$s, has %4$s of the finite numbers",
                                    "%1$u intervals from the least to the most; the fullest, from "
                                    "%2$s to %3$s, has %4$s of the finite numbers",
                                    self->n_bins),
                          self->n_bins, low, high, share);
}
