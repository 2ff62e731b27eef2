/* test-console-pane.c: the Console page of a window: what is typed, what it came to, and the figures of the array that
 * is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-drawer-panes.h"
#include "window-fixture.h"

#include <math.h>

#define SOURCE \
  "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n" \
  "/* gridloom\n[launch]\nblock=32\n[arg f]\nshape=2,4\n*/\n"

typedef LoomTestWindow Fixture;

static GtkWidget *
get_pane (Fixture *fixture)
{
  return loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_CONSOLE_PANE, NULL);
}

static gpointer
get_part (Fixture    *fixture,
          const char *name)
{
  return loom_test_get_part (get_pane (fixture), name);
}

/* A run that leaves the numbers 0, 1, … in f but for those that are given. */
static void
run (Fixture *fixture,
     float    second,
     float    third)
{
  const float cells[] = { 0, second, third, 3, 4, 5, 6, 7 };
  const LoomType type = loom_type_of (LOOM_SCALAR_F32, 1);
  const LoomShape shape = { 2, 4, 2, 1 };
  g_autoptr (GBytes) bytes = g_bytes_new (cells, sizeof cells);
  g_autoptr (LoomRun) answer = NULL;
  LoomRunArray *array;

  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  answer = loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
  array = answer->arrays->pdata[0];
  loom_array_unref (array->array);
  array->array = loom_array_new (&type, &shape, bytes, NULL);
  loom_mocked_runner_answer_run (fixture->fake, answer);
}

static void
begin (Fixture *fixture)
{
  loom_test_window_open_page (fixture, "console", LOOM_TYPE_CONSOLE_PANE);
  loom_test_window_compile (fixture, SOURCE);
  run (fixture, 1, 2);
}

/* All that a part of the page says comes to be this. */
static void
wait_for (Fixture    *fixture,
          const char *part,
          const char *words)
{
  loom_test_wait_for_labels (get_part (fixture, part), words);
}

static void
type (Fixture    *fixture,
      const char *expression)
{
  gtk_editable_set_text (get_part (fixture, "entry"), expression);
  loom_test_click (get_pane (fixture), "E_valuate");
}

static void
assert_typed (Fixture    *fixture,
              const char *expected)
{
  g_assert_cmpstr (gtk_editable_get_text (get_part (fixture, "entry")), ==, expected);
}

static GtkWidget *
get_row (Fixture *fixture,
         int      index)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (get_part (fixture, "list"), index));
}

#define NUMBERS "[[0 1 2 3]\n [4 5 6 7]]"
#define OF_F "f | float 2×4 · min 0, max 7, mean 3.5 | " NUMBERS

static void
test_results (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autofree char *spoken = NULL, *said = NULL;

  begin (fixture);
  wait_for (fixture, "stack", "Results of expressions over the arrays of the run are listed here");
  type (fixture, "");
  wait_for (fixture, "stack", "Results of expressions over the arrays of the run are listed here");
  type (fixture, "f");
  wait_for (fixture, "stack", OF_F);
  assert_typed (fixture, "");
  /* the newest is the first; the key of the entry is as good as the button */
  gtk_editable_set_text (get_part (fixture, "entry"), "sum(f)");
  g_signal_emit_by_name (get_part (fixture, "entry"), "activate");
  wait_for (fixture, "stack", "sum(f) | double | 28 | " OF_F);
  spoken = loom_test_dup_spoken (get_row (fixture, 0), GTK_ACCESSIBLE_PROPERTY_LABEL);
  g_assert_cmpstr (spoken, ==, "sum(f) = 28");
  said = loom_test_dup_spoken (get_part (fixture, "entry"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  g_assert_cmpstr (said, ==, "sum(f) = 28");
}

#define UNKNOWN "character 5: “g” is not defined here; there are f, cols, rows, planes, size, x, y, z"

static void
test_mistakes (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *entry;
  g_autofree char *said = NULL;

  begin (fixture);
  entry = get_part (fixture, "entry");
  type (fixture, "f + g");
  wait_for (fixture, "reason", UNKNOWN);
  assert_typed (fixture, "f + g");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_true (gtk_widget_has_css_class (get_part (fixture, "reason"), "error"));
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (entry)), ==, 4);
  said = loom_test_dup_spoken (entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  g_assert_cmpstr (said, ==, UNKNOWN);
  g_assert_null (gtk_test_accessible_check_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                                  GTK_ACCESSIBLE_INVALID_TRUE));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_part (fixture, "stack")), ==, "empty");

  /* the next key takes the reason away */
  gtk_editable_set_text (GTK_EDITABLE (entry), "f + ");
  wait_for (fixture, "reason", "");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_assert_null (gtk_test_accessible_check_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                                  GTK_ACCESSIBLE_INVALID_FALSE));
}

static void
test_history (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *entry;

  begin (fixture);
  entry = get_part (fixture, "entry");
  type (fixture, "f");
  wait_for (fixture, "stack", OF_F);
  type (fixture, "sum(f)");
  wait_for (fixture, "stack", "sum(f) | double | 28 | " OF_F);
  g_assert_true (loom_test_press_in (entry, GDK_KEY_Up, 0));
  assert_typed (fixture, "sum(f)");
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (entry)), ==, 6);
  g_assert_true (loom_test_press_in (entry, GDK_KEY_KP_Up, 0));
  assert_typed (fixture, "f");
  g_assert_true (loom_test_press_in (entry, GDK_KEY_Up, 0));
  assert_typed (fixture, "f");
  g_assert_true (loom_test_press_in (entry, GDK_KEY_Down, 0));
  assert_typed (fixture, "sum(f)");
  g_assert_true (loom_test_press_in (entry, GDK_KEY_KP_Down, 0));
  assert_typed (fixture, "");

  /* what is held down with it is for somebody else, as are other keys */
  g_assert_false (loom_test_press_in (entry, GDK_KEY_Up, GDK_CONTROL_MASK));
  g_assert_false (loom_test_press_in (entry, GDK_KEY_a, 0));
  g_assert_true (loom_test_press_in (entry, GDK_KEY_Page_Down, 0));
  assert_typed (fixture, "");
}

#define DOUBLED "2*f | float 2×4 · min 0, max 14, mean 7 | [[0 2 4 6]\n [8 10 12 14]] | sum(f) | double | 28"
#define LESSENED "f - 1 | float 2×4 · min -1, max 6, mean 2.5 | [[-1 0 1 2]\n [3 4 5 6]] | " DOUBLED

static void
test_a_result_is_shown (Fixture       *fixture,
                        gconstpointer  unused)
{
  begin (fixture);
  wait_for (fixture, "heading", "Array f");
  type (fixture, "sum(f)");
  wait_for (fixture, "stack", "sum(f) | double | 28");
  g_signal_emit_by_name (get_part (fixture, "list"), "row-activated", get_row (fixture, 0));
  wait_for (fixture, "heading", "Array sum(f)");

  type (fixture, "2*f");
  wait_for (fixture, "stack", DOUBLED);
  loom_test_click (get_row (fixture, 0), "Show in the picture");
  wait_for (fixture, "heading", "Array 2*f");
  /* a row is as good as its button */
  type (fixture, "f - 1");
  wait_for (fixture, "stack", LESSENED);
  g_signal_emit_by_name (get_part (fixture, "list"), "row-activated", get_row (fixture, 0));
  wait_for (fixture, "heading", "Array f - 1");

  /* what has no cell cannot be */
  type (fixture, "f[0:0]");
  wait_for (fixture, "stack", "f[0:0] | float 0×4 · no finite number | [] | " LESSENED);
  g_assert_false (gtk_widget_is_sensitive (loom_test_find_button (get_row (fixture, 0), "Show in the picture")));
  g_assert_false (gtk_widget_is_sensitive (loom_test_find_button (get_row (fixture, 0), "Save as a file…")));
  g_signal_emit_by_name (get_part (fixture, "list"), "row-activated", get_row (fixture, 0));
  wait_for (fixture, "heading", "Array f - 1");
}

static void
test_a_result_is_pinned (Fixture       *fixture,
                         gconstpointer  unused)
{
  static const char pin[] = "Pin: give it a name that expressions know";

  begin (fixture);
  type (fixture, "f");
  wait_for (fixture, "stack", OF_F);
  loom_test_click (get_row (fixture, 0), pin);
  wait_for (fixture, "stack", "p1 = " OF_F);
  type (fixture, "sum(p1)");
  wait_for (fixture, "stack", "sum(p1) | double | 28 | p1 = " OF_F);
  loom_test_click (get_row (fixture, 1), "Show in the picture");
  wait_for (fixture, "heading", "Array p1");
  loom_test_click (get_row (fixture, 1), pin);
  wait_for (fixture, "stack", "sum(p1) | double | 28 | " OF_F);
}

/* They are those of the picture, and of the next run. */
static void
test_figures (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autofree char *spoken = NULL, *described = NULL;

  loom_test_window_open_page (fixture, "console", LOOM_TYPE_CONSOLE_PANE);
  wait_for (fixture, "heading", "No array is shown");
  g_assert_false (gtk_widget_get_visible (get_part (fixture, "figures")));
  g_assert_false (gtk_widget_get_visible (get_part (fixture, "histogram")));
  loom_test_window_compile (fixture, SOURCE);
  run (fixture, NAN, -INFINITY);
  wait_for (fixture, "heading", "Array f");
  wait_for (fixture, "figures", "Cells | 8 | NaN | 1 | Infinite | 1 | Sum | 25 | Minimum | 0 | Maximum | 7 | Mean | "
            "4.166667 | "
            "Standard deviation | 2.266912");
  g_assert_true (gtk_widget_get_visible (get_part (fixture, "histogram")));
  spoken = loom_test_dup_spoken (get_part (fixture, "histogram"), GTK_ACCESSIBLE_PROPERTY_LABEL);
  described = loom_test_dup_spoken (get_part (fixture, "histogram"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  g_assert_cmpstr (spoken, ==, "Histogram");
  g_assert_cmpstr (described, ==, "32 intervals from the least to the most; the fullest, from 0 to 0.21875, has "
                   "17\u00a0% of the "
                                  "finite numbers");

  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "64", NULL));
  run (fixture, 1, 2);
  wait_for (fixture, "figures", "Cells | 8 | NaN | 0 | Infinite | 0 | Sum | 28 | Minimum | 0 | Maximum | 7 | Mean | "
            "3.5 | "
            "Standard deviation | 2.291288");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/console-pane/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("results-are-listed-the-newest-first", test_results);
  ADD ("a-mistake-stays-with-its-reason", test_mistakes);
  ADD ("keys-go-through-what-was-typed", test_history);
  ADD ("a-result-is-shown-in-the-picture", test_a_result_is_shown);
  ADD ("a-pinned-result-has-a-name", test_a_result_is_pinned);
  ADD ("figures-are-of-the-array-that-is-shown", test_figures);
#undef ADD
  return g_test_run ();
}
