#pragma once

#include "loom-picture.h"

void      loom_figure_get_size (LoomPicture  *picture,
                                double       *width,
                                double       *height);
void      loom_figure_draw     (LoomPicture  *picture,
                                cairo_t      *cr,
                                double        width,
                                double        height);
gboolean  loom_figure_export   (LoomPicture  *picture,
                                const char   *path,
                                GError      **error);
