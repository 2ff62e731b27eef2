#pragma once

#include "loom-value.h"

/* Of a histogram, at most. */
#define LOOM_STATISTICS_MAX_BINS 32

/* What the numbers of an array come to. The figures are of those that are finite; all NaN where
 * there is none. */
typedef struct
{
  guint64 count;                /* cells */
  guint64 nans, infinities;     /* of both signs */
  double  min, max, mean, sum;
  double  deviation;            /* of all there are, not of a sample of more */

  guint   n_bins;               /* 0 where no cell is finite */
  double  low, width;           /* of the first bin, and of each */
  guint64 bins[LOOM_STATISTICS_MAX_BINS];
} LoomStatistics;

void      loom_statistics_init         (LoomStatistics       *self,
                                        const LoomValue      *value,
                                        guint                 component);
char     *loom_statistics_dup_sentence (const LoomStatistics *self);
