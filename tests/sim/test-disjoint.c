/* test-disjoint.c: what is told of workers that cannot meet is so; what is counted and undone with it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-sim-module-private.h"
#include "loom-sim-scheduler-private.h"

#include <string.h>

static gboolean
is_disjoint (const Fixture *fixture,
             guint          array)
{
  return fixture->sim->regions[fixture->arrays[array].address >> LOOM_SIM_SLOT_BITS].disjoint;
}

/* The numbers that the test draws, the same in every run. */
static gint
draw (GRand *rand,
      gint   least,
      gint   most)
{
  return g_rand_int_range (rand, least, most + 1);
}

typedef struct
{
  gint factors[2], plus, load_factors[2], load_plus;
  gint w, h;
  LoomDim3 grid, block;
} Affine;

static void
draw_affine (GRand  *rand,
             Affine *self)
{
  const gint pitch = draw (rand, 90, 140);
  const gboolean turned = draw (rand, 0, 3) == 0;

  *self =
      (Affine) { .factors = { turned ? pitch : draw (rand, 1, 2), turned ? 1 : pitch },
                 .plus = draw (rand, 0, 3),
                 .w = draw (rand, 70, 140),
                 .h = draw (rand, 70, 140),
                 .grid = LOOM_DIM3 ((guint) draw (rand, 4, 9), (guint) draw (rand, 4, 17), 1),
                 .block = LOOM_DIM3 ((guint) draw (rand, 12, 20), (guint) draw (rand, 8, 40), 1) };
  memcpy (self->load_factors, self->factors, sizeof self->factors);
  self->load_plus = self->plus;
  if (draw (rand, 0, 2) == 0)
    self->load_plus = draw (rand, 0, pitch);
  if (draw (rand, 0, 4) == 0)
    self->load_factors[draw (rand, 0, 1)] = draw (rand, 0, 2);
}

/* Whether two chunks of blocks meet in a cell that one of them stores to, found cell by cell. */
static gboolean
meets (const Affine *self,
       guint64       chunk,
       guint         n_cells)
{
  g_autofree guint *stored = g_new0 (guint, n_cells);
  const guint columns = self->grid.x * self->block.x, rows = self->grid.y * self->block.y;
  gboolean meets = FALSE;

  for (guint pass = 0; pass < 2; pass++)
    for (guint y = 0; y < MIN (rows, (guint) self->h); y++)
      for (guint x = 0; x < MIN (columns, (guint) self->w); x++)
        {
          const guint64 block = (guint64) (y / self->block.y) * self->grid.x + x / self->block.x;
          const guint mine = 1 + (guint) (block / chunk);
          guint *store =
              &stored[self->factors[0] * (gint) x + self->factors[1] * (gint) y + self->plus];
          const guint load = stored[self->load_factors[0] * (gint) x +
                                    self->load_factors[1] * (gint) y + self->load_plus];

          if (pass == 0)
            {
              meets |= *store != 0 && *store != mine;
              *store = mine;
            }
          meets |= pass == 1 && load != 0 && load != mine;
        }
  return meets;
}

/* Never is it said where it is not so; and most often where it is. */
static void
test_nothing_but_the_truth (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2611);
  guint said = 0, true_ones = 0;

  for (guint i = 0; i < 400; i++)
    {
      LoomSimLaunchState launch = { .batch = 1 };
      const guint n_cells = 140 * 400;
      Affine affine;
      Fixture fixture;
      gboolean disjoint;

      draw_affine (rand, &affine);
      launch.grid = affine.grid;
      loom_dim3_volume (&launch.grid, &launch.n_blocks);
      fixture_init (&fixture, "disjoint.ptx");
      fixture_array (&fixture, n_cells, 4);
      for (guint a = 0; a < 2; a++)
        fixture_int (&fixture, affine.factors[a]);
      fixture_int (&fixture, affine.plus);
      for (guint a = 0; a < 2; a++)
        fixture_int (&fixture, affine.load_factors[a]);
      fixture_int (&fixture, affine.load_plus);
      fixture_int (&fixture, affine.w);
      fixture_int (&fixture, affine.h);
      fixture.options.workers = 2;
      fixture_pass (&fixture, "affine", affine.grid, affine.block);
      disjoint = !meets (&affine, loom_sim_schedule_get_chunk (&launch, 2), n_cells);
      g_assert_true (disjoint || !is_disjoint (&fixture, 0));
      true_ones += disjoint;
      said += is_disjoint (&fixture, 0);
      fixture_clear (&fixture);
    }
  g_test_message ("%u of %u launches whose workers cannot meet were known", said, true_ones);
  g_assert_cmpuint (said, >, true_ones / 2);
}

typedef struct
{
  const char *name, *entry;
  guint n_arrays, cells;
  gint values[3];
  guint n_values;
  LoomDim3 grid, block;
  guint disjoint; /* bits of arrays */
} Row;

static const Row rows[] = {
  { "both-bounds-of-a-wider-grid",
    "guarded",
    1,
    99 * 77,
    { 99, 77 },
    2,
    { 7, 5, 1 },
    { 16, 16, 1 },
    1 },
  { "rows-that-run-into-the-next",
    "unguarded",
    1,
    20000,
    { 99 },
    1,
    { 8, 8, 1 },
    { 16, 16, 1 },
    0 },
  { "an-array-behind-the-bound",
    "half_guarded",
    2,
    20000,
    { 99, 77 },
    2,
    { 8, 8, 1 },
    { 16, 16, 1 },
    1 },
  { "columns", "transposed", 1, 99 * 77, { 99, 77 }, 2, { 7, 5, 1 }, { 16, 16, 1 }, 1 },
  { "planes", "deep", 1, 30 * 20 * 11, { 30, 20, 11 }, 3, { 2, 3, 12 }, { 16, 8, 1 }, 1 },
  { "blocks-of-several-planes",
    "deep",
    1,
    30 * 20 * 11,
    { 30, 20, 11 },
    3,
    { 4, 3, 4 },
    { 8, 8, 4 },
    0 },
  { "the-next-cell-of-another-array",
    "next_cell",
    2,
    20000,
    { 20000 },
    1,
    { 40, 1, 1 },
    { 512, 1, 1 },
    3 },
  { "places-that-are-looked-up",
    "looked_up",
    2,
    20000,
    { 20000 },
    1,
    { 40, 1, 1 },
    { 512, 1, 1 },
    2 },
  { "a-loop", "strided", 1, 20000, { 20000 }, 1, { 16, 1, 1 }, { 256, 1, 1 }, 0 },
  { "one-array-of-two", "mixed", 2, 20000, { 20000 }, 1, { 40, 1, 1 }, { 512, 1, 1 }, 1 },
};

static void
run_row (const Row *row,
         Fixture   *fixture,
         guint      workers)
{
  fixture_init (fixture, "disjoint.ptx");
  for (guint a = 0; a < row->n_arrays; a++)
    {
      guint32 *cells = fixture_array (fixture, row->cells, 4);

      for (guint i = 0; i < row->cells; i++)
        cells[i] = (i * 7919) % row->cells;
    }
  for (guint i = 0; i < row->n_values; i++)
    fixture_int (fixture, row->values[i]);
  fixture->options.workers = workers;
  fixture_pass (fixture, row->entry, row->grid, row->block);
}

/* Of chunks that are parts of rows nothing is said. */
static gboolean
takes_whole_rows (const Row *row,
                  guint      workers)
{
  LoomSimLaunchState launch = { .grid = row->grid, .batch = 1 };

  loom_dim3_volume (&launch.grid, &launch.n_blocks);
  return launch.n_blocks == row->grid.x ||
         loom_sim_schedule_get_chunk (&launch, workers) % row->grid.x == 0;
}

/* Arrays and planes of one worker are those of several. */
static void
test_row (gconstpointer data)
{
  static const guint workers[] = { 2, 3, 7 };
  const Row *row = data;
  Fixture alone, together;

  run_row (row, &alone, 1);
  for (guint w = 0; w < G_N_ELEMENTS (workers); w++)
    {
      run_row (row, &together, workers[w]);
      for (guint a = 0; a < row->n_arrays; a++)
        {
          const FixtureArray *x = &alone.arrays[a], *y = &together.arrays[a];
          const gsize size = row->cells * sizeof (guint32);

          g_assert_cmpmem (x->cells, size, y->cells, size);
          g_assert_cmpmem (x->writes, size, y->writes, size);
          g_assert_cmpmem (x->reads, size, y->reads, size);
          g_assert_cmpmem (x->lowest, size, y->lowest, size);
          g_assert_cmpmem (x->highest, size, y->highest, size);
          g_assert_cmpint (is_disjoint (&together, a), ==,
                           takes_whole_rows (row, workers[w]) && (row->disjoint >> a & 1) != 0);
        }
      fixture_clear (&together);
    }
  fixture_clear (&alone);
}

/* One array given twice: each thread loads what another stores. */
static void
test_same_array (void)
{
  Fixture fixture;
  const guint n = 20000;

  fixture_init (&fixture, "disjoint.ptx");
  fixture_array (&fixture, n, 4);
  memcpy (fixture.params + fixture.params_size, &fixture.arrays[0].address, sizeof (guint64));
  fixture.params_size += sizeof (guint64);
  fixture_int (&fixture, (gint32) n);
  fixture.options.workers = 2;
  fixture_pass (&fixture, "next_cell", LOOM_DIM3 (40, 1, 1), LOOM_DIM3 (512, 1, 1));
  g_assert_false (is_disjoint (&fixture, 0));
  fixture_clear (&fixture);
}

/* Loads are counted lane by lane, whoever makes them and however many of one cell. */
static void
test_common_cells (gconstpointer data)
{
  const guint block = 256, n_blocks = 24, n = block * n_blocks;
  Fixture fixture;
  guint32 *reads;

  fixture_init (&fixture, "disjoint.ptx");
  fixture_array (&fixture, n, 4);
  fixture_array (&fixture, n, 4);
  fixture_int (&fixture, (gint32) n - 5);
  fixture.options.workers = GPOINTER_TO_UINT (data);
  fixture_pass (&fixture, "common_cells", LOOM_DIM3 (n_blocks, 1, 1), LOOM_DIM3 (block, 1, 1));
  reads = fixture.arrays[1].reads;
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (reads[i], ==, (i == 0 ? n : 0) + (i > 0 && i <= n_blocks ? block : 0) +
                                        (i % block % 3 == 0 ? 1 : 0));
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (fixture.arrays[0].writes[i], ==, i < n - 5 ? 1 : 0);
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/disjoint/nothing-but-the-truth", test_nothing_but_the_truth);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/sim/disjoint/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_data_func ("/sim/disjoint/loads-by-one-worker", GUINT_TO_POINTER (1), test_common_cells);
  g_test_add_data_func ("/sim/disjoint/loads-by-three-workers", GUINT_TO_POINTER (3),
                        test_common_cells);
  g_test_add_func ("/sim/disjoint/an-array-given-twice", test_same_array);
  return g_test_run ();
}
