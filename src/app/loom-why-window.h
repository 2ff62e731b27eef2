#pragma once

#include "loom-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Why can't I run? Each library that was looked for, where, and what came of it. */
#define LOOM_TYPE_WHY_WINDOW (loom_why_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomWhyWindow, loom_why_window, LOOM, WHY_WINDOW, AdwWindow)

GtkWindow *loom_why_window_new (GtkWindow    *parent,
                                LoomSession  *session);

G_END_DECLS
