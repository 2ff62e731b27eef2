#pragma once

#include "loom-picture.h"

void loom_overlay_draw (LoomPicture              *picture,
                        cairo_t                  *cr,
                        const cairo_rectangle_t  *area,
                        const cairo_rectangle_t  *cells);

/* The mark of a trap, with white around it, as words on the screen are large. */
#define LOOM_TRAP_RADIUS 9

void loom_overlay_draw_trap (cairo_t *cr,
                             double   x,
                             double   y);
