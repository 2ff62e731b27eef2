/* loom-sim-launch-private.h: what becomes of a launch before and while its blocks run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-sim-private.h"
#include "loom-sim-runtime-private.h"
#include "loom-sim-scheduler-private.h"

G_BEGIN_DECLS

/* One launch on its way, and what came of the last attempt at it. */
typedef struct
{
  LoomSim               *sim;
  LoomSimLaunchState    *state;
  const LoomSimOptions  *options;
  GMutex                 equipping;     /* guards the next two while workers come */
  GPtrArray             *trackers;      /* (element-type LoomSimTracker) or NULL: nobody looks */
  GPtrArray             *logs;          /* (element-type LoomSimLog) or NULL: floats are added to at once */
  guint                  n_workers;
  LoomSimResult          result;
  guint64                stored;        /* threads that stored to an array */
  gboolean               conflicts;     /* it is undone: the order of blocks might have mattered */
  gboolean               failed;        /* it is undone: a block did what it must do alone */
} LoomSimAttempt;

gboolean              loom_sim_launch_prepare        (LoomSim                   *self,
                                                      const LoomSimLaunch       *launch,
                                                      const LoomSimOptions      *options,
                                                      LoomSimLaunchState        *state,
                                                      GError                   **error);
const LoomSimProgram *loom_sim_launch_get_program    (LoomSim                   *self,
                                                      const LoomPtxFunction     *entry,
                                                      guint                      lanes,
                                                      LoomSimWatched             watched,
                                                      gboolean                   sums,
                                                      GError                   **error);
gboolean              loom_sim_launch_check_sums     (LoomSim                   *self,
                                                      LoomSimLaunchState        *state,
                                                      LoomSimBlock             **spare,
                                                      GError                   **error);
void                  loom_sim_launch_decide_order   (LoomSim                   *self,
                                                      LoomSimLaunchState        *state);
gboolean              loom_sim_launch_put_together   (LoomSim                   *self,
                                                      LoomSimLaunchState        *state,
                                                      GError                   **error);
guint                 loom_sim_launch_choose_workers (LoomSim                   *self,
                                                      const LoomSimLaunchState  *state,
                                                      const LoomSimOptions      *options);
gboolean              loom_sim_attempt_run           (LoomSimAttempt            *self,
                                                      LoomSimBlock             **spare,
                                                      GError                   **error);

G_END_DECLS
