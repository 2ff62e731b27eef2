/* test-compare.c: a run that is pinned, held against the one that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-session.h"

#include <string.h>

#define COLS 9
#define ROWS 5
#define CELLS (COLS * ROWS)

static const LoomShape plane = { 2, COLS, ROWS, 1 };

static void
add_array (LoomRun          *run,
           const char       *name,
           LoomScalar        scalar,
           const LoomShape  *shape,
           gconstpointer     values,
           gsize             size)
{
  const LoomType type = loom_type_of (scalar, 1);
  g_autoptr (GBytes) bytes = g_bytes_new (values, size);
  g_autoptr (LoomArray) array = loom_array_new (&type, shape, bytes, NULL);

  g_ptr_array_add (run->arrays, loom_run_array_new (name, array));
}

static LoomRun *
make_run (const char  *name,
          const float *values)
{
  LoomRun *run = loom_run_new ();

  run->main_array = 0;
  run->block = run->grid = LOOM_DIM3 (1, 1, 1);
  add_array (run, name, LOOM_SCALAR_F32, &plane, values, CELLS * sizeof *values);
  return run;
}

/* As the controller does. */
static LoomRunJob *
show_run (LoomSession *session,
          LoomRun     *run)
{
  LoomRunJob *job = loom_session_add_job (session, "simulator");

  loom_run_job_start (job);
  loom_run_job_finish (job, run, NULL);
  loom_session_set_run (session, run);
  return job;
}

static void
fill (float *values)
{
  for (guint i = 0; i < CELLS; i++)
    values[i] = (float) g_test_rand_int_range (-3, 4);
}

static LoomLens
get_lens (LoomSession *session)
{
  return loom_session_get_view (session)->lens;
}

static void
assert_differences (LoomSession *session,
                    const float *shown,
                    const float *pinned)
{
  LoomRun *run = loom_view_state_get_run (loom_session_get_view_state (session));
  const LoomRunArray *array = run->arrays->pdata[0];
  const guint8 *cells = g_bytes_get_data (array->difference->cells, NULL);

  g_assert_cmpstr (array->difference->name, ==, "A");
  for (guint i = 0; i < CELLS; i++)
    g_assert_cmpint (cells[i] != 0, ==, shown[i] != pinned[i]);
}

/* Run after run is held against the pinned one, without anybody asking again. */
static void
test_each_run_is_compared (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomCompare *compare = loom_session_get_compare (session);
  float pinned[CELLS], shown[CELLS];
  g_autoptr (LoomRun) first = NULL;

  fill (pinned);
  first = make_run ("f", pinned);
  show_run (session, first);
  loom_compare_pin (compare, loom_session_find_job (session));
  g_assert_nonnull (loom_compare_get_job (compare));
  loom_compare_set_mode (compare, LOOM_COMPARE_DIFFERENCE);
  g_assert_cmpint (get_lens (session), ==, LOOM_LENS_CHANGE);
  assert_differences (session, pinned, pinned);
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (LoomRun) run = NULL;

      fill (shown);
      run = make_run ("f", shown);
      show_run (session, run);
      g_assert_cmpint (get_lens (session), ==, LOOM_LENS_CHANGE);
      assert_differences (session, shown, pinned);
      g_assert_true (loom_session_get_run (session) == run);
    }
  loom_compare_set_mode (compare, LOOM_COMPARE_OFF);
  g_assert_cmpint (get_lens (session), ==, LOOM_LENS_VALUE);
  g_assert_null (((LoomRunArray *) loom_view_state_get_run (loom_session_get_view_state (session))
                      ->arrays->pdata[0])->difference);
}

static void
test_another_lens_ends_it (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomCompare *compare = loom_session_get_compare (session);
  float values[CELLS] = { 0 };
  g_autoptr (LoomRun) run = make_run ("f", values);

  show_run (session, run);
  loom_compare_pin (compare, loom_session_find_job (session));
  loom_compare_set_mode (compare, LOOM_COMPARE_DIFFERENCE);
  loom_view_state_choose_lens (loom_session_get_view_state (session), LOOM_LENS_DIFFERENCE);
  g_assert_cmpint (loom_compare_get_mode (compare), ==, LOOM_COMPARE_DIFFERENCE);
  loom_view_state_choose_lens (loom_session_get_view_state (session), LOOM_LENS_VALUE);
  g_assert_cmpint (loom_compare_get_mode (compare), ==, LOOM_COMPARE_OFF);
  g_assert_cmpint (get_lens (session), ==, LOOM_LENS_VALUE);
}

/* What the console shows is an array of the run that is shown, also while that is compared. */
static void
test_results_are_shown_while_compared (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomViewState *state = loom_session_get_view_state (session);
  LoomCompare *compare = loom_session_get_compare (session);
  float values[CELLS] = { 0 };
  g_autoptr (LoomRun) run = make_run ("f", values);
  LoomArray *array = ((LoomRunArray *) run->arrays->pdata[0])->array;
  g_autofree char *obstacle = NULL;

  show_run (session, run);
  loom_compare_pin (compare, loom_session_find_job (session));
  loom_compare_set_mode (compare, LOOM_COMPARE_DIFFERENCE);
  for (guint i = 0; i < 3; i++)
    {
      loom_view_state_show_result (state, "f + 1", array);
      g_assert_cmpuint (loom_view_state_get_run (state)->arrays->len, ==, 2);
    }
  obstacle = loom_compare_dup_obstacle (compare);
  g_assert_cmpstr (obstacle, ==, "Run A has no array f + 1: choose another array.");
}

static void
test_obstacles_are_named (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomCompare *compare = loom_session_get_compare (session);
  const LoomShape line = { 1, CELLS, 1, 1 };
  float values[CELLS] = { 0 };
  g_autoptr (LoomRun) pinned = make_run ("f", values), other = loom_run_new (),
                      without = make_run ("g", values), same = make_run ("f", values);
  LoomView view;

  other->main_array = 0;
  other->block = other->grid = LOOM_DIM3 (1, 1, 1);
  add_array (other, "f", LOOM_SCALAR_I32, &line, values, sizeof values);
  g_assert_null (loom_compare_dup_obstacle (compare));
  show_run (session, pinned);
  loom_compare_pin (compare, loom_session_find_job (session));
  show_run (session, other);
  {
    g_autofree char *text = loom_compare_dup_obstacle (compare);

    g_assert_cmpstr (text, ==,
                     "f is float 5,9 in A and int 45 in B: cells can’t be compared.");
    g_assert_true (loom_compare_get_other (compare, &view) == pinned);
  }
  show_run (session, without);
  {
    g_autofree char *text = loom_compare_dup_obstacle (compare);

    g_assert_cmpstr (text, ==, "Run A has no array g: choose another array.");
    g_assert_null (loom_compare_get_other (compare, &view));
  }
  show_run (session, same);
  g_assert_null (loom_compare_dup_obstacle (compare));
}

/* However many runs come after it, the pinned one keeps its arrays, which are nobody else's copy.
 * What is not pinned any more goes as all others do. */
static void
test_pinned_run_is_kept_once (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomCompare *compare = loom_session_get_compare (session);
  float values[CELLS] = { 0 };
  g_autoptr (LoomRun) pinned = make_run ("f", values);
  g_autoptr (LoomRunJob) job = g_object_ref (show_run (session, pinned));
  GBytes *bytes = loom_array_get_bytes (((LoomRunArray *) pinned->arrays->pdata[0])->array);
  LoomView view;

  loom_compare_pin (compare, job);
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (LoomRun) run = make_run ("f", values);

      show_run (session, run);
    }
  g_assert_true (loom_run_job_get_status (job)->run == pinned);
  g_assert_true (loom_compare_get_other (compare, &view) == pinned);
  loom_compare_set_mode (compare, LOOM_COMPARE_DIFFERENCE);
  {
    LoomRun *run = loom_view_state_get_run (loom_session_get_view_state (session));
    const LoomRunArray *array = run->arrays->pdata[0];

    g_assert_true (loom_array_get_bytes (array->difference->other->array) == bytes);
  }
  loom_compare_pin (compare, NULL);
  g_assert_null (loom_compare_get_job (compare));
  g_assert_cmpint (loom_compare_get_mode (compare), ==, LOOM_COMPARE_OFF);
  g_assert_null (loom_compare_get_other (compare, &view));
}

static gboolean
is_compared (gpointer session)
{
  LoomRun *run = loom_view_state_get_run (loom_session_get_view_state (session));

  return ((LoomRunArray *) run->arrays->pdata[0])->difference != NULL;
}

/* A comparison that takes long is made beside, and one that comes too late touches nothing. */
static void
test_large_runs_in_a_thread (void)
{
  g_autoptr (LoomSession) session = loom_session_new ();
  LoomCompare *compare = loom_session_get_compare (session);
  const LoomShape large = { 2, 1024, 1024, 1 };
  const gsize size = 1024 * 1024 * sizeof (float);
  g_autofree float *values = g_malloc0 (size);
  g_autoptr (LoomRun) a = loom_run_new (), b = loom_run_new (), c = loom_run_new ();
  const LoomRunArray *array;

  a->main_array = b->main_array = c->main_array = 0;
  a->block = a->grid = b->block = b->grid = c->block = c->grid = LOOM_DIM3 (1, 1, 1);
  add_array (a, "f", LOOM_SCALAR_F32, &large, values, size);
  values[7] = 1;
  add_array (b, "f", LOOM_SCALAR_F32, &large, values, size);
  values[8] = 1;
  add_array (c, "f", LOOM_SCALAR_F32, &large, values, size);
  show_run (session, a);
  loom_compare_pin (compare, loom_session_find_job (session));
  show_run (session, b);
  loom_compare_set_mode (compare, LOOM_COMPARE_DIFFERENCE);
  g_assert_true (loom_compare_is_pending (compare));
  show_run (session, c);
  loom_test_wait_until (is_compared, session, "the differences");
  g_assert_false (loom_compare_is_pending (compare));
  array = loom_view_state_get_run (loom_session_get_view_state (session))->arrays->pdata[0];
  g_assert_cmpuint (array->difference->differ, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/compare/each-run-is-compared", test_each_run_is_compared);
  g_test_add_func ("/app/compare/another-lens-ends-it", test_another_lens_ends_it);
  g_test_add_func ("/app/compare/results-are-shown-while-compared",
                   test_results_are_shown_while_compared);
  g_test_add_func ("/app/compare/obstacles-are-named", test_obstacles_are_named);
  g_test_add_func ("/app/compare/pinned-run-is-kept-once", test_pinned_run_is_kept_once);
  g_test_add_func ("/app/compare/large-runs-in-a-thread", test_large_runs_in_a_thread);
  return g_test_run ();
}
