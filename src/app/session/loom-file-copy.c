/* loom-file-copy.c: copies a file into a folder, and asks where one of its name is there already
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-file-copy.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  GtkWidget      *widget;
  GFile          *file, *folder, *target;
  guint           n;            /* in the name of the copy, from 2 on; 0: it has that of the file */
  LoomFileCopied  copied;
  gpointer        data;
} Copy;

static void begin (Copy           *copy,
                   GFileCopyFlags  flags);

static void
end (Copy         *copy,
     const GError *error)
{
  copy->copied (copy->data, copy->target, error);
  g_object_unref (copy->widget);
  g_object_unref (copy->file);
  g_object_unref (copy->folder);
  g_object_unref (copy->target);
  g_free (copy);
}

/* a.npy, a-2.npy, a-3.npy */
static void
name_target (Copy *copy)
{
  g_autofree char *basename = g_file_get_basename (copy->file);
  const char *dot = strrchr (basename, '.');
  const int length = (int) (dot != NULL ? (gsize) (dot - basename) : strlen (basename));
  g_autofree char *name
      = copy->n == 0 ? g_strdup (basename)
                     : g_strdup_printf ("%.*s-%u%s", length, basename, copy->n, basename + length);

  g_clear_object (&copy->target);
  copy->target = g_file_get_child (copy->folder, name);
}

/* The next name that is free, which nobody else takes meanwhile. */
static void
keep_both (Copy *copy)
{
  copy->n = MAX (copy->n + 1, 2);
  name_target (copy);
  begin (copy, G_FILE_COPY_NONE);
}

static void
response_cb (AdwMessageDialog *dialog,
             const char       *response,
             Copy             *copy)
{
  g_autoptr (GError) error = NULL;

  if (g_str_equal (response, "keep"))
    keep_both (copy);
  else if (g_str_equal (response, "replace"))
    begin (copy, G_FILE_COPY_OVERWRITE);
  else
    {
      g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      end (copy, error);
    }
}

static void
ask (Copy *copy)
{
  g_autofree char *basename = g_file_get_basename (copy->target);
  g_autofree char *name = g_filename_display_name (basename);
  GtkRoot *root = gtk_widget_get_root (copy->widget);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (
      adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                              _("Replace the File?"), NULL));

  /* Translators: %s is a file's name */
  adw_message_dialog_format_body (dialog, _("There is another “%s” beside the document already. "
                                            "What it holds would be lost."), name);
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "keep", _("Keep _Both"),
                                    "replace", _("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "keep");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), copy);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
copied_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  Copy *copy = user_data;

  g_file_copy_finish (G_FILE (source), result, &error);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    end (copy, error);
  else if (copy->n > 0)
    keep_both (copy);
  else
    ask (copy);
}

static void
begin (Copy           *copy,
       GFileCopyFlags  flags)
{
  g_file_copy_async (copy->file, copy->target, flags, G_PRIORITY_DEFAULT, NULL, NULL, NULL,
                     copied_cb, copy);
}

/**
 * loom_file_copy_beside:
 * @widget: where it is asked what to do; lives on until that is done
 * @file: a file that is not in @folder
 * @folder: a document's
 * @copied: called once, in all cases
 * @data: for it
 *
 * Copies a file. Nothing is lost unasked: of one that has the same name, the user says whether it
 * is replaced, or the copy gets a name of its own.
 */
void
loom_file_copy_beside (GtkWidget      *widget,
                       GFile          *file,
                       GFile          *folder,
                       LoomFileCopied  copied,
                       gpointer        data)
{
  Copy *copy = g_new0 (Copy, 1);

  copy->widget = g_object_ref (widget);
  copy->file = g_object_ref (file);
  copy->folder = g_object_ref (folder);
  copy->copied = copied;
  copy->data = data;
  name_target (copy);
  begin (copy, G_FILE_COPY_NONE);
}
