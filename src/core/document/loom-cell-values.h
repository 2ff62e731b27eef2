#pragma once

#include "loom-type.h"

/* More cells that are set one by one belong into a file. */
#define LOOM_CELL_VALUES_MAX 256

/* Single cells and what they hold, as text: `PLACE=VALUE`, apart by blanks. A place is a box as
 * loom-cells.h has it, `ROWS:COLS` of numbers or ranges; a value is a number, or one for each of
 * those in a cell, with commas. Of places that overlap the last one counts; cells beyond the array
 * count for nothing, so that a shape can change around them. */
gboolean  loom_cell_values_apply     (const char       *text,
                                      const LoomType   *type,
                                      const LoomShape  *shape,
                                      guint8           *bytes,
                                      guint64          *outside,
                                      GError          **error);
GPtrArray *loom_cell_values_list     (const char       *text);
char     *loom_cell_values_set       (const char       *text,
                                      const char       *place,
                                      const char       *value);
char     *loom_cell_values_dup_value (const char       *text,
                                      const char       *place);
char     *loom_cell_place_read       (const char       *typed,
                                      const LoomShape  *shape,
                                      GError          **error);
