#pragma once

#include "loom-array.h"
#include "loom-planes.h"

/* Neighbouring planes, rows or columns; n 0: none. */
typedef struct
{
  guint64 first, n;
} LoomStretch;

/* Where the cells are that should have been written and were not. */
typedef struct
{
  guint64     n, first;             /* how many, and the number of the first */
  gboolean    is_whole;             /* they are just the stretches, in which no cell was written */
  LoomStretch planes, rows, cols;
} LoomMissing;

void loom_missing_find (LoomMissing      *self,
                        const LoomPlanes *planes,
                        const LoomShape  *shape);
