#pragma once

#include "loom-lexer-private.h"

G_BEGIN_DECLS

/* The tokens that NVRTC sees: no comments, no directives, nothing that #if takes away. */
typedef struct
{
  LoomToken token;
  gboolean  is_conditional;     /* within an #if whose outcome is not known */
} LoomSourceToken;

GArray *_loom_source_tokens_new (const char      *text,
                                 gsize            length,
                                 GArray         **directives);

G_END_DECLS
