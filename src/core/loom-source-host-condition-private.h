#pragma once

#include "loom-source-reader-private.h"

G_BEGIN_DECLS

/* What #if, #ifdef and their like come to. */
typedef enum
{
  LOOM_CONDITION_FALSE,
  LOOM_CONDITION_TRUE,
  LOOM_CONDITION_UNKNOWN,
} LoomCondition;

LoomCondition _loom_source_host_condition_of_name  (GHashTable             *macros,
                                               const char             *name);
/* tokens: behind #if, macros put in their places; of `defined (X)` the X is what it was */
LoomCondition _loom_source_host_condition_evaluate (GHashTable             *macros,
                                               const LoomSourceReader *tokens);

G_END_DECLS
