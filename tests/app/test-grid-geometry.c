/* test-grid-geometry.c: fit, zoom, pan, hit
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-grid-geometry.h"

#include <math.h>

#define NEAR 1e-6

static LoomGridGeometry
begin (double   cols,
       double   rows,
       double   width,
       double   height,
       gboolean square)
{
  LoomGridGeometry self;

  loom_grid_geometry_init (&self);
  loom_grid_geometry_resize (&self, width, height);
  loom_grid_geometry_set_picture (&self, cols, rows, square);
  return self;
}

static void
test_fit (void)
{
  static const struct
  {
    double   cols, rows, width, height;
    gboolean square;
    double   cell_x, cell_y, x, y;
  } rows[] = {
    { 16, 16, 320, 320, FALSE, 20, 20, 0, 0 },
    { 16, 16, 640, 320, FALSE, 20, 20, -8, 0 },        /* centred */
    { 2, 2, 600, 600, FALSE, 96, 96, -2.125, -2.125 }, /* not larger than sensible */
    { 1000, 1, 500, 400, FALSE, 0.5, 64, 0, -2.625 },  /* a strip fills */
    { 1000, 1, 500, 400, TRUE, 0.5, 0.5, 0, -399.5 },  /* unless squares are asked for */
    { 4096, 4096, 512, 1024, FALSE, 0.125, 0.125, 0, -2048 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomGridGeometry self = begin (rows[i].cols, rows[i].rows, rows[i].width, rows[i].height,
                                     rows[i].square);

      g_assert_cmpfloat_with_epsilon (self.cell_x, rows[i].cell_x, NEAR);
      g_assert_cmpfloat_with_epsilon (self.cell_y, rows[i].cell_y, NEAR);
      g_assert_cmpfloat_with_epsilon (self.x, rows[i].x, NEAR);
      g_assert_cmpfloat_with_epsilon (self.y, rows[i].y, NEAR);
      g_assert_cmpfloat (loom_grid_geometry_get_zoom (&self), ==, 1);
      g_assert_false (loom_grid_geometry_can_zoom (&self, FALSE));
    }
}

static void
test_zoom_keeps_the_point (void)
{
  LoomGridGeometry self = begin (100, 100, 500, 500, FALSE);
  double col, row, col_after, row_after;

  loom_grid_geometry_zoom (&self, 3, 250, 250);
  loom_grid_geometry_to_place (&self, 123, 321, &col, &row);
  loom_grid_geometry_zoom (&self, 2.5, 123, 321);
  loom_grid_geometry_to_place (&self, 123, 321, &col_after, &row_after);
  g_assert_cmpfloat_with_epsilon (col, col_after, NEAR);
  g_assert_cmpfloat_with_epsilon (row, row_after, NEAR);
  g_assert_cmpfloat_with_epsilon (loom_grid_geometry_get_zoom (&self), 7.5, NEAR);
}

static void
test_zoom_has_ends (void)
{
  LoomGridGeometry self = begin (100, 100, 500, 500, FALSE);

  for (guint i = 0; i < 100; i++)
    loom_grid_geometry_zoom (&self, 1.25, 10, 490);
  g_assert_cmpfloat_with_epsilon (self.cell_x, LOOM_GRID_LARGEST_CELL, NEAR);
  g_assert_false (loom_grid_geometry_can_zoom (&self, TRUE));
  for (guint i = 0; i < 100; i++)
    loom_grid_geometry_zoom (&self, 0.8, 10, 490);
  g_assert_cmpfloat (self.cell_x, ==, 5);
  g_assert_true (self.fitted);
  g_assert_cmpfloat_with_epsilon (self.x, 0, NEAR);
  loom_grid_geometry_zoom (&self, NAN, 10, 10);
  loom_grid_geometry_zoom (&self, -1, 10, 10);
  g_assert_cmpfloat (self.cell_x, ==, 5);
}

static void
test_pan_stays_inside (void)
{
  LoomGridGeometry self = begin (100, 50, 500, 250, FALSE);

  loom_grid_geometry_pan (&self, 100, 100);
  g_assert_cmpfloat (self.x, ==, 0);
  loom_grid_geometry_zoom (&self, 2, 0, 0);
  loom_grid_geometry_pan (&self, -100, -50);
  g_assert_cmpfloat_with_epsilon (self.x, 10, NEAR);
  g_assert_cmpfloat_with_epsilon (self.y, 5, NEAR);
  loom_grid_geometry_pan (&self, -1e9, -1e9);
  g_assert_cmpfloat_with_epsilon (self.x, 50, NEAR);
  g_assert_cmpfloat_with_epsilon (self.y, 25, NEAR);
  loom_grid_geometry_pan (&self, 1e9, 1e9);
  g_assert_cmpfloat_with_epsilon (self.x, 0, NEAR);
}

static void
test_cells_and_points (void)
{
  LoomGridGeometry self = begin (8, 8, 400, 200, FALSE);

  for (guint row = 0; row < 8; row++)
    for (guint col = 0; col < 8; col++)
      {
        LoomGridRect rect;
        double x, y;

        loom_grid_geometry_get_cell (&self, col, row, &rect);
        loom_grid_geometry_to_place (&self, rect.x + 0.01, rect.y + 0.01, &x, &y);
        g_assert_cmpuint ((guint) x, ==, col);
        g_assert_cmpuint ((guint) y, ==, row);
        loom_grid_geometry_to_place (&self, rect.x + rect.width - 0.01, rect.y + rect.height - 0.01,
                                     &x, &y);
        g_assert_cmpuint ((guint) x, ==, col);
        g_assert_cmpuint ((guint) y, ==, row);
      }
}

static void
test_shown (void)
{
  LoomGridGeometry self = begin (8, 8, 400, 200, FALSE);
  LoomGridRect area, cells;

  g_assert_true (loom_grid_geometry_get_shown (&self, &area, &cells));
  g_assert_cmpfloat (area.x, ==, 100);
  g_assert_cmpfloat (area.width, ==, 200);
  g_assert_cmpfloat (cells.width, ==, 8);
  loom_grid_geometry_zoom (&self, 4, 0, 0);
  g_assert_true (loom_grid_geometry_get_shown (&self, &area, &cells));
  g_assert_cmpfloat (area.x, ==, 0);
  g_assert_cmpfloat (area.width, ==, 400);
  g_assert_cmpfloat (cells.width, ==, 4);
  loom_grid_geometry_set_picture (&self, 0, 0, FALSE);
  g_assert_false (loom_grid_geometry_get_shown (&self, &area, &cells));
  g_assert_cmpfloat (area.width, ==, 0);
}

/* What is seen beside the picture is part of the whole, and never all that is in sight. */
static void
test_ring (void)
{
  LoomGridGeometry self = begin (10, 10, 400, 400, FALSE);
  LoomGridRect area, cells;

  loom_grid_geometry_set_ring (&self, 0, 10, 6);
  g_assert_cmpfloat (self.cell_x, ==, 20);
  g_assert_true (loom_grid_geometry_get_shown (&self, &area, &cells));
  g_assert_cmpfloat (area.width, ==, 200);
  g_assert_cmpfloat (area.y, ==, 40);   /* 16 rows are 320 high */
  g_assert_cmpfloat (loom_grid_geometry_get_end (&self), ==, 400);
  loom_grid_geometry_zoom (&self, 4, 0, 0);
  g_assert_cmpfloat (loom_grid_geometry_get_end (&self), ==, 400);
  loom_grid_geometry_pan (&self, -1e6, -1e6);
  g_assert_cmpfloat_with_epsilon (self.x, 9, NEAR);
  g_assert_cmpfloat_with_epsilon (self.y, 9, NEAR);
  g_assert_true (loom_grid_geometry_get_shown (&self, &area, &cells));
  g_assert_cmpfloat (area.width, ==, 80);
  g_assert_cmpfloat_with_epsilon (cells.x, 9, NEAR);

  loom_grid_geometry_set_ring (&self, 6, 0, 0);
  g_assert_true (self.fitted);
  g_assert_true (loom_grid_geometry_get_shown (&self, &area, &cells));
  g_assert_cmpfloat (area.y, ==, 150);
  g_assert_cmpfloat (cells.y, ==, 0);
}

static void
test_resize (void)
{
  LoomGridGeometry self = begin (100, 100, 500, 500, FALSE);
  double before, after, row;

  loom_grid_geometry_resize (&self, 250, 250);
  g_assert_cmpfloat (self.cell_x, ==, 2.5);
  loom_grid_geometry_zoom (&self, 4, 125, 125);
  loom_grid_geometry_to_place (&self, 125, 125, &before, &row);
  loom_grid_geometry_resize (&self, 300, 200);
  loom_grid_geometry_to_place (&self, 150, 100, &after, &row);
  g_assert_cmpfloat_with_epsilon (before, after, NEAR);
  g_assert_cmpfloat_with_epsilon (self.cell_x, 10, NEAR);
  loom_grid_geometry_resize (&self, 0, 0);
  loom_grid_geometry_resize (&self, 300, 200);
  g_assert_true (isfinite (self.x) && isfinite (self.cell_x));
}

static void
test_same_size_keeps_the_place (void)
{
  LoomGridGeometry self = begin (100, 100, 500, 500, FALSE);

  loom_grid_geometry_zoom (&self, 4, 500, 500);
  loom_grid_geometry_set_picture (&self, 100, 100, FALSE);
  g_assert_cmpfloat_with_epsilon (self.x, 75, NEAR);
  loom_grid_geometry_set_picture (&self, 100, 90, FALSE);
  g_assert_true (self.fitted);
}

static void
test_reveal (void)
{
  LoomGridGeometry self = begin (100, 100, 500, 500, FALSE);

  loom_grid_geometry_zoom (&self, 10, 0, 0);
  loom_grid_geometry_reveal (&self, 5, 5);
  g_assert_cmpfloat (self.x, ==, 0);
  loom_grid_geometry_reveal (&self, 30, 99);
  g_assert_cmpfloat_with_epsilon (self.x, 21, NEAR);
  g_assert_cmpfloat_with_epsilon (self.y, 90, NEAR);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/grid-geometry/fit", test_fit);
  g_test_add_func ("/app/grid-geometry/zoom-keeps-the-point", test_zoom_keeps_the_point);
  g_test_add_func ("/app/grid-geometry/zoom-has-ends", test_zoom_has_ends);
  g_test_add_func ("/app/grid-geometry/pan-stays-inside", test_pan_stays_inside);
  g_test_add_func ("/app/grid-geometry/cells-and-points", test_cells_and_points);
  g_test_add_func ("/app/grid-geometry/shown", test_shown);
  g_test_add_func ("/app/grid-geometry/what-is-seen-beside", test_ring);
  g_test_add_func ("/app/grid-geometry/resize", test_resize);
  g_test_add_func ("/app/grid-geometry/same-size-keeps-the-place", test_same_size_keeps_the_place);
  g_test_add_func ("/app/grid-geometry/reveal", test_reveal);
  return g_test_run ();
}
