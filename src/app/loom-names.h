#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void loom_names_install (void);

G_END_DECLS
