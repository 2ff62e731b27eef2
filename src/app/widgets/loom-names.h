#pragma once

#include <gtk/gtk.h>

void loom_names_install (void);
