#pragma once

#include "loom-pane.h"

/* What is left of the drawer where that is hidden: how things stand in one line, always in its
 * place, with the ways to the pages that have something to say. */
#define LOOM_TYPE_STATUS_BAR (loom_status_bar_get_type ())
G_DECLARE_FINAL_TYPE (LoomStatusBar, loom_status_bar, LOOM, STATUS_BAR, LoomPane)

void loom_status_bar_set_compact (LoomStatusBar *self,
                                  gboolean       compact);
