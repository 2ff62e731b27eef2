#pragma once

#include "loom-source-launch.h"
#include "loom-source-values-private.h"

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
/* -- loom-source-instances.c -- */
char              *_loom_source_names_dup_instance (LoomSourceNames         *self,
                                                    const LoomScannedKernel *kernel,
                                                    const LoomWrittenLaunch *launch);
