/* loom-picture-pane-output.c: the picture as a file or on paper
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-export-dialog.h"
#include "loom-export.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* On paper, ink is dark; and paper knows nothing of the desktop's text. */
LoomView
_loom_picture_pane_get_paper_view (LoomPicturePane *self)
{
  LoomView view = self->view;

  view.dark = FALSE;
  view.text_scale = 1;
  return view;
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  loom_export_dialog_finish (user_data, result, _("The picture was not exported"));
}

static void
chosen_cb (GtkWidget  *widget,
           const char *path,
           gboolean    replace)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (widget);
  const LoomView view = _loom_picture_pane_get_paper_view (self);

  if (self->run != NULL)
    loom_export_async (self->run, &view, path, replace, exported_cb, g_object_ref (self));
}

/**
 * loom_picture_pane_export:
 *
 * Asks where, and writes the picture there as a figure. Nothing happens without a run.
 */
void
loom_picture_pane_export (LoomPicturePane *self)
{
  g_autofree char *name = NULL;

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));

  if (self->run == NULL)
    return;
  name = g_strdup_printf ("%s-%s.png", self->run->kernel != NULL ? self->run->kernel : "gridloom",
                          loom_lens_get_name (self->view.lens));
  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Export Picture"), name,
                           loom_export_figure_formats, chosen_cb);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  loom_export_dialog_finish (user_data, result, _("The array was not saved"));
}

static void
array_chosen_cb (GtkWidget  *widget,
                 const char *path,
                 gboolean    replace)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (widget);

  if (self->run != NULL)
    loom_export_array_async (self->run, self->view.array, path, replace, saved_cb,
                             g_object_ref (self));
}

/**
 * loom_picture_pane_save_array:
 *
 * Asks where, and writes the cells of the array that is shown there. Nothing happens without a run.
 */
void
loom_picture_pane_save_array (LoomPicturePane *self)
{
  const LoomRunArray *array;
  g_autofree char *name = NULL;

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));

  if (self->run == NULL || self->view.array >= self->run->arrays->len)
    return;
  array = g_ptr_array_index (self->run->arrays, self->view.array);
  name = g_strconcat (array->name, ".npy", NULL);
  loom_export_dialog_show (GTK_WIDGET (self), self->session, _("Save Array"), name,
                           loom_export_array_formats, array_chosen_cb);
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
    loom_export_dialog_tell (GTK_WIDGET (self), _("The picture was not printed"), error);
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

  view = _loom_picture_pane_get_paper_view (self);
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
    loom_export_dialog_tell (GTK_WIDGET (self), _("The picture was not printed"), error);
}

void
_loom_picture_pane_class_output_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.export", NULL, G_CALLBACK (loom_picture_pane_export) },
    { "picture.save-array", NULL, G_CALLBACK (loom_picture_pane_save_array) },
    { "picture.print", NULL, G_CALLBACK (loom_picture_pane_print) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
