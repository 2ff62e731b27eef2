/* loom-array-chooser.c: asks for a file with an array
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-array-chooser.h"

#include "loom-array-file.h"

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

/**
 * loom_array_chooser_take:
 * @response: how it was closed
 * @field: gets the chosen file
 *
 * A chosen file is one that was typed: what is wrong with it is said in the same place, and as long
 * as the keys are there it is said whole.
 */
void
loom_array_chooser_take (GtkFileChooserNative *self,
                         int                   response,
                         LoomField            *field)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self));
  if (file == NULL || g_file_peek_path (file) == NULL)
    return;
  loom_field_type (field, g_file_peek_path (file), TRUE);
  if (loom_field_is_refused (field))
    gtk_widget_grab_focus (GTK_WIDGET (field));
}
