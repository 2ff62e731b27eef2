#pragma once

#include "loom-picture.h"

#include <gtk/gtk.h>

/* The cells of a picture as a table, a row for each: what the picture shows to the eye can be read
 * here with keys and a screen reader. Rows are made while they are in sight.
 * Signal "chosen" (guint64 col, guint64 row): a row was activated. */
#define LOOM_TYPE_CELL_TABLE (loom_cell_table_get_type ())
G_DECLARE_FINAL_TYPE (LoomCellTable, loom_cell_table, LOOM, CELL_TABLE, GtkWidget)

void       loom_cell_table_set_picture (LoomCellTable *self,
                                        LoomPicture   *picture);
void       loom_cell_table_show_cell   (LoomCellTable *self,
                                        guint64        col,
                                        guint64        row);
guint      loom_cell_table_count_rows  (LoomPicture   *picture);
guint      loom_cell_table_get_n_rows  (LoomCellTable *self);
GtkBitset *loom_cell_table_dup_selected (LoomCellTable *self);
