#pragma once

#include <glib.h>

char *loom_place_format (const char *file,
                         guint       line);
