/* test-comparison.c: two runs, cell by cell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-comparison.h"

#include <math.h>

static LoomRunArray *
add_array (LoomRun       *run,
           const char    *name,
           LoomScalar     scalar,
           guint          lanes,
           gconstpointer  data,
           guint          cells)
{
  const LoomType type = loom_type_of (scalar, lanes);
  const LoomShape shape = { 1, cells, 1, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new (data, (gsize) cells * type.size);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);
  LoomRunArray *result = loom_run_array_new (name, array);

  g_ptr_array_add (run->arrays, result);
  return result;
}

static LoomRun *
make_run (const char *backend)
{
  LoomRun *run = loom_run_new ();

  g_assert_true (loom_backend_id_parse (backend, &run->backend, NULL));
  return run;
}

static const LoomArrayDifference *
get_difference (LoomRun *run,
                guint    index)
{
  return ((LoomRunArray *) run->arrays->pdata[index])->difference;
}

static void
test_same (void)
{
  static const float values[] = { 1, 2, 3 };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");
  g_autoptr (LoomComparison) comparison = NULL;
  g_autofree char *sentence = NULL;

  add_array (a, "f", LOOM_SCALAR_F32, 1, values, 3);
  add_array (b, "f", LOOM_SCALAR_F32, 1, values, 3);
  comparison = loom_comparison_new (a, b, 0);
  sentence = loom_comparison_dup_sentence (comparison);

  g_assert_true (loom_comparison_is_same (comparison));
  g_assert_cmpstr (sentence, ==, "Simulator and GPU 0 agree in every cell of 1 array");
  g_assert_cmpstr (loom_backend_id_get_name (get_difference (comparison->a, 0)->with), ==, "cuda:0");
  g_assert_cmpstr (loom_backend_id_get_name (get_difference (comparison->b, 0)->with), ==, "sim");
  g_assert_true (get_difference (comparison->a, 0)->planes[LOOM_COMPARED_VALUES].done);
  g_assert_false (get_difference (comparison->a, 0)->planes[LOOM_COMPARED_WRITES].done);
  g_assert_null (((LoomRunArray *) a->arrays->pdata[0])->difference);
}

/* What the source says is not what is executed. */
static void
test_counted_otherwise (void)
{
  static const float values[] = { 1, 2, 3 };
  static const guint32 once[] = { 1, 1, 1 }, twice[] = { 2, 2, 2 };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");
  g_autoptr (LoomComparison) comparison = NULL;
  g_autofree char *sentence = NULL;

  add_array (a, "f", LOOM_SCALAR_F32, 1, values, 3)->writes = g_bytes_new (twice, sizeof twice);
  add_array (b, "f", LOOM_SCALAR_F32, 1, values, 3)->writes = g_bytes_new (once, sizeof once);
  a->as_written = TRUE;
  comparison = loom_comparison_new (a, b, 0);
  sentence = loom_comparison_dup_sentence (comparison);
  g_assert_true (loom_comparison_is_same (comparison));
  g_assert_false (get_difference (comparison->a, 0)->planes[LOOM_COMPARED_WRITES].done);
  g_assert_cmpstr (sentence, ==,
                   "Simulator and GPU 0 agree in every value; accesses were not compared, as only "
                   "one of them counted them as written");
}

static void
test_counts_ulps (void)
{
  const float one[] = { 1, 1, NAN, 0.0f, 5 };
  const float other[] = { 1, nextafterf (nextafterf (1, 2), 2), NAN, -0.0f, nextafterf (5, 6) };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");
  g_autoptr (LoomComparison) exact = NULL, near = NULL;
  const LoomPlaneDifference *plane;

  add_array (a, "f", LOOM_SCALAR_F32, 1, one, 5);
  add_array (b, "f", LOOM_SCALAR_F32, 1, other, 5);
  exact = loom_comparison_new (a, b, 0);
  plane = &get_difference (exact->a, 0)->planes[LOOM_COMPARED_VALUES];
  g_assert_cmpuint (plane->differ, ==, 3);
  g_assert_cmpuint (plane->max_ulps, ==, 2);
  g_assert_cmpuint (plane->n_first, ==, 3);
  g_assert_cmpuint (plane->first[0], ==, 1);
  g_assert_cmpuint (plane->first[2], ==, 4);
  g_assert_cmpuint (exact->differ, ==, 3);
  g_assert_false (loom_comparison_is_same (exact));

  near = loom_comparison_new (a, b, 1);
  plane = &get_difference (near->a, 0)->planes[LOOM_COMPARED_VALUES];
  g_assert_cmpuint (plane->differ, ==, 1);
  g_assert_cmpuint (plane->max_ulps, ==, 2);
}

static void
test_number_against_none (void)
{
  const double one[] = { 1, -1 }, other[] = { NAN, 1 };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");
  g_autoptr (LoomComparison) comparison = NULL;

  add_array (a, "f", LOOM_SCALAR_F64, 1, one, 2);
  add_array (b, "f", LOOM_SCALAR_F64, 1, other, 2);
  comparison = loom_comparison_new (a, b, G_MAXUINT32);
  g_assert_cmpuint (comparison->differ, ==, 2);
  g_assert_cmpuint (get_difference (comparison->a, 0)->planes[LOOM_COMPARED_VALUES].max_ulps, ==,
                    LOOM_NO_DISTANCE);
}

static void
test_vectors_and_integers (void)
{
  const float one[] = { 1, 2, 3, 4 }, other[] = { 1, 2, 3, 5 };
  const gint32 ints[] = { 1, 2 }, other_ints[] = { 1, 3 };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");
  g_autoptr (LoomComparison) comparison = NULL;

  add_array (a, "v", LOOM_SCALAR_F32, 2, one, 2);
  add_array (b, "v", LOOM_SCALAR_F32, 2, other, 2);
  add_array (a, "i", LOOM_SCALAR_I32, 1, ints, 2);
  add_array (b, "i", LOOM_SCALAR_I32, 1, other_ints, 2);
  comparison = loom_comparison_new (a, b, 1);
  g_assert_cmpuint (get_difference (comparison->b, 0)->differ, ==, 1);
  g_assert_cmpuint (get_difference (comparison->b, 1)->differ, ==, 1);
  g_assert_cmpuint (get_difference (comparison->b, 1)->planes[LOOM_COMPARED_VALUES].first[0], ==, 1);
}

/* Where the schedule decides, only whether a cell was touched is held against the other run. */
static void
test_schedule_dependent_counts (void)
{
  static const guint32 writes[] = { 1, 2, 0 }, other_writes[] = { 3, 2, 1 }, writers[] = { 0, 1, 2 };
  const guint8 cells[] = { 0, 0, 0 };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");

  for (guint i = 0; i < 2; i++)
    {
      LoomRunArray *array = add_array (i == 0 ? a : b, "f", LOOM_SCALAR_U8, 1, cells, 3);

      array->writes = g_bytes_new_static (i == 0 ? writes : other_writes, sizeof writes);
      array->lowest = g_bytes_new_static (writers, sizeof writers);
    }
  {
    g_autoptr (LoomComparison) exact = loom_comparison_new (a, b, 0);
    const LoomArrayDifference *difference = get_difference (exact->a, 0);

    g_assert_cmpuint (difference->planes[LOOM_COMPARED_WRITES].differ, ==, 2);
    g_assert_false (difference->planes[LOOM_COMPARED_WRITES].if_any);
    g_assert_true (difference->planes[LOOM_COMPARED_LOWEST].done);
    g_assert_cmpuint (difference->planes[LOOM_COMPARED_LOWEST].differ, ==, 0);
  }
  g_ptr_array_add (a->findings, loom_finding_new (LOOM_ERROR_SERIALISED, "because"));
  {
    g_autoptr (LoomComparison) loose = loom_comparison_new (a, b, 0);
    const LoomArrayDifference *difference = get_difference (loose->a, 0);

    g_assert_cmpstr (loose->why, ==, "because");
    g_assert_cmpuint (difference->planes[LOOM_COMPARED_WRITES].differ, ==, 1);
    g_assert_true (difference->planes[LOOM_COMPARED_WRITES].if_any);
    g_assert_false (difference->planes[LOOM_COMPARED_LOWEST].done);
    g_assert_cmpuint (((const guint8 *) g_bytes_get_data (difference->cells, NULL))[2], ==,
                      1 << LOOM_COMPARED_WRITES);
  }
}

static void
test_unlike_arrays_and_traps (void)
{
  const guint8 cells[] = { 0, 0, 0 };
  g_autoptr (LoomRun) a = make_run ("sim"), b = make_run ("cuda:0");
  g_autoptr (LoomComparison) comparison = NULL;

  add_array (a, "f", LOOM_SCALAR_U8, 1, cells, 3);
  add_array (b, "f", LOOM_SCALAR_U8, 1, cells, 2);
  add_array (b, "g", LOOM_SCALAR_U8, 1, cells, 2);
  a->trap = loom_finding_new (LOOM_ERROR_OOB, "outside");
  comparison = loom_comparison_new (a, b, 0);
  g_assert_cmpuint (comparison->n_unlike, ==, 3);
  g_assert_true (comparison->traps_differ);
  g_assert_false (loom_comparison_is_same (comparison));
  g_assert_null (get_difference (comparison->a, 0)->cells);
}

/* What a variation shares must outlive the run that it was made of. */
static void
test_outlives_its_runs (void)
{
  const guint8 cells[] = { 1, 2, 3 };
  LoomRun *a = make_run ("sim"), *b = make_run ("cuda:0");
  g_autoptr (LoomComparison) comparison = NULL;

  add_array (a, "f", LOOM_SCALAR_U8, 1, cells, 3);
  add_array (b, "f", LOOM_SCALAR_U8, 1, cells, 3);
  a->output = g_strdup ("said");
  comparison = loom_comparison_new (a, b, 0);
  loom_run_unref (a);
  loom_run_unref (b);
  g_assert_cmpstr (comparison->a->output, ==, "said");
  g_assert_cmpuint (*(const guint8 *) loom_array_get_cell (
                        ((LoomRunArray *) comparison->a->arrays->pdata[0])->array, 2), ==, 3);
}

static void
test_scalars_are_written_apart (void)
{
  const float one = 1.0f, next = nextafterf (1, 2);
  const gint16 minus = -3;
  g_autofree char *one_text = loom_scalar_format (LOOM_SCALAR_F32, &one);
  g_autofree char *next_text = loom_scalar_format (LOOM_SCALAR_F32, &next);
  g_autofree char *minus_text = loom_scalar_format (LOOM_SCALAR_I16, &minus);

  g_assert_cmpstr (one_text, ==, "1");
  g_assert_cmpstr (next_text, ==, "1.00000012");
  g_assert_cmpstr (minus_text, ==, "-3");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/comparison/same", test_same);
  g_test_add_func ("/core/comparison/accesses-counted-otherwise-are-not-compared",
                   test_counted_otherwise);
  g_test_add_func ("/core/comparison/counts-ulps", test_counts_ulps);
  g_test_add_func ("/core/comparison/number-against-none", test_number_against_none);
  g_test_add_func ("/core/comparison/vectors-and-integers", test_vectors_and_integers);
  g_test_add_func ("/core/comparison/schedule-dependent-counts", test_schedule_dependent_counts);
  g_test_add_func ("/core/comparison/unlike-arrays-and-traps", test_unlike_arrays_and_traps);
  g_test_add_func ("/core/comparison/outlives-its-runs", test_outlives_its_runs);
  g_test_add_func ("/core/comparison/scalars-are-written-apart", test_scalars_are_written_apart);

  return g_test_run ();
}
