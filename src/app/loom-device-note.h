#pragma once

#include "loom-pane.h"

G_BEGIN_DECLS

/* The quiet line that kernels are simulated here since there is no GPU, and the way to what that
 * changes; hidden where there is one. */
#define LOOM_TYPE_DEVICE_NOTE (loom_device_note_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceNote, loom_device_note, LOOM, DEVICE_NOTE, LoomPane)

G_END_DECLS
