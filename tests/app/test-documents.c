/* test-documents.c: what a window does with its document, by its actions, keys and drops
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "mocked-runner.h"
#include "loom-action.h"
#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-banner.h"
#include "loom-pages.h"
#include "loom-raw-window.h"
#include "loom-window.h"
#include "window-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define SOURCE "__global__ void fill (float *f, int n) { f[threadIdx.x] = n; }\n"

typedef struct
{
  GApplication     *application;
  GSettings        *settings;
  LoomRunnerClient *fake;
  LoomWindow       *window;
  LoomSession      *session;
  char             *folder;
  char             *path;
  gboolean          shown;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  fixture->application = g_object_ref ((gpointer) application);
  fixture->settings = loom_application_open_settings (NULL);
  fixture->fake = loom_mocked_runner_new ();
  fixture->window = loom_window_new (GTK_APPLICATION (fixture->application), fixture->settings,
                                     fixture->fake);
  g_set_weak_pointer (&fixture->session, loom_window_get_session (fixture->window));
  fixture->folder = loom_test_make_folder ();
  fixture->path = loom_test_write (fixture->folder, "k.cu", SOURCE);
}

static gboolean
is_gone (gpointer pointer)
{
  return *(gpointer *) pointer == NULL;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gpointer fake = fixture->fake;

  g_object_add_weak_pointer (fake, &fake);
  g_object_unref (fake);
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  loom_test_settle ();
  if (!fixture->shown)
    loom_test_wait_until (is_gone, &fixture->session, "the window's session to go");
  g_clear_weak_pointer (&fixture->session);
  loom_test_wait_until (is_gone, &fake, "the runner to go");
  g_object_unref (fixture->settings);
  g_object_unref (fixture->application);
  loom_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* GtkSourceView 5.6 keeps itself alive once it was shown with the focus, and with it what listens
 * to it. */
static void
show (Fixture *fixture)
{
  fixture->shown = TRUE;
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static gboolean
has_file (gpointer session)
{
  return loom_session_get_file (session) != NULL;
}

static void
open_document (Fixture *fixture)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);

  g_assert_true (loom_window_is_blank (fixture->window));
  loom_window_open_file (fixture->window, file);
  g_assert_false (loom_window_is_blank (fixture->window));
  loom_test_wait_until (has_file, fixture->session, "the document");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, SOURCE);
}

static gboolean
is_saved (gpointer session)
{
  return !loom_session_get_modified (session);
}

static void
test_save_action_writes_the_file (Fixture       *fixture,
                                  gconstpointer  unused)
{
  g_autofree char *text = NULL;

  open_document (fixture);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "8,8", NULL));
  g_assert_true (loom_session_get_modified (fixture->session));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.save", NULL);
  loom_test_wait_until (is_saved, fixture->session, "the document to be saved");
  text = loom_test_read (fixture->path);
  g_assert_nonnull (strstr (text, "block=8,8"));
}

static GtkWindow *
find_dialog (LoomWindow *window)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (other) == GTK_WINDOW (window)
          && gtk_widget_get_visible (GTK_WIDGET (other)))
        return other;
    }
  return NULL;
}

static void
answer (Fixture    *fixture,
        const char *response)
{
  GtkWindow *dialog = find_dialog (fixture->window);

  g_assert_true (ADW_IS_MESSAGE_DIALOG (dialog));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
}

static void
edit_and_close (Fixture *fixture)
{
  open_document (fixture);
  show (fixture);
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", "8,8", NULL));
  gtk_window_close (GTK_WINDOW (fixture->window));
}

static void
test_close_can_be_cancelled (Fixture       *fixture,
                             gconstpointer  unused)
{
  edit_and_close (fixture);
  answer (fixture, "cancel");
  loom_test_settle ();
  g_assert_true (loom_session_get_modified (fixture->session));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->window)));
}

static void
test_close_can_discard (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autofree char *text = NULL;

  edit_and_close (fixture);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  answer (fixture, "discard");
  loom_test_wait_until (is_gone, &fixture->window, "the window to close");
  text = loom_test_read (fixture->path);
  g_assert_cmpstr (text, ==, SOURCE);
}

static void
test_close_can_save (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autofree char *text = NULL;

  edit_and_close (fixture);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  answer (fixture, "save");
  loom_test_wait_until (is_gone, &fixture->window, "the window to close");
  text = loom_test_read (fixture->path);
  g_assert_nonnull (strstr (text, "block=8,8"));
}

static GtkDropTarget *
find_drop_target (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        {
          g_assert_cmpint (gtk_event_controller_get_propagation_phase (controller), ==,
                           GTK_PHASE_CAPTURE);
          return GTK_DROP_TARGET (controller);
        }
    }
  g_assert_not_reached ();
}

static void
drop (Fixture    *fixture,
      const char *path)
{
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = g_slist_prepend (NULL, g_file_new_for_path (path));
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, g_boxed_copy (GDK_TYPE_FILE_LIST, files));
  g_signal_emit_by_name (find_drop_target (GTK_WIDGET (fixture->window)), "drop", &value, 1.0, 1.0,
                         &taken);
  g_assert_true (taken);
  g_slist_free_full (files, g_object_unref);
}

static gboolean
is_compiling (gpointer fake)
{
  return loom_mocked_runner_is_compiling (fake);
}

static gboolean
has_fill (gpointer session)
{
  return loom_document_get_value (loom_session_get_document (session), "arg f", "fill") != NULL;
}

static void
opened_cb (GString  *opened,
           GFile   **files,
           int       n_files)
{
  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *name = g_file_get_basename (files[i]);

      g_string_append_printf (opened, "%s ", name);
    }
}

/* Whatever kernels stand in; nothing else. */
static void
test_dropped_sources_are_opened (Fixture       *fixture,
                                 gconstpointer  unused)
{
  static const char * const names[]
      = { "a.cu", "b.cuh", "c.h", "d.hpp", "E.CU", "f.txt", "g", "h.cu.orig" };
  g_autoptr (GString) opened = g_string_new (NULL);
  gulong id = g_signal_connect_swapped (fixture->application, "open", G_CALLBACK (opened_cb),
                                        opened);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), names[i], NULL);

      drop (fixture, path);
    }
  g_assert_cmpstr (opened->str, ==, "a.cu b.cuh c.h d.hpp E.CU ");
  g_signal_handler_disconnect (fixture->application, id);
}

static void
test_dropped_array_is_copied_and_used (Fixture       *fixture,
                                       gconstpointer  unused)
{
  g_autofree char *elsewhere = loom_test_make_folder ();
  g_autofree char *path = loom_test_write (elsewhere, "data.npy", "not looked into");
  g_autofree char *copy = g_build_filename (fixture->folder, "data.npy", NULL);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);

  open_document (fixture);
  show (fixture);
  loom_test_wait_until (is_compiling, fixture->fake, "the compiler");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
  drop (fixture, path);
  answer (fixture, "use");
  loom_test_wait_until (has_fill, fixture->session, "the array to be filled");
  g_assert_cmpstr (
      loom_document_get_value (loom_session_get_document (fixture->session), "arg f", "fill"), ==,
      "file:data.npy");
  g_assert_true (g_file_test (copy, G_FILE_TEST_EXISTS));
  loom_test_remove (elsewhere);
}

static gboolean
can_be_used (gpointer window)
{
  GtkWidget *use
      = GTK_WIDGET (gtk_widget_get_template_child (window, LOOM_TYPE_RAW_WINDOW, "use"));

  return gtk_widget_is_sensitive (use);
}

/* Nothing tells what is in it: the user does. */
static void
test_dropped_bytes_are_asked_about (Fixture       *fixture,
                                    gconstpointer  unused)
{
  g_autofree char *elsewhere = loom_test_make_folder ();
  g_autofree char *path = loom_test_write (elsewhere, "data.raw", "twelve bytes");
  g_autofree char *copy = g_build_filename (fixture->folder, "data.raw", NULL);
  g_autoptr (LoomCompiled) compiled = loom_test_compiled_new ("fill", NULL);
  LoomDocument *document;
  GtkWindow *window;
  GtkEditable *shape;
  GtkWidget *order;

  open_document (fixture);
  show (fixture);
  loom_test_wait_until (is_compiling, fixture->fake, "the compiler");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_settle ();
  drop (fixture, path);
  window = find_dialog (fixture->window);
  g_assert_true (LOOM_IS_RAW_WINDOW (window));
  loom_test_wait_until (can_be_used, window, "the file");
  shape = GTK_EDITABLE (gtk_widget_get_template_child (GTK_WIDGET (window), LOOM_TYPE_RAW_WINDOW,
                                                       "shape"));
  order = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (window), LOOM_TYPE_RAW_WINDOW,
                                                     "order"));
  g_assert_cmpstr (gtk_editable_get_text (shape), ==, "3");
  gtk_editable_set_text (shape, "4");
  g_assert_false (can_be_used (window));
  gtk_editable_set_text (shape, "1,3");
  adw_combo_row_set_selected (ADW_COMBO_ROW (order), 1);
  loom_action_activate (GTK_WIDGET (window), "raw.use", NULL);
  loom_test_wait_until (has_fill, fixture->session, "the array to be filled");
  document = loom_session_get_document (fixture->session);
  g_assert_cmpstr (loom_document_get_value (document, "arg f", "fill"), ==,
                   "file:data.raw,big-endian");
  g_assert_cmpstr (loom_document_get_value (document, "arg f", "shape"), ==, "1,3");
  g_assert_null (loom_document_get_value (document, "arg f", "type"));
  g_assert_true (g_file_test (copy, G_FILE_TEST_EXISTS));
  loom_test_remove (elsewhere);
}

static void
test_dropped_array_needs_a_saved_document (Fixture       *fixture,
                                           gconstpointer  unused)
{
  loom_window_start (fixture->window, "New", SOURCE, FALSE);
  drop (fixture, "/tmp/data.npy");
  g_assert_null (find_dialog (fixture->window));
  drop (fixture, "/tmp/data.txt");
  g_assert_null (find_dialog (fixture->window));
}

static void
collect_help (GtkWidget  *widget,
              GHashTable *help)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_autofree char *accelerator = NULL;
      g_auto (GStrv) words = NULL;

      g_object_get (widget, "accelerator", &accelerator, NULL);
      words = g_strsplit (accelerator, " ", -1);
      for (guint i = 0; words[i] != NULL; i++)
        {
          g_auto (GStrv) ends = g_strsplit (words[i], "...", 2);
          GdkModifierType modifiers;
          guint key;

          g_assert_true (gtk_accelerator_parse (ends[0], &key, &modifiers));
          g_hash_table_add (help, gtk_accelerator_name (key, modifiers));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_help (child, help);
}

static void
add_trigger (GHashTable         *bound,
             GtkShortcutTrigger *trigger)
{
  if (GTK_IS_ALTERNATIVE_TRIGGER (trigger))
    {
      add_trigger (bound, gtk_alternative_trigger_get_first (GTK_ALTERNATIVE_TRIGGER (trigger)));
      add_trigger (bound, gtk_alternative_trigger_get_second (GTK_ALTERNATIVE_TRIGGER (trigger)));
    }
  else if (GTK_IS_KEYVAL_TRIGGER (trigger))
    {
      GtkKeyvalTrigger *keyval = GTK_KEYVAL_TRIGGER (trigger);

      g_hash_table_add (bound, gtk_accelerator_name (gtk_keyval_trigger_get_keyval (keyval),
                                                     gtk_keyval_trigger_get_modifiers (keyval)));
    }
}

static void
collect_bound (GtkWidget  *widget,
               GHashTable *bound)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) &&
           k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);

          add_trigger (bound, gtk_shortcut_get_trigger (shortcut));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_bound (child, bound);
}

static void
test_help_tells_the_keys_that_are (Fixture       *fixture,
                                   gconstpointer  unused)
{
  g_autoptr (GHashTable) help = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions
      = gtk_application_list_action_descriptions (GTK_APPLICATION (fixture->application));
  GHashTableIter iter;
  gpointer key;

  g_assert_null (
      gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (fixture->window)));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-help-overlay", NULL);
  collect_help (GTK_WIDGET (gtk_application_window_get_help_overlay (
                    GTK_APPLICATION_WINDOW (fixture->window))),
                help);
  collect_bound (GTK_WIDGET (fixture->window), bound);
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (
          GTK_APPLICATION (fixture->application), actions[i]);

      for (guint k = 0; accels[k] != NULL; k++)
        {
          GdkModifierType modifiers;
          guint value;

          g_assert_true (gtk_accelerator_parse (accels[k], &value, &modifiers));
          g_hash_table_add (bound, gtk_accelerator_name (value, modifiers));
          if (k == 0 && !g_hash_table_contains (help, accels[k]))
            g_error ("%s (%s) is missing in the help", accels[k], actions[i]);
        }
    }
  /* GTK's own, which no widget has as a shortcut: the tooltip of what has the keys. */
  g_hash_table_add (bound, g_strdup ("<Control>F1"));
  g_hash_table_iter_init (&iter, help);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (!g_hash_table_contains (bound, key))
      g_error ("%s stands in the help but does nothing", (char *) key);
}

static void
assert_page (Fixture    *fixture,
             const char *action,
             GType       type)
{
  GtkWindow *page;

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL);
  page = find_dialog (fixture->window);
  g_assert_true (G_TYPE_CHECK_INSTANCE_TYPE (page, type));
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  gtk_window_destroy (page);
  loom_test_wait_until (is_gone, &page, "a page to be finalised");
}

static const char *
get_label (GMenuModel *files,
           int         item)
{
  static char *label;

  g_free (label);
  g_assert_true (g_menu_model_get_item_attribute (files, item, G_MENU_ATTRIBUTE_LABEL, "s", &label));
  return label;
}

/* A menu is as wide as its longest name, so it has none that is too long; where two are alike, their
 * folders tell which is which. */
static void
test_recent_documents_are_told_apart (Fixture       *fixture,
                                      gconstpointer  unused)
{
  GtkRecentManager *manager = gtk_recent_manager_get_default ();
  GMenuModel *menu = G_MENU_MODEL (gtk_widget_get_template_child (
      GTK_WIDGET (fixture->window), LOOM_TYPE_WINDOW, "recent_menu"));
  g_autoptr (GMenuModel) files = NULL;
  g_autofree char *start = g_strnfill (200, 'x'), *at_home = g_build_filename (g_get_home_dir (), "b", NULL);
  const struct { const char *folder, *name; } rows[] = {
    { "/a", start }, { "/a", "two.cu" }, { at_home, "two.cu" }, { "/a", "o_ne.cu" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_build_filename (rows[i].folder, rows[i].name, NULL);
      g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

      g_assert_true (gtk_recent_manager_add_full (manager, uri, &(GtkRecentData) {
        .display_name = (char *) rows[i].name, .mime_type = (char *) "text/plain",
        .app_name = (char *) g_get_application_name (), .app_exec = (char *) "gridloom %u" }));
    }
  g_signal_emit_by_name (manager, "changed");
  files = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  g_assert_cmpstr (get_label (files, 0), ==, "o__ne.cu");
  g_assert_cmpstr (get_label (files, 1), ==, "two.cu — ~/b");
  g_assert_cmpstr (get_label (files, 2), ==, "two.cu — /a");
  g_assert_cmpint (g_utf8_strlen (get_label (files, 3), -1), ==, 40);
  g_assert_nonnull (strstr (get_label (files, 3), "x…x"));
  gtk_recent_manager_purge_items (manager, NULL);
}

static gboolean
has_strip (gpointer window)
{
  return loom_test_says (window, "k.cu was removed by another program; its text is still here.");
}

/* Of what is gone there is nothing to keep one's own text from. */
static void
test_removed_file_is_saved_again (Fixture       *fixture,
                                  gconstpointer  unused)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  open_document (fixture);
  show (fixture);
  g_assert_no_errno (g_unlink (fixture->path));
  loom_test_wait_until (has_strip, window, "the strip");
  g_assert_true (loom_test_says (window, "Save Again"));
  g_assert_false (loom_test_says (window, "Keep Mine"));
}

static void
test_pages_open_and_are_finalised (Fixture       *fixture,
                                   gconstpointer  unused)
{
  show (fixture);
  assert_page (fixture, "win.gallery", LOOM_TYPE_GALLERY_WINDOW);
  assert_page (fixture, "win.new-from-form", LOOM_TYPE_FORM_WINDOW);
  assert_page (fixture, "win.why", LOOM_TYPE_WHY_WINDOW);
  assert_page (fixture, "win.preferences", LOOM_TYPE_PREFERENCES_WINDOW);
}

/* The first picture below a widget. */
static GtkImage *
find_texture (GtkWidget *widget)
{
  GtkImage *found = NULL;

  if (GTK_IS_IMAGE (widget) && GDK_IS_TEXTURE (gtk_image_get_paintable (GTK_IMAGE (widget))))
    return GTK_IMAGE (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_texture (child);
  return found;
}

static gboolean
has_texture (gpointer widget)
{
  return find_texture (widget) != NULL;
}

static void
test_gallery_shows_thumbnails (Fixture       *fixture,
                               gconstpointer  unused)
{
  GtkWindow *gallery;
  GtkWidget *row;
  GtkImage *thumbnail;

  show (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.gallery", NULL);
  gallery = find_dialog (fixture->window);
  loom_test_wait_until (has_texture, gallery, "a thumbnail");
  row = loom_test_find (GTK_WIDGET (gallery), ADW_TYPE_ACTION_ROW, "Mandelbrot set");
  g_assert_nonnull (row);
  thumbnail = find_texture (row);
  g_assert_nonnull (thumbnail);
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (thumbnail)), ==,
                   GTK_ACCESSIBLE_ROLE_PRESENTATION);
  gtk_window_destroy (gallery);
}

static gboolean
lists_examples (gpointer gallery)
{
  return loom_test_find (gallery, ADW_TYPE_ACTION_ROW, "Mandelbrot set") != NULL;
}

static void
take_example_cb (GSimpleAction  *action,
                 GVariant       *example,
                 char          **title)
{
  g_variant_get (example, "(ssb)", title, NULL, NULL);
}

/* The list follows a moment after the words, and Enter may come before it. */
static void
test_enter_opens_what_was_searched_for (Fixture       *fixture,
                                        gconstpointer  unused)
{
  g_autoptr (GSimpleAction) begin = g_simple_action_new ("new-document", G_VARIANT_TYPE ("(ssb)"));
  g_autofree char *title = NULL;
  GtkWindow *gallery;
  GtkWidget *search;

  show (fixture);
  g_signal_connect (begin, "activate", G_CALLBACK (take_example_cb), &title);
  g_action_map_add_action (G_ACTION_MAP (fixture->application), G_ACTION (begin));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.gallery", NULL);
  gallery = find_dialog (fixture->window);
  loom_test_wait_until (lists_examples, gallery, "the examples");
  search = loom_test_find (GTK_WIDGET (gallery), GTK_TYPE_SEARCH_ENTRY, NULL);
  g_assert_nonnull (search);
  gtk_editable_set_text (GTK_EDITABLE (search), "mandelbrot");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpstr (title, ==, "Mandelbrot set");
  g_action_map_remove_action (G_ACTION_MAP (fixture->application), "new-document");
}

/* What asks in one window stops the work in that one alone. */
static void
test_questions_are_of_one_window (Fixture       *fixture,
                                  gconstpointer  unused)
{
  LoomWindow *other
      = loom_window_new (GTK_APPLICATION (fixture->application), fixture->settings, fixture->fake);
  GtkWindowGroup *group = gtk_window_get_group (GTK_WINDOW (fixture->window));
  GtkWindow *dialog;

  show (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.gallery", NULL);
  dialog = find_dialog (fixture->window);
  g_assert_true (gtk_window_get_group (dialog) == group);
  g_assert_true (gtk_window_get_group (GTK_WINDOW (other)) != group);
  gtk_window_destroy (dialog);
  gtk_window_destroy (GTK_WINDOW (other));
}

/* The examples are listed beside the window, and may arrive when both windows are gone. */
static void
test_a_page_may_be_closed_while_it_is_filled (Fixture       *fixture,
                                              gconstpointer  unused)
{
  show (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.gallery", NULL);
  g_assert_nonnull (find_dialog (fixture->window));
}

static void
count_cb (GtkWindow *window,
          LoomDraft *draft,
          gpointer   data)
{
  ++*(guint *) data;
}

/* The thread that wrote a draft lets go of its lock a moment after it said so. */
static GPtrArray *
list_drafts (const char *folder,
             guint       wanted)
{
  GPtrArray *drafts = NULL;

  for (guint i = 0; i < 1000 && (drafts == NULL || drafts->len < wanted); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      g_clear_pointer (&drafts, g_ptr_array_unref);
      loom_draft_list_async (folder, NULL, loom_test_store_result, &result);
      loom_test_await (&result);
      drafts = loom_draft_list_finish (result, NULL);
    }
  g_assert_cmpuint (drafts->len, ==, wanted);
  return drafts;
}

static void
test_drafts_are_offered (Fixture       *fixture,
                         gconstpointer  unused)
{
  g_autoptr (GPtrArray) drafts = NULL;
  g_autofree char *drafts_folder = g_build_filename (fixture->folder, "drafts", NULL);
  GtkWindow *page;
  guint restored = 0;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LoomDraft) draft = loom_draft_new (drafts_folder);

      loom_draft_store (draft, SOURCE, NULL, "Name & more", NULL);
      while (!loom_draft_is_stored (draft))
        g_main_context_iteration (NULL, TRUE);
    }
  drafts = list_drafts (drafts_folder, 3);
  page = loom_drafts_window_new (NULL, drafts);
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  g_signal_connect (page, "restore", G_CALLBACK (count_cb), &restored);
  gtk_window_present (page);
  gtk_widget_activate_action (GTK_WIDGET (page), "drafts.discard", "u", 1);
  /* Return in its row */
  gtk_widget_activate (loom_test_find (GTK_WIDGET (page), ADW_TYPE_ACTION_ROW, NULL));
  g_assert_cmpuint (restored, ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (page), "drafts.restore-all", NULL);
  g_assert_cmpuint (restored, ==, 2);
  loom_test_wait_until (is_gone, &page, "the page to close");
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void (* test) (Fixture *fixture, gconstpointer application);
  } tests[] = {
    { "/app/documents/save-action-writes-the-file", test_save_action_writes_the_file },
    { "/app/documents/close-can-be-cancelled", test_close_can_be_cancelled },
    { "/app/documents/close-can-discard", test_close_can_discard },
    { "/app/documents/close-can-save", test_close_can_save },
    { "/app/documents/dropped-sources-are-opened", test_dropped_sources_are_opened },
    { "/app/documents/dropped-array-is-copied-and-used", test_dropped_array_is_copied_and_used },
    { "/app/documents/dropped-bytes-are-asked-about", test_dropped_bytes_are_asked_about },
    { "/app/documents/dropped-array-needs-a-saved-document",
      test_dropped_array_needs_a_saved_document },
    { "/app/documents/help-tells-the-keys-that-are", test_help_tells_the_keys_that_are },
    { "/app/documents/recent-ones-are-told-apart", test_recent_documents_are_told_apart },
    { "/app/documents/removed-file-is-saved-again", test_removed_file_is_saved_again },
    { "/app/documents/pages-open-and-are-finalised", test_pages_open_and_are_finalised },
    { "/app/documents/gallery-shows-thumbnails", test_gallery_shows_thumbnails },
    { "/app/documents/enter-opens-what-was-searched-for", test_enter_opens_what_was_searched_for },
    { "/app/documents/questions-are-of-one-window", test_questions_are_of_one_window },
    { "/app/documents/a-page-may-be-closed-while-it-is-filled",
      test_a_page_may_be_closed_while_it_is_filled },
    { "/app/documents/drafts-are-offered", test_drafts_are_offered },
  };
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (LoomApplication) application = NULL;
  g_autoptr (GError) error = NULL;

  gtk_test_init (&argc, &argv);
  settings = loom_application_open_settings (NULL);
  application = loom_application_new (settings);
  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, application, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
