#pragma once

#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The settings that a person chooses. */
#define LOOM_TYPE_PREFERENCES_WINDOW (loom_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomPreferencesWindow, loom_preferences_window, LOOM,
                      PREFERENCES_WINDOW, AdwPreferencesWindow)

GtkWindow *loom_preferences_window_new (GtkWindow    *parent,
                                        GSettings    *settings,
                                        LoomSession  *session);

G_END_DECLS
