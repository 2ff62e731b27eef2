/* random-mode.h: ways to run a launch on the simulator, which must make no difference
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-sim.h"

typedef struct
{
  const char        *name, *isa;
  guint              workers;
  LoomCoverageFlags  coverage;
  LoomChecks         checks;
  gint64             seed;
  gboolean           profiled, traced;
} RandomMode;

/* What a run counted. */
typedef struct
{
  guint64 warp_instructions, idle_threads;
} RandomCounts;

/* A simulator of the mode's instruction set. */
LoomSim *random_mode_load (const RandomMode    *self,
                           LoomPtxModule       *module,
                           GError             **error);
/* Why it did not run, what stopped it or what was warned of; NULL: nothing. */
char    *random_mode_run  (const RandomMode    *self,
                           LoomSim             *sim,
                           const LoomSimLaunch *launch,
                           RandomCounts        *counts);
