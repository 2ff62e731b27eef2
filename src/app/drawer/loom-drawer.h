#pragma once

#include "loom-pane.h"

/* The drawer at the bottom: timings, problems, output, and a quiet line about what everything runs
 * on. */
#define LOOM_TYPE_DRAWER (loom_drawer_get_type ())
G_DECLARE_FINAL_TYPE (LoomDrawer, loom_drawer, LOOM, DRAWER, LoomPane)

void loom_drawer_show_page   (LoomDrawer  *self,
                              const char  *name);
void loom_drawer_focus_page  (LoomDrawer  *self,
                              const char  *name);
gboolean loom_drawer_focus   (LoomDrawer  *self);
void loom_drawer_show_threads (LoomDrawer *self,
                              const char  *text);
void loom_drawer_set_compact (LoomDrawer  *self,
                              gboolean     compact);
