#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The examples. Choosing one opens it as an untitled copy by the action app.new-document. */
#define LOOM_TYPE_GALLERY_WINDOW (loom_gallery_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomGalleryWindow, loom_gallery_window, LOOM, GALLERY_WINDOW, AdwWindow)

GtkWindow *loom_gallery_window_new (GtkWindow *parent);

G_END_DECLS
