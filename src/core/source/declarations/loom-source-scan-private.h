#pragma once

#include "loom-source-scan.h"
#include "loom-source-expand-private.h"

/* The tokens that a name leads to: those of a function from its parameters on, or of a type. */
typedef struct
{
  char     *name;               /* without its namespaces */
  guint     paren;              /* of a function's parameters */
  guint     first, end;
  guint     angle;              /* of a template: its first <, else LOOM_NOWHERE */
  gboolean  is_global;
} LoomSourceBody;

/* What was expanded already. Takes what it is of but for the names that are doubtful. */
LoomSourceScan *_loom_source_scan_new_of (LoomSourceExpansion *expansion);
