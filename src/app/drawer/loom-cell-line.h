#pragma once

#include "loom-run.h"

#include <gio/gio.h>

typedef enum
{
  LOOM_CELL_LINE_WRITE,
  LOOM_CELL_LINE_READ,
  LOOM_CELL_LINE_SOURCE,
} LoomCellLineKind;

/* A line of what is told of a cell: somebody who wrote it or read it, or a cell that its writers
 * read. Immutable. */
#define LOOM_TYPE_CELL_LINE (loom_cell_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomCellLine, loom_cell_line, LOOM, CELL_LINE, GObject)

LoomCellLine       *loom_cell_line_new        (LoomRun           *answer,
                                               LoomRun           *shown,
                                               char              *source,
                                               LoomCellLineKind   kind,
                                               guint              index);
const LoomCellSite *loom_cell_line_get_site   (LoomCellLine      *self);
gboolean            loom_cell_line_get_thread (LoomCellLine      *self,
                                               LoomSite          *site);
const LoomCellSource *loom_cell_line_get_source (LoomCellLine    *self,
                                               const char       **array);
char               *loom_cell_line_dup_what   (LoomCellLine      *self);
char               *loom_cell_line_dup_launch (LoomCellLine      *self);
char               *loom_cell_line_dup_block  (LoomCellLine      *self);
char               *loom_cell_line_dup_thread (LoomCellLine      *self);
char               *loom_cell_line_dup_place  (LoomCellLine      *self);
char               *loom_cell_line_dup_value  (LoomCellLine      *self);
char               *loom_cell_line_dup_index  (LoomCellLine      *self);
char               *loom_cell_line_dup_cell   (LoomCellLine      *self);
char               *loom_cell_line_dup_loads  (LoomCellLine      *self);
