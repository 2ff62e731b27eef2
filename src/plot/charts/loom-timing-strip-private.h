#pragma once

#include "loom-timing-strip.h"

/* What is remarkable of a sample; each has a sign of its own. */
typedef enum
{
  LOOM_TIMING_OUTLIER   = 1 << 0,
  LOOM_TIMING_SHORT     = 1 << 1,       /* too short to trust */
  LOOM_TIMING_THROTTLED = 1 << 2,
} LoomTimingMarks;

struct _LoomTimingStrip
{
  GArray      *samples;         /* (element-type double) */
  GByteArray  *marks;           /* LoomTimingMarks of each */
  guint        n_marked[LOOM_TIMING_THROTTLED + 1];     /* samples that have a mark */
  LoomSummary  summary;
  double       low, high;       /* what the height stands for */
};

/* The ends of the axes, and what is between them. */
cairo_rectangle_t _loom_timing_strip_get_area (double                 width,
                                               double                 height,
                                               double                 text_scale);
double            _loom_timing_strip_get_y    (const LoomTimingStrip   *self,
                                               const cairo_rectangle_t *area,
                                               double                   ms);
char             *_loom_timing_strip_dup_time (const LoomTimingStrip   *self,
                                               double                   ms);
