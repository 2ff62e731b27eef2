/* test-picture.c: pixels, places and exports of pictures
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"
#include "loom-picture-private.h"
#include "plot-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static LoomPicture *
take_picture (LoomRun  *run,
              LoomLens  lens)
{
  LoomView view;

  loom_view_init (&view, run);
  view.lens = lens;
  return loom_picture_new (run, &view);
}

static void
test_cell_centres (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_WRITES);
  g_autofree guint32 *pixels = fixture_render (picture, 160, 160);

  for (guint y = 0; y < 16; y++)
    for (guint x = 0; x < 16; x++)
      g_assert_cmphex (pixels[(y * 10 + 5) * 160 + x * 10 + 5], ==,
                       loom_color_scale_count (LOOM_COLORMAP_VIRIDIS, x >= y, FALSE).color);
}

static void
test_lower_origin (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (16, FALSE);
  g_autoptr (LoomPicture) picture = NULL;
  g_autofree guint32 *pixels = NULL;
  LoomView view;
  guint64 col, row;

  loom_view_init (&view, run);
  view.origin_lower = TRUE;
  picture = loom_picture_new (run, &view);
  pixels = fixture_render (picture, 16, 16);
  for (guint y = 0; y < 16; y++)
    for (guint x = 0; x < 16; x++)
      g_assert_cmphex (pixels[y * 16 + x], ==,
                       loom_color_scale_count (LOOM_COLORMAP_VIRIDIS, x >= 15 - y, FALSE).color);
  g_assert_true (loom_picture_cell_at (picture, 3.5, 15.5, &col, &row));
  g_assert_cmpuint (col, ==, 3);
  g_assert_cmpuint (row, ==, 0);
}

/* Pixels beyond the array are transparent. */
static void
test_outside (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (8, FALSE);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_WRITES);
  cairo_rectangle_t cells = { -4, -4, 16, 16 };
  guint32 pixels[16 * 16];

  loom_picture_render (picture, &cells, 1, pixels, 16, 16, 16 * sizeof *pixels);
  for (guint y = 0; y < 16; y++)
    for (guint x = 0; x < 16; x++)
      g_assert_true ((pixels[y * 16 + x] == 0) == (x < 4 || y < 4 || x >= 12 || y >= 12));
}

/* One missed cell of a million is seen at every scale, wherever it lies. */
static void
test_sparse_cell_stays (void)
{
  static const guint sizes[] = { 1, 3, 17, 100, 333, 511, 700, 1023 };
  const guint n = 1021;

  for (guint odd = 0; odd < n * n; odd += 244003)
    {
      Fixture fixture;
      LoomShape shape = SHAPE_2D (n, n);
      g_autoptr (LoomRun) run = NULL;
      g_autoptr (LoomPicture) picture = NULL;
      LoomColor missed = loom_color_scale_meaning (LOOM_MEANING_MISSED, FALSE).color;
      LoomColor ink = loom_color_scale_meaning (LOOM_MEANING_MISSED, FALSE).ink;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      fixture.domain = g_malloc (n * n);
      memset (fixture.domain, 1, n * n);
      for (guint i = 0; i < n * n; i++)
        if (i != odd)
          fixture_write (&fixture, i, 0);
      run = fixture_end (&fixture);
      picture = take_picture (run, LOOM_LENS_EXPECTED);
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          g_autofree guint32 *pixels = fixture_render (picture, sizes[i], sizes[i]);
          guint seen = 0;

          for (guint p = 0; p < sizes[i] * sizes[i]; p++)
            seen += pixels[p] == missed || pixels[p] == ink;
          g_assert_cmpuint (seen, >=, 1);
          g_assert_cmpuint (seen, <=, 9);
        }
    }
}

/* One odd value among a million is seen too, and ordinary values are not crowded out by extreme
 * ones. */
static void
test_values_zoomed_out (void)
{
  const guint n = 1024;
  LoomShape shape = SHAPE_2D (n, n);
  g_autofree guint8 *odd = g_malloc0 (n * n), *even = g_malloc (n * n);
  g_autoptr (LoomRun) one = NULL, many = NULL;
  g_autoptr (LoomPicture) odd_picture = NULL, even_picture = NULL;
  g_autofree guint32 *odd_pixels = NULL, *even_pixels = NULL;
  guint seen = 0, dark = 0;

  odd[n * 500 + 333] = 7;
  for (guint i = 0; i < n * n; i++)
    even[i] = i * 2654435761u >> 24;
  one = fixture_values (LOOM_SCALAR_U8, &shape, odd);
  many = fixture_values (LOOM_SCALAR_U8, &shape, even);
  odd_picture = take_picture (one, LOOM_LENS_VALUE);
  even_picture = take_picture (many, LOOM_LENS_VALUE);
  odd_pixels = fixture_render (odd_picture, 64, 64);
  even_pixels = fixture_render (even_picture, 64, 64);
  for (guint i = 0; i < 64 * 64; i++)
    {
      seen += odd_pixels[i] == loom_color_scale_map (LOOM_COLORMAP_VIRIDIS, 1);
      dark += loom_color_luminance (even_pixels[i]) <
              loom_color_luminance (loom_color_scale_map (LOOM_COLORMAP_VIRIDIS, 0.5));
    }
  g_assert_cmpuint (seen, ==, 1);
  g_assert_cmpuint (dark, >, 64 * 64 * 4 / 10);
  g_assert_cmpuint (dark, <, 64 * 64 * 6 / 10);
}

static void
test_patterns_tell_without_colour (void)
{
  static const LoomMeaning meanings[] = { LOOM_MEANING_MISSED, LOOM_MEANING_EXTRA,
                                          LOOM_MEANING_REWRITTEN };

  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    for (guint j = 0; j < i; j++)
      {
        LoomPaint a = loom_color_scale_meaning (meanings[i], FALSE),
                  b = loom_color_scale_meaning (meanings[j], FALSE);

        g_assert_cmpint (a.pattern, !=, b.pattern);
        g_assert_cmpfloat (loom_color_contrast (a.color, a.ink), >, 3);
      }
}

static void
test_special_numbers (void)
{
  const float data[] = { 0, 1, NAN, INFINITY, -INFINITY, 0.5f };
  LoomShape shape = SHAPE_2D (1, 6);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_F32, &shape, data);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_VALUE);
  g_autofree guint32 *pixels = fixture_render (picture, 6 * 16, 16);
  static const LoomMeaning meanings[] = { LOOM_MEANING_NAN, LOOM_MEANING_INFINITE,
                                          LOOM_MEANING_MINUS_INFINITE };

  g_assert_cmphex (pixels[8], ==, loom_color_scale_map (LOOM_COLORMAP_VIRIDIS, 0));
  g_assert_cmphex (pixels[16 + 8], ==, loom_color_scale_map (LOOM_COLORMAP_VIRIDIS, 1));
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    {
      LoomPaint fill = loom_color_scale_meaning (meanings[i], FALSE);
      guint with_color = 0, with_ink = 0;

      for (guint y = 0; y < 16; y++)
        for (guint x = 0; x < 16; x++)
          {
            with_color += pixels[y * 96 + (2 + i) * 16 + x] == fill.color;
            with_ink += pixels[y * 96 + (2 + i) * 16 + x] == fill.ink;
          }
      g_assert_cmpuint (with_color + with_ink, ==, 256);
      g_assert_cmpuint (with_ink, >, 16);
    }
}

/* Neighbouring blocks, warps and threads never share a colour. */
static void
test_neighbours_differ (void)
{
  static const LoomDim3 blocks[] = { { 8, 8, 1 }, { 16, 4, 1 }, { 32, 2, 1 },
                                     { 5, 3, 1 }, { 64, 1, 1 }, { 1, 1, 1 } };
  static const LoomLens lenses[] = { LOOM_LENS_BLOCK, LOOM_LENS_THREAD };
  const guint n = 64;

  for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
    {
      LoomDim3 block = blocks[b],
               grid = { (n + block.x - 1) / block.x, (n + block.y - 1) / block.y, 1 };
      LoomShape shape = SHAPE_2D (n, n);
      guint volume = block.x * block.y;
      Fixture fixture;
      g_autoptr (LoomRun) run = NULL;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      fixture_launch (&fixture, block, grid);
      for (guint y = 0; y < n; y++)
        for (guint x = 0; x < n; x++)
          fixture_write (&fixture, y * n + x, (y / block.y * grid.x + x / block.x) * volume +
                                              y % block.y * block.x + x % block.x);
      run = fixture_end (&fixture);
      for (guint l = 0; l < G_N_ELEMENTS (lenses); l++)
        {
          g_autoptr (LoomPicture) picture = take_picture (run, lenses[l]);
          g_autofree guint32 *pixels = fixture_render (picture, n, n);

          if (lenses[l] == LOOM_LENS_THREAD && volume == 1)
            continue;
          for (guint y = 0; y + 1 < n; y++)
            for (guint x = 0; x + 1 < n; x++)
              {
                guint32 here = pixels[y * n + x];
                gboolean next = lenses[l] == LOOM_LENS_THREAD || (x + 1) % block.x == 0;
                gboolean below = lenses[l] == LOOM_LENS_THREAD || (y + 1) % block.y == 0;

                g_assert_true ((here != pixels[y * n + x + 1]) == next);
                g_assert_true ((here != pixels[(y + 1) * n + x]) == below);
              }
        }
    }
}

/* Of two cells beside or below each other those of other warps or blocks differ, and only those. */
static void
assert_warps_differ (LoomRun *run)
{
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_WARP);
  const guint cols = loom_picture_get_cols (picture), rows = loom_picture_get_rows (picture);
  g_autofree guint32 *pixels = fixture_render (picture, cols, rows);
  const guint volume = run->block.x * run->block.y;
  const LoomRunArray *array = g_ptr_array_index (run->arrays, 0);
  const guint32 *writers = g_bytes_get_data (array->lowest, NULL);

  for (guint i = 0; i < cols * rows; i++)
    for (guint step = 1; step <= cols; step += MAX (cols - 1, 1))
      {
        const guint other = i + step;

        if (other >= cols * rows || (step == 1 && other % cols == 0))
          continue;
        g_assert_true ((pixels[i] == pixels[other])
                       == (writers[i] / volume == writers[other] / volume
                           && writers[i] % volume / 32 == writers[other] % volume / 32));
      }
}

static void
test_neighbouring_warps_differ (void)
{
  static const LoomDim3 blocks[] = {
    { 8, 8, 1 },   { 32, 4, 1 },  { 64, 4, 1 },  { 16, 16, 1 },
    { 260, 3, 1 }, { 288, 3, 1 }, { 512, 2, 1 }, { 5, 3, 1 },
  };
  static const guint lines[] = { 32, 64, 96, 256, 1024 };

  for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
    {
      const LoomDim3 block = blocks[b], grid = { 3, 3, 1 };
      const guint cols = grid.x * block.x, rows = grid.y * block.y, volume = block.x * block.y;
      LoomShape shape = SHAPE_2D (rows, cols);
      g_autoptr (LoomRun) run = NULL;
      Fixture fixture;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      fixture_launch (&fixture, block, grid);
      for (guint y = 0; y < rows; y++)
        for (guint x = 0; x < cols; x++)
          fixture_write (&fixture, y * cols + x, (y / block.y * grid.x + x / block.x) * volume +
                                                 y % block.y * block.x + x % block.x);
      run = fixture_end (&fixture);
      assert_warps_differ (run);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      LoomShape shape = SHAPE_1D (64 * 64);
      g_autoptr (LoomRun) run = NULL;
      Fixture fixture;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      fixture_launch (&fixture, LOOM_DIM3 (lines[i], 1, 1),
                      LOOM_DIM3 (64 * 64 / lines[i] + 1, 1, 1));
      for (guint cell = 0; cell < 64 * 64; cell++)
        fixture_write (&fixture, cell, cell);
      run = fixture_end (&fixture);
      assert_warps_differ (run);
    }
}

/* 4 × 4 × 4 cells by 2 × 4 × 2 blocks: eight of them write into each plane. */
static void
test_legend_is_of_the_plane (void)
{
  static const LoomLens lenses[] = { LOOM_LENS_BLOCK, LOOM_LENS_WARP };
  LoomShape shape = SHAPE_3D (4, 4, 4);
  g_autoptr (LoomRun) run = NULL;
  Fixture fixture;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture_launch (&fixture, LOOM_DIM3 (2, 1, 2), LOOM_DIM3 (2, 4, 2));
  for (guint z = 0; z < 4; z++)
    for (guint y = 0; y < 4; y++)
      for (guint x = 0; x < 4; x++)
        fixture_write (&fixture, (z * 4 + y) * 4 + x,
                       (z / 2 * 8 + y * 2 + x / 2) * 4 + z % 2 * 2 + x % 2);
  run = fixture_end (&fixture);

  for (guint i = 0; i < G_N_ELEMENTS (lenses); i++)
    for (guint plane = 0; plane < 4; plane++)
      {
        g_autoptr (LoomPicture) picture = NULL;
        guint n = 0;
        LoomView view;

        loom_view_init (&view, run);
        view.lens = lenses[i];
        view.plane = plane;
        picture = loom_picture_new (run, &view);
        for (guint code = 0; code < LOOM_N_CODES; code++)
          {
            const guint64 first = picture->coder.firsts[code];
            LoomOwner owner = { 0 };

            g_assert_cmpint (first != LOOM_NO_WRITER, ==, picture->coder.counts[code] > 0);
            if (first == LOOM_NO_WRITER)
              continue;
            n++;
            if (lenses[i] == LOOM_LENS_WARP)
              {
                g_assert_cmpuint (first, ==, 0);
                continue;
              }
            g_assert_cmpuint (first / 8, ==, plane / 2);
            _loom_coder_look_at_block (&picture->coder, first, &owner);
            g_assert_cmpuint (code, ==, picture->coder.facts->get_code (&picture->coder, &owner));
          }
        if (lenses[i] == LOOM_LENS_WARP)
          g_assert_false (picture->coder.repeats);
        else
          g_assert_cmpint (n < 8, ==, picture->coder.repeats);
      }
}

static void
test_wrapped_strip (void)
{
  LoomShape shape = SHAPE_1D (1000);
  g_autofree guint8 *data = g_malloc0 (1000);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_U8, &shape, data);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_VALUE);
  g_autofree char *text = NULL;
  guint64 col, row, index;

  g_assert_true (loom_picture_is_wrapped (picture));
  g_assert_cmpuint (loom_picture_get_cols (picture), ==, 32);
  g_assert_cmpuint (loom_picture_get_rows (picture), ==, 32);
  g_assert_true (loom_picture_cell_at (picture, 7.2, 31.9, &col, &row));
  g_assert_true (loom_picture_index_of (picture, col, row, &index));
  g_assert_cmpuint (index, ==, 999);
  g_assert_false (loom_picture_cell_at (picture, 8.2, 31.9, &col, &row));
  g_assert_true (loom_picture_find_index (picture, 33, &col, &row));
  g_assert_cmpuint (col, ==, 1);
  g_assert_cmpuint (row, ==, 1);
  text = loom_picture_dup_cell_text (picture, 7, 31);
  g_assert_cmpstr (text, ==, "cell 999: 0");
}

static void
test_short_strip_is_one_row (void)
{
  LoomShape shape = SHAPE_1D (32);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_F64, &shape, NULL);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_VALUE);

  g_assert_false (loom_picture_is_wrapped (picture));
  g_assert_cmpuint (loom_picture_get_rows (picture), ==, 1);
}

static void
test_planes (void)
{
  LoomShape shape = SHAPE_3D (3, 2, 2);
  const gint32 data[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_I32, &shape, data);
  g_autoptr (LoomPicture) picture = NULL, beyond = NULL;
  g_autofree char *text = NULL;
  LoomView view;

  loom_view_init (&view, run);
  view.plane = 1;
  picture = loom_picture_new (run, &view);
  text = loom_picture_dup_cell_text (picture, 1, 0);
  g_assert_cmpstr (text, ==, "plane 1, row 0, column 1: 5");
  view.plane = 99;
  beyond = loom_picture_new (run, &view);
  g_assert_cmpuint (loom_picture_get_view (beyond)->plane, ==, 2);
}

static void
test_absent (void)
{
  g_autoptr (LoomRun) empty = loom_run_new ();
  g_autoptr (LoomPicture) nothing = NULL, fallen = NULL;
  LoomShape shape = SHAPE_2D (2, 2);
  g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_BOOL, &shape, NULL);
  g_autofree char *sentence = NULL;
  guint32 pixel;
  cairo_rectangle_t cells = { 0, 0, 1, 1 };
  guint64 col, row;
  LoomView view;

  loom_view_init (&view, empty);
  nothing = loom_picture_new (empty, &view);
  g_assert_cmpuint (loom_picture_get_cols (nothing), ==, 0);
  loom_picture_render (nothing, &cells, 1, &pixel, 1, 1, 4);
  g_assert_cmphex (pixel, ==, 0);
  g_assert_false (loom_picture_cell_at (nothing, 0, 0, &col, &row));
  sentence = loom_picture_dup_sentence (nothing);
  g_assert_cmpstr (sentence, ==, "There is no array to show.");

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    g_assert_true (loom_lens_is_available (lens, run, 0) == (lens == LOOM_LENS_VALUE));
  loom_view_init (&view, run);
  view.lens = LOOM_LENS_WARP;
  fallen = loom_picture_new (run, &view);
  g_assert_cmpint (loom_picture_get_view (fallen)->lens, ==, LOOM_LENS_VALUE);
}

static void
test_trap_places (void)
{
  static const struct
  {
    gboolean    flat, lower;
    gint64      offset;
    const char *array;
    gboolean    known, inside;
    double      x, y;
  } rows[] = {
    { FALSE, FALSE, 4 * 17, "f", TRUE, TRUE, 1, 1 },
    { FALSE, FALSE, 4 * 17 + 2, "f", TRUE, TRUE, 1, 1 },
    { FALSE, FALSE, 4 * 256, "f", TRUE, FALSE, 0, 16 },
    { FALSE, FALSE, 4 * 259, "f", TRUE, FALSE, 3, 16 },
    { FALSE, FALSE, 4 * 99999, "f", TRUE, FALSE, 15, 16 },
    { FALSE, FALSE, -4, "f", TRUE, FALSE, 15, -1 },
    { FALSE, FALSE, -1, "f", TRUE, FALSE, 15, -1 },
    { FALSE, TRUE, 4 * 17, "f", TRUE, TRUE, 1, 14 },
    { FALSE, TRUE, 4 * 256, "f", TRUE, FALSE, 0, -1 },
    { FALSE, FALSE, 0, "g", FALSE },
    { FALSE, FALSE, 0, NULL, FALSE },
    { FALSE, FALSE, G_MAXINT64, "f", TRUE, FALSE, 15, 16 },
    { FALSE, FALSE, G_MININT64, "f", TRUE, FALSE, 0, -1 },
    { TRUE, FALSE, 4000, "f", TRUE, FALSE, 8, 31 },     /* in the gap of the short last row */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomShape shape = rows[i].flat ? SHAPE_1D (1000) : SHAPE_2D (16, 16);
      g_autoptr (LoomRun) run = fixture_values (LOOM_SCALAR_F32, &shape, NULL);
      g_autoptr (LoomPicture) picture = NULL;
      gboolean inside;
      LoomView view;
      double x, y;

      run->trap = loom_finding_new (LOOM_ERROR_OOB, "outside");
      run->trap->array = g_strdup (rows[i].array);
      run->trap->offset = rows[i].offset;
      loom_view_init (&view, run);
      view.origin_lower = rows[i].lower;
      picture = loom_picture_new (run, &view);
      g_assert_true (loom_picture_get_trap_place (picture, &x, &y, &inside) == rows[i].known);
      if (!rows[i].known)
        continue;
      g_assert_true (inside == rows[i].inside);
      g_assert_cmpfloat (x, ==, rows[i].x);
      g_assert_cmpfloat (y, ==, rows[i].y);
    }
}

/* Whether numbers are drawn in cells of a size: ink in the middle of one, where no line is. */
static gboolean
has_numbers (double text_scale,
             double side)
{
  g_autoptr (LoomRun) run = fixture_triangle (4, FALSE);
  g_autoptr (LoomPicture) picture = NULL;
  const int size = (int) (4 * side);
  const cairo_rectangle_t area = { 0, 0, size, size }, cells = { 0, 0, 4, 4 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, size, size);
  cairo_t *cr = cairo_create (surface);
  gboolean ink = FALSE;
  LoomView view;

  loom_view_init (&view, run);
  view.text_scale = text_scale;
  picture = loom_picture_new (run, &view);
  cairo_set_source_rgb (cr, 0.5, 0.5, 0.5);
  cairo_paint (cr);
  loom_picture_draw_over (picture, cr, &area, &cells);
  cairo_surface_flush (surface);
  for (int y = -4; y <= 4; y++)
    for (int x = -4; x <= 4; x++)
      {
        const guint8 *row = cairo_image_surface_get_data (surface)
                            + ((int) (side / 2) + y) * cairo_image_surface_get_stride (surface);
        const guint32 pixel = ((const guint32 *) (gconstpointer) row)[(int) (side / 2) + x];

        ink = ink || (pixel & 0xff) < 0x60 || (pixel & 0xff) > 0xa0;
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return ink;
}

/* How dark the line between two columns of a row of threads is drawn; the cells are white. */
static guint
draw_between (LoomRun  *run,
              LoomLens  lens,
              guint     col)
{
  g_autoptr (LoomPicture) picture = NULL;
  const cairo_rectangle_t area = { 0, 0, 384, 24 }, cells = { 0, 0, 64, 4 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 384, 24);
  cairo_t *cr = cairo_create (surface);
  const guint32 *row;
  guint least = 0xff;
  LoomView view;

  loom_view_init (&view, run);
  view.lens = lens;
  picture = loom_picture_new (run, &view);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  loom_picture_draw_over (picture, cr, &area, &cells);
  cairo_surface_flush (surface);
  row = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                           + 9 * cairo_image_surface_get_stride (surface));
  for (guint x = col * 6 - 1; x <= col * 6; x++)
    least = MIN (least, row[x] & 0xff);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return 0xff - least;
}

/* Blocks of 64 threads have two warps; who looks at warps or lanes sees where one ends. */
static void
test_warps_have_borders (void)
{
  const LoomShape shape = SHAPE_2D (4, 64);
  g_autoptr (LoomRun) run = NULL;
  Fixture fixture;

  fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
  fixture_launch (&fixture, LOOM_DIM3 (64, 1, 1), LOOM_DIM3 (1, 4, 1));
  for (guint cell = 0; cell < 256; cell++)
    fixture_write (&fixture, cell, cell);
  run = fixture_end (&fixture);
  g_assert_cmpuint (draw_between (run, LOOM_LENS_WARP, 32), >, 0x40);
  g_assert_cmpuint (draw_between (run, LOOM_LENS_LANE, 32), >, 0x40);
  g_assert_cmpuint (draw_between (run, LOOM_LENS_WARP, 16), ==, 0);
  g_assert_cmpuint (draw_between (run, LOOM_LENS_WRITES, 32), ==, 0);
}

static void
test_numbers_need_room_for_the_text (void)
{
  g_assert_false (has_numbers (1, 27));
  g_assert_true (has_numbers (1, 28));
  g_assert_false (has_numbers (1.5, 41));
  g_assert_true (has_numbers (1.5, 42));
  g_assert_false (has_numbers (2, 55));
  g_assert_true (has_numbers (2, 56));
}

/* A thread is where it is among those that wrote: not at the cell that somebody else wrote. */
static void
test_thread_places (void)
{
  static const struct
  {
    gboolean   flat, lower, swapped;
    LoomSite   site;
    double     x, y;
  } rows[] = {
    { FALSE, FALSE, FALSE, { NULL, 0, { 0, 0, 0 }, { 3, 2, 0 } }, 3, 2 },
    { FALSE, FALSE, FALSE, { NULL, 0, { 1, 1, 0 }, { 0, 1, 0 } }, 8, 9 },
    { FALSE, TRUE, FALSE, { NULL, 0, { 1, 1, 0 }, { 0, 1, 0 } }, 8, 3 },
    { FALSE, FALSE, FALSE, { NULL, 0, { 2, 0, 0 }, { 5, 2, 0 } }, 21, 2 },    /* beside the array */
    { FALSE, FALSE, FALSE, { NULL, 0, { 0, 2, 0 }, { 5, 2, 0 } }, 5, 18 },
    { TRUE, FALSE, FALSE, { NULL, 0, { 15, 0, 0 }, { 40, 0, 0 } }, 8, 31 }, /* behind the last */
    { TRUE, FALSE, FALSE, { NULL, 0, { 15, 0, 0 }, { 20, 0, 0 } }, 20, 30 },
    { TRUE, FALSE, TRUE, { NULL, 0, { 0, 0, 0 }, { 7, 0, 0 } }, 0, 31 }, /* the cell that it wrote */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const LoomDim3 block = rows[i].flat ? LOOM_DIM3 (64, 1, 1) : LOOM_DIM3 (8, 8, 1);
      const LoomDim3 grid = rows[i].flat ? LOOM_DIM3 (16, 1, 1) : LOOM_DIM3 (3, 3, 1);
      LoomShape shape = rows[i].flat ? SHAPE_1D (1000) : SHAPE_2D (13, 13);
      g_autoptr (LoomRun) run = NULL;
      g_autoptr (LoomPicture) picture = NULL;
      Fixture fixture;
      LoomView view;
      guint64 thread;
      double x, y;

      fixture_begin (&fixture, LOOM_SCALAR_U8, 1, &shape, NULL);
      fixture_launch (&fixture, block, grid);
      for (guint cell = 0; cell < fixture.cells; cell++)
        if (rows[i].flat)
          fixture_write (&fixture, rows[i].swapped ? 999 - cell : cell, cell);
        else
          fixture_write (&fixture, cell,
                         (cell / 13 / 8 * 3 + cell % 13 / 8) * 64 + cell / 13 % 8 * 8
                             + cell % 13 % 8);
      run = fixture_end (&fixture);
      loom_view_init (&view, run);
      view.origin_lower = rows[i].lower;
      picture = loom_picture_new (run, &view);
      thread = loom_picture_number_thread (picture, &rows[i].site);
      g_assert_true (loom_picture_get_thread_place (picture, thread, &x, &y));
      g_assert_cmpfloat (x, ==, rows[i].x);
      g_assert_cmpfloat (y, ==, rows[i].y);
    }
}

static void
test_thread_text (void)
{
  static const struct
  {
    gint64      offset;
    const char *array, *text;
  } rows[] = {
    { 256 * 4, "f", "thread (1, 0) of block (0, 0) went 1 cell past the end of f; "
                    "it wrote 1 cell of f" },
    { 259 * 4, "f", "thread (1, 0) of block (0, 0) went 4 cells past the end of f; "
                    "it wrote 1 cell of f" },
    { -1, "f", "thread (1, 0) of block (0, 0) went 1 cell before the beginning of f; "
               "it wrote 1 cell of f" },
    { 8, "f", "thread (1, 0) of block (0, 0) stopped the kernel within f; it wrote 1 cell of f" },
    { 0, NULL, "thread (1, 0) of block (0, 0) stopped the kernel; it wrote 1 cell of f" },
  };
  const LoomSite none = { NULL, 0, { 0, 2, 0 }, { 0, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *text = NULL, *idle = NULL;

      run->trap = loom_finding_new (LOOM_ERROR_OOB, "outside");
      run->trap->array = g_strdup (rows[i].array);
      run->trap->offset = rows[i].offset;
      run->trap->has_site = TRUE;
      run->trap->site.thread.x = 1;
      picture = take_picture (run, LOOM_LENS_WRITES);
      text = loom_picture_dup_thread_text (picture, 1);
      g_assert_cmpstr (text, ==, rows[i].text);
      idle = loom_picture_dup_thread_text (picture, 8);
      g_assert_cmpstr (idle, ==, "thread (0, 1) of block (0, 0); it wrote no cell of f");
      g_assert_cmpuint (loom_picture_number_thread (picture, &none), ==, LOOM_NO_WRITER);
    }
}

/* Nothing that a broken peer could send makes a picture crash. */
static void
test_nonsense_launches (void)
{
  static const LoomDim3 extents[] = {
    { 0, 0, 0 },           { 1, 1, 1 }, { G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 },
    { G_MAXUINT32, 1, 1 }, { 1, 0, 1 },
  };

  for (guint b = 0; b < G_N_ELEMENTS (extents); b++)
    for (guint g = 0; g < G_N_ELEMENTS (extents); g++)
      for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
        {
          g_autoptr (LoomRun) run = fixture_triangle (8, TRUE);
          g_autoptr (LoomPicture) picture = NULL;
          cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 300);
          cairo_t *cr = cairo_create (surface);
          g_autofree char *text = NULL;

          run->block = extents[b];
          run->grid = extents[g];
          picture = take_picture (run, lens);
          loom_picture_draw_figure (picture, cr, 300, 300);
          text = loom_picture_dup_cell_text (picture, 7, 7);
          g_assert_nonnull (text);
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
}

/* Planes that are too short for the array count as absent. */
static void
test_short_planes (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (8, TRUE);
  LoomRunArray *array = g_ptr_array_index (run->arrays, 0);

  g_clear_pointer (&array->writes, g_bytes_unref);
  g_clear_pointer (&array->domain, g_bytes_unref);
  array->writes = g_bytes_new ("123", 3);
  array->domain = g_bytes_new (NULL, 0);
  array->writer_size = 8;
  g_assert_false (loom_lens_is_available (LOOM_LENS_WRITES, run, 0));
  g_assert_false (loom_lens_is_available (LOOM_LENS_EXPECTED, run, 0));
  g_assert_false (loom_lens_is_available (LOOM_LENS_BLOCK, run, 0));
  g_assert_true (loom_lens_is_available (LOOM_LENS_VALUE, run, 0));
}

static guint
most_lanes (LoomScalar scalar)
{
  if (scalar == LOOM_SCALAR_BOOL)
    return 1;
  return scalar == LOOM_SCALAR_F16 || scalar == LOOM_SCALAR_BF16 ? 2 : 4;
}

static void
test_every_type (void)
{
  LoomShape shape = SHAPE_2D (3, 5);

  for (LoomScalar scalar = LOOM_SCALAR_BOOL; scalar < LOOM_N_SCALARS; scalar++)
    for (guint lanes = 1; lanes <= most_lanes (scalar); lanes++)
      {
        Fixture fixture;
        g_autoptr (LoomRun) run = NULL;

        fixture_begin (&fixture, scalar, lanes, &shape, NULL);
        for (guint cell = 0; cell < 15; cell++)
          fixture_write (&fixture, cell, cell);
        run = fixture_end (&fixture);
        for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
          {
            g_autoptr (LoomPicture) picture = take_picture (run, lens);
            g_autofree guint32 *pixels = fixture_render (picture, 50, 30);
            g_autofree char *text = loom_picture_dup_cell_text (picture, 4, 2);

            g_assert_cmphex (pixels[0], !=, 0);
            g_assert_nonnull (text);
          }
      }
}

/* By another program's word. */
static void
assert_well_formed (const char *path)
{
  const char *command[] = { "xmllint", "--noout", "--nonet", path, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

static void
test_export (gconstpointer data)
{
  const char *suffix = data;
  g_autofree char *name = g_strconcat ("picture", suffix, NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "plot", name, NULL);
  g_autofree char *first = NULL, *second = NULL;
  gsize first_size, second_size;

  for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
    {
      g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
      g_autoptr (LoomPicture) picture = take_picture (run, lens);
      g_autoptr (GError) error = NULL;

      g_clear_pointer (&first, g_free);
      g_clear_pointer (&second, g_free);
      g_assert_true (loom_picture_export (picture, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &first, &first_size, NULL));
      g_assert_true (loom_picture_export (picture, path, &error));
      g_assert_true (g_file_get_contents (path, &second, &second_size, NULL));
      g_assert_cmpmem (first, first_size, second, second_size);
      g_assert_cmpuint (first_size, >, 1000);
      if (g_str_has_suffix (path, ".svg"))
        assert_well_formed (path);
      else
        g_assert_cmpint (strncmp (first, suffix[1] == 'p' && suffix[2] == 'd' ? "%PDF-" : "\211PNG",
                                  4),
                         ==, 0);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
}

static void
test_export_refuses (void)
{
  g_autoptr (LoomRun) run = fixture_triangle (4, FALSE);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_VALUE);
  g_autoptr (GError) usage = NULL, file = NULL;

  g_assert_false (loom_picture_export (picture, "picture.jpeg", &usage));
  g_assert_error (usage, LOOM_ERROR, LOOM_ERROR_USAGE);
  g_assert_false (loom_picture_export (picture, "/nonexistent/picture.png", &file));
  g_assert_error (file, LOOM_ERROR, LOOM_ERROR_FILE);
}

/* Few cells are rectangles in a vector file, many are one image. */
static void
test_export_vectors (void)
{
  static const guint sizes[] = { 16, 200 };
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "plot", "vectors.svg", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LoomRun) run = fixture_triangle (sizes[i], TRUE);
      g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_WRITES);
      g_autofree char *text = NULL;

      g_assert_true (loom_picture_export (picture, path, NULL));
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_true ((strstr (text, "<image") != NULL) == (sizes[i] > 16));
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
}

static char *
export_svg (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "plot", "locale.svg", NULL);
  g_autoptr (LoomRun) run = fixture_triangle (16, TRUE);
  g_autoptr (LoomPicture) picture = take_picture (run, LOOM_LENS_VALUE);
  char *text = NULL;

  g_assert_true (loom_picture_export (picture, path, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);
  return text;
}

static void
test_decimal_commas (void)
{
  g_autofree char *before = export_svg ();
  g_autofree char *after = NULL;

  fixture_use_decimal_commas ();
  after = export_svg ();
  g_assert_true (strcmp (before, after) == 0);
  test_export (".pdf");
  test_special_numbers ();
}

/* The member that is chosen stands for the cell: in its colour, its legend and its range. */
static void
test_member_is_shown (void)
{
  const float data[] = { 1, 10, 2, 20, 3, 30, 4, 40 };
  const LoomShape shape = SHAPE_1D (4);
  Fixture fixture;
  g_autoptr (LoomRun) run = NULL;
  LoomView view;

  fixture_begin (&fixture, LOOM_SCALAR_F32, 2, &shape, data);
  run = fixture_end (&fixture);
  loom_view_init (&view, run);
  view.lens = LOOM_LENS_VALUE;
  for (guint member = 0; member < 3; member++)
    {
      g_autoptr (LoomPicture) picture = NULL;
      g_autofree char *sentence = NULL, *cell = NULL;

      view.member = member;
      picture = loom_picture_new (run, &view);
      sentence = loom_picture_dup_sentence (picture);
      cell = loom_picture_dup_cell_field (picture, 1, 0, LOOM_CELL_FIELD_VALUE);
      /* there is no third one: the first */
      g_assert_nonnull (strstr (sentence, member == 1 ? "from 10 to 40" : "from 1 to 4"));
      g_assert_cmpstr (cell, ==, "(2, 20)");
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/picture/cell-centres", test_cell_centres);
  g_test_add_func ("/plot/picture/lower-origin", test_lower_origin);
  g_test_add_func ("/plot/picture/outside-is-transparent", test_outside);
  g_test_add_func ("/plot/picture/member-is-shown", test_member_is_shown);
  g_test_add_func ("/plot/picture/sparse-cell-stays", test_sparse_cell_stays);
  g_test_add_func ("/plot/picture/values-zoomed-out", test_values_zoomed_out);
  g_test_add_func ("/plot/picture/patterns-tell-without-colour", test_patterns_tell_without_colour);
  g_test_add_func ("/plot/picture/special-numbers", test_special_numbers);
  g_test_add_func ("/plot/picture/neighbours-differ", test_neighbours_differ);
  g_test_add_func ("/plot/picture/neighbouring-warps-differ", test_neighbouring_warps_differ);
  g_test_add_func ("/plot/picture/legend-is-of-the-plane", test_legend_is_of_the_plane);
  g_test_add_func ("/plot/picture/wrapped-strip", test_wrapped_strip);
  g_test_add_func ("/plot/picture/short-strip-is-one-row", test_short_strip_is_one_row);
  g_test_add_func ("/plot/picture/planes", test_planes);
  g_test_add_func ("/plot/picture/absent", test_absent);
  g_test_add_func ("/plot/picture/trap-places", test_trap_places);
  g_test_add_func ("/plot/picture/numbers-need-room-for-the-text",
                   test_numbers_need_room_for_the_text);
  g_test_add_func ("/plot/picture/warps-have-borders", test_warps_have_borders);
  g_test_add_func ("/plot/picture/thread-places", test_thread_places);
  g_test_add_func ("/plot/picture/thread-text", test_thread_text);
  g_test_add_func ("/plot/picture/nonsense-launches", test_nonsense_launches);
  g_test_add_func ("/plot/picture/short-planes", test_short_planes);
  g_test_add_func ("/plot/picture/every-type", test_every_type);
  g_test_add_data_func ("/plot/picture/export-png", ".png", test_export);
  g_test_add_data_func ("/plot/picture/export-svg", ".svg", test_export);
  g_test_add_data_func ("/plot/picture/export-pdf", ".pdf", test_export);
  g_test_add_func ("/plot/picture/export-refuses", test_export_refuses);
  g_test_add_func ("/plot/picture/export-vectors", test_export_vectors);
  g_test_add_func ("/plot/picture/decimal-commas", test_decimal_commas);
  return g_test_run ();
}
