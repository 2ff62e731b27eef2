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
  gboolean          is_certain; /* defined once, whatever #if lines come to, and never taken back */
} LoomSourceMacro;

LoomSourceMacro *_loom_source_macro_read    (const char             *text,
                                             const LoomToken        *directive);
/* name -> LoomSourceMacro */
GHashTable *_loom_source_macros_new_empty   (void);
gboolean    _loom_source_macros_expand (GHashTable             *macros,
                                        const LoomSourceReader *source,
                                        guint                   first,
                                        guint                   end,
                                        GArray                 *expanded);

G_END_DECLS
