#pragma once

#include "loom-argument-line.h"

#include <gtk/gtk.h>

/* What an argument is given, in the table: a text, and while it is edited a field in its place.
 * What is refused stays as it was typed, with the reason below it. Signal "move" (int direction):
 * somebody goes on to the next (1) or the previous (-1) line that can be edited. */
#define LOOM_TYPE_ARGUMENT_CELL (loom_argument_cell_get_type ())
G_DECLARE_FINAL_TYPE (LoomArgumentCell, loom_argument_cell, LOOM, ARGUMENT_CELL, GtkWidget)

GtkWidget        *loom_argument_cell_new      (LoomSession      *session);
void              loom_argument_cell_set_line (LoomArgumentCell *self,
                                               LoomArgumentLine *line);
LoomArgumentLine *loom_argument_cell_get_line (LoomArgumentCell *self);
