#pragma once

#include "loom-session.h"

#include <adwaita.h>

/* Lists the profiles of devices, shows each figure with its source, and changes those of the
 * user's. */
#define LOOM_TYPE_DEVICE_PROFILES_WINDOW (loom_device_profiles_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceProfilesWindow, loom_device_profiles_window, LOOM,
                      DEVICE_PROFILES_WINDOW, AdwWindow)

GtkWindow *loom_device_profiles_window_new (GtkWindow   *parent,
                                            LoomSession *session);
