/* test-keys-and-actions.c: the keys and actions of all widgets of all windows, compared with keys-and-actions.txt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-chart-view.h"
#include "loom-pages.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <string.h>

/* Every window has the keys of all windows, and those of GTK. */
static gboolean
is_of_all_windows (GtkWidget  *widget,
                   const char *action)
{
  static const char * const prefixes[] = {
    "signal(", "callback", "mnemonic-activate", "action(win.", "action(app.", "action(default.", "action(menu.",
    "action(window.",
  };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes) && GTK_IS_WINDOW (widget); i++)
    if (g_str_has_prefix (action, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Keys of one widget: what is pressed, and what is done then. */
static void
add_keys (GtkWidget  *widget,
          GHashTable *lines)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GVariant *arguments = gtk_shortcut_get_arguments (shortcut);
          g_autofree char *trigger = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));
          g_autofree char *action = gtk_shortcut_action_to_string (gtk_shortcut_get_action (shortcut));
          g_autofree char *given = arguments != NULL ? g_variant_print (arguments, FALSE) : g_strdup ("");

          /* a function is told by its address */
          if (g_str_has_prefix (action, "callback"))
            action[strlen ("callback")] = '\0';
          if (!is_of_all_windows (widget, action))
            g_hash_table_add (lines, g_strdup_printf ("%s: %s %s %s", G_OBJECT_TYPE_NAME (widget), trigger, action,
                                                      given));
        }
    }
}

static void
add_actions (GtkWidget  *widget,
             GHashTable *lines)
{
  GtkWidgetClass *klass = GTK_WIDGET_GET_CLASS (widget);
  const GVariantType *type;
  const char *name, *property;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (klass, i, &owner, &name, &type, &property); i++)
    if (g_str_has_prefix (g_type_name (owner), "Loom"))
      g_hash_table_add (lines, g_strdup_printf ("%s: %s %s%s", g_type_name (owner), name,
                                                type != NULL ? (const char *) type : "",
                                                property != NULL ? property : ""));
}

static void
walk (GtkWidget  *widget,
      GHashTable *lines)
{
  if (g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Loom"))
    {
      add_keys (widget, lines);
      add_actions (widget, lines);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk (child, lines);
}

static void
walk_page (GtkWindow  *page,
           GHashTable *lines)
{
  walk (GTK_WIDGET (page), lines);
  gtk_window_destroy (page);
  loom_test_settle ();
}

/* Keys of the whole window, by action. */
static void
add_accels (GtkApplication *application,
            GHashTable     *lines)
{
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, actions[i]);
      g_autofree char *joined = g_strjoinv (" ", accels);

      g_hash_table_add (lines, g_strdup_printf ("everywhere: %s %s", actions[i], joined));
    }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static void
assert_lines (GHashTable *lines)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer line;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "keys-and-actions.txt", NULL);
  g_autofree char *text = NULL, *expected = NULL;
  g_auto (GStrv) is = NULL, should = NULL;

  g_hash_table_iter_init (&iter, lines);
  while (g_hash_table_iter_next (&iter, &line, NULL))
    g_ptr_array_add (sorted, line);
  g_ptr_array_sort (sorted, compare);
  g_ptr_array_add (sorted, NULL);
  text = g_strjoinv ("\n", (char **) sorted->pdata);
  if (g_strcmp0 (g_getenv ("GRIDLOOM_TRANSCRIPTS"), "write") == 0)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  is = g_strsplit (text, "\n", -1);
  should = g_strsplit (expected, "\n", -1);
  for (guint i = 0; is[i] != NULL || should[i] != NULL; i++)
    g_assert_cmpstr (is[i], ==, should[i]);
}

static void
test_keys_and_actions_are_those_of_the_list (gconstpointer data)
{
  GtkApplication *application = (gpointer) data;
  g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GSettings) settings = NULL;
  LoomRunnerClient *fake;
  LoomWindow *window;
  LoomSession *session;
  g_autoptr (LoomRunController) controller = NULL;

  loom_window_install_accels (application);
  window = loom_test_open_window (application, &settings, &fake);
  session = loom_window_get_session (window);
  controller = loom_run_controller_new (session, fake);
  add_accels (application, lines);
  walk (GTK_WIDGET (window), lines);
  walk_page (loom_preferences_window_new (GTK_WINDOW (window), settings, session), lines);
  walk_page (loom_gallery_window_new (GTK_WINDOW (window)), lines);
  walk_page (loom_form_window_new (GTK_WINDOW (window), session, controller, settings), lines);
  walk_page (loom_sweep_window_new (GTK_WINDOW (window), session, controller), lines);
  walk_page (loom_devices_window_new (GTK_WINDOW (window), session), lines);
  walk_page (loom_why_window_new (GTK_WINDOW (window), session), lines);
  assert_lines (lines);
  g_clear_object (&controller);
  loom_test_close_window (window);
  g_assert_finalize_object (fake);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  g_test_add_data_func ("/app/keys-and-actions/are-those-of-the-list", application,
                        test_keys_and_actions_are_those_of_the_list);
  return g_test_run ();
}
