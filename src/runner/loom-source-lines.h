#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint     loom_source_count_lines  (const char  *source);
guint     loom_source_find_include (const char  *source,
                                    const char  *file);

G_END_DECLS
