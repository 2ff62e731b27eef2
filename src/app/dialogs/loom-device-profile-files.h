#pragma once

#include "loom-device-profiles.h"

#include <gtk/gtk.h>

/* Tells who asked under which id a file was taken, or else why not. */
typedef void (*LoomDeviceProfileImported) (GtkWindow    *window,
                                           const char   *id,
                                           const GError *error);

void loom_device_profile_files_import (GtkWindow                   *window,
                                       LoomDeviceProfiles          *profiles,
                                       LoomDeviceProfileImported    imported);
void loom_device_profile_files_export (GtkWindow                   *window,
                                       const LoomDeviceProfileFile *file);
