#pragma once

#include "loom-text-edit.h"

/* Where one is declared, from 1. */
typedef struct
{
  guint line, column;
} LoomReferencePlace;

char     *loom_source_dup_reference     (const char    *text,
                                         gsize          length,
                                         guint          line);
GArray   *loom_source_list_references   (const char    *text,
                                         gsize          length);
gboolean  loom_source_replace_reference (const char    *text,
                                         gsize          length,
                                         guint          line,
                                         LoomTextEdit  *edit);
