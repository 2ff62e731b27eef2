/* loom-cli-profile.c: what a run cost where, in a line for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-profile.h"

#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

/**
 * loom_cli_profile_print:
 * @profile: a profile
 *
 * Says the sums on the error stream.
 */
void
loom_cli_profile_print (const LoomProfile *profile)
{
  g_autofree char *executed = NULL, *requests = NULL, *shared = NULL, *conflicts = NULL;
  LoomLineProfile sum;

  loom_profile_sum (profile, &sum);
  executed = loom_typeset_count (sum.executed);
  requests = loom_typeset_count (sum.requests);
  shared = loom_typeset_count (sum.shared_requests);
  conflicts = loom_typeset_count (sum.conflicts);

  if (sum.executed > 0)
    g_printerr (_("%1$s warp instructions with %2$.1f of 32 lanes on average; "
                  "threads executed %3$u to %4$u, the median %5$u\n"),
                executed, (double) sum.lanes / sum.executed, profile->spread.least,
                profile->spread.most, profile->spread.median);

  if (sum.requests > 0)
    g_printerr (_("%1$s requests of global memory, %2$.2f sectors of 32 bytes for each\n"),
                requests, (double) sum.sectors / sum.requests);

  if (sum.shared_requests > 0)
    g_printerr (_("%1$s requests of shared memory, %2$s passes more for bank conflicts\n"),
                shared, conflicts);
}
