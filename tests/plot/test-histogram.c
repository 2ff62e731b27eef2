/* test-histogram.c: bars, looked at pixel by pixel
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-histogram.h"

#define WIDTH 202
#define HEIGHT 120

static guint32
get_pixel (cairo_surface_t *surface,
           int              x,
           int              y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint32 pixel;

  memcpy (&pixel, data + y * cairo_image_surface_get_stride (surface) + 4 * x, sizeof pixel);
  return pixel;
}

static int
count_column (cairo_surface_t *surface,
              int              x)
{
  int count = 0;

  for (int y = 18; y < HEIGHT - 18; y++)
    count += get_pixel (surface, x, y) != 0xffffffff;
  return count;
}

/* 0, 0, 0, 0 and 3: four bins, of which two are empty. */
static void
test_bars_are_as_high_as_bins_are_full (void)
{
  const LoomType type = loom_type_of (LOOM_SCALAR_U8, 1);
  const guint8 cells[] = { 0, 0, 0, 0, 3 };
  const gint64 n = G_N_ELEMENTS (cells);
  g_autoptr (GBytes) bytes = g_bytes_new (cells, sizeof cells);
  g_autoptr (LoomValue) value = loom_value_new (&type, 1, &n, bytes);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  LoomStatistics statistics;
  int first, last;

  loom_statistics_init (&statistics, value, 0);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  loom_histogram_draw (&statistics, cr, WIDTH, HEIGHT, LOOM_COLORMAP_VIRIDIS, FALSE, 1);
  cairo_surface_flush (surface);
  first = count_column (surface, 25);
  last = count_column (surface, 175);
  g_assert_cmpint (first, >, HEIGHT / 2);
  g_assert_cmpint (last, >=, first / 4 - 3);
  g_assert_cmpint (last, <=, first / 4 + 3);
  g_assert_cmpint (count_column (surface, 75), <, 4);
  g_assert_cmphex (get_pixel (surface, 25, HEIGHT / 2), ==,
                   loom_color_scale_map (LOOM_COLORMAP_VIRIDIS, 0.125));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/histogram/bars-are-as-high-as-bins-are-full",
                   test_bars_are_as_high_as_bins_are_full);
  return g_test_run ();
}
