#pragma once

#include "loom-document.h"

char     *loom_source_dup_reference     (const char    *text,
                                         gsize          length,
                                         guint          line);
gboolean  loom_source_replace_reference (const char    *text,
                                         gsize          length,
                                         guint          line,
                                         LoomTextEdit  *edit);
