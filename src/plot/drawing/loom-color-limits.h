#pragma once

#include <glib.h>

/* Which values the colours reach from and to. A document has it as text: "-1,1" between two
 * numbers; "2%" without the two hundredths that are least and the two that are greatest; nothing:
 * from the least value to the greatest. Plain value, all zeros for the last. */
typedef struct
{
  double cut;                   /* percent that are left out at either end */
  double low, high;             /* low < high: these; else those that there are */
} LoomColorLimits;

gboolean loom_color_limits_parse  (const char            *text,
                                   LoomColorLimits       *limits);
char    *loom_color_limits_format (const LoomColorLimits *self);
gboolean loom_color_limits_equal  (const LoomColorLimits *a,
                                   const LoomColorLimits *b);
