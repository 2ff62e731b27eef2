/* test-difference.c: two runs beside each other, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-comparison.h"
#include "plot-fixture.h"

#include <math.h>
#include <string.h>

/* One value and one count that the simulator had otherwise. */
static LoomRun *
make_other (void)
{
  Fixture fixture;
  LoomShape shape = SHAPE_2D (2, 2);
  const float data[] = { 1, 2, 3, nextafterf (4, 5) };

  fixture_begin (&fixture, LOOM_SCALAR_F32, 1, &shape, data);
  fixture_write (&fixture, 0, 0);
  fixture_write (&fixture, 0, 0);
  fixture.run->backend = LOOM_BACKEND_ID_CUDA (0);
  return fixture_end (&fixture);
}

static LoomRun *
make_run (void)
{
  Fixture fixture;
  LoomShape shape = SHAPE_2D (2, 2);
  const float data[] = { 1, 2, 3, 4 };

  fixture_begin (&fixture, LOOM_SCALAR_F32, 1, &shape, data);
  fixture_write (&fixture, 0, 0);
  return fixture_end (&fixture);
}

static LoomPicture *
make_picture (LoomRun *run)
{
  LoomView view;

  loom_view_init (&view, run);
  view.lens = LOOM_LENS_DIFFERENCE;
  return loom_picture_new (run, &view);
}

static void
test_needs_a_comparison (void)
{
  g_autoptr (LoomRun) run = make_run ();
  g_autoptr (LoomPicture) picture = make_picture (run);

  g_assert_false (loom_lens_is_available (LOOM_LENS_DIFFERENCE, run, 0));
  g_assert_cmpint (loom_picture_get_view (picture)->lens, ==, LOOM_LENS_VALUE);
}

static void
test_differences (void)
{
  g_autoptr (LoomRun) run = make_run (), other = make_other ();
  g_autoptr (LoomComparison) comparison = loom_comparison_new (run, other, 0);
  g_autoptr (LoomPicture) picture = make_picture (comparison->a);
  g_autofree char *sentence = loom_picture_dup_sentence (picture);
  g_autofree char *value = loom_picture_dup_cell_text (picture, 1, 1);
  g_autofree char *count = loom_picture_dup_cell_text (picture, 0, 0);
  g_autofree guint32 *pixels = fixture_render (picture, 2, 2);

  g_assert_cmpint (loom_picture_get_view (picture)->lens, ==, LOOM_LENS_DIFFERENCE);
  g_assert_cmpstr (
      sentence, ==,
      "Compared with GPU 0; 1 value differs, by 1 ULP (units in the last place); 1 cell was "
      "written more or less often. Counted on the executed PTX.");
  g_assert_cmpstr (value, ==, "row 1, column 1: 4, not written, 4.00000048 on GPU 0");
  g_assert_nonnull (strstr (count, "written 2 times on GPU 0"));
  g_assert_cmpuint (pixels[1], ==, pixels[2]);
  g_assert_cmpuint (pixels[0], !=, pixels[1]);
  g_assert_cmpuint (pixels[3], !=, pixels[1]);
  g_assert_cmpuint (pixels[3], !=, pixels[0]);
}

static void
test_nothing_differs (void)
{
  g_autoptr (LoomRun) run = make_run (), other = make_run ();
  g_autoptr (LoomComparison) comparison = loom_comparison_new (run, other, 0);
  g_autoptr (LoomPicture) picture = make_picture (comparison->a);
  g_autofree char *sentence = loom_picture_dup_sentence (picture);

  g_assert_cmpstr (sentence, ==,
                   "All 4 cells are the same, compared with Simulator. Counted on the executed PTX.");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/plot/difference/needs-a-comparison", test_needs_a_comparison);
  g_test_add_func ("/plot/difference/differences", test_differences);
  g_test_add_func ("/plot/difference/nothing-differs", test_nothing_differs);

  return g_test_run ();
}
