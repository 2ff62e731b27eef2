#pragma once

#include "loom-field-row.h"

/* A row for a figure of a device: a field for it with its unit, one for where it is from, and a
 * button that takes back what was typed. Both fields are tried as every LoomField is.
 *
 * Signals "try" (LoomField, gboolean apply, GError **error), of either field; "reset". */
#define LOOM_TYPE_FIGURE_ROW (loom_figure_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomFigureRow, loom_figure_row, LOOM, FIGURE_ROW, LoomFieldRow)

LoomFigureRow *loom_figure_row_new        (const char    *key,
                                           const char    *title,
                                           const char    *unit);
const char    *loom_figure_row_get_key    (LoomFigureRow *self);
LoomField     *loom_figure_row_get_source (LoomFigureRow *self);
void           loom_figure_row_show       (LoomFigureRow *self,
                                           const char    *text,
                                           const char    *source,
                                           gboolean       is_own);
