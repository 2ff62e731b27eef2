/* loom-axes.c: ticks and names of axes
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-legend.h"
#include "loom-picture-private.h"
#include "loom-number.h"
#include "loom-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TICK 4
/* These grow with the desktop's text. */
#define LABEL_SIZE 11
#define LABEL_GAP 5
#define DIGIT_WIDTH 7           /* wider than a digit of LABEL_SIZE */
#define TITLE_ROOM 18
#define LABEL_ROOM 18
#define COLUMN_SPACE 16         /* between column labels, at least */
#define ROW_SPACE 22            /* from row label to row label, at least */
#define PYSTENCILS_STEP 4
#define ROUNDING 1e-9           /* a multiple that a division misses by a hair still counts */

/**
 * loom_axes_step:
 * @cell_pixels: size of a cell
 * @pixels: least distance of two ticks
 *
 * How many cells from tick to tick: a power of two, as blocks and warps mostly are.
 */
guint64
loom_axes_step (double cell_pixels,
                double pixels)
{
  guint64 step = 1;

  while (step < G_GUINT64_CONSTANT (1) << 62 && step * cell_pixels < pixels)
    step *= 2;
  return step;
}

/**
 * loom_axes_steps_in:
 * @start: the first place shown, in cells
 * @length: how many cells are shown
 * @limit: how many cells there are
 * @step: cells from tick to tick
 * @first: (out): the cell of the first tick
 *
 * Which ticks are shown: those whose cell's centre is.
 *
 * Returns: how many
 */
guint64
loom_axes_steps_in (double   start,
                    double   length,
                    guint64  limit,
                    guint64  step,
                    guint64 *first)
{
  double from = ceil (MAX (start - 0.5, 0) / step) * step;
  double to = MIN (start + length - 0.5, (double) limit - 1);

  if (limit == 0 || step == 0 || !(from <= to))
    return 0;
  *first = (guint64) from;
  return (guint64) ((to - from) / step) + 1;
}

/* The least step of which not more than so many multiples lie in a range; 0 if there is none. */
static double
nice_step (double   low,
           double   high,
           guint    most,
           gboolean whole)
{
  static const double factors[] = { 1, 2, 5 };
  double span = high / 2 - low / 2;     /* halved: the span of doubles may overflow */
  double power = pow (10, floor (log10 (span / MAX (most, 1))));

  for (guint i = 0; span > 0 && power > 0 && isfinite (power) && i < 3 * G_N_ELEMENTS (factors);
       i++)
    {
      double step = factors[i % G_N_ELEMENTS (factors)] * power *
                    pow (10, i / G_N_ELEMENTS (factors));

      if ((!whole || step >= 1) &&
          floor (high / step + ROUNDING) - ceil (low / step - ROUNDING) + 1 <= most)
        return step;
    }
  return 0;
}

/**
 * loom_axes_nice_ticks:
 * @low: least number
 * @high: greatest number
 * @most: most ticks, at least 2
 * @whole: no fractions between whole numbers
 *
 * Ticks of a scale of numbers: multiples of 1, 2 or 5 times a power of ten.
 *
 * Returns: (transfer full) (element-type double): the ticks, at least one if @low and @high are
 * finite
 */
GArray *
loom_axes_nice_ticks (double   low,
                      double   high,
                      guint    most,
                      gboolean whole)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (double));
  double step;

  if (!isfinite (low) || !isfinite (high) || high < low)
    return ticks;
  step = nice_step (low, high, most, whole);
  if (step > 0)
    for (double i = ceil (low / step - ROUNDING); i <= high / step + ROUNDING && ticks->len < most;
         i++)
      {
        double tick = i * step;
        g_array_append_val (ticks, tick);
      }
  if (ticks->len == 0)
    g_array_append_val (ticks, low);
  return ticks;
}

static guint
count_digits (guint64 number)
{
  guint digits = 1;

  for (; number >= 10; number /= 10)
    digits++;
  return digits;
}

/* The room of the longest label, in pixels of usual text. */
static double
label_width (LoomPicture *picture,
             gboolean     rows)
{
  const LoomCellLayout *layout = &picture->coder.layout;
  guint64 last = MAX (rows ? layout->rows : layout->cols, 1) - 1;

  return count_digits (rows && layout->wrapped ? last * layout->cols : last) * DIGIT_WIDTH;
}

/**
 * loom_axes_get_margins:
 * @picture: a picture
 * @margins: (out): the room
 *
 * How much room the axes need around the cells.
 */
void
loom_axes_get_margins (LoomPicture *picture,
                       LoomMargins *margins)
{
  const double labels = _loom_picture_scale_text (picture, LABEL_ROOM + TITLE_ROOM);
  const double beside = label_width (picture, TRUE) + LABEL_GAP +
                        (picture->coder.layout.wrapped ? 4 : TITLE_ROOM);

  *margins = (LoomMargins) {
    .left = ceil (_loom_picture_scale_text (picture, beside)) + TICK,
    .right = 10,
    .top = picture->view.origin_lower ? 8 : labels,
    .bottom = picture->view.origin_lower ? labels : 8,
  };
}

static const char *
thread_axis (LoomPicture *picture,
             gint         axis)
{
  static const char *threads[] = { "threadIdx.x", "threadIdx.y", "threadIdx.z" };
  static const char *blocks[] = { "blockIdx.x", "blockIdx.y", "blockIdx.z" };
  const LoomDim3 *block = &picture->coder.block;
  guint extents[] = { block->x, block->y, block->z };

  if (axis < 0)
    return NULL;
  return extents[axis] > 1 ? threads[axis] : blocks[axis];
}

static char *
column_title (LoomPicture *picture)
{
  const char *axis = thread_axis (picture, picture->axes.along_cols);

  if (picture->coder.layout.wrapped)
    return axis == NULL ? g_strdup (_("index = row label + column label →"))
                        /* Translators: %s is threadIdx.x or the like */
                        : g_strdup_printf (_("index = row label + column label · %s →"), axis);
  return axis == NULL ? g_strdup (_("columns →")) : g_strdup_printf (_("columns · %s →"), axis);
}

/* Rising text: its beginning is below, so the arrow that points down stands first. */
static char *
row_title (LoomPicture *picture)
{
  const char *axis = thread_axis (picture, picture->axes.along_rows);

  if (picture->view.origin_lower)
    return axis == NULL ? g_strdup (_("rows →")) : g_strdup_printf (_("rows · %s →"), axis);
  return axis == NULL ? g_strdup (_("← rows")) : g_strdup_printf (_("← rows · %s"), axis);
}

static LoomText
label_text (LoomPicture *picture,
            double       x_align,
            double       y_align)
{
  return (LoomText) { .size = _loom_picture_scale_text (picture, LABEL_SIZE),
                     .x_align = x_align,
                     .y_align = y_align,
                     .color = loom_text_ink (picture->view.dark) };
}

/* Titles may be longer than the cells are wide or high: the columns' reaches over the legend, as
 * far as there is anything to draw on, and what still does not fit is set smaller. */
static void
draw_titles (LoomPicture             *picture,
             cairo_t                 *cr,
             const cairo_rectangle_t *area)
{
  gboolean lower = picture->view.origin_lower;
  LoomText text = label_text (picture, 0, lower ? 1 : 0);
  LoomMargins margins;
  g_autofree char *cols = column_title (picture);
  double y, right;

  cairo_clip_extents (cr, NULL, NULL, &right, NULL);
  loom_axes_get_margins (picture, &margins);
  text.color = loom_text_dim_ink (picture->view.dark);
  text.room = MIN (area->width + LOOM_PICTURE_LEGEND_GAP + loom_legend_get_room (picture),
                   MAX (right - area->x - 1, 1));
  y = lower ? area->y + area->height + margins.bottom - 2 : area->y - margins.top + 1;
  loom_text_draw (cr, &text, area->x, y, cols);

  if (!picture->coder.layout.wrapped && picture->coder.layout.rows > 1)
    {
      g_autofree char *rows = row_title (picture);

      text.rising = TRUE;
      text.room = area->height;
      text.x_align = lower ? 0 : 1;
      text.y_align = 0;
      loom_text_draw (cr, &text, area->x - margins.left + 1,
                      lower ? area->y + area->height : area->y, rows);
    }
}

static void
draw_tick (cairo_t *cr,
           double   x,
           double   y,
           double   dx,
           double   dy)
{
  cairo_move_to (cr, x, y);
  cairo_rel_line_to (cr, dx * TICK, dy * TICK);
  cairo_stroke (cr);
}

static void
draw_column_ticks (LoomPicture             *picture,
                   cairo_t                 *cr,
                   const cairo_rectangle_t *area,
                   const cairo_rectangle_t *cells)
{
  gboolean lower = picture->view.origin_lower;
  double scale = area->width / cells->width, edge = lower ? area->y + area->height : area->y;
  double down = lower ? 1 : -1;
  LoomText text = label_text (picture, 0.5, lower ? 0 : 1);
  double room = _loom_picture_scale_text (picture, label_width (picture, FALSE) + COLUMN_SPACE);
  guint64 step = loom_axes_step (scale, room), first, n;

  if (picture->view.pystencils)
    step = MAX (step, PYSTENCILS_STEP);
  n = loom_axes_steps_in (cells->x, cells->width, picture->coder.layout.cols, step, &first);
  for (guint64 i = 0; i < n; i++)
    {
      guint64 col = first + i * step;
      double x = area->x + (col + 0.5 - cells->x) * scale;
      g_autofree char *label = g_strdup_printf ("%" G_GUINT64_FORMAT, col);

      loom_text_color (cr, text.color, 1);
      draw_tick (cr, x, edge, 0, down);
      loom_text_draw (cr, &text, x, edge + down * (TICK + 1), label);
    }
}

static void
draw_row_ticks (LoomPicture             *picture,
                cairo_t                 *cr,
                const cairo_rectangle_t *area,
                const cairo_rectangle_t *cells)
{
  gboolean lower = picture->view.origin_lower;
  const LoomCellLayout *layout = &picture->coder.layout;
  guint64 rows = layout->rows, step, first, n;
  double scale = area->height / cells->height;
  double start = lower ? rows - cells->y - cells->height : cells->y;
  LoomText text = label_text (picture, 1, 0.5);

  step = loom_axes_step (scale, _loom_picture_scale_text (picture, ROW_SPACE));
  if (picture->view.pystencils)
    step = MAX (step, PYSTENCILS_STEP);
  n = loom_axes_steps_in (start, cells->height, rows, step, &first);
  for (guint64 i = 0; i < n; i++)
    {
      guint64 row = first + i * step;
      double place = lower ? rows - row - 0.5 : row + 0.5;
      double y = area->y + (place - cells->y) * scale;
      g_autofree char *label = g_strdup_printf ("%" G_GUINT64_FORMAT,
                                                layout->wrapped ? row * layout->cols : row);

      loom_text_color (cr, text.color, 1);
      draw_tick (cr, area->x, y, -1, 0);
      loom_text_draw (cr, &text, area->x - _loom_picture_scale_text (picture, LABEL_GAP) - TICK, y,
                      label);
    }
}

/**
 * loom_axes_draw:
 * @picture: a picture
 * @cr: where to draw
 * @area: where the cells are
 * @cells: the part of the picture shown there
 *
 * Draws ticks, labels and the names of the axes outside the cells.
 */
void
loom_axes_draw (LoomPicture             *picture,
                cairo_t                 *cr,
                const cairo_rectangle_t *area,
                const cairo_rectangle_t *cells)
{
  cairo_save (cr);
  cairo_set_line_width (cr, 1);
  draw_titles (picture, cr, area);
  draw_column_ticks (picture, cr, area, cells);
  if (picture->coder.layout.rows > 1)
    draw_row_ticks (picture, cr, area, cells);
  cairo_restore (cr);
}
