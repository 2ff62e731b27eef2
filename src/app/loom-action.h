#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void loom_action_activate (GtkWidget  *widget,
                           const char *name,
                           const char *format,
                           ...);

G_END_DECLS
