#pragma once

#include "loom-backend.h"
#include "loom-run-share.h"
#include "loom-sim.h"

/* One simulated device that has a band of the arrays that are split, and all of the others. Its
 * arrays are told apart by their place among the buffers of a run: arguments with memory of their
 * own, then module variables. */
typedef struct _LoomSimPart LoomSimPart;

LoomSimPart    *loom_sim_part_new          (LoomPtxModule         *module,
                                            LoomPlan              *plan,
                                            guint                  device,
                                            LoomCoverageFlags      coverage,
                                            guint                  writer_size,
                                            GError               **error);
void            loom_sim_part_free         (LoomSimPart           *self);
const LoomRunShare *loom_sim_part_get_share (LoomSimPart          *self,
                                            guint                  array);
guint8         *loom_sim_part_get_row      (LoomSimPart           *self,
                                            guint                  array,
                                            guint64                row);
void            loom_sim_part_copy         (LoomSimPart           *self,
                                            guint                  from,
                                            guint                  to);
gboolean        loom_sim_part_launch       (LoomSimPart           *self,
                                            guint                  step,
                                            GPtrArray             *values,
                                            const gint32          *arrays,
                                            const LoomSimOptions  *how,
                                            LoomSimOutcome        *outcome,
                                            GError               **error);
void            loom_sim_part_collect      (LoomSimPart           *self,
                                            guint                  array,
                                            LoomRunPlanes         *planes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSimPart, loom_sim_part_free)
