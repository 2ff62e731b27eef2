#pragma once

#include "loom-argument-text.h"

#include <gio/gio.h>

/* A line of the table of arguments: one of them, or a member of a struct. Signal "changed": what
 * takes long to add up is there. */
#define LOOM_TYPE_ARGUMENT_LINE (loom_argument_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomArgumentLine, loom_argument_line, LOOM, ARGUMENT_LINE, GObject)

void        loom_argument_lines_add      (GListStore        *lines,
                                          LoomRun           *run);
void        loom_argument_lines_add_up   (GListStore        *lines,
                                          LoomRun           *run,
                                          GCancellable      *cancellable);
const char *loom_argument_line_get_text  (LoomArgumentLine  *self,
                                          LoomArgumentField  field);
