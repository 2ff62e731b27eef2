#pragma once

#include "loom-pane.h"

/* The picture with its states around it: fresh, stale (dimmed, a thin line of progress), or nothing
 * to show, with the button that mends it. Owns the LoomPicturePane. Property "session"
 * (LoomSession, set once). */
#define LOOM_TYPE_STAGE (loom_stage_get_type ())
G_DECLARE_FINAL_TYPE (LoomStage, loom_stage, LOOM, STAGE, LoomPane)

void     loom_stage_export_picture (LoomStage *self);
void     loom_stage_save_array     (LoomStage *self);
gboolean loom_stage_focus_picture  (LoomStage *self);
void     loom_stage_print_picture  (LoomStage *self);
