#pragma once

#include "loom-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The text of a session in a GtkSourceView. Property "session" (LoomSession, set once). */
#define LOOM_TYPE_EDITOR_PANE (loom_editor_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomEditorPane, loom_editor_pane, LOOM, EDITOR_PANE, GtkWidget)

G_END_DECLS
