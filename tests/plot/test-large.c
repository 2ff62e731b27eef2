/* test-large.c: arrays that several threads look at look like small ones, cell by cell larger
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-missing.h"
#include "loom-picture.h"
#include "plot-fixture.h"

#include <math.h>
#include <string.h>

#define TIMES 120               /* a cell of the small array is so many rows and columns */
#define PIXELS 64

typedef struct
{
  LoomShape shape;
  guint32   writes[512], reads[512], writers[512];
  guint8    domain[512];
  float     values[512];
} Small;

static guint64
count_cells (const LoomShape *shape)
{
  return shape->planes * shape->rows * shape->cols;
}

static void
make_small (Small *self,
            GRand *random,
            guint  rank)
{
  const guint from = (guint) g_rand_int_range (random, 0, 5);

  self->shape = (LoomShape) {
    rank, (guint64) g_rand_int_range (random, 4, 9),
    rank > 1 ? (guint64) g_rand_int_range (random, 4, 9) : 1,
    rank > 2 ? (guint64) g_rand_int_range (random, 2, 5) : 1,
  };
  for (guint i = 0; i < count_cells (&self->shape); i++)
    {
      const guint64 col = i % self->shape.cols;

      self->writes[i] = col < from ? 0 : (guint32) g_rand_int_range (random, 0, 20) / 6;
      self->reads[i] = (guint32) g_rand_int_range (random, 0, 4);
      self->writers[i] = self->writes[i] > 0 ? (guint32) g_rand_int_range (random, 0, 256)
                                             : G_MAXUINT32;
      self->domain[i] = g_rand_int_range (random, 0, 8) > 0;
      self->values[i] = (float) g_rand_double_range (random, -3, 5);
      if (g_rand_int_range (random, 0, 20) == 0)
        self->values[i] = g_rand_boolean (random) ? NAN : -INFINITY;
    }
}

/* Which cell of the small array a cell of the large one is part of. */
static guint64
find_small (const Small     *small,
            const LoomShape *shape,
            guint64          cell)
{
  const guint64 col = cell % shape->cols / (shape->cols / small->shape.cols);
  const guint64 row = cell / shape->cols % shape->rows / (shape->rows / small->shape.rows);
  const guint64 plane = cell / shape->cols / shape->rows;

  return (plane * small->shape.rows + row) * small->shape.cols + col;
}

static LoomRun *
make_run (const Small *small,
          guint        rows,
          guint        cols)
{
  LoomShape shape = small->shape;
  g_autofree float *values = NULL;
  Fixture fixture;

  shape.rows *= rows;
  shape.cols *= cols;
  values = g_new (float, count_cells (&shape));
  for (guint64 i = 0; i < count_cells (&shape); i++)
    values[i] = small->values[find_small (small, &shape, i)];
  fixture_begin (&fixture, LOOM_SCALAR_F32, 1, &shape, values);
  fixture_launch (&fixture, LOOM_DIM3 (64, 1, 1), LOOM_DIM3 (2, 2, 1));
  fixture.domain = g_new (guint8, fixture.cells);
  for (guint64 i = 0; i < fixture.cells; i++)
    {
      const guint64 at = find_small (small, &shape, i);

      fixture.writes[i] = small->writes[at];
      fixture.reads[i] = small->reads[at];
      fixture.lowest[i] = fixture.highest[i] = small->writers[at];
      fixture.domain[i] = small->domain[at];
    }
  return fixture_end (&fixture);
}

/* Whether a pixel and those beside it cover one of n small cells, on one axis. */
static gboolean
is_inside (guint64 pixel,
           guint64 n)
{
  return pixel > 0 && pixel + 1 < PIXELS
         && (pixel - 1) * n / PIXELS == ((pixel + 2) * n - 1) / PIXELS;
}

/* The shares of codes are the same, so their ranks are; a pixel covers cells of one kind. */
static void
test_looks_as_a_small_one (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (41);

  for (guint round = 0; round < 6; round++)
    {
      g_autoptr (LoomRun) run = NULL, large_run = NULL;
      Small small;

      make_small (&small, random, 2 + round % 2);
      run = make_run (&small, 1, 1);
      large_run = make_run (&small, TIMES, TIMES);
      for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
        {
          const LoomView view = { .lens = lens, .plane = 1, .text_scale = 1 };
          g_autoptr (LoomPicture) picture = loom_picture_new (run, &view);
          g_autoptr (LoomPicture) large = loom_picture_new (large_run, &view);
          g_autofree guint32 *pixels = fixture_render (picture, PIXELS, PIXELS);
          g_autofree guint32 *large_pixels = fixture_render (large, PIXELS, PIXELS);
          double low = 0, high = 0, large_low = 0, large_high = 0;

          g_assert_cmpuint (loom_picture_get_cols (large), ==,
                            loom_picture_get_cols (picture) * TIMES);
          g_assert_cmpint (loom_picture_get_scale (picture, &low, &high), ==,
                           loom_picture_get_scale (large, &large_low, &large_high));
          g_assert_cmpfloat (low, ==, large_low);
          g_assert_cmpfloat (high, ==, large_high);
          for (guint y = 0; y < PIXELS; y++)
            for (guint x = 0; x < PIXELS; x++)
              {
                const guint64 col = (guint64) ((x + 0.5) * small.shape.cols / PIXELS);
                const guint64 row = (guint64) ((y + 0.5) * small.shape.rows / PIXELS);
                const gboolean is_border
                    = col != x * small.shape.cols / PIXELS
                      || col != ((x + 1) * small.shape.cols - 1) / PIXELS
                      || row != y * small.shape.rows / PIXELS
                      || row != ((y + 1) * small.shape.rows - 1) / PIXELS;

                if (!is_border)
                  g_assert_cmphex (pixels[y * PIXELS + x], ==, large_pixels[y * PIXELS + x]);
              }
        }
    }
}

/* Each kind of cell is in the sample, so its colours are those of the whole. */
static void
test_sketch_looks_as_the_whole (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (44);

  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (LoomRun) run = NULL;
      Small small;

      make_small (&small, random, 2 + round % 2);
      run = make_run (&small, 2 * TIMES + round, 2 * TIMES + 3);
      for (LoomLens lens = 0; lens < LOOM_N_LENSES; lens++)
        {
          const LoomView view = { .lens = lens, .plane = round, .text_scale = 1 };
          g_autoptr (LoomPicture) whole = loom_picture_new (run, &view);
          g_autoptr (LoomPicture) sketch = loom_picture_new_sketch (run, &view);
          g_autofree guint32 *pixels = fixture_render (whole, PIXELS, PIXELS);
          g_autofree guint32 *sketched = fixture_render (sketch, PIXELS, PIXELS);
          g_autofree char *cell = loom_picture_dup_cell_text (whole, 17, 5);
          g_autofree char *same = loom_picture_dup_cell_text (sketch, 17, 5);
          double low = 0, high = 0, sketch_low = 0, sketch_high = 0;

          g_assert_true (loom_picture_is_sketch (sketch));
          g_assert_false (loom_picture_is_sketch (whole));
          g_assert_cmpuint (loom_picture_get_cols (sketch), ==, loom_picture_get_cols (whole));
          g_assert_cmpuint (loom_picture_get_rows (sketch), ==, loom_picture_get_rows (whole));
          g_assert_cmpuint (loom_picture_get_view (sketch)->plane, ==,
                            loom_picture_get_view (whole)->plane);
          g_assert_cmpstr (cell, ==, same);
          g_assert_cmpint (loom_picture_get_scale (whole, &low, &high), ==,
                           loom_picture_get_scale (sketch, &sketch_low, &sketch_high));
          /* of an array of planes it looks at one */
          if (low != sketch_low || high != sketch_high)
            {
              g_assert_cmpuint (small.shape.rank, ==, 3);
              continue;
            }
          for (guint i = 0; i < PIXELS * PIXELS; i++)
            {
              const guint x = i % PIXELS, y = i / PIXELS;

              if (is_inside (x, small.shape.cols) && is_inside (y, small.shape.rows))
                g_assert_cmphex (pixels[i], ==, sketched[i]);
            }
        }
    }
}

static void
test_nothing_is_not_sketched (void)
{
  g_autoptr (LoomRun) run = loom_run_new ();
  const LoomView view = { .lens = LOOM_LENS_VALUE };

  g_assert_null (loom_picture_new_sketch (run, &view));
}

static void
assert_stretch (const LoomStretch *large,
                const LoomStretch *small,
                guint64            times)
{
  g_assert_cmpuint (large->n, ==, small->n * times);
  if (small->n > 0)
    g_assert_cmpuint (large->first, ==, small->first * times);
}

static void
test_missed_where_a_small_one_is (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (42);

  for (guint round = 0; round < 60; round++)
    {
      const guint rank = 1 + round % 3;
      const guint rows = rank > 1 ? TIMES : 1, cols = rank > 1 ? TIMES : TIMES * TIMES * 10;
      g_autoptr (LoomRun) run = NULL, large_run = NULL;
      LoomPlanes planes, large_planes;
      LoomMissing missing, large;
      const LoomRunArray *array, *large_array;
      const LoomShape *shape;
      Small small;

      make_small (&small, random, rank);
      if (round % 2 == 1)
        for (guint i = 0; i < count_cells (&small.shape); i++)
          small.writes[i] = i % small.shape.cols > 2 && i / small.shape.cols > 0;
      run = make_run (&small, 1, 1);
      large_run = make_run (&small, rows, cols);
      array = run->arrays->pdata[0];
      large_array = large_run->arrays->pdata[0];
      shape = loom_array_get_shape (large_array->array);
      loom_planes_init (&planes, array);
      loom_planes_init (&large_planes, large_array);
      loom_missing_find (&missing, &planes, &small.shape);
      loom_missing_find (&large, &large_planes, shape);
      g_assert_cmpuint (large.n, ==, missing.n * rows * cols);
      g_assert_cmpint (large.is_whole, ==, missing.is_whole);
      assert_stretch (&large.planes, &missing.planes, 1);
      assert_stretch (&large.rows, &missing.rows, rows);
      assert_stretch (&large.cols, &missing.cols, cols);
      for (guint64 i = 0; i < large.first && missing.n > 0; i++)
        g_assert_false (large_planes.domain[i] != 0
                        && loom_planes_get_count (large_planes.writes, i) == 0);
      if (missing.n > 0)
        g_assert_cmpuint (find_small (&small, shape, large.first), ==, missing.first);
    }
}

static void
test_counts_as_many_small_ones (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (43);
  g_autoptr (LoomRun) run = NULL;
  LoomArrayCounts counts;
  guint64 written = 0, rewritten = 0, writes = 0, reads = 0, missed = 0, extra = 0;
  Small small;

  make_small (&small, random, 2);
  run = make_run (&small, TIMES, TIMES);
  loom_run_array_count (run->arrays->pdata[0], &counts);
  for (guint i = 0; i < count_cells (&small.shape); i++)
    {
      written += small.writes[i] > 0;
      rewritten += small.writes[i] > 1;
      writes += small.writes[i];
      reads += small.reads[i];
      missed += small.domain[i] && small.writes[i] == 0;
      extra += !small.domain[i] && small.writes[i] > 0;
    }
  g_assert_cmpuint (counts.written, ==, written * TIMES * TIMES);
  g_assert_cmpuint (counts.rewritten, ==, rewritten * TIMES * TIMES);
  g_assert_cmpuint (counts.writes, ==, writes * TIMES * TIMES);
  g_assert_cmpuint (counts.reads, ==, reads * TIMES * TIMES);
  g_assert_cmpint (counts.missed, ==, (gint64) missed * TIMES * TIMES);
  g_assert_cmpint (counts.extra, ==, (gint64) extra * TIMES * TIMES);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/large/looks-as-a-small-one", test_looks_as_a_small_one);
  g_test_add_func ("/plot/large/sketch-looks-as-the-whole", test_sketch_looks_as_the_whole);
  g_test_add_func ("/plot/large/nothing-is-not-sketched", test_nothing_is_not_sketched);
  g_test_add_func ("/plot/large/missed-where-a-small-one-is", test_missed_where_a_small_one_is);
  g_test_add_func ("/plot/large/counts-as-many-small-ones", test_counts_as_many_small_ones);
  return g_test_run ();
}
