#pragma once

#include <gtksourceview/gtksource.h>

/* Finds and replaces in a view; hidden until it is asked for.
 * Properties: "view" (GtkSourceView, set once), "replacing", "case-sensitive", "whole-words",
 * "regex". Actions: find.next, find.previous, find.replace, find.replace-all, find.close. */
#define LOOM_TYPE_FIND_BAR (loom_find_bar_get_type ())
G_DECLARE_FINAL_TYPE (LoomFindBar, loom_find_bar, LOOM, FIND_BAR, GtkWidget)

void        loom_find_bar_open        (LoomFindBar  *self,
                                       gboolean      replace);
gboolean    loom_find_bar_close       (LoomFindBar  *self);
void        loom_find_bar_step        (LoomFindBar  *self,
                                       gboolean      forward);
const char *loom_find_bar_get_summary (LoomFindBar  *self);
