/* test-shared-out.c: launches of few threads that take long are shared out; what comes of them is the same
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-sim-block-private.h"
#include "loom-sim-scheduler-private.h"

#define BODIES 2048
#define CELLS 20000

static guint64
get_chunk (LoomDim3 grid,
           guint    workers)
{
  LoomSimLaunchState launch = { .grid = grid, .batch = 1 };

  loom_dim3_volume (&grid, &launch.n_blocks);
  return loom_sim_schedule_get_chunk (&launch, workers);
}

/* However the blocks of a small grid lie, all workers have the same share as nearly as blocks allow, or four fifths of it. */
static void
test_chunks (void)
{
  const LoomDim3 grids[] = { { 16, 1, 1 }, { 1, 16, 1 }, { 4, 4, 1 }, { 8, 2, 1 }, { 2, 2, 4 }, { 5, 5, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    for (guint workers = 2; workers <= 16; workers++)
      {
        const guint64 chunk = get_chunk (grids[i], workers);
        guint64 n_blocks = 0, most;

        loom_dim3_volume (&grids[i], &n_blocks);
        most = ((n_blocks + chunk - 1) / chunk + workers - 1) / workers * chunk;
        g_assert_true (chunk == 1 || most * workers * 4 <= n_blocks * 5);
      }
  /* Whole rows, where that keeps nobody waiting. */
  g_assert_cmpuint (get_chunk (LOOM_DIM3 (64, 64, 1), 2), ==, 128);
  g_assert_cmpuint (get_chunk (LOOM_DIM3 (64, 64, 1), 8), ==, 64);
  g_assert_cmpuint (get_chunk (LOOM_DIM3 (64, 8, 1), 8), ==, 64);
  g_assert_cmpuint (get_chunk (LOOM_DIM3 (64, 9, 1), 8), <, 64);
  g_assert_cmpuint (get_chunk (LOOM_DIM3 (64, 4, 1), 8), <, 64);
}

static void
fill (guint32 *cells,
      guint    n)
{
  float *numbers = (float *) cells;

  for (guint i = 0; i < n; i++)
    numbers[i] = (float) (i * 7919 % 1000) * 0.001f;
}

static void
run_bodies (Fixture *fixture)
{
  fill (fixture_array (fixture, BODIES * 4, 16), BODIES * 4);
  fixture_array (fixture, BODIES * 4, 16);
  fixture_int (fixture, BODIES);
  fixture_pass (fixture, "bodies", LOOM_DIM3 (16, 1, 1), LOOM_DIM3 (128, 1, 1));
  g_assert_cmpstr (fixture->outcome.output->str, ==,
                   "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n");
}

static void
run_sums (Fixture *fixture)
{
  fill (fixture_array (fixture, CELLS, 4), CELLS);
  fixture_array (fixture, 1, 4);
  fixture_array (fixture, 16, 4);
  fixture_int (fixture, CELLS);
  fixture_pass (fixture, "sums", LOOM_DIM3 (4, 2, 1), LOOM_DIM3 (256, 1, 1));
}

static void
run_chain (Fixture *fixture)
{
  fixture_array (fixture, 16, 4);
  fixture_int (fixture, 3000);
  fixture_pass (fixture, "chain", LOOM_DIM3 (16, 1, 1), LOOM_DIM3 (64, 1, 1));
}

typedef struct
{
  const char *name;
  void      (*run) (Fixture *fixture);
} Case;

static const Case cases[] = {
  { "bodies", run_bodies }, { "sums", run_sums }, { "chain", run_chain }
};

static void
begin (Fixture *fixture,
       guint    workers)
{
  fixture_init (fixture, "shared-out.ptx");
  fixture->options.workers = workers;
}

static void
test_same (gconstpointer data)
{
  static const guint workers[] = { 2, 7, 16 };
  const Case *test = data;
  Fixture alone;

  begin (&alone, 1);
  test->run (&alone);
  for (guint w = 0; w < G_N_ELEMENTS (workers); w++)
    {
      Fixture several;

      begin (&several, workers[w]);
      test->run (&several);
      g_assert_cmpuint (several.outcome.warp_instructions, ==, alone.outcome.warp_instructions);
      for (guint a = 0; a < alone.n_arrays; a++)
        {
          const FixtureArray *x = &alone.arrays[a], *y = &several.arrays[a];
          const gsize size = x->n * sizeof (guint32);

          g_assert_cmpmem (x->cells, size, y->cells, size);
          g_assert_cmpmem (x->writes, size, y->writes, size);
          g_assert_cmpmem (x->reads, size, y->reads, size);
          g_assert_cmpmem (x->lowest, size, y->lowest, size);
          g_assert_cmpmem (x->highest, size, y->highest, size);
        }
      fixture_clear (&several);
    }
  fixture_clear (&alone);
}

/* Counted, not timed: others are called once a launch has made many instructions and has blocks left. */
static void
test_long_launches (void)
{
  Fixture fixture;

  begin (&fixture, 8);
  run_bodies (&fixture);
  g_assert_cmpuint (fixture.outcome.workers, ==, 8);
  g_assert_false (fixture.outcome.serialised);
  fixture_clear (&fixture);

  begin (&fixture, 16);
  run_sums (&fixture);
  g_assert_cmpuint (fixture.outcome.workers, ==, 8);
  fixture_clear (&fixture);
}

static void
test_short_launches (void)
{
  Fixture fixture;

  begin (&fixture, 8);
  fill (fixture_array (&fixture, BODIES * 4, 16), BODIES * 4);
  fixture_array (&fixture, BODIES * 4, 16);
  fixture_int (&fixture, 0);
  fixture_pass (&fixture, "bodies", LOOM_DIM3 (16, 1, 1), LOOM_DIM3 (128, 1, 1));
  g_assert_cmpuint (fixture.outcome.workers, ==, 1);
  fixture_clear (&fixture);
}

/* However many blocks are in flight when the budget is used up, it is the lowest that has not ended. */
static void
test_endless (gconstpointer data)
{
  Fixture fixture;

  begin (&fixture, GPOINTER_TO_UINT (data));
  fixture.options.budget = 1 << 20;
  fixture_array (&fixture, 16, 4);
  fixture_int (&fixture, G_MAXINT);
  g_assert_true (fixture_run (&fixture, "chain", LOOM_DIM3 (16, 1, 1), LOOM_DIM3 (64, 1, 1)));
  g_assert_nonnull (fixture.outcome.trap);
  g_assert_cmpint (fixture.outcome.trap->code, ==, LOOM_ERROR_ENDLESS);
  g_assert_cmpuint (fixture.outcome.trap->site.block.x, ==, 0);
  g_assert_cmpuint (fixture.outcome.trapped_blocks, ==, 1);
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/shared-out/small-grids-have-a-share-for-each-worker", test_chunks);
  g_test_add_func ("/sim/shared-out/few-heavy-blocks-call-all-workers", test_long_launches);
  g_test_add_func ("/sim/shared-out/few-light-blocks-call-nobody", test_short_launches);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/sim/shared-out/%s-same-on-any-number-of-workers", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_same);
    }
  g_test_add_data_func ("/sim/shared-out/endless-on-one-worker", GUINT_TO_POINTER (1), test_endless);
  g_test_add_data_func ("/sim/shared-out/endless-on-eight-workers", GUINT_TO_POINTER (8), test_endless);
  return g_test_run ();
}
