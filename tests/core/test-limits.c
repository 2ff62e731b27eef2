/* test-limits.c: a launch over a limit is told which, by how much, and the way back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-error.h"
#include "loom-limits.h"

#include <string.h>

static const struct
{
  const char *name;
  LoomDim3    block, grid;
  guint64     shared;
  const char *message;          /* NULL: legal */
} rows[] = {
  { "smallest", { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL },
  { "largest", { 1024, 1, 1 }, { G_MAXINT32, 65535, 65535 }, 48 * 1024, NULL },
  { "largest-z", { 1, 16, 64 }, { 1, 1, 1 }, 0, NULL },
  { "block-x-zero", { 0, 1, 1 }, { 1, 1, 1 }, 0, "block.x is 0" },
  { "block-x", { 1025, 1, 1 }, { 1, 1, 1 },
    0, "block.x is 1025, which is 1 more than the simulated device allows; "
    "the nearest legal value is 1024" },
  { "block-y", { 1, 2000, 1 }, { 1, 1, 1 }, 0, "976 more" },
  { "block-y-beside-x", { 128, 2048, 1 }, { 1, 1, 1 }, 0, "the nearest legal value is 8" },
  { "block-x-beside-z", { 2000, 1, 3 }, { 1, 1, 1 }, 0, "the nearest legal value is 341" },
  { "block-y-beside-full-x", { 1024, 2000, 2 }, { 1, 1, 1 }, 0,
    "the nearest legal block is 1024" },
  { "block-x-and-y", { 2000, 2000, 1 }, { 1, 1, 1 }, 0, "the nearest legal block is 1024" },
  { "block-z", { 1, 1, 65 }, { 1, 1, 1 }, 0, "nearest legal value is 64" },
  { "threads", { 32, 33, 1 }, { 1, 1, 1 },
    0, "a block of 32,33 has 1056 threads, which is 32 more than the 1024 "
    "that the simulated device allows; the nearest legal block is 32,32" },
  { "threads-in-z", { 16, 16, 8 }, { 1, 1, 1 }, 0, "the nearest legal block is 16,16,4" },
  { "threads-everywhere", { 1024, 1024, 64 }, { 1, 1, 1 }, 0, "the nearest legal block is 1024" },
  { "grid-x-zero", { 1, 1, 1 }, { 0, 1, 1 }, 0, "grid.x is 0" },
  { "grid-x", { 1, 1, 1 }, { 0x80000000, 1, 1 }, 0, "grid.x is 2147483648, which is 1 more" },
  { "grid-y", { 1, 1, 1 }, { 1, 65536, 1 }, 0, "nearest legal value is 65535" },
  { "grid-z", { 1, 1, 1 }, { 1, 1, G_MAXUINT32 }, 0, "grid.z is 4294967295" },
  { "shared", { 1, 1, 1 }, { 1, 1, 1 }, 48 * 1024 + 4, "shared is 49156 bytes, which is 4 more" },
  { "shared-huge", { 1, 1, 1 }, { 1, 1, 1 }, G_MAXUINT64, "shared is 18446744073709551615 bytes" },
};

static void
test_check (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  gboolean ok =
    loom_limits_check (loom_limits_get_simulator (), &rows[i].block, &rows[i].grid, rows[i].shared,
                       &error);

  g_assert_cmpint (ok, ==, rows[i].message == NULL);
  if (ok)
    return;

  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, rows[i].message));
}

static void
test_fit_to_warps (void)
{
  static const struct
  {
    LoomDim3 block, fit;        /* 0: there is none */
    guint    max_threads;
  } fits[] = {
    { { 64, 1, 1 }, { 64, 1, 1 } },     { { 100, 1, 1 }, { 128, 1, 1 } },
    { { 10, 10, 1 }, { 16, 10, 1 } },   { { 5, 5, 1 }, { 8, 8, 1 } },
    { { 1, 33, 1 }, { 1, 64, 1 } },     { { 1023, 1, 1 }, { 1024, 1, 1 } },
    { { 31, 33, 1 }, { 0, 0, 0 } },     { { 100, 1, 1 }, { 0, 0, 0 }, 100 },
    { { 3, 3, 3 }, { 8, 4, 3 } },       { { 30, 30, 1 }, { 32, 30, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fits); i++)
    {
      const LoomLimits limits
          = loom_limits_of_kernel (loom_limits_get_simulator (), fits[i].max_threads);
      LoomDim3 fit;

      g_test_message ("%u", i);
      g_assert_cmpint (loom_limits_fit_to_warps (&limits, &fits[i].block, &fit), ==,
                       fits[i].fit.x > 0);
      if (fits[i].fit.x > 0)
        g_assert_true (loom_dim3_equal (&fit, &fits[i].fit));
    }
}

static void
test_nearest_block_is_legal (void)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  LoomDim3 grid = { 1, 1, 1 };
  static const guint32 sizes[] = { 0, 1, 3, 31, 32, 64, 65, 1000, 1024, 1025, G_MAXUINT32 };

  for (guint x = 0; x < G_N_ELEMENTS (sizes); x++)
    {
      for (guint y = 0; y < G_N_ELEMENTS (sizes); y++)
        {
          for (guint z = 0; z < G_N_ELEMENTS (sizes); z++)
            {
              LoomDim3 block = { sizes[x], sizes[y], sizes[z] };
              LoomDim3 legal = loom_limits_get_nearest_block (limits, &block);

              g_assert_true (loom_limits_check (limits, &legal, &grid, 0, NULL));
            }
        }
    }
}

/* What is told to be legal is, with all that stays as it was. */
static void
test_nearest_value_is_legal (void)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  const LoomDim3 grid = { 1, 1, 1 };
  static const guint32 sizes[] = { 1, 3, 32, 64, 65, 1000, 1024, 1025, G_MAXUINT32 };
  const guint n = G_N_ELEMENTS (sizes);

  for (guint i = 0; i < n * n * n; i++)
    {
      LoomDim3 block = { sizes[i % n], sizes[i / n % n], sizes[i / n / n] };
      g_autoptr (GError) error = NULL;
      const char *value;

      if (loom_limits_check (limits, &block, &grid, 0, &error)
          || (value = strstr (error->message, "legal value is ")) == NULL)
        continue;
      *(error->message[6] == 'x'   ? &block.x
        : error->message[6] == 'y' ? &block.y
                                   : &block.z)
          = (guint32) g_ascii_strtoull (value + strlen ("legal value is "), NULL, 10);
      g_assert_true (loom_limits_check (limits, &block, &grid, 0, NULL));
    }
}

static void
test_own_shared_memory_counts (void)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  g_autoptr (GError) beside = NULL, alone = NULL;

  g_assert_true (loom_limits_check_shared (limits, "k", 1024, 47 * 1024, NULL));
  g_assert_false (loom_limits_check_shared (limits, "k", 1024, 48 * 1024, &beside));
  g_assert_cmpstr (beside->message, ==,
                   "shared is 49152 bytes, and k declares 1024 itself: 1024 more than the "
                   "simulated device allows per block; the nearest legal value is 48128");
  g_assert_false (loom_limits_check_shared (limits, "k", 49156, 0, &alone));
  g_assert_cmpstr (alone->message, ==,
                   "k declares 49156 bytes of shared memory, which is 4 more than the simulated "
                   "device allows per block");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/core/limits/check/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_check);
    }
  g_test_add_func ("/core/limits/fit-to-warps", test_fit_to_warps);
  g_test_add_func ("/core/limits/nearest-value-is-legal", test_nearest_value_is_legal);
  g_test_add_func ("/core/limits/own-shared-memory-counts", test_own_shared_memory_counts);
  g_test_add_func ("/core/limits/nearest-block-is-legal", test_nearest_block_is_legal);

  return g_test_run ();
}
