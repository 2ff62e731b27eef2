/* test-window-keys.c: the keys of a window beside those of desktops and of text
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

/* What desktops do with keys before a window sees them, as they come: Ctrl+Alt for workspaces,
 * terminals and locking (all), Alt and a function key for windows (all), Ctrl and a function key
 * for workspaces (Xfce) and overviews (KDE), Super for everything. */
static gboolean
is_of_a_desktop (guint           key,
                 GdkModifierType modifiers)
{
  const gboolean function = key >= GDK_KEY_F1 && key <= GDK_KEY_F12;
  const gboolean moves = key == GDK_KEY_Tab || key == GDK_KEY_Escape || key == GDK_KEY_space ||
                         key == GDK_KEY_Print;

  if (modifiers & (GDK_SUPER_MASK | GDK_META_MASK | GDK_HYPER_MASK))
    return TRUE;
  if (modifiers & GDK_ALT_MASK)
    return (modifiers & GDK_CONTROL_MASK) || function || moves;
  return modifiers == GDK_CONTROL_MASK && function;
}

static gboolean
triggers (GtkShortcutTrigger *trigger,
          guint               key,
          GdkModifierType     modifiers)
{
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (key, modifiers);

  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
    {
      GtkAlternativeTrigger *two = GTK_ALTERNATIVE_TRIGGER (trigger);

      return triggers (gtk_alternative_trigger_get_first (two), key, modifiers) ||
             triggers (gtk_alternative_trigger_get_second (two), key, modifiers);
    }
  return gtk_shortcut_trigger_equal (trigger, wanted);
}

/* Whether a widget or one inside it does something with a key. */
static gboolean
has_use_for (GtkWidget       *widget,
             guint            key,
             GdkModifierType  modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) &&
           k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);

          if (triggers (gtk_shortcut_get_trigger (shortcut), key, modifiers))
            return TRUE;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_use_for (child, key, modifiers))
      return TRUE;
  return FALSE;
}

typedef void (*KeyFunc) (const char      *action,
                         guint            key,
                         GdkModifierType  modifiers);

static void
for_each_key (GtkApplication *application,
              KeyFunc         function)
{
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);

  g_assert_cmpuint (g_strv_length (actions), >, 20);
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, actions[i]);

      for (guint k = 0; accels[k] != NULL; k++)
        {
          GdkModifierType modifiers;
          guint key;

          g_assert_true (gtk_accelerator_parse (accels[k], &key, &modifiers));
          function (actions[i], key, modifiers);
        }
    }
}

static void
test_desktops_leave_a_key (gconstpointer data)
{
  GtkApplication *application = GTK_APPLICATION ((gpointer) data);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, actions[i]);
      gboolean left = FALSE;

      for (guint k = 0; accels[k] != NULL; k++)
        {
          GdkModifierType modifiers;
          guint key;

          g_assert_true (gtk_accelerator_parse (accels[k], &key, &modifiers));
          left = left || !is_of_a_desktop (key, modifiers);
        }
      if (!left)
        g_error ("every key of %s is one that a desktop takes", actions[i]);
    }
}

static void
check_beside_text (const char      *action,
                   guint            key,
                   GdkModifierType  modifiers)
{
  GtkWidget *widgets[] = { gtk_source_view_new (), gtk_spin_button_new_with_range (1, 9, 1) };

  for (guint i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      g_object_ref_sink (widgets[i]);
      if (has_use_for (widgets[i], key, modifiers))
        g_error ("%s of %s means something in a %s", gtk_accelerator_name (key, modifiers), action,
                 G_OBJECT_TYPE_NAME (widgets[i]));
      g_object_unref (widgets[i]);
    }
}

static void
test_text_keeps_its_keys (gconstpointer data)
{
  GtkWidget *view = g_object_ref_sink (gtk_source_view_new ());

  /* the look at widgets finds what is there */
  g_assert_true (has_use_for (view, GDK_KEY_Up, GDK_ALT_MASK));
  g_object_unref (view);
  for_each_key (GTK_APPLICATION ((gpointer) data), check_beside_text);
}

/* A letter has the same key with and without Shift wherever there are letters; brackets and digits
 * have not. */
static void
check_is_a_letter (const char      *action,
                   guint            key,
                   GdkModifierType  modifiers)
{
  if (!g_str_has_prefix (action, "win.scale"))
    return;
  g_assert_cmpuint (key, >=, GDK_KEY_a);
  g_assert_cmpuint (key, <=, GDK_KEY_z);
  g_assert_cmpint (modifiers & GDK_SHIFT_MASK ? 'g' : 'b', ==,
                   action[strlen ("win.scale::")]);
}

static void
test_every_keyboard_scales (gconstpointer data)
{
  for_each_key (GTK_APPLICATION ((gpointer) data), check_is_a_letter);
}

/* -- Every key where it has nothing to do -- */

void __wrap_gtk_native_dialog_show (GtkNativeDialog *dialog);

static GtkNativeDialog *shown;  /* that asks for a file, and that nobody sees */

void
__wrap_gtk_native_dialog_show (GtkNativeDialog *dialog)
{
  shown = dialog;
}

/* None of them is GTK's inspector, which no user asked for. */
static void
close_others (GtkWindow *window)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  if (shown != NULL)
    g_signal_emit_by_name (g_steal_pointer (&shown), "response", GTK_RESPONSE_CANCEL);
  loom_test_settle ();
  for (guint i = g_list_model_get_n_items (windows); i-- > 0; )
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

      g_assert_cmpstr (G_OBJECT_TYPE_NAME (other), !=, "GtkInspectorWindow");
      if (other != window && gtk_window_get_transient_for (other) == window)
        {
          gtk_window_set_focus (other, NULL);
          gtk_window_destroy (other);
        }
    }
}

/* Presses each key of the window, save those that close it or begin another document. Nothing of
 * the text is changed, and nothing is said to programmers; nor is a key left to GTK that means
 * something there, as F8 does between panes: in a window that is not shown GTK ends the test. */
static void
press_all (GtkApplication *application,
           LoomWindow     *window)
{
  static const char * const others[] = { "win.close", "app.quit", "app.new-document" };
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);
  LoomSession *session = loom_window_get_session (window);
  LoomDocument *document = loom_session_get_document (session);
  g_autofree char *before = g_strdup (loom_document_get_source (document, NULL));
  guint pressed = 0;

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, actions[i]);
      gboolean is_other = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (others); k++)
        is_other |= g_str_equal (actions[i], others[k]);
      for (guint k = 0; accels[k] != NULL && !is_other; k++)
        {
          GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
          GdkModifierType modifiers;
          guint key;

          g_assert_true (gtk_accelerator_parse (accels[k], &key, &modifiers));
          g_test_message ("%s: %s", accels[k], actions[i]);
          loom_test_press (focus != NULL ? focus : GTK_WIDGET (window), key, modifiers);
          loom_session_flush (session);
          close_others (GTK_WINDOW (window));
          document = loom_session_get_document (session);
          g_assert_cmpstr (loom_document_get_source (document, NULL), ==, before);
          pressed++;
        }
    }
  g_assert_cmpuint (pressed, >, 60);
}

/* A document without a line, one that does not compile, and one that is being compiled. */
static void
test_keys_with_nothing_to_do (gconstpointer data)
{
  GtkApplication *application = GTK_APPLICATION ((gpointer) data);
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (LoomCompiled) broken = loom_compiled_new ();
  LoomRunnerClient *fake;
  LoomWindow *window = loom_test_open_window (application, &settings, &fake);
  LoomSession *session = loom_window_get_session (window);

  press_all (application, window);

  loom_session_set_text (session, "__global__ void k (int *f) { f[0] = ; }\n", -1);
  loom_test_wait_until (loom_test_is_compiling, fake, "a compilation");
  press_all (application, window);

  g_ptr_array_add (broken->diagnostics,
                   loom_diagnostic_new (LOOM_SEVERITY_ERROR, 1, 36, "an expression is missing"));
  if (loom_test_is_compiling (fake))
    loom_mocked_runner_answer_compile (fake, broken);
  loom_test_settle ();
  press_all (application, window);

  /* what the keys opened may keep some of it */
  gtk_window_destroy (GTK_WINDOW (window));
  loom_test_settle ();
  g_object_unref (fake);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

  loom_window_install_accels (application);
#define ADD(path, function) g_test_add_data_func ("/app/window-keys/" path, application, function)
  ADD ("desktops-leave-one-to-each-action", test_desktops_leave_a_key);
  ADD ("text-keeps-its-own", test_text_keeps_its_keys);
  ADD ("every-keyboard-can-scale", test_every_keyboard_scales);
  ADD ("nothing-is-done-where-there-is-nothing", test_keys_with_nothing_to_do);
#undef ADD
  return g_test_run ();
}
