#pragma once

#include "loom-dim3.h"

/* A number that stands in host code, or follows from what stands there. */
typedef struct
{
  gboolean is_certain;
  gint64   value;               /* 0 where it is not certain */
} LoomReadNumber;

/* The grid or the block of a launch. */
typedef struct
{
  guint          rank;          /* axes that the source writes, 0: it can't be told */
  LoomReadNumber axes[3];       /* those that it does not write are 1 */
  char          *text;          /* what stands there: "(n + 255) / 256"; behind a name what it is
                                 * made of */
} LoomReadExtent;

LoomReadExtent loom_read_extent_of         (const LoomDim3       *extent);
gboolean       loom_read_extent_is_certain (const LoomReadExtent *self);
LoomDim3       loom_read_extent_get        (const LoomReadExtent *self);
