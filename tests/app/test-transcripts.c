/* test-transcripts.c: whole windows, held against transcripts/
 *
 * A transcript is a sequence of documents, each behind `== NAME`, and of what is done, each behind
 * `$ `, with all that it changes in what the windows say: what goes with a "-", what comes with a
 * "+". With GRIDLOOM_TRANSCRIPTS=write the transcripts are written anew.
 *
 *   open NAME             the text of a document, or of a kernel of the gallery
 *   load NAME             the same, without what it changes
 *   win.run, a.name 'x'   an action, with its parameter as text of GLib
 *   press NAME            a button, switch, row or menu button by what it says
 *   write NAME: TEXT      an entry
 *   type TEXT             the entry that has the focus
 *   choose NAME: TEXT     from a list
 *   key KEY [in TYPE]     to the focus, or to a widget
 *   edit OLD: NEW         the text in the editor, where it says so first
 *   close                 the menu that is open, else the newest window
 *   draw TYPE WxH         what a widget draws in a room of that size
 *   show                  all that the windows say
 *   keys                  the keys of all classes of widgets and of the application
 *
 * Left out is what hangs on the computer and the compiler.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "drawing.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-connect.h"
#include "loom-field.h"
#include "loom-runner-client.h"
#include "loom-window.h"
#include "quiet.h"
#include "widget-text.h"
#include "window-fixture.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

typedef struct
{
  LoomWindow *window;
  GSettings  *settings;
  GHashTable *documents;        /* names to texts */
  GPtrArray  *shown;            /* what the windows said last */
} Transcript;

/* What was said beside the windows. */
static GString *events;

/* The linker has our own code call these in place of what they are named after. */
void     __wrap_adw_toast_overlay_add_toast (AdwToastOverlay *overlay, AdwToast *toast);
void     __wrap_loom_content_copy_text (GtkWidget *widget, const char *text);

static void
add_event (const char *what,
           const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (events, "%s: %s\n", what, lines[i]);
}

void
__wrap_adw_toast_overlay_add_toast (AdwToastOverlay *overlay,
                                    AdwToast        *toast)
{
  const char *button = adw_toast_get_button_label (toast);
  GtkWidget *title = adw_toast_get_custom_title (toast);
  g_autofree char *text
      = g_strdup_printf ("%s%s%s",
                         GTK_IS_LABEL (title) ? gtk_label_get_text (GTK_LABEL (title))
                                              : adw_toast_get_title (toast),
                         button != NULL ? " → " : "", button != NULL ? button : "");

  add_event ("toast", text);
  g_object_ref_sink (toast);
  g_object_unref (toast);
}

void
__wrap_loom_content_copy_text (GtkWidget  *widget,
                               const char *text)
{
  add_event ("clipboard", text);
}

/* Without times, and without what the compiler decides. */
static char *
leave_out (const char *line)
{
  static const struct { const char *pattern, *text; } varies[] = {
    { "\\d[\\d.,]* ?(?:[kMGT]?i?B/s|ns|µs|ms|s)\\b", "…" },
    { "\\b\\d\\d:\\d\\d(:\\d\\d)?\\b", "…" },
    { "NVRTC [\\d.]+", "NVRTC …" },
    /* in tables; how large the picture is does not vary */
    { "^ {8,}GtkLabel “\\K[<>]?\\d+.%(?=” \\.tabular$)|[<>]?\\d+.%(?=, between)", "… %" },
    { "0x7[ef][0-9a-f]{10}", "0x…" },
    { "± [<>]?\\d+.%", "± …" },
    { ", of which \\d+ too short to trust", "" },
    { ", \\d+ too short to trust|, \\d+ outliers?|, none of which is an outlier", "" },
    { "none(?=” \\.tabular$)|\\d+: farther .*(?=”)", "…" },
    { " fraction=[\\d.]+(?=.*\\.timing)", "" },
  };
  char *text = g_strdup (line);

  for (guint i = 0; i < G_N_ELEMENTS (varies); i++)
    {
      g_autoptr (GRegex) regex = g_regex_new (varies[i].pattern, G_REGEX_DEFAULT, 0, NULL);
      char *shorter = g_regex_replace_literal (regex, text, -1, 0, varies[i].text, 0, NULL);

      g_free (text);
      text = shorter;
    }
  return text;
}

static GPtrArray *
list_widgets (void)
{
  GPtrArray *lines = loom_test_list_widgets ();

  for (guint i = lines->len; i-- > 0;)
    {
      char *line = lines->pdata[i];

      lines->pdata[i] = leave_out (line);
      /* what is said of samples that are short, or far from each other */
      if (strstr (line, "“too short: ") != NULL || strstr (line, "“noisy: ") != NULL
          || strstr (line, "“steady") != NULL || strstr (line, "“unknown: too few") != NULL)
        g_ptr_array_remove_index (lines, i);
      g_free (line);
    }
  return lines;
}

static gboolean
says (GtkWidget  *widget,
      const char *name)
{
  static const char * const properties[]
      = { "label", "title", "tooltip-text", "placeholder-text" };
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (g_object_class_find_property (G_OBJECT_GET_CLASS (widget), properties[i]) != NULL)
      {
        g_autofree char *text = NULL;

        g_object_get (widget, properties[i], &text, NULL);
        if (g_strcmp0 (text, name) == 0)
          return TRUE;
      }
  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    {
      g_autofree char *other = gtk_test_accessible_check_property (
          accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, name);

      return other == NULL;
    }
  return FALSE;
}

typedef gboolean (* Wanted) (GtkWidget  *widget,
                             const char *name);

static GtkWidget *
find_below (GtkWidget  *widget,
            Wanted      is_wanted,
            const char *name)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (is_wanted (widget, name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_below (child, is_wanted, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find (Wanted      is_wanted,
      const char *name)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      GtkWidget *found = find_below (window, is_wanted, name);

      if (found != NULL)
        return found;
    }
  add_event ("nothing is", name);
  return NULL;
}

static gboolean
is_pressed (GtkWidget  *widget,
            const char *name)
{
  return (GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_SWITCH (widget)
          || GTK_IS_MENU_BUTTON (widget) || GTK_IS_LIST_BOX_ROW (widget)
          || g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton"))
         && gtk_widget_is_sensitive (widget) && says (widget, name);
}

static gboolean
is_written (GtkWidget  *widget,
            const char *name)
{
  if (ADW_IS_PREFERENCES_ROW (widget))
    return FALSE;
  if (GTK_IS_EDITABLE (widget) && says (widget, name))
    return TRUE;
  /* the field of a row with a title */
  for (GtkWidget *row = widget; row != NULL && GTK_IS_EDITABLE (widget);
       row = gtk_widget_get_parent (row))
    if (ADW_IS_PREFERENCES_ROW (row))
      return says (row, name);
  return FALSE;
}

static gboolean
has_keys (GtkWidget  *widget,
          const char *unused)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  return GTK_IS_EDITABLE (widget) && focus != NULL
         && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static gboolean
has_list (GtkWidget  *widget,
          const char *name)
{
  return (GTK_IS_DROP_DOWN (widget) || ADW_IS_COMBO_ROW (widget)) && says (widget, name);
}

static gboolean
is_of_type (GtkWidget  *widget,
            const char *name)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), name);
}

static void
press (const char *name)
{
  GtkWidget *widget = find (is_pressed, name);

  if (widget == NULL)
    return;
  if (GTK_IS_MENU_BUTTON (widget))
    gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
  else if (GTK_IS_SWITCH (widget))
    gtk_switch_set_active (GTK_SWITCH (widget), !gtk_switch_get_active (GTK_SWITCH (widget)));
  else if (GTK_IS_CHECK_BUTTON (widget))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (widget),
                                 !gtk_check_button_get_active (GTK_CHECK_BUTTON (widget)));
  else if (GTK_IS_LIST_BOX_ROW (widget))
    g_signal_emit_by_name (widget, "activate");
  else
    g_signal_emit_by_name (widget, "clicked");
}

/* What is typed and then applied. */
static void
write_entry (GtkWidget  *widget,
             const char *text)
{
  if (widget == NULL)
    return;
  if (LOOM_IS_FIELD (widget))
    {
      loom_field_type (LOOM_FIELD (widget), text, FALSE);
      loom_field_apply (LOOM_FIELD (widget));
      return;
    }
  gtk_editable_set_text (GTK_EDITABLE (widget), text);
  if (GTK_IS_SPIN_BUTTON (widget))
    gtk_spin_button_update (GTK_SPIN_BUTTON (widget));
  else if (GTK_IS_ENTRY (widget))
    g_signal_emit_by_name (widget, "activate");
}

static void
choose (const char *name,
        const char *text)
{
  GtkWidget *widget = find (has_list, name);
  g_autoptr (GListModel) model = NULL;

  if (widget == NULL)
    return;
  g_object_get (widget, "model", &model, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      if (GTK_IS_STRING_OBJECT (item)
          && g_str_equal (gtk_string_object_get_string (GTK_STRING_OBJECT (item)), text))
        {
          g_object_set (widget, "selected", i, NULL);
          return;
        }
    }
  add_event ("nothing is", text);
}

static void
press_key (Transcript *self,
           const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " in ", 2);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self->window));
  GdkModifierType modifiers;
  guint key;

  g_assert_true (gtk_accelerator_parse (parts[0], &key, &modifiers));
  if (parts[1] != NULL)
    {
      focus = find (is_of_type, parts[1]);
      if (focus == NULL)
        return;
      gtk_widget_grab_focus (focus);
    }
  if (!loom_test_press (focus != NULL ? focus : GTK_WIDGET (self->window), key, modifiers))
    add_event ("nobody takes", parts[0]);
}

static gboolean
is_open_menu (GtkWidget  *widget,
              const char *unused)
{
  return GTK_IS_POPOVER (widget);
}

static gboolean
is_editor (GtkWidget  *widget,
           const char *unused)
{
  return GTK_SOURCE_IS_VIEW (widget);
}

static void
close_newest (Transcript *self)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget *menu = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows) && menu == NULL; i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      menu = find_below (window, is_open_menu, NULL);
    }
  if (menu != NULL)
    {
      gtk_popover_popdown (GTK_POPOVER (menu));
      return;
    }
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (self->window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        {
          gtk_window_close (window);
          return;
        }
    }
}

static void
edit_text (Transcript *self,
           const char *old,
           const char *new)
{
  GtkTextView *view
      = GTK_TEXT_VIEW (find_below (GTK_WIDGET (self->window), is_editor, NULL));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_auto (GStrv) lines = g_strsplit (new, "⏎", -1);
  g_autofree char *text = g_strjoinv ("\n", lines);
  GtkTextIter start, end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  if (!gtk_text_iter_forward_search (&start, old, 0, &start, &end, NULL))
    {
      add_event ("nothing is", old);
      return;
    }
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  gtk_text_buffer_end_user_action (buffer);
}

static gboolean
has_action (GtkWidget  *widget,
            const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", 2);
  g_autoptr (GVariant) argument = NULL;

  if (parts[1] != NULL)
    argument = g_variant_parse (NULL, parts[1], NULL, NULL, NULL);
  if (argument != NULL)
    g_variant_ref_sink (argument);
  return gtk_widget_activate_action_variant (widget, parts[0], argument);
}

static void
open_document (Transcript *self,
               const char *name)
{
  const char *known = g_hash_table_lookup (self->documents, name);
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "..", "..", "kernels", name, NULL);
  g_autofree char *text = known != NULL ? g_strdup (known) : loom_test_read (path);

  loom_session_set_text (loom_window_get_session (self->window), text, -1);
}

static void
draw (const char *words)
{
  g_auto (GStrv) parts = g_strsplit_set (words, " x", 3);
  GtkWidget *widget = g_strv_length (parts) == 3 ? find (is_of_type, parts[0]) : NULL;
  g_autofree char *text = NULL;

  if (widget == NULL)
    return;
  text = loom_test_draw (widget, atoi (parts[1]), atoi (parts[2]));
  add_event ("draw", text);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static char *
join_sorted (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_texts);
  for (guint i = lines->len; i-- > 1;)
    if (g_str_equal (lines->pdata[i], lines->pdata[i - 1]))
      g_ptr_array_remove_index (lines, i);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* What the shortcuts of a class of widgets do. */
static void
add_shortcuts (GPtrArray  *lines,
               GtkWidget  *widget,
               GListModel *shortcuts)
{
  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);
      g_autofree char *trigger
          = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));
      GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);
      GVariant *arguments = gtk_shortcut_get_arguments (shortcut);
      g_autofree char *with
          = arguments != NULL ? g_variant_print (arguments, FALSE) : g_strdup ("");

      if (GTK_IS_MNEMONIC_TRIGGER (gtk_shortcut_get_trigger (shortcut)))
        continue;
      g_ptr_array_add (lines,
                       g_strdup_printf ("%s %s → %s %s", G_OBJECT_TYPE_NAME (widget), trigger,
                                        GTK_IS_NAMED_ACTION (action)
                                            ? gtk_named_action_get_action_name (
                                                  GTK_NAMED_ACTION (action))
                                            : "a function of the class",
                                        with));
    }
}

static void
add_keys (GPtrArray  *lines,
          GHashTable *seen,
          GtkWidget  *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  const char *type = G_OBJECT_TYPE_NAME (widget);

  if (g_str_has_prefix (type, "Loom") && g_hash_table_add (seen, (gpointer) type))
    for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
      {
        g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

        if (GTK_IS_SHORTCUT_CONTROLLER (controller))
          add_shortcuts (lines, widget, G_LIST_MODEL (controller));
      }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_keys (lines, seen, child);
}

static void
list_keys (Transcript *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self->window));
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);
  g_autofree char *text = NULL;

  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, actions[i]);
      g_autofree char *keys = g_strjoinv (" ", accels);

      g_ptr_array_add (lines, g_strdup_printf ("%s: %s", actions[i], keys));
    }
  add_keys (lines, seen, GTK_WIDGET (self->window));
  text = join_sorted (lines);
  add_event ("key", text);
}

/* With two parts that a colon parts. */
static gboolean
split (const char   *words,
       const char   *verb,
       char       ***parts)
{
  if (!g_str_has_prefix (words, verb))
    return FALSE;
  *parts = g_strsplit (words + strlen (verb), ": ", 2);
  return TRUE;
}

static void
obey (Transcript *self,
      const char *words)
{
  g_auto (GStrv) parts = NULL;

  if (split (words, "open ", &parts) || split (words, "load ", &parts))
    open_document (self, parts[0]);
  else if (split (words, "press ", &parts))
    press (words + strlen ("press "));
  else if (split (words, "write ", &parts))
    write_entry (find (is_written, parts[0]), parts[1]);
  else if (split (words, "type ", &parts))
    write_entry (find (has_keys, ""), parts[0]);
  else if (split (words, "choose ", &parts))
    choose (parts[0], parts[1]);
  else if (split (words, "key ", &parts))
    press_key (self, words + strlen ("key "));
  else if (split (words, "edit ", &parts))
    edit_text (self, parts[0], parts[1]);
  else if (split (words, "draw ", &parts))
    draw (parts[0]);
  else if (g_str_equal (words, "keys"))
    list_keys (self);
  else if (g_str_equal (words, "show"))
    g_ptr_array_set_size (self->shown, 0);
  else if (g_str_equal (words, "close"))
    close_newest (self);
  else
    find (has_action, words);
}

/* Of a document that is opened, the transcript has the text: what the editor marks in it is new. */
static void
leave_out_text (GPtrArray *lines)
{
  for (guint i = lines->len; i-- > 0;)
    {
      const char *line = lines->pdata[i];

      if (strstr (line, "    | ") != NULL && strstr (line, "(mark ") == NULL
          && strstr (line, "(underline ") == NULL)
        g_ptr_array_remove_index (lines, i);
    }
}

static gsize
measure_margin (const char *line)
{
  return strspn (line + 1, " ");
}

/* Of a widget that goes, without those inside of it. */
static char *
leave_out_children (const char *change)
{
  g_auto (GStrv) lines = g_strsplit (change, "\n", -1);
  GString *text = g_string_new (NULL);
  gboolean goes = FALSE;
  gsize margin = 0;

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      if (goes && *lines[i] == '-' && measure_margin (lines[i]) > margin)
        continue;
      goes = *lines[i] == '-';
      margin = measure_margin (lines[i]);
      g_string_append_printf (text, "%s\n", lines[i]);
    }
  return g_string_free (text, FALSE);
}

/* What a command changes in what the windows say. */
static char *
answer (Transcript *self,
        const char *words)
{
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *change = NULL, *shorter_change = NULL;

  g_string_truncate (events, 0);
  g_test_message ("%s", words);
  obey (self, words);
  loom_test_wait_until_quiet (self->window, NULL, NULL);
  lines = list_widgets ();
  if (g_str_has_prefix (words, "open "))
    {
      g_autoptr (GPtrArray) shorter = list_widgets ();

      leave_out_text (shorter);
      leave_out_text (self->shown);
      change = loom_test_compare_lines (self->shown, shorter);
    }
  else
    change = loom_test_compare_lines (self->shown, lines);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  self->shown = g_steal_pointer (&lines);
  if (g_str_has_prefix (words, "load "))
    return g_strdup ("");
  shorter_change = leave_out_children (change);
  return g_strconcat (events->str, shorter_change, NULL);
}

static void
begin (Transcript     *self,
       GtkApplication *application)
{
  g_autoptr (LoomRunnerClient) client = loom_runner_client_new ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;

  events = g_string_new (NULL);
  self->settings = loom_application_open_settings (NULL);
  g_object_get (self->settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  for (guint i = 0; keys[i] != NULL; i++)
    g_settings_reset (self->settings, keys[i]);
  g_settings_set_boolean (self->settings, "show-drawer", TRUE);
  self->window = loom_window_new (application, self->settings, client);
  /* wherever the pointer happens to rest, nothing is pointed at */
  gtk_widget_set_can_target (GTK_WIDGET (self->window), FALSE);
  self->documents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1400, 860);
  gtk_window_present (GTK_WINDOW (self->window));
  loom_test_wait_until_quiet (self->window, NULL, NULL);
  self->shown = list_widgets ();
}

static void
end (Transcript *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (self->window))
        gtk_window_destroy (window);
    }
  loom_test_close_window (self->window);
  g_object_unref (self->settings);
  g_hash_table_unref (self->documents);
  g_ptr_array_unref (self->shown);
  g_string_free (events, TRUE);
}

/* Parts begin with lines that begin with "== " or "$ ". */
static GPtrArray *
split_parts (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *part = NULL;

  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || *lines[i] != '\0'); i++)
    {
      if (part == NULL || g_str_has_prefix (lines[i], "== ") || g_str_has_prefix (lines[i], "$ "))
        {
          if (part != NULL)
            g_ptr_array_add (parts, g_string_free (part, FALSE));
          part = g_string_new (NULL);
        }
      g_string_append_printf (part, "%s\n", lines[i]);
    }
  if (part != NULL)
    g_ptr_array_add (parts, g_string_free (part, FALSE));
  return parts;
}

static GPtrArray *
split_lines (const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (lines, g_strdup (parts[i]));
  return lines;
}

static char *
play (Transcript *self,
      const char *wanted)
{
  g_autoptr (GPtrArray) parts = split_parts (wanted);
  GString *got = g_string_new (NULL);

  for (guint i = 0; i < parts->len; i++)
    {
      const char *part = parts->pdata[i];
      g_autofree char *head = g_strndup (part, strcspn (part, "\n"));

      if (g_str_has_prefix (head, "$ "))
        {
          g_autofree char *said = answer (self, head + 2);

          g_string_append_printf (got, "%s\n%s", head, said);
          continue;
        }
      if (g_str_has_prefix (head, "== "))
        g_hash_table_insert (self->documents, g_strdup (head + 3),
                             g_strdup (part + strlen (head) + 1));
      g_string_append (got, part);
    }
  return g_string_free (got, FALSE);
}

typedef struct
{
  GtkApplication *application;
  char           *path;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->path);
  g_free (self);
}

static void
test_transcript (gconstpointer data)
{
  const Case *which = data;
  g_autofree char *wanted = loom_test_read (which->path);
  g_autofree char *got = NULL;
  Transcript self = { 0 };

  begin (&self, which->application);
  got = play (&self, wanted);
  end (&self);
  if (g_strcmp0 (g_getenv ("GRIDLOOM_TRANSCRIPTS"), "write") == 0)
    g_assert_true (g_file_set_contents (which->path, got, -1, NULL));
  else if (!g_str_equal (got, wanted))
    {
      g_autoptr (GPtrArray) from = split_lines (wanted), to = split_lines (got);
      g_autofree char *change = loom_test_compare_lines (from, to);

      g_test_message ("%s", change);
      g_test_fail ();
    }
}

/* What is kept from one start to the next begins empty; compilers stay where they are. Nothing that
 * was compiled is kept, since a file stands where the folder would be. */
static char *
make_home (void)
{
  static const char * const variables[]
      = { "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME" };
  char *folder = loom_test_make_folder ();
  g_autofree char *cache = g_build_filename (folder, "gridloom", NULL);
  g_autofree char *blocked = NULL;

  g_assert_no_errno (g_mkdir (cache, 0700));
  blocked = loom_test_write (cache, "compiled", "");
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_assert_true (g_setenv (variables[i], folder, TRUE));
  return folder;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *own = make_home ();
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "transcripts", NULL);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  int failed;

  g_assert_nonnull (files);
  loom_window_install_accels (application);
  while ((name = g_dir_read_name (files)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_strconcat ("/app/transcripts/", names->pdata[i], NULL);
      Case *which = g_new0 (Case, 1);

      which->application = application;
      which->path = g_build_filename (folder, names->pdata[i], NULL);
      g_test_add_data_func_full (path, which, test_transcript, case_free);
    }
  failed = g_test_run ();
  loom_test_remove (own);
  return failed;
}
