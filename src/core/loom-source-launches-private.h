#pragma once

#include "loom-source-extents-private.h"

/* How a launch is written. */
typedef struct
{
  guint           index;        /* of the first word of it */
  guint           kernel;       /* of the kernel's name */
  LoomSourceRange instance;     /* its template arguments, without the brackets; empty: none */
  LoomSourceRange grid, block;
  LoomSourceRange shared;       /* empty: none */
  GArray         *arguments;    /* (element-type LoomSourceRange) */
} LoomWrittenLaunch;

/* -- loom-source-written.c -- */
gboolean           _loom_written_launch_find       (LoomSourceNames         *self,
                                                    guint                    index,
                                                    LoomWrittenLaunch       *launch);
/* -- loom-source-shared.c -- */
void               _loom_source_names_follow_block (LoomSourceNames         *self,
                                                    const LoomWrittenLaunch *written,
                                                    LoomSourceLaunch        *launch);
/* -- loom-source-types.c -- */
char              *_loom_source_names_dup_type     (LoomSourceNames         *self,
                                                    guint                    first,
                                                    guint                    end,
                                                    guint                   *pointers);
char              *_loom_source_names_dup_type_of  (LoomSourceNames         *self,
                                                    LoomSourceRange          expression,
                                                    guint                   *pointers);
/* -- loom-source-instances.c -- */
GPtrArray         *_loom_source_names_list_bindings (LoomSourceNames        *self,
                                                     guint                   index);
char              *_loom_source_names_dup_instance (LoomSourceNames         *self,
                                                    const LoomScannedKernel *kernel,
                                                    const LoomWrittenLaunch *launch);
