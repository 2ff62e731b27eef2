#pragma once

#include <glib.h>

guint loom_has_include_find (const char *text);
