/* loom-replay-row.c: a row whose texts change from step to step while it stays where it is
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-row.h"

#include "loom-class.h"

typedef struct
{
  char     *text;
  gboolean  is_marked;
} Cell;

struct _LoomReplayRow
{
  GObject   parent_instance;

  GArray   *cells;              /* (element-type Cell) */
  gboolean  has_changed;        /* since that was told */
};

G_DEFINE_FINAL_TYPE (LoomReplayRow, loom_replay_row, G_TYPE_OBJECT)

static void
clear_cell (gpointer data)
{
  g_free (((Cell *) data)->text);
}

static void
loom_replay_row_finalize (GObject *object)
{
  LoomReplayRow *self = LOOM_REPLAY_ROW (object);

  g_array_unref (self->cells);

  G_OBJECT_CLASS (loom_replay_row_parent_class)->finalize (object);
}

static void
loom_replay_row_class_init (LoomReplayRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_replay_row_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
}

static void
loom_replay_row_init (LoomReplayRow *self)
{
  self->cells = g_array_new (FALSE, TRUE, sizeof (Cell));
  g_array_set_clear_func (self->cells, clear_cell);
}

LoomReplayRow *
loom_replay_row_new (void)
{
  return g_object_new (LOOM_TYPE_REPLAY_ROW, NULL);
}

/**
 * loom_replay_row_set:
 * @text: (nullable): what stands in a column
 * @is_marked: whether it is marked
 *
 * Changes a text. Who shows the row hears of it by loom_replay_row_tell().
 */
void
loom_replay_row_set (LoomReplayRow *self,
                     guint          column,
                     const char    *text,
                     gboolean       is_marked)
{
  Cell *cell;

  g_return_if_fail (LOOM_IS_REPLAY_ROW (self));

  if (self->cells->len <= column)
    g_array_set_size (self->cells, column + 1);
  cell = &g_array_index (self->cells, Cell, column);
  if (cell->is_marked == is_marked && g_strcmp0 (cell->text, text) == 0)
    return;
  g_free (cell->text);
  cell->text = g_strdup (text);
  cell->is_marked = is_marked;
  self->has_changed = TRUE;
}

/**
 * loom_replay_row_get:
 *
 * Returns: (nullable): the text in a column
 */
const char *
loom_replay_row_get (LoomReplayRow *self,
                     guint          column)
{
  g_return_val_if_fail (LOOM_IS_REPLAY_ROW (self), NULL);

  return column < self->cells->len ? g_array_index (self->cells, Cell, column).text : NULL;
}

/**
 * loom_replay_row_tell:
 *
 * Has the row shown anew, if something in it has changed.
 */
void
loom_replay_row_tell (LoomReplayRow *self)
{
  g_return_if_fail (LOOM_IS_REPLAY_ROW (self));

  if (self->has_changed)
    g_signal_emit_by_name (self, "changed");
  self->has_changed = FALSE;
}

/* A mark is more than a colour, so that everybody sees it. */
static void
show (GtkListItem *item)
{
  LoomReplayRow *row = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "column"));
  const char *text = loom_replay_row_get (row, column);
  const gboolean is_marked = column < row->cells->len &&
                             g_array_index (row->cells, Cell, column).is_marked;
  g_autofree char *marked = is_marked ? g_strconcat ("● ", text, NULL) : NULL;

  gtk_label_set_label (GTK_LABEL (label), marked != NULL ? marked : text != NULL ? text : "");
  if (is_marked)
    gtk_widget_add_css_class (label, "accent");
  else
    gtk_widget_remove_css_class (label, "accent");
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          gpointer                  column)
{
  GtkWidget *label = gtk_label_new (NULL);
  const guint is_number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "number"));

  g_object_set_data (G_OBJECT (label), "column", column);
  gtk_label_set_xalign (GTK_LABEL (label), is_number ? 1 : 0);
  gtk_widget_add_css_class (label, "tabular");
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  g_signal_connect_object (gtk_list_item_get_item (item), "changed", G_CALLBACK (show), item,
                           G_CONNECT_SWAPPED);
  show (item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show, item);
}

/**
 * loom_replay_column_new:
 * @title: in the language of the user
 * @column: of rows
 * @is_number: whether its texts are numbers
 *
 * Returns: (transfer full): a column that shows a text of #LoomReplayRow
 */
GtkColumnViewColumn *
loom_replay_column_new (const char *title,
                        guint       column,
                        gboolean    is_number)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *self = gtk_column_view_column_new (title, factory);

  g_object_set_data (G_OBJECT (factory), "number", GUINT_TO_POINTER (is_number));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  gtk_column_view_column_set_resizable (self, TRUE);
  return self;
}
