#pragma once

#include "loom-gantt.h"

#include <gtk/gtk.h>

/* The blocks of a run over time, with a cursor that pointer and keys move. Signal "block-activated"
 * (gint64 block). Signal "mark-changed": another block stands out, or none. */
#define LOOM_TYPE_GANTT_VIEW (loom_gantt_view_get_type ())
G_DECLARE_FINAL_TYPE (LoomGanttView, loom_gantt_view, LOOM, GANTT_VIEW, GtkWidget)

void    loom_gantt_view_set_gantt  (LoomGanttView *self,
                                    LoomGantt     *gantt);
gint64  loom_gantt_view_get_marked (LoomGanttView *self);
void    loom_gantt_view_set_marked (LoomGanttView *self,
                                    gint64         block);
