/* sample-lines.c: what samples come to, for each line of standard input: how many, then each
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-measurement.h"

#include <stdio.h>

int
main (void)
{
  guint n;

  while (scanf ("%u", &n) == 1)
    {
      g_autofree double *samples = g_new (double, n);
      LoomSummary is;

      for (guint i = 0; i < n; i++)
        if (scanf ("%lf", &samples[i]) != 1)
          return 1;
      loom_summary_init (&is, samples, n, -1);
      printf ("%.17g %.17g %.17g %.17g %.17g %.17g %u ", is.low, is.median, is.high, is.p95,
              is.low_fence, is.high_fence, is.outliers);
      for (guint i = 0; i < n; i++)
        putchar (loom_summary_is_outlier (&is, samples[i]) ? 'o' : '.');
      putchar ('\n');
    }
  return 0;
}
