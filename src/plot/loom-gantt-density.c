/* loom-gantt-density.c: blocks over time that are too thin to be drawn one by one
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-gantt-private.h"

#include "loom-color-scale.h"

#include <math.h>

#define SCALE 2                 /* pixels to a design pixel, so that no screen sees them */
#define MOST_PIXELS 4096        /* to a side */

/* What lies on a pixel: the colours of blocks, each weighed by the share of the pixel it covers. */
typedef struct
{
  float red, green, blue, covered;
} Share;

typedef struct
{
  Share *shares;
  int    width, height;
} Density;

static void
add_bar (Density                 *density,
         const cairo_rectangle_t *bar,
         LoomColor                color)
{
  const double right = MIN (bar->x + bar->width, density->width);
  const double bottom = MIN (bar->y + bar->height, density->height);
  const float red = (color >> 16) & 0xff, green = (color >> 8) & 0xff, blue = color & 0xff;

  for (int y = (int) bar->y; y < bottom; y++)
    {
      const float down = (float) (MIN (bottom, y + 1) - MAX (bar->y, y));
      Share *row = density->shares + (gsize) y * density->width;

      for (int x = (int) bar->x; x < right; x++)
        {
          const float share = down * (float) (MIN (right, x + 1) - MAX (bar->x, x));

          row[x].red += share * red;
          row[x].green += share * green;
          row[x].blue += share * blue;
          row[x].covered += share;
        }
    }
}

static LoomColor
pixel_of (const Share *share)
{
  /* the shortest blocks are drawn longer than they are: more than a pixel may be covered of it */
  const float scale = share->covered > 1 ? 1 / share->covered : 1;
  const guint alpha = (guint) lrintf (share->covered * scale * 255);

  return alpha << 24 | (guint) lrintf (share->red * scale) << 16 |
         (guint) lrintf (share->green * scale) << 8 | (guint) lrintf (share->blue * scale);
}

static void
paint (const Density           *density,
       cairo_t                 *cr,
       const cairo_rectangle_t *area)
{
  cairo_surface_t *image
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, density->width, density->height);
  guchar *data = cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image);

  for (int y = 0; y < density->height && data != NULL; y++)
    for (int x = 0; x < density->width; x++)
      ((LoomColor *) (data + (gsize) y * stride))[x]
          = pixel_of (&density->shares[(gsize) y * density->width + x]);
  cairo_surface_mark_dirty (image);
  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_scale (cr, area->width / density->width, area->height / density->height);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (image);
}

/*
 * _loom_gantt_draw_density:
 * @self: a layout
 * @cr: where to draw
 * @area: where the rows go
 *
 * Draws blocks whose lanes are thinner than a pixel: each pixel shows the mean of what lies under
 * it, and what no block covers stays clear. Takes the time of the pixels under all blocks, a screen
 * or so for each block that a multiprocessor holds at a time. (cairo samples a path, and would lose
 * most of such blocks.)
 */
void
_loom_gantt_draw_density (LoomGantt               *self,
                          cairo_t                 *cr,
                          const cairo_rectangle_t *area)
{
  Density density = {
    .width = CLAMP ((int) ceil (area->width * SCALE), 1, MOST_PIXELS),
    .height = CLAMP ((int) ceil (area->height * SCALE), 1, MOST_PIXELS),
  };
  const cairo_rectangle_t all = { 0, 0, density.width, density.height };

  density.shares = g_new0 (Share, (gsize) density.width * density.height);
  for (guint64 i = 0; i < self->n_bars; i++)
    {
      cairo_rectangle_t bar;

      _loom_gantt_place_bar (self, &all, &self->bars[i], &bar);
      add_bar (&density, &bar, loom_color_scale_category (self->bars[i].wave, 0));
    }
  paint (&density, cr, area);
  g_free (density.shares);
}
