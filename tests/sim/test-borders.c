/* test-borders.c: accesses by some lanes, of rows that reach over the ends of arrays and of cells
 * anywhere
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "sim-fixture.h"

#include "loom-dim3.h"

#include <string.h>

static const LoomCoverageFlags coverages[] = {
  LOOM_COVERAGE_NONE, LOOM_COVERAGE_WRITES | LOOM_COVERAGE_WRITERS, LOOM_COVERAGE_ALL
};

static guint64
get_cell (gconstpointer cells,
          guint         size,
          guint         i)
{
  guint64 value = 0;

  memcpy (&value, (const guint8 *) cells + (gsize) i * size, size);
  return value;
}

static guint64
get_low (guint64 value,
         guint   size)
{
  return size == 8 ? value : value & ((G_GUINT64_CONSTANT (1) << 8 * size) - 1);
}

/* An array of n cells of a size, each another number; n * size is a multiple of 4. */
static gpointer
add_cells (Fixture *fixture,
           guint    n,
           guint    size)
{
  guint32 *cells = fixture_array (fixture, n * size / 4, MAX (size, 4));

  for (guint i = 0; i < n * size / 4; i++)
    cells[i] = i * 2654435761u + 12345;
  return cells;
}

static void
begin (Fixture           *fixture,
       LoomCoverageFlags  coverage,
       guint              workers)
{
  fixture_init (fixture, "borders.ptx");
  fixture->options.coverage = coverage;
  fixture->options.workers = workers;
}

static void
check_rim (guint             size,
           guint             w,
           guint             h,
           LoomDim3          block,
           LoomCoverageFlags coverage)
{
  g_autofree char *name = g_strdup_printf ("rim_%u", size);
  Fixture fixture;
  gpointer out, in;

  begin (&fixture, coverage, 2);
  out = add_cells (&fixture, w * h, size);
  in = add_cells (&fixture, w * h, size);
  fixture_int (&fixture, (gint32) w);
  fixture_int (&fixture, (gint32) h);
  fixture_pass (&fixture, name,
                LOOM_DIM3 ((w + block.x - 1) / block.x, (h + block.y - 1) / block.y, 1), block);
  for (guint i = 0; i < w * h; i++)
    {
      const guint x = i % w, y = i / w;
      guint64 sum = 7;

      if (x != 0 && y != 0 && x != w - 1 && y != h - 1)
        sum = get_cell (in, size, i - 1) + get_cell (in, size, i + 1) +
              get_cell (in, size, i - w) + get_cell (in, size, i + w);
      g_assert_cmphex (get_cell (out, size, i), ==, get_low (sum, size));
      if (size >= 4 && coverage != LOOM_COVERAGE_NONE)
        g_assert_cmpuint (fixture.arrays[0].writes[i], ==, 1);
    }
  fixture_clear (&fixture);
}

static void
test_rim (gconstpointer data)
{
  const guint size = GPOINTER_TO_UINT (data);
  static const LoomDim3 blocks[] = {
    { 16, 16, 1 }, { 32, 8, 1 }, { 64, 2, 1 }, { 256, 1, 1 },
    { 8, 16, 1 }, { 5, 7, 1 }, { 48, 3, 1 },
  };

  for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
    for (guint c = 0; c < G_N_ELEMENTS (coverages); c++)
      {
        check_rim (size, 64, 48, blocks[b], coverages[c]);
        check_rim (size, 61, 36, blocks[b], coverages[c]);
        check_rim (size, 300, 4, blocks[b], coverages[c]);
      }
}

static void
check_move (guint             size,
            gint              from,
            gint              put,
            gint              get,
            LoomCoverageFlags coverage)
{
  const gint n = 1000, end = n - MAX (MAX (put, get), 0);
  g_autofree char *name = g_strdup_printf ("move_%u", size);
  Fixture fixture;
  g_autofree gpointer before = NULL;
  gpointer out, in;

  begin (&fixture, coverage, 1);
  out = add_cells (&fixture, (guint) n, size);
  before = g_memdup2 (out, (gsize) n * size);
  in = add_cells (&fixture, (guint) n, size);
  fixture_int (&fixture, from);
  fixture_int (&fixture, end);
  fixture_int (&fixture, put);
  fixture_int (&fixture, get);
  fixture_pass (&fixture, name, LOOM_DIM3 (4, 1, 1), LOOM_DIM3 (256, 1, 1));
  for (gint o = 0; o < n; o++)
    {
      const gint i = o - put;
      const gboolean moved = i >= from && i < end;

      g_assert_cmphex (get_cell (out, size, (guint) o), ==,
                       moved ? get_cell (in, size, (guint) (i + get))
                             : get_cell (before, size, (guint) o));
      if (size >= 4 && coverage != LOOM_COVERAGE_NONE)
        {
          g_assert_cmpuint (fixture.arrays[0].writes[o], ==, moved);
          g_assert_cmpuint (fixture.arrays[0].lowest[o], ==, moved ? (guint) i : G_MAXUINT32);
        }
    }
  fixture_clear (&fixture);
}

static void
test_move (gconstpointer data)
{
  const guint size = GPOINTER_TO_UINT (data);

  for (guint c = 0; c < G_N_ELEMENTS (coverages); c++)
    {
      check_move (size, 5, 0, -5, coverages[c]);
      check_move (size, 5, -5, 0, coverages[c]);
      check_move (size, 0, 0, 5, coverages[c]);
      check_move (size, 300, -300, 17, coverages[c]);
      check_move (size, 16, -16, -16, coverages[c]);
      check_move (size, 998, 0, 0, coverages[c]);
    }
}

/* One cell too far, or one before the first. */
static void
check_trap (guint             size,
            gint              from,
            gint              end,
            gint              put,
            gint              get,
            guint             where,
            LoomCoverageFlags coverage)
{
  g_autofree char *name = g_strdup_printf ("move_%u", size);
  const LoomFinding *trap;
  Fixture fixture;

  begin (&fixture, coverage, 1);
  add_cells (&fixture, 1000, size);
  add_cells (&fixture, 1000, size);
  fixture_int (&fixture, from);
  fixture_int (&fixture, end);
  fixture_int (&fixture, put);
  fixture_int (&fixture, get);
  g_assert_true (fixture_run (&fixture, name, LOOM_DIM3 (4, 1, 1), LOOM_DIM3 (256, 1, 1)));
  trap = fixture.outcome.trap;
  g_assert_nonnull (trap);
  g_assert_cmpint (trap->code, ==, LOOM_ERROR_OOB);
  g_assert_cmpuint (trap->site.block.x, ==, where / 256);
  g_assert_cmpuint (trap->site.thread.x, ==, where % 256);
  g_assert_cmpint (trap->offset, ==, ((gint) where + (put != 0 ? put : get)) * (gint) size);
  fixture_clear (&fixture);
}

static void
test_trap (gconstpointer data)
{
  const guint size = GPOINTER_TO_UINT (data);

  for (guint c = 0; c < G_N_ELEMENTS (coverages); c++)
    {
      check_trap (size, 4, 900, 0, -5, 4, coverages[c]);
      check_trap (size, 4, 900, -5, 0, 4, coverages[c]);
      check_trap (size, 0, 991, 0, 10, 990, coverages[c]);
      check_trap (size, 3, 991, 10, 0, 990, coverages[c]);
    }
}

static void
test_deal (gconstpointer data)
{
  const guint size = GPOINTER_TO_UINT (data), n = 6 * 256;
  g_autofree char *name = g_strdup_printf ("deal_%u", size);

  for (guint c = 0; c < G_N_ELEMENTS (coverages); c++)
    {
      Fixture fixture;
      g_autofree gpointer before = NULL;
      gpointer out, in;

      begin (&fixture, coverages[c], 2);
      out = add_cells (&fixture, n, size);
      before = g_memdup2 (out, (gsize) n * size);
      in = add_cells (&fixture, 12, size);
      fixture_int (&fixture, 6);
      fixture_pass (&fixture, name, LOOM_DIM3 (6, 1, 1), LOOM_DIM3 (256, 1, 1));
      for (guint i = 0; i < n; i++)
        g_assert_cmphex (get_cell (out, size, i), ==,
                         i % 256 % 3 == 1 ? get_cell (in, size, 6 + i / 256)
                                          : get_cell (before, size, i));
      fixture_clear (&fixture);
    }
}

/* Threads of which one in `every` has no cell; that of thread `where` is outside, if there is. */
static void
check_pick (guint             size,
            guint             every,
            gint              where,
            LoomCoverageFlags coverage)
{
  const guint n = 1000;
  g_autofree char *name = g_strdup_printf ("pick_%u", size);
  g_autofree gpointer before = NULL;
  Fixture fixture;
  gpointer out, in;
  guint32 *put, *get;

  begin (&fixture, coverage, where < 0 ? 2 : 1);
  out = add_cells (&fixture, n, size);
  before = g_memdup2 (out, (gsize) n * size);
  in = add_cells (&fixture, n, size);
  put = fixture_array (&fixture, n, 4);
  get = fixture_array (&fixture, n, 4);
  for (guint i = 0; i < n; i++)
    {
      put[i] = i * 37 % n;
      get[i] = i % every == 0 ? G_MAXUINT32 : i * 91 % n;
    }
  if (where >= 0)
    get[where] = n;
  fixture_int (&fixture, (gint32) n);
  g_assert_true (fixture_run (&fixture, name, LOOM_DIM3 (4, 1, 1), LOOM_DIM3 (256, 1, 1)));
  g_assert_cmpint (fixture.outcome.trap != NULL, ==, where >= 0);
  if (where >= 0)
    g_assert_cmpint (fixture.outcome.trap->site.thread.x, ==, where);
  for (guint i = where < 0 ? 0 : 256; i < n; i++)
    {
      const gboolean picked = get[i] != G_MAXUINT32;

      g_assert_cmphex (get_cell (out, size, put[i]), ==,
                       picked ? get_cell (in, size, get[i]) : get_cell (before, size, put[i]));
      if (size >= 4 && coverage != LOOM_COVERAGE_NONE)
        g_assert_cmpuint (fixture.arrays[0].lowest[put[i]], ==, picked ? i : G_MAXUINT32);
    }
  fixture_clear (&fixture);
}

static void
test_pick (gconstpointer data)
{
  const guint size = GPOINTER_TO_UINT (data);

  for (guint c = 0; c < G_N_ELEMENTS (coverages); c++)
    {
      check_pick (size, 2, -1, coverages[c]);
      check_pick (size, 5, -1, coverages[c]);
      check_pick (size, 2000, -1, coverages[c]);
      check_pick (size, 5, 77, coverages[c]);
      check_pick (size, 2000, 31, coverages[c]);
    }
}

int
main (int    argc,
      char **argv)
{
  static const struct { const char *what; GTestDataFunc test; } tests[] = {
    { "a-rim-and-what-it-encloses", test_rim },
    { "rows-moved-over-the-ends", test_move },
    { "one-cell-too-far-traps", test_trap },
    { "one-cell-for-some-lanes", test_deal },
    { "cells-anywhere", test_pick },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint size = 1; size <= 8; size *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
      {
        g_autofree char *path = g_strdup_printf ("/sim/borders/%u-bytes/%s", size, tests[i].what);

        g_test_add_data_func (path, GUINT_TO_POINTER (size), tests[i].test);
      }
  return g_test_run ();
}
