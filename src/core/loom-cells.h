#pragma once

#include "loom-type.h"

/* A set of cells as text: boxes, apart by blanks, each `COLS`, `ROWS:COLS` or `PLANES:ROWS:COLS` as
 * the array has dimensions, of numbers or ranges `FIRST-LAST`. Cells beyond the array count for
 * nothing, so that a shape can change around them. */
gboolean loom_cells_parse  (const char       *text,
                            const LoomShape  *shape,
                            guint8           *mask,
                            GError          **error);
char    *loom_cells_find_outside (const char      *text,
                                  const LoomShape *shape);
char    *loom_cells_format (const guint8     *mask,
                            const LoomShape  *shape);
