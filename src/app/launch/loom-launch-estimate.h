#pragma once

#include "loom-launch-model.h"
#include "loom-roofline.h"
#include "loom-session.h"

#include <gtk/gtk.h>

/* The launch of a window on a device that need not be here. What it has is the session's, until
 * that changes. */
typedef struct
{
  const LoomDeviceProfile *profile;
  LoomOccupancyUse         use;
  LoomRun                 *counted;     /* by the simulator: what its blocks and lines cost */
  LoomLineProfile          counts;      /* of all lines of that */
  LoomLaunchModel          model;
  LoomRoofline             roofline;
} LoomLaunchEstimate;

void        loom_launch_ask_machine          (GtkWidget          *widget,
                                              LoomSession        *session);
const char *loom_launch_get_machine_obstacle (LoomSession        *session);
gboolean    loom_launch_needs_simulator      (LoomSession        *session);
gboolean    loom_launch_is_underway          (LoomSession        *session);
void        loom_launch_connect_estimate     (LoomSession        *session,
                                              GCallback           callback,
                                              gpointer            self);
void        loom_launch_ask_estimate         (GtkWidget          *widget,
                                              LoomSession        *session);
gboolean    loom_launch_estimate             (LoomSession        *session,
                                              LoomLaunchEstimate *estimate,
                                              char              **why);
LoomRun    *loom_launch_estimate_new_run     (const LoomLaunchEstimate *self);
