#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Asks what a new kernel is to be like, and begins it by the action app.new-document. */
#define LOOM_TYPE_FORM_WINDOW (loom_form_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomFormWindow, loom_form_window, LOOM, FORM_WINDOW, AdwWindow)

GtkWindow *loom_form_window_new (GtkWindow *parent);

G_END_DECLS
