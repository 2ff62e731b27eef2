#pragma once

#include <glib.h>

/* Which part of a picture is seen where, and how large. No widget, no pixels of a screen: lengths
 * are in design pixels, places in cells from the picture's upper left corner. Plain value; only
 * the functions below write it.
 *
 * Invariants: a picture larger than the area never shows an empty margin, a smaller one is
 * centred, both with what is seen beside it; a cell of it is always in sight; a fitted picture
 * stays fitted when the area changes. */
typedef struct
{
  double   cols, rows;          /* of the picture; 0: nothing to see */
  double   above, right, below; /* cells that are seen beside it */
  double   width, height;       /* of the area */
  double   cell_x, cell_y;      /* size of a cell */
  double   x, y;                /* place at the area's upper left corner */
  gboolean square;              /* cells are squares; else they fill the area */
  gboolean fitted;
} LoomGridGeometry;

typedef struct
{
  double x, y, width, height;
} LoomGridRect;

#define LOOM_GRID_LARGEST_CELL 256.0    /* design pixels; nothing is learned from larger ones */
#define LOOM_GRID_ZOOM_STEP 1.25

void     loom_grid_geometry_init         (LoomGridGeometry       *self);
void     loom_grid_geometry_set_picture  (LoomGridGeometry       *self,
                                          double                  cols,
                                          double                  rows,
                                          gboolean                square);
void     loom_grid_geometry_set_ring     (LoomGridGeometry       *self,
                                          double                  above,
                                          double                  right,
                                          double                  below);
void     loom_grid_geometry_resize       (LoomGridGeometry       *self,
                                          double                  width,
                                          double                  height);
void     loom_grid_geometry_fit          (LoomGridGeometry       *self);
void     loom_grid_geometry_zoom         (LoomGridGeometry       *self,
                                          double                  factor,
                                          double                  x,
                                          double                  y);
void     loom_grid_geometry_pan          (LoomGridGeometry       *self,
                                          double                  dx,
                                          double                  dy);
void     loom_grid_geometry_reveal       (LoomGridGeometry       *self,
                                          double                  col,
                                          double                  row);
gboolean loom_grid_geometry_follow       (LoomGridGeometry       *self,
                                          const LoomGridGeometry *other);
void     loom_grid_geometry_to_place     (const LoomGridGeometry *self,
                                          double                  x,
                                          double                  y,
                                          double                 *col,
                                          double                 *row);
void     loom_grid_geometry_get_cell     (const LoomGridGeometry *self,
                                          double                  col,
                                          double                  row,
                                          LoomGridRect           *rect);
gboolean loom_grid_geometry_get_shown    (const LoomGridGeometry *self,
                                          LoomGridRect           *area,
                                          LoomGridRect           *cells);
double   loom_grid_geometry_get_end      (const LoomGridGeometry *self);
double   loom_grid_geometry_get_zoom     (const LoomGridGeometry *self);
gboolean loom_grid_geometry_can_zoom     (const LoomGridGeometry *self,
                                          gboolean                in);
