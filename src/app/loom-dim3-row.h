#pragma once

#include "loom-dim3.h"
#include "loom-field-note.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* A row with three numbers: an extent in x, y, z. Dragging the letter before a field changes its
 * number. Properties: "title" (of AdwPreferencesRow), "explanation" (string; in its place stands
 * the reason why a field is wrong), "suffix" (GtkWidget at the title's end), "editable" (boolean).
 * Signals: "try" (const LoomDim3 *value, gboolean apply, GError **error): as that of a LoomField,
 * for all three; "drag-begin", "drag-end": what comes between is one edit. */
#define LOOM_TYPE_DIM3_ROW (loom_dim3_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomDim3Row, loom_dim3_row, LOOM, DIM3_ROW, AdwPreferencesRow)

LoomDim3 loom_dim3_row_get_value   (LoomDim3Row     *self);
void     loom_dim3_row_set_value   (LoomDim3Row     *self,
                                    const LoomDim3  *value);
void     loom_dim3_row_revert      (LoomDim3Row     *self);
void     loom_dim3_row_set_fault   (LoomDim3Row     *self,
                                    const char      *fault);
void     loom_dim3_row_set_known (LoomDim3Row   *self,
                                  gboolean       known);
void     loom_dim3_row_set_explanation (LoomDim3Row *self,
                                        const char  *explanation);
LoomFieldNote *loom_dim3_row_get_note (LoomDim3Row *self);
GtkWidget *loom_dim3_row_get_field (LoomDim3Row     *self,
                                    guint            axis);

G_END_DECLS
