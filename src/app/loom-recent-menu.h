#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The documents opened last, as a menu of the action app.open-uri. */
void loom_recent_menu_fill (GMenu             *menu,
                            GtkRecentManager  *manager);

G_END_DECLS
