#pragma once

#include "loom-device-profile.h"

/* Groups of a file of the user's. */
#define LOOM_DEVICE_PROFILE_GROUP "device"
#define LOOM_DEVICE_PROFILE_SOURCES "sources"

void      _loom_device_profile_read_folder (GPtrArray   *profiles,
                                            const char  *folder,
                                            GPtrArray   *problems);
gboolean  _loom_device_profile_has_room    (const char  *folder,
                                            GError     **error);
