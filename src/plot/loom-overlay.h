#pragma once

#include "loom-picture.h"

G_BEGIN_DECLS

/* Design pixels that a cell must have for its number to be shown. */
#define LOOM_OVERLAY_NUMBERS_FROM 28

void loom_overlay_draw (LoomPicture              *picture,
                        cairo_t                  *cr,
                        const cairo_rectangle_t  *area,
                        const cairo_rectangle_t  *cells);

G_END_DECLS
