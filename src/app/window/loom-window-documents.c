/* loom-window-documents.c: open, save, close and what else a window does with its document
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-array-file.h"
#include "loom-connect.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of the menu of documents that were opened last. */
#define MOST_ITEMS 8
#define MOST_CHARS 40           /* of a name in it, and of a folder */

static void
remember (LoomWindow *self)
{
  g_autofree char *uri = g_file_get_uri (loom_session_get_file (self->session));

  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

static int
compare_visited (gconstpointer a,
                 gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) b),
                              gtk_recent_info_get_visited ((GtkRecentInfo *) a));
}

/* Text that is longer than a menu is wide, without its middle. */
static char *
dup_short (const char *text)
{
  const glong length = g_utf8_strlen (text, -1), half = MOST_CHARS / 2;
  g_autofree char *start = NULL;

  if (length <= MOST_CHARS)
    return g_strdup (text);
  start = g_utf8_substring (text, 0, half - 1);
  return g_strconcat (start, "…", g_utf8_offset_to_pointer (text, length - half), NULL);
}

/* Where a document lies, as people write it. */
static char *
dup_short_folder (const char *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : g_strdup (uri);
  const char *home = g_get_home_dir ();
  const gsize length = strlen (home);
  g_autofree char *at_home
      = g_str_has_prefix (path, home) && (path[length] == '/' || path[length] == '\0')
            ? g_strconcat ("~", path + length, NULL) : NULL;

  return dup_short (at_home != NULL ? at_home : path);
}

/* Two of one name are told apart by their folders. */
static char *
dup_recent_label (GPtrArray *infos,
                  guint      at)
{
  const char *name = gtk_recent_info_get_display_name (infos->pdata[at]);
  g_autofree char *shown = dup_short (name);
  g_autofree char *folder = NULL;

  for (guint i = 0; i < infos->len && folder == NULL; i++)
    if (i != at && g_str_equal (gtk_recent_info_get_display_name (infos->pdata[i]), name))
      folder = dup_short_folder (gtk_recent_info_get_uri (infos->pdata[at]));
  /* Translators: the name of a file, and the folder that it lies in */
  return folder != NULL ? g_strdup_printf (_("%1$s — %2$s"), shown, folder)
                        : g_steal_pointer (&shown);
}

static void
append_recent (GMenu      *menu,
               GPtrArray  *infos,
               guint       at)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  g_autofree char *text = dup_recent_label (infos, at);
  /* an underscore in the name of a file is no mnemonic */
  g_auto (GStrv) words = g_strsplit (text, "_", -1);
  g_autofree char *label = g_strjoinv ("__", words);

  g_menu_item_set_label (item, label);
  g_menu_item_set_action_and_target (item, "app.open-uri", "s",
                                     gtk_recent_info_get_uri (infos->pdata[at]));
  g_menu_append_item (menu, item);
}

/* The documents that were opened with Gridloom last, the latest first, and the way to the
 * examples. */
static void
fill_recent (LoomWindow *self)
{
  GMenu *menu = self->recent_menu;
  g_autoptr (GMenu) files = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  g_autoptr (GPtrArray) infos
      = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);

  items = g_list_sort (items, compare_visited);
  for (GList *l = items; l != NULL && infos->len < MOST_ITEMS; l = l->next)
    if (gtk_recent_info_has_application (l->data, g_get_application_name ()))
      g_ptr_array_add (infos, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  for (guint i = 0; i < infos->len; i++)
    append_recent (files, infos, i);

  g_menu_remove_all (menu);
  g_menu_append (more, _("_Examples"), "win.gallery");
  g_menu_append (more, _("_New from a Form…"), "win.new-from-form");
  g_menu_append_section (menu, infos->len > 0 ? _("Recent") : NULL, G_MENU_MODEL (files));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
}

/* What lasts is said in a strip: the file is not what was read from it. */
static void
update_disk (LoomWindow *self)
{
  LoomDiskState state = loom_document_file_get_disk (self->document);
  const char *name = loom_session_get_name (self->session);
  g_autofree char *title = NULL;

  if (state == LOOM_DISK_CHANGED)
    title = g_strdup_printf (_("%s was changed by another program."), name);
  else if (state == LOOM_DISK_GONE)
    title = g_strdup_printf (_("%s was removed by another program; its text is still here."), name);
  g_object_set (self->disk_banner,
                "kind", LOOM_BANNER_WARNING,
                "button-label", state == LOOM_DISK_GONE ? _("Save Again") : _("Reload"),
                "action-name", state == LOOM_DISK_GONE ? "win.save" : "win.reload",
                /* what is gone can't be taken instead */
                "second-label", state == LOOM_DISK_GONE ? NULL : _("Keep Mine"),
                "second-action", "win.keep",
                NULL);
  loom_banner_set_title (self->disk_banner, title);
}

static void
draft_failed_cb (LoomWindow   *self,
                 const GError *error)
{
  g_autofree char *text
      = g_strdup_printf (_("Unsaved text cannot be kept for recovery: %s"), error->message);

  loom_window_add_toast (self, adw_toast_new (text));
}

/* Whether the document was read or written; why not is told. */
static gboolean
finish (LoomWindow   *self,
        GObject      *document,
        GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;

  if (loom_document_file_finish (LOOM_DOCUMENT_FILE (document), result, &error))
    return TRUE;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    _loom_window_show_error (self, error);
  return FALSE;
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;

  self->loading = FALSE;
  if (!finish (self, source, result))
    return;
  remember (self);
  loom_editor_pane_focus (self->editor_pane);
  loom_session_show_line (self->session, self->line, self->column);
  self->line = 0;
}

static void
reloaded_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;

  finish (self, source, result);
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;

  self->loading = FALSE;
  if (finish (self, source, result))
    loom_editor_pane_focus (self->editor_pane);
}

/* The window goes, or the questions of the next one come before any does. */
static void
go_on_closing (LoomWindow *self)
{
  if (self->quitting)
    loom_action_activate (GTK_WIDGET (self), "app.quit", NULL);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LoomWindow) self = user_data;
  gboolean closing = self->closing;

  self->closing = FALSE;
  if (!finish (self, source, result))
    return;
  remember (self);
  if (closing)
    go_on_closing (self);
}

static void
save_to (LoomWindow *self,
         GFile      *file)
{
  /* an edit would take away what can be redone: then the look waits for another time */
  if (!gtk_text_buffer_get_can_redo (loom_editor_pane_get_buffer (self->editor_pane)))
    loom_session_write_view (self->session);
  loom_document_file_save_async (self->document, file, saved_cb, g_object_ref (self));
}

/* Endings of the files that kernels stand in. */
static const char * const endings[] = { "cu", "cuh", "h", "hpp" };

gboolean
_loom_window_is_source_name (const char *name)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (dot + 1, endings[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Opens a file in a window of its own, or in this one while it is blank. */
void
_loom_window_open_elsewhere (LoomWindow *self,
                             GFile      *file)
{
  g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
}

/* Who goes on with one document goes on with all of them. */
static void
go_on_working (LoomWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  self->closing = FALSE;
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (LOOM_IS_WINDOW (l->data))
      LOOM_WINDOW (l->data)->discarded = FALSE;
}

/* The chooser lives until it answers; the window may be gone by then. */
static void
open_response_cb (GtkNativeDialog *dialog,
                  int              response,
                  gpointer         user_data)
{
  LoomWindow *self = LOOM_WINDOW (gtk_native_dialog_get_transient_for (dialog));
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && self != NULL && file != NULL)
    _loom_window_open_or_fill (self, file);
  g_object_unref (dialog);
}

static void
add_filter (GtkFileChooserNative *dialog,
            const char           *name,
            const char * const    patterns[])
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
}

static void
show_chooser (GtkFileChooserNative *dialog,
              GCallback             response_cb)
{
  g_autoptr (GtkFileFilter) kernels = gtk_file_filter_new ();

  gtk_file_filter_set_name (kernels, _("CUDA sources"));
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    gtk_file_filter_add_suffix (kernels, endings[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), kernels);
  if (gtk_file_chooser_get_action (GTK_FILE_CHOOSER (dialog)) == GTK_FILE_CHOOSER_ACTION_OPEN)
    add_filter (dialog, _("Arrays, tables and pictures"), loom_array_file_patterns);
  add_filter (dialog, _("All files"), (const char *[]) { "*", NULL });
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", response_cb, NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* What is looked for often lies beside what is open. */
static void
open_action (GtkWidget *widget)
{
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (_("Open a Kernel"), GTK_WINDOW (widget),
                                     GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  g_autoptr (GFile) folder = loom_session_dup_folder (LOOM_WINDOW (widget)->session);

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  show_chooser (dialog, G_CALLBACK (open_response_cb));
}

static void
save_as_response_cb (GtkNativeDialog *dialog,
                     int              response,
                     gpointer         user_data)
{
  LoomWindow *self = LOOM_WINDOW (gtk_native_dialog_get_transient_for (dialog));
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && self != NULL && file != NULL)
    save_to (self, file);
  else if (self != NULL)
    go_on_working (self);
  g_object_unref (dialog);
}

static void
ask_where_to_save (LoomWindow *self)
{
  GFile *file = loom_session_get_file (self->session);
  const char *title = loom_session_get_name (self->session);
  g_autofree char *name
      = g_strconcat (title, _loom_window_is_source_name (title) ? NULL : ".cu", NULL);
  GtkFileChooserNative *dialog;

  dialog = gtk_file_chooser_native_new (_("Save the Kernel"), GTK_WINDOW (self),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  if (file == NULL || !gtk_file_chooser_set_file (GTK_FILE_CHOOSER (dialog), file, NULL))
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  show_chooser (dialog, G_CALLBACK (save_as_response_cb));
}

static void
save (LoomWindow *self)
{
  if (loom_session_get_file (self->session) != NULL)
    save_to (self, NULL);
  else
    ask_where_to_save (self);
}

static void
reload_action (LoomWindow *self)
{
  loom_document_file_reload_async (self->document, reloaded_cb, g_object_ref (self));
}

static gboolean
close_cb (gpointer data)
{
  go_on_closing (data);
  return G_SOURCE_REMOVE;
}

/* The window outlives the dialog that asked: a dialog whose parent goes first trips over it. */
static void
close_response_cb (LoomWindow *self,
                   const char *response)
{
  if (g_str_equal (response, "save"))
    {
      self->closing = TRUE;
      save (self);
    }
  else if (g_str_equal (response, "discard"))
    {
      self->discarded = TRUE;
      g_idle_add_full (G_PRIORITY_DEFAULT, close_cb, g_object_ref (self), g_object_unref);
    }
  else
    {
      go_on_working (self);
    }
}

static void
ask_about_changes (LoomWindow *self)
{
  AdwMessageDialog *dialog;

  dialog
      = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), _("Save Changes?"), NULL));
  adw_message_dialog_format_body (
      dialog,
      /* Translators: %s is the name of a document. */
      _("“%s” has changes that are not saved. They will be lost if you discard them."),
      loom_session_get_name (self->session));
  adw_message_dialog_add_responses (dialog,
                                    "cancel", _("_Cancel"),
                                    "discard", _("_Discard"),
                                    "save", _("_Save"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  loom_connect (dialog, "response", close_response_cb, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Shows the editor where it is hidden: what is asked for happens there. */
static LoomEditorPane *
reach_editor (LoomWindow *self)
{
  g_object_set (self->layout, "show-editor", TRUE, NULL);
  return self->editor_pane;
}

static void
find_action (LoomWindow *self,
             gboolean    replace)
{
  loom_editor_pane_find (reach_editor (self), replace);
}

static void
find_step_action (LoomWindow *self,
                  gboolean    forward)
{
  loom_editor_pane_find_step (reach_editor (self), forward);
}

static void
go_to_line_action (LoomWindow *self)
{
  loom_editor_pane_go_to_line (reach_editor (self));
}

static void
go_to_definition_action (LoomWindow *self)
{
  if (!loom_editor_pane_go_to_definition (reach_editor (self)))
    loom_window_add_toast (self, adw_toast_new (_("The file defines nothing of the name under the "
                                                  "cursor")));
}

static void
go_back_action (LoomWindow *self)
{
  if (!loom_editor_pane_go_back (reach_editor (self)))
    loom_window_add_toast (self, adw_toast_new (_("There is no place to go back to")));
}

static void
explain_action (LoomWindow *self)
{
  if (!loom_editor_pane_explain (reach_editor (self)))
    loom_window_add_toast (self, adw_toast_new (_("There is no explanation of what is under the "
                                                  "cursor")));
}

static void
undo_action (LoomWindow *self)
{
  gtk_text_buffer_undo (loom_editor_pane_get_buffer (self->editor_pane));
}

static void
redo_action (LoomWindow *self)
{
  gtk_text_buffer_redo (loom_editor_pane_get_buffer (self->editor_pane));
}

/* Undo bubbles: an entry that is typed into has it first, everywhere else it is the document's. */
void
_loom_window_class_documents_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.open", NULL, G_CALLBACK (open_action) },
    { "win.save", NULL, G_CALLBACK (save) },
    { "win.save-as", NULL, G_CALLBACK (ask_where_to_save) },
    { "win.reload", NULL, G_CALLBACK (reload_action) },
    { "win.keep", NULL, G_CALLBACK (loom_document_file_keep),
      .object = G_STRUCT_OFFSET (LoomWindow, document) },
    { "win.close", NULL, G_CALLBACK (gtk_window_close) },
    { "win.find", NULL, G_CALLBACK (find_action), FALSE },
    { "win.replace", NULL, G_CALLBACK (find_action), TRUE },
    { "win.find-next", NULL, G_CALLBACK (find_step_action), TRUE },
    { "win.find-previous", NULL, G_CALLBACK (find_step_action), FALSE },
    { "win.go-to-line", NULL, G_CALLBACK (go_to_line_action) },
    { "win.go-to-definition", NULL, G_CALLBACK (go_to_definition_action) },
    { "win.go-back", NULL, G_CALLBACK (go_back_action) },
    { "win.explain", NULL, G_CALLBACK (explain_action) },
    { "win.undo", NULL, G_CALLBACK (undo_action) },
    { "win.redo", NULL, G_CALLBACK (redo_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_action_bind (klass, "<Control>z", "win.undo");
  loom_action_bind (klass, "<Control><Shift>z <Control>y", "win.redo");
}

static void
active_cb (LoomWindow *self)
{
  if (self->document != NULL && gtk_window_is_active (GTK_WINDOW (self)))
    loom_document_file_check (self->document);
}

void
_loom_window_documents_init (LoomWindow *self)
{
  self->document = loom_document_file_new (self->session, NULL);
  loom_connect (self->document, "disk-changed", update_disk, self);
  loom_connect (self->document, "draft-failed", draft_failed_cb, self);
  loom_connect (gtk_recent_manager_get_default (), "changed", fill_recent, self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_cb), NULL);
  fill_recent (self);
}

/**
 * loom_window_may_close:
 * @quitting: whether the program is to end
 *
 * Asks what becomes of changes. The answer closes the window, or ends the program.
 *
 * Returns: whether there is nothing to ask
 */
gboolean
loom_window_may_close (LoomWindow *self,
                       gboolean    quitting)
{
  g_return_val_if_fail (LOOM_IS_WINDOW (self), TRUE);

  loom_session_flush (self->session);
  if (!loom_session_get_modified (self->session) || self->discarded)
    return TRUE;
  self->quitting = quitting;
  ask_about_changes (self);
  return FALSE;
}

/**
 * loom_window_is_blank:
 *
 * Returns: whether it shows an empty, untitled document, so that another can be opened in it
 */
gboolean
loom_window_is_blank (LoomWindow *self)
{
  g_return_val_if_fail (LOOM_IS_WINDOW (self), FALSE);

  return loom_session_get_file (self->session) == NULL && !loom_session_get_modified (self->session)
         && *loom_session_get_text (self->session) == '\0' && !self->loading;
}

/**
 * loom_window_open_file:
 * @file: a document
 *
 * Reads a file into the window; what goes wrong is told in a toast.
 */
void
loom_window_open_file (LoomWindow *self,
                       GFile      *file)
{
  g_return_if_fail (LOOM_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  self->loading = TRUE;
  loom_document_file_load_async (self->document, file, opened_cb, g_object_ref (self));
}

/**
 * loom_window_show_line:
 * @line: of its document, from 1
 * @column: in characters, from 1; 0 for the whole line
 *
 * Goes to a line, once the document is there if it is still on its way.
 */
void
loom_window_show_line (LoomWindow *self,
                       guint       line,
                       guint       column)
{
  g_return_if_fail (LOOM_IS_WINDOW (self));

  if (self->loading)
    {
      self->line = line;
      self->column = column;
    }
  else
    loom_session_show_line (self->session, line, column);
}

void
loom_window_start (LoomWindow *self,
                   const char *name,
                   const char *text,
                   gboolean    made)
{
  g_return_if_fail (LOOM_IS_WINDOW (self));

  loom_document_file_start (self->document, name, text, made);
  loom_editor_pane_focus (self->editor_pane);
}

void
loom_window_restore (LoomWindow *self,
                     LoomDraft  *draft)
{
  g_return_if_fail (LOOM_IS_WINDOW (self));
  g_return_if_fail (LOOM_IS_DRAFT (draft));

  self->loading = TRUE;
  loom_document_file_restore_async (self->document, draft, restored_cb, g_object_ref (self));
}
