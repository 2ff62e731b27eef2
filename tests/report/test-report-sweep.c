/* test-report-sweep.c: a sweep as CSV and as JSON, whole
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-report-sweep.h"

/* The first configuration has everything and is best, the second differs from what is expected, the third is no launch,
 * the fourth waits. */
static LoomSweep *
make_sweep (void)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *axes = loom_sweep_axes_parse ("block.x=8,16; -DT=1,2", &error);
  LoomSweep *sweep = loom_sweep_new (axes, LOOM_BACKEND_ID_SIMULATOR, "k", "A device");
  LoomSweepTile *const *tiles = (LoomSweepTile **) sweep->tiles->pdata;
  LoomSweepOutcome *first = tiles[0]->outcome, *second = tiles[1]->outcome;
  const double samples[] = { 0.5, 0.25 };

  g_assert_no_error (error);
  loom_sweep_outcome_set (first, LOOM_OUTCOME_DONE, NULL);
  first->block = LOOM_DIM3 (8, 4, 1);
  first->grid = LOOM_DIM3 (2, 1, 1);
  first->shared = 48;
  first->threads = 64;
  first->warp_instructions = 1234567;
  first->tally.counts = (LoomArrayCounts) { .cells = 6, .written = 5, .rewritten = 4, .missed = 3, .extra = 2 };
  first->tally.thumbnail.width = 4;
  first->tally.thumbnail.height = 2;
  for (guint8 code = LOOM_THUMBNAIL_OUTSIDE; code < LOOM_N_THUMBNAIL_CODES; code++)
    first->tally.thumbnail.codes[code] = code;
  g_array_append_vals (first->samples, samples, G_N_ELEMENTS (samples));
  loom_decile_init (&first->decile, samples, G_N_ELEMENTS (samples));
  first->modelled_ms = 0.125;
  first->occupancy = 0.75;
  first->waves = 1.5;
  first->tail = 0.0625;
  tiles[0]->is_kept = TRUE;

  loom_sweep_outcome_set (second, LOOM_OUTCOME_WRONG, "7 cells differ, as in “a\"b”");
  second->block = LOOM_DIM3 (16, 1, 1);
  second->grid = LOOM_DIM3 (1, 1, 1);
  second->threads = 16;
  second->tally.mismatches = 7;
  loom_sweep_outcome_set (tiles[2]->outcome, LOOM_OUTCOME_INFEASIBLE, "two\nlines");
  loom_sweep_rank (sweep);
  return sweep;
}

/* Text with a comma, a quote or a line's end is quoted, and what is not known is empty. */
static void
test_report_sweep_as_csv (void)
{
  g_autoptr (LoomSweep) sweep = make_sweep ();
  g_autofree char *csv = loom_report_sweep_format_csv (sweep);

  g_assert_cmpstr (csv, ==,
                   "block.x,-DT,state,kernel_ms,modelled_ms,warp_instructions,occupancy,waves,tail,threads,written,"
                   "rewritten,missed,extra,mismatches,rank,best,text\n"
                   "8,1,done,0.25,0.125,1234567,0.75,1.5,0.0625,64,5,4,3,2,0,1,1,\n"
                   "16,1,wrong,,,0,,,,16,0,0,,,7,,0,\"7 cells differ, as in “a\"\"b”\"\n"
                   "8,2,infeasible,,,,,,,,,,,,,,0,\"two\nlines\"\n"
                   "16,2,waiting,,,,,,,,,,,,,,0,\n");
}

static void
test_report_sweep_as_json (void)
{
  g_autoptr (LoomSweep) sweep = make_sweep ();
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "report", "sweep.json", NULL);
  g_autofree char *json = NULL, *expected = NULL;

  g_ptr_array_add (problems, (char *) "a disk is full");
  json = loom_report_sweep_format (sweep, problems);
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  g_assert_cmpstr (json, ==, expected);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/sweep/as-csv", test_report_sweep_as_csv);
  g_test_add_func ("/report/sweep/as-json", test_report_sweep_as_json);
  return g_test_run ();
}
