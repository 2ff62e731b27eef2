#pragma once

#include "loom-device-profile-draft.h"

#include <gtk/gtk.h>

/* The figures of a device, with where each is from. Those of a profile of the user's can be
 * changed. Signal "changed": of that, or another one is shown. */
#define LOOM_TYPE_DEVICE_PROFILE_VIEW (loom_device_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomDeviceProfileView, loom_device_profile_view, LOOM, DEVICE_PROFILE_VIEW,
                      GtkBox)

void      loom_device_profile_view_show  (LoomDeviceProfileView   *self,
                                          const LoomDeviceProfile *profile);
void      loom_device_profile_view_edit  (LoomDeviceProfileView   *self,
                                          LoomDeviceProfileDraft  *draft);
gboolean  loom_device_profile_view_apply (LoomDeviceProfileView   *self,
                                          GError                 **error);
