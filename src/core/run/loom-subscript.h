#pragma once

#include "loom-dim3.h"

/* An access to an array, and the thread that made it. Borrowed for the call. */
typedef struct
{
  const char *source;
  guint       line;             /* of the access, from 1 */
  const char *array;            /* as the kernel calls it */
  guint64     cell;             /* that was accessed */
  LoomDim3    grid, block;
  LoomDim3    block_index, thread_index;
  GPtrArray  *arguments;        /* (element-type LoomRunArgument) what the kernel got */
} LoomSubscript;

char *loom_subscript_dup_numbers (const LoomSubscript *self);
