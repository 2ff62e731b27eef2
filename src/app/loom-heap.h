#pragma once

#include <glib.h>

G_BEGIN_DECLS

void loom_heap_limit (void);

G_END_DECLS
