#pragma once

#include <gtk/gtk.h>

/* All windows as text: a line for each widget that is mapped and says something, below the one that
 * holds it, with what it says, what a screen reader is told of it, and how it is. */
GPtrArray *loom_test_list_widgets (void);

/* What has to be taken out of one text and put in to come to another: "-" and "+" before lines. */
char      *loom_test_compare_lines (const GPtrArray *from,
                                    const GPtrArray *to);
