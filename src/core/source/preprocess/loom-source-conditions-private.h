#pragma once

#include "loom-source-definitions-private.h"

/* Which lines of a source a compiler sees: #if lines are judged by what the source defined before
 * them and by what is known of the compiler. What neither tells stays unknown. */
typedef struct _LoomSourceConditions LoomSourceConditions;

typedef enum
{
  LOOM_LINE_OTHER,
  LOOM_LINE_IF,                 /* #ifdef and #ifndef too */
  LOOM_LINE_ELSE,               /* #elif and its kind too */
  LOOM_LINE_ENDIF,
  LOOM_LINE_DEFINE,
  LOOM_LINE_UNDEF,
  LOOM_LINE_PRAGMA,
} LoomSourceLine;

/* The branch that is being read. */
typedef struct
{
  gboolean is_possible;         /* the compiler may see it */
  gboolean is_first;            /* and no branch before it */
  gboolean is_conditional;      /* whether it does is not known */
} LoomSourceBranch;

LoomSourceConditions  *_loom_source_conditions_new             (LoomSourceView        view);
void                   _loom_source_conditions_free            (LoomSourceConditions *self);
void                   _loom_source_conditions_read            (LoomSourceConditions *self,
                                                                const char           *text,
                                                                const LoomToken      *directive);
void                   _loom_source_conditions_assume          (LoomSourceConditions *self);
LoomSourceBranch       _loom_source_conditions_branch          (LoomSourceConditions *self);
LoomSourceDefinitions *_loom_source_conditions_get_definitions (LoomSourceConditions *self);
LoomSourceLine         _loom_source_line_of                    (const char           *text,
                                                                const LoomToken      *directive);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceConditions, _loom_source_conditions_free)
