#pragma once

#include "loom-pane.h"

#include <gtksourceview/gtksource.h>

/* The text of a session in a GtkSourceView, whose buffer is the truth about it: the session is told
 * of every change before the next frame, or at once when it flushes. Actions: editor.zoom-in,
 * editor.zoom-out, editor.zoom-reset. */
#define LOOM_TYPE_EDITOR_PANE (loom_editor_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomEditorPane, loom_editor_pane, LOOM, EDITOR_PANE, LoomPane)

GtkTextBuffer *loom_editor_pane_get_buffer  (LoomEditorPane  *self);
void           loom_editor_pane_set_settings (LoomEditorPane *self,
                                              GSettings      *settings);
void           loom_editor_pane_focus       (LoomEditorPane  *self);
void           loom_editor_pane_find        (LoomEditorPane  *self,
                                             gboolean         replace);
void           loom_editor_pane_find_step   (LoomEditorPane  *self,
                                             gboolean         forward);
void           loom_editor_pane_go_to_line  (LoomEditorPane  *self);
gboolean       loom_editor_pane_choose_figure (LoomEditorPane *self);
gboolean       loom_editor_pane_go_to_definition (LoomEditorPane *self);
gboolean       loom_editor_pane_go_back     (LoomEditorPane  *self);
gboolean       loom_editor_pane_explain     (LoomEditorPane  *self);
