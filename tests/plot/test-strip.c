/* test-strip.c: histogram, row and column of a picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-strip.h"
#include "plot-fixture.h"

#include <math.h>
#include <string.h>

#define COLS 23
#define ROWS 11
#define CELLS (COLS * ROWS)
#define BARS 60

static LoomPicture *
make_picture (const float *values,
              gboolean     origin_lower)
{
  const LoomShape shape = SHAPE_2D (ROWS, COLS);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_F32, &shape, values);
  LoomView view;

  loom_view_init (&view, run);
  view.lens = LOOM_LENS_VALUE;
  view.origin_lower = origin_lower;
  return loom_picture_new (run, &view);
}

/* The colours of the scale are 240 steps from the least value to the greatest; a bar has four. */
static void
test_bars_count_cells (void)
{
  for (guint round = 0; round < 50; round++)
    {
      float values[CELLS], low = INFINITY, high = -INFINITY;
      guint64 expected[BARS] = { 0 }, nans = 0;
      g_autoptr (LoomPicture) picture = NULL;
      g_autoptr (GArray) bars = NULL;

      for (guint i = 0; i < CELLS; i++)
        {
          values[i] = round % 3 == 2 && i % 7 == 3 ? NAN
                                                   : (float) g_test_rand_int_range (-9, 90);
          if (isnan (values[i]))
            continue;
          low = MIN (low, values[i]);
          high = MAX (high, values[i]);
        }
      for (guint i = 0; i < CELLS; i++)
        if (isnan (values[i]))
          nans++;
        else
          expected[(guint) (((double) values[i] - low) / ((double) high - low) * 239 + 0.5) / 4]++;
      picture = make_picture (values, FALSE);
      bars = loom_strip_list_bars (picture);
      g_assert_cmpuint (bars->len, ==, BARS + (nans > 0));
      for (guint i = 0; i < BARS; i++)
        g_assert_cmpuint (g_array_index (bars, LoomStripBar, i).count, ==, expected[i]);
      if (nans > 0)
        g_assert_cmpuint (g_array_index (bars, LoomStripBar, BARS).count, ==, nans);
    }
}

static void
test_places_are_cells (void)
{
  float values[CELLS] = { 0 };
  const cairo_rectangle_t area = { 10, 0, 230, 60 };
  const LoomStripCell from = { TRUE, 5, 7 }, none = { FALSE };

  for (guint lower = 0; lower < 2; lower++)
    {
      g_autoptr (LoomPicture) picture = make_picture (values, lower);
      LoomStripCell picked;

      for (guint x = 0; x < 230; x++)
        {
          g_assert_true (loom_strip_pick (picture, LOOM_STRIP_ROW, &area, 10 + x + 0.5, &from,
                                          &picked));
          g_assert_cmpuint (picked.col, ==, x / 10);
          g_assert_cmpuint (picked.row, ==, 7);
          g_assert_true (loom_strip_pick (picture, LOOM_STRIP_COLUMN, &area, 10 + x + 0.5, &from,
                                          &picked));
          g_assert_cmpuint (picked.row, ==, (guint) ((x + 0.5) / 230 * ROWS));
          g_assert_cmpuint (picked.col, ==, 5);
        }
      g_assert_false (loom_strip_pick (picture, LOOM_STRIP_ROW, &area, 9, &from, &picked));
      g_assert_false (loom_strip_pick (picture, LOOM_STRIP_ROW, &area, 240, &from, &picked));
      g_assert_false (loom_strip_pick (picture, LOOM_STRIP_ROW, &area, 50, &none, &picked));
      g_assert_false (loom_strip_pick (picture, LOOM_STRIP_HISTOGRAM, &area, 50, &from, &picked));
    }
}

static void
test_words (void)
{
  float values[CELLS] = { 0 };
  g_autoptr (LoomPicture) picture = NULL;
  const LoomStripCell cell = { TRUE, 5, 7 }, none = { FALSE };
  const struct { LoomStrip strip; const LoomStripCell *cell; const char *text; } rows[] = {
    { LOOM_STRIP_HISTOGRAM, &none, "Histogram" },
    { LOOM_STRIP_HISTOGRAM, &cell, "1 cell of this colour" },
    { LOOM_STRIP_ROW, &none, "Along a row: point at a cell" },
    { LOOM_STRIP_ROW, &cell, "Row 7: 8, on a scale from −2 to 8" },
    { LOOM_STRIP_COLUMN, &cell, "Column 5: 8, on a scale from −2 to 8" },
  };

  values[7 * COLS + 5] = 8;
  values[3] = -2;
  picture = make_picture (values, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = loom_strip_dup_text (picture, rows[i].strip, rows[i].cell);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* How dark a part of a drawing is. */
static guint64
count_ink (cairo_surface_t *surface,
           int              x,
           int              y,
           int              width,
           int              height)
{
  const guint8 *pixels = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  guint64 ink = 0;

  for (int i = y; i < y + height; i++)
    for (int j = x; j < x + width; j++)
      ink += pixels[i * stride + j * 4 + 3];
  return ink;
}

/* One cell of very many that is high is seen, however many share its pixel; with NaN beside it. */
static void
test_no_cell_is_passed_over (void)
{
  const guint n = 4000, high = 2345;
  const LoomShape shape = SHAPE_2D (2, 4000);
  g_autofree float *values = g_new0 (float, 2 * n);
  const cairo_rectangle_t area = { 0, 0, 100, 100 };
  const LoomStripCell cell = { TRUE, 10, 0 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 100);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (LoomRun) run = NULL;
  g_autoptr (LoomPicture) picture = NULL;
  LoomView view;

  values[high] = 1;
  values[high + 1] = NAN;
  run = fixture_values (LOOM_SCALAR_F32, &shape, values);
  loom_view_init (&view, run);
  view.lens = LOOM_LENS_VALUE;
  picture = loom_picture_new (run, &view);
  loom_strip_draw (picture, LOOM_STRIP_ROW, cr, &area, &cell);
  cairo_surface_flush (surface);
  g_assert_cmpuint (count_ink (surface, 56, 25, 5, 40), >, 0);
  g_assert_cmpuint (count_ink (surface, 30, 25, 20, 40), ==, 0);
  g_assert_cmpuint (count_ink (surface, 70, 25, 20, 40), ==, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/strip/bars-count-cells", test_bars_count_cells);
  g_test_add_func ("/plot/strip/places-are-cells", test_places_are_cells);
  g_test_add_func ("/plot/strip/words", test_words);
  g_test_add_func ("/plot/strip/no-cell-is-passed-over", test_no_cell_is_passed_over);
  return g_test_run ();
}
