/* loom-picture-pane-copy.c: the cells of the table as text for another program
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-action.h"
#include "loom-content.h"
#include "loom-format.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* What a sheet of a spreadsheet holds below its headings. */
#define MOST_ROWS 1048575

/* Rows of a picture, by their place in the table. */
typedef struct
{
  LoomPicture *picture;
  GtkBitset   *rows;
  guint64      wanted;          /* rows, of which the first MOST_ROWS are copied */
} Copying;

static void
copying_free (gpointer data)
{
  Copying *copying = data;

  loom_picture_unref (copying->picture);
  gtk_bitset_unref (copying->rows);
  g_free (copying);
}

static void
add_field (GString    *text,
           gboolean    first,
           const char *field)
{
  if (!first)
    g_string_append_c (text, '\t');
  g_string_append (text, field != NULL ? field : "");
}

static void
add_row (GString     *text,
         LoomPicture *picture,
         guint        row)
{
  const guint64 cols = MAX (loom_picture_get_cols (picture), 1);

  for (LoomCellField field = 0; field < LOOM_N_CELL_FIELDS; field++)
    {
      g_autofree char *value = NULL;

      if (!loom_picture_has_field (picture, field))
        continue;
      value = loom_picture_dup_cell_field (picture, row % cols, row / cols, field);
      add_field (text, field == LOOM_CELL_FIELD_PLACE, value);
    }
  g_string_append_c (text, '\n');
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const Copying *copying = task_data;
  GString *text = g_string_new (NULL);
  GtkBitsetIter iter;
  guint row;

  for (LoomCellField field = 0; field < LOOM_N_CELL_FIELDS; field++)
    if (loom_picture_has_field (copying->picture, field))
      add_field (text, field == LOOM_CELL_FIELD_PLACE,
                 loom_picture_get_field_title (copying->picture, field));
  g_string_append_c (text, '\n');
  for (gboolean more = gtk_bitset_iter_init_first (&iter, copying->rows, &row); more;
       more = gtk_bitset_iter_next (&iter, &row))
    add_row (text, copying->picture, row);
  g_task_return_pointer (task, g_string_free (text, FALSE), g_free);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LoomPicturePane) self = user_data;
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);
  const Copying *copying = g_task_get_task_data (G_TASK (result));
  const guint64 n = gtk_bitset_get_size (copying->rows);
  g_autofree char *copied = loom_typeset_count (n);
  g_autofree char *all = loom_typeset_count (copying->wanted);
  g_autofree char *message
      = n < copying->wanted
            /* Translators: rows of a table that were copied, and all that were to be */
            ? g_strdup_printf (_("Copied the first %1$s of %2$s rows."), copied, all)
            : g_strdup_printf (ngettext ("Copied %" PRIu64 " row.", "Copied %" PRIu64 " rows.",
                                         (gulong) n), n);

  loom_content_copy_text (GTK_WIDGET (self), text);
  gtk_label_set_label (self->readout, message);
}

/* Many rows take a while: the window goes on. */
static void
copy_rows (LoomPicturePane *self,
           GtkBitset       *rows)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autoptr (GTask) task = NULL;
  Copying *copying;

  if (picture == NULL || gtk_bitset_is_empty (rows))
    return;
  copying = g_new (Copying, 1);
  *copying = (Copying) { loom_picture_ref (picture), gtk_bitset_copy (rows),
                         gtk_bitset_get_size (rows) };
  if (gtk_bitset_get_size (rows) > MOST_ROWS)
    gtk_bitset_remove_range_closed (copying->rows, gtk_bitset_get_nth (rows, MOST_ROWS),
                                    gtk_bitset_get_maximum (rows));
  task = g_task_new (NULL, NULL, written_cb, g_object_ref (self));
  g_task_set_source_tag (task, copy_rows);
  g_task_set_task_data (task, copying, copying_free);
  g_task_run_in_thread (task, write_thread);
}

static void
copy_table_action (LoomPicturePane *self)
{
  LoomPicture *picture = loom_grid_view_get_picture (self->grid);
  g_autoptr (GtkBitset) rows = NULL;

  if (picture == NULL)
    return;
  rows = gtk_bitset_new_range (0, loom_cell_table_count_rows (picture));
  copy_rows (self, rows);
}

static void
copy_rows_action (LoomPicturePane *self)
{
  g_autoptr (GtkBitset) rows = loom_cell_table_dup_selected (self->table);

  if (gtk_bitset_is_empty (rows))
    copy_table_action (self);
  else
    copy_rows (self, rows);
}

void
_loom_picture_pane_class_copy_init (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "picture.copy-rows", NULL, G_CALLBACK (copy_rows_action) },
    { "picture.copy-table", NULL, G_CALLBACK (copy_table_action) },
  };

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
