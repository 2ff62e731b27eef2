#pragma once

#include "loom-sweep-axis.h"

#include <gtk/gtk.h>

/* An axis of a sweep: what it changes, and its values. */
#define LOOM_TYPE_SWEEP_ROW (loom_sweep_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomSweepRow, loom_sweep_row, LOOM, SWEEP_ROW, GtkWidget)

GtkWidget *loom_sweep_row_new      (const char * const  *names,
                                    const LoomSweepAxis *axis);
char      *loom_sweep_row_dup_axis (LoomSweepRow        *self);
