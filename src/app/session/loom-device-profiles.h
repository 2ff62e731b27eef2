#pragma once

#include "loom-device-profile-file.h"

/* The profiles of devices that there are, for all windows, with those of the user as they lie in
 * the folder now. Lists are replaced, never changed: who uses one holds it.
 *
 * Signal "changed": there is another list. */
#define LOOM_TYPE_DEVICE_PROFILES (loom_device_profiles_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceProfiles, loom_device_profiles, LOOM, DEVICE_PROFILES, GObject)

LoomDeviceProfiles *loom_device_profiles_dup_shared   (void);
GPtrArray          *loom_device_profiles_get_list     (LoomDeviceProfiles     *self);
GPtrArray          *loom_device_profiles_get_problems (LoomDeviceProfiles     *self);
const char         *loom_device_profiles_get_folder   (LoomDeviceProfiles     *self);
gboolean            loom_device_profiles_save         (LoomDeviceProfiles     *self,
                                                       LoomDeviceProfileFile  *file,
                                                       const char             *id,
                                                       GError                **error);
LoomDeviceProfileFile *loom_device_profiles_delete    (LoomDeviceProfiles     *self,
                                                       const char             *id,
                                                       GError                **error);
