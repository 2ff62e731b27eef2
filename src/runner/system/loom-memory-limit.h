#pragma once

#include <glib.h>

guint64   loom_memory_limit_read  (const char *root);
guint64   loom_memory_limit_get   (void);
