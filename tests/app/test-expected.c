/* test-expected.c: what is expected of an array, what a run came to of that, and a run that becomes the reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-app-test.h"
#include "loom-field-row.h"
#include "loom-launch-rows.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <adwaita.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=4,8\n%s*/\n"

typedef LoomTestWindow Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  g_autofree char *document = NULL;

  loom_test_window_set_up (fixture, application);
  document = loom_test_write (fixture->folder, "fill.cu", SOURCE);
}

/* A run of settings, which a test may change before it is answered. */
static LoomRun *
begin_run (Fixture    *fixture,
           const char *settings)
{
  g_autoptr (GFile) file = g_file_new_build_filename (fixture->folder, "fill.cu", NULL);
  g_autofree char *text = g_strdup_printf (SOURCE SETTINGS, settings);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_session_set_file (fixture->session, file);
  loom_session_set_text (fixture->session, text, -1);
  if (loom_session_get_compiled (fixture->session) == NULL)
    {
      loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
      loom_mocked_runner_answer_compile (fixture->fake, compiled);
    }
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  return loom_test_run_new (loom_mocked_runner_get_plan (fixture->fake));
}

static GtkWidget *
get_group (Fixture *fixture)
{
  return loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_EXPECT_GROUP, NULL);
}

static const char *
get (Fixture    *fixture,
     const char *key)
{
  return loom_document_get_value (loom_session_get_document (fixture->session), "expect", key);
}

static gboolean
has_reference (gpointer fixture)
{
  return get (fixture, "reference") != NULL;
}

/* Its array lies beside the document, under a name that nothing has yet, and the settings name it. */
static void
test_a_run_becomes_the_reference (Fixture       *fixture,
                                  gconstpointer  unused)
{
  static const char * const names[] = { "fill.f.npy", "fill.f-2.npy", "fill.f-3.npy" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *settings = g_strdup_printf ("[arg n]\nvalue=%u\n", i);
      g_autoptr (LoomRun) run = begin_run (fixture, settings);
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autofree char *value = g_strconcat ("file:", names[i], NULL);
      g_autofree char *bytes = NULL;

      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      loom_mocked_runner_answer_run (fixture->fake, run);
      g_assert_true (gtk_widget_activate_action (get_group (fixture), "expected.pin", NULL));
      loom_test_wait_until (has_reference, fixture, "a reference");
      g_assert_cmpstr (get (fixture, "reference"), ==, value);
      bytes = loom_test_read (path);
      g_assert_cmpint (bytes[0], ==, (char) 0x93);
    }
}

/* The rows that tell something, as "title: text". */
static void
describe (GtkWidget *widget,
          GString   *text)
{
  if (ADW_IS_ACTION_ROW (widget) && !ADW_IS_COMBO_ROW (widget) && gtk_widget_get_visible (widget)
      && adw_action_row_get_subtitle (ADW_ACTION_ROW (widget)) != NULL
      && *adw_action_row_get_subtitle (ADW_ACTION_ROW (widget)) != '\0')
    g_string_append_printf (text, "%s: %s\n", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)),
                            adw_action_row_get_subtitle (ADW_ACTION_ROW (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    describe (child, text);
}

/* Cells that were missed, cells that should not have been written, and cells that differ; those that are named are shown
 * in the picture. */
static void
test_facts_are_told (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autoptr (LoomRun) run = begin_run (fixture, "[expect]\ndomain=x < 3\nreference=expr: x\n");
  static const struct { const char *title; guint row, col; } cells[] = { { "First", 1, 1 }, { "Worst", 2, 1 } };
  LoomRunArray *array = run->arrays->pdata[0];
  g_autofree guint8 *domain = g_new0 (guint8, 32);
  g_autofree guint32 *writes = g_new0 (guint32, 32);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 32; i++)
    {
      domain[i] = i < 12;
      writes[i] = i >= 2 && i < 15;
    }
  array->domain = g_bytes_new (domain, 32);
  g_clear_pointer (&array->writes, g_bytes_unref);
  array->writes = g_bytes_new (writes, 32 * sizeof *writes);
  array->compared = 12;
  array->mismatches = 5;
  array->first = (LoomCheckedCell) { 9, g_strdup ("0"), g_strdup ("1") };
  array->worst = (LoomCheckedCell) { 17, g_strdup ("3"), g_strdup ("-4") };
  array->deviation = (LoomDeviation) { 7, 1.75, 12, 17, 9, 17 };
  loom_mocked_runner_answer_run (fixture->fake, run);
  describe (get_group (fixture), text);
  g_assert_cmpstr (text->str, ==, "Tolerance: rtol 1e-05, atol 1e-08, ULP 0\nWritten cells: Missed: 2, extra: 3\n"
                                  "Cells that differ: 5 of 12\nFirst: row 1, column 1: 0 instead of 1\n"
                                  "Worst: row 2, column 1: 3 instead of −4\nLargest difference: 7, row 2, column 1\n"
                                  "relative 1.75, row 1, column 1\n12 ULP, row 2, column 1\n");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      GtkWidget *row = loom_test_find (get_group (fixture), ADW_TYPE_ACTION_ROW, cells[i].title);
      const LoomCell *pin;

      g_signal_emit_by_name (row, "activated");
      pin = loom_view_state_get_pin (loom_session_get_view_state (fixture->session));
      g_assert_nonnull (pin);
      g_assert_cmpuint (pin->row, ==, cells[i].row);
      g_assert_cmpuint (pin->col, ==, cells[i].col);
    }
}

/* A border that is as wide as the array leaves no cell to write. */
static void
test_an_expectation_that_holds_nowhere_is_told (Fixture       *fixture,
                                                gconstpointer  unused)
{
  static const struct { guint8 expected; const char *text; } rows[] = {
    { 0, "No cell of f is one to write, and 12 were written: what “Cells to write” says holds for none" },
    { 1, "11 cells of f were written that should not be" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *settings = g_strdup_printf ("[arg n]\nvalue=%u\n[expect]\ndomain=x < 0\n", i);
      g_autoptr (LoomRun) run = begin_run (fixture, settings);
      g_autoptr (LoomProblem) problem = NULL;
      LoomRunArray *array = run->arrays->pdata[0];
      guint8 domain[32] = { rows[i].expected };
      guint32 writes[32] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

      array->domain = g_bytes_new (domain, sizeof domain);
      g_clear_pointer (&array->writes, g_bytes_unref);
      array->writes = g_bytes_new (writes, sizeof writes);
      loom_mocked_runner_answer_run (fixture->fake, run);
      problem = g_list_model_get_item (loom_session_get_problems (fixture->session), 0);
      g_assert_nonnull (problem);
      g_assert_cmpstr (problem->text, ==, rows[i].text);
    }
}

static void
choose (Fixture    *fixture,
        const char *part,
        const char *title)
{
  AdwComboRow *combo = loom_test_get_part (get_group (fixture), part);
  GListModel *titles = adw_combo_row_get_model (combo);

  for (guint i = 0; i < g_list_model_get_n_items (titles); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (titles), i), title))
      {
        adw_combo_row_set_selected (combo, i);
        loom_test_settle ();
        return;
      }
  g_error ("%s is not offered", title);
}

static LoomField *
get_field (Fixture    *fixture,
           const char *part)
{
  return loom_field_row_get_field (loom_test_get_part (get_group (fixture), part));
}

/* A detail has a name, and shows a text. */
static void
assert_detail (Fixture    *fixture,
               const char *part,
               const char *title,
               const char *text)
{
  GtkWidget *row = loom_test_get_part (get_group (fixture), part);

  g_assert_true (gtk_widget_get_visible (row));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==, title);
  g_assert_cmpstr (loom_field_get_text (get_field (fixture, part)), ==, text);
}

static void
type (Fixture    *fixture,
      const char *part,
      const char *text)
{
  loom_field_type (get_field (fixture, part), text, TRUE);
  loom_test_settle ();
}

static void
begin (Fixture    *fixture,
       const char *settings)
{
  g_autoptr (LoomRun) run = begin_run (fixture, settings);

  loom_mocked_runner_answer_run (fixture->fake, run);
}

static void
test_cells_are_chosen (Fixture       *fixture,
                       gconstpointer  unused)
{
  static const struct { const char *title, *value; } presets[] = {
    { "All cells", "1" }, { "Lower triangle", "x <= y" }, { "Upper triangle", "x >= y" }, { "Checkerboard",
    "(x + y) % 2 == 0" },
  };

  begin (fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      choose (fixture, "domain", presets[i].title);
      g_assert_cmpstr (get (fixture, "domain"), ==, presets[i].value);
      g_assert_false (gtk_widget_get_visible (loom_test_get_part (get_group (fixture), "domain_detail")));
    }

  /* a kind with a number begins with one */
  choose (fixture, "domain", "Interior");
  g_assert_cmpstr (get (fixture, "domain"), ==, "x >= 1 && x < cols - 1 && y >= 1 && y < rows - 1");
  assert_detail (fixture, "domain_detail", "Width of the border", "1");
  type (fixture, "domain_detail", "1 + 1");
  g_assert_cmpstr (get (fixture, "domain"), ==, "x >= 2 && x < cols - 2 && y >= 2 && y < rows - 2");
  type (fixture, "domain_detail", "wide");
  g_assert_true (loom_field_is_refused (get_field (fixture, "domain_detail")));
  g_assert_cmpstr (get (fixture, "domain"), ==, "x >= 2 && x < cols - 2 && y >= 2 && y < rows - 2");

  /* a condition goes on from what holds, and holds itself once it is typed */
  choose (fixture, "domain", "Condition");
  assert_detail (fixture, "domain_detail", "Condition", "x >= 2 && x < cols - 2 && y >= 2 && y < rows - 2");
  type (fixture, "domain_detail", "x < 3");
  g_assert_cmpstr (get (fixture, "domain"), ==, "x < 3");
  choose (fixture, "domain", "Mask in a file");
  g_assert_cmpstr (get (fixture, "domain"), ==, "x < 3");
  g_assert_true (gtk_widget_get_visible (loom_test_get_part (get_group (fixture), "domain_file")));
  assert_detail (fixture, "domain_detail", "File", "");
  choose (fixture, "domain", "Not declared");
  g_assert_cmpstr (get (fixture, "domain"), ==, NULL);
}

static void
test_a_reference_is_chosen (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *detail;

  begin (fixture, "");
  detail = loom_test_get_part (get_group (fixture), "reference_detail");
  g_assert_false (gtk_widget_get_visible (detail));
  choose (fixture, "reference", "Formula");
  g_assert_cmpstr (get (fixture, "reference"), ==, NULL);
  assert_detail (fixture, "reference_detail", "Formula", "");
  type (fixture, "reference_detail", "x +");
  g_assert_true (loom_field_is_refused (get_field (fixture, "reference_detail")));
  g_assert_cmpstr (get (fixture, "reference"), ==, NULL);
  type (fixture, "reference_detail", " x + y ");
  g_assert_cmpstr (get (fixture, "reference"), ==, "expr:x + y");

  /* what is written elsewhere is shown here */
  g_assert_true (loom_session_edit (fixture->session, "expect", "reference", "kernel: fill", NULL));
  loom_test_settle ();
  assert_detail (fixture, "reference_detail", "Kernel", "fill");
  choose (fixture, "reference", "None");
  g_assert_cmpstr (get (fixture, "reference"), ==, NULL);
  g_assert_false (gtk_widget_get_visible (detail));
}

static void
assert_tolerance (Fixture    *fixture,
                  const char *expected)
{
  g_assert_cmpstr (adw_expander_row_get_subtitle (loom_test_get_part (get_group (fixture), "tolerance")), ==, expected);
}

static void
test_tolerances_are_typed (Fixture       *fixture,
                           gconstpointer  unused)
{
  begin (fixture, "[expect]\nreference=expr: x\n");
  assert_tolerance (fixture, "rtol 1e-05, atol 1e-08, ULP 0");
  type (fixture, "rtol", "0.5");
  type (fixture, "ulps", "4");
  g_assert_cmpstr (get (fixture, "rtol"), ==, "0.5");
  g_assert_cmpstr (get (fixture, "ulps"), ==, "4");
  g_assert_cmpstr (get (fixture, "atol"), ==, NULL);
  loom_test_window_finish_run (fixture);
  assert_tolerance (fixture, "rtol 0.5, atol 1e-08, ULP 4");
  type (fixture, "atol", "-1");
  g_assert_true (loom_field_is_refused (get_field (fixture, "atol")));
  g_assert_cmpstr (get (fixture, "atol"), ==, NULL);
  type (fixture, "rtol", "");
  g_assert_cmpstr (get (fixture, "rtol"), ==, NULL);
  loom_test_window_finish_run (fixture);
  /* places in the last digits alone are exact but for these */
  assert_tolerance (fixture, "rtol 0, atol 0, ULP 4");
}

static void
paint (Fixture *fixture,
       guint    row,
       guint    from,
       guint    to)
{
  loom_view_state_paint (loom_session_get_view_state (fixture->session), &(LoomCell) { from, row, 0 },
                         &(LoomCell) { to, row, 0 });
  loom_test_settle ();
}

static void
test_cells_are_painted (Fixture       *fixture,
                        gconstpointer  unused)
{
  GtkWidget *row;
  GtkSwitch *painting;
  LoomViewState *state = loom_session_get_view_state (fixture->session);

  begin (fixture, "");
  row = loom_test_get_part (get_group (fixture), "paint_row");
  painting = loom_test_get_part (get_group (fixture), "paint");
  g_assert_false (gtk_widget_get_visible (row));
  choose (fixture, "domain", "Painted by hand");
  g_assert_true (gtk_widget_get_visible (row));
  g_assert_true (gtk_switch_get_active (painting));
  g_assert_true (loom_view_state_get_painting (state));
  g_assert_cmpstr (get (fixture, "domain"), ==, "cells:");
  paint (fixture, 1, 4, 2);
  g_assert_cmpstr (get (fixture, "domain"), ==, "cells:1:2-4");
  /* all become what the first one was not */
  paint (fixture, 1, 3, 7);
  g_assert_cmpstr (get (fixture, "domain"), ==, "cells:1:2");
  paint (fixture, 9, 0, 0);
  g_assert_cmpstr (get (fixture, "domain"), ==, "cells:1:2");

  gtk_switch_set_active (painting, FALSE);
  g_assert_false (loom_view_state_get_painting (state));
  gtk_switch_set_active (painting, TRUE);
  g_assert_true (loom_view_state_get_painting (state));
  choose (fixture, "domain", "All cells");
  g_assert_false (gtk_widget_get_visible (row));
  g_assert_false (loom_view_state_get_painting (state));
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(name, test) \
  g_test_add ("/app/expected/" name, Fixture, application, set_up, test, loom_test_window_tear_down)
  ADD ("a-run-becomes-the-reference", test_a_run_becomes_the_reference);
  ADD ("facts-are-told", test_facts_are_told);
  ADD ("one-that-holds-nowhere-is-told", test_an_expectation_that_holds_nowhere_is_told);
  ADD ("cells-are-chosen", test_cells_are_chosen);
  ADD ("a-reference-is-chosen", test_a_reference_is_chosen);
  ADD ("tolerances-are-typed", test_tolerances_are_typed);
  ADD ("cells-are-painted", test_cells_are_painted);
#undef ADD
  return g_test_run ();
}
