/* loom-overlay.c: what lies on the cells: grid, borders of warps and blocks, numbers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-number.h"
#include "loom-overlay.h"
#include "loom-picture-private.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <math.h>

#define ALARM 0xffbf1c29        /* white on it is read at 6:1 */
#define GRID_FROM 10            /* design pixels a cell must have for the grid to be shown */
#define GRID_FROM_PYSTENCILS 4
#define WARPS_FROM 4
#define BORDERS_FROM 3
#define BOLD_BORDERS_FROM 20    /* smaller blocks are fenced with thin lines: bold ones would hide
                                   them */
/* These grow with the desktop's text. */
#define NUMBERS_FROM 28         /* a cell must have for its number to be shown */
#define NUMBER_LARGEST 13
#define NUMBER_SMALLEST 7
/* Of a cell's height: what a number takes in small cells, and in those that are zoomed to be seen
 * from afar. */
#define NUMBER_IN_SMALL 0.36
#define NUMBER_IN_LARGE 0.2

/* The cells in sight, in places of the picture. */
typedef struct
{
  LoomPicture             *picture;
  cairo_t                 *cr;
  const cairo_rectangle_t *area;            /* where they are */
  double                   left, top;       /* of place (0, 0) */
  double                   cell_x, cell_y;  /* size of a cell */
  gint64                   x0, y0, x1, y1;  /* first and behind the last */
} Sight;

static gboolean
find_sight (Sight                   *sight,
            LoomPicture             *picture,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            const cairo_rectangle_t *cells)
{
  double cols = picture->coder.layout.cols, rows = picture->coder.layout.rows;

  *sight = (Sight) { .picture = picture, .cr = cr, .area = area };
  sight->cell_x = area->width / cells->width;
  sight->cell_y = area->height / cells->height;
  sight->left = area->x - cells->x * sight->cell_x;
  sight->top = area->y - cells->y * sight->cell_y;
  sight->x0 = (gint64) CLAMP (floor (cells->x), 0, cols);
  sight->y0 = (gint64) CLAMP (floor (cells->y), 0, rows);
  sight->x1 = (gint64) CLAMP (ceil (cells->x + cells->width), 0, cols);
  sight->y1 = (gint64) CLAMP (ceil (cells->y + cells->height), 0, rows);
  return sight->x0 < sight->x1 && sight->y0 < sight->y1;
}

static double
edge_x (const Sight *sight,
        double       x)
{
  return round (sight->left + x * sight->cell_x);
}

static double
edge_y (const Sight *sight,
        double       y)
{
  return round (sight->top + y * sight->cell_y);
}

/* A line of whole design pixels between two places. */
static void
line (const Sight *sight,
      double       x0,
      double       y0,
      double       x1,
      double       y1,
      double       shift)
{
  gboolean upright = x0 == x1;

  cairo_move_to (sight->cr, edge_x (sight, x0) + (upright ? shift : 0),
                 edge_y (sight, y0) + (upright ? 0 : shift));
  cairo_line_to (sight->cr, edge_x (sight, x1) + (upright ? shift : 0),
                 edge_y (sight, y1) + (upright ? 0 : shift));
}

/* How many cells a row of the picture has. */
static gint64
row_length (const Sight *sight,
            gint64       y)
{
  const LoomCellLayout *layout = &sight->picture->coder.layout;
  guint64 row = sight->picture->view.origin_lower ? layout->rows - 1 - y : y;

  return MIN (layout->cols, layout->cells - row * layout->cols);
}

static void
draw_grid (const Sight *sight)
{
  gint64 full = sight->picture->coder.layout.cols;

  for (gint64 y = sight->y0; y < sight->y1; y++)
    {
      gint64 end = MIN (row_length (sight, y), sight->x1);

      line (sight, sight->x0, y, end, y, -0.5);
      if (end < full)
        for (gint64 x = sight->x0; x <= end; x++)
          line (sight, x, y, x, y + 1, -0.5);
    }
  for (gint64 x = sight->x0; x <= sight->x1; x++)
    line (sight, x, sight->y0, x, sight->y1 - (row_length (sight, sight->y1 - 1) < full), -0.5);
  loom_text_color (sight->cr, 0xff000000, sight->picture->view.pystencils ? 0.55 : 0.16);
  cairo_set_line_width (sight->cr, 1);
  cairo_stroke (sight->cr);
}

/* The lowest writer at a place; LOOM_NO_WRITER: nobody wrote there, or there is no cell. */
static guint64
writer_at (const Sight *sight,
           gint64       x,
           gint64       y)
{
  const LoomCoder *coder = &sight->picture->coder;
  guint64 row;

  if (x < 0 || y < 0 || (guint64) y >= coder->layout.rows)
    return LOOM_NO_WRITER;
  row = sight->picture->view.origin_lower ? coder->layout.rows - 1 - y : y;
  if (!loom_cell_layout_has (&coder->layout, x, row))
    return LOOM_NO_WRITER;
  return loom_planes_get_writer (&coder->planes, coder->planes.lowest,
                                 loom_cell_layout_cell (&coder->layout, x, row));
}

/* Which group of threads a place belongs to; -1: to none. */
typedef gint64 GroupAt (const Sight *sight, gint64 x, gint64 y);

static gint64
block_at (const Sight *sight,
          gint64       x,
          gint64       y)
{
  const guint64 thread = writer_at (sight, x, y);

  return thread == LOOM_NO_WRITER ? -1
                                  : (gint64) (thread / sight->picture->coder.threads_per_block);
}

static gint64
warp_at (const Sight *sight,
         gint64       x,
         gint64       y)
{
  const guint64 thread = writer_at (sight, x, y);

  return thread == LOOM_NO_WRITER
             ? -1 : (gint64) _loom_coder_number_warp (&sight->picture->coder, thread);
}

static gboolean
differ (gint64 a,
        gint64 b)
{
  return a >= 0 && b >= 0 && a != b;
}

/* Where two written neighbours belong to different groups. */
static void
trace_found_borders (const Sight *sight,
                     GroupAt     *group_at)
{
  gint64 n = sight->x1 - sight->x0;
  g_autofree gint64 *above = g_new (gint64, n + 1);

  for (gint64 i = 0; i <= n; i++)
    above[i] = group_at (sight, sight->x0 + i - 1, sight->y0 - 1);
  for (gint64 y = sight->y0; y < sight->y1; y++)
    {
      gint64 left = group_at (sight, sight->x0 - 1, y);

      for (gint64 x = sight->x0; x < sight->x1; x++)
        {
          gint64 here = group_at (sight, x, y);

          if (differ (left, here))
            line (sight, x, y, x, y + 1, 0);
          if (differ (above[x - sight->x0 + 1], here))
            line (sight, x, y, x + 1, y, 0);
          above[x - sight->x0 + 1] = left = here;
        }
    }
}

static gint64
modulo (gint64 a,
        gint64 b)
{
  return (a % b + b) % b;
}

/* Where threads lie on the cells one by one, the blocks are known also where nobody wrote. */
static void
trace_regular_borders (const Sight *sight)
{
  LoomPicture *picture = sight->picture;
  const LoomCoder *coder = &picture->coder;
  const LoomThreadAxes *axes = &picture->axes;
  gint64 right = axes->offset_x + (gint64) coder->grid.x * coder->block.x;
  gint64 bottom = axes->offset_y + (gint64) coder->grid.y * coder->block.y;
  gint64 rows = coder->layout.rows;
  gboolean lower = picture->view.origin_lower;
  gint64 y_low = lower ? rows - bottom : axes->offset_y,
         y_high = lower ? rows - axes->offset_y : bottom;
  gint64 x_low, y_first;

  x_low = MAX (axes->offset_x, sight->x0 + 1);
  x_low += modulo (axes->offset_x - x_low, coder->block.x);
  for (gint64 x = x_low; x < MIN (sight->x1, right + 1); x += coder->block.x)
    line (sight, x, MAX (y_low, sight->y0), x, MIN (y_high, sight->y1), 0);
  y_first = MAX (y_low, sight->y0 + 1);
  y_first += modulo (y_low - y_first, coder->block.y);
  for (gint64 y = y_first; y < MIN (sight->y1, y_high + 1); y += coder->block.y)
    line (sight, MAX (axes->offset_x, sight->x0), y, MIN (right, sight->x1), y, 0);
}

/* Thinner than those of blocks, which are drawn over them. */
static void
draw_warps (const Sight *sight)
{
  if (sight->picture->coder.planes.lowest == NULL)
    return;
  trace_found_borders (sight, warp_at);
  loom_text_color (sight->cr, 0xff000000, 0.75);
  cairo_set_line_width (sight->cr, 1);
  cairo_stroke (sight->cr);
}

static void
draw_borders (const Sight *sight)
{
  const LoomCoder *coder = &sight->picture->coder;
  const double least = MIN (sight->cell_x * coder->block.x, sight->cell_y * coder->block.y);

  if (coder->planes.lowest == NULL)
    return;
  if (!sight->picture->axes.regular)
    trace_found_borders (sight, block_at);
  else if (sight->cell_x * coder->block.x >= BORDERS_FROM * 2 &&
           sight->cell_y * coder->block.y >= BORDERS_FROM * 2)
    trace_regular_borders (sight);
  if (least < BOLD_BORDERS_FROM && coder->block.y > 1)
    {
      /* the smaller they are, the more of the cells would be behind their borders */
      const double strength = pow (least / BOLD_BORDERS_FROM, 2);

      cairo_set_antialias (sight->cr, CAIRO_ANTIALIAS_NONE);
      loom_text_color (sight->cr, 0xffa0a0a0, strength);
      cairo_set_line_width (sight->cr, 2);
      cairo_stroke_preserve (sight->cr);
      loom_text_color (sight->cr, 0xff000000, strength);
      cairo_set_line_width (sight->cr, 1);
      cairo_stroke (sight->cr);
      cairo_set_antialias (sight->cr, CAIRO_ANTIALIAS_DEFAULT);
      return;
    }
  cairo_set_line_cap (sight->cr, CAIRO_LINE_CAP_SQUARE);
  loom_text_color (sight->cr, 0xffffffff, 0.75);
  cairo_set_line_width (sight->cr, 3);
  cairo_stroke_preserve (sight->cr);
  loom_text_color (sight->cr, 0xff000000, 1);
  cairo_set_line_width (sight->cr, 1.4);
  cairo_stroke (sight->cr);
}

/* Half a digit at the edge of what is in sight would look like another digit, or a tick. */
static gboolean
is_cut (const Sight                *sight,
        const cairo_text_extents_t *extents,
        double                      x,
        double                      y)
{
  const cairo_rectangle_t *area = sight->area;

  x += extents->x_bearing;
  y += extents->y_bearing;
  return x < area->x || x + extents->width > area->x + area->width
         || y < area->y || y + extents->height > area->y + area->height;
}

/* As large as the desktop's text, but not larger than fits; beyond that numbers grow with the
 * cells. */
static double
number_size (const Sight *sight)
{
  const double smallest = _loom_picture_scale_text (sight->picture, NUMBER_SMALLEST);
  const double largest = _loom_picture_scale_text (sight->picture, NUMBER_LARGEST);
  const double side = MIN (sight->cell_x, sight->cell_y);

  return MAX (CLAMP (side * NUMBER_IN_SMALL, smallest, largest), side * NUMBER_IN_LARGE);
}

/* Digits, signs and points only, so the quick text functions of cairo do. */
static void
draw_number (const Sight    *sight,
             const char     *text,
             const LoomPaint *fill,
             double          x,
             double          y)
{
  const double smallest = _loom_picture_scale_text (sight->picture, NUMBER_SMALLEST);
  double size = number_size (sight);
  double room = sight->cell_x - 6;
  cairo_text_extents_t extents;

  cairo_set_font_size (sight->cr, size);
  cairo_text_extents (sight->cr, text, &extents);
  if (extents.width > room)
    {
      if (size * room / extents.width < smallest)
        return;
      cairo_set_font_size (sight->cr, size * room / extents.width);
      cairo_text_extents (sight->cr, text, &extents);
    }
  x += (sight->cell_x - extents.width) / 2 - extents.x_bearing;
  y += (sight->cell_y - extents.height) / 2 - extents.y_bearing;
  if (is_cut (sight, &extents, x, y))
    return;
  cairo_move_to (sight->cr, x, y);
  if (fill->pattern != LOOM_PATTERN_NONE)
    {
      cairo_text_path (sight->cr, text);
      loom_text_color (sight->cr, fill->color, 1);
      cairo_set_line_width (sight->cr, 4);
      cairo_stroke (sight->cr);
      cairo_move_to (sight->cr, x, y);
    }
  loom_text_color (sight->cr, loom_color_ink_on (fill->color), 1);
  cairo_show_text (sight->cr, text);
}

static void
draw_numbers (const Sight *sight)
{
  LoomPicture *picture = sight->picture;
  const LoomCoder *coder = &picture->coder;

  cairo_select_font_face (sight->cr, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_line_join (sight->cr, CAIRO_LINE_JOIN_ROUND);
  for (gint64 y = sight->y0; y < sight->y1; y++)
    for (gint64 x = sight->x0; x < MIN (sight->x1, row_length (sight, y)); x++)
      {
        guint64 row = picture->view.origin_lower ? coder->layout.rows - 1 - y : y;
        guint64 cell = loom_cell_layout_cell (&coder->layout, x, row);
        g_autofree char *text = loom_typeset (coder->facts->format (coder, cell));
        guint8 code;

        if (text == NULL)
          continue;
        loom_coder_encode (coder, cell, 1, &code);
        draw_number (sight, text, &coder->fills[code], sight->left + x * sight->cell_x,
                     sight->top + y * sight->cell_y);
      }
}

static void
draw_frame (const Sight *sight)
{
  double x0 = edge_x (sight, sight->x0), y0 = edge_y (sight, sight->y0);
  double x1 = edge_x (sight, sight->x1), y1 = edge_y (sight, sight->y1);

  if (row_length (sight, sight->y1 - 1) < (gint64) sight->picture->coder.layout.cols ||
      row_length (sight, sight->y0) < (gint64) sight->picture->coder.layout.cols)
    return;
  cairo_rectangle (sight->cr, x0 - 0.5, y0 - 0.5, x1 - x0 + 1, y1 - y0 + 1);
  loom_text_color (sight->cr, loom_text_ink (sight->picture->view.dark), 0.7);
  cairo_set_line_width (sight->cr, 1);
  cairo_stroke (sight->cr);
}

/**
 * loom_overlay_draw:
 * @picture: a picture
 * @cr: where to draw
 * @area: where the cells are
 * @cells: the part of the picture shown there
 *
 * Draws the cell grid, the borders of blocks, those of warps through lenses about them, and the
 * numbers of the cells in sight, each where cells are large enough.
 */
void
loom_overlay_draw (LoomPicture             *picture,
                   cairo_t                 *cr,
                   const cairo_rectangle_t *area,
                   const cairo_rectangle_t *cells)
{
  Sight sight;
  double least;

  if (picture->coder.layout.cells == 0 || !(cells->width > 0) || !(cells->height > 0) ||
      !find_sight (&sight, picture, cr, area, cells))
    return;
  least = MIN (sight.cell_x, sight.cell_y);
  cairo_save (cr);
  cairo_rectangle (cr, area->x - 1, area->y - 1, area->width + 2, area->height + 2);
  cairo_clip (cr);
  if (least >= (picture->view.pystencils ? GRID_FROM_PYSTENCILS : GRID_FROM))
    draw_grid (&sight);
  if (picture->view.borders && picture->coder.facts->has_warps && least >= WARPS_FROM)
    draw_warps (&sight);
  if (picture->view.borders && (picture->axes.regular || least >= BORDERS_FROM))
    draw_borders (&sight);
  if (least >= _loom_picture_scale_text (picture, NUMBERS_FROM))
    draw_numbers (&sight);
  draw_frame (&sight);
  cairo_restore (cr);
}

/**
 * loom_overlay_draw_trap:
 * @cr: where to draw
 * @x: the middle
 * @y: the middle
 *
 * Draws the mark of what stopped a kernel.
 */
void
loom_overlay_draw_trap (cairo_t *cr,
                        double   x,
                        double   y)
{
  cairo_arc (cr, x, y, LOOM_TRAP_RADIUS, 0, 2 * G_PI);
  loom_text_color (cr, ALARM, 1);
  cairo_fill_preserve (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  cairo_rectangle (cr, x - 1, y - 5, 2, 6);
  cairo_rectangle (cr, x - 1, y + 3, 2, 2);
  cairo_fill (cr);
}
