/* test-sweep-chart.c: which tile of a sweep lies where, and where keys go from it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "loom-sweep-chart.h"

/* Three columns and two rows. */
static LoomSweep *
new_sweep (void)
{
  return loom_sweep_new (loom_sweep_axes_parse ("block.x=8,16,32; block.y=1,2", NULL),
                         LOOM_BACKEND_ID_SIMULATOR, "k", NULL);
}

static void
test_steps_stay_within_the_edges (void)
{
  static const struct { gint tile, columns, rows, to; } rows[] = {
    { -1, 1, 1, 0 }, { 0, 1, 0, 1 }, { 0, 0, 1, 3 }, { 5, -1, -1, 1 }, { 2, 1, 0, 2 },
    { 2, 9, 9, 5 }, { 3, -1, 0, 3 }, { 3, 0, 1, 3 }, { 1, 0, -1, 1 }, { 5, -9, -9, 0 },
  };
  g_autoptr (LoomSweep) sweep = new_sweep ();
  g_autoptr (LoomSweepChart) chart = loom_sweep_chart_new (sweep, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (loom_sweep_chart_step (chart, rows[i].tile, rows[i].columns, rows[i].rows), ==,
                     rows[i].to);
}

static void
test_a_point_is_in_the_tile_that_is_drawn_there (void)
{
  g_autoptr (LoomSweep) sweep = new_sweep ();
  g_autoptr (LoomSweepChart) chart = loom_sweep_chart_new (sweep, NULL);
  cairo_rectangle_t cell;

  for (guint i = 0; i < sweep->tiles->len; i++)
    {
      loom_sweep_chart_get_cell (chart, 1.5, i, &cell);
      g_assert_cmpint (loom_sweep_chart_find (chart, 1.5, cell.x, cell.y), ==, i);
      g_assert_cmpint (loom_sweep_chart_find (chart, 1.5, cell.x + cell.width - 1,
                                              cell.y + cell.height - 1), ==, i);
    }
  g_assert_cmpint (loom_sweep_chart_find (chart, 1.5, cell.x + cell.width, cell.y), ==, -1);
  g_assert_cmpint (loom_sweep_chart_find (chart, 1.5, cell.x, cell.y + cell.height), ==, -1);
  loom_sweep_chart_get_cell (chart, 1.5, 0, &cell);
  g_assert_cmpint (loom_sweep_chart_find (chart, 1.5, cell.x - 1, cell.y), ==, -1);
  g_assert_cmpint (loom_sweep_chart_find (chart, 1.5, cell.x, cell.y - 1), ==, -1);
}

/* The chart is there before the first configuration has ended, and a time is modelled of none. */
static void
test_tiles_tell_what_they_are_ranked_by (void)
{
  g_autoptr (LoomSweep) sweep = new_sweep ();
  g_autoptr (LoomSweepChart) chart = loom_sweep_chart_new (sweep, NULL);
  LoomSweepOutcome *outcome = ((LoomSweepTile *) sweep->tiles->pdata[0])->outcome;
  g_autofree char *counted = NULL, *modelled = NULL;

  loom_sweep_outcome_set (outcome, LOOM_OUTCOME_DONE, NULL);
  outcome->warp_instructions = 10368;
  loom_sweep_rank (sweep);
  counted = loom_sweep_chart_dup_text (chart, 0);
  g_assert_nonnull (strstr (counted, "among the best; warp instructions: 10\u202f368"));
  outcome->modelled_ms = 0.00272;
  loom_sweep_rank (sweep);
  modelled = loom_sweep_chart_dup_text (chart, 0);
  g_assert_nonnull (strstr (modelled, "among the best; modelled time: 0.00272 ms"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/sweep-chart/tiles-tell-what-they-are-ranked-by",
                   test_tiles_tell_what_they_are_ranked_by);
  g_test_add_func ("/plot/sweep-chart/steps-stay-within-the-edges",
                   test_steps_stay_within_the_edges);
  g_test_add_func ("/plot/sweep-chart/a-point-is-in-the-tile-that-is-drawn-there",
                   test_a_point_is_in_the_tile_that_is_drawn_there);
  return g_test_run ();
}
