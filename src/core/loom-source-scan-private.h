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
  guint     angle;              /* of a template: its first <, else LOOM_NOWHERE */
  gboolean  is_global;
} LoomSourceBody;

/* What was read already. Takes the tokens and the macros; borrows the text for as long as its tokens
 * are read. */
LoomSourceScan *_loom_source_scan_new_of (const char *text,
                                          GArray     *tokens,
                                          GHashTable *macros);

G_END_DECLS
