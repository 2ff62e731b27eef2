/* loom-picture-pane-output.c: the picture as a file or on paper
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-export.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* On paper, ink is dark. */
static LoomView
view_for_paper (LoomPicturePane *self)
{
  LoomView view = self->view;

  view.dark = FALSE;
  return view;
}

static void
tell (LoomPicturePane *self,
      const char      *heading,
      const GError    *error)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                              heading, error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = loom_export_finish (result, &error);

  if (path == NULL)
    tell (self, _("The picture was not exported"), error);
}

static const struct
{
  const char *name;
  const char *ending;
} formats[] = {
  { N_("Pixels (PNG)"), ".png" },
  { N_("Vectors (SVG)"), ".svg" },
  { N_("Document (PDF)"), ".pdf" },
};

/* The ending of the format that is chosen in a dialog. */
static const char *
chosen_ending (GtkFileChooser *chooser)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);

  for (guint i = 0; filter != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_strcmp0 (gtk_file_filter_get_name (filter), _(formats[i].name)) == 0)
      return formats[i].ending;
  return formats[0].ending;
}

static const char *
find_ending (const char *name)
{
  const char *dot = strrchr (name, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (dot, formats[i].ending) == 0)
      return dot;
  return NULL;
}

/* An ending of no format is a part of the name. */
static char *
dup_with_ending (const char *name,
                 const char *ending)
{
  const char *old = find_ending (name);
  g_autofree char *stem = g_strndup (name, old != NULL ? (gsize) (old - name) : strlen (name));

  return g_strconcat (stem, ending, NULL);
}

/* A dialog leaves the name as it was when another format is chosen. While the first one still is,
 * an ending that was typed counts. */
static char *
dup_completed (const char *path,
               const char *ending)
{
  return ending == formats[0].ending && find_ending (path) != NULL
             ? g_strdup (path)
             : dup_with_ending (path, ending);
}

static void
export_to (LoomPicturePane *self,
           GFile           *file,
           const char      *ending)
{
  const LoomView view = view_for_paper (self);
  g_autofree char *chosen = g_file_get_path (file);
  g_autofree char *path = NULL;

  if (chosen == NULL)
    {
      g_autoptr (GError) error = NULL;

      g_set_error (&error, LOOM_ERROR, LOOM_ERROR_FILE, _("“%s” is not on this computer"),
                   g_file_peek_path (file) != NULL ? g_file_peek_path (file) : "?");
      tell (self, _("The picture was not exported"), error);
      return;
    }
  path = dup_completed (chosen, ending);
  /* the dialog has asked about the name that was chosen, and about no other */
  loom_export_async (self->run, &view, path, strcmp (path, chosen) == 0, exported_cb,
                     g_object_ref (self));
}

static void
file_chosen_cb (GtkNativeDialog *dialog,
                int              response,
                LoomPicturePane *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL && self->run != NULL)
    export_to (self, file, chosen_ending (GTK_FILE_CHOOSER (dialog)));
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

static void
add_formats (GtkFileChooser *chooser)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _(formats[i].name));
      gtk_file_filter_add_suffix (filter, formats[i].ending + 1);
      gtk_file_chooser_add_filter (chooser, filter);
    }
}

/**
 * loom_picture_pane_export:
 * @self: a pane
 *
 * Asks where, and writes the picture there as a figure. Nothing happens without a run.
 */
void
loom_picture_pane_export (LoomPicturePane *self)
{
  GtkRoot *root;
  GtkFileChooserNative *dialog;
  g_autofree char *name = NULL;

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));

  if (self->run == NULL)
    return;
  root = gtk_widget_get_root (GTK_WIDGET (self));
  dialog = gtk_file_chooser_native_new (_("Export Picture"),
                                        GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  name = g_strdup_printf ("%s-%s.png", self->run->kernel != NULL ? self->run->kernel : "gridloom",
                          loom_lens_get_name (self->view.lens));
  g_strdelimit (name, "/<>:* ", '-');
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  add_formats (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (file_chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* One page, the figure in the middle of its width, not larger than it looks best. */
static void
draw_page_cb (GtkPrintOperation *print,
              GtkPrintContext   *context,
              int                page,
              LoomPicture       *picture)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  double page_width = gtk_print_context_get_width (context),
         page_height = gtk_print_context_get_height (context);
  double width, height, scale;

  loom_picture_get_figure_size (picture, &width, &height);
  scale = MIN (page_width / width, page_height / height);
  cairo_translate (cr, (page_width - width * scale) / 2, 0);
  cairo_scale (cr, scale, scale);
  loom_picture_draw_figure (picture, cr, width, height);
}

static void
print_done_cb (GtkPrintOperation       *print,
               GtkPrintOperationResult  result,
               LoomPicturePane         *self)
{
  g_autoptr (GError) error = NULL;

  /* without an error GTK 4.8 warns of being asked for it */
  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (print, &error);
  if (error != NULL)
    tell (self, _("The picture was not printed"), error);
}

static void
release_picture (gpointer  data,
                 GClosure *closure)
{
  loom_picture_unref (data);
}

/**
 * loom_picture_pane_create_print:
 * @self: a pane with a run
 *
 * Makes what prints the picture as it is now, as a figure on one page; it has yet to be run.
 *
 * Returns: (transfer full): a new operation
 */
GtkPrintOperation *
loom_picture_pane_create_print (LoomPicturePane *self)
{
  g_autofree char *title = NULL;
  GtkPrintOperation *print;
  LoomPicture *picture;
  LoomView view;

  g_return_val_if_fail (LOOM_IS_PICTURE_PANE (self), NULL);
  g_return_val_if_fail (self->run != NULL, NULL);

  view = view_for_paper (self);
  picture = loom_picture_new (self->run, &view);
  title = loom_picture_dup_title (picture);
  print = gtk_print_operation_new ();
  gtk_print_operation_set_n_pages (print, 1);
  gtk_print_operation_set_job_name (print, title);
  gtk_print_operation_set_embed_page_setup (print, TRUE);
  g_signal_connect_data (print, "draw-page", G_CALLBACK (draw_page_cb), picture, release_picture,
                         0);
  return print;
}

/**
 * loom_picture_pane_print:
 * @self: a pane
 *
 * Prints the picture as a figure on one page. Nothing happens without a run.
 */
void
loom_picture_pane_print (LoomPicturePane *self)
{
  g_autoptr (GtkPrintOperation) print = NULL;
  g_autoptr (GError) error = NULL;
  GtkRoot *root;

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));

  if (self->run == NULL)
    return;
  root = gtk_widget_get_root (GTK_WIDGET (self));
  print = loom_picture_pane_create_print (self);
  gtk_print_operation_set_allow_async (print, TRUE);
  g_signal_connect_object (print, "done", G_CALLBACK (print_done_cb), self, 0);
  if (gtk_print_operation_run (print, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG,
                               GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, &error) ==
      GTK_PRINT_OPERATION_RESULT_ERROR)
    tell (self, _("The picture was not printed"), error);
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  loom_picture_pane_export (LOOM_PICTURE_PANE (widget));
}

static void
print_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  loom_picture_pane_print (LOOM_PICTURE_PANE (widget));
}

void
_loom_picture_pane_class_output_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "picture.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "picture.print", NULL, print_action);
}
