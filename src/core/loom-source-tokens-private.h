#pragma once

#include "loom-lexer-private.h"

G_BEGIN_DECLS

/* One that a compiler sees: no comment, no directive. */
typedef struct
{
  LoomToken token;
  gboolean  is_conditional;     /* within an #if whose outcome is not known */
} LoomSourceToken;

GArray *_loom_source_tokens_new (const char *text,
                                 gsize       length);

G_END_DECLS
