#pragma once

#include "loom-type.h"

/* A set of cells as text: boxes, apart by blanks, each `COLS`, `ROWS:COLS` or `PLANES:ROWS:COLS` as
 * the array has dimensions, of numbers or ranges `FIRST-LAST`. Cells beyond the array count for
 * nothing, so that a shape can change around them. */
/* The cells between two corners, from the slowest axis to the columns; axes that the array lacks
 * are of one. */
typedef struct
{
  guint64 first[3], last[3];
} LoomBox;

gboolean loom_box_parse    (const char       *word,
                            const LoomShape  *shape,
                            LoomBox          *box,
                            GError          **error);
gboolean loom_cells_parse  (const char       *text,
                            const LoomShape  *shape,
                            guint8           *mask,
                            GError          **error);
char    *loom_cells_find_outside (const char      *text,
                                  const LoomShape *shape);
char    *loom_cells_format (const guint8     *mask,
                            const LoomShape  *shape);
