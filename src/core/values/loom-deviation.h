#pragma once

#include "loom-type.h"

/* How far numbers are from those that they are held against: the largest distance of each kind, and
 * the cell that has it. All zeros: nowhere. */
typedef struct
{
  double  absolute;             /* infinite: a number from none */
  double  relative;             /* to what it is held against, unless that is 0 */
  guint64 ulps;                 /* of floats; LOOM_NO_DISTANCE: a number from none */
  guint64 absolute_cell, relative_cell, ulps_cell;
} LoomDeviation;

void loom_deviation_add (LoomDeviation *self,
                         guint64        cell,
                         LoomScalar     scalar,
                         gconstpointer  number,
                         gconstpointer  from);
void loom_deviation_join (LoomDeviation       *self,
                          const LoomDeviation *other);
char *loom_deviation_dup_absolute (const LoomDeviation *self,
                                   const LoomShape     *shape);
char *loom_deviation_dup_relative (const LoomDeviation *self,
                                   const LoomShape     *shape);
char *loom_deviation_dup_ulps     (const LoomDeviation *self,
                                   const LoomShape     *shape);
