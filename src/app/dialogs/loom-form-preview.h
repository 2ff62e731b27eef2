#pragma once

#include "loom-run-controller.h"

#include <gtk/gtk.h>

/* What a document that nobody has begun yet would show: it is compiled and run on the simulator, in
 * a runner of its own, whenever it changes. The last good picture stays until there is another.
 * Signal "problem-changed": of loom_form_preview_dup_problem(). */
#define LOOM_TYPE_FORM_PREVIEW (loom_form_preview_get_type ())
G_DECLARE_FINAL_TYPE (LoomFormPreview, loom_form_preview, LOOM, FORM_PREVIEW, GtkWidget)

void         loom_form_preview_begin        (LoomFormPreview   *self,
                                             LoomSession       *beside,
                                             LoomRunController *controller);
LoomSession *loom_form_preview_get_session  (LoomFormPreview   *self);
void         loom_form_preview_open         (LoomFormPreview   *self,
                                             const char        *text);
void         loom_form_preview_set_text     (LoomFormPreview   *self,
                                             const char        *text);
char        *loom_form_preview_dup_problem  (LoomFormPreview   *self,
                                             LoomSeverity      *severity);
guint        loom_form_preview_get_error_line (LoomFormPreview *self);
