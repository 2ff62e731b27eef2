/* loom-thread-map-draw.c: the grid that a run launched, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-map-private.h"

#include "loom-legend.h"
#include "loom-text.h"

#include <math.h>

#define GRID_FROM 10            /* design pixels a place must have for gaps between threads */
#define WARPS_FROM 4            /* and for borders of warps */
#define BLOCKS_FROM 8           /* and a block for its own */

/* These grow with the words. */
#define LEGEND_SIZE 11
#define LEGEND_LINE 18
#define LEGEND_GAP 6
#define SWATCH 11

/* The part of the picture in sight, in pixels or design pixels. */
typedef struct
{
  const LoomThreadMap *map;
  double  left, top;            /* of place (0, 0) */
  double  place_x, place_y;     /* size of a place */
  guint64 col, end_col, row, end_row;
} Sight;

static void
find_sight (Sight                   *self,
            const LoomThreadMap     *map,
            const cairo_rectangle_t *area,
            const cairo_rectangle_t *places)
{
  const LoomThreadLayout *layout = &map->layout;
  const double cols = (double) layout->cols, rows = (double) layout->rows;

  *self = (Sight) {
    .map = map,
    .place_x = area->width / places->width,
    .place_y = area->height / places->height,
    .col = (guint64) CLAMP (floor (places->x), 0, cols),
    .row = (guint64) CLAMP (floor (places->y), 0, rows),
    .end_col = (guint64) CLAMP (ceil (places->x + places->width), 0, cols),
    .end_row = (guint64) CLAMP (ceil (places->y + places->height), 0, rows),
  };
  self->left = area->x - places->x * self->place_x;
  self->top = area->y - places->y * self->place_y;
}

static guint32
get_pixel (const LoomPaint *paint,
           guint            x,
           guint            y)
{
  return loom_pattern_has_ink (paint->pattern, x, y) ? paint->ink : paint->color;
}

/* The pixels of a row: of the first thread that each has a part of. */
static void
render_row (const LoomThreadMap     *self,
            const cairo_rectangle_t *places,
            guint                    unit,
            guint32                 *pixels,
            guint                    n,
            guint                    y,
            guint64                  row)
{
  LoomPaint paint = { 0 };
  guint64 last = LOOM_NO_PLACE;

  for (guint x = 0; x < n; x++)
    {
      const double col = floor (places->x + (x + 0.5) * places->width / n);
      const guint64 thread
          = col >= 0 ? loom_thread_layout_find (&self->layout, (guint64) col, row) : LOOM_NO_PLACE;

      if (thread != LOOM_NO_PLACE && thread != last)
        paint = _loom_thread_map_get_paint (self, thread);
      last = thread;
      pixels[x] = thread != LOOM_NO_PLACE ? get_pixel (&paint, x / unit, y / unit) : 0;
    }
}

/* Marks the pixels of the threads of a block that were stopped, with the gravest state. */
static void
mark_block (const LoomThreadMap *self,
            const Sight         *sight,
            guint64              block,
            guint8              *gravest,
            guint                pixels_x,
            guint                pixels_y)
{
  const guint64 first = block * self->layout.per_block;

  for (guint64 thread = first; thread < first + self->layout.per_block; thread++)
    {
      double x, y;
      guint64 col, row;
      guint8 *at;

      if (self->states[thread] < LOOM_FIRST_ALARM)
        continue;
      loom_thread_layout_get_place (&self->layout, thread, &col, &row);
      x = floor (sight->left + (double) col * sight->place_x);
      y = floor (sight->top + (double) row * sight->place_y);
      if (x < 0 || y < 0 || x >= pixels_x || y >= pixels_y)
        continue;
      at = &gravest[(gsize) y * pixels_x + (gsize) x];
      *at = MAX (*at, self->states[thread]);
    }
}

/* Where a pixel has many threads, one that was stopped is seen among them. */
static void
render_alarms (const LoomThreadMap     *self,
               const cairo_rectangle_t *places,
               guint                    unit,
               guint32                 *pixels,
               guint                    pixels_x,
               guint                    pixels_y)
{
  const cairo_rectangle_t all = { 0, 0, pixels_x, pixels_y };
  const LoomThreadLayout *layout = &self->layout;
  g_autofree guint8 *gravest = NULL;
  Sight sight;

  find_sight (&sight, self, &all, places);
  if (self->lens != LOOM_THREAD_LENS_STATE || self->alarms == NULL ||
      MIN (sight.place_x, sight.place_y) >= 1 || sight.col == sight.end_col ||
      sight.row == sight.end_row)
    return;
  gravest = g_new0 (guint8, (gsize) pixels_x * pixels_y);
  for (guint64 y = sight.row / layout->tile_rows; y <= (sight.end_row - 1) / layout->tile_rows; y++)
    for (guint64 x = sight.col / layout->tile_cols;
         x <= (sight.end_col - 1) / layout->tile_cols && y * layout->across + x < layout->blocks;
         x++)
      if (self->alarms[y * layout->across + x] != 0)
        mark_block (self, &sight, y * layout->across + x, gravest, pixels_x, pixels_y);
  for (gsize i = 0; i < (gsize) pixels_x * pixels_y; i++)
    if (gravest[i] != 0)
      {
        const LoomPaint paint = _loom_thread_map_get_state_paint (self, gravest[i]);

        pixels[i] = get_pixel (&paint, i % pixels_x / unit, (guint) (i / pixels_x) / unit);
      }
}

/**
 * loom_thread_map_render:
 * @places: the part of the picture
 * @unit: pixels of a design pixel
 * @pixels: (out caller-allocates): row by row
 * @pixels_x: how many in a row
 * @pixels_y: rows
 *
 * Renders what is seen: that takes as long as there are pixels, and threads that were stopped.
 */
void
loom_thread_map_render (const LoomThreadMap     *self,
                        const cairo_rectangle_t *places,
                        guint                    unit,
                        guint32                 *pixels,
                        guint                    pixels_x,
                        guint                    pixels_y)
{
  g_return_if_fail (self != NULL && unit > 0);

  for (guint y = 0; y < pixels_y; y++)
    {
      const double row = floor (places->y + (y + 0.5) * places->height / pixels_y);

      render_row (self, places, unit, pixels + (gsize) y * pixels_x, pixels_x, y,
                  row >= 0 ? (guint64) row : self->layout.rows);
    }
  render_alarms (self, places, unit, pixels, pixels_x, pixels_y);
}

/* A line of whole design pixels, from one place to another. */
static void
trace_line (const Sight *sight,
            cairo_t     *cr,
            guint64      from_col,
            guint64      from_row,
            guint64      to_col,
            guint64      to_row)
{
  cairo_move_to (cr, round (sight->left + (double) from_col * sight->place_x),
                 round (sight->top + (double) from_row * sight->place_y));
  cairo_line_to (cr, round (sight->left + (double) to_col * sight->place_x),
                 round (sight->top + (double) to_row * sight->place_y));
}

/* Whole design pixels from a place on. */
static void
trace_places (const Sight *sight,
              cairo_t     *cr,
              guint64      col,
              guint64      row,
              guint64      cols,
              guint64      rows)
{
  trace_line (sight, cr, col, row, col + cols, row);
  trace_line (sight, cr, col, row + rows, col + cols, row + rows);
  trace_line (sight, cr, col, row, col, row + rows);
  trace_line (sight, cr, col + cols, row, col + cols, row + rows);
}

/* The warp at a place, counted over all blocks; -1: nobody is there. */
static gint64
get_warp (const LoomThreadMap *map,
          guint64              col,
          guint64              row)
{
  const guint64 thread = loom_thread_layout_find (&map->layout, col, row);

  return thread == LOOM_NO_PLACE ? -1 : (gint64) _loom_coder_number_warp (&map->coder, thread);
}

/* Between neighbours of other warps. */
static void
trace_warps (const Sight *sight,
             cairo_t     *cr)
{
  for (guint64 row = sight->row; row < sight->end_row; row++)
    for (guint64 col = sight->col; col < sight->end_col; col++)
      {
        const gint64 warp = get_warp (sight->map, col, row);

        if (col + 1 < sight->end_col && get_warp (sight->map, col + 1, row) != warp)
          trace_line (sight, cr, col + 1, row, col + 1, row + 1);
        if (row + 1 < sight->end_row && get_warp (sight->map, col, row + 1) != warp)
          trace_line (sight, cr, col, row + 1, col + 1, row + 1);
      }
}

/* A dark line within a light one is seen on every colour. */
static void
stroke_border (cairo_t *cr,
               double   width)
{
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  loom_text_color (cr, 0xffffffff, 0.75);
  cairo_set_line_width (cr, width + 1.6);
  cairo_stroke_preserve (cr);
  loom_text_color (cr, 0xff000000, 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

/**
 * loom_thread_map_draw_over:
 * @area: where the threads are
 * @places: the part of the picture shown there
 *
 * Draws what lies over the threads, each where there is room for it: gaps between threads, borders
 * of warps and, stronger, of blocks.
 */
void
loom_thread_map_draw_over (const LoomThreadMap     *self,
                           cairo_t                 *cr,
                           const cairo_rectangle_t *area,
                           const cairo_rectangle_t *places)
{
  Sight sight;
  double least;

  g_return_if_fail (self != NULL);

  find_sight (&sight, self, area, places);
  least = MIN (sight.place_x, sight.place_y);
  cairo_save (cr);
  cairo_rectangle (cr, area->x - 1, area->y - 1, area->width + 2, area->height + 2);
  cairo_clip (cr);
  if (least >= GRID_FROM)
    {
      for (guint64 row = sight.row; row < sight.end_row; row++)
        for (guint64 col = sight.col; col < sight.end_col; col++)
          if (loom_thread_layout_find (&self->layout, col, row) != LOOM_NO_PLACE)
            trace_places (&sight, cr, col, row, 1, 1);
      loom_text_color (cr, 0xff000000, 0.16);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  if (least >= WARPS_FROM)
    {
      trace_warps (&sight, cr);
      loom_text_color (cr, 0xff000000, 0.7);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  if (MIN (sight.place_x * (double) self->layout.tile_cols,
           sight.place_y * (double) self->layout.tile_rows) >= BLOCKS_FROM)
    {
      const guint64 cols = self->layout.tile_cols, rows = self->layout.tile_rows;

      for (guint64 row = sight.row / rows * rows; row < sight.end_row; row += rows)
        for (guint64 col = sight.col / cols * cols; col < sight.end_col; col += cols)
          if (loom_thread_layout_find (&self->layout, col, row) != LOOM_NO_PLACE)
            trace_places (&sight, cr, col, row, cols, rows);
      stroke_border (cr, 1.4);
    }
  cairo_restore (cr);
}

static LoomText
get_legend_text (const LoomThreadMap *self,
                 double               text_scale)
{
  return (LoomText) { .size = LEGEND_SIZE * text_scale, .y_align = 0.5,
                      .color = loom_text_ink (self->dark) };
}

/**
 * loom_thread_map_get_legend_room:
 * @text_scale: how large words are
 *
 * Returns: the width that the legend needs; 0 where there is nothing to tell
 */
double
loom_thread_map_get_legend_room (const LoomThreadMap *self,
                                 double               text_scale)
{
  const LoomText text = get_legend_text (self, text_scale);
  g_autoptr (GArray) entries = NULL;
  cairo_t *ruler;
  double widest = 0;

  g_return_val_if_fail (self != NULL, 0);

  entries = _loom_thread_map_list_entries (self);
  ruler = loom_text_new_ruler ();
  for (guint i = 0; i < entries->len; i++)
    {
      double width, height;

      loom_text_measure (ruler, &text, g_array_index (entries, LoomThreadEntry, i).text, &width,
                         &height);
      widest = MAX (widest, width);
    }
  cairo_destroy (ruler);
  return entries->len > 0 ? ceil (widest + (SWATCH + LEGEND_GAP) * text_scale) : 0;
}

/**
 * loom_thread_map_draw_legend:
 * @x: its left edge
 * @y: its upper edge
 * @text_scale: how large words are
 *
 * Draws what the colours mean, one below the other.
 */
void
loom_thread_map_draw_legend (const LoomThreadMap *self,
                             cairo_t             *cr,
                             double               x,
                             double               y,
                             double               text_scale)
{
  const LoomText text = get_legend_text (self, text_scale);
  const double side = SWATCH * text_scale;
  g_autoptr (GArray) entries = NULL;

  g_return_if_fail (self != NULL);

  entries = _loom_thread_map_list_entries (self);
  for (guint i = 0; i < entries->len; i++)
    {
      const LoomThreadEntry *entry = &g_array_index (entries, LoomThreadEntry, i);
      const double middle = y + (i + 0.5) * LEGEND_LINE * text_scale;
      const cairo_rectangle_t swatch = { x, round (middle - side / 2), side, side };

      if (entry->paint.color != 0)
        loom_legend_draw_fill (cr, &entry->paint, &swatch);
      loom_text_draw (cr, &text, x + side + LEGEND_GAP * text_scale, middle, entry->text);
    }
}
