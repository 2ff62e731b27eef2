#pragma once

#include "loom-source-scan.h"
#include "loom-source-tokens-private.h"

G_BEGIN_DECLS

/* The tokens that a name leads to: those of a function from its parameters on, or of a type. */
typedef struct
{
  char     *name;               /* without its namespaces */
  guint     paren;              /* of a function's parameters */
  guint     first, end;
  gboolean  is_global;
} LoomSourceBody;

LoomSourceScan *_loom_source_scan_new_for (const char     *text,
                                           gsize           length,
                                           LoomSourceSide  side);

G_END_DECLS
