/* loom-picture.c: a run seen through a view
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-private.h"

#include "loom-class.h"
#include "loom-legend.h"
#include "loom-overlay.h"
#include "loom-sentence.h"

#include <math.h>

#define SMALLER 0.9             /* words of a legend that has no room, step by step */

static void
loom_picture_clear (LoomPicture *self)
{
  loom_heatmap_free (self->heatmap);
  loom_coder_clear (&self->coder);
  loom_coder_clear (&self->sampled);
  loom_sample_free (self->sample);
  g_free (self->sentence);
  loom_run_unref (self->run);
}

LOOM_DEFINE_SHARED (LoomPicture, loom_picture)

/**
 * loom_picture_new:
 * @run: a run
 * @view: how to look at it
 *
 * Makes a picture. Where the view's lens has nothing to show, the picture is of the values; where
 * the view's array or plane does not exist, of the first array or the last plane. See
 * [func@picture_get_view].
 *
 * Reads each cell of the array a few times, in several threads: about 0.1 s of a processor for
 * 4096×4096 cells. Make pictures of large arrays in a thread.
 *
 * Returns: (transfer full): the picture
 */
LoomPicture *
loom_picture_new (LoomRun        *run,
                  const LoomView *view)
{
  return loom_picture_new_after (NULL, run, view);
}

/* Of an array that has planes, the first one that tells how threads lie on the cells tells how many
 * lie beside it: that is said of the whole array, whichever plane is shown. */
static void
count_ghosts (LoomPicture       *self,
              const LoomPicture *before)
{
  LoomCoder coder = self->coder;
  const guint64 cells = coder.layout.cells;
  LoomGhosts ghosts = { 0 };

  if (before != NULL)
    ghosts = before->ghosts;
  for (guint64 first = 0; before == NULL && ghosts.all == 0 && first < coder.planes.cells;
       first += cells)
    {
      LoomThreadAxes axes;

      coder.layout.first = first;
      loom_thread_axes_find (&axes, &coder);
      loom_ghosts_find (&ghosts, &axes, &coder);
    }
  loom_ghosts_take_counts (&self->ghosts, &ghosts);
}

/* How threads lie on cells, and which cells were missed, hangs on what was counted alone, which is
 * the same at all moments of a run. */
static void
take_over (LoomPicture       *self,
           const LoomPicture *before)
{
  const LoomPlanes *mine = &self->coder.planes;
  const LoomPlanes *its = before != NULL ? &before->coder.planes : NULL;

  const gboolean is_same = its != NULL && mine->lowest != NULL && its->lowest == mine->lowest;

  if (is_same && before->coder.layout.first == self->coder.layout.first)
    self->axes = before->axes;
  else
    loom_thread_axes_find (&self->axes, &self->coder);
  loom_ghosts_find (&self->ghosts, &self->axes, &self->coder);
  if (self->coder.layout.cells > 0 && mine->cells > self->coder.layout.cells)
    count_ghosts (self, is_same ? before : NULL);
  if (its != NULL && mine->writes != NULL && its->writes == mine->writes &&
      its->domain == mine->domain && before->has_missing)
    {
      self->missing = before->missing;
      self->has_missing = TRUE;
    }
}

/* A picture of which nothing is known but what it is of. */
LoomPicture *
_loom_picture_choose (LoomRun        *run,
                      const LoomView *view)
{
  LoomPicture *self = g_atomic_rc_box_new0 (LoomPicture);

  self->run = loom_run_ref (run);
  self->view = *view;
  if (self->view.array >= run->arrays->len)
    self->view.array = 0;
  if (self->view.array < run->arrays->len)
    self->array = g_ptr_array_index (run->arrays, self->view.array);
  if (self->view.lens >= LOOM_N_LENSES ||
      !loom_lens_is_available (self->view.lens, run, self->view.array))
    self->view.lens = LOOM_LENS_VALUE;
  if (self->view.colormap >= LOOM_N_COLORMAPS)
    self->view.colormap = LOOM_COLORMAP_VIRIDIS;
  if (!(self->view.text_scale > 0))
    self->view.text_scale = 1;
  if (self->view.pystencils)
    self->view.origin_lower = TRUE;
  if (!loom_lens_is_available (self->view.lens, run, self->view.array))
    self->array = NULL;
  return self;
}

/* A picture without its cells: what the scale of its colours hangs on. */
LoomPicture *
_loom_picture_begin (LoomRun        *run,
                     const LoomView *view)
{
  LoomPicture *self = _loom_picture_choose (run, view);

  loom_coder_init (&self->coder, run, self->array, &self->view);
  return self;
}

/* The cells, and all that is found by looking at them. */
void
_loom_picture_finish (LoomPicture       *self,
                      const LoomPicture *before)
{
  loom_coder_encode_plane (&self->coder, TRUE);
  if (self->coder.layout.cells > 0)
    self->view.plane = self->coder.layout.first / self->coder.layout.cells;
  take_over (self, before);
  self->heatmap = loom_heatmap_new (&self->coder);
  self->sentence = loom_sentence_of_picture (self);
}

/**
 * loom_picture_new_after:
 * @before: (nullable): a picture, perhaps of the same array at another moment
 * @run: a run
 * @view: how to look at it
 *
 * Makes a picture as loom_picture_new() does. What both have in common is not found anew.
 *
 * Returns: (transfer full): the picture
 */
LoomPicture *
loom_picture_new_after (LoomPicture    *before,
                        LoomRun        *run,
                        const LoomView *view)
{
  LoomPicture *self;

  g_return_val_if_fail (run != NULL, NULL);
  g_return_val_if_fail (view != NULL, NULL);

  self = _loom_picture_begin (run, view);
  _loom_picture_finish (self, before);
  return self;
}

/**
 * loom_picture_get_run:
 *
 * The run that is shown.
 *
 * Returns: (transfer none): the run
 */
LoomRun *
loom_picture_get_run (LoomPicture *self)
{
  return self->run;
}

/**
 * loom_picture_get_view:
 *
 * How the run is shown: the view asked for, corrected where that was not possible.
 */
const LoomView *
loom_picture_get_view (LoomPicture *self)
{
  return &self->view;
}

/**
 * loom_picture_get_cols:
 *
 * How many cells the picture is wide; 0 if there is nothing to show.
 */
guint64
loom_picture_get_cols (LoomPicture *self)
{
  return self->coder.layout.cols;
}

/**
 * loom_picture_get_rows:
 *
 * How many cells the picture is high; 0 if there is nothing to show.
 */
guint64
loom_picture_get_rows (LoomPicture *self)
{
  return self->coder.layout.rows;
}

/**
 * loom_picture_get_scale:
 * @low: (out): the least number that the colours tell apart
 * @high: (out): the greatest
 *
 * Returns: whether the colours stand for numbers, of which there are some
 */
gboolean
loom_picture_get_scale (LoomPicture *self,
                        double      *low,
                        double      *high)
{
  const LoomValueScale *scale = &self->coder.scale;

  if (self->coder.shows != LOOM_SHOWS_NUMBERS || scale->low > scale->high)
    return FALSE;
  *low = scale->low;
  *high = scale->high;
  return TRUE;
}

/**
 * loom_picture_is_wrapped:
 *
 * Whether a 1-D array is shown in several rows.
 */
gboolean
loom_picture_is_wrapped (LoomPicture *self)
{
  return self->coder.layout.wrapped;
}

/**
 * loom_picture_cell_at:
 * @x: place in the picture, cells from its left edge
 * @y: place in the picture, cells from its upper edge
 * @col: (out): column
 * @row: (out): row of the data
 *
 * The cell at a place.
 *
 * Returns: whether there is one
 */
gboolean
loom_picture_cell_at (LoomPicture *self,
                      double       x,
                      double       y,
                      guint64     *col,
                      guint64     *row)
{
  const LoomCellLayout *layout = &self->coder.layout;

  if (!(x >= 0 && y >= 0 && x < layout->cols && y < layout->rows))
    return FALSE;
  *col = (guint64) x;
  *row = self->view.origin_lower ? layout->rows - 1 - (guint64) y : (guint64) y;
  return loom_cell_layout_has (layout, *col, *row);
}

/**
 * loom_picture_place_of:
 * @col: column
 * @row: row of the data
 * @x: (out): place of the cell's left edge
 * @y: (out): place of the cell's upper edge
 *
 * Where a cell is in the picture.
 */
void
loom_picture_place_of (LoomPicture *self,
                       guint64      col,
                       guint64      row,
                       double      *x,
                       double      *y)
{
  *x = col;
  *y = self->view.origin_lower ? (double) self->coder.layout.rows - 1 - row : row;
}

/**
 * loom_picture_index_of:
 * @col: column
 * @row: row of the data
 * @index: (out): index of the cell in the array
 *
 * Which cell of the array is shown somewhere.
 *
 * Returns: whether there is one
 */
gboolean
loom_picture_index_of (LoomPicture *self,
                       guint64      col,
                       guint64      row,
                       guint64     *index)
{
  if (!loom_cell_layout_has (&self->coder.layout, col, row))
    return FALSE;
  *index = loom_cell_layout_cell (&self->coder.layout, col, row);
  return TRUE;
}

/**
 * loom_picture_find_index:
 * @index: index of a cell in the array
 * @col: (out): column
 * @row: (out): row of the data
 *
 * Where a cell of the array is shown.
 *
 * Returns: whether it is in the plane that is shown
 */
gboolean
loom_picture_find_index (LoomPicture *self,
                         guint64      index,
                         guint64     *col,
                         guint64     *row)
{
  const LoomCellLayout *layout = &self->coder.layout;

  if (index < layout->first || index - layout->first >= layout->cells)
    return FALSE;
  *col = (index - layout->first) % layout->cols;
  *row = (index - layout->first) / layout->cols;
  return TRUE;
}

/* The place of a cell by its index in the array; it may lie before or behind the plane, not farther
 * than one cell away from it, or as far as threads are drawn there. */
void
_loom_picture_place_index (LoomPicture *self,
                           gint64       index,
                           double      *x,
                           double      *y)
{
  const LoomCellLayout *layout = &self->coder.layout;
  gint64 cell = index - (gint64) layout->first;
  gint64 cols = layout->cols, row = cell / cols - (cell % cols < 0);

  *x = cell - row * cols;
  *y = CLAMP (row, -1, (gint64) (layout->rows + MAX (self->ghosts.below, 1) - 1));
  if (self->view.origin_lower)
    *y = (double) layout->rows - 1 - *y;
}

/**
 * loom_picture_get_trap_place:
 * @x: (out): place of the cell's left edge
 * @y: (out): place of the cell's upper edge
 * @inside: (out): whether it is a cell of the array; else the place is beside the picture
 *
 * Where the access was that stopped the kernel.
 *
 * Returns: whether that can be told: %FALSE without a trap, and where the trap has to do with
 * another array or plane
 */
gboolean
loom_picture_get_trap_place (LoomPicture *self,
                             double      *x,
                             double      *y,
                             gboolean    *inside)
{
  const LoomFinding *trap = self->run->trap;
  gint64 size = self->coder.planes.type.size, cell;
  guint64 col, row;

  if (trap == NULL || self->array == NULL || size == 0 || self->coder.layout.cells == 0 ||
      g_strcmp0 (trap->array, self->array->name) != 0)
    return FALSE;
  cell = trap->offset / size - (trap->offset % size < 0);
  *inside = cell >= 0 && loom_picture_find_index (self, cell, &col, &row);
  if (*inside)
    loom_picture_place_of (self, col, row, x, y);
  else if (cell < 0 || (guint64) cell >= self->coder.planes.cells)
    _loom_picture_place_index (self, cell, x, y);
  else
    return FALSE;
  return TRUE;
}

/**
 * loom_picture_render:
 * @cells: the part to draw, in cells from the upper left corner; may reach outside
 * @unit: device pixels for a design pixel, the scale of patterns
 * @pixels: (out caller-allocates): CAIRO_FORMAT_ARGB32 pixels
 * @pixels_x: pixels in a row
 * @pixels_y: rows of pixels
 * @stride: bytes from row to row
 *
 * Draws cells as pixels. A pixel that covers several cells shows the one that matters most (see
 * loom-heatmap.c).
 */
void
loom_picture_render (LoomPicture             *self,
                     const cairo_rectangle_t *cells,
                     guint                    unit,
                     guint32                 *pixels,
                     guint                    pixels_x,
                     guint                    pixels_y,
                     gsize                    stride)
{
  LoomHeatmapPart part = { cells->x, cells->y, cells->width, cells->height, self->view.origin_lower,
                           unit };

  loom_heatmap_render (self->heatmap, &part, pixels, pixels_x, pixels_y, stride);
}

/**
 * loom_picture_draw_over:
 * @cr: where to draw
 * @area: where the cells are, in design pixels
 * @cells: the part of the picture shown there
 *
 * Draws what lies on the cells and around them: grid, borders, numbers, axes.
 */
void
loom_picture_draw_over (LoomPicture             *self,
                        cairo_t                 *cr,
                        const cairo_rectangle_t *area,
                        const cairo_rectangle_t *cells)
{
  if (self->coder.layout.cells == 0 || !(cells->width > 0) || !(cells->height > 0))
    return;
  loom_overlay_draw (self, cr, area, cells);
  loom_axes_draw (self, cr, area, cells);
}

/**
 * loom_picture_get_margins:
 * @margins: (out): room in whole design pixels
 *
 * The room that the axes need around the cells.
 */
void
loom_picture_get_margins (LoomPicture *self,
                          LoomMargins *margins)
{
  LoomMargins exact;

  loom_axes_get_margins (self, &exact);
  *margins = (LoomMargins) { ceil (exact.left), ceil (exact.top), ceil (exact.right),
                             ceil (exact.bottom) };
}

/**
 * loom_picture_get_legend_room:
 *
 * The width in design pixels that is enough for the legend of each lens of the array.
 */
double
loom_picture_get_legend_room (LoomPicture *self)
{
  return loom_legend_get_room (self);
}

/**
 * loom_picture_get_legend_height:
 * @width: the legend's
 *
 * The height in design pixels that the legend needs to say all.
 */
double
loom_picture_get_legend_height (LoomPicture *self,
                                double       width)
{
  return ceil (loom_legend_get_height (self, width));
}

static cairo_rectangle_t
scale_down (const cairo_rectangle_t *area,
            double                   words)
{
  return (cairo_rectangle_t) { area->x / words, area->y / words, area->width / words,
                               area->height / words };
}

/* Small words say more than none: down to the size that nobody asked to be larger. */
static double
find_legend_words (LoomPicture             *self,
                   const cairo_rectangle_t *area)
{
  const double least = MIN (1, 1 / self->view.text_scale);
  cairo_rectangle_t place = *area;
  double words = 1;

  while (words > least && !loom_legend_has_room (self, &place))
    {
      words = MAX (words * SMALLER, least);
      place = scale_down (area, words);
    }
  return words;
}

/**
 * loom_picture_draw_legend:
 * @cr: where to draw
 * @area: where the legend goes
 *
 * Draws the colour bar or the list of colours, with smaller words where there is no room for all.
 */
void
loom_picture_draw_legend (LoomPicture             *self,
                          cairo_t                 *cr,
                          const cairo_rectangle_t *area)
{
  const double words = find_legend_words (self, area);
  const cairo_rectangle_t place = scale_down (area, words);

  cairo_save (cr);
  cairo_scale (cr, words, words);
  loom_legend_draw (self, cr, &place);
  cairo_restore (cr);
}

/**
 * loom_picture_dup_sentence:
 *
 * What the picture shows, in the user's language.
 *
 * Returns: (transfer full): the sentence
 */
char *
loom_picture_dup_sentence (LoomPicture *self)
{
  return g_strdup (self->sentence);
}
