/* loom-sim-launch-private.h: what becomes of a launch before and while its blocks run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-sim-module-private.h"
#include "loom-sim-runtime-private.h"
#include "loom-sim-scheduler-private.h"

/* Chooses a program, and refuses what cannot start. */
gboolean loom_sim_launch_prepare (LoomSim               *self,
                                  const LoomSimLaunch   *launch,
                                  const LoomSimOptions  *options,
                                  LoomSimLaunchState    *state,
                                  GError               **error);
/* With its memory in place: whether the order of blocks matters, and whether they are batched. */
gboolean loom_sim_launch_plan    (LoomSim               *self,
                                  LoomSimLaunchState    *state,
                                  GError               **error);
/* The same for a launch that is not run, whose blocks are looked at one by one. */
gboolean loom_sim_launch_survey  (LoomSim               *self,
                                  LoomSimLaunchState    *state,
                                  GError               **error);
gboolean loom_sim_launch_run     (LoomSim               *self,
                                  LoomSimLaunchState    *state,
                                  const LoomSimOptions  *options,
                                  LoomSimResult         *result,
                                  GError               **error);
