#pragma once

#include "loom-sweep-chart.h"

#include <gtk/gtk.h>

/* The map of a sweep, with a cursor that pointer and keys move. Signals: "mark-changed": another
 * tile stands out; "chosen": somebody wants that one. */
#define LOOM_TYPE_SWEEP_VIEW (loom_sweep_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomSweepView, loom_sweep_view, LOOM, SWEEP_VIEW, GtkWidget)

void  loom_sweep_view_take_chart (LoomSweepView  *self,
                                  LoomSweepChart *chart);
void  loom_sweep_view_update     (LoomSweepView  *self);
void  loom_sweep_view_mark_next_best (LoomSweepView *self);
gint  loom_sweep_view_get_marked (LoomSweepView  *self);
char *loom_sweep_view_dup_text   (LoomSweepView  *self);
