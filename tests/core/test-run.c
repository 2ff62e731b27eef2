/* test-run.c: what the planes of a run add up to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-run.h"

static LoomRunArray *
make_array (void)
{
  LoomType type = loom_type_of (LOOM_SCALAR_U8, 1);
  LoomShape shape = { 2, 3, 2, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new_static ("\1\2\3\4\5\6", 6);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);

  return loom_run_array_new ("f", array);
}

static void
test_counts (void)
{
  static const guint32 writes[] = { 0, 1, 2, G_MAXUINT32, 0, 1 }, reads[] = { 1, 1, 1, 1, 1, 5 };
  static const guint8 domain[] = { 1, 1, 1, 0, 0, 1 };
  LoomRunArray *array = make_array ();
  LoomArrayCounts counts;

  loom_run_array_count (array, &counts);
  g_assert_cmpuint (counts.cells, ==, 6);
  g_assert_cmpuint (counts.written, ==, 0);
  g_assert_cmpint (counts.missed, ==, -1);
  loom_run_array_free (array);

  /* what was added up once is known: an array does not change after that */
  array = make_array ();
  array->writes = g_bytes_new_static (writes, sizeof writes);
  array->reads = g_bytes_new_static (reads, sizeof reads);
  loom_run_array_count (array, &counts);
  g_assert_cmpuint (counts.written, ==, 4);
  g_assert_cmpuint (counts.rewritten, ==, 2);
  g_assert_cmpuint (counts.writes, ==, 4 + (guint64) G_MAXUINT32);
  g_assert_cmpuint (counts.reads, ==, 10);
  g_assert_cmpint (counts.extra, ==, -1);

  loom_run_array_free (array);

  array = make_array ();
  array->writes = g_bytes_new_static (writes, sizeof writes);
  array->domain = g_bytes_new_static (domain, sizeof domain);
  loom_run_array_count (array, &counts);
  g_assert_cmpint (counts.missed, ==, 1);
  g_assert_cmpint (counts.extra, ==, 1);
  loom_run_array_free (array);
}

/* A plane that is too short must not be read past its end. */
static void
test_short_planes (void)
{
  static const guint32 writes[] = { 1, 1 };
  LoomRunArray *array = make_array ();
  LoomArrayCounts counts;

  array->writes = g_bytes_new_static (writes, 7);
  array->domain = g_bytes_new_static ("\1", 1);
  loom_run_array_count (array, &counts);
  g_assert_cmpuint (counts.written, ==, 1);
  g_assert_cmpint (counts.missed, ==, 0);
  loom_run_array_free (array);
}

static void
test_writers (void)
{
  static const guint32 small[] = { 0, 7, G_MAXUINT32 };
  static const guint64 large[] = { 1ull << 40, G_MAXUINT64 };
  LoomRunArray *array = make_array ();
  g_autoptr (GBytes) small_plane = g_bytes_new_static (small, sizeof small);
  g_autoptr (GBytes) large_plane = g_bytes_new_static (large, sizeof large);

  g_assert_cmpint (loom_run_array_get_writer (array, small_plane, 0), ==, 0);
  g_assert_cmpint (loom_run_array_get_writer (array, small_plane, 1), ==, 7);
  g_assert_cmpint (loom_run_array_get_writer (array, small_plane, 2), ==, -1);
  g_assert_cmpint (loom_run_array_get_writer (array, small_plane, 3), ==, -1);
  g_assert_cmpint (loom_run_array_get_writer (array, NULL, 0), ==, -1);
  array->writer_size = 8;
  g_assert_cmpint (loom_run_array_get_writer (array, large_plane, 0), ==,
                   G_GINT64_CONSTANT (1) << 40);
  g_assert_cmpint (loom_run_array_get_writer (array, large_plane, 1), ==, -1);
  loom_run_array_free (array);
}

static void
test_finds_an_array (void)
{
  g_autoptr (LoomRun) run = loom_run_new ();

  g_ptr_array_add (run->arrays, make_array ());
  g_assert_nonnull (loom_run_find_array (run, "f"));
  g_assert_null (loom_run_find_array (run, "g"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/run/counts", test_counts);
  g_test_add_func ("/core/run/short-planes", test_short_planes);
  g_test_add_func ("/core/run/writers", test_writers);
  g_test_add_func ("/core/run/finds-an-array", test_finds_an_array);

  return g_test_run ();
}
