/* test-split.c: bands of rows over devices: none is lost, none is there twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "plan-fixture.h"
#include "variant-fixture.h"

#include "loom-error.h"

#include <string.h>

#define MUTATIONS 4000
#define KERNELS "wave: float* next, const float* now, int cols\n" \
                "cells: float* f, const float* table, int n"

static LoomPlan *
bind_split (guint    rows,
            guint    cols,
            guint    block_x,
            guint    block_y,
            guint    devices,
            guint    halo,
            GError **error)
{
  g_autofree char *settings = g_strdup_printf (
      "[launch]\nblock=%u,%u\nover=now\n[split]\ndevices=%u\nhalo=%u\n[steps]\nrepeat 3\n"
      "launch wave cols=%u\nswap next, now\nend\nlaunch cells f=now n=%u range=size block=%u\n"
      "copy now to kept\n[arg kept]\n[arg table]\nshape=5\n[arg now]\nshape=%u,%u\n[arg next]\n"
      "shape=%u,%u\n",
      block_x, block_y, devices, halo, cols, rows * cols, cols, rows, cols, rows, cols);

  return fixture_bind (KERNELS, settings, NULL, error);
}

/* Each row is one device's, each block of a launch too, and what is held is the band and its halo,
 * by a count of each. */
static void
check_plan (LoomPlan *plan)
{
  const LoomSplit *split = &plan->split;
  g_autofree guint *owners = g_new0 (guint, split->rows);

  for (guint device = 0; device < split->devices; device++)
    {
      const LoomSplitRange band = loom_split_get_band (split, device);
      const LoomSplitRange held = loom_split_get_held (split, device);

      g_assert_cmpuint (band.begin, <, band.end);
      g_assert_cmpuint (band.end, <=, split->rows);
      g_assert_cmpuint (held.begin, ==, band.begin > split->halo ? band.begin - split->halo : 0);
      g_assert_cmpuint (held.end, ==, MIN (band.end + split->halo, split->rows));
      for (guint64 row = band.begin; row < band.end; row++)
        {
          owners[row]++;
          g_assert_cmpuint (loom_split_find_device (split, row), ==, device);
        }
    }
  for (guint64 row = 0; row < split->rows; row++)
    g_assert_cmpuint (owners[row], ==, 1);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const LoomPlanStep *step = plan->steps->pdata[i];
      guint64 next = 0, blocks = 0;

      if (step->launch == NULL || !loom_plan_step_is_split (plan, step))
        continue;
      loom_dim3_volume (&step->launch->grid, &blocks);
      for (guint device = 0; device < split->devices; device++)
        {
          const LoomSplitRange own = loom_plan_get_blocks (plan, step, device);

          g_assert_cmpuint (own.begin, ==, next);
          g_assert_cmpuint (own.begin, <=, own.end);
          next = own.end;
        }
      g_assert_cmpuint (next, ==, blocks);
    }
}

/* The rows that a block of the slice stands for, by its threads. */
static gboolean
stands_for (const LoomSplitLaunch *launch,
            guint64                block,
            LoomSplitRange         rows)
{
  const guint64 row = block / launch->grid.x * launch->block.y;

  return rows.begin < rows.end && row < rows.end && row + launch->block.y > rows.begin;
}

/* Blocks at the edges and those between them are the device's, each once; all that stand for rows of a neighbour's halo
 * are at an edge, and no others. */
static void
check_edges (LoomPlan *plan)
{
  const LoomPlanStep *step = plan->steps->pdata[plan->shown];
  const LoomSplitLaunch launch = loom_plan_get_extents (step->launch);
  const LoomSplit *split = &plan->split;

  for (guint device = 0; device < split->devices; device++)
    {
      const LoomSplitRange band = loom_split_get_band (split, device);
      const LoomSplitRange all = loom_plan_get_blocks (plan, step, device);
      const LoomSplitRange low = { band.begin, band.begin + (device > 0 ? split->halo : 0) };
      const LoomSplitRange high = { band.end - (device + 1 < split->devices ? split->halo : 0), band.end };
      LoomSplitEdges edges;
      LoomDim3 first, grid;
      const gboolean has_edges = loom_split_get_edges (split, &launch, device, &edges);

      g_assert_cmpuint (edges.before.begin, ==, all.begin);
      g_assert_cmpuint (edges.before.end, ==, edges.inner.begin);
      g_assert_cmpuint (edges.inner.end, ==, edges.after.begin);
      g_assert_cmpuint (edges.after.end, ==, all.end);
      for (guint64 block = edges.inner.begin; block < edges.inner.end; block++)
        g_assert_false (stands_for (&launch, block, low) || stands_for (&launch, block, high));
      if (!has_edges)
        continue;
      for (guint64 block = all.begin; block < all.end; block++)
        g_assert_cmpint (stands_for (&launch, block, low) || stands_for (&launch, block, high), ==,
                         block < edges.inner.begin || block >= edges.inner.end);
      grid = loom_split_get_window (&launch, edges.inner, &first);
      g_assert_cmpuint ((guint64) first.y * launch.grid.x, ==, edges.inner.begin);
      g_assert_cmpuint ((guint64) grid.x * grid.y * grid.z, ==, edges.inner.end - edges.inner.begin);
      g_assert_true (grid.x == launch.grid.x && first.x == 0 && first.z == 0);
    }
}

/* The first and last row that the threads of a block stand for are its device's. */
static void
check_rows (LoomPlan *plan,
            guint     block_y)
{
  const LoomPlanStep *step = plan->steps->pdata[plan->shown];

  for (guint device = 0; device < plan->split.devices; device++)
    {
      const LoomSplitRange band = loom_split_get_band (&plan->split, device);
      const LoomSplitRange blocks = loom_plan_get_blocks (plan, step, device);
      const guint64 first = blocks.begin / plan->grid.x * block_y;
      const guint64 last = (blocks.end - 1) / plan->grid.x * block_y;

      g_assert_cmpuint (first, ==, band.begin);
      g_assert_cmpuint (last, <, band.end);
    }
}

static void
test_bands_and_blocks_are_a_partition (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint bound = 0;

  for (guint i = 0; i < 2000; i++)
    {
      const guint rows = (guint) g_rand_int_range (rand, 1, 200);
      const guint cols = (guint) g_rand_int_range (rand, 1, 60);
      const guint block_y = (guint) g_rand_int_range (rand, 1, 12);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan
          = bind_split (rows, cols, (guint) g_rand_int_range (rand, 1, 33), block_y,
                        (guint) g_rand_int_range (rand, 2, 9),
                        (guint) g_rand_int_range (rand, 0, 4), &error);

      if (plan == NULL)
        {
          g_assert_error (error, LOOM_ERROR, LOOM_ERROR_LAUNCH);
          continue;
        }
      check_plan (plan);
      check_rows (plan, block_y);
      check_edges (plan);
      bound++;
    }
  g_test_message ("%u of 2000 can be split", bound);
  g_assert_cmpuint (bound, >, 800);
}

static void
test_one_device_is_no_split (void)
{
  g_autoptr (LoomPlan) plan = bind_split (64, 32, 8, 8, 1, 1, NULL);

  g_assert_false (loom_split_is_split (&plan->split));
  g_assert_cmpuint (plan->split.cuts->len, ==, 0);
}

/* What a peer says of bands is refused, or can be used. */
static void
test_mutations (void)
{
  g_autoptr (LoomPlan) plan = bind_split (64, 32, 8, 4, 4, 1, NULL);
  g_autoptr (GVariant) good = g_variant_ref_sink (loom_plan_to_variant (plan));
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  guint taken = 0;

  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autoptr (GVariant) changed = fixture_mutate (good, rand);
      g_autoptr (LoomPlan) copy = loom_plan_from_variant (changed, NULL);

      if (copy == NULL)
        continue;
      taken++;
      if (loom_split_is_split (&copy->split))
        check_plan (copy);
    }
  g_test_message ("%u of %u are taken", taken, MUTATIONS);
  g_assert_cmpuint (taken, >, MUTATIONS / 20);
}

/* Arrays that do not lie the same way cannot change places, whichever of them is the first of the kernel. */
static void
test_arrays_that_lie_otherwise_are_refused (void)
{
  static const struct
  {
    const char *settings, *why;
  } rows[] = {
    { "[arg f]\nsplit=whole\n[steps]\nlaunch k\ncopy f to g", "one of f and g is split" },
    { "[arg f]\nsplit=whole\n[steps]\nlaunch k\ncopy g to f", "one of g and f is split" },
    { "[arg g]\nsplit=whole\n[steps]\nlaunch k", "may write the array g" },
    { "[steps]\nlaunch k\ncopy f to g", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *settings
          = g_strconcat ("[launch]\nblock=8,8\nrange=16,16\n[split]\ndevices=2\n[arg f]\nshape=16,16\n[arg g]\n"
                         "shape=16,16\n", rows[i].settings, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LoomPlan) plan = fixture_bind ("k: const float* f, float* g", settings, NULL, &error);

      if (rows[i].why == NULL)
        {
          g_assert_no_error (error);
          g_assert_true (loom_split_is_split (&plan->split));
          continue;
        }
      g_assert_null (plan);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].why));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/split/bands-and-blocks-are-a-partition",
                   test_bands_and_blocks_are_a_partition);
  g_test_add_func ("/core/split/one-device-is-no-split", test_one_device_is_no_split);
  g_test_add_func ("/core/split/mutations", test_mutations);

  g_test_add_func ("/core/split/arrays-that-lie-otherwise-are-refused", test_arrays_that_lie_otherwise_are_refused);
  return g_test_run ();
}
