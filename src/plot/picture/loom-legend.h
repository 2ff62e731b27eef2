#pragma once

#include "loom-picture.h"

double   loom_legend_get_room   (LoomPicture              *picture);
double   loom_legend_get_width  (LoomPicture              *picture);
double   loom_legend_get_height (LoomPicture              *picture,
                                 double                    width);
gboolean loom_legend_has_room   (LoomPicture              *picture,
                                 const cairo_rectangle_t  *area);
void     loom_legend_draw       (LoomPicture              *picture,
                                 cairo_t                  *cr,
                                 const cairo_rectangle_t  *area);
/* One swatch, with its pattern: the legend's, and the cells of a vector drawing. */
void     loom_legend_draw_fill  (cairo_t                  *cr,
                                 const LoomPaint          *fill,
                                 const cairo_rectangle_t  *area);
