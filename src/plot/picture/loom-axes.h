#pragma once

#include "loom-picture.h"

guint64   loom_axes_step         (double                    cell_pixels,
                                  double                    pixels);
guint64   loom_axes_steps_in     (double                    start,
                                  double                    length,
                                  guint64                   limit,
                                  guint64                   step,
                                  guint64                  *first);
GArray   *loom_axes_nice_ticks   (double                    low,
                                  double                    high,
                                  guint                     most,
                                  gboolean                  whole);
void      loom_axes_get_margins  (LoomPicture              *picture,
                                  LoomMargins              *margins);
void      loom_axes_draw         (LoomPicture              *picture,
                                  cairo_t                  *cr,
                                  const cairo_rectangle_t  *area,
                                  const cairo_rectangle_t  *cells);
