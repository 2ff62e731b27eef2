#pragma once

#include "loom-run.h"

#include <gio/gio.h>

/* What is told of an argument, in the order of the columns. */
typedef enum
{
  LOOM_ARGUMENT_NAME,
  LOOM_ARGUMENT_TYPE,
  LOOM_ARGUMENT_SHAPE,
  LOOM_ARGUMENT_VALUE,
  LOOM_ARGUMENT_SUM,
  LOOM_ARGUMENT_CHECKSUM,
  LOOM_ARGUMENT_PLACE,
  LOOM_ARGUMENT_BYTES,
  LOOM_ARGUMENT_PITCH,
  LOOM_ARGUMENT_BASE,
  LOOM_ARGUMENT_POINTER,
  LOOM_N_ARGUMENT_FIELDS
} LoomArgumentField;

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
const char *loom_argument_field_get_title (LoomArgumentField field);
