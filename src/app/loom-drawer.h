#pragma once

#include "loom-session.h"

#include "loom-pane.h"

G_BEGIN_DECLS

/* The drawer at the bottom: timings, problems, output, and a quiet line about what everything runs
 * on. Properties "session" (LoomSession, set once) and "compact": a narrow window, where that line
 * gives its room to the pages. */
#define LOOM_TYPE_DRAWER (loom_drawer_get_type ())
G_DECLARE_FINAL_TYPE (LoomDrawer, loom_drawer, LOOM, DRAWER, LoomPane)

void loom_drawer_show_page (LoomDrawer  *self,
                            const char  *name);

G_END_DECLS
