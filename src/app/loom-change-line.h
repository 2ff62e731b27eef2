#pragma once

#include "loom-run-changes.h"

#include <gio/gio.h>

/* One change between two runs, as a line of a table. */
#define LOOM_TYPE_CHANGE_LINE (loom_change_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomChangeLine, loom_change_line, LOOM, CHANGE_LINE, GObject)

LoomChangeLine      *loom_change_line_new        (GPtrArray      *changes,
                                                  guint           index);
const LoomRunChange *loom_change_line_get_change (LoomChangeLine *self);
