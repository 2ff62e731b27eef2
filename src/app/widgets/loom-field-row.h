#pragma once

#include "loom-field-note.h"
#include "loom-field.h"

#include <adwaita.h>

/* A row with a title, a field and a note below it: what the field is for, or the reason why what
 * stands there is wrong. Properties: "title" (of AdwPreferencesRow), "field" (LoomField, a
 * plain one if none is given), "suffix" (GtkWidget behind the field), "hint" (string). */
#define LOOM_TYPE_FIELD_ROW (loom_field_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (LoomFieldRow, loom_field_row, LOOM, FIELD_ROW, AdwPreferencesRow)

struct _LoomFieldRowClass
{
  AdwPreferencesRowClass parent_class;
};

LoomField     *loom_field_row_get_field (LoomFieldRow  *self);
LoomFieldNote *loom_field_row_get_note  (LoomFieldRow  *self);
void           loom_field_row_set_hint  (LoomFieldRow  *self,
                                         const char    *hint);
