/* test-console.c: expressions of a window, and their results beside the arrays of a run
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-console.h"
#include "loom-view-state.h"

static LoomRun *
make_run (const float *cells)
{
  LoomRun *run = loom_run_new ();
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  const LoomShape shape = { 1, 4, 1, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new (cells, 4 * sizeof *cells);
  g_autoptr (LoomArray) array = loom_array_new (&type, &shape, bytes, NULL);

  g_ptr_array_add (run->arrays, loom_run_array_new ("f", array));
  run->main_array = 0;
  return run;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static LoomConsoleResult *
evaluate (LoomConsole *console,
          LoomRun     *run,
          const char  *expression)
{
  guint count = 0;
  const gulong id
      = g_signal_connect_swapped (console, "evaluated", G_CALLBACK (count_cb), &count);
  LoomConsoleResult *newest = NULL;

  loom_console_evaluate (console, expression, run, 0);
  while (count == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (console, id);
  if (loom_console_get_error (console) == NULL)
    newest = g_list_model_get_item (loom_console_get_results (console), 0);
  return newest;
}

static void
test_pinned_results_outlive_their_run (void)
{
  static const float before[] = { 1, 2, 3, 4 }, after[] = { 1, 2, 3, 5 };
  g_autoptr (LoomConsole) console = loom_console_new ();
  g_autoptr (LoomRun) a = make_run (before), b = make_run (after);
  g_autoptr (LoomConsoleResult) first = evaluate (console, a, "f"), sum = NULL, unknown = NULL;

  g_assert_cmpstr (first->summary, ==, "min 1, max 4, mean 2.5");
  unknown = evaluate (console, b, "p1");
  g_assert_null (unknown);
  g_assert_nonnull (loom_console_get_error (console));
  loom_console_toggle_pin (console, first->id);
  g_assert_cmpstr (first->name, ==, "p1");
  sum = evaluate (console, b, "sum(diff(f, p1))");
  g_assert_cmpstr (sum->text, ==, "1");
  g_assert_null (sum->summary);
  loom_console_toggle_pin (console, first->id);
  g_assert_null (first->name);
}

static void
test_the_next_expression_takes_the_place (void)
{
  static const float cells[] = { 1, 2, 3, 4 };
  g_autoptr (LoomConsole) console = loom_console_new ();
  g_autoptr (LoomRun) run = make_run (cells);
  g_autoptr (LoomConsoleResult) last = NULL;

  loom_console_evaluate (console, "f + 1", run, 0);
  last = evaluate (console, run, "f + 2");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (last->expression, ==, "f + 2");
  g_assert_cmpuint (g_list_model_get_n_items (loom_console_get_results (console)), ==, 1);
}

static void
test_history_goes_back_and_forth (void)
{
  static const float cells[] = { 1, 2, 3, 4 };
  g_autoptr (LoomConsole) console = loom_console_new ();
  g_autoptr (LoomRun) run = make_run (cells);

  g_assert_null (loom_console_step (console, -1));
  for (guint i = 0; i < 3; i++)
    {
      G_GNUC_UNUSED g_autoptr (LoomConsoleResult) result
          = evaluate (console, run, i == 0 ? "f" : "sum(f)");
    }
  g_assert_cmpstr (loom_console_step (console, -1), ==, "sum(f)");
  g_assert_cmpstr (loom_console_step (console, -1), ==, "f");
  g_assert_null (loom_console_step (console, -1));
  g_assert_cmpstr (loom_console_step (console, 1), ==, "sum(f)");
  g_assert_cmpstr (loom_console_step (console, 1), ==, "");
  g_assert_null (loom_console_step (console, 1));
}

static void
test_the_oldest_without_a_name_leave (void)
{
  static const float cells[] = { 1, 2, 3, 4 };
  g_autoptr (LoomConsole) console = loom_console_new ();
  g_autoptr (LoomRun) run = make_run (cells);
  guint first = 0;

  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (LoomConsoleResult) result = evaluate (console, run, "f");

      if (i == 0)
        loom_console_toggle_pin (console, first = result->id);
    }
  g_assert_cmpuint (g_list_model_get_n_items (loom_console_get_results (console)), <=, 51);
  g_assert_nonnull (loom_console_find (console, first));
  g_assert_null (loom_console_find (console, first + 1));
}

static void
test_a_result_is_shown_beside_the_arrays (void)
{
  static const float cells[] = { 1, 2, 3, 4 };
  const char *text = "__global__ void k (float *f) {}\n/* gridloom\n[view]\narray=f\n*/\n";
  g_autoptr (LoomViewState) state = g_object_new (LOOM_TYPE_VIEW_STATE, NULL);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (LoomRun) run = make_run (cells), next = make_run (cells);
  LoomArray *array = ((LoomRunArray *) run->arrays->pdata[0])->array;
  g_autofree char *written = NULL;
  LoomView view;

  loom_view_state_take_document (state, document);
  loom_view_state_take_run (state, run, FALSE);
  for (guint i = 0; i < 3; i++)
    loom_view_state_show_result (state, "2*f", array);
  g_assert_cmpuint (loom_view_state_get_run (state)->arrays->len, ==, 2);
  g_assert_true (loom_view_state_get_run (state)->original == run);
  g_assert_cmpuint (loom_view_state_get_view (state)->array, ==, 1);
  g_assert_cmpint (loom_view_state_get_view (state)->lens, ==, LOOM_LENS_VALUE);
  g_assert_cmpuint (run->arrays->len, ==, 1);

  /* going there and back by hand writes what the document has words for */
  view = *loom_view_state_get_view (state);
  view.array = 0;
  loom_view_state_choose (state, &view);
  view.array = 1;
  loom_view_state_choose (state, &view);
  written = loom_view_state_write (state, text);
  g_assert_cmpstr (written, ==, text);

  loom_view_state_take_run (state, next, FALSE);
  g_assert_true (loom_view_state_get_run (state) == next);
  g_assert_cmpuint (loom_view_state_get_view (state)->array, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/console/pinned-results-outlive-their-run",
                   test_pinned_results_outlive_their_run);
  g_test_add_func ("/app/console/the-next-expression-takes-the-place",
                   test_the_next_expression_takes_the_place);
  g_test_add_func ("/app/console/history-goes-back-and-forth", test_history_goes_back_and_forth);
  g_test_add_func ("/app/console/the-oldest-without-a-name-leave",
                   test_the_oldest_without_a_name_leave);
  g_test_add_func ("/app/console/a-result-is-shown-beside-the-arrays",
                   test_a_result_is_shown_beside_the_arrays);
  return g_test_run ();
}
