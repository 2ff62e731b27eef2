#pragma once

#include "loom-color-scale.h"
#include "loom-statistics.h"

#include <cairo.h>

void  loom_histogram_draw (const LoomStatistics *statistics,
                           cairo_t              *cr,
                           double                width,
                           double                height,
                           LoomColormap          colormap,
                           gboolean              dark,
                           double                text_scale);
