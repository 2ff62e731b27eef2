#pragma once

#include <glib.h>

/* Where numbers lie on a scale of colours: 0 at its low end, 1 at its high one; those beyond lie at
 * the ends. A logarithmic one goes through 0 if it must: numbers below the least magnitude lie
 * close to 0 there, and those of either sign away from it. Plain value. */
typedef struct
{
  double low, high;             /* low > high: there is no number; equal: there is one */
  double least;                 /* magnitude of a logarithmic scale; 0: it is linear */
} LoomValueScale;

gboolean loom_value_scale_equal        (const LoomValueScale *a,
                                        const LoomValueScale *b);
void    loom_value_scale_get_positions (const LoomValueScale *self,
                                        const double         *values,
                                        gsize                 n,
                                        double               *positions);
double  loom_value_scale_get_position  (const LoomValueScale *self,
                                        double                value);
GArray *loom_value_scale_list_ticks    (const LoomValueScale *self,
                                        guint                 most);
