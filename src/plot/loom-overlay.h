#pragma once

#include "loom-picture.h"

G_BEGIN_DECLS

void loom_overlay_draw (LoomPicture              *picture,
                        cairo_t                  *cr,
                        const cairo_rectangle_t  *area,
                        const cairo_rectangle_t  *cells);

G_END_DECLS
