#pragma once

#include "loom-coder.h"
#include "loom-picture.h"

/* How threads lie on the cells, found from the lowest writers. */
typedef struct
{
  gint    along_cols;           /* 0, 1, 2: a thread's x, y or z grows with the column; -1: none */
  gint    along_rows;
  gboolean regular;             /* column = x + offset_x, row = y + offset_y for every thread */
  gint64  offset_x, offset_y;
} LoomThreadAxes;

void      loom_thread_axes_find  (LoomThreadAxes           *self,
                                  const LoomCoder          *coder);
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
