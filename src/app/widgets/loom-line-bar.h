#pragma once

#include <gtk/gtk.h>

/* Asks for a line to go to; hidden until it is asked for.
 * Signals: "chosen" (guint line), from 1, while it is typed and in the end; "closed". */
#define LOOM_TYPE_LINE_BAR (loom_line_bar_get_type ())
G_DECLARE_FINAL_TYPE (LoomLineBar, loom_line_bar, LOOM, LINE_BAR, GtkWidget)

void loom_line_bar_open (LoomLineBar  *self,
                         guint         line,
                         guint         n_lines);
