#pragma once

#include "loom-source-definitions-private.h"

/* Where a token of expanded text was written: the bytes that a reader sees there. */
typedef struct
{
  guint32 start, end;
  guint32 call;                 /* offset of the macro that made it, else G_MAXUINT32 */
} LoomSourceOrigin;

/* A source as one of its compilers sees it: all macros put in their places, lines that #if takes
 * away gone. */
typedef struct
{
  char       *text;             /* the source, and behind it words that ## has made */
  GArray     *tokens;           /* (element-type LoomToken) with the lines of the source */
  GArray     *origins;          /* (element-type LoomSourceOrigin) one for each token */
  GHashTable *macros;           /* those of which is not known what they stand for */
  GHashTable *doubtful;         /* names in text that #if takes away, or not */
  gboolean    has_includes;     /* by quotes: names may come from elsewhere */
} LoomSourceExpansion;

void     _loom_source_expansion_init  (LoomSourceExpansion *self,
                                       LoomSourceView       view,
                                       const char          *text,
                                       gsize                length);
guint    _loom_source_origins_find_end (GArray *origins,
                                        guint   index);
void     _loom_source_expansion_clear (LoomSourceExpansion *self);
