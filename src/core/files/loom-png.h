#pragma once

#include "loom-array.h"

/* Pictures as arrays: a cell for each pixel, its samples the cell's components. */
gboolean  loom_png_parse_shape (GBytes           *file,
                                LoomShape        *shape,
                                GError          **error);
GBytes   *loom_png_parse       (GBytes           *file,
                                const LoomType   *type,
                                GError          **error);
gboolean  loom_png_get_range   (const LoomArray  *self,
                                double           *least,
                                double           *most);
GBytes   *loom_png_format      (const LoomArray  *array,
                                GError          **error);
