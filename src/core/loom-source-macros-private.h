#pragma once

#include "loom-source-reader-private.h"

G_BEGIN_DECLS

/* What `#define` says. Its tokens lie in the text of the source, as all others do. */
typedef struct
{
  LoomSourceReader  body;
  GArray           *params;     /* (element-type LoomSourceToken); NULL: without parentheses */
  gboolean          is_variadic;
  LoomToken         rest;       /* its name in `args...`; of no length: __VA_ARGS__ */
  gboolean          is_certain; /* this is what it stands for, and nothing else */
} LoomSourceMacro;

LoomSourceMacro *_loom_source_macro_read    (const char             *text,
                                             const LoomToken        *directive);
void             _loom_source_macro_free    (LoomSourceMacro        *self);
/* name -> LoomSourceMacro */
GHashTable *_loom_source_macros_new_empty   (void);

G_END_DECLS
