#pragma once

#include <glib.h>

/* A call of host code that makes, chooses or ends a context of CUDA. Plain value behind a
 * pointer. */
typedef struct
{
  char  *name;                  /* of the function */
  guint  line;                  /* from 1 */
} LoomContextCall;

GPtrArray *loom_source_list_contexts (const char *text,
                                      gsize       length);
