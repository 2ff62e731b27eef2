#pragma once

#include <gio/gio.h>

/* One cell: the way from its row to its column, or in its column's direction. */
typedef struct
{
  char *text;           /* the rate, or what is known without one */
  char *note;           /* which way it goes; or NULL */
  char *spoken;         /* all of it in a clause, with the names of row and column */
  char *why;            /* it was not measured; or NULL */
} LoomCopyCell;

/* How fast memory is copied, as a table for people. Cells stand row after row. */
typedef struct
{
  char         *title;
  char         *corner;         /* what rows and columns are */
  GPtrArray    *columns;        /* (element-type utf8) */
  GPtrArray    *rows;           /* (element-type utf8) */
  LoomCopyCell *cells;
} LoomCopyTable;

LoomCopyTable      *loom_copy_table_new_host  (GVariant            *backends,
                                               GVariant            *copies);
LoomCopyTable      *loom_copy_table_new_peers (GVariant            *backends,
                                               GVariant            *copies);
void                loom_copy_table_free      (LoomCopyTable       *self);
const LoomCopyCell *loom_copy_table_get       (const LoomCopyTable *self,
                                               guint                row,
                                               guint                column);
char               *loom_copy_table_dup_text  (const LoomCopyTable *self);
guint64             loom_copy_table_get_bytes (GVariant            *copies);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomCopyTable, loom_copy_table_free)
