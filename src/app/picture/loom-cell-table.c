/* loom-cell-table.c: the cells of a picture as rows of a table
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cell-table.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-typeset.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* All rows, made when they are asked for. A row is no more than its position: what it says is asked
 * of the picture while it is in sight. */
#define LOOM_TYPE_CELL_ROWS (loom_cell_rows_get_type ())
G_DECLARE_FINAL_TYPE (LoomCellRows, loom_cell_rows, LOOM, CELL_ROWS, GObject)

struct _LoomCellRows
{
  GObject  parent_instance;
  guint64  cols;
  guint    n;
};

static GType
loom_cell_rows_get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
loom_cell_rows_get_n_items (GListModel *model)
{
  return LOOM_CELL_ROWS (model)->n;
}

static gpointer
loom_cell_rows_get_item (GListModel *model,
                         guint       position)
{
  return position < LOOM_CELL_ROWS (model)->n ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
loom_cell_rows_list_init (GListModelInterface *iface)
{
  iface->get_item_type = loom_cell_rows_get_item_type;
  iface->get_n_items = loom_cell_rows_get_n_items;
  iface->get_item = loom_cell_rows_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LoomCellRows, loom_cell_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, loom_cell_rows_list_init))

static void
loom_cell_rows_class_init (LoomCellRowsClass *klass)
{
}

static void
loom_cell_rows_init (LoomCellRows *self)
{
}

struct _LoomCellTable
{
  GtkWidget            parent_instance;

  GtkWidget           *scroller;
  GtkColumnView       *view;
  GtkColumnViewColumn *columns[LOOM_N_CELL_FIELDS];
  LoomPicture         *picture;
  LoomCellRows        *rows;
  guint                shown;           /* the row that is scrolled to */
  guint                scroll_id;
};

G_DEFINE_FINAL_TYPE (LoomCellTable, loom_cell_table, GTK_TYPE_WIDGET)

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "tabular");
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         LoomCellTable            *self)
{
  const guint position = gtk_list_item_get_position (item);
  g_autofree char *text = NULL;

  for (guint i = 0; i < LOOM_N_CELL_FIELDS && self->picture != NULL; i++)
    if (gtk_column_view_column_get_factory (self->columns[i]) == GTK_LIST_ITEM_FACTORY (factory))
      text = loom_picture_dup_cell_field (self->picture, position % self->rows->cols,
                                          position / self->rows->cols, i);
  text = loom_typeset (text);
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text != NULL ? text : "");
}

static void
activate_cb (GtkColumnView *view,
             guint          position,
             LoomCellTable *self)
{
  if (self->rows != NULL && position < self->rows->n)
    g_signal_emit_by_name (self, "chosen", (guint64) (position % self->rows->cols),
                   (guint64) (position / self->rows->cols));
}

static void
add_columns (LoomCellTable *self)
{
  for (guint i = 0; i < LOOM_N_CELL_FIELDS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
      g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
      self->columns[i] = gtk_column_view_column_new (NULL, factory);
      gtk_column_view_column_set_resizable (self->columns[i], TRUE);
      gtk_column_view_column_set_expand (self->columns[i], TRUE);
      gtk_column_view_append_column (self->view, self->columns[i]);
    }
}

static void
loom_cell_table_dispose (GObject *object)
{
  LoomCellTable *self = LOOM_CELL_TABLE (object);

  g_clear_handle_id (&self->scroll_id, g_source_remove);
  for (guint i = 0; i < LOOM_N_CELL_FIELDS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->picture, loom_picture_unref);
  g_clear_object (&self->rows);

  G_OBJECT_CLASS (loom_cell_table_parent_class)->dispose (object);
}

static void
loom_cell_table_class_init (LoomCellTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_cell_table_dispose;
  LOOM_SIGNAL_NEW (klass, "chosen", 2, G_TYPE_UINT64, G_TYPE_UINT64);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "celltable");
}

static void
loom_cell_table_init (LoomCellTable *self)
{
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Cells of the array"), -1);
  add_columns (self);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activate_cb), self, 0);
  self->scroller = gtk_scrolled_window_new ();
  /* long headings make the table wider than the pane: a bar that hides would leave that unsaid */
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (self->scroller), FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/**
 * loom_cell_table_count_rows:
 * @picture: a picture
 *
 * Returns: how many rows a table of its cells has: one for each; of a plane with more cells than a
 * list can have, the first ones
 */
guint
loom_cell_table_count_rows (LoomPicture *picture)
{
  guint64 cols = loom_picture_get_cols (picture), rows = loom_picture_get_rows (picture), index;
  guint64 n = cols * rows;

  while (n > 0 && !loom_picture_index_of (picture, (n - 1) % cols, (n - 1) / cols, &index))
    n--;
  return (guint) MIN (n, G_MAXUINT - 1);
}

/**
 * loom_cell_table_set_picture:
 * @picture: (nullable): whose cells to list
 *
 * Lists the cells of a picture; columns for what was not recorded are hidden.
 */
void
loom_cell_table_set_picture (LoomCellTable *self,
                             LoomPicture   *picture)
{
  g_autoptr (GtkSelectionModel) selection = NULL;

  g_return_if_fail (LOOM_IS_CELL_TABLE (self));

  if (self->picture == picture)
    return;
  gtk_column_view_set_model (self->view, NULL);
  g_clear_pointer (&self->picture, loom_picture_unref);
  g_clear_object (&self->rows);
  if (picture == NULL)
    return;
  self->picture = loom_picture_ref (picture);
  self->rows = g_object_new (LOOM_TYPE_CELL_ROWS, NULL);
  self->rows->cols = MAX (loom_picture_get_cols (picture), 1);
  self->rows->n = loom_cell_table_count_rows (picture);
  for (guint i = 0; i < LOOM_N_CELL_FIELDS; i++)
    {
      gtk_column_view_column_set_title (self->columns[i],
                                        loom_picture_get_field_title (picture, i));
      gtk_column_view_column_set_visible (self->columns[i], loom_picture_has_field (picture, i));
    }
  selection =
      GTK_SELECTION_MODEL (gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->rows))));
  gtk_column_view_set_model (self->view, selection);
}

/* The list that a table is made of scrolls once it has its place. */
static void
scroll (LoomCellTable *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      loom_list_view_go_to (GTK_LIST_VIEW (child), self->shown);
}

/**
 * loom_cell_table_show_cell:
 * @col: of a cell of its picture
 * @row: of it
 *
 * Selects the row of a cell, and no other, and scrolls to it.
 */
void
loom_cell_table_show_cell (LoomCellTable *self,
                           guint64        col,
                           guint64        row)
{
  guint64 position;

  g_return_if_fail (LOOM_IS_CELL_TABLE (self));
  g_return_if_fail (self->rows != NULL);

  position = row * self->rows->cols + col;
  if (position >= self->rows->n)
    return;
  self->shown = (guint) position;
  gtk_selection_model_select_item (gtk_column_view_get_model (self->view), self->shown, TRUE);
  loom_call_later (&self->scroll_id, G_PRIORITY_LOW, 0, G_CALLBACK (scroll), self);
}

guint
loom_cell_table_get_n_rows (LoomCellTable *self)
{
  g_return_val_if_fail (LOOM_IS_CELL_TABLE (self), 0);

  return self->rows != NULL ? self->rows->n : 0;
}

/**
 * loom_cell_table_dup_selected:
 *
 * Returns: (transfer full): the rows that are selected; none of a table without a picture
 */
GtkBitset *
loom_cell_table_dup_selected (LoomCellTable *self)
{
  GtkSelectionModel *selection;

  g_return_val_if_fail (LOOM_IS_CELL_TABLE (self), NULL);

  selection = gtk_column_view_get_model (self->view);
  return selection != NULL ? gtk_selection_model_get_selection (selection)
                           : gtk_bitset_new_empty ();
}
