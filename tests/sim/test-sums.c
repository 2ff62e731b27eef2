/* test-sums.c: indices that are a thread's part and a block's, at their bounds
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

/* Blocks of less than a warp, of no whole number of warps, of several vectors. */
static const guint blocks[] = { 7, 32, 100, 256, 600 };

static void
test_widened (gconstpointer data)
{
  const gboolean is_signed = GPOINTER_TO_INT (data);
  static const guint32 factors[] = { 600, 0x10000000, 0x7fffffff, 0xfffffff0 };
  const guint n_blocks = 9;

  for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
    for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
      {
        const guint n = n_blocks * blocks[b];
        Fixture fixture;
        guint64 *out;

        fixture_init (&fixture, "sums.ptx");
        out = (guint64 *) (gpointer) fixture_array (&fixture, 2 * n, 8);
        fixture_int (&fixture, (gint32) factors[f]);
        fixture_pass (&fixture, is_signed ? "widen_signed" : "widen_unsigned",
                      LOOM_DIM3 (n_blocks, 1, 1), LOOM_DIM3 (blocks[b], 1, 1));
        for (guint i = 0; i < n; i++)
          {
            const guint32 sum = i / blocks[b] * factors[f] + i % blocks[b];

            g_assert_cmphex (out[i], ==, is_signed ? (guint64) (gint64) (gint32) sum : sum);
          }
        fixture_clear (&fixture);
      }
}

static guint
get_relations (gint32 a,
               gint32 b)
{
  const guint32 x = (guint32) a, y = (guint32) b;

  return (guint) (a < b) | (guint) (a <= b) << 1 | (guint) (a > b) << 2 | (guint) (a >= b) << 3 | (guint) (a == b) << 4 |
         (guint) (a != b) << 5 | (guint) (x < y) << 6 | (guint) (x <= y) << 7 | (guint) (x > y) << 8 | (guint) (x >= y) << 9;
}

static void
test_compared (void)
{
  static const struct { gint32 bound; guint32 factor, plus; } cases[] = {
    { 0, 1, 0 }, { 100, 1, 0 }, { 255, 1, 0 }, { 256, 1, 0 }, { 1799, 1, 0 }, { 5000, 3, 1 }, { -5, 1, (guint32) -900 },
    { -1, 1, (guint32) -600 }, { G_MAXINT32, 1, G_MAXINT32 - 700 }, { G_MININT32, 1, 0x80000000u - 300 },
    { 7, 0, 7 }, { 77, 0x10000001, 0 }, { -1000, (guint32) -1, 0 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
      {
        const guint n = 5 * blocks[b];
        Fixture fixture;
        guint32 *out;

        fixture_init (&fixture, "sums.ptx");
        out = fixture_array (&fixture, n, 4);
        fixture_int (&fixture, cases[c].bound);
        fixture_int (&fixture, (gint32) cases[c].factor);
        fixture_int (&fixture, (gint32) cases[c].plus);
        fixture_pass (&fixture, "compare", LOOM_DIM3 (5, 1, 1), LOOM_DIM3 (blocks[b], 1, 1));
        for (guint i = 0; i < n; i++)
          g_assert_cmphex (out[i], ==, get_relations ((gint32) (i * cases[c].factor + cases[c].plus), cases[c].bound));
        fixture_clear (&fixture);
      }
}

static void
check_turned (guint    columns,
              guint    rows,
              LoomDim3 block)
{
  const guint n = columns * rows;
  Fixture fixture;
  guint32 *out, *in;

  fixture_init (&fixture, "sums.ptx");
  out = fixture_array (&fixture, n, 4);
  in = fixture_array (&fixture, n, 4);
  for (guint i = 0; i < n; i++)
    in[i] = i;
  fixture_int (&fixture, (gint32) columns);
  fixture_int (&fixture, (gint32) rows);
  fixture_pass (&fixture, "turn", LOOM_DIM3 ((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y, 1), block);
  for (guint i = 0; i < n; i++)
    {
      const guint x = (columns - 1 - i % columns) % block.x, y = (rows - 1 - i / columns) % block.y;
      const guint bx = (columns - 1 - i % columns) / block.x, by = (rows - 1 - i / columns) / block.y;
      const guint thread = (by * ((columns + block.x - 1) / block.x) + bx) * block.x * block.y + y * block.x + x;

      g_assert_cmpuint (out[i], ==, n - 1 - i);
      g_assert_cmpuint (fixture.arrays[0].writes[i], ==, 1);
      g_assert_cmpuint (fixture.arrays[0].lowest[i], ==, thread);
      g_assert_cmpuint (fixture.arrays[0].highest[i], ==, thread);
      g_assert_cmpuint (fixture.arrays[1].reads[i], ==, 1);
    }
  fixture_clear (&fixture);
}

static void
test_turned (void)
{
  check_turned (64, 64, LOOM_DIM3 (16, 16, 1));
  check_turned (61, 37, LOOM_DIM3 (16, 16, 1));
  check_turned (100, 3, LOOM_DIM3 (32, 2, 1));
  check_turned (50, 50, LOOM_DIM3 (24, 3, 1));
  check_turned (40, 90, LOOM_DIM3 (8, 64, 1));
}

static void
test_own_cells (void)
{
  const guint n = 100000;
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "sums.ptx");
  out = fixture_array (&fixture, n, 4);
  for (guint i = 0; i < n; i++)
    out[i] = 3 * i;
  fixture_int (&fixture, (gint32) n);
  fixture.options.workers = 3;
  fixture_pass (&fixture, "add_own", LOOM_DIM3 ((n + 255) / 256, 1, 1), LOOM_DIM3 (256, 1, 1));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (out[i], ==, 4 * i);
      g_assert_cmpuint (fixture.arrays[0].writes[i], ==, 1);
      g_assert_cmpuint (fixture.arrays[0].reads[i], ==, 1);
    }
  g_assert_false (fixture.outcome.serialised);
  fixture_clear (&fixture);
}

/* Generic addresses of local memory are the same in all lanes, but not what lies there. */
static void
test_own_local (void)
{
  Fixture fixture;
  guint32 *out;

  fixture_init (&fixture, "sums.ptx");
  out = fixture_array (&fixture, 512, 4);
  fixture_pass (&fixture, "keep_own", LOOM_DIM3 (2, 1, 1), LOOM_DIM3 (256, 1, 1));
  for (guint i = 0; i < 512; i++)
    g_assert_cmpuint (out[i], ==, i);
  fixture_clear (&fixture);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/sim/sums/unsigned-ones-widen-as-they-wrap", GINT_TO_POINTER (FALSE), test_widened);
  g_test_add_data_func ("/sim/sums/signed-ones-widen-as-they-wrap", GINT_TO_POINTER (TRUE), test_widened);
  g_test_add_func ("/sim/sums/each-relation-lane-by-lane", test_compared);
  g_test_add_func ("/sim/sums/rows-from-the-far-end", test_turned);
  g_test_add_func ("/sim/sums/cells-that-only-their-thread-changes", test_own_cells);
  g_test_add_func ("/sim/sums/each-lane-has-its-own-local-memory", test_own_local);
  return g_test_run ();
}
