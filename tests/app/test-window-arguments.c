/* test-window-arguments.c: the Arguments page of a window: its rows, and what is typed into them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-argument-cell.h"
#include "loom-drawer-panes.h"
#include "loom-field.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n*/\n"

typedef LoomTestWindow Fixture;

static GtkWidget *
get_pane (Fixture *fixture)
{
  return loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_ARGUMENTS_PANE, NULL);
}

static void
check_page (Fixture    *fixture,
            const char *page)
{
  GtkWidget *stack = loom_test_find (get_pane (fixture), GTK_TYPE_STACK, NULL);

  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stack)), ==, page);
}

static void
compile (Fixture *fixture)
{
  loom_test_window_open_page (fixture, "arguments", LOOM_TYPE_ARGUMENTS_PANE);
  check_page (fixture, "empty");
  loom_test_window_compile (fixture, SOURCE SETTINGS);
  loom_test_wait_until (loom_test_is_running, fixture->fake, "a run");
  loom_test_settle ();
}

static GtkSingleSelection *
get_selection (Fixture *fixture)
{
  GtkWidget *view = loom_test_find (get_pane (fixture), GTK_TYPE_COLUMN_VIEW, NULL);

  return GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)));
}

/* All rows, one a line: the name, the type, the shape and what it is given. */
static char *
dup_rows (Fixture *fixture)
{
  static const LoomArgumentField fields[] = {
    LOOM_ARGUMENT_NAME, LOOM_ARGUMENT_TYPE, LOOM_ARGUMENT_SHAPE, LOOM_ARGUMENT_GIVEN,
  };
  GListModel *rows = G_LIST_MODEL (get_selection (fixture));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (LoomArgumentLine) line = g_list_model_get_item (rows, i);

      for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
        {
          const char *field = loom_argument_line_get_text (line, fields[k]);

          g_string_append_printf (text, "%s%s", k > 0 ? "|" : "", field != NULL ? field : "-");
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  Fixture    *fixture;
  const char *rows;
} Expected;

static gboolean
has_rows (gpointer data)
{
  const Expected *expected = data;
  g_autofree char *rows = dup_rows (expected->fixture);

  return g_str_equal (rows, expected->rows);
}

/* The rows follow the settings once those are bound; each text of theirs is shown by a label. */
static void
check_rows (Fixture    *fixture,
            const char *expected)
{
  g_auto (GStrv) texts = g_strsplit_set (expected, "|\n", -1);

  loom_test_wait_until (has_rows, &(Expected) { fixture, expected }, expected);
  loom_test_settle ();
  for (guint i = 0; texts[i] != NULL; i++)
    if (*texts[i] != '\0' && !g_str_equal (texts[i], "-"))
      g_assert_true (loom_test_says (get_pane (fixture), texts[i]));
}

static void
check_text (Fixture    *fixture,
            const char *settings)
{
  g_autofree char *text = g_strconcat (SOURCE, settings, NULL);

  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, text);
}

static void
activate (Fixture    *fixture,
          const char *action)
{
  g_assert_true (gtk_widget_activate_action (get_pane (fixture), action, NULL));
  loom_test_settle ();
}

/* The field that has the keys. */
static LoomField *
get_field (Fixture *fixture)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  GtkWidget *field = gtk_widget_get_ancestor (focus, LOOM_TYPE_FIELD);

  g_assert_nonnull (field);
  return LOOM_FIELD (field);
}

static void
type (Fixture    *fixture,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (get_field (fixture)), text);
  loom_test_settle ();
}

static void
enter (Fixture *fixture)
{
  g_signal_emit_by_name (get_field (fixture), "activate");
  loom_test_settle ();
}

static void
test_a_row_is_edited (Fixture       *fixture,
                      gconstpointer  unused)
{
  compile (fixture);
  check_page (fixture, "arguments");
  check_rows (fixture, "f|float|16,16|zeros\nn|int|-|16\n");

  gtk_single_selection_set_selected (get_selection (fixture), 1);
  activate (fixture, "arguments.edit");
  g_assert_cmpstr (loom_field_get_text (get_field (fixture)), ==, "16");

  /* what is refused stays in the field, and in no setting */
  type (fixture, "seven");
  g_assert_true (loom_field_is_refused (get_field (fixture)));
  g_assert_true (loom_test_says (get_pane (fixture),
                                 loom_field_get_reason (get_field (fixture))));
  enter (fixture);
  g_assert_cmpstr (loom_field_get_text (get_field (fixture)), ==, "seven");
  check_text (fixture, SETTINGS);

  type (fixture, " 3*4 ");
  g_assert_false (loom_field_is_refused (get_field (fixture)));
  check_text (fixture, SETTINGS);
  enter (fixture);
  check_text (fixture, "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n"
                       "[arg n]\nvalue=12\n*/\n");
  check_rows (fixture, "f|float|16,16|zeros\nn|int|-|12\n");
  g_assert_true (loom_test_says (get_pane (fixture), "12"));
  g_assert_null (gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                          LOOM_TYPE_FIELD));

  /* nothing is the default */
  activate (fixture, "arguments.edit");
  type (fixture, "");
  enter (fixture);
  check_text (fixture, "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n[arg n]\n*/\n");
  check_rows (fixture, "f|float|16,16|zeros\nn|int|-|16\n");
}

/* Presses a key in a field of the table. */
static gboolean
press (Fixture         *fixture,
       guint            key,
       GdkModifierType  state)
{
  return loom_test_press_in (gtk_widget_get_ancestor (GTK_WIDGET (get_field (fixture)),
                                                      LOOM_TYPE_ARGUMENT_CELL), key, state);
}

static void
check_edited (Fixture    *fixture,
              guint       position,
              const char *text)
{
  g_assert_cmpuint (gtk_single_selection_get_selected (get_selection (fixture)), ==, position);
  g_assert_cmpstr (loom_field_get_text (get_field (fixture)), ==, text);
}

static void
test_keys_go_from_row_to_row (Fixture       *fixture,
                              gconstpointer  unused)
{
  compile (fixture);
  activate (fixture, "arguments.set-cell");
  type (fixture, "0, 1");
  enter (fixture);
  type (fixture, "7");
  enter (fixture);
  check_rows (fixture, "f|float|16,16|zeros\nf[0,1]|float|-|7\nn|int|-|16\n");
  gtk_single_selection_set_selected (get_selection (fixture), 0);
  activate (fixture, "arguments.edit");
  check_edited (fixture, 0, "zeros");
  g_assert_false (press (fixture, GDK_KEY_a, 0));

  /* the first row comes after the last, and the last before the first */
  g_assert_true (press (fixture, GDK_KEY_Tab, 0));
  check_edited (fixture, 1, "7");
  g_assert_true (press (fixture, GDK_KEY_Tab, 0));
  check_edited (fixture, 2, "16");
  g_assert_true (press (fixture, GDK_KEY_KP_Tab, 0));
  check_edited (fixture, 0, "zeros");
  g_assert_true (press (fixture, GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK));
  check_edited (fixture, 2, "16");

  /* what is refused keeps the keys */
  type (fixture, "many");
  g_assert_true (press (fixture, GDK_KEY_Tab, 0));
  check_edited (fixture, 2, "many");
  type (fixture, "9");
  g_assert_true (press (fixture, GDK_KEY_Tab, GDK_SHIFT_MASK));
  check_edited (fixture, 1, "7");
  g_assert_true (press (fixture, GDK_KEY_ISO_Left_Tab, 0));
  check_edited (fixture, 0, "zeros");
  check_rows (fixture, "f|float|16,16|zeros\nf[0,1]|float|-|7\nn|int|-|9\n");

  /* Escape takes back what is typed */
  type (fixture, "ones");
  g_assert_true (press (fixture, GDK_KEY_Escape, 0));
  g_assert_null (gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                          LOOM_TYPE_FIELD));
  check_text (fixture, "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\ncells=0:1=7\n"
                       "[arg n]\nvalue=9\n*/\n");
}

static void
test_a_row_is_copied (Fixture       *fixture,
                      gconstpointer  unused)
{
  g_autofree char *copied = NULL;

  compile (fixture);
  gtk_single_selection_set_selected (get_selection (fixture), 1);
  activate (fixture, "arguments.copy");
  copied = loom_test_dup_copied (get_pane (fixture));
  g_assert_cmpstr (copied, ==, "n\tint\t\t16\t\t\t\t\t\t\t\t");
}

static void
test_a_cell_is_set (Fixture       *fixture,
                    gconstpointer  unused)
{
  compile (fixture);
  g_assert_true (loom_test_says (get_pane (fixture), "Cell of f"));
  gtk_single_selection_set_selected (get_selection (fixture), 1);
  loom_test_settle ();
  g_assert_true (loom_test_says (get_pane (fixture), "Cell of an array"));
  gtk_single_selection_set_selected (get_selection (fixture), 0);
  loom_test_settle ();
  g_assert_true (loom_test_says (get_pane (fixture), "Cell of f"));

  activate (fixture, "arguments.set-cell");
  type (fixture, "16, 0");
  g_assert_true (loom_field_is_refused (get_field (fixture)));
  type (fixture, "0, 0.x");
  g_assert_cmpstr (loom_field_get_reason (get_field (fixture)), ==,
                   "the cells have no member “x”");
  type (fixture, "15, 3");
  g_assert_false (loom_field_is_refused (get_field (fixture)));
  enter (fixture);
  g_assert_cmpstr (loom_field_get_text (get_field (fixture)), ==, "");

  type (fixture, "2 5");
  g_assert_cmpstr (loom_field_get_reason (get_field (fixture)), ==,
                   "“2 5” is not a number; write one, or one for each in the cell, with commas");
  type (fixture, "2.5");
  enter (fixture);
  check_text (fixture, "/* gridloom\n[launch]\nblock=8,8\n[arg f]\nshape=16,16\n"
                       "cells=15:3=2.5\n*/\n");
  check_rows (fixture, "f|float|16,16|zeros\nf[15,3]|float|-|2.5\nn|int|-|16\n");

  /* the cell has a row, and without a number it is as the fill has it */
  gtk_single_selection_set_selected (get_selection (fixture), 1);
  loom_test_settle ();
  g_assert_true (loom_test_says (get_pane (fixture), "Cell of f"));
  activate (fixture, "arguments.edit");
  g_assert_cmpstr (loom_field_get_text (get_field (fixture)), ==, "2.5");
  type (fixture, "");
  enter (fixture);
  check_text (fixture, SETTINGS);
  check_rows (fixture, "f|float|16,16|zeros\nn|int|-|16\n");

  /* undone, it is there again */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
  check_rows (fixture, "f|float|16,16|zeros\nf[15,3]|float|-|2.5\nn|int|-|16\n");
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/window-arguments/" path, Fixture, application, loom_test_window_set_up, function, \
              loom_test_window_tear_down)
  ADD ("a-row-is-edited", test_a_row_is_edited);
  ADD ("keys-go-from-row-to-row", test_keys_go_from_row_to_row);
  ADD ("a-row-is-copied", test_a_row_is_copied);
  ADD ("a-cell-is-set", test_a_cell_is_set);
#undef ADD
  return g_test_run ();
}
