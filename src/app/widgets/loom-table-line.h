#pragma once

#include <gtk/gtk.h>

/* A row of a table of texts. Immutable. */
#define LOOM_TYPE_TABLE_LINE (loom_table_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomTableLine, loom_table_line, LOOM, TABLE_LINE, GObject)

/* How a column looks. */
typedef enum
{
  LOOM_TABLE_NUMBER = 1 << 0,   /* its texts end at the right */
  LOOM_TABLE_CODE   = 1 << 1,
  LOOM_TABLE_WIDE   = 1 << 2,   /* takes the room that is left */
  LOOM_TABLE_CUT    = 1 << 3,   /* long texts are cut rather than scrolled to */
} LoomTableLook;

/* A column of a table of texts. */
typedef struct
{
  const char   *title;          /* to be translated */
  LoomTableLook look;
  GCallback     dup;            /* char *(*) (line): its text of a line, may be NULL; no function:
                                   the lines are #LoomTableLine, which have it */
} LoomTableColumn;

LoomTableLine *loom_table_line_new    (GStrv                  cells);
void           loom_table_add_columns (GtkColumnView         *view,
                                       const LoomTableColumn *columns,
                                       guint                  n_columns);
void           loom_table_show_column (GtkColumnView         *view,
                                       guint                  column,
                                       gboolean               shows);
GtkSingleSelection *loom_table_set_lines (GtkColumnView      *view,
                                       GListStore            *lines);
