/* test-statistics.c: figures of an array, and how its numbers are spread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-statistics.h"

#include <float.h>
#include <locale.h>
#include <math.h>

static LoomValue *
make (LoomScalar     scalar,
      gconstpointer  cells,
      gint64         n)
{
  const LoomType type = loom_type_of (scalar, 1);
  g_autoptr (GBytes) bytes = g_bytes_new (cells, type.size * n);

  return loom_value_new (&type, 1, &n, bytes);
}

static void
test_what_is_not_finite_is_counted_apart (void)
{
  const double cells[] = { 1, NAN, 2, INFINITY, 6, -INFINITY, 3 };
  g_autoptr (LoomValue) value = make (LOOM_SCALAR_F64, cells, G_N_ELEMENTS (cells));
  g_autofree char *sentence = NULL;
  LoomStatistics s;

  loom_statistics_init (&s, value, 0);
  g_assert_cmpuint (s.count, ==, 7);
  g_assert_cmpuint (s.nans, ==, 1);
  g_assert_cmpuint (s.infinities, ==, 2);
  g_assert_cmpfloat (s.min, ==, 1);
  g_assert_cmpfloat (s.max, ==, 6);
  g_assert_cmpfloat (s.sum, ==, 12);
  g_assert_cmpfloat (s.mean, ==, 3);
  g_assert_cmpfloat (s.deviation, ==, sqrt (14 / 4.));
  g_assert_cmpuint (s.n_bins, ==, LOOM_STATISTICS_MAX_BINS);
  g_assert_cmpuint (s.bins[0], ==, 1);
  g_assert_cmpuint (s.bins[31], ==, 1);
}

/* 1e16 has no ones: what is lost of each is summed beside the rest. */
static void
test_sums_lose_nothing (void)
{
  g_autofree double *cells = g_new (double, 10001);
  g_autoptr (LoomValue) value = NULL;
  LoomStatistics s;

  cells[0] = 1e16;
  for (guint i = 1; i <= 10000; i++)
    cells[i] = 1;
  value = make (LOOM_SCALAR_F64, cells, 10001);
  loom_statistics_init (&s, value, 0);
  g_assert_cmpfloat (s.sum, ==, 1e16 + 10000);
}

static void
test_whole_numbers_have_bins_of_their_own (void)
{
  const gint8 cells[] = { -1, 0, 0, 2, 2, 2 };
  const guint64 wanted[] = { 1, 2, 0, 3 };
  g_autoptr (LoomValue) value = make (LOOM_SCALAR_I8, cells, G_N_ELEMENTS (cells));
  LoomStatistics s;

  loom_statistics_init (&s, value, 0);
  g_assert_cmpuint (s.n_bins, ==, 4);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpuint (s.bins[i], ==, wanted[i]);
}

static void
test_extremes_do_not_overflow (void)
{
  const double wide[] = { -DBL_MAX, DBL_MAX, 0 }, same[] = { 5, 5 }, none[] = { NAN };
  g_autoptr (LoomValue) a = make (LOOM_SCALAR_F64, wide, 3), b = make (LOOM_SCALAR_F64, same, 2);
  g_autoptr (LoomValue) c = make (LOOM_SCALAR_F64, none, 1), d = make (LOOM_SCALAR_F64, none, 0);
  g_autofree char *sentence = NULL;
  LoomStatistics s;
  guint64 sum = 0;

  loom_statistics_init (&s, a, 0);
  for (guint i = 0; i < s.n_bins; i++)
    sum += s.bins[i];
  g_assert_cmpuint (sum, ==, 3);
  loom_statistics_init (&s, b, 0);
  g_assert_cmpuint (s.n_bins, ==, 1);
  g_assert_cmpuint (s.bins[0], ==, 2);
  loom_statistics_init (&s, c, 0);
  g_assert_cmpuint (s.n_bins, ==, 0);
  sentence = loom_statistics_dup_sentence (&s);
  g_assert_cmpstr (sentence, ==, "No cell holds a finite number");
  loom_statistics_init (&s, d, 0);
  g_assert_cmpuint (s.count, ==, 0);
  g_assert_true (isnan (s.mean));
}

static void
test_the_sentence_tells_where_most_numbers_are (void)
{
  const double numbers[] = { 1, 1, 0, 1 };
  g_autoptr (LoomValue) value = make (LOOM_SCALAR_F64, numbers, G_N_ELEMENTS (numbers));
  g_autofree char *sentence = NULL;
  LoomStatistics s;

  loom_statistics_init (&s, value, 0);
  sentence = loom_statistics_dup_sentence (&s);
  g_assert_cmpuint (s.n_bins, >, 1);
  g_assert_nonnull (strstr (sentence, " to 1, has 75\u00a0%"));
}

int
main (int   argc,
      char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/statistics/what-is-not-finite-is-counted-apart",
                   test_what_is_not_finite_is_counted_apart);
  g_test_add_func ("/core/statistics/sums-lose-nothing", test_sums_lose_nothing);
  g_test_add_func ("/core/statistics/the-sentence-tells-where-most-numbers-are",
                   test_the_sentence_tells_where_most_numbers_are);
  g_test_add_func ("/core/statistics/whole-numbers-have-bins-of-their-own",
                   test_whole_numbers_have_bins_of_their_own);
  g_test_add_func ("/core/statistics/extremes-do-not-overflow", test_extremes_do_not_overflow);
  return g_test_run ();
}
