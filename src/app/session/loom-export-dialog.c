/* loom-export-dialog.c: where a figure or an array goes, and in which format
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-export-dialog.h"

#include "loom-error.h"
#include "loom-export.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  GtkWidget              *widget;
  const LoomExportFormat *formats;
  LoomExportChosen        chosen;
} Asked;

const LoomExportFormat loom_export_figure_formats[] = {
  { N_("Pixels (PNG)"), ".png" },
  { N_("Vectors (SVG)"), ".svg" },
  { N_("Document (PDF)"), ".pdf" },
  { NULL, NULL },
};

const LoomExportFormat loom_export_array_formats[] = {
  { N_("NumPy array (.npy)"), ".npy" },
  { N_("NumPy archive (.npz)"), ".npz" },
  { N_("Table of numbers (.csv)"), ".csv" },
  { N_("Picture, a pixel for each cell (.png)"), ".png" },
  { N_("Bytes as they lie in memory (.raw)"), ".raw" },
  { NULL, NULL },
};

/* The ending of the format that is chosen in a dialog. */
static const char *
chosen_ending (GtkFileChooser         *chooser,
               const LoomExportFormat *formats)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);

  for (guint i = 0; filter != NULL && formats[i].name != NULL; i++)
    if (g_strcmp0 (gtk_file_filter_get_name (filter), _(formats[i].name)) == 0)
      return formats[i].ending;
  return formats[0].ending;
}

static const char *
find_ending (const char             *name,
             const LoomExportFormat *formats)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && formats[i].name != NULL; i++)
    if (g_ascii_strcasecmp (dot, formats[i].ending) == 0)
      return dot;
  return NULL;
}

/* An ending of no format is a part of the name. */
static char *
dup_with_ending (const char             *name,
                 const char             *ending,
                 const LoomExportFormat *formats)
{
  const char *old = find_ending (name, formats);
  g_autofree char *stem = g_strndup (name, old != NULL ? (gsize) (old - name) : strlen (name));

  return g_strconcat (stem, ending, NULL);
}

/* The name that is proposed has the ending of the format that is chosen. */
static void
filter_cb (GtkFileChooser *chooser,
           GParamSpec     *pspec,
           gpointer        formats)
{
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_autofree char *better = NULL;

  if (name == NULL || *name == '\0')
    return;
  better = dup_with_ending (name, chosen_ending (chooser, formats), formats);
  if (!g_str_equal (better, name))
    gtk_file_chooser_set_current_name (chooser, better);
}

/* A dialog of the desktop tells of another format only with the answer. While the first one still
 * is chosen, an ending that was typed counts. */
static char *
dup_completed (const char             *path,
               const char             *ending,
               const LoomExportFormat *formats)
{
  return ending == formats[0].ending && find_ending (path, formats) != NULL
             ? g_strdup (path)
             : dup_with_ending (path, ending, formats);
}

static void
asked_free (gpointer  data,
            GClosure *closure)
{
  g_free (data);
}

static void
choose (const Asked *asked,
        GFile       *file,
        const char  *ending)
{
  g_autofree char *chosen = g_file_get_path (file);
  g_autofree char *path = NULL;

  if (chosen == NULL)
    {
      g_autoptr (GError) error = NULL;

      g_set_error (&error, LOOM_ERROR, LOOM_ERROR_FILE, _("“%s” is not on this computer"),
                   g_file_peek_path (file) != NULL ? g_file_peek_path (file) : "?");
      loom_export_dialog_tell (asked->widget, _("The file was not written"), error);
      return;
    }
  path = dup_completed (chosen, ending, asked->formats);
  /* the dialog has asked about the name that was chosen, and about no other */
  asked->chosen (asked->widget, path, strcmp (path, chosen) == 0);
}

static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             const Asked     *asked)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL)
    choose (asked, file, chosen_ending (GTK_FILE_CHOOSER (dialog), asked->formats));
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

/**
 * loom_export_dialog_show:
 * @widget: who asks; nothing is answered when it is gone
 * @session: (nullable): of the document
 * @title: of the dialog
 * @name: a name for the file, with an ending; signs that no file system likes are replaced
 * @formats: %loom_export_figure_formats or %loom_export_array_formats
 * @chosen: called if a file was chosen
 *
 * Asks where a figure or an array goes; first beside the document, where settings can name it.
 */
void
loom_export_dialog_show (GtkWidget              *widget,
                         LoomSession            *session,
                         const char             *title,
                         const char             *name,
                         const LoomExportFormat *formats,
                         LoomExportChosen        chosen)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                     GTK_FILE_CHOOSER_ACTION_SAVE,
                                     formats == loom_export_array_formats ? _("_Save")
                                                                          : _("_Export"), NULL);
  g_autoptr (GFile) folder = session != NULL ? loom_session_dup_folder (session) : NULL;
  g_autofree char *clean = g_strdelimit (g_strdup (name), "/<>:* ", '-');
  Asked *asked = g_new (Asked, 1);
  GClosure *closure = g_cclosure_new (G_CALLBACK (response_cb), asked, asked_free);

  *asked = (Asked) { widget, formats, chosen };
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), clean);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  for (guint i = 0; formats[i].name != NULL; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _(formats[i].name));
      gtk_file_filter_add_suffix (filter, formats[i].ending + 1);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
    }
  g_signal_connect (dialog, "notify::filter", G_CALLBACK (filter_cb), (gpointer) formats);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_object_watch_closure (G_OBJECT (widget), closure);
  g_signal_connect_closure (dialog, "response", closure, FALSE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/**
 * loom_export_dialog_tell:
 * @widget: who wanted it
 * @heading: what did not come about
 * @error: why
 *
 * Says in a dialog what went wrong.
 */
void
loom_export_dialog_tell (GtkWidget    *widget,
                         const char   *heading,
                         const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                              heading, error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
say (GtkWidget    *widget,
     const char   *words,
     const char   *failure,
     const GError *error)
{
  if (error != NULL)
    loom_export_dialog_tell (widget, failure, error);
  else
    loom_widget_tell (widget, words);
}

/**
 * loom_export_dialog_told:
 * @widget: who wanted it
 * @path: of the file
 * @failure: what did not come about, where nothing was written
 * @error: (nullable): why not; %NULL where it was written
 *
 * Says that a file was written, or what went wrong.
 */
void
loom_export_dialog_told (GtkWidget    *widget,
                         const char   *path,
                         const char   *failure,
                         const GError *error)
{
  g_autofree char *words = loom_export_dup_saved (path);

  say (widget, words, failure, error);
}

/**
 * loom_export_dialog_finish:
 * @widget: (transfer full): who wanted it
 * @result: of what was exported
 * @failure: what did not come about, where nothing was written
 *
 * Says that it was written, or what went wrong.
 */
void
loom_export_dialog_finish (GtkWidget    *widget,
                           GAsyncResult *result,
                           const char   *failure)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);
  g_autofree char *words = loom_export_dup_words (result);

  say (widget, words, failure, error);
  g_object_unref (widget);
}
