#pragma once

#include "loom-type.h"

/* How the cells of one plane are laid out: rows of cols cells, the last one may be short.
 * A long 1-D array is wrapped into rows, like lines of text. Plain value. */
typedef struct
{
  guint64  cols, rows;
  guint64  first;               /* index of the plane's first cell in the array */
  guint64  cells;               /* of the plane */
  gboolean wrapped;
} LoomCellLayout;

void      loom_cell_layout_init (LoomCellLayout       *self,
                                 const LoomShape      *shape,
                                 guint64               plane);
gboolean  loom_cell_layout_has  (const LoomCellLayout *self,
                                 guint64               col,
                                 guint64               row);
guint64   loom_cell_layout_cell (const LoomCellLayout *self,
                                 guint64               col,
                                 guint64               row);
