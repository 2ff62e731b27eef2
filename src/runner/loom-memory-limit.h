#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint64   loom_memory_limit_get   (void);

G_END_DECLS
