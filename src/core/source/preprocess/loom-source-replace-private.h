#pragma once

#include "loom-source-definitions-private.h"

/* Puts what macros stand for in the places of their names. What is not certain stays. */
typedef struct
{
  LoomSourceDefinitions *definitions;
  const char            *text;          /* in which all tokens lie */
  GString               *pasted;        /* the same, with room for what ## makes, or NULL */
  gboolean               keeps_defined; /* of `defined (X)` the X stays what it is */
  guint                  n_left;        /* tokens that may still be looked at */
  GPtrArray             *open;          /* (element-type LoomSourceMacro) that are being replaced */
} LoomSourceReplacer;

void     _loom_source_replacer_init  (LoomSourceReplacer     *self,
                                      LoomSourceDefinitions  *definitions,
                                      const char             *text,
                                      GString                *pasted);
void     _loom_source_replacer_clear (LoomSourceReplacer     *self);
guint    _loom_source_replace_word   (LoomSourceReplacer     *self,
                                      const LoomSourceReader *source,
                                      guint                   index,
                                      GArray                 *into);
gboolean _loom_source_replace_all    (LoomSourceReplacer     *self,
                                      const LoomSourceReader *source,
                                      GArray                 *into);
