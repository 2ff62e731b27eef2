/* loom-picture-ring.c: threads that lie beside the array, drawn around it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend.h"
#include "loom-picture-private.h"
#include "loom-text.h"

#include <math.h>

#define APART_FROM 3            /* design pixels a cell must have for warps to be told apart */
#define GRID_FROM 10            /* and for gaps between cells */
#define BORDERS_FROM 6          /* and blocks for theirs to be shown */

/* The part of the ring in sight. */
typedef struct
{
  LoomPicture *picture;
  cairo_t     *cr;
  double       left, top;       /* of place (0, 0) */
  double       cell_x, cell_y;
  guint64      from_col, to_col;
  gint64       from_y, to_y;    /* places, which may be above the first row */
} Sight;

static gboolean
find_sight (Sight                   *self,
            LoomPicture             *picture,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            const cairo_rectangle_t *cells)
{
  const LoomGhosts *ghosts = &picture->ghosts;
  const LoomCellLayout *layout = &picture->coder.layout;
  const gint64 above = picture->view.origin_lower ? (gint64) ghosts->below : 0,
               below = picture->view.origin_lower ? 0 : (gint64) ghosts->below;
  double x0, y0, x1, y1;

  *self = (Sight) { .picture = picture, .cr = cr };
  self->cell_x = area->width / cells->width;
  self->cell_y = area->height / cells->height;
  self->left = area->x - cells->x * self->cell_x;
  self->top = area->y - cells->y * self->cell_y;
  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  self->from_col = (guint64) CLAMP (floor ((x0 - self->left) / self->cell_x), 0,
                                    (double) (layout->cols + ghosts->right));
  self->to_col = (guint64) CLAMP (ceil ((x1 - self->left) / self->cell_x), 0,
                                  (double) (layout->cols + ghosts->right));
  self->from_y = (gint64) CLAMP (floor ((y0 - self->top) / self->cell_y), (double) -above,
                                 (double) layout->rows + below);
  self->to_y = (gint64) CLAMP (ceil ((y1 - self->top) / self->cell_y), (double) -above,
                               (double) layout->rows + below);
  return self->from_col < self->to_col && self->from_y < self->to_y;
}

/* Places of one row from a column up to another, with a gap around each that is large enough. */
static void
draw_run (const Sight *self,
          guint64      from,
          guint64      to,
          gint64       y,
          guint8       code)
{
  const LoomPaint *fill = &self->picture->coder.fills[code];
  const double top = round (self->top + y * self->cell_y),
               bottom = round (self->top + (y + 1) * self->cell_y);
  const double gap = MIN (self->cell_x, self->cell_y) >= GRID_FROM ? 1 : 0;
  const guint64 step = gap > 0 ? 1 : to - from;

  for (guint64 col = from; col < to; col += step)
    {
      const double left = round (self->left + col * self->cell_x),
                   right = round (self->left + (col + step) * self->cell_x);
      const cairo_rectangle_t place = { left + gap, top + gap, MAX (right - left - gap, 1),
                                        MAX (bottom - top - gap, 1) };

      loom_legend_draw_fill (self->cr, fill, &place);
    }
}

/* Rows of the array have ghosts behind their last cell only. */
static void
draw_row (const Sight *self,
          gint64       y)
{
  const LoomPicture *picture = self->picture;
  const LoomCellLayout *layout = &picture->coder.layout;
  const guint64 row = picture->view.origin_lower ? (guint64) ((gint64) layout->rows - 1 - y)
                                                 : (guint64) y;
  guint64 start = self->from_col;
  guint8 code = LOOM_CODE_OUTSIDE;

  if (row < layout->rows)
    start = MAX (start, MIN (layout->cols, layout->cells - row * layout->cols));
  for (guint64 col = start; col <= self->to_col; col++)
    {
      const guint8 here = col < self->to_col
                          ? loom_ghosts_get_code (&picture->ghosts, &picture->axes,
                                                  &picture->coder, col, row)
                          : LOOM_CODE_OUTSIDE;

      if (here == code)
        continue;
      if (code != LOOM_CODE_OUTSIDE)
        draw_run (self, start, col, y, code);
      start = col;
      code = here;
    }
}

/* Where cells are too small for one to be told from the next, the ring is one colour. */
static void
draw_far (const Sight *self)
{
  const LoomGhosts *ghosts = &self->picture->ghosts;
  const LoomCellLayout *layout = &self->picture->coder.layout;
  const LoomPaint fill = { .color = self->picture->coder.fills[LOOM_CODE_GHOST].color };
  const double cols = (double) layout->cols * self->cell_x,
               rows = (double) layout->rows * self->cell_y;
  const double right = (double) ghosts->right * self->cell_x,
               below = (double) ghosts->below * self->cell_y;
  const double edge = self->picture->view.origin_lower ? self->top - below : self->top + rows;
  const cairo_rectangle_t beside = { self->left + cols, MIN (self->top, edge), right,
                                     rows + below },
                          beyond = { self->left, edge, cols, below };

  loom_legend_draw_fill (self->cr, &fill, &beside);
  loom_legend_draw_fill (self->cr, &fill, &beyond);
}

/* Lines from border to border of the blocks, one after the other along an axis. */
static void
trace_borders (const Sight *self,
               gboolean     across,
               double       begin,
               double       end,
               double       step,
               double       length)
{
  const double cell = across ? self->cell_x : self->cell_y;

  for (double at = begin; step * cell >= BORDERS_FROM && at <= end; at += step)
    {
      const double place = round ((across ? self->left : self->top) + at * cell) + 0.5;

      cairo_move_to (self->cr, across ? place : self->left, across ? self->top : place);
      cairo_rel_line_to (self->cr, across ? 0 : length, across ? length : 0);
    }
}

/* Borders of blocks go on from the array through the ring. */
static void
draw_borders (const Sight *self)
{
  const LoomPicture *picture = self->picture;
  const LoomCoder *coder = &picture->coder;
  const double cols = (double) (coder->layout.cols + picture->ghosts.right),
               rows = (double) (coder->layout.rows + picture->ghosts.below);
  const double x = (double) picture->axes.offset_x, y = (double) picture->axes.offset_y;
  const gboolean lower = picture->view.origin_lower;
  const double top = lower ? -(double) picture->ghosts.below : 0;
  Sight whole = *self;

  whole.top += top * self->cell_y;
  cairo_save (self->cr);
  cairo_rectangle (self->cr, whole.left, whole.top, cols * self->cell_x, rows * self->cell_y);
  cairo_rectangle (self->cr, self->left, self->top, (double) coder->layout.cols * self->cell_x,
                   (double) coder->layout.rows * self->cell_y);
  cairo_set_fill_rule (self->cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_clip (self->cr);
  trace_borders (&whole, TRUE, x, cols, coder->block.x, rows * self->cell_y);
  trace_borders (&whole, FALSE, lower ? fmod (rows - y, coder->block.y) : y, rows, coder->block.y,
                 cols * self->cell_x);
  loom_text_color (self->cr, loom_text_ink (picture->view.dark), 0.8);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

/**
 * loom_picture_get_ring:
 * @ring: (out): how far threads are drawn beside the array, in cells
 *
 * The room that threads take which lie beside the array, behind its last column and row.
 */
void
loom_picture_get_ring (LoomPicture *self,
                       LoomMargins *ring)
{
  const double below = (double) self->ghosts.below;

  *ring = (LoomMargins) {
    .right = (double) self->ghosts.right,
    .top = self->view.origin_lower ? below : 0,
    .bottom = self->view.origin_lower ? 0 : below,
  };
}

/**
 * loom_picture_draw_ring:
 * @cr: where to draw; what is clipped is not drawn
 * @area: where the cells are, in design pixels
 * @cells: the part of the picture shown there
 *
 * Draws the threads that lie beside the array.
 */
void
loom_picture_draw_ring (LoomPicture             *self,
                        cairo_t                 *cr,
                        const cairo_rectangle_t *area,
                        const cairo_rectangle_t *cells)
{
  Sight sight;

  if (!self->ghosts.is_drawn || !find_sight (&sight, self, cr, area, cells))
    return;
  if (MIN (sight.cell_x, sight.cell_y) < APART_FROM)
    draw_far (&sight);
  else
    for (gint64 y = sight.from_y; y < sight.to_y; y++)
      draw_row (&sight, y);
  if (self->view.borders && self->axes.regular)
    draw_borders (&sight);
}
