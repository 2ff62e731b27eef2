/* loom-picture-pane-clipboard.c: picture, values and what is known of a cell for other programs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-content.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* Pixels for a design pixel, as in files. */
#define SCALE 2

/* Values that a spreadsheet still takes, and that take no longer than a glance to write. */
#define MOST_VALUES (G_GUINT64_CONSTANT (1) << 22)

/* In a toast: who chose from a menu has the pointer over a cell, and the read-out is about that. */
static void
tell (LoomPicturePane *self,
      const char      *text)
{
  loom_widget_tell (GTK_WIDGET (self), text);
}

/* -- The picture, as on paper -- */

typedef struct
{
  LoomRun  *run;
  LoomView  view;
} Source;

static void
source_free (gpointer data)
{
  Source *source = data;

  loom_run_unref (source->run);
  g_free (source);
}

static GBytes *
draw_png (LoomPicture *picture)
{
  double width, height;
  cairo_surface_t *surface;
  cairo_t *cr;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GBytes) bytes = NULL;

  loom_picture_get_figure_size (picture, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width * SCALE,
                                        (int) height * SCALE);
  cr = cairo_create (surface);
  cairo_scale (cr, SCALE, SCALE);
  loom_picture_draw_figure (picture, cr, width, height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface),
                       (gsize) cairo_image_surface_get_stride (surface)
                         * cairo_image_surface_get_height (surface));
  texture = gdk_memory_texture_new (cairo_image_surface_get_width (surface),
                                    cairo_image_surface_get_height (surface), GDK_MEMORY_DEFAULT,
                                    bytes, cairo_image_surface_get_stride (surface));
  cairo_surface_destroy (surface);
  return gdk_texture_save_to_png_bytes (texture);
}

static void
draw_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Source *from = task_data;
  g_autoptr (LoomPicture) picture = loom_picture_new (from->run, &from->view);

  g_task_return_pointer (task, draw_png (picture), (GDestroyNotify) g_bytes_unref);
}

static void
drawn_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_autoptr (GBytes) png = g_task_propagate_pointer (G_TASK (result), NULL);

  loom_content_copy_png (GTK_WIDGET (self), png);
  tell (self, _("Copied the picture."));
}

static void
copy_picture_action (LoomPicturePane *self)
{
  g_autoptr (GTask) task = NULL;
  Source *from;

  if (self->run == NULL)
    return;
  from = g_new (Source, 1);
  *from = (Source) { loom_run_ref (self->run), _loom_picture_pane_get_paper_view (self) };
  task = g_task_new (NULL, NULL, drawn_cb, g_object_ref (self));
  g_task_set_source_tag (task, copy_picture_action);
  g_task_set_task_data (task, from, source_free);
  g_task_run_in_thread (task, draw_thread);
}

/* -- The values of the plane that is shown, rows as rows -- */

static void
add_values (GString     *text,
            LoomPicture *picture)
{
  /* cells of one axis lie in rows only to be seen */
  const guint64 cols = loom_picture_is_wrapped (picture) ? 1 : loom_picture_get_cols (picture);
  guint64 n = 0, index;

  for (guint64 row = 0; row < loom_picture_get_rows (picture); row++)
    for (guint64 col = 0; col < loom_picture_get_cols (picture); col++)
      {
        g_autofree char *value = NULL;

        if (!loom_picture_index_of (picture, col, row, &index))
          continue;
        value = loom_picture_dup_cell_field (picture, col, row, LOOM_CELL_FIELD_VALUE);
        g_string_append (text, value != NULL ? value : "");
        g_string_append_c (text, ++n % cols == 0 ? '\n' : '\t');
      }
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  GString *text = g_string_new (NULL);

  add_values (text, task_data);
  g_task_return_pointer (task, g_string_free (text, FALSE), g_free);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  loom_content_copy_text (GTK_WIDGET (self), text);
  tell (self, _("Copied the values."));
}

static void
copy_values_action (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autoptr (GTask) task = NULL;

  if (picture == NULL || !loom_picture_has_field (picture, LOOM_CELL_FIELD_VALUE))
    return;
  if (loom_picture_get_cols (picture) * loom_picture_get_rows (picture) > MOST_VALUES)
    {
      tell (self, _("There are more values than the clipboard should hold: save the array."));
      return;
    }
  task = g_task_new (NULL, NULL, written_cb, g_object_ref (self));
  g_task_set_source_tag (task, copy_values_action);
  g_task_set_task_data (task, loom_picture_ref (picture), (GDestroyNotify) loom_picture_unref);
  g_task_run_in_thread (task, write_thread);
}

/* -- One cell -- */

static void
copy_readout_action (LoomPicturePane *self)
{
  g_autofree char *text = _loom_picture_pane_dup_readout (self, TRUE);

  if (text == NULL)
    return;
  loom_content_copy_text (GTK_WIDGET (self), text);
  tell (self, _("Copied what is known of the cell."));
}

static void
copy_value_action (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autofree char *text = NULL;
  guint64 col, row;

  if (picture == NULL || !loom_grid_view_get_pin (self->grid, &col, &row))
    return;
  text = loom_picture_dup_cell_field (picture, col, row, LOOM_CELL_FIELD_VALUE);
  if (text == NULL)
    return;
  loom_content_copy_text (GTK_WIDGET (self), text);
  tell (self, _("Copied the value."));
}

void
_loom_picture_pane_class_clipboard_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.copy-picture", NULL, G_CALLBACK (copy_picture_action) },
    { "picture.copy-values", NULL, G_CALLBACK (copy_values_action) },
    { "picture.copy-readout", NULL, G_CALLBACK (copy_readout_action) },
    { "picture.copy-value", NULL, G_CALLBACK (copy_value_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
