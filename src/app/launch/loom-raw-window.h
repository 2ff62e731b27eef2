#pragma once

#include "loom-session.h"

#include <adwaita.h>

/* What was said of a file of bytes. */
typedef struct
{
  const char *array;            /* that it fills */
  const char *type;             /* of the cells, unless it is the array's own; else NULL */
  const char *shape;
  gboolean    is_big_endian;
} LoomRawChoice;

/* Asks what a file of bytes holds: for which array, type, shape and order of the bytes, with a
 * picture, the first numbers and how the size fits. Signal "chosen" (const LoomRawChoice *). */
#define LOOM_TYPE_RAW_WINDOW (loom_raw_window_get_type ())
G_DECLARE_FINAL_TYPE (LoomRawWindow, loom_raw_window, LOOM, RAW_WINDOW, AdwWindow)

LoomRawWindow *loom_raw_window_new    (GtkWindow           *parent,
                                       LoomSession         *session,
                                       GFile               *file,
                                       const char          *array,
                                       gboolean             is_copied);
gboolean       loom_raw_choice_apply  (const LoomRawChoice *self,
                                       LoomSession         *session,
                                       const char          *name,
                                       GError             **error);
