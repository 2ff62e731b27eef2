#pragma once

#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* What kernels can run on here: each device with what is known of it, or the reason why it can't be
 * used, and how fast memory is copied between them. Follows the session's "backends" and "copies".
 * Signal "measure" (gboolean start): somebody wants copies measured, or no longer does. */
#define LOOM_TYPE_DEVICES_WINDOW (loom_devices_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomDevicesWindow, loom_devices_window, LOOM, DEVICES_WINDOW, AdwWindow)

GtkWindow *loom_devices_window_new (GtkWindow   *parent,
                                    LoomSession *session);

G_END_DECLS
