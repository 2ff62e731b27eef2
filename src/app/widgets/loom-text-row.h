#pragma once

#include <adwaita.h>

/* A row of several lines of code: what AdwEntryRow is for one. Return begins a line, Tab goes on to
 * the next field. Signal "changed". */
#define LOOM_TYPE_TEXT_ROW (loom_text_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomTextRow, loom_text_row, LOOM, TEXT_ROW, AdwPreferencesRow)

GtkWidget  *loom_text_row_new      (const char  *title);
const char *loom_text_row_get_text (LoomTextRow *self);
void        loom_text_row_set_text (LoomTextRow *self,
                                    const char  *text);
void        loom_text_row_set_help (LoomTextRow *self,
                                    const char  *help);
