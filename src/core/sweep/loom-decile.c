/* loom-decile.c: the lower decile of samples, and how sure it is
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tenth of the samples are at most the lower decile. What disturbs a launch only ever delays it,
 * so times are told apart by their fastest samples (Chen and Revels, Robust benchmarking in noisy
 * environments, 2016), and by several of them, since one may be a timer's mistake.
 *
 * The interval is the bootstrap's: of all ways to draw n of the n samples with putting back, the
 * deciles without the lowest and the highest 2.5 %. No random numbers are drawn: a sample of rank
 * k is at least the m-th of a drawn n if m of them or more have ranks up to k, which is binomial
 * (Efron, Bootstrap methods: another look at the jackknife, 1979, section 3). The same samples
 * have the same interval, in whatever order they are.
 */

#include "config.h"

#include "loom-decile.h"

#include "loom-measurement.h"

#include <math.h>

#define TAIL 0.025              /* of deciles, at each end */

/* How probable it is that at least m of n draws have ranks up to k. */
static double
get_share (gsize n,
           gsize k,
           gsize m)
{
  const double p = (double) k / (double) n;
  double sum = 0;

  if (k >= n)
    return 1;
  for (gsize i = m; i <= n; i++)
    sum += exp (lgamma ((double) n + 1) - lgamma ((double) i + 1) -
                lgamma ((double) (n - i) + 1) + (double) i * log (p) +
                (double) (n - i) * log1p (-p));
  return sum;
}

/* The least rank, from 1, that so large a share of the m-th of drawn samples does not exceed. */
static gsize
find_rank (gsize  n,
           gsize  m,
           double share)
{
  gsize low = 1, high = n;

  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;

      if (get_share (n, middle, m) >= share)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/**
 * loom_decile_init:
 * @samples: (array length=n): at least one, in any order
 *
 * Finds the lower decile of samples, which is one of them, and its interval.
 */
void
loom_decile_init (LoomDecile   *self,
                  const double *samples,
                  gsize         n)
{
  const gsize rank = (n + 9) / 10;
  g_autofree double *sorted = NULL;

  g_return_if_fail (self != NULL && samples != NULL && n > 0);

  sorted = loom_samples_sort (samples, n);
  self->value = sorted[rank - 1];
  self->low = sorted[find_rank (n, rank, TAIL) - 1];
  self->high = sorted[find_rank (n, rank, 1 - TAIL) - 1];
}

/**
 * loom_decile_exceeds:
 *
 * Returns: whether @self is surely more than @other: their intervals lie apart, by more than
 *   %LOOM_DECILE_RESOLUTION
 */
gboolean
loom_decile_exceeds (const LoomDecile *self,
                     const LoomDecile *other)
{
  return self->low > other->high * (1 + LOOM_DECILE_RESOLUTION);
}
