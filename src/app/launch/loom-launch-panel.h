#pragma once

#include "loom-pane.h"

/* The launch as a form: range, block, grid with its arithmetic, what the device allows, arguments.
 * It holds no truth of its own: it shows the session's plan, and every edit is an edit of the
 * text. */
#define LOOM_TYPE_LAUNCH_PANEL (loom_launch_panel_get_type ())
G_DECLARE_FINAL_TYPE (LoomLaunchPanel, loom_launch_panel, LOOM, LAUNCH_PANEL, LoomPane)

gboolean loom_launch_panel_focus_first   (LoomLaunchPanel *self);
gboolean loom_launch_panel_has_refused   (LoomLaunchPanel *self);
void     loom_launch_panel_focus_refused (LoomLaunchPanel *self);
gboolean loom_launch_panel_open_launches (LoomLaunchPanel *self);
