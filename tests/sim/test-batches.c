/* test-batches.c: narrow blocks that are batched in one vector do what they do alone
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-dim3.h"

static guint64
get_volume (LoomDim3 extent)
{
  guint64 volume = 0;

  g_assert_true (loom_dim3_volume (&extent, &volume));
  return volume;
}

static void
pass_on (guint32 *cells,
         guint    n,
         guint    block)
{
  for (guint i = 0; i <= block % 5; i++)
    {
      const guint32 first = cells[0];

      for (guint t = 0; t < n; t++)
        {
          const guint32 next = t + 1 < n ? cells[t + 1] : first;

          cells[t] = block % 2 == 0 ? next + i : 3 * next;
        }
    }
}

static void
check_barriers (LoomDim3 grid,
                LoomDim3 block,
                guint    workers)
{
  const guint size = (guint) get_volume (block), n_blocks = (guint) get_volume (grid);
  Fixture fixture;
  guint32 *out, *rounds;

  fixture_init (&fixture, "batches.ptx");
  fixture.options.workers = workers;
  out = fixture_array (&fixture, n_blocks * size, 4);
  rounds = fixture_array (&fixture, n_blocks * size, 4);
  for (guint i = 0; i < n_blocks * size; i++)
    out[i] = i * 7;
  fixture_pass (&fixture, "pass_on", grid, block);
  for (guint b = 0; b < n_blocks; b++)
    {
      const guint n = size - b % 3;
      g_autofree guint32 *expected = g_new (guint32, size);

      for (guint t = 0; t < size; t++)
        expected[t] = (b * size + t) * 7;
      pass_on (expected, n, b);
      for (guint t = 0; t < size; t++)
        {
          const guint i = b * size + t;

          g_assert_cmpuint (out[i], ==, expected[t]);
          g_assert_cmpuint (rounds[i], ==, t < n ? b % 5 + 1 : 0);
          g_assert_cmpuint (fixture.arrays[0].writes[i], ==, t < n ? b % 5 + 1 : 0);
          g_assert_cmpuint (fixture.arrays[0].reads[i], ==, t < n ? b % 5 + 1 : 0);
          g_assert_cmpuint (fixture.arrays[1].lowest[i], ==, t < n ? i : G_MAXUINT32);
          g_assert_cmpuint (fixture.arrays[1].highest[i], ==, t < n ? i : G_MAXUINT32);
        }
    }
  g_assert_cmpuint (fixture.outcome.idle_threads, ==, (n_blocks + 1) / 3 + n_blocks / 3 * 2);
  fixture_clear (&fixture);
}

static void
test_barriers (void)
{
  for (guint workers = 1; workers <= 3; workers += 2)
    {
      check_barriers (LOOM_DIM3 (201, 1, 1), LOOM_DIM3 (32, 1, 1), workers);
      check_barriers (LOOM_DIM3 (9, 5, 7), LOOM_DIM3 (8, 4, 2), workers);
      check_barriers (LOOM_DIM3 (150, 1, 1), LOOM_DIM3 (4, 2, 4), workers);
      check_barriers (LOOM_DIM3 (150, 1, 1), LOOM_DIM3 (48, 1, 1), workers);
    }
}

/* The stray thread's block ends, and nothing of what the others added is added twice. */
static void
test_trap (void)
{
  const guint size = 32, n_blocks = 333;
  const LoomDim3 block = LOOM_DIM3 (212, 0, 0), thread = LOOM_DIM3 (9, 0, 0);

  for (guint workers = 1; workers <= 3; workers++)
    {
      Fixture fixture;
      guint32 *out;

      fixture_init (&fixture, "batches.ptx");
      fixture.options.workers = workers;
      out = fixture_array (&fixture, n_blocks * size, 4);
      for (guint i = 0; i < n_blocks * size; i++)
        out[i] = 3 * i;
      fixture_int (&fixture, (gint32) block.x);
      fixture_int (&fixture, (gint32) thread.x);
      g_assert_true (fixture_run (&fixture, "stray", LOOM_DIM3 (n_blocks, 1, 1),
                                  LOOM_DIM3 (size, 1, 1)));
      g_assert_nonnull (fixture.outcome.trap);
      g_assert_cmpint (fixture.outcome.trap->code, ==, LOOM_ERROR_OOB);
      g_assert_true (loom_dim3_equal (&fixture.outcome.trap->site.block, &block));
      g_assert_true (loom_dim3_equal (&fixture.outcome.trap->site.thread, &thread));
      g_assert_cmpuint (fixture.outcome.trapped_blocks, ==, 1);
      for (guint i = 0; i < n_blocks * size; i++)
        {
          const gboolean ended = i / size == block.x;

          g_assert_cmpuint (out[i], ==, ended ? 3 * i : 4 * i);
          g_assert_cmpuint (fixture.arrays[0].writes[i], ==, ended ? 0 : 1);
        }
      fixture_clear (&fixture);
    }
}

static void
test_places (void)
{
  const LoomDim3 grid = LOOM_DIM3 (11, 7, 3);

  for (guint size = 32; size <= 128; size *= 2)
    {
      Fixture fixture;
      guint32 *out;

      fixture_init (&fixture, "batches.ptx");
      out = fixture_array (&fixture, (guint) get_volume (grid) * size, 4);
      fixture_pass (&fixture, "tell", grid, LOOM_DIM3 (size, 1, 1));
      for (guint i = 0; i < get_volume (grid) * size; i++)
        {
          const LoomDim3 id = loom_dim3_unpack (&grid, i / size);

          g_assert_cmphex (out[i], ==, id.x << 24 | id.y << 16 | id.z << 8 | i % size / 32);
        }
      fixture_clear (&fixture);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/batches/barriers-are-each-blocks-own", test_barriers);
  g_test_add_func ("/sim/batches/a-trap-ends-one-block", test_trap);
  g_test_add_func ("/sim/batches/each-lane-knows-its-block", test_places);
  return g_test_run ();
}
