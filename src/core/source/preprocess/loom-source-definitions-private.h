#pragma once

#include "loom-source-reader-private.h"

/* What `#define` says. Its tokens lie in the text of the source, as all others do. */
typedef struct
{
  LoomSourceReader  body;
  GArray           *params;     /* (element-type LoomToken); NULL: without parentheses */
  gboolean          is_variadic;
  LoomToken         rest;       /* its name in `args...`; of no length: __VA_ARGS__ */
  gboolean          is_certain; /* this is what it stands for, and nothing else */
} LoomSourceMacro;

/* Whatever is asked of a source that is read by itself. */
typedef enum
{
  LOOM_TRUTH_FALSE,
  LOOM_TRUTH_TRUE,
  LOOM_TRUTH_UNKNOWN,
} LoomTruth;

/* Whose compiler a source is read for. */
typedef enum
{
  LOOM_VIEW_DEVICE,             /* NVRTC, whose options may define what the source doesn't */
  LOOM_VIEW_HOST,               /* nvcc for the host: what the source doesn't define isn't, unless
                                 * the compiler or its headers might */
} LoomSourceView;

/* What macros are defined at a place of a source. What is defined in a branch of an #if that may be
 * read or not, is certain up to the branch's end; behind the #if so is what all its branches leave
 * alike. Places are those in the source's text, which may move while it grows. */
typedef struct _LoomSourceDefinitions LoomSourceDefinitions;

LoomSourceDefinitions *_loom_source_definitions_new         (LoomSourceView          view);
void                   _loom_source_definitions_free        (LoomSourceDefinitions  *self);
LoomTruth              _loom_source_definitions_has         (LoomSourceDefinitions  *self,
                                                             const char             *name);
gboolean               _loom_source_definitions_mention     (LoomSourceDefinitions  *self,
                                                             const char             *name);
LoomSourceMacro       *_loom_source_definitions_find        (LoomSourceDefinitions  *self,
                                                             const char             *text,
                                                             const char             *name);
void                   _loom_source_definitions_define      (LoomSourceDefinitions  *self,
                                                             const char             *name,
                                                             const LoomToken        *directive);
void                   _loom_source_definitions_undefine    (LoomSourceDefinitions  *self,
                                                             const char             *name);
void                   _loom_source_definitions_assume      (LoomSourceDefinitions  *self,
                                                             const char             *name,
                                                             gboolean                is_defined);
void                   _loom_source_definitions_doubt       (LoomSourceDefinitions  *self,
                                                             const char             *name);
void                   _loom_source_definitions_open_branch (LoomSourceDefinitions  *self);
void                   _loom_source_definitions_end_branch  (LoomSourceDefinitions  *self);
void                   _loom_source_definitions_keep_branch (LoomSourceDefinitions  *self);
void                   _loom_source_definitions_close       (LoomSourceDefinitions  *self,
                                                             gboolean                is_whole);
GHashTable            *_loom_source_definitions_list        (LoomSourceDefinitions  *self,
                                                             const char             *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSourceDefinitions, _loom_source_definitions_free)
