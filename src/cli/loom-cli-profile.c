/* loom-cli-profile.c: what a run cost where, in a line for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-profile.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

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
