#pragma once

#include "loom-backend.h"
#include "loom-sim.h"

/* The cell that a run is asked about, in the memory of that run. One thread at a time. */
typedef struct _LoomCellWatch LoomCellWatch;

LoomCellWatch   *loom_cell_watch_new    (LoomPlan              *plan,
                                         const LoomCellTarget  *target,
                                         LoomRunMemory         *memory,
                                         GError               **error);
void             loom_cell_watch_free   (LoomCellWatch         *self);
void             loom_cell_watch_begin_sample (LoomCellWatch   *self,
                                         LoomRunMemory         *memory);
gboolean         loom_cell_watch_fill   (LoomCellWatch         *self,
                                         const LoomBackendRequest *request,
                                         LoomSim               *sim,
                                         GPtrArray             *values,
                                         LoomRunMemory         *memory,
                                         GError               **error);
void             loom_cell_watch_begin_launch (LoomCellWatch   *self,
                                         const LoomPlan        *launch,
                                         LoomSimOptions        *how);
LoomCellHistory *loom_cell_watch_finish (LoomCellWatch         *self,
                                         LoomRunMemory         *memory);
