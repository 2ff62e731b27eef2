#pragma once

#include "loom-read-extent.h"
#include "loom-source-names-private.h"

/* What a variable was given last before a place. */
typedef struct
{
  LoomSourceRange range;        /* of the expression; empty: none */
  guint           at;           /* where it is computed */
  gboolean        is_listed;    /* of several, as `dim3 b (16, 16)` has them */
  gboolean        is_member;    /* only of the member that was asked for */
} LoomSourceDefinition;

/* -- loom-source-changes.c -- */
gboolean  _loom_source_names_find_definition (LoomSourceNames        *self,
                                              const char             *name,
                                              const LoomDeclaredName *declared,
                                              const char             *member,
                                              guint                   place,
                                              LoomSourceDefinition   *found);
gboolean  _loom_source_names_is_changed      (LoomSourceNames        *self,
                                              guint                   index);
gboolean  _loom_source_names_may_come_again  (LoomSourceNames        *self,
                                              guint                   declared,
                                              guint                   place);
/* -- loom-source-values.c -- */
gboolean  _loom_source_names_compute    (LoomSourceNames        *self,
                                         LoomSourceRange         range,
                                         guint                   place,
                                         LoomConstant           *value);
gboolean  _loom_source_names_evaluate   (LoomSourceNames        *self,
                                         LoomSourceRange         range,
                                         gint64                 *value);
/* -- loom-source-extents.c -- */
LoomReadExtent  _loom_source_names_read_extent (LoomSourceNames        *self,
                                                LoomSourceRange         range);
gboolean        _loom_source_names_read_axis   (LoomSourceNames        *self,
                                                const char             *name,
                                                const LoomDeclaredName *declared,
                                                guint                   axis,
                                                guint                   place,
                                                LoomReadNumber         *number,
                                                LoomSourceRange        *text);
char           *_loom_source_names_dup_text    (LoomSourceNames        *self,
                                                LoomSourceRange         range);
