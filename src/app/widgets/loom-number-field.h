#pragma once

#include "loom-field.h"

/* A field for a whole number, typed as arithmetic or stepped with the arrow keys, Page Up, Page
 * Down and, while it has the focus, the wheel. Properties: "least", "most" (uint64): what is
 * allowed; "step" (uint): of an arrow key, eight of which are a page. */
#define LOOM_TYPE_NUMBER_FIELD (loom_number_field_get_type ())
G_DECLARE_FINAL_TYPE (LoomNumberField, loom_number_field, LOOM, NUMBER_FIELD, LoomField)

gboolean loom_number_field_read  (LoomNumberField  *self,
                                  guint64          *number,
                                  GError          **error);
void     loom_number_field_show  (LoomNumberField  *self,
                                  guint64           number);
void     loom_number_field_step  (LoomNumberField  *self,
                                  guint64           from,
                                  gint64            by);
