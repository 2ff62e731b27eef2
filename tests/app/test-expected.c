/* test-expected.c: what a run came to of what was expected, and a run that becomes the reference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-app-test.h"
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

int
main (int    argc,
      char **argv)
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(name, test) \
  g_test_add ("/app/expected/" name, Fixture, application, set_up, test, loom_test_window_tear_down)
  ADD ("a-run-becomes-the-reference", test_a_run_becomes_the_reference);
  ADD ("facts-are-told", test_facts_are_told);
#undef ADD
  return g_test_run ();
}
