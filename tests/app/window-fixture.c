/* window-fixture.c: what tests of a whole window begin and end with
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "window-fixture.h"

#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-editor-pane.h"

#include <gtksourceview/gtksource.h>

#include <string.h>

static void
tell_session (GString     *text,
              LoomSession *session)
{
  const GError *error = loom_session_get_error (session);

  g_string_append_printf (text, "  session: activity %d,%s%s %s, error: %s\n%s\n",
                          (int) loom_session_get_activity (session),
                          loom_session_get_choices (session)->live ? " live," : "",
                          loom_session_get_stale (session) ? " stale," : "",
                          loom_session_get_plan (session) != NULL ? "a plan" : "no plan",
                          error != NULL ? error->message : "none",
                          loom_session_get_text (session));
}

/* What is typed stands in the entry around the widget that has the keys. */
static void
tell_focus (GString   *text,
            GtkWidget *focus)
{
  GtkWidget *entry = gtk_widget_get_ancestor (focus, GTK_TYPE_ENTRY);

  g_string_append_printf (text, "  keys: %s", G_OBJECT_TYPE_NAME (focus));
  if (entry != NULL)
    g_string_append_printf (text, " in %s “%s”%s", G_OBJECT_TYPE_NAME (entry),
                            gtk_editable_get_text (GTK_EDITABLE (entry)),
                            gtk_widget_has_css_class (entry, "error") ? ", marked" : "");
  g_string_append_c (text, '\n');
}

static void
tell_windows (GString  *text,
              gpointer  application)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      GtkWidget *focus = gtk_window_get_focus (window);

      g_string_append_printf (text, "%s “%s”: %d × %d%s%s\n", G_OBJECT_TYPE_NAME (window),
                              gtk_window_get_title (window),
                              gtk_widget_get_width (GTK_WIDGET (window)),
                              gtk_widget_get_height (GTK_WIDGET (window)),
                              gtk_widget_get_mapped (GTK_WIDGET (window)) ? ", mapped" : "",
                              gtk_window_is_active (window) ? ", active" : "");
      if (focus != NULL)
        tell_focus (text, focus);
      if (LOOM_IS_WINDOW (window))
        tell_session (text, loom_window_get_session (LOOM_WINDOW (window)));
    }
}

/* GTK 4.8 warns where a frame begins before what has just come into sight has its place, which is a matter of luck, and
 * of labels of its own in the list of keys. */
static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         unused)
{
  static const char *const known[] = { "without a current allocation", "reported min width -" };

  for (gsize i = 0; i < n_fields; i++)
    for (guint k = 0; k < G_N_ELEMENTS (known); k++)
      if (g_str_equal (fields[i].key, "MESSAGE") && strstr (fields[i].value, known[k]) != NULL)
        return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, unused);
}

/**
 * loom_test_application_new:
 * @argc: (inout): of main()
 * @argv: (inout): of main()
 *
 * Initialises all that a window needs.
 *
 * Returns: (transfer full): a registered application that no other instance hears of
 */
GtkApplication *
loom_test_application_new (int    *argc,
                           char ***argv)
{
  GtkApplication *application;
  g_autoptr (GError) error = NULL;

  g_log_set_writer_func (write_log, NULL, NULL);
  gtk_test_init (argc, argv, NULL);
  adw_init ();
  gtk_source_init ();
  /* What slides into place would be measured on its way. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  loom_test_add_witness (tell_windows, application);
  return application;
}

/* To GtkSourceView a computer that stood still looks like a line that took long to highlight. */
static gboolean
is_fatal (const char     *domain,
          GLogLevelFlags  level,
          const char     *message,
          gpointer        unused)
{
  return strstr (message, "Highlighting a single line took too much time") == NULL;
}

/**
 * loom_test_open_window:
 * @application: whose window it is to be
 * @settings: (out) (transfer full): the preferences, as they are in the beginning
 * @fake: (out) (transfer full): what plays the runner
 *
 * Opens a window in which nothing runs but what a test lets run.
 *
 * Returns: (transfer none): the window
 */
LoomWindow *
loom_test_open_window (GtkApplication    *application,
                       GSettings        **settings,
                       LoomRunnerClient **fake)
{
  g_test_log_set_fatal_handler (is_fatal, NULL);
  *settings = loom_application_open_settings (NULL);
  g_assert_nonnull (*settings);
  *fake = loom_mocked_runner_new ();
  return loom_window_new (application, *settings, *fake);
}

/**
 * loom_test_close_window:
 * @window: a window
 *
 * Closes a window, of whose session nothing may be left.
 */
void
loom_test_close_window (LoomWindow *window)
{
  gpointer session = loom_window_get_session (window);

  g_object_add_weak_pointer (session, &session);
  gtk_window_destroy (GTK_WINDOW (window));
  loom_test_settle ();
  g_assert_null (session);
}

/**
 * loom_test_find:
 * @widget: where to look
 * @type: of the widget that is looked for
 * @title: (nullable): its "title", if one is asked for
 *
 * Returns: (transfer none) (nullable): the first such widget below another
 */
GtkWidget *
loom_test_find (GtkWidget  *widget,
                GType       type,
                const char *title)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      g_autofree char *found_title = NULL;
      GtkWidget *found;

      if (g_type_is_a (G_OBJECT_TYPE (child), type))
        {
          if (title == NULL)
            return child;
          g_object_get (child, "title", &found_title, NULL);
          if (g_strcmp0 (found_title, title) == 0)
            return child;
        }
      found = loom_test_find (child, type, title);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/**
 * loom_test_says:
 * @widget: where to look
 * @words: all of a label
 *
 * Returns: whether a label says so that is visible as far as @widget goes
 */
gboolean
loom_test_says (GtkWidget  *widget,
                const char *words)
{
  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), words))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (loom_test_says (child, words))
      return TRUE;
  return FALSE;
}

static void
add_labels (GtkWidget *widget,
            GString   *text)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
    return;
  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " | " : "", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_labels (child, text);
}

/**
 * loom_test_dup_labels:
 * @widget: where to look
 *
 * Returns: (transfer full): what all labels say that are visible as far as @widget goes, with bars between them
 */
char *
loom_test_dup_labels (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  add_labels (widget, text);
  return g_string_free (text, FALSE);
}

gpointer
loom_test_get_part (GtkWidget  *widget,
                    const char *name)
{
  GObject *part = gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);

  g_assert_nonnull (part);
  return part;
}

void
loom_test_assert_part (GtkWidget  *widget,
                       const char *name,
                       const char *expected)
{
  g_autofree char *text = loom_test_dup_labels (loom_test_get_part (widget, name));

  g_assert_cmpstr (text, ==, expected);
}

void
loom_test_assert_text (gpointer    text_view,
                       const char *expected)
{
  g_autofree char *text = NULL;

  g_object_get (gtk_text_view_get_buffer (text_view), "text", &text, NULL);
  g_assert_cmpstr (text, ==, expected);
}

typedef struct
{
  GtkWidget  *widget;
  const char *words;
} Said;

static gboolean
is_said (gpointer data)
{
  const Said *said = data;
  g_autofree char *text = loom_test_dup_labels (said->widget);

  return g_str_equal (text, said->words);
}

static void
tell_said (GString  *text,
           gpointer  data)
{
  g_autofree char *labels = loom_test_dup_labels (((Said *) data)->widget);

  g_string_append_printf (text, "what is said: “%s”\n", labels);
}

/**
 * loom_test_wait_for_labels:
 * @widget: where to look
 * @words: what loom_test_dup_labels() comes to be of it
 *
 * Waits until just that is said.
 */
void
loom_test_wait_for_labels (GtkWidget  *widget,
                           const char *words)
{
  Said said = { widget, words };

  loom_test_add_witness (tell_said, &said);
  loom_test_wait_until (is_said, &said, words);
  loom_test_remove_witness (&said);
}

/* For loom_test_wait_until(). */
gboolean
loom_test_is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

static gboolean
is_for_key (GtkShortcutTrigger *trigger,
            guint               key,
            GdkModifierType     modifiers)
{
  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
    return is_for_key (gtk_alternative_trigger_get_first (GTK_ALTERNATIVE_TRIGGER (trigger)), key, modifiers)
           || is_for_key (gtk_alternative_trigger_get_second (GTK_ALTERNATIVE_TRIGGER (trigger)), key, modifiers);
  return GTK_IS_KEYVAL_TRIGGER (trigger)
         && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key
         && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers;
}

static gboolean
activate_shortcut (GtkWidget       *widget,
                   GListModel      *shortcuts,
                   guint            key,
                   GdkModifierType  modifiers)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);

      if (is_for_key (gtk_shortcut_get_trigger (shortcut), key, modifiers)
          && gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                           gtk_shortcut_get_arguments (shortcut)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
press_in_phase (GtkWidget           *widget,
                GtkPropagationPhase  phase,
                guint                key,
                GdkModifierType      modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_SHORTCUT_CONTROLLER (controller)
          && gtk_event_controller_get_propagation_phase (controller) == phase
          && activate_shortcut (widget, G_LIST_MODEL (controller), key, modifiers))
        return TRUE;
    }
  return FALSE;
}

static gboolean
press_on_the_way_down (GtkWidget       *widget,
                       guint            key,
                       GdkModifierType  modifiers)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return (parent != NULL && press_on_the_way_down (parent, key, modifiers))
         || press_in_phase (widget, GTK_PHASE_CAPTURE, key, modifiers);
}

/**
 * loom_test_press:
 * @widget: what has the focus
 * @key: a key
 * @modifiers: what is held down with it
 *
 * Does what a key does, from the window down to a widget and up again: the first shortcut that
 * takes it has it. GTK takes no events that a program makes.
 *
 * Returns: whether anybody took it
 */
gboolean
loom_test_press (GtkWidget       *widget,
                 guint            key,
                 GdkModifierType  modifiers)
{
  if (press_on_the_way_down (widget, key, modifiers))
    return TRUE;
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (press_in_phase (widget, GTK_PHASE_BUBBLE, key, modifiers))
      return TRUE;
  return FALSE;
}

/* The first one of a type; there must be one. */
GtkEventController *
loom_test_find_controller (GtkWidget *widget,
                           GType      type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        return controller;
    }
  g_assert_not_reached ();
}

/**
 * loom_test_press_in:
 * @widget: a widget
 * @key: a key
 * @modifiers: what is held down with it
 *
 * Does what the widget's own controllers of keys do with a key. GTK takes no events that a program makes.
 *
 * Returns: whether one of them took it
 */
gboolean
loom_test_press_in (GtkWidget       *widget,
                    guint            key,
                    GdkModifierType  modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, modifiers, &taken);
    }
  loom_test_settle ();
  return taken;
}

GtkWidget *
loom_test_find_button (GtkWidget  *widget,
                       const char *words)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
    return NULL;
  if (GTK_IS_BUTTON (widget) && (g_strcmp0 (gtk_widget_get_tooltip_text (widget), words) == 0
                                 || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), words) == 0))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = loom_test_find_button (child, words);
  return found;
}

/* One that can be clicked. */
void
loom_test_click (GtkWidget  *widget,
                 const char *words)
{
  GtkWidget *button = loom_test_find_button (widget, words);

  if (button == NULL)
    {
      g_autofree char *text = loom_test_dup_labels (widget);

      g_error ("“%s” is no button among: %s", words, text);
    }
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  loom_test_settle ();
}

/* What a screen reader is told of a widget; NULL: nothing. */
char *
loom_test_dup_spoken (GtkWidget             *widget,
                      GtkAccessibleProperty  property)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property)
             ? gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "\001") : NULL;
}

char *
loom_test_dup_copied (GtkWidget *widget)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (widget));
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (content);
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (content, &value, &error));
  g_assert_no_error (error);
  return g_value_dup_string (&value);
}

GtkWidget *
loom_test_find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

/* A question says just that, and is answered. */
void
loom_test_answer (const char *heading,
                  const char *body,
                  const char *response)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (loom_test_find_question ());

  g_assert_nonnull (dialog);
  g_assert_cmpstr (adw_message_dialog_get_heading (dialog), ==, heading);
  g_assert_cmpstr (adw_message_dialog_get_body (dialog), ==, body);
  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  loom_test_settle ();
}

/* -- The fixture -- */

void
loom_test_window_set_up (LoomTestWindow *self,
                         gconstpointer   application)
{
  self->application = GTK_APPLICATION (g_object_ref ((gpointer) application));
  self->window = loom_test_open_window (self->application, &self->settings, &self->fake);
  self->session = loom_window_get_session (self->window);
  self->folder = loom_test_make_folder ();
}

/* The next test finds the preferences as this one did. */
static void
reset (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    g_settings_reset (settings, keys[i]);
}

void
loom_test_window_tear_down (LoomTestWindow *self,
                            gconstpointer   unused)
{
  if (self->window != NULL)
    loom_test_close_window (self->window);
  reset (self->settings);
  g_assert_finalize_object (self->fake);
  g_object_unref (self->settings);
  g_object_unref (self->application);
  loom_test_remove (self->folder);
  g_free (self->folder);
}

/**
 * loom_test_window_compile:
 * @text: a document with the kernel of loom_test_compiled_new(), called fill
 *
 * Makes it the text of the window, and answers the compiler's part.
 */
void
loom_test_window_compile (LoomTestWindow *self,
                          const char     *text)
{
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  loom_session_set_text (self->session, text, -1);
  loom_test_wait_until (loom_test_is_compiling, self->fake, "a compilation");
  loom_mocked_runner_answer_compile (self->fake, compiled);
}

/**
 * loom_test_window_finish_run:
 *
 * Waits for a run, and answers it with that of loom_test_run_new().
 */
void
loom_test_window_finish_run (LoomTestWindow *self)
{
  g_autoptr (LoomRun) answer = NULL;

  loom_test_wait_until (loom_test_is_running, self->fake, "a run");
  answer = loom_test_run_new (loom_mocked_runner_get_plan (self->fake));
  loom_mocked_runner_answer_run (self->fake, answer);
}

void
loom_test_window_first_run (LoomTestWindow *self,
                            const char     *text)
{
  loom_test_window_compile (self, text);
  loom_test_window_finish_run (self);
}

/**
 * loom_test_window_open_page:
 * @page: its name
 * @type: of the pane on it
 *
 * Shows the window with a page of its drawer.
 *
 * Returns: (transfer none): the pane, which is mapped
 */
GtkWidget *
loom_test_window_open_page (LoomTestWindow *self,
                            const char     *page,
                            GType           type)
{
  GtkWidget *pane;

  gtk_window_present (GTK_WINDOW (self->window));
  loom_test_settle ();
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-page", "s", page);
  loom_test_settle ();
  pane = loom_test_find (GTK_WIDGET (self->window), type, NULL);
  g_assert_nonnull (pane);
  loom_test_wait_until (loom_test_is_mapped, pane, page);
  return pane;
}

void
loom_test_window_assert_line (LoomTestWindow *self,
                              guint           expected)
{
  GtkWidget *editor = loom_test_find (GTK_WIDGET (self->window), LOOM_TYPE_EDITOR_PANE, NULL);
  GtkTextBuffer *buffer = loom_editor_pane_get_buffer (LOOM_EDITOR_PANE (editor));
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&iter) + 1, ==, expected);
}

void
loom_test_window_assert_marked (LoomTestWindow *self,
                                guint           expected)
{
  g_assert_cmpuint (loom_line_link_get_marked (loom_session_get_line_link (self->session)), ==, expected);
}

static GtkWidget *
find_toast (GtkWidget *widget)
{
  GtkWidget *found = g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwToastWidget") ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_toast (child);
  return found;
}

/* For loom_test_wait_until(). */
gboolean
loom_test_has_toast (gpointer window)
{
  return find_toast (window) != NULL;
}

/**
 * loom_test_take_toast:
 * @action: (out) (optional) (nullable): of its button
 *
 * Waits for a toast, which goes.
 *
 * Returns: (transfer full): its text and that of its button, with a bar between them
 */
char *
loom_test_take_toast (LoomWindow  *window,
                      char       **action)
{
  g_autoptr (AdwToast) toast = NULL;
  GtkWidget *widget;
  char *text;

  loom_test_wait_until (loom_test_has_toast, window, "a toast");
  widget = find_toast (GTK_WIDGET (window));
  text = loom_test_dup_labels (widget);
  g_object_get (widget, "toast", &toast, NULL);
  if (action != NULL)
    *action = g_strdup (adw_toast_get_action_name (toast));
  adw_toast_dismiss (toast);
  loom_test_settle ();
  return text;
}
