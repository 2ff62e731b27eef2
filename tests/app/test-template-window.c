/* test-template-window.c: the window that asks for the arguments of a template, until the compiler has taken them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"
#include "loom-app-test.h"
#include "loom-field-row.h"
#include "loom-pages.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <string.h>

#define SOURCE \
  "struct Add { float k; };\n" \
  "template <typename T, int N = 4> __global__ void scale (T *f) { f[threadIdx.x] = N; }\n" \
  "template <typename T, T Least, bool On, template <typename> class C> __global__ void mix (T *f) { }\n" \
  "template <typename, typename U = int, typename = void, int... Ns> __global__ void many (U *f) { }\n" \
  "template <typename... Ts> __global__ void pack (Ts *...p) { }\n"
#define SETTINGS "/* gridloom\n[launch]\nblock=8\n*/\n"

typedef LoomTestWindow Fixture;

static GtkWidget *chooser;      /* NULL once it is closed */

/* What the compiler says of the text as it is, which has an error of its own. */
static LoomCompiled *
compiled_new (void)
{
  static const struct { const char *name, *declared; } templates[] = {
    { "scale", "typename T, int N = 4" },
    { "mix", "typename T, T Least, bool On, template <typename> class C" },
    { "many", "typename, typename U = int, typename = void, int... Ns" },
    { "pack", "typename... Ts" },
  };
  LoomCompiled *compiled = loom_compiled_new ();

  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    g_ptr_array_add (compiled->templates,
                     loom_kernel_template_new (templates[i].name, i + 2, templates[i].declared));
  g_ptr_array_add (compiled->types, g_strdup ("Add"));
  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_ERROR, 9, 1, "said before"));
  return compiled;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  g_autoptr (LoomCompiled) compiled = compiled_new ();

  loom_test_window_set_up (fixture, application);
  gtk_window_present (GTK_WINDOW (fixture->window));
  loom_session_set_text (fixture->session, SOURCE SETTINGS, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  loom_test_window_tear_down (fixture, NULL);
  g_assert_null (chooser);
}

static void
open_chooser (Fixture    *fixture,
              const char *template)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_assert_null (chooser);
  loom_action_activate (GTK_WIDGET (fixture->window), "win.choose-template", "s", template);
  loom_test_settle ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (LOOM_IS_TEMPLATE_WINDOW (window))
        chooser = window;
    }
  g_assert_nonnull (chooser);
  g_object_add_weak_pointer (G_OBJECT (chooser), (gpointer *) &chooser);
}

static gpointer
get_part (Fixture    *fixture,
          const char *name)
{
  return gtk_widget_get_template_child (chooser, LOOM_TYPE_TEMPLATE_WINDOW, name);
}

/* What is said below a field: its hint or what is wrong with it. */
static void
add_note (GtkWidget *widget,
          GString   *text)
{
  if (!gtk_widget_get_child_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append (text, gtk_label_get_text (GTK_LABEL (widget)));
  if (GTK_IS_INSCRIPTION (widget))
    g_string_append_printf (text, "! %s", gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_note (child, text);
}

/* A row: its title, * if its field has the keys, and what it holds and says. */
static void
add_rows (Fixture   *fixture,
          GtkWidget *widget,
          GString   *text)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (chooser));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      LoomField *field = LOOM_IS_FIELD_ROW (child) ? loom_field_row_get_field (LOOM_FIELD_ROW (child)) : NULL;

      if (field != NULL)
        {
          g_string_append_printf (text, "%s%s=%s (", adw_preferences_row_get_title (ADW_PREFERENCES_ROW (child)),
                                  focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (field)) ? "*" : "",
                                  loom_field_get_text (field));
          add_note (loom_test_find (child, g_type_from_name ("LoomFieldNote"), NULL), text);
          g_string_append (text, ")\n");
        }
      else
        add_rows (fixture, child, text);
    }
}

static GtkWidget *
find_choose (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) &&
      g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "template.choose") == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_choose (child);
  return found;
}

/* The rows, the setting, what is said, and whether it can be chosen or is being tried. */
static void
assert_state (Fixture    *fixture,
              const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *choose;

  loom_test_settle ();
  choose = find_choose (chooser);
  add_rows (fixture, get_part (fixture, "group"), text);
  g_string_append_printf (text, "%s%s%s %s", gtk_label_get_label (get_part (fixture, "preview")),
                          gtk_widget_is_sensitive (choose) ? "" : " -",
                          gtk_spinner_get_spinning (get_part (fixture, "spinner")) ? " tried" : "",
                          gtk_label_get_label (get_part (fixture, "message")));
  g_assert_cmpstr (text->str, ==, expected);
}

static LoomField *
get_field (Fixture    *fixture,
           const char *title)
{
  return loom_field_row_get_field (
      LOOM_FIELD_ROW (loom_test_find (chooser, LOOM_TYPE_FIELD_ROW, title)));
}

static void
type (Fixture    *fixture,
      const char *title,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (get_field (fixture, title)), text);
}

/* The list of a field's button, as "a|b|c"; one of them is chosen. */
static char *
choose_from_list (Fixture    *fixture,
                  const char *title,
                  guint       index)
{
  GtkWidget *row = loom_test_find (chooser, LOOM_TYPE_FIELD_ROW, title);
  GtkWidget *button = loom_test_find (row, GTK_TYPE_MENU_BUTTON, NULL);
  GtkWidget *list;
  const char *tooltip = gtk_widget_get_tooltip_text (button);
  GString *text = g_string_new (NULL);
  GtkListBoxRow *entry;

  g_string_append (text, tooltip);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  loom_test_settle ();
  list = loom_test_find (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))), GTK_TYPE_LIST_BOX, NULL);
  for (int i = 0; (entry = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)) != NULL; i++)
    g_string_append_printf (text, "|%s", gtk_label_get_label (GTK_LABEL (gtk_list_box_row_get_child (entry))));
  g_signal_emit_by_name (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), (int) index), "activate");
  loom_test_settle ();
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
  return g_string_free (text, FALSE);
}

static gboolean
has_button (Fixture    *fixture,
            const char *title)
{
  return loom_test_find (loom_test_find (chooser, LOOM_TYPE_FIELD_ROW, title), GTK_TYPE_MENU_BUTTON,
                         NULL) != NULL;
}

static void
press_enter (Fixture    *fixture,
             const char *title)
{
  g_signal_emit_by_name (get_field (fixture, title), "activate");
  loom_test_settle ();
}

/* The compiler says one thing of what is tried, beside what it said of the text before. */
static void
refuse (Fixture        *fixture,
        const char     *file,
        guint           line,
        const char     *text)
{
  g_autoptr (LoomCompiled) compiled = compiled_new ();
  LoomDiagnostic *diagnostic = loom_diagnostic_new (LOOM_SEVERITY_ERROR, line, 1, "%s", text);

  diagnostic->file = g_strdup (file);
  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_WARNING, 2, 1, "only a warning"));
  g_ptr_array_add (compiled->diagnostics, diagnostic);
  g_ptr_array_add (compiled->diagnostics, loom_diagnostic_new (LOOM_SEVERITY_ERROR, 4, 1, "said last"));
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
}

static void
take (Fixture *fixture)
{
  g_autoptr (LoomCompiled) compiled = compiled_new ();

  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
}

/* -- Tests -- */

/* From what is guessed over what is wrong to what the settings say. */
static void
test_life (Fixture       *fixture,
           gconstpointer  unused)
{
  open_chooser (fixture, "");
  g_assert_cmpstr (adw_preferences_group_get_title (get_part (fixture, "group")), ==, "scale<T, N>");
  assert_state (fixture, "T*=float (A type)\nN=4 (A value of type int; left empty: 4)\nkernel=scale<float, 4> ");
  type (fixture, "T", "");
  assert_state (fixture, "T*= (! a type is needed here, such as float)\nN=4 (A value of type int; left empty: 4)\n"
                "kernel=… - T: a type is needed here, such as float");
  press_enter (fixture, "T");
  g_assert_false (loom_mocked_runner_is_compiling (fixture->fake));
  type (fixture, "T", "Nobody");
  type (fixture, "N", "");
  assert_state (fixture, "T*=Nobody (A type)\nN= (A value of type int; left empty: 4)\nkernel=scale<Nobody> ");
  type (fixture, "N", "4 * 16");
  assert_state (fixture, "T*=Nobody (A type)\nN=4 * 16 (A value of type int; left empty: 4)\n"
                "kernel=scale<Nobody, 64> ");
  type (fixture, "N", "1.5");
  assert_state (fixture, "T*=Nobody (A type)\nN=1.5 (! “1.5” is not a whole number)\n"
                "kernel=… - N: “1.5” is not a whole number");
  type (fixture, "N", "4 * 16");

  /* it is tried, and what was typed meanwhile is not what was refused */
  press_enter (fixture, "N");
  g_assert_true (loom_mocked_runner_is_compiling (fixture->fake));
  assert_state (fixture, "T*=Nobody (A type)\nN=4 * 16 (A value of type int; left empty: 4)\n"
                "kernel=scale<Nobody, 64> - tried ");
  refuse (fixture, NULL, 2, "identifier \"Nobody\" is undefined");
  assert_state (fixture, "T*=Nobody (A type)\nN=4 * 16 (A value of type int; left empty: 4)\n"
                "kernel=scale<Nobody, 64> Line 2: identifier \"Nobody\" is undefined");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE SETTINGS);
  press_enter (fixture, "T");
  refuse (fixture, "ops.cuh", 12, "no such thing");
  assert_state (fixture, "T*=Nobody (A type)\nN=4 * 16 (A value of type int; left empty: 4)\n"
                "kernel=scale<Nobody, 64> ops.cuh, line 12: no such thing");
  press_enter (fixture, "T");
  refuse (fixture, NULL, 0, "too much of it");
  assert_state (fixture, "T*=Nobody (A type)\nN=4 * 16 (A value of type int; left empty: 4)\n"
                "kernel=scale<Nobody, 64> Too much of it");
  press_enter (fixture, "T");
  type (fixture, "T", "double");
  g_assert_false (loom_mocked_runner_is_compiling (fixture->fake));
  assert_state (fixture, "T*=double (A type)\nN=4 * 16 (A value of type int; left empty: 4)\n"
                "kernel=scale<double, 64> ");
  press_enter (fixture, "T");
  take (fixture);
  g_assert_null (chooser);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==,
                   SOURCE "/* gridloom\n[launch]\nblock=8\nkernel=scale<double, 64>\n*/\n");
}

/* The next time one goes on from there. */
static void
test_again (Fixture       *fixture,
            gconstpointer  unused)
{
  g_autofree char *types = NULL;

  loom_session_change_text (fixture->session, SOURCE "/* gridloom\n[launch]\nkernel=scale<Add, 7>\n*/\n");
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  take (fixture);
  open_chooser (fixture, "");
  assert_state (fixture, "T*=Add (A type)\nN=7 (A value of type int; left empty: 4)\nkernel=scale<Add, 7> ");
  g_assert_false (has_button (fixture, "N"));
  types = choose_from_list (fixture, "T", 1);
  g_assert_cmpstr (types, ==, "Choices for T|Add|float|double|int|unsigned int|short|unsigned char|long "
                   "long|unsigned long long|bool|float2|float4");
  assert_state (fixture, "T*=float (A type)\nN=7 (A value of type int; left empty: 4)\nkernel=scale<float, 7> ");
  gtk_window_close (GTK_WINDOW (chooser));
  loom_test_settle ();
  g_assert_null (chooser);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==,
                   SOURCE "/* gridloom\n[launch]\nkernel=scale<Add, 7>\n*/\n");

  /* an instance of another template says nothing of this one */
  open_chooser (fixture, "pack");
  assert_state (fixture, "Ts*= (Any number of types, with commas between them)\nkernel=pack<> ");
  g_assert_false (has_button (fixture, "Ts"));
  type (fixture, "Ts", "int, Add");
  assert_state (fixture, "Ts*=int, Add (Any number of types, with commas between them)\nkernel=pack<int, Add> ");
  gtk_window_close (GTK_WINDOW (chooser));
  loom_test_settle ();
}

/* Every kind of parameter has its hint, its choices and its faults. */
static void
test_kinds (Fixture       *fixture,
            gconstpointer  unused)
{
  g_autofree char *truths = NULL;

  open_chooser (fixture, "mix");
  assert_state (fixture, "T*=float (A type)\nLeast= (! a value is needed here)\nOn=true (A value of type bool)\n"
                "C= (! the name of a template is needed here)\nkernel=… - Least: a value is needed here");
  g_assert_true (has_button (fixture, "T"));
  g_assert_false (has_button (fixture, "Least"));
  g_assert_false (has_button (fixture, "C"));
  type (fixture, "C", "Box");
  assert_state (fixture, "T*=float (A type)\nLeast= (! a value is needed here)\nOn=true (A value of type bool)\n"
                "C=Box (The name of a template)\nkernel=… - Least: a value is needed here");
  truths = choose_from_list (fixture, "On", 1);
  g_assert_cmpstr (truths, ==, "Choices for On|true|false");
  assert_state (fixture, "T=float (A type)\nLeast= (! a value is needed here)\nOn*=false (A value of type bool)\n"
                "C=Box (The name of a template)\nkernel=… - Least: a value is needed here");
  type (fixture, "Least", "(3");
  assert_state (fixture, "T=float (A type)\nLeast=(3 (! a bracket is not closed)\n"
                "On*=false (A value of type bool)\nC=Box (The name of a template)\n"
    "kernel=… - Least: a bracket is not closed");
  /* what is typed in one field can be wrong by another one */
  type (fixture, "Least", "1.5");
  assert_state (fixture, "T=float (A type)\nLeast=1.5 (A value of type T)\nOn*=false (A value of type bool)\n"
                "C=Box (The name of a template)\nkernel=mix<float, 1.5, false, Box> ");
  type (fixture, "T", "double");
  assert_state (fixture, "T=double (A type)\nLeast=1.5 (A value of type T)\nOn*=false (A value of type bool)\n"
                "C=Box (The name of a template)\nkernel=mix<double, 1.5, false, Box> ");
  gtk_window_close (GTK_WINDOW (chooser));
  loom_test_settle ();

  open_chooser (fixture, "many");
  assert_state (fixture, "Parameter 1*=float (A type)\nU=int (Left empty: int)\n"
                "Ns= (Any number of values of type int, with commas between them)\nkernel=many<float, int> ");
  type (fixture, "Parameter 1", "Add");
  type (fixture, "U", "");
  assert_state (fixture, "Parameter 1*=Add (A type)\nU= (Left empty: int)\n"
                "Ns= (Any number of values of type int, with commas between them)\nkernel=many<Add> ");
  type (fixture, "Ns", "1, 2");
  assert_state (fixture, "Parameter 1*=Add (A type)\nU= (! this can be left out only if all behind it are)\n"
                "Ns=1, 2 (Any number of values of type int, with commas between them)\n"
    "kernel=… - U: this can be left out only if all behind it are");
  gtk_window_close (GTK_WINDOW (chooser));
  loom_test_settle ();
}

/* Closed while the compiler tries, it leaves nothing. */
static void
test_closed_while_tried (Fixture       *fixture,
                         gconstpointer  unused)
{
  open_chooser (fixture, "scale");
  gtk_widget_activate_action (chooser, "template.choose", NULL);
  g_assert_true (loom_mocked_runner_is_compiling (fixture->fake));
  assert_state (fixture, "T*=float (A type)\nN=4 (A value of type int; left empty: 4)\n"
                "kernel=scale<float, 4> - tried ");
  gtk_window_close (GTK_WINDOW (chooser));
  loom_test_settle ();
  g_assert_false (loom_mocked_runner_is_compiling (fixture->fake));
  g_assert_null (chooser);
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE SETTINGS);

  /* a runner that is lost is told, and one may try again */
  open_chooser (fixture, "scale");
  gtk_widget_activate_action (chooser, "template.choose", NULL);
  loom_mocked_runner_lose (fixture->fake, "the runner is gone");
  assert_state (fixture, "T*=float (A type)\nN=4 (A value of type int; left empty: 4)\n"
                "kernel=scale<float, 4> The runner is gone");
  gtk_window_close (GTK_WINDOW (chooser));
  loom_test_settle ();
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function) \
  g_test_add ("/app/template-window/" path, Fixture, application, set_up, function, tear_down)
  ADD ("arguments-are-mended-tried-and-written", test_life);
  ADD ("one-goes-on-from-what-is-chosen", test_again);
  ADD ("kinds-of-parameters-have-hints-choices-and-faults", test_kinds);
  ADD ("closed-while-tried-it-writes-nothing", test_closed_while_tried);
#undef ADD
  return g_test_run ();
}
