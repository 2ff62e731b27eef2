#pragma once

#include "loom-session.h"

#include <gtk/gtk.h>

/* Goes through the moments of a run with steps, by hand or playing. It is seen where there are
 * some. Actions: "moment.play", "moment.step" (int: so many forwards), "moment.pin". */
#define LOOM_TYPE_MOMENT_BAR (loom_moment_bar_get_type ())
G_DECLARE_FINAL_TYPE (LoomMomentBar, loom_moment_bar, LOOM, MOMENT_BAR, GtkWidget)

void loom_moment_bar_set_session (LoomMomentBar *self,
                                  LoomSession   *session);
void loom_moment_bar_play      (LoomMomentBar *self);
void loom_moment_bar_pin       (LoomMomentBar *self);
void loom_moment_bar_step      (LoomMomentBar *self,
                                int            steps);
