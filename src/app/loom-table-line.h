#pragma once

#include <gtk/gtk.h>

/* A row of a table of texts. Immutable. */
#define LOOM_TYPE_TABLE_LINE (loom_table_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomTableLine, loom_table_line, LOOM, TABLE_LINE, GObject)

/* A column of such a table. */
typedef struct
{
  const char *title;            /* to be translated */
  gboolean    is_number;
} LoomTableColumn;

LoomTableLine *loom_table_line_new    (GStrv                  cells);
void           loom_table_add_columns (GtkColumnView         *view,
                                       const LoomTableColumn *columns,
                                       guint                  n_columns);
GtkSingleSelection *loom_table_set_lines (GtkColumnView      *view,
                                       GListStore            *lines);
