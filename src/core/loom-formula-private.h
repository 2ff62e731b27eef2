#pragma once

#include "loom-lexer-private.h"

G_BEGIN_DECLS

/* (element-type LoomToken) */
GArray   *_loom_formula_tokenize (const char          *text);
gboolean  _loom_formula_check    (const char          *text,
                                  const char * const  *names,
                                  GError             **error);

G_END_DECLS
