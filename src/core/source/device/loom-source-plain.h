#pragma once

#include <glib.h>

char *loom_source_dup_plain (const char *text,
                             gsize       length);
/* Kernels that launch others stop there. */
char *loom_source_dup_without_launches (const char *text,
                                        gsize       length);
/* NULL: the text includes no library of which it names nothing. */
char *loom_source_dup_without_idle (const char         *text,
                                    const char * const *expressions);
