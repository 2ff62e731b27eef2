#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *loom_source_dup_plain (const char *text,
                             gsize       length);

G_END_DECLS
