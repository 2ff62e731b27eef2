#pragma once

#include <adwaita.h>

/* One instance, one window per document. Owns the settings and hands them down; nobody reaches up
 * for it. */
#define LOOM_TYPE_APPLICATION (loom_application_get_type ())
G_DECLARE_FINAL_TYPE (LoomApplication, loom_application, LOOM, APPLICATION, AdwApplication)

LoomApplication *loom_application_new           (GSettings  *settings);
GSettings       *loom_application_open_settings (GError    **error);
