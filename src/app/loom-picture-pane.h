#pragma once

#include "loom-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The run of a session as a picture, or why there is none. Property "session" (LoomSession, set once). */
#define LOOM_TYPE_PICTURE_PANE (loom_picture_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomPicturePane, loom_picture_pane, LOOM, PICTURE_PANE, GtkWidget)

G_END_DECLS
