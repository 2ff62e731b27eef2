#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint loom_has_include_find (const char *text);

G_END_DECLS
