/* loom-grid-geometry.c: which cells are where on the screen
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-geometry.h"

#include <math.h>

#define LARGEST_FITTED_CELL 96.0        /* a picture of 2×2 cells need not fill the pane */
#define HIGHEST_STRIP_CELL 64.0
#define SQUARE_LEAST_SIDE 40.0 /* square cells that leave less than this fill the area instead */

static gboolean
is_empty (const LoomGridGeometry *self)
{
  return !(self->cols > 0 && self->rows > 0 && self->width > 0 && self->height > 0);
}

/* The size of cells at which the whole picture is just seen. */
static void
find_fit (const LoomGridGeometry *self,
          double                 *cell_x,
          double                 *cell_y)
{
  double x = self->width / (self->cols + self->right),
         y = self->height / (self->above + self->rows + self->below);
  double side = MIN (x, y);

  if (self->square || side * MIN (self->cols, self->rows) >= SQUARE_LEAST_SIDE)
    {
      *cell_x = *cell_y = MIN (side, LARGEST_FITTED_CELL);
      return;
    }
  *cell_x = MIN (x, HIGHEST_STRIP_CELL);
  *cell_y = MIN (y, HIGHEST_STRIP_CELL);
}

/* before, after: what is seen beside the cells. */
static double
clamp_axis (double place,
            double before,
            double cells,
            double after,
            double seen)
{
  if (before + cells + after <= seen)
    return (before + cells + after - seen) / 2 - before;
  place = CLAMP (place, -before, MAX (cells + after - seen, -before));
  return CLAMP (place, MIN (1 - seen, 0), MAX (cells - 1, 0));
}

static void
clamp_place (LoomGridGeometry *self)
{
  self->x = clamp_axis (self->x, 0, self->cols, self->right, self->width / self->cell_x);
  self->y = clamp_axis (self->y, self->above, self->rows, self->below,
                        self->height / self->cell_y);
}

/**
 * loom_grid_geometry_init:
 * @self: (out): a geometry
 *
 * Begins with nothing to see.
 */
void
loom_grid_geometry_init (LoomGridGeometry *self)
{
  *self = (LoomGridGeometry) { .cell_x = 1, .cell_y = 1, .square = TRUE, .fitted = TRUE };
}

/**
 * loom_grid_geometry_set_picture:
 * @cols: cells of a row
 * @rows: rows
 * @square: whether cells must be squares, however narrow the picture is
 *
 * Takes another picture; one of the same size keeps zoom and place.
 */
void
loom_grid_geometry_set_picture (LoomGridGeometry *self,
                                double            cols,
                                double            rows,
                                gboolean          square)
{
  if (self->cols == cols && self->rows == rows && !self->square == !square)
    return;
  self->cols = cols;
  self->rows = rows;
  self->square = square;
  loom_grid_geometry_fit (self);
}

/**
 * loom_grid_geometry_set_ring:
 * @above: cells above the first row
 * @right: cells behind the last column
 * @below: cells below the last row
 *
 * Takes what is seen beside the picture. If that changes, all of it is shown.
 */
void
loom_grid_geometry_set_ring (LoomGridGeometry *self,
                             double            above,
                             double            right,
                             double            below)
{
  if (self->above == above && self->right == right && self->below == below)
    return;
  self->above = above;
  self->right = right;
  self->below = below;
  loom_grid_geometry_fit (self);
}

/**
 * loom_grid_geometry_resize:
 * @width: of the area
 * @height: of the area
 *
 * Takes another area. The place in the middle stays in the middle.
 */
void
loom_grid_geometry_resize (LoomGridGeometry *self,
                           double            width,
                           double            height)
{
  double middle_x = self->x + self->width / self->cell_x / 2,
         middle_y = self->y + self->height / self->cell_y / 2;

  if (self->width == width && self->height == height)
    return;
  self->width = MAX (width, 0);
  self->height = MAX (height, 0);
  if (self->fitted)
    {
      loom_grid_geometry_fit (self);
      return;
    }
  self->x = middle_x - self->width / self->cell_x / 2;
  self->y = middle_y - self->height / self->cell_y / 2;
  loom_grid_geometry_zoom (self, 1, self->width / 2, self->height / 2);
}

/**
 * loom_grid_geometry_fit:
 *
 * Shows the whole picture, as large as can be.
 */
void
loom_grid_geometry_fit (LoomGridGeometry *self)
{
  self->fitted = TRUE;
  if (is_empty (self))
    return;
  find_fit (self, &self->cell_x, &self->cell_y);
  clamp_place (self);
}

/**
 * loom_grid_geometry_zoom:
 * @factor: above 1 to see less, larger
 * @x: design pixels from the area's left edge
 * @y: design pixels from its upper edge
 *
 * Zooms about a point, which stays where it is as far as the edges of the picture allow. Between
 * the whole picture and cells of LOOM_GRID_LARGEST_CELL.
 */
void
loom_grid_geometry_zoom (LoomGridGeometry *self,
                         double            factor,
                         double            x,
                         double            y)
{
  double fit_x, fit_y, col, row, scale;

  if (is_empty (self) || !(factor > 0))
    return;
  find_fit (self, &fit_x, &fit_y);
  loom_grid_geometry_to_place (self, x, y, &col, &row);
  scale = CLAMP (self->cell_x / fit_x * factor, 1, MAX (LOOM_GRID_LARGEST_CELL / fit_x, 1));
  if (scale <= 1)
    {
      loom_grid_geometry_fit (self);
      return;
    }
  self->cell_x = fit_x * scale;
  self->cell_y = fit_x == fit_y ? self->cell_x
                                : MIN (fit_y * scale, MAX (LOOM_GRID_LARGEST_CELL, fit_y));
  self->x = col - x / self->cell_x;
  self->y = row - y / self->cell_y;
  self->fitted = FALSE;
  clamp_place (self);
}

/**
 * loom_grid_geometry_pan:
 * @dx: design pixels to the right
 * @dy: design pixels down
 *
 * Moves the picture, not beyond its edges.
 */
void
loom_grid_geometry_pan (LoomGridGeometry *self,
                        double            dx,
                        double            dy)
{
  if (is_empty (self))
    return;
  self->x -= dx / self->cell_x;
  self->y -= dy / self->cell_y;
  clamp_place (self);
}

static double
reveal_axis (double place,
             double cell,
             double seen)
{
  if (cell < place)
    return cell;
  return cell + 1 > place + seen ? cell + 1 - seen : place;
}

/**
 * loom_grid_geometry_reveal:
 * @col: place of a cell
 * @row: place of a cell
 *
 * Moves the picture as little as is needed to see a cell.
 */
void
loom_grid_geometry_reveal (LoomGridGeometry *self,
                           double            col,
                           double            row)
{
  if (is_empty (self))
    return;
  self->x = reveal_axis (self->x, col, self->width / self->cell_x);
  self->y = reveal_axis (self->y, row, self->height / self->cell_y);
  clamp_place (self);
}

/**
 * loom_grid_geometry_follow:
 * @other: of a picture with as many cells
 *
 * Shows the same part of a picture in the same size.
 *
 * Returns: whether it did not do so already
 */
gboolean
loom_grid_geometry_follow (LoomGridGeometry       *self,
                           const LoomGridGeometry *other)
{
  const LoomGridGeometry before = *self;

  if (other->fitted)
    {
      loom_grid_geometry_fit (self);
      return !before.fitted;
    }
  self->fitted = FALSE;
  self->cell_x = other->cell_x;
  self->cell_y = other->cell_y;
  self->x = other->x;
  self->y = other->y;
  if (!is_empty (self))
    clamp_place (self);
  return before.fitted || before.cell_x != self->cell_x || before.cell_y != self->cell_y ||
         before.x != self->x || before.y != self->y;
}

/**
 * loom_grid_geometry_to_place:
 * @x: design pixels from the area's left edge
 * @y: design pixels from its upper edge
 * @col: (out): place, may be outside of the picture
 * @row: (out): place, may be outside of the picture
 *
 * The place in the picture under a point.
 */
void
loom_grid_geometry_to_place (const LoomGridGeometry *self,
                             double                  x,
                             double                  y,
                             double                 *col,
                             double                 *row)
{
  *col = self->x + x / self->cell_x;
  *row = self->y + y / self->cell_y;
}

/**
 * loom_grid_geometry_get_cell:
 * @col: place of a cell
 * @row: place of a cell
 * @rect: (out): where it is in the area; may reach outside
 *
 * Where a cell is seen.
 */
void
loom_grid_geometry_get_cell (const LoomGridGeometry *self,
                             double                  col,
                             double                  row,
                             LoomGridRect           *rect)
{
  *rect = (LoomGridRect) { (col - self->x) * self->cell_x, (row - self->y) * self->cell_y,
                          self->cell_x, self->cell_y };
}

/* An edge of the picture that is in sight is shown exactly: where the area is rounded to whole
 * pixels, the cells give. */
static void
show_axis (double  place,
           double  cells,
           double  room,
           double  cell,
           double *start,
           double *length)
{
  double end = MIN (place + room / cell, cells);

  *start = MAX (place, 0);
  *length = end - *start;
}

/**
 * loom_grid_geometry_get_shown:
 * @area: (out): the part of the area that shows the picture, on whole design pixels
 * @cells: (out): the part of the picture shown there
 *
 * What is seen where.
 *
 * Returns: whether anything is
 */
gboolean
loom_grid_geometry_get_shown (const LoomGridGeometry *self,
                              LoomGridRect           *area,
                              LoomGridRect           *cells)
{
  double left, top, right, bottom;

  *area = *cells = (LoomGridRect) { 0 };
  if (is_empty (self))
    return FALSE;
  left = MAX (round (-self->x * self->cell_x), 0);
  top = MAX (round (-self->y * self->cell_y), 0);
  right = MIN (round ((self->cols - self->x) * self->cell_x), self->width);
  bottom = MIN (round ((self->rows - self->y) * self->cell_y), self->height);
  *area = (LoomGridRect) { left, top, MAX (right - left, 1), MAX (bottom - top, 1) };
  show_axis (self->x, self->cols, self->width, self->cell_x, &cells->x, &cells->width);
  show_axis (self->y, self->rows, self->height, self->cell_y, &cells->y, &cells->height);
  return TRUE;
}

/**
 * loom_grid_geometry_get_end:
 *
 * Returns: where what is seen ends on the right, what is beside the picture included, in whole
 *   design pixels from the area's left edge
 */
double
loom_grid_geometry_get_end (const LoomGridGeometry *self)
{
  return MIN (round ((self->cols + self->right - self->x) * self->cell_x), self->width);
}

/**
 * loom_grid_geometry_get_zoom:
 *
 * How large cells are, 1 for the whole picture.
 */
double
loom_grid_geometry_get_zoom (const LoomGridGeometry *self)
{
  double fit_x, fit_y;

  if (is_empty (self))
    return 1;
  find_fit (self, &fit_x, &fit_y);
  return self->cell_x / fit_x;
}

/**
 * loom_grid_geometry_can_zoom:
 * @in: whether to larger cells
 *
 * Whether zooming would change anything.
 */
gboolean
loom_grid_geometry_can_zoom (const LoomGridGeometry *self,
                             gboolean                in)
{
  if (is_empty (self))
    return FALSE;
  return in ? self->cell_x < LOOM_GRID_LARGEST_CELL * 0.999 : !self->fitted;
}
