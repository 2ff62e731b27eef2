#pragma once

#include "loom-coder.h"

/* The cells of one plane at every scale, ready to be drawn as pixels. Immutable, any thread draws
 * it; borrows the coder. */
typedef struct _LoomHeatmap LoomHeatmap;

/* Where rendered pixels lie in the picture, and how. x, y, width, height: the part of the picture
 * in cells, from its upper left corner; may reach outside. */
typedef struct
{
  double   x, y, width, height;
  gboolean flip;                /* the picture's first row is the data's last */
  guint    unit;                /* device pixels for a design pixel, at least 1 */
} LoomHeatmapPart;

LoomHeatmap *loom_heatmap_new    (const LoomCoder        *coder);
LoomHeatmap *loom_heatmap_new_sampled (const LoomCoder   *coder,
                                  guint64                 cols,
                                  guint64                 rows,
                                  guint                   shift);
void         loom_heatmap_free   (LoomHeatmap            *self);
void         loom_heatmap_render (const LoomHeatmap      *self,
                                  const LoomHeatmapPart  *part,
                                  guint32                *pixels,
                                  guint                   pixels_x,
                                  guint                   pixels_y,
                                  gsize                   stride);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomHeatmap, loom_heatmap_free)
