#pragma once

#include "loom-sim-part.h"

/* What all ranks do at once with an array of the plan. `part` is what the rank has, NULL: nothing,
 * since there are more ranks than devices. `array` is its place among the buffers of the run, and
 * `arg` what it was before the first step. */
gboolean loom_mpi_scatter  (LoomPlan             *plan,
                            const LoomPlanArg    *arg,
                            LoomSimPart          *part,
                            guint                 array,
                            const guint8         *bytes,
                            GError              **error);
gboolean loom_mpi_exchange (LoomPlan             *plan,
                            const LoomPlanArg    *arg,
                            LoomSimPart          *part,
                            guint                 array,
                            GError              **error);
gboolean loom_mpi_gather   (LoomPlan             *plan,
                            const LoomPlanArg    *arg,
                            LoomSimPart          *part,
                            guint                 array,
                            guint8               *bytes,
                            GError              **error);
gboolean loom_mpi_count    (LoomPlan             *plan,
                            const LoomPlanArg    *arg,
                            LoomSimPart          *part,
                            guint                 array,
                            const LoomRunPlanes  *planes,
                            guint                 writer_size,
                            GError              **error);
