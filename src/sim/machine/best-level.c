/* best-level.c: run by the build, prints the best level of x86-64 that this machine has
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "loom-sim-levels-private.h"

#include <stdio.h>

int
main (void)
{
  puts (loom_sim_has_v4 () ? "v4" : loom_sim_has_v3 () ? "v3" : "base");
  return 0;
}
