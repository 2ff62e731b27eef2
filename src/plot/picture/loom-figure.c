/* loom-figure.c: a picture with all that explains it, on paper or in a file
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-private.h"

#include "loom-figure-file.h"
#include "loom-legend.h"
#include "loom-number.h"
#include "loom-overlay.h"
#include "loom-text.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MARGIN 18
#define TITLE_SIZE 16
#define CAPTION_SIZE 11
#define SENTENCE_SIZE 12
#define GAP 8
#define LARGEST_AREA 560        /* the longer side of the cells, design pixels */
#define SMALLEST_AREA 120
#define LARGEST_CELL 34
#define WIDEST_HEAD 420         /* title and sentence may ask for this much */
#define IMAGE_SCALE 2           /* of cells too many for vectors */
#define MOST_RECTANGLES 20000

static char *
format_extent (const LoomDim3 *extent)
{
  if (extent->z > 1)
    return g_strdup_printf ("%u × %u × %u", extent->x, extent->y, extent->z);
  if (extent->y > 1)
    return g_strdup_printf ("%u × %u", extent->x, extent->y);
  return g_strdup_printf ("%u", extent->x);
}

static char *
dup_launch (const LoomRun *run)
{
  g_autofree char *grid = format_extent (&run->grid);
  g_autofree char *block = format_extent (&run->block);
  g_autofree char *threads = loom_typeset_count (run->threads);
  const char *backend = loom_backend_id_get_name (run->backend);

  if (run->backend.kind == LOOM_BACKEND_SIMULATOR)
    backend = _("simulator");
  return g_strdup_printf (ngettext ("%1$s · grid %2$s · block %3$s · %4$s thread · %5$s",
                                    "%1$s · grid %2$s · block %3$s · %4$s threads · %5$s",
                                    (gulong) MIN (run->threads, 1000000)),
                          run->kernel != NULL ? run->kernel : "?", grid, block, threads,
                          backend != NULL ? backend : "?");
}

static cairo_rectangle_t
whole (LoomPicture *picture)
{
  return (cairo_rectangle_t) { 0, 0, picture->coder.layout.cols, picture->coder.layout.rows };
}

/* The natural size of the cells' area: square cells, unless that made a strip. */
static void
natural_area (LoomPicture *picture,
              double      *width,
              double      *height)
{
  const LoomGhosts *ghosts = &picture->ghosts;
  double cols = MAX (picture->coder.layout.cols, 1) + ghosts->right,
         rows = MAX (picture->coder.layout.rows, 1) + ghosts->below;
  double cell = MIN (LARGEST_AREA / MAX (cols, rows), LARGEST_CELL);

  *width = MAX (cols * cell, picture->view.pystencils ? 0 : SMALLEST_AREA);
  *height = rows == 1 ? MAX (cell, LARGEST_CELL)
                      : MAX (rows * cell, picture->view.pystencils ? 0 : SMALLEST_AREA);
}

static LoomText
sentence_text (LoomPicture *picture,
               double       width)
{
  return (LoomText) { .size = SENTENCE_SIZE,
                     .width = width,
                     .color = loom_text_ink (picture->view.dark) };
}

static double
head_height (void)
{
  return TITLE_SIZE * 1.5 + CAPTION_SIZE * 1.5 + GAP;
}

static double
measure_sentence (LoomPicture *picture,
                  cairo_t     *cr,
                  double       width)
{
  LoomText text = sentence_text (picture, width);
  g_autofree char *sentence = loom_picture_dup_sentence (picture);
  double height;

  loom_text_measure (cr, &text, sentence, NULL, &height);
  return height;
}

/**
 * loom_picture_get_figure_size:
 * @picture: a picture
 * @width: (out): design pixels
 * @height: (out): design pixels
 *
 * The size at which a figure looks best.
 */
void
loom_picture_get_figure_size (LoomPicture *picture,
                              double      *width,
                              double      *height)
{
  LoomMargins margins;
  const double legend = loom_legend_get_width (picture);
  double area_x, area_y, beside;
  cairo_t *ruler = loom_text_new_ruler ();

  natural_area (picture, &area_x, &area_y);
  loom_axes_get_margins (picture, &margins);
  beside = margins.left + margins.right + LOOM_PICTURE_LEGEND_GAP + legend;
  *width = ceil (MAX (area_x + beside, WIDEST_HEAD) + 2 * MARGIN);
  area_y = MAX (area_y, loom_legend_get_height (picture, legend));
  *height = ceil (head_height () + margins.top + area_y + margins.bottom + GAP +
                  measure_sentence (picture, ruler, *width - 2 * MARGIN) + 2 * MARGIN);
  cairo_destroy (ruler);
}

/* Cells of one code beside each other become one rectangle; each reaches a little under the next,
 * so that no viewer shows a seam. */
static void
draw_rectangles (LoomPicture             *picture,
                 cairo_t                 *cr,
                 const cairo_rectangle_t *area)
{
  const LoomCellLayout *layout = &picture->coder.layout;
  double cell_x = area->width / layout->cols, cell_y = area->height / layout->rows;
  g_autofree guint8 *ranks = g_malloc (layout->cols);

  for (guint64 y = 0; y < layout->rows; y++)
    {
      guint64 row = picture->view.origin_lower ? layout->rows - 1 - y : y;

      loom_coder_encode_row (&picture->coder, row, 0, layout->cols, ranks);
      for (guint64 start = 0, end; start < layout->cols; start = end)
        {
          const LoomPaint *fill = &picture->coder.fills[picture->coder.codes[ranks[start]]];
          cairo_rectangle_t run;

          for (end = start + 1; end < layout->cols && ranks[end] == ranks[start]; end++)
            ;
          if (ranks[start] == LOOM_CODE_OUTSIDE)
            continue;
          run = (cairo_rectangle_t) { area->x + start * cell_x, area->y + y * cell_y,
                                     (end - start) * cell_x, cell_y };
          if (end < layout->cols && ranks[end] != LOOM_CODE_OUTSIDE)
            run.width += 0.25;
          if (y + 1 < layout->rows)
            run.height += 0.25;
          loom_legend_draw_fill (cr, fill, &run);
        }
    }
}

static void
draw_image (LoomPicture             *picture,
            cairo_t                 *cr,
            const cairo_rectangle_t *area,
            double                   scale)
{
  int pixels_x = MAX ((int) lround (area->width * scale), 1),
      pixels_y = MAX ((int) lround (area->height * scale), 1);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, pixels_x, pixels_y);
  cairo_rectangle_t cells = whole (picture);

  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_flush (surface);
      loom_picture_render (picture, &cells, MAX ((guint) lround (scale), 1),
                           (guint32 *) (gpointer) cairo_image_surface_get_data (surface), pixels_x,
                           pixels_y, cairo_image_surface_get_stride (surface));
      cairo_surface_mark_dirty (surface);
      cairo_save (cr);
      cairo_translate (cr, area->x, area->y);
      cairo_scale (cr, area->width / pixels_x, area->height / pixels_y);
      cairo_set_source_surface (cr, surface, 0, 0);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (surface);
}

static void
draw_cells (LoomPicture             *picture,
            cairo_t                 *cr,
            const cairo_rectangle_t *area)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));
  gboolean vectors = type != CAIRO_SURFACE_TYPE_IMAGE &&
                     picture->coder.layout.cells <= MOST_RECTANGLES;
  double dx = 1, dy = 0;

  cairo_user_to_device_distance (cr, &dx, &dy);
  if (vectors)
    draw_rectangles (picture, cr, area);
  else
    draw_image (picture, cr, area,
                type == CAIRO_SURFACE_TYPE_IMAGE ? MAX (fabs (dx), 0.1) : IMAGE_SCALE);
}

static void
draw_head (LoomPicture *picture,
           cairo_t     *cr,
           double       width)
{
  LoomText title = { .size = TITLE_SIZE,
                     .bold = TRUE,
                     .color = loom_text_ink (picture->view.dark) };
  LoomText caption = { .size = CAPTION_SIZE, .color = loom_text_dim_ink (picture->view.dark) };
  g_autofree char *name = loom_picture_dup_title (picture);
  g_autofree char *launch = dup_launch (picture->run);

  loom_text_draw (cr, &title, MARGIN, MARGIN, name);
  loom_text_draw (cr, &caption, MARGIN, MARGIN + TITLE_SIZE * 1.5, launch);
}

/* As large as fits, with square cells unless they would make a strip, on whole design pixels. */
static cairo_rectangle_t
place_area (LoomPicture *picture,
            double       width,
            double       height,
            double       sentence)
{
  LoomMargins margins;
  double natural_x, natural_y, room_x, room_y, scale;

  loom_axes_get_margins (picture, &margins);
  natural_area (picture, &natural_x, &natural_y);
  room_x = width - 3 * MARGIN - margins.left - margins.right - loom_legend_get_width (picture);
  room_y = height - 2 * MARGIN - head_height () - margins.top - margins.bottom - GAP - sentence;
  scale = MAX (MIN (room_x / natural_x, room_y / natural_y), 0.01);
  if (scale > 1 && picture->coder.layout.rows == 1)
    natural_y /= scale;
  return (cairo_rectangle_t) { round (MARGIN + margins.left),
                              round (MARGIN + head_height () + margins.top),
                              MAX (floor (natural_x * scale), 1),
                              MAX (floor (natural_y * scale), 1) };
}

/* What of the whole place the array has; the rest is that of threads beside it. */
static cairo_rectangle_t
place_cells (LoomPicture             *picture,
             const cairo_rectangle_t *whole_area)
{
  const LoomCellLayout *layout = &picture->coder.layout;
  const double cols = MAX (layout->cols, 1), rows = MAX (layout->rows, 1);
  cairo_rectangle_t area = *whole_area;

  area.width = MAX (round (area.width * cols / (cols + picture->ghosts.right)), 1);
  area.height = MAX (round (area.height * rows / (rows + picture->ghosts.below)), 1);
  if (picture->view.origin_lower)
    area.y += whole_area->height - area.height;
  return area;
}

/**
 * loom_picture_draw_figure:
 * @picture: a picture
 * @cr: where to draw
 * @width: room in design pixels
 * @height: room in design pixels
 *
 * Draws a whole figure: background, title, launch, cells, axes, legend, sentence.
 */
void
loom_picture_draw_figure (LoomPicture *picture,
                          cairo_t     *cr,
                          double       width,
                          double       height)
{
  double sentence_height = measure_sentence (picture, cr, width - 2 * MARGIN);
  cairo_rectangle_t place = place_area (picture, width, height, sentence_height),
                    area = place_cells (picture, &place), cells = whole (picture), legend;
  LoomText text = sentence_text (picture, width - 2 * MARGIN);
  g_autofree char *sentence = loom_picture_dup_sentence (picture);

  cairo_save (cr);
  loom_text_color (cr, picture->view.dark ? 0xff242424 : 0xffffffff, 1);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  draw_head (picture, cr, width);
  if (picture->coder.layout.cells > 0)
    {
      draw_cells (picture, cr, &area);
      cairo_save (cr);
      cairo_rectangle (cr, place.x, place.y, place.width, place.height);
      cairo_clip (cr);
      loom_picture_draw_ring (picture, cr, &area, &cells);
      cairo_restore (cr);
      loom_picture_draw_over (picture, cr, &area, &cells);
      legend = (cairo_rectangle_t) { place.x + place.width + LOOM_PICTURE_LEGEND_GAP, place.y,
                                     loom_legend_get_width (picture), 0 };
      legend.height = MAX (place.height, loom_legend_get_height (picture, legend.width));
      loom_legend_draw (picture, cr, &legend);
    }
  loom_text_draw (cr, &text, MARGIN, height - MARGIN - sentence_height, sentence);
  cairo_restore (cr);
}

static void
draw_cb (cairo_t  *cr,
         double    width,
         double    height,
         gpointer  picture)
{
  loom_picture_draw_figure (picture, cr, width, height);
}

/**
 * loom_picture_export:
 * @picture: a picture
 * @path: file to write, its ending says the format: .png, .svg or .pdf
 *
 * Writes a figure to a file, which is there whole or not at all. The same picture gives the same
 * bytes.
 *
 * Sets %LOOM_ERROR_USAGE for another ending, %LOOM_ERROR_FILE if it can't be written.
 */
gboolean
loom_picture_export (LoomPicture  *picture,
                     const char   *path,
                     GError      **error)
{
  g_autofree char *title = loom_picture_dup_title (picture);
  LoomFigureFile file = { title, 0, 0, draw_cb, picture };

  loom_picture_get_figure_size (picture, &file.width, &file.height);

  return loom_figure_file_write (&file, path, error);
}
