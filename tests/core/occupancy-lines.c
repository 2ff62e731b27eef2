/* occupancy-lines.c: what is resident, for each line of standard input: profile, threads,
 * registers, bytes of shared memory, percent of the carve-out (-1: none)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-occupancy.h"

#include <inttypes.h>
#include <stdio.h>

int
main (void)
{
  g_autoptr (GPtrArray) profiles = loom_device_profile_list (NULL, NULL);
  LoomOccupancyUse use;
  char id[64];

  while (scanf ("%63s %u %u %" SCNu64 " %d", id, &use.threads, &use.registers, &use.shared,
                &use.carveout) == 5)
    {
      LoomOccupancy is;

      loom_occupancy_compute (loom_device_profile_find (profiles, id, NULL), &use, &is);
      printf ("%u %u %u %u %u %u\n", is.blocks, is.warps, is.fit[LOOM_LIMITER_BLOCKS],
              is.fit[LOOM_LIMITER_THREADS], is.fit[LOOM_LIMITER_REGISTERS],
              is.fit[LOOM_LIMITER_SHARED]);
    }
  return 0;
}
