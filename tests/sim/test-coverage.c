/* test-coverage.c: who wrote what, the same for any number of workers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include <string.h>

static guint
count_above (const guint32 *plane,
             guint          n,
             guint32        least)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += plane[i] >= least;
  return count;
}

static void
test_triangle (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 256, 4);
  fixture_int (&fixture, 16);
  fixture_int (&fixture, 16);
  fixture_pass (&fixture, "triangle", LOOM_DIM3 (2, 2, 1), LOOM_DIM3 (8, 8, 1));
  g_assert_cmpuint (count_above (fixture.arrays[0].writes, 256, 1), ==, 136);
  g_assert_cmpuint (count_above (fixture.arrays[0].writes, 256, 2), ==, 0);
  g_assert_cmpuint (fixture.outcome.idle_threads, ==, 120);
  /* Cell (9, 1) is thread 9 of block 1. */
  g_assert_cmpuint (fixture.arrays[0].lowest[1 * 16 + 9], ==, 64 + 9);
  g_assert_cmpuint (fixture.arrays[0].highest[1 * 16 + 9], ==, 64 + 9);
  g_assert_cmpuint (fixture.arrays[0].lowest[16], ==, G_MAXUINT32);
  fixture_clear (&fixture);
}

static void
test_rewritten (void)
{
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, 128, 4);
  fixture_pass (&fixture, "ignores_block", LOOM_DIM3 (4, 1, 1), LOOM_DIM3 (32, 1, 1));
  for (guint i = 0; i < 128; i++)
    {
      g_assert_cmpuint (fixture.arrays[0].writes[i], ==, i < 32 ? 4 : 0);
      g_assert_cmpuint (fixture.arrays[0].lowest[i], ==, i < 32 ? i : G_MAXUINT32);
      g_assert_cmpuint (fixture.arrays[0].highest[i], ==, i < 32 ? 96 + i : G_MAXUINT32);
    }
  fixture_clear (&fixture);
}

static void
test_vector_stores (gconstpointer data)
{
  const gboolean threes = GPOINTER_TO_INT (data) == 3;
  const guint cells = threes ? 32 : 128;
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture_array (&fixture, threes ? 96 : 128, threes ? 12 : 4);
  fixture_pass (&fixture, threes ? "float3s" : "float4s", LOOM_DIM3 (1, 1, 1), LOOM_DIM3 (32, 1, 1));
  for (guint i = 0; i < cells; i++)
    {
      g_assert_cmpuint (fixture.arrays[0].writes[i], ==, 1);
      g_assert_cmpuint (fixture.arrays[0].lowest[i], ==, threes ? i : i / 4);
    }
  fixture_clear (&fixture);
}

/* Blocks store so often that what is noted of it is counted again and again while they run: a worker
 * keeps 131,072 notes, and 256 threads make one. */
static void
test_many_stores (gconstpointer data)
{
  const guint cols = 2048, rows = 2048;
  Fixture fixture;

  fixture_init (&fixture, "again.ptx");
  fixture.options.workers = GPOINTER_TO_UINT (data);
  fixture_array (&fixture, rows * cols, 4);
  fixture_int (&fixture, (gint32) cols);
  fixture_pass (&fixture, "again", LOOM_DIM3 (cols / 32, rows / 8, 1), LOOM_DIM3 (32, 8, 1));
  for (guint cell = 0; cell < rows * cols; cell++)
    {
      const guint x = cell % cols, y = cell / cols;
      const guint thread = ((y / 8 * (cols / 32) + x / 32) * 8 + y % 8) * 32 + x % 32;
      const guint writer = x < cols - 5 ? thread : G_MAXUINT32;

      g_assert_cmpuint (fixture.arrays[0].writes[cell], ==, x < cols - 5 ? 32 : 0);
      g_assert_cmpuint (fixture.arrays[0].lowest[cell], ==, writer);
      g_assert_cmpuint (fixture.arrays[0].highest[cell], ==, writer);
    }
  g_assert_cmpuint (fixture.outcome.idle_threads, ==, 5 * rows);
  fixture_clear (&fixture);
}

typedef struct
{
  const char *entry;
  guint       cells[3];         /* of the arrays; 0: none */
  gint        ints[2];          /* after them; 0: none */
  gboolean    scales;           /* a float comes first among them */
  LoomDim3    grid, block;
  gboolean    serialises;
} Case;

static char *
run_case (const Case *test,
          guint       workers,
          gboolean   *serialised)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  Fixture fixture;

  fixture_init (&fixture, "behaviour.ptx");
  fixture.options.workers = workers;
  for (guint i = 0; i < G_N_ELEMENTS (test->cells) && test->cells[i] > 0; i++)
    {
      guint32 *cells = fixture_array (&fixture, test->cells[i], 4);

      for (guint c = 0; c < test->cells[i]; c++)
        cells[c] = c % 13;
    }
  if (test->scales)
    fixture_float (&fixture, 0.5f);
  for (guint i = 0; i < G_N_ELEMENTS (test->ints) && test->ints[i] > 0; i++)
    fixture_int (&fixture, test->ints[i]);
  fixture_pass (&fixture, test->entry, test->grid, test->block);
  for (guint i = 0; i < fixture.n_arrays; i++)
    {
      const FixtureArray *array = &fixture.arrays[i];

      g_checksum_update (sum, (const guchar *) array->cells, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->writes, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->reads, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->lowest, array->n * 4);
      g_checksum_update (sum, (const guchar *) array->highest, array->n * 4);
    }
  g_checksum_update (sum, (const guchar *) &fixture.outcome.idle_threads, 8);
  g_checksum_update (sum, (const guchar *) &fixture.outcome.warp_instructions, 8);
  *serialised = fixture.outcome.serialised;
  fixture_clear (&fixture);
  return g_strdup (g_checksum_get_string (sum));
}

static void
test_workers (gconstpointer data)
{
  static const guint workers[] = { 2, 3, 7 };
  const Case *test = data;
  gboolean serialised;
  g_autofree char *first = run_case (test, 1, &serialised);

  for (guint i = 0; i < G_N_ELEMENTS (workers); i++)
    for (guint repeat = 0; repeat < 3; repeat++)
      {
        g_autofree char *other = run_case (test, workers[i], &serialised);

        g_assert_cmpstr (other, ==, first);
        g_assert_cmpint (serialised, ==, test->serialises);
      }
}

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = {
    { "triangle", { 300 * 200 }, { 300, 200 }, FALSE, { 19, 13, 1 }, { 16, 16, 1 }, FALSE },
    { "saxpy_in_place", { 300 * 208 }, { 300, 208 }, TRUE, { 19, 13, 1 }, { 16, 16, 1 }, FALSE },
    { "everybody_last", { 1000 }, { 1000 }, FALSE, { 200, 1, 1 }, { 128, 1, 1 }, FALSE },
    { "neighbours_in_place", { 40000 }, { 40000 }, FALSE, { 313, 1, 1 }, { 128, 1, 1 }, FALSE },
    { "sum_atomically", { 40000, 8, 1 }, { 40000 }, FALSE, { 313, 1, 1 }, { 128, 1, 1 }, TRUE },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/coverage/triangle", test_triangle);
  g_test_add_func ("/sim/coverage/rewritten", test_rewritten);
  g_test_add_data_func ("/sim/coverage/many-stores", GUINT_TO_POINTER (1), test_many_stores);
  g_test_add_data_func ("/sim/coverage/many-stores-of-several-workers", GUINT_TO_POINTER (3),
                        test_many_stores);
  g_test_add_data_func ("/sim/coverage/float3-is-one-write", GINT_TO_POINTER (3), test_vector_stores);
  g_test_add_data_func ("/sim/coverage/float4-is-four-cells", GINT_TO_POINTER (4), test_vector_stores);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/workers/%s-is-the-same-on-any-number", cases[i].entry);

      g_test_add_data_func (path, &cases[i], test_workers);
    }
  return g_test_run ();
}
