#pragma once

#include <gtk/gtk.h>

/* What stands below fields: a text, or in its room the reason why one of them is wrong. It is as
 * high as the text asks for, whatever the reason; what has no room ends in dots, and is whole in
 * the tooltip. */
#define LOOM_TYPE_FIELD_NOTE (loom_field_note_get_type ())
G_DECLARE_FINAL_TYPE (LoomFieldNote, loom_field_note, LOOM, FIELD_NOTE, GtkWidget)

void       loom_field_note_set_text   (LoomFieldNote *self,
                                       const char    *text);
void       loom_field_note_set_reason (LoomFieldNote *self,
                                       const char    *reason);
gboolean   loom_field_note_is_cut     (LoomFieldNote *self);
