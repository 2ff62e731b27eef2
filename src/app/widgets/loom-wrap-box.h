#pragma once

#include <gtk/gtk.h>

/* A row of controls that goes on in another line where it is too wide, so that none is cut. What
 * expands in a line gets the room that is left there. What has no room in as many lines as there
 * may be is not shown. Properties: "spacing", "max-lines" (0: any number). */
#define LOOM_TYPE_WRAP_BOX (loom_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (LoomWrapBox, loom_wrap_box, LOOM, WRAP_BOX, GtkWidget)
