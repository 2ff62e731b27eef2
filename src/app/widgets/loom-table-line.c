/* loom-table-line.c: tables whose cells are texts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-table-line.h"

#include <glib/gi18n-lib.h>

struct _LoomTableLine
{
  GObject  parent_instance;

  GStrv    cells;               /* from left to right */
};

G_DEFINE_FINAL_TYPE (LoomTableLine, loom_table_line, G_TYPE_OBJECT)

static void
loom_table_line_finalize (GObject *object)
{
  LoomTableLine *self = LOOM_TABLE_LINE (object);

  g_strfreev (self->cells);

  G_OBJECT_CLASS (loom_table_line_parent_class)->finalize (object);
}

static void
loom_table_line_class_init (LoomTableLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_table_line_finalize;
}

static void
loom_table_line_init (LoomTableLine *self)
{
}

/**
 * loom_table_line_new:
 * @cells: (transfer full): one for each column
 *
 * Returns: (transfer full): the row
 */
LoomTableLine *
loom_table_line_new (GStrv cells)
{
  LoomTableLine *self = g_object_new (LOOM_TYPE_TABLE_LINE, NULL);

  self->cells = cells;
  return self;
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          const LoomTableColumn    *column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), (column->look & LOOM_TABLE_NUMBER) != 0 ? 1 : 0);
  if ((column->look & LOOM_TABLE_CUT) != 0)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label,
                            (column->look & LOOM_TABLE_CODE) != 0 ? "monospace" : "tabular");
  gtk_list_item_set_child (item, label);
}

static void
bind_line_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              gpointer                  column)
{
  LoomTableLine *line = gtk_list_item_get_item (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       line->cells[GPOINTER_TO_UINT (column)]);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         char                   *(*dup) (gpointer line))
{
  g_autofree char *text = dup (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text != NULL ? text : "");
}

/**
 * loom_table_add_columns:
 * @columns: (array length=n_columns): what they are; must outlive the view
 *
 * Gives a view its columns.
 */
void
loom_table_add_columns (GtkColumnView         *view,
                        const LoomTableColumn *columns,
                        guint                  n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column
          = gtk_column_view_column_new (_(columns[i].title), factory);

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), (gpointer) &columns[i]);
      if (columns[i].dup != NULL)
        g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), columns[i].dup);
      else
        g_signal_connect (factory, "bind", G_CALLBACK (bind_line_cb), GUINT_TO_POINTER (i));
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, (columns[i].look & LOOM_TABLE_WIDE) != 0);
      gtk_column_view_append_column (view, column);
    }
}

/**
 * loom_table_show_column:
 *
 * Shows or hides a column of a view.
 */
void
loom_table_show_column (GtkColumnView *view,
                        guint          column,
                        gboolean       shows)
{
  g_autoptr (GtkColumnViewColumn) self
      = g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_column_set_visible (self, shows);
}

/**
 * loom_table_set_lines:
 * @lines: (element-type LoomTableLine): what it shows
 *
 * Returns: (transfer none): which one is chosen
 */
GtkSingleSelection *
loom_table_set_lines (GtkColumnView *view,
                      GListStore    *lines)
{
  g_autoptr (GtkSingleSelection) selection
      = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (lines)));

  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  return selection;
}
