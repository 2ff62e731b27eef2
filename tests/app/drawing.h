#pragma once

#include <gtk/gtk.h>

/* What a widget draws in a room of a fixed size, as text: a line for each colour that fills or
 * strokes something, for words, and for pixels, which are told by their sum. Words are as large as
 * the number of their characters says, so that no font changes anything. */
char *loom_test_draw (GtkWidget *widget,
                      int        width,
                      int        height);
