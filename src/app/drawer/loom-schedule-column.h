#pragma once

#include "loom-gantt-view.h"
#include "loom-run.h"

#include <gtk/gtk.h>

/* One schedule under what it is and comes to: that of a run, or one that is modelled. Signals
 * "block-activated" (gint64 block), "mark-changed": as the view's. */
#define LOOM_TYPE_SCHEDULE_COLUMN (loom_schedule_column_get_type ())
G_DECLARE_FINAL_TYPE (LoomScheduleColumn, loom_schedule_column, LOOM, SCHEDULE_COLUMN, GtkBox)

void       loom_schedule_column_set_run    (LoomScheduleColumn *self,
                                            LoomRun            *run,
                                            const char         *title);
gint64     loom_schedule_column_get_marked (LoomScheduleColumn *self);
void       loom_schedule_column_set_marked (LoomScheduleColumn *self,
                                            gint64              block);
