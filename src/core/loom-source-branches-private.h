#pragma once

#include "loom-source-tokens-private.h"

G_BEGIN_DECLS

/* What becomes of a branch. */
typedef enum
{
  LOOM_BRANCH_DROPPED,
  LOOM_BRANCH_TAKEN,
  LOOM_BRANCH_UNKNOWN,
} LoomBranch;

/* The #if lines around a place in a source, as far as they can be judged. */
typedef struct
{
  gboolean        all_branches; /* those of unknown outcome too; else, so that braces stay
                                   balanced, the first one */
  GHashTable     *defined;      /* (element-type utf8) macros that are defined here; or NULL */
  GArray         *levels;
} LoomSourceBranches;

void      _loom_source_branches_init          (LoomSourceBranches       *self);
void      _loom_source_branches_clear         (LoomSourceBranches       *self);
gboolean  _loom_source_branches_read          (LoomSourceBranches       *self,
                                              const char               *line);
void      _loom_source_branches_assume        (LoomSourceBranches       *self,
                                              LoomBranch                branch);
gboolean  _loom_source_branches_are_active    (const LoomSourceBranches *self);
guint     _loom_source_branches_get_uncertain (const LoomSourceBranches *self);
char     *_loom_source_squeeze_directive      (const char               *text,
                                              gsize                     length);

G_END_DECLS
