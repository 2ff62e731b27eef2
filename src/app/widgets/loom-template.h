#pragma once

#include <gtk/gtk.h>

void loom_template_dispose (GObject *object);
