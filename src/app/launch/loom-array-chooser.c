/* loom-array-chooser.c: asks for a file with an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-array-chooser.h"

#include "loom-array-file.h"
#include "loom-file-copy.h"
#include "loom-folder.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

static void
add_filter (GtkFileChooserNative *self,
            const char           *name,
            const char *const    *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self), filter);
}

/**
 * loom_array_chooser_new:
 * @widget: what it is asked for
 * @session: its document's folder is shown first
 *
 * Returns: (transfer full): a dialog, not shown yet
 */
GtkFileChooserNative *
loom_array_chooser_new (GtkWidget   *widget,
                        LoomSession *session)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (session);
  GtkFileChooserNative *self = gtk_file_chooser_native_new (
      _("Choose a File"), GTK_WINDOW (gtk_widget_get_root (widget)), GTK_FILE_CHOOSER_ACTION_OPEN,
      _("_Choose"), _("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self), TRUE);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self), folder, NULL);
  add_filter (self, _("Arrays, tables and pictures"), loom_array_file_patterns);
  add_filter (self, _("All files"), (const char *[]) { "*", NULL });
  return self;
}

/* A file on its way into the document's folder. */
typedef struct
{
  GtkWidget        *widget;
  GFile            *file;
  GFile            *folder;
  LoomArrayChosen   chosen;
} Copy;

static void
copy_free (Copy *copy)
{
  g_object_unref (copy->widget);
  g_object_unref (copy->file);
  g_object_unref (copy->folder);
  g_free (copy);
}

static void
copied_cb (gpointer      data,
           GFile        *file,
           const GError *error)
{
  Copy *copy = data;

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    copy->chosen (copy->widget, file, error);
  copy_free (copy);
}

static void
response_cb (AdwMessageDialog *dialog,
             const char       *response,
             gpointer          user_data)
{
  Copy *copy = user_data;

  if (g_str_equal (response, "copy"))
    loom_file_copy_beside (copy->widget, copy->file, copy->folder, copied_cb, copy);
  else
    copy_free (copy);
}

/* Takes the copy. */
static void
ask_to_copy (Copy *copy)
{
  g_autofree char *basename = g_file_get_basename (copy->file);
  g_autofree char *name = g_filename_display_name (basename);
  GtkRoot *root = gtk_widget_get_root (copy->widget);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                              _("Copy It Beside the Document?"), NULL));

  adw_message_dialog_format_body (
      dialog, _("A document reads files only from its own folder: “%s” will be copied there."),
      name);
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "copy", _("Copy and _Use"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "copy", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "copy");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), copy);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * loom_array_chooser_take:
 * @response: how it was closed
 * @widget: what asked for a file, which lives on until that has come
 * @session: its document's folder is where the file must be
 * @chosen: called with the file, at once or once it was copied; not where nothing was chosen
 *
 * Takes what was chosen. A document reads files of its own folder alone: whether one from elsewhere
 * is to be copied there is asked. For a document without a folder the file is given as it is.
 */
void
loom_array_chooser_take (GtkFileChooserNative *self,
                         int                   response,
                         GtkWidget            *widget,
                         LoomSession          *session,
                         LoomArrayChosen       chosen)
{
  g_autoptr (GFile) folder = loom_session_dup_folder (session);
  g_autoptr (GFile) file = NULL;
  g_autofree char *name = NULL;
  Copy *copy;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self));
  if (file == NULL || g_file_peek_path (file) == NULL)
    return;
  if (folder != NULL)
    name = loom_folder_dup_name (g_file_peek_path (folder), g_file_peek_path (file));
  if (name == NULL || !g_path_is_absolute (name))
    {
      chosen (widget, file, NULL);
      return;
    }

  copy = g_new0 (Copy, 1);
  copy->widget = g_object_ref (widget);
  copy->file = g_object_ref (file);
  copy->folder = g_object_ref (folder);
  copy->chosen = chosen;
  ask_to_copy (copy);
}

/**
 * loom_array_chooser_type:
 * @file: a chosen file
 * @field: gets it
 *
 * A chosen file is one that was typed: what is wrong with it is said in the same place, and as long
 * as the keys are there it is said whole.
 */
void
loom_array_chooser_type (GFile     *file,
                         LoomField *field)
{
  loom_field_type (field, g_file_peek_path (file), TRUE);
  if (loom_field_is_refused (field))
    gtk_widget_grab_focus (GTK_WIDGET (field));
}
