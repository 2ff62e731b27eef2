/* test-picture-pair.c: two pictures beside each other
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-comparison.h"
#include "loom-picture-pair.h"
#include "plot-fixture.h"

#include <math.h>

#define SIDE 12
#define CELLS (SIDE * SIDE)

static void
make_values (float *values,
             double low,
             double high)
{
  for (guint i = 0; i < CELLS; i++)
    values[i] = (float) g_test_rand_double_range (low, high);
}

static void
make_pair (LoomPicturePair *pair,
           const float     *a,
           const float     *b,
           gboolean         logarithmic)
{
  const LoomShape shape = SHAPE_2D (SIDE, SIDE);
  g_autoptr (LoomRun) run_a = fixture_values (LOOM_SCALAR_F32, &shape, a);
  g_autoptr (LoomRun) run_b = fixture_values (LOOM_SCALAR_F32, &shape, b);
  LoomView view;

  loom_view_init (&view, run_a);
  view.lens = LOOM_LENS_VALUE;
  view.logarithmic = logarithmic;
  loom_picture_pair_init (pair, NULL, run_a, &view, run_b, &view);
}

/* Cells of one value have one colour, in whichever picture they are; and a larger value never has
 * the colour of a smaller one with another between them. */
static void
assert_colors_mean_the_same (const LoomPicturePair *pair,
                             const float           *a,
                             const float           *b)
{
  g_autofree guint32 *in_a = fixture_render (pair->a, SIDE, SIDE);
  g_autofree guint32 *in_b = fixture_render (pair->b, SIDE, SIDE);

  for (guint i = 0; i < CELLS; i++)
    for (guint j = 0; j < CELLS; j++)
      if (a[i] == b[j])
        g_assert_cmpuint (in_a[i], ==, in_b[j]);
      else if (in_a[i] == in_b[j])
        for (guint k = 0; k < CELLS; k++)
          if ((a[k] - a[i]) * (a[k] - b[j]) < 0)
            g_assert_cmpuint (in_a[k], ==, in_a[i]);
}

static void
test_colors_mean_the_same (void)
{
  for (guint round = 0; round < 20; round++)
    {
      float a[CELLS], b[CELLS], low = INFINITY, high = -INFINITY;
      g_auto (LoomPicturePair) pair = { NULL };
      double scale_low, scale_high;

      make_values (a, round % 2 == 0 ? -3 : 1, 5);
      make_values (b, 2, 4 + round);
      for (guint i = 0; i < CELLS; i++)
        {
          if (i % 3 == 0)
            b[i] = a[i];
          low = MIN (low, MIN (a[i], b[i]));
          high = MAX (high, MAX (a[i], b[i]));
        }
      make_pair (&pair, a, b, round % 4 < 2);
      g_assert_true (loom_picture_get_scale (pair.a, &scale_low, &scale_high));
      g_assert_cmpfloat (scale_low, ==, low);
      g_assert_cmpfloat (scale_high, ==, high);
      g_assert_true (loom_picture_get_scale (pair.b, &scale_low, &scale_high));
      g_assert_cmpfloat (scale_low, ==, low);
      g_assert_cmpfloat (scale_high, ==, high);
      g_assert_true (loom_picture_pair_choose_legend (&pair) == pair.b);
      assert_colors_mean_the_same (&pair, a, b);
    }
}

static void
test_legend_of_the_one_that_has_more (void)
{
  float a[CELLS], b[CELLS];

  make_values (a, 0, 1);
  make_values (b, 0, 1);
  a[7] = NAN;
  {
    g_auto (LoomPicturePair) pair = { NULL };

    make_pair (&pair, a, b, FALSE);
    g_assert_true (loom_picture_pair_choose_legend (&pair) == pair.a);
  }
  b[8] = INFINITY;
  {
    g_auto (LoomPicturePair) pair = { NULL };

    make_pair (&pair, a, b, FALSE);
    g_assert_null (loom_picture_pair_choose_legend (&pair));
  }
}

static void
test_no_legend_for_two_lenses (void)
{
  g_autoptr (LoomRun) triangle = fixture_triangle (SIDE, TRUE), plain = fixture_triangle (SIDE, FALSE);
  g_auto (LoomPicturePair) pair = { NULL };
  LoomView view;

  loom_view_init (&view, triangle);
  g_assert_cmpint (view.lens, ==, LOOM_LENS_EXPECTED);
  loom_picture_pair_init (&pair, NULL, plain, &view, triangle, &view);
  g_assert_null (loom_picture_pair_choose_legend (&pair));
}

/* B minus A, with 0 in the middle. */
static void
test_change_is_b_minus_a (void)
{
  const LoomShape shape = SHAPE_2D (1, 4);
  const gint64 a[] = { 1, G_MAXINT64, G_MININT64, 5 };
  const gint64 b[] = { 1, G_MAXINT64 - 1, G_MAXINT64, 2 };
  g_autoptr (LoomRun) run_a = fixture_values (LOOM_SCALAR_I64, &shape, a);
  g_autoptr (LoomRun) run_b = fixture_values (LOOM_SCALAR_I64, &shape, b);
  g_autoptr (LoomComparison) comparison = loom_comparison_new_named (run_b, run_a, 0, "B", "A");
  g_autoptr (LoomPicture) picture = NULL;
  double low, high;
  LoomView view;

  loom_view_init (&view, comparison->a);
  view.lens = LOOM_LENS_CHANGE;
  picture = loom_picture_new (comparison->a, &view);
  g_assert_cmpint (loom_picture_get_view (picture)->lens, ==, LOOM_LENS_CHANGE);
  g_assert_true (loom_picture_get_scale (picture, &low, &high));
  g_assert_cmpfloat (high, ==, 18446744073709551615.0);
  g_assert_cmpfloat (low, ==, -high);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/picture-pair/colors-mean-the-same", test_colors_mean_the_same);
  g_test_add_func ("/plot/picture-pair/legend-of-the-one-that-has-more",
                   test_legend_of_the_one_that_has_more);
  g_test_add_func ("/plot/picture-pair/no-legend-for-two-lenses", test_no_legend_for_two_lenses);
  g_test_add_func ("/plot/picture-pair/change-is-b-minus-a", test_change_is_b_minus_a);
  return g_test_run ();
}
