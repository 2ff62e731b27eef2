#pragma once

#include "loom-device-profiles.h"

#include <gtk/gtk.h>

/* Lists the profiles of devices: the user's own, boards, compute capabilities. A row opens its
 * profile by the action "profiles.open". */
#define LOOM_TYPE_DEVICE_PROFILE_ROWS (loom_device_profile_rows_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceProfileRows, loom_device_profile_rows, LOOM, DEVICE_PROFILE_ROWS,
                      GtkBox)

void loom_device_profile_rows_fill (LoomDeviceProfileRows *self,
                                    LoomDeviceProfiles    *profiles);
